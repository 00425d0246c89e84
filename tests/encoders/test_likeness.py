"""Likeness of a document: that of its nearest passage to any question."""

from fakes import FakeEncoder

from florilegium.encoders.likeness import NOTHING, measure_likeness


def test_the_nearest_passage_counts_and_names_its_question() -> None:
    """One passage deep in a long text makes the document alike."""
    text = "The soup needs dill. " * 200 + "A cold folder keeps old notes. " + "The soup needs dill. " * 200
    encoder = FakeEncoder({"folder": 0.75, "dill": 0.25})
    found = measure_likeness(encoder, ["Where do old notes go?", "What is a folder?"], title="Soup", text=text)
    assert (found.value, found.question, found.passages) == (0.75, "Where do old notes go?", 3)


def test_only_few_passages_are_read_however_long_the_text() -> None:
    """Three passages for each of two questions."""
    encoder = FakeEncoder({})
    measure_likeness(encoder, ["one", "two"], title="", text="The soup needs dill. " * 5_000)
    assert len(encoder.asked) == 6


def test_without_words_or_questions_there_is_no_likeness() -> None:
    """An empty document and an empty brief are like nothing."""
    encoder = FakeEncoder({"soup": 1.0})
    assert measure_likeness(encoder, ["soup"], title="", text="") == NOTHING
    assert measure_likeness(encoder, [], title="soup", text="soup") == NOTHING
