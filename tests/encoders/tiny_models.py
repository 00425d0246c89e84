"""Tiny ONNX models and their tokenizer, written byte by byte: a bi-encoder and a cross-encoder of six words."""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

WORDS = ("[UNK]", "dill", "potatoes", "notes", "memory", "folder")
# One row a word: the first half of the places is about food, the second about notes.
ROWS = (
    (0.0,) * 8,
    (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.8, 0.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0, 0.8, 0.6, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0),
)
FLOAT, INT64 = 1, 7  # types of a tensor
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def write_bi_encoder(path: Path, *, inputs: Sequence[str] = INPUTS, output: str = "last_hidden_state") -> Path:
    """Write a model that gives each token its row; beside it the tokenizer."""
    nodes = [_node("Gather", ["rows", "input_ids"], output)]
    return _write(path, nodes, inputs=inputs, output=output)


def write_cross_encoder(path: Path) -> Path:
    """Write a model whose logit is the product of what question and passage add up to."""
    nodes = [
        _node("Gather", ["rows", "input_ids"], "tokens"),
        _node("Cast", ["token_type_ids"], "types", to=FLOAT),
        _node("Unsqueeze", ["types"], "second", axes=[2]),
        _node("Mul", ["tokens", "second"], "passage_tokens"),
        _node("ReduceSum", ["passage_tokens"], "passage", axes=[1], keepdims=0),
        _node("ReduceSum", ["tokens"], "both", axes=[1], keepdims=0),
        _node("Sub", ["both", "passage"], "question"),
        _node("Mul", ["question", "passage"], "product"),
        _node("ReduceSum", ["product"], "logits", axes=[1], keepdims=1),
    ]
    return _write(path, nodes, inputs=INPUTS, output="logits")


def write_classifier(path: Path) -> Path:
    """Write a model that gives three classes, which is neither of the two kinds."""
    nodes = [
        _node("Gather", ["rows", "input_ids"], "tokens"),
        _node("ReduceSum", ["tokens"], "sums", axes=[1], keepdims=0),
        _node("Slice", ["sums", "start", "end", "axis"], "classes"),
    ]
    numbers = {"start": 0, "end": 3, "axis": 1}
    return _write(path, nodes, inputs=INPUTS, output="classes", numbers=numbers)


def write_tokenizer(folder: Path, *, most_tokens: int | None = None) -> Path:
    """Write a tokenizer of whole words, which cuts where it is told to."""
    cut = {"max_length": most_tokens, "stride": 0, "strategy": "LongestFirst", "direction": "Right"}
    pair = [{"Sequence": {"id": name, "type_id": number}} for number, name in enumerate("AB")]
    value = {
        "version": "1.0",
        "truncation": cut if most_tokens else None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {"type": "TemplateProcessing", "single": pair[:1], "pair": pair, "special_tokens": {}},
        "decoder": None,
        "model": {
            "type": "WordLevel",
            "vocab": {word: place for place, word in enumerate(WORDS)},
            "unk_token": "[UNK]",
        },
    }
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def _write(
    path: Path, nodes: Sequence[bytes], *, inputs: Sequence[str], output: str, numbers: Mapping[str, int] | None = None
) -> Path:
    rows = _tensor("rows", FLOAT, (len(ROWS), len(ROWS[0])), b"".join(struct.pack("<8f", *row) for row in ROWS))
    tensors = [rows, *(_tensor(name, INT64, (1,), struct.pack("<q", n)) for name, n in (numbers or {}).items())]
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, b"tiny"),
            *(_field(5, tensor) for tensor in tensors),
            *(_field(11, _value(name, INT64, ("batch", "sequence"))) for name in inputs),
            _field(12, _value(output, FLOAT, ())),
        ]
    )
    model = b"".join([_number(1, 6), _field(7, graph), _field(8, _number(2, 11))])
    path.write_bytes(model)
    write_tokenizer(path.parent)
    return path


def _node(kind: str, given: Sequence[str], made: str, **attributes: int | list[int]) -> bytes:
    parts = [*(_field(1, name.encode()) for name in given), _field(2, made.encode()), _field(4, kind.encode())]
    for name, value in attributes.items():
        if isinstance(value, int):
            body = _number(3, value) + _number(20, 2)
        else:
            body = b"".join(_number(8, item) for item in value) + _number(20, 7)
        parts.append(_field(5, _field(1, name.encode()) + body))
    return b"".join(parts)


def _tensor(name: str, kind: int, shape: Sequence[int], data: bytes) -> bytes:
    return b"".join([*(_number(1, n) for n in shape), _number(2, kind), _field(8, name.encode()), _field(9, data)])


def _value(name: str, kind: int, shape: Sequence[str]) -> bytes:
    """Return the type of an input or output; without a shape it may have any."""
    places = b"".join(_field(1, _field(2, place.encode())) for place in shape)
    tensor = _number(1, kind) + (_field(2, places) if shape else b"")
    return _field(1, name.encode()) + _field(2, _field(1, tensor))


def _field(place: int, data: bytes) -> bytes:
    """Return bytes as a field of a protocol buffer."""
    return _varint(place << 3 | 2) + _varint(len(data)) + data


def _number(place: int, value: int) -> bytes:
    return _varint(place << 3) + _varint(value)


def _varint(value: int) -> bytes:
    parts = []
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])
