"""The fakes do what the tests that use them rely on."""

import pytest
from fakes import FakeEncoder, FakeReader

from florilegium.errors import SourceUnavailableError


def test_a_fake_reader_lists_loads_and_reads() -> None:
    reader = FakeReader()
    reader.put("a.md", "# Apple\n> sweet\n[[pear]]\n===\n# Second\n")
    reader.put("b.png", "picture")
    scan = reader.scan()
    assert [unit.key for unit in scan.units] == ["a.md"]
    assert [(row.path, row.reason) for row in scan.rows] == [("b.png", "not_a_note")]
    content = reader.load(scan.units[0].inputs[0])
    first, second = reader.read(scan.units[0], {"a.md": content}).drafts
    assert (first.title, first.highlights[0].text, first.links[0].target) == ("Apple", "sweet", "pear")
    assert (second.title, second.original_path) == ("Second", "a.md#1")
    assert (reader.loaded, reader.parsed) == (["a.md"], ["a.md"])


def test_a_touched_file_has_a_new_time_and_the_same_bytes() -> None:
    reader = FakeReader()
    reader.put("a.md", "x")
    before = reader.scan().units[0].inputs[0]
    reader.touch("a.md")
    after = reader.scan().units[0].inputs[0]
    assert (after.size, after.mtime_ns) == (before.size, before.mtime_ns + 60_000_000_000)


def test_a_fake_reader_fails_in_every_way_that_a_source_can() -> None:
    reader = FakeReader(unreadable_files={"a.md"}, unreadable_folders={"deep"})
    for path, content in (("a.md", "x"), ("deep/b.md", "x"), ("c.md", "CRASH"), ("d.md", "PRIVATE")):
        reader.put(path, content)
    scan = reader.scan()
    units = {unit.key: unit for unit in scan.units}
    assert sorted(units) == ["a.md", "c.md", "d.md"]
    assert scan.unreadable == ("deep",)
    with pytest.raises(PermissionError):
        reader.load(units["a.md"].inputs[0])
    with pytest.raises(ValueError, match="fell over"):
        reader.read(units["c.md"], {"c.md": b"CRASH"})
    assert reader.read(units["d.md"], {"d.md": b"PRIVATE"}).rows[0].reason == "private"
    reader.unreachable = SourceUnavailableError("gone")
    with pytest.raises(SourceUnavailableError):
        reader.scan()


def test_a_fake_encoder_is_near_by_word_and_remembers_what_it_was_asked() -> None:
    """The nearest word of a passage counts; a passage without any is far."""
    encoder = FakeEncoder({"soup": 0.5, "dill": 0.75})
    assert encoder.compare("What to eat?", ["soup with dill", "soup", "notes"]) == [0.75, 0.5, 0.0]
    assert encoder.asked == [("What to eat?", "soup with dill"), ("What to eat?", "soup"), ("What to eat?", "notes")]
