"""What all stages share: params, log, lock, metrics, and errors turned into a line and an exit code."""

import errno
import functools
import importlib
import json
import logging
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import FlorilegiumError, ParamsError, StorageError
from ..utf8_mode import ensure_utf8
from .artifacts import iter_partial
from .locks import hold_lock
from .metrics import Metrics, append_timing
from .params import Params, load_params
from .workspace import FORECAST, TopicFiles, Workspace

if TYPE_CHECKING:
    from ..asking.askers import Asker

INTERNAL_EXIT = 70
INTERRUPTED_EXIT = 130  # as a shell gives it for Ctrl-C

_FULL = "make room, and run again: what was finished is kept"
_REFUSED = "make it readable and writable for the user who runs this, and run again"
_IN_THE_WAY = "something else is in its place: move it away, and run again"
_SYSTEM_HINTS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), _FULL),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _REFUSED),
    **dict.fromkeys((errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ELOOP, errno.ENOTEMPTY), _IN_THE_WAY),
    errno.ENAMETOOLONG: "no system has names that long: shorten it",
    errno.EIO: "the disk reports a fault: check it, and run again",
}


@dataclass(frozen=True)
class Run:
    """What a stage is handed."""

    name: str
    params: Params
    workspace: Workspace
    log: logging.Logger
    metrics: Metrics
    label: str = ""  # the stage with its topic and round

    @cached_property
    def asker(self) -> "Asker":
        """Who asks models; it is made when a role first wants it, and local roles want none."""
        # By name, so that a stage without a role that may be a model's does not depend on the asking layer.
        if self.workspace.scratch is not None:
            forecasting = importlib.import_module("...forecasting.opening", __name__)
            forecaster: Asker = forecasting.open_forecaster(
                self.label, self.params.claude, self.workspace.responses, self.workspace.scratch
            )
            return forecaster
        opening = importlib.import_module("...asking.opening", __name__)
        asker: Asker = opening.open_asker(self.label, self.params.claude, self.workspace.responses, self.log)
        return asker

    def topic(self, slug: str) -> TopicFiles:
        """Return the files of a topic; raises ParamsError where params.yaml does not name it."""
        if slug not in self.params.topics:
            known = ", ".join(self.params.topics) or "none"
            raise ParamsError(f"{self.workspace.params}: $.topics has no {slug!r}", hint=f"topics there: {known}")
        return self.workspace.topic(slug)


def stage(name: str) -> Callable[[Callable[..., None]], click.Command]:
    """Turn a function `(run, **options)` into the command of the stage of this name."""

    def decorate(function: Callable[..., None]) -> click.Command:
        @click.command(name, help=function.__doc__)
        @click.option("--params", "params_path", type=click.Path(path_type=Path), default=Path("params.yaml"))
        @functools.wraps(function)
        def command(params_path: Path, **options: Any) -> None:
            if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
                signal.signal(signal.SIGINT, signal.default_int_handler)  # imports are done; see stages/__init__.py
            ensure_utf8()
            sys.exit(run_stage(name, function, params_path=params_path, options=options))

        return command

    return decorate


def run_stage(name: str, function: Callable[..., None], *, params_path: Path, options: dict[str, Any]) -> int:
    """Run one stage and return its exit code; the project is the folder of its params file."""
    label = " ".join([name, *(str(value) for value in options.values())])
    log = make_log(label)
    scratch = os.environ.get(FORECAST)
    workspace = Workspace(params_path.parent, Path(scratch) if scratch else None)
    started = time.perf_counter()
    try:
        workspace.failure.unlink(missing_ok=True)
        run = Run(name, load_params(params_path), workspace, log, Metrics(name), label)
        # Before the lock, whose file is named after it: a topic that params.yaml does not name is no file name.
        files = run.topic(options["topic"]) if "topic" in options else None
        with ExitStack() as stack:
            holder = options.get("topic") or "library"
            stack.enter_context(hold_lock(workspace.cache / "locks" / f"{holder}.lock", what=str(holder)))
            if files is not None:
                _sweep_partial(files)
            stack.callback(_close_asker, run)
            function(run, **options)
            _finish_asker(run)
            run.metrics.write(_find_metrics(workspace, name, options))
    except (FlorilegiumError, OSError) as error:
        failure = error if isinstance(error, FlorilegiumError) else explain_system(error)
        if failure is None:
            return _report_fault(workspace, label)
        write_failure(workspace.failure, label=label, exit_code=failure.exit_code)
        return report_error(failure, label)
    except KeyboardInterrupt:
        click.echo(f"{label}: interrupted", err=True)
        write_failure(workspace.failure, label=label, exit_code=INTERRUPTED_EXIT)
        return INTERRUPTED_EXIT
    except Exception:  # noqa: BLE001 (a fault of ours: its traceback is what we need, its exit code is fixed)
        return _report_fault(workspace, label)
    wall_s = time.perf_counter() - started
    with suppress(OSError):  # timings are for the curious only
        append_timing(workspace.cache / "timings.jsonl", label=label, wall_s=wall_s, cpu_s=time.process_time())
    return 0


def _finish_asker(run: Run) -> None:
    """Count what models' answers cost, and remember which were used; nothing where no role asked for an asker."""
    asker: Any = vars(run).get("asker")
    if asker is not None:
        asker.finish(run.metrics)


def _close_asker(run: Run) -> None:
    asker: Any = vars(run).get("asker")
    if asker is not None:
        asker.close()


def _sweep_partial(files: TopicFiles) -> None:
    """Remove what killed stages of this topic left half written; its lock is held, so nobody is writing it."""
    for path in (*files.root.glob(".*.partial"), *iter_partial(files.made / "work")):
        if path.is_file():
            path.unlink()


def _report_fault(workspace: Workspace, label: str) -> int:
    """Print the traceback of the exception that is being handled; return the exit code of a fault of ours."""
    traceback.print_exc()
    click.echo(f"{label}: this is a fault in florilegium; please report the lines above", err=True)
    write_failure(workspace.failure, label=label, exit_code=INTERNAL_EXIT)
    return INTERNAL_EXIT


def explain_system(error: OSError) -> StorageError | None:
    """Return what the system refused as an error with a next step, None for what no disk or permission explains."""
    hint = _SYSTEM_HINTS.get(error.errno or 0)
    if hint is None:
        return None
    place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    return StorageError(f"{place}{(error.strerror or 'system error').lower()}", hint=hint)


def write_failure(path: Path, *, label: str, exit_code: int) -> None:
    """Leave word of a failed stage, since DVC ends with a code of its own."""
    with suppress(OSError):  # where not even this can be written, what is printed has to do
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"stage": label, "exit_code": exit_code}) + "\n", encoding="utf-8")


def report_error(error: FlorilegiumError, label: str) -> int:
    """Print what went wrong and what to do next; return the exit code."""
    click.echo(f"{label}: {error}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
    return error.exit_code


def make_log(label: str) -> logging.Logger:
    """Return a log that writes plain lines to standard error, each led by what is running."""
    log = logging.getLogger(f"florilegium.{label}")
    log.setLevel(logging.INFO)
    log.propagate = False
    if not log.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter(f"{label.replace('%', '%%')}: %(message)s"))
        log.addHandler(handler)
    return log


def _find_metrics(workspace: Workspace, name: str, options: dict[str, Any]) -> Path:
    topic = options.get("topic")
    if topic is None:
        return workspace.metrics(name)
    return workspace.topic(topic).metrics(name, options.get("number"))
