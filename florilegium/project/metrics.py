"""What a stage counts: versioned counts for `dvc metrics show`, and durations that are kept apart."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .artifacts import write_json


@dataclass
class Metrics:
    """The counts of one run of one stage."""

    stage: str
    counts: dict[str, int] = field(default_factory=dict)
    calls: int = 0  # model calls
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0
    roles: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # of models; none where all is local

    def count(self, name: str, number: int) -> None:
        """Add to one count."""
        self.counts[name] = self.counts.get(name, 0) + number

    def write(self, path: Path) -> None:
        """Write the versioned counts; the same work gives the same bytes."""
        record = {
            "stage": self.stage,
            "counts": dict(sorted(self.counts.items())),
            "calls": self.calls,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "dollars": round(self.dollars, 6),
            "roles": self.roles,
        }
        write_json(path, record, "metrics")


def append_timing(path: Path, *, label: str, wall_s: float, cpu_s: float) -> None:
    """Add one line to the disposable log of durations."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"stage": label, "wall_s": round(wall_s, 3), "cpu_s": round(cpu_s, 3)})
    with path.open("a", encoding="utf-8") as stream:
        stream.write(line + "\n")
