"""Seeds are found in the library or beside the brief; what is not found is told and stops nothing."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from florilegium.brief import files as brief_files
from florilegium.brief.catalogue import build_catalogue
from florilegium.brief.files import BriefFiles
from florilegium.brief.references import Reference
from florilegium.brief.seeds import SeedFinder, Seeds, collect_seeds, store_seeds
from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.sameness.fingerprints import make_content_key
from florilegium.texts import TextStore

PAGE = """<html><head><title>Tea | Shop</title><meta name="author" content="Ida Berg">
<meta property="og:title" content="How tea cools"><meta property="article:published_time" content="2026-03-17"></head>
<body><nav>Home</nav><article><h1>How tea cools</h1><p>Tea cools in a cup.</p></article></body></html>"""
URL = "https://shop.example/tea"


@dataclass(frozen=True)
class FakeSummariser:
    """Says what it was given."""

    def summarise(self, document: Document, text: str) -> str:
        return f"{document.title}:\n{len(text)} letters."


@dataclass(frozen=True)
class Project:
    """A project in a temporary folder, with a vault of two notes and one private note in its library's place."""

    root: Path

    @property
    def topic(self) -> Path:
        return self.root / "topics" / "tea"

    def write(self, path: str, content: str | bytes) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def collect(self, *references: Reference) -> Seeds:
        store = TextStore(self.root / "library")
        documents = []
        for draft in (
            Draft("obsidian", "Pots.md", "Pots", "# Pots\nA pot.\n", summary="A note on pots."),
            Draft(
                "readwise", "reader/1", "Leaves", "Leaves.\n", authorship="other", source_url="https://leaf.example/a"
            ),
        ):
            document = make_document(draft, source="vault", text=draft.text, highlights="> marked\n")
            store.write(document.id, text=draft.text, highlights="> marked\n" if draft.origin == "readwise" else "")
            documents.append(document)
        finder = SeedFinder(
            catalogue=build_catalogue(documents),
            texts=store,
            files=BriefFiles(self.topic, self.root),
            sources={"vault": self.root / "vault", "gone": self.root / "nowhere"},
        )
        return collect_seeds(references, finder, FakeSummariser())


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path / "project")
    made.write("topics/tea/brief.md", "Tea.")
    made.write("vault/Pots.md", "# Pots\nA pot.\n")
    made.write("vault/Private/Diary.md", "Secret.")
    return made


def test_library_documents_bring_their_texts_and_highlights(project: Project) -> None:
    seeds = project.collect(Reference("pots", "note"), Reference("http://www.leaf.example/a?utm_medium=x", "url"))
    assert [seed.problem for seed in seeds.seeds] == ["", ""]
    assert {item.document.title: (item.text, item.highlights) for item in seeds.texts} == {
        "Leaves": ("Leaves.\n", "> marked\n"),
        "Pots": ("# Pots\nA pot.\n", ""),
    }
    summaries = {item.title: item.summary for item in seeds.documents}
    assert summaries == {"Leaves": "Leaves: 8 letters.", "Pots": "A note on pots."}


def test_saved_page_becomes_a_web_document(project: Project) -> None:
    project.write("topics/tea/saved/tea.html", PAGE)
    [item] = project.collect(Reference(URL, "url", "saved/tea.html")).texts
    document = item.document
    assert (document.origin, document.source, document.location, document.authorship) == ("web", "", "brief", "other")
    assert (document.title, document.authors, document.published) == ("How tea cools", ("Ida Berg",), "2026-03-17")
    assert (document.original_path, document.source_url) == (URL, URL)
    assert "Tea cools in a cup." in item.text
    assert "Home" not in item.text


def test_seeds_have_the_fingerprints_that_findings_have(project: Project) -> None:
    """A saved page and the same text in the library have one content key, whatever their markup."""
    words = " ".join(f"Cup {number} cools in {number} minutes." for number in range(30))
    project.write("topics/tea/saved/tea.html", PAGE.replace("Tea cools in a cup.", f"<b>Cups.</b> {words}"))
    project.write("topics/tea/tea.md", f"# How tea cools\n\n**Cups.** {words}\n")
    page, text = project.collect(Reference(URL, "url", "saved/tea.html"), Reference("tea.md", "file")).fingerprints
    assert page.id != text.id
    assert page.content_key == text.content_key == make_content_key(f"How tea cools Cups. {words}")
    assert page.signature == text.signature != ()


@pytest.mark.parametrize(
    ("path", "content", "title"),
    [
        pytest.param("topics/tea/q.txt", "Questions on tea\n\n1. Why?\n", "Questions on tea", id="text_first_line"),
        pytest.param("topics/tea/a-b_c.txt", "- one\n", "a b c", id="text_file_name"),
        pytest.param(
            "topics/tea/n.md", "---\ntitle: Mine\ntags: [hot]\n---\n# H\n", "Mine", id="markdown_front_matter"
        ),
        pytest.param("topics/tea/n.md", "Words.\n\n# The pot\n", "The pot", id="markdown_heading"),
        pytest.param("topics/tea/p.html", PAGE, "How tea cools", id="html"),
        pytest.param("topics/coffee/n.md", "# Beside another brief\n", "Beside another brief", id="another_topic"),
        pytest.param("topics/tea/l.txt", "Sm\xf6rg\xe5s\n".encode("latin-1"), "Smörgås", id="latin_1"),
    ],
)
def test_file_becomes_a_document(project: Project, path: str, content: str | bytes, title: str) -> None:
    """User bug: a file in another encoding kills the ingest."""
    project.write(path, content)
    [item] = project.collect(Reference(os.path.relpath(path, "topics/tea"), "file")).texts
    assert item.document.title == title
    assert (item.document.origin, item.document.location, item.document.authorship) == ("file", "brief", "mixed")
    assert item.document.original_path == path


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        pytest.param(Reference("Nothing", "note"), "no note of this name", id="note"),
        pytest.param(Reference("None", "notebook"), "no notebook of this title", id="notebook"),
        pytest.param(Reference(URL, "url"), "save the page beside the brief", id="page_not_saved"),
        pytest.param(
            Reference(URL, "url", "saved/none.html"), "there is no file 'saved/none.html'", id="saved_page_missing"
        ),
        pytest.param(Reference("none.md", "file"), "there is no file 'none.md'", id="file_missing"),
        pytest.param(Reference("../../../outside.md", "file"), "outside the topic's folder", id="climbs_out"),
        pytest.param(Reference("/etc/hostname", "file"), "outside the topic's folder", id="absolute"),
        pytest.param(Reference("link.md", "file"), "outside the topic's folder", id="symlink"),
        pytest.param(Reference("notes/n.md", "file"), "not below topics/", id="beside_the_params"),
        pytest.param(Reference("a\0b.md", "file"), "no file name that can be opened", id="nul"),
        pytest.param(Reference("x" * 5000 + ".md", "file"), "no", id="endless_name"),
        pytest.param(Reference("scan.pdf", "file"), "files .pdf are not read", id="other_type"),
        pytest.param(Reference("empty.md", "file"), "it is empty", id="empty"),
        pytest.param(Reference("blob.txt", "file"), "it holds no text", id="binary"),
        pytest.param(Reference("vault/Private/Diary.md", "file"), "'vault', which did not take it", id="private_note"),
        pytest.param(
            Reference(URL, "url", "vault/Private/Diary.md"), "'vault', which did not take it", id="private_page"
        ),
    ],
)
def test_what_is_not_found_is_told(project: Project, tmp_path: Path, reference: Reference, words: str) -> None:
    """User bugs: unreadable files vanish in silence; path traversal and symlink escape."""
    (tmp_path / "outside.md").write_text("Outside.", encoding="utf-8")
    project.write("notes/n.md", "A change here would reach no stage.")
    os.symlink(tmp_path / "outside.md", project.topic / "link.md")
    project.write("topics/tea/scan.pdf", b"%PDF")
    project.write("topics/tea/empty.md", " \n")
    project.write("topics/tea/blob.txt", bytes(range(256)) * 40)
    seeds = project.collect(reference, Reference("pots", "note"))
    assert words in seeds.seeds[0].problem
    assert seeds.seeds[0].documents == ()
    assert seeds.missing == seeds.seeds[:1]
    assert [item.title for item in seeds.documents] == ["Pots"]
    if not reference.reference.startswith("/"):
        assert str(tmp_path) not in seeds.seeds[0].problem


def test_a_file_of_a_source_is_its_document(project: Project) -> None:
    [item] = project.collect(Reference("vault/Pots.md", "file")).texts
    assert (item.document.origin, item.document.title) == ("obsidian", "Pots")


def test_big_file_is_refused(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brief_files, "MAXIMUM_BYTES", 4)
    project.write("topics/tea/big.md", "Words.")
    [seed] = project.collect(Reference("big.md", "file")).seeds
    assert "6 bytes, more than 4" in seed.problem


def test_two_references_to_one_document_store_it_once(project: Project, tmp_path: Path) -> None:
    seeds = project.collect(Reference("pots", "note"), Reference("Pots.md", "note"))
    assert seeds.seeds[0].documents == seeds.seeds[1].documents
    assert len(seeds.texts) == 1


def test_store_holds_these_texts_and_no_others(project: Project, tmp_path: Path) -> None:
    store = TextStore(tmp_path / "seeds")
    store.write("old-00000000", text="Old.", highlights="")
    store_seeds(Seeds((), ()), store)
    assert sorted(path.name for path in store.root.rglob("*")) == ["highlights", "texts"]
    seeds = project.collect(Reference("https://leaf.example/a", "url"))
    store_seeds(seeds, store)
    [document] = seeds.documents
    assert store.read_text(document.id) == "Leaves.\n"
    assert store.read_highlights(document.id) == "> marked\n"
