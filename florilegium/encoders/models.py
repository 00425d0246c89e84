"""A model in an ONNX file with its tokenizer: the only module that knows onnxruntime."""

import hashlib
import importlib
import importlib.metadata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import ModelError, ParamsError
from ..project.regular_files import read_regular
from .encoder import Kind

PACKAGES = ("numpy", "onnxruntime", "tokenizers")
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
MOST_TOKENS = 512  # where the tokenizer sets no bound
SENTENCE_OUTPUT = "sentence_embedding"
_FORM = "1"  # of how tokens become a vector; another one makes other vectors
_EXPORT = "it wants inputs named input_ids and attention_mask, as transformers and sentence-transformers export them"


@dataclass(frozen=True)
class OnnxModel:
    """One model; it is loaded when it first reads, since all that it would say may be known already.

    Texts go in one by one and unpadded: on a processor that is as quick as a batch, takes the least memory, and what
    a text's neighbours are can change nothing.
    """

    path: Path
    tokenizer_path: Path
    most_tokens: int | None = None  # as the tokenizer says, where nothing is said here

    @cached_property
    def key(self) -> str:
        """Name all that the numbers depend on; raises ParamsError where a file cannot be read."""
        contents = [read_model(path) for path in (self.path, self.tokenizer_path)]
        parts = [hashlib.sha256(content).hexdigest() for content in contents]
        return "\n".join([_FORM, *parts, str(self.most_tokens), importlib.metadata.version("onnxruntime")])

    def read_vector(self, text: str) -> list[float]:
        """Return the vector of a text, with length one."""
        numpy = importlib.import_module("numpy")
        values, mask = self._run(self._tokenizer.encode(text))
        if values.ndim == 3:  # a vector for each token: their mean
            values = (values * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
        length = float(numpy.linalg.norm(values[0]))
        return [float(value) / (length or 1.0) for value in values[0]]

    def read_pair(self, question: str, passage: str) -> list[float]:
        """Return what a cross-encoder says of a pair, as one number from 0.0 to 1.0."""
        numpy = importlib.import_module("numpy")
        values, _ = self._run(self._tokenizer.encode(question, passage))
        return [float(1.0 / (1.0 + numpy.exp(-numpy.float64(values.reshape(-1)[0]))))]

    @cached_property
    def kind(self) -> Kind:
        """Tell by its answer to two words whether it gives vectors or one number; raises ParamsError for neither."""
        values, _ = self._run(self._tokenizer.encode("one", "two"))
        shape = tuple(values.shape)
        if shape in ((1,), (1, 1)):
            return "cross"
        if len(shape) in (2, 3) and shape[-1] >= 8:
            return "bi"
        message = f"{self.path}: gives numbers of the shape {list(shape)}, neither a vector nor one number for a pair"
        raise ParamsError(message, hint="name a bi-encoder or a cross-encoder with one output; see docs/encoders.md")

    def _run(self, encoded: Any) -> tuple[Any, Any]:
        numpy = importlib.import_module("numpy")
        session, names = self._session
        given = dict(zip(INPUTS, (encoded.ids, encoded.attention_mask, encoded.type_ids), strict=True))
        feed = {name: numpy.array([given[name]], dtype=numpy.int64) for name in names}
        try:
            values = session.run([_choose_output(session)], feed)[0]
        except Exception as error:  # noqa: BLE001 (onnxruntime's errors have no class in common)
            raise ModelError(f"{self.path}: cannot be run: {_shorten(error)}", hint=_EXPORT) from error
        return values, feed["attention_mask"]

    @cached_property
    def _session(self) -> tuple[Any, list[str]]:
        runtime = importlib.import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.log_severity_level = 4  # what is wrong is told by our own error
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # other processes work, too
        providers = ["CPUExecutionProvider"]
        session = _load(self.path, lambda: runtime.InferenceSession(str(self.path), options, providers=providers))
        names = [item.name for item in session.get_inputs()]
        if strangers := sorted(set(names) - set(INPUTS)) or sorted(set(INPUTS[:2]) - set(names)):
            raise ParamsError(
                f"{self.path}: this model does not fit, by its inputs: {', '.join(strangers)}", hint=_EXPORT
            )
        return session, names

    @cached_property
    def _tokenizer(self) -> Any:
        library = importlib.import_module("tokenizers")
        tokenizer = _load(self.tokenizer_path, lambda: library.Tokenizer.from_file(str(self.tokenizer_path)))
        tokenizer.no_padding()
        bound = self.most_tokens or (tokenizer.truncation or {}).get("max_length", MOST_TOKENS)
        tokenizer.enable_truncation(bound)
        return tokenizer


def read_model(path: Path) -> bytes:
    """Return the bytes of a model's file; raises ParamsError where it cannot be read."""
    try:
        return read_regular(path)
    except OSError as error:
        reason = (error.strerror or "system error").lower()
        hint = "a model needs its tokenizer.json beside it" if path.suffix == ".json" else "correct rerank.encoder"
        raise ParamsError(f"{path}: cannot be read: {reason}", hint=hint) from error


def _load(path: Path, load: Callable[[], Any]) -> Any:
    """Return what a library makes of a file; raises ParamsError where it can make nothing of it."""
    read_model(path)
    try:
        return load()
    except Exception as error:  # noqa: BLE001 (neither library has a class for what is wrong with a file)
        what = "ONNX model" if path.suffix != ".json" else "tokenizer.json of the tokenizers library"
        message = f"{path}: this is no {what} that can be read here: {_shorten(error)}"
        raise ParamsError(message, hint="see docs/encoders.md for what a model must be") from error


def _choose_output(session: Any) -> str:
    names = [str(item.name) for item in session.get_outputs()]
    return SENTENCE_OUTPUT if SENTENCE_OUTPUT in names else names[0]


def _shorten(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
