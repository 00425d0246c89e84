"""Where an article names a source in order to say that it did not use it."""

import pytest

from florilegium.distilling.attribution.refusals import is_refusal


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("I have not read “", "”, so I cannot say.", id="not_read"),
        pytest.param("I haven't opened ", " yet.", id="short_form"),
        pytest.param("This essay makes no use of *", "*, which came too late.", id="no_use"),
        pytest.param("I left “", "” unread on purpose.", id="unread"),
        pytest.param("We have yet to read ", ".", id="yet_to"),
        pytest.param("Ich habe “", "” nicht gelesen.", id="german"),
    ],
)
def test_the_writer_denies_the_use(before: str, after: str) -> None:
    assert is_refusal(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("I had never kept a folder before I read “", "”.", id="something_else_is_denied"),
        pytest.param("Those who have not read “", "” should.", id="others_have_not"),
        pytest.param("I read “", "” and did not sleep.", id="something_else_follows"),
        pytest.param("In “", "” nobody reads anything.", id="told_of_the_source"),
        pytest.param("", " is not to be trusted.", id="an_opinion"),
    ],
)
def test_what_only_sounds_like_it_is_a_use(before: str, after: str) -> None:
    assert not is_refusal(before, after)
