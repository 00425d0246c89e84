"""Questions that ask for several things."""

import pytest

from florilegium.search.parts import find_names, split_question


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "Did Ada order the oak saplings before she asked Ben about the watering rota?",
            ("Did Ada order the oak saplings", "she asked Ben about the watering rota?"),
            id="two events",
        ),
        pytest.param(
            "Wer bestellte die Setzlinge, nachdem Ben den Gießplan schrieb",
            ("Wer bestellte die Setzlinge", "Ben den Gießplan schrieb"),
            id="German",
        ),
        pytest.param("oak saplings. watering rota", ("oak saplings", "watering rota"), id="two sentences"),
        pytest.param("life before death", ("life death",), id="a part of one word is none"),
        pytest.param("young trees die in summer", ("young trees die in summer",), id="one thing"),
        pytest.param("", (), id="nothing"),
    ],
)
def test_a_question_is_parted_where_it_joins_two_things(text: str, expected: tuple[str, ...]) -> None:
    """Each part asks for something by itself; what does not stays with its neighbour."""
    assert split_question(text) == expected


def test_names_have_a_capital_inside_a_sentence() -> None:
    """The first word's capital tells nothing."""
    assert [term.term for term in find_names("Did Ada see Ben or the oak?")] == ["ada", "ben"]
