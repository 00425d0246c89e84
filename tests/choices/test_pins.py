"""Pins are taken from the library, once, beside what the queries found."""

from pathlib import Path

from libraries import make_note, write_library

from florilegium.choices.choices import Choice
from florilegium.choices.pinning import collect_pins
from florilegium.choices.pins import add_pins, load_pins, store_pins
from florilegium.documents import Document


class Shortener:
    """A summariser that takes the first line."""

    def summarise(self, document: Document, text: str) -> str:
        return text.split("\n")[0]


def test_pins_are_stored_with_their_texts(tmp_path: Path) -> None:
    library = write_library(tmp_path / "library", [make_note("Cups", "Cups leak.\nOften."), make_note("Lids", "x")])
    ids = {document.title: document.id for document in library.documents.values()}
    choices = [Choice(ids["Cups"], "leaks"), Choice("nothing-00000000", "typo")]
    pins = collect_pins(choices, library, Shortener())
    assert [(pin.document.title, pin.document.summary, pin.hits) for pin in pins] == [("Cups", "Cups leak.", ())]
    (tmp_path / "pins" / "texts").mkdir(parents=True)
    (tmp_path / "pins" / "texts" / "old-00000000.md").write_text("old", encoding="utf-8")
    store_pins(tmp_path / "pins", "tea", pins, library.texts)
    assert load_pins(tmp_path / "pins") == pins
    files = sorted(path.relative_to(tmp_path / "pins").as_posix() for path in (tmp_path / "pins").rglob("*.*"))
    assert files == ["pins.json", f"texts/{ids['Cups']}.md"]


def test_a_pin_that_a_query_found_or_the_brief_names_is_no_second_finding(tmp_path: Path) -> None:
    library = write_library(tmp_path, [make_note(name, name) for name in ("Cups", "Lids", "Pots")])
    ids = {document.title: document.id for document in library.documents.values()}
    cups, lids, pots = (collect_pins([Choice(ids[name], "x")], library, Shortener())[0] for name in sorted(ids))
    assert add_pins([cups], [cups, lids, pots], [pots.document]) == (cups, lids)
