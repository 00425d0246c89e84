"""A memory on disk: one set of files and entries, whole or not at all, and nothing read from outside."""

import dataclasses
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.documents import hash_text, make_id
from florilegium.entries import Entry, Index
from florilegium.errors import ArtifactError
from florilegium.memory.folder import Contents, load_index, load_memory, write_memory

TRICKY = [
    "no", "y", "2026-01-01", "1e3", "089", "0o17", "1_000", "12:30", "~", "null", "- a", "a: b", "#x", "", " x ",
    "<<", "=", "!tag", "&a", "*a", "NaN", "a\nb", "日本語", "😀", "\u2028", "\x85", "é", "'", '"', "{{ x }}", "[[A]]",
]  # fmt: skip


def make_entry(title: str = "A", **changes: object) -> Entry:
    document_id = make_id(title=title, origin="obsidian", source="vault", original_path=f"{title}.md")
    entry = Entry(
        id=document_id, title=title, authors=(), origin="obsidian", location="", kind="note", authorship="own",
        publication="", published=None, saved=None, tags=(), notebook=None, relevance_score=0.5, seed=False, themes=(),
        found_by=(), signal="metadata", summary="", uri_highlights=None, uri_full=f"full/{document_id}.md",
        original_path=f"{title}.md", source_url=None, also_in=(), words=1, highlights=0, own_notes=0,
        sha256=hash_text("full"), reason="",
    )  # fmt: skip
    return dataclasses.replace(entry, **changes)  # type: ignore[arg-type]


def make_contents(*entries: Entry) -> Contents:
    index = Index(1, "t", "T", "B", 1, len(entries), {"obsidian": len(entries)}, (), 0, entries)
    marked = {entry.id: "# Highlights: A\n\n> one\n" for entry in entries if entry.uri_highlights}
    return Contents(index, {entry.id: "full" for entry in entries}, marked)


def mark(entry: Entry) -> Entry:
    return dataclasses.replace(entry, uri_highlights=f"highlights/{entry.id}.md")


def list_files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", ["", "index.yaml"], ids=["folder", "index"])
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    contents = make_contents(mark(make_entry()), make_entry("B"))
    write_memory(tmp_path / "memory", contents)
    memory = load_memory(tmp_path / "memory" / name)
    assert memory.index == contents.index == load_index(tmp_path / "memory" / name)
    first, second = memory.index.entries
    assert memory.read_full(first) == "full"
    assert memory.read_highlights(first) == "# Highlights: A\n\n> one\n"
    assert memory.read_highlights(second) == ""


def test_files_and_index_are_the_same_set(tmp_path: Path) -> None:
    """Pages missing from the index, or without a page: the folder holds what the index names and nothing else."""
    root = tmp_path / "memory"
    write_memory(root, make_contents(mark(make_entry()), make_entry("B")))
    write_memory(root, make_contents(mark(make_entry("C"))))
    entry = load_index(root).entries[0]
    assert set(list_files(root)) == {"index.yaml", entry.uri_full, entry.uri_highlights}
    assert [path.name for path in tmp_path.iterdir()] == ["memory"]


def test_further_files_are_listed_with_their_hashes(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    write_memory(root, make_contents(make_entry()), {"index.html": "<p>", "README.md": "# é\n"})
    assert (root / "README.md").read_bytes() == "# é\n".encode()
    assert list(load_index(root).pages.items()) == [("README.md", hash_text("# é\n")), ("index.html", hash_text("<p>"))]


@pytest.mark.parametrize("name", ["index.yaml", "a/b.md", ".hidden", "README"])
def test_a_further_file_has_a_plain_name_of_its_own(tmp_path: Path, name: str) -> None:
    (tmp_path / ".memory.partial" / "a").mkdir(parents=True)
    with pytest.raises((ArtifactError, FileNotFoundError)):
        write_memory(tmp_path / "memory", make_contents(make_entry()), {name: "x"})
    assert not (tmp_path / "memory").exists()


def test_titles_that_differ_in_signs_are_different_files(tmp_path: Path) -> None:
    write_memory(tmp_path / "m", make_contents(*(make_entry(title) for title in ("C", "C#", "C++"))))
    assert len(list_files(tmp_path / "m")) == 4


def test_the_same_contents_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_memory(tmp_path / name, make_contents(mark(make_entry("日本語")), make_entry("B")))
    assert list_files(tmp_path / "one") == list_files(tmp_path / "two")


def test_an_invalid_index_leaves_the_old_memory(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    write_memory(root, make_contents(make_entry()))
    before = list_files(root)
    with pytest.raises(ArtifactError, match="relevance_score"):
        write_memory(root, make_contents(make_entry(relevance_score=2.0)))
    assert list_files(root) == before


def test_what_a_killed_run_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".memory.partial" / "full").mkdir(parents=True)
    (tmp_path / ".memory.partial" / "full" / "stray.md").write_text("x", encoding="utf-8")
    write_memory(tmp_path / "memory", make_contents(make_entry()))
    assert len(list_files(tmp_path)) == 2


@pytest.mark.parametrize("loader", [yaml.CSafeLoader, yaml.SafeLoader, yaml.BaseLoader])
def test_strings_stay_strings_for_any_loader(tmp_path: Path, loader: type) -> None:
    texts = tuple(TRICKY)
    write_memory(tmp_path / "m", make_contents(make_entry(authors=texts, summary="1e3", publication="no")))
    text = (tmp_path / "m" / "index.yaml").read_text(encoding="utf-8")
    entry = yaml.load(text, Loader=loader)["entries"][0]
    assert tuple(entry["authors"]) == texts
    assert (entry["summary"], entry["publication"]) == ("1e3", "no")


@pytest.mark.parametrize("text", [text for text in TRICKY if text[:1].isdigit() or text in ("no", "y", "null", "~")])
def test_what_other_loaders_would_take_for_a_number_is_quoted(tmp_path: Path, text: str) -> None:
    """YAML 1.2 reads `1e3`, `089` and `0o17` as numbers, some readers of 1.1 read `y` as true."""
    write_memory(tmp_path / "m", make_contents(make_entry(publication=text)))
    assert f"publication: '{text}'\n" in (tmp_path / "m" / "index.yaml").read_text(encoding="utf-8")


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_text_survives_the_catalogue(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    root = tmp_path_factory.mktemp("m") / "m"
    write_memory(root, make_contents(make_entry(summary=text, tags=(text,))))
    entry = load_index(root).entries[0]
    assert (entry.summary, entry.tags) == (text, (text,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(None, "here is no memory", id="no_index"),
        pytest.param("a: [", "not YAML", id="no_yaml"),
        pytest.param("a: 1", "problem", id="another_document"),
        pytest.param("", "problem", id="empty"),
    ],
)
def test_a_broken_memory_says_so(tmp_path: Path, text: str | None, message: str) -> None:
    if text is not None:
        (tmp_path / "index.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ArtifactError, match=message):
        load_memory(tmp_path)


@pytest.mark.parametrize("uri", ["../secret.md", "full/../../secret.md", "/secret.md", "full/sub/x.md"])
def test_the_index_names_no_file_outside(tmp_path: Path, uri: str) -> None:
    """Path traversal: such an index does not even load."""
    root = tmp_path / "memory"
    write_memory(root, make_contents(make_entry()))
    text = (root / "index.yaml").read_text(encoding="utf-8")
    (root / "index.yaml").write_text(text.replace(f"uri_full: {make_entry().uri_full}", f"uri_full: {uri}"), "utf-8")
    with pytest.raises(ArtifactError, match="uri_full"):
        load_memory(root)


def test_a_link_out_of_the_memory_is_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    write_memory(root, make_contents(make_entry()))
    memory = load_memory(root)
    entry = memory.index.entries[0]
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    (root / entry.uri_full).unlink()
    (root / entry.uri_full).symlink_to(tmp_path / "secret.md")
    with pytest.raises(ArtifactError, match="leads out"):
        memory.read_full(entry)


@pytest.mark.parametrize("damage", ["gone", "bytes", "nul", "loop"])
def test_a_layer_that_cannot_be_read_is_named(tmp_path: Path, damage: str) -> None:
    root = tmp_path / "memory"
    write_memory(root, make_contents(make_entry()))
    memory = load_memory(root)
    entry = memory.index.entries[0]
    path = root / entry.uri_full
    path.unlink()
    if damage == "bytes":
        path.write_bytes(b"\xff\xfe\x00")
    elif damage == "loop":
        path.symlink_to(path)
    elif damage == "nul":
        entry = dataclasses.replace(entry, uri_full="full/\0.md")
    with pytest.raises(ArtifactError, match="cannot be read"):
        memory.read_full(entry)
