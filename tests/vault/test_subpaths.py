"""Headings and blocks that links name."""

import pytest

from florilegium.vault.headings import Heading
from florilegium.vault.subpaths import has_subpath

HEADINGS = (
    Heading("Plan", 1, 1),
    Heading("Costs: first [draft]", 2, 3),
    Heading("Rent", 4, 5),
    Heading("Café", 1, 7),
    Heading("Rent", 2, 9),
    Heading("C#", 2, 11),
)


@pytest.mark.parametrize(
    "subpath",
    [
        "",
        "#",
        "#Plan",
        "#plan",
        "#Costs: first [draft]",
        "#Costs first draft",
        "#Plan#Rent",
        "#Plan#Costs first draft#Rent",
        "#Cafe\u0301#Rent",
        "#C#",
        "#Café#C#",
        "#^a1",
        "#^A1",
    ],
)
def test_a_place_that_is_there_is_found(subpath: str) -> None:
    assert has_subpath(subpath, HEADINGS, ("a1",))


@pytest.mark.parametrize("subpath", ["#Rents", "#Café#Costs first draft", "#Rent#Plan", "#^b2", "#^", "#Plan#Café"])
def test_a_place_that_is_not_there_is_not_found(subpath: str) -> None:
    assert not has_subpath(subpath, HEADINGS, ("a1",))
