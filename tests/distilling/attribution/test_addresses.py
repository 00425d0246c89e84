"""Addresses of sources in an article: whole, without a scheme, or only the path."""

from collections.abc import Callable

import pytest

from florilegium.distilling.attribution.addresses import AddressIndex
from florilegium.distilling.attribution.corpus import Corpus, Source

ADDRESS = "https://heat.example.org/2005/post-481"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("It is on heat.example.org/2005/post-481, I think.", "heat.example.org/2005/post-481", id="bare"),
        pytest.param("It is on www.heat.example.org/2005/post-481/.", "www.heat.example.org/2005/post-481/", id="www"),
        pytest.param("Look under /2005/post-481.", "/2005/post-481", id="path"),
        pytest.param("Look under /2005/post-482.", None, id="another_path"),
        pytest.param("It is on heat.example.org/2005/.", None, id="a_folder"),
        pytest.param("See ../2005/post-481.", None, id="a_path_of_files"),
    ],
)
def test_parts_of_an_address(
    text: str, expected: str | None, source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    index = AddressIndex(memory(source("Cups", "Text.", source_url=ADDRESS)))
    assert [text[start:end] for _, start, end in index.find_parts(text)] == ([] if expected is None else [expected])


def test_a_path_of_two_sites_names_neither(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    other = ADDRESS.replace("heat", "cold")
    index = AddressIndex(memory(source("Cups", "Text.", source_url=ADDRESS), source("Lids", "Text.", source_url=other)))
    assert list(index.find_parts("Look under /2005/post-481.")) == []
