"""One byline, several authors."""

import pytest

from florilegium.sources.bylines import split_authors


@pytest.mark.parametrize(
    ("byline", "expected"),
    [
        pytest.param("Noor Adeyemi", ("Noor Adeyemi",), id="one"),
        pytest.param("Agnes Thorvald, Per Nystad", ("Agnes Thorvald", "Per Nystad"), id="comma"),
        pytest.param("Yusra Kettle and Dov Castellan", ("Yusra Kettle", "Dov Castellan"), id="and"),
        pytest.param("A. One, B. Two, and C. van Three", ("A. One", "B. Two", "C. van Three"), id="oxford_comma"),
        pytest.param("Strunk, William", ("Strunk, William",), id="family_name_first"),
        pytest.param("Strunk, William; White, E. B.", ("Strunk, William", "White, E. B."), id="semicolon"),
        pytest.param("J. M. Calloway, PhD", ("J. M. Calloway, PhD",), id="degree"),
        pytest.param(
            "Ministry of Health and Social Affairs", ("Ministry of Health and Social Affairs",), id="ministry"
        ),
        pytest.param("by  Noor\nAdeyemi", ("Noor Adeyemi",), id="by"),
        pytest.param("@ninefathoms", ("@ninefathoms",), id="handle"),
        pytest.param("三浦かおる", ("三浦かおる",), id="japanese"),
        pytest.param("Noor Adeyemi; Noor Adeyemi", ("Noor Adeyemi",), id="twice"),
        pytest.param(" ; , ", (), id="nobody"),
    ],
)
def test_splits_authors(byline: str, expected: tuple[str, ...]) -> None:
    assert split_authors(byline) == expected
