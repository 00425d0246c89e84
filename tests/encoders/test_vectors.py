"""The cache of vectors: the same digits from it and past it, whatever happened to its files."""

import os
from pathlib import Path

import pytest

from florilegium.encoders.vectors import VectorCache, compare_vectors

VALUES = (0.123456789, -1.0, 1e-9)


def make_cache(folder: Path, key: str = "model") -> tuple[VectorCache, list[int]]:
    return VectorCache(folder, key), []


def recall(cache: VectorCache, *texts: str, made: list[int]) -> tuple[float, ...]:
    def make() -> tuple[float, ...]:
        made.append(1)
        return VALUES

    return cache.recall(texts, make)


def test_a_vector_is_made_once_and_is_the_same_from_the_cache(tmp_path: Path) -> None:
    """The first answer has the rounded digits of all later ones."""
    cache, made = make_cache(tmp_path)
    first = recall(cache, "soup", made=made)
    assert recall(cache, "soup", made=made) == first
    assert first == pytest.approx((0.12346, -1.0, 0.0), abs=1e-7)
    assert len(made) == 1


@pytest.mark.parametrize(
    ("texts", "key"),
    [
        pytest.param(("soups",), "model", id="another_text"),
        pytest.param(("so", "up"), "model", id="two_texts"),
        pytest.param(("soup",), "newer model", id="another_model"),
    ],
)
def test_what_differs_is_made_anew(tmp_path: Path, texts: tuple[str, ...], key: str) -> None:
    """Text, number of texts and model all tell vectors apart."""
    _, made = make_cache(tmp_path)
    recall(VectorCache(tmp_path, "model"), "soup", made=made)
    recall(VectorCache(tmp_path, key), *texts, made=made)
    assert len(made) == 2


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\x00" * 16, id="zeros_after_a_power_cut"),
        pytest.param(b"abc", id="cut_short"),
        pytest.param(b"\x00\x00\x00\x00", id="no_vector"),
    ],
)
def test_a_spoilt_file_is_made_again(tmp_path: Path, content: bytes) -> None:
    """No damage of the cache reaches a score."""
    cache, made = make_cache(tmp_path)
    first = recall(cache, "soup", made=made)
    (path,) = tmp_path.rglob("*.bin")
    path.write_bytes(content)
    assert recall(cache, "soup", made=made) == first
    assert recall(cache, "soup", made=made) == first
    assert len(made) == 2


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    """The check sum covers every bit of the vector."""
    cache, made = make_cache(tmp_path)
    first = recall(cache, "soup", made=made)
    (path,) = tmp_path.rglob("*.bin")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(bytes(content))
    assert recall(cache, "soup", made=made) == first
    assert len(made) == 2


def test_a_killed_writer_leaves_no_half_vector(tmp_path: Path) -> None:
    """A file that was being written stands under another name and is never read."""
    cache, made = make_cache(tmp_path)
    recall(cache, "soup", made=made)
    (path,) = tmp_path.rglob("*.bin")
    os.replace(path, path.with_name(".1-0.partial"))
    recall(cache, "soup", made=made)
    assert len(made) == 2
    assert path.is_file()


def test_the_cosine_of_two_vectors() -> None:
    """Vectors of length one at an angle of 60 degrees."""
    assert compare_vectors((1.0, 0.0), (0.5, 3**0.5 / 2)) == pytest.approx(0.5)
