"""From findings and seeds to candidates: what is one document, what is not, and that nothing is lost."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.candidates import Candidate
from florilegium.documents import Document, hash_text, make_id
from florilegium.findings import Finding, Hit
from florilegium.plans import Fingerprint
from florilegium.sameness.duplicates import Deduplication, deduplicate

SIMILARITY = 0.7
PLACES = 64
URL = "https://quietmachine.example.org/files-beat-databases"


def make_signature(text: str, *, like: str = "", shared: float = 0.0) -> tuple[int, ...]:
    """Return a signature that agrees with that of another text in a given share of its places."""

    def hash_place(name: str, place: int) -> int:
        return int.from_bytes(hashlib.sha256(f"{name} {place}".encode()).digest()[:4], "big")

    return tuple(hash_place(like if place < round(shared * PLACES) else text, place) for place in range(PLACES))


def make_finding(path: str, *, text: str = "", like: str = "", shared: float = 0.0, **values: Any) -> Finding:
    """Return a finding; `text` stands for its content, `like` and `shared` for what it has in common with another."""
    values = {"origin": "readwise", "source": "readwise", "title": path, "words": 900, "authorship": "other", **values}
    content = text or path
    known: dict[str, Any] = {
        "location": "library", "kind": "article", "aliases": (), "authors": (), "publication": "", "published": None,
        "saved": None, "tags": (), "notebook": None, "summary": "", "headings": (), "source_url": None,
        "sha256": hash_text(f"{path} {content}"), "highlights": 0, "own_notes": 0, "highlights_sha256": None,
        "diagnostics": (), **values,
    }  # fmt: skip
    given = {name: known[name] for name in ("title", "origin", "source")}
    document = Document(id=make_id(**given, original_path=path), original_path=path, **known)
    signature = make_signature(content, like=like, shared=shared) if document.words >= 24 else ()
    return Finding(document, hits=(), key_terms=(), content_key=hash_text(content), signature=signature)


def note(path: str, **values: Any) -> Finding:
    """Return the finding of a note by the reader."""
    defaults = {"origin": "obsidian", "source": "vault", "location": "", "kind": "note", "authorship": "own"}
    return make_finding(path, **{**defaults, **values})


def source(path: str, **values: Any) -> Finding:
    """Return the finding of a source in a notebook."""
    return make_finding(path, **{"origin": "notebooklm", "source": "notebooks", "kind": "text", **values})


def name_groups(result: Deduplication) -> list[list[str]]:
    """Return the original paths of each candidate's documents."""
    return sorted(sorted(item.original_path for item in list_documents(candidate)) for candidate in result.candidates)


def list_documents(candidate: Candidate) -> list[Document]:
    return [candidate.document, *(item.document for item in candidate.also_in)]


ARTICLE = make_finding(
    "reader/1", title="Files Beat Databases", authors=("Noor Adeyemi",), source_url=URL, text="files"
)
TITLED = {"title": "Files Beat Databases", "authors": ("Noor Adeyemi",)}
LIKE = {"like": "files", "text": "other files"}

ONE = [
    pytest.param(
        ARTICLE,
        note(
            "Reading/Clip.md",
            title="Files Beat Databases",
            source_url="http://www." + URL[8:] + "/?utm_source=x",
            authorship="other",
            kind="clipping",
        ),
        "same_url",
        1.0,
        id="address_with_tracking",
    ),
    pytest.param(
        ARTICLE,
        make_finding("books/1", source_url=URL, title="Files (web)", words=90),
        "same_url",
        1.0,
        id="address_with_highlights_only",
    ),
    pytest.param(ARTICLE, source("S/a.html", text="files"), "same_content", 1.0, id="equal_text_in_another_origin"),
    pytest.param(ARTICLE, source("S/a.html", **LIKE, shared=0.75), "near_duplicate", 0.75, id="near_text"),
    pytest.param(ARTICLE, source("S/a.html", **LIKE, shared=0.625, words=560), "near_duplicate", 0.625, id="cut_copy"),
    pytest.param(
        ARTICLE, make_finding("csv/1", **TITLED, words=120), "same_title_and_author", 1.0, id="title_and_author"
    ),
    pytest.param(
        ARTICLE,
        source("S/a.pdf", title="Files Beat Databases.pdf", authors=("N. Adeyemi",), words=90),
        "same_title_and_author",
        1.0,
        id="title_and_initial",
    ),
    pytest.param(
        note("Readwise/Articles/A.md"),
        make_finding("Articles/A.md", source="readwise-notes", words=100),
        "same_path",
        1.0,
        id="file_read_by_two_sources",
    ),
    pytest.param(
        note("Ideas/\u00e5.md", text="x"),
        note("Ideas/a\u030a.md", title="Renamed", text="x"),
        "same_path",
        1.0,
        id="path_in_two_unicode_forms",
    ),
    pytest.param(
        note("Ideas/A.md", text="x"),
        source("S/A", text="x", title="A", authorship="other"),
        "same_content",
        1.0,
        id="own_note_uploaded_to_a_notebook",
    ),
    pytest.param(
        note("Draft.md"),
        note("Draft copy.md", like="Draft.md", text="y", shared=0.9),
        "near_duplicate",
        0.9062,
        id="own_note_kept_twice",
    ),
    pytest.param(
        ARTICLE,
        make_finding("reader/2", **TITLED, source_url="https://mirror.example.net/a", **LIKE, shared=0.9),
        "near_duplicate",
        0.9062,
        id="syndicated_copy",
    ),
]

TWO = [
    pytest.param(
        ARTICLE, note("On Files.md", title="On Files Beat Databases", source_url=URL), id="own_note_that_cites"
    ),
    pytest.param(
        ARTICLE,
        note(
            "On Files.md",
            title="On Files Beat Databases",
            source_url=URL,
            authorship="other",
            authors=("Noor Adeyemi",),
        ),
        id="own_note_taken_for_a_clipping",
    ),
    pytest.param(ARTICLE, note("Files Beat Databases.md", title="Files Beat Databases"), id="own_note_with_its_title"),
    pytest.param(
        ARTICLE,
        make_finding("reader/2", title="What Index Files Buy You", authors=("Noor Adeyemi",)),
        id="two_articles_by_one_author",
    ),
    pytest.param(
        note("A/Meeting.md", title="Meeting"), note("B/Meeting.md", title="Meeting"), id="equal_titles_of_notes"
    ),
    pytest.param(
        note("2026-01-01.md", kind="daily", text="t", words=40),
        note("2026-01-02.md", kind="daily", text="t", words=40),
        id="daily_notes_from_one_template",
    ),
    pytest.param(
        note("W12.md", title="2026-W12", text="t", words=60),
        note("W13.md", title="2026-W13", text="t", words=60),
        id="weeks_from_one_template",
    ),
    pytest.param(note("A.md", text="t", words=7), source("S/B", text="t", words=7), id="equal_stubs"),
    pytest.param(note("Kyoto.md", text="t", words=20), note("Oslo.md", text="t", words=20), id="equal_short_notes"),
    pytest.param(note("A.md", text="a"), note("B.md", like="a", text="b", shared=0.8), id="own_notes_that_look_alike"),
    pytest.param(
        make_finding("a", title="Recall, part 1", authors=("T. Rehn",)),
        make_finding("b", title="Recall, part 2", authors=("T. Rehn",), like="a", text="b", shared=0.9),
        id="parts_of_a_series",
    ),
    pytest.param(
        ARTICLE,
        make_finding("reader/2", **TITLED, source_url="https://other.example.net/x"),
        id="one_title_two_addresses",
    ),
    pytest.param(
        replace(ARTICLE, document=replace(ARTICLE.document, published="2019")),
        make_finding("b", **TITLED, published="2021-02-01", words=90),
        id="editions",
    ),
    pytest.param(
        make_finding("a", title="Monday letter", authors=("T. Rehn",), kind="email"),
        make_finding("b", title="Monday letter", authors=("T. Rehn",), kind="email"),
        id="issues_of_a_letter",
    ),
    pytest.param(ARTICLE, make_finding("b", **TITLED, kind="book", words=90), id="article_and_book"),
    pytest.param(
        make_finding("a", source_url="https://example.org/"),
        make_finding("b", source_url="https://example.org"),
        id="front_page_of_a_site",
    ),
    pytest.param(
        make_finding("a", title="Ep. 41", source_url="https://example.org/show"),
        make_finding("b", title="Ep. 42", source_url="https://example.org/show"),
        id="episodes_of_a_show",
    ),
    pytest.param(
        make_finding("a", text="Subscribe", words=30, source_url="https://example.org/a"),
        make_finding("b", text="Subscribe", words=30, source_url="https://example.org/b"),
        id="one_paywall",
    ),
    pytest.param(ARTICLE, source("S/digest", **LIKE, shared=0.375, words=2400), id="digest_that_quotes_all_of_it"),
    pytest.param(ARTICLE, note("Essay.md", **LIKE, shared=0.6, words=1500), id="own_essay_that_quotes_all_of_it"),
    pytest.param(ARTICLE, source("S/a", **LIKE, shared=0.8, authors=("Hana Brandt",)), id="another_author"),
    pytest.param(
        note("work/C.md", title="C"), make_finding("C.md", source="readwise-notes", title="C"), id="bare_file_name"
    ),
    pytest.param(
        make_finding("Notes.html", title="One", text="1"),
        make_finding("Notes.html", title="Two", text="2"),
        id="file_of_several_notes",
    ),
]


@pytest.mark.parametrize(("one", "other", "reason", "similarity"), ONE)
def test_one_document(one: Finding, other: Finding, reason: str, similarity: float) -> None:
    result = deduplicate([], [one, other], similarity=SIMILARITY)
    (candidate,) = result.candidates
    (duplicate,) = candidate.also_in
    assert (duplicate.reason, duplicate.similarity) == (reason, similarity)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_two_documents(one: Finding, other: Finding) -> None:
    result = deduplicate([], [one, other], similarity=SIMILARITY)
    assert len(result.candidates) == 2
    assert not any(candidate.also_in for candidate in result.candidates)


def test_one_article_in_four_places_is_one_candidate() -> None:
    """Saved in Readwise, exported into the vault, clipped, and uploaded to a notebook."""
    exported = make_finding("Articles/F.md", source="readwise-notes", **TITLED, source_url=URL, words=90, own_notes=3)
    clipped = note("Reading/F.md", authorship="other", kind="clipping", **TITLED, source_url=URL, **LIKE, shared=0.9)
    uploaded = source("S/F.html", title="Files Beat Databases", like="files", text="upload", shared=0.8)
    (candidate,) = deduplicate([], [ARTICLE, exported, clipped, uploaded], similarity=SIMILARITY).candidates
    assert candidate.document.original_path == "Articles/F.md"
    reasons = {item.document.original_path: item.reason for item in candidate.also_in}
    assert reasons == {"reader/1": "same_url", "Reading/F.md": "same_url", "S/F.html": "near_duplicate"}


SURVIVORS = [
    pytest.param({"own_notes": 1, "words": 90}, {"highlights": 9}, id="own_notes_before_highlights"),
    pytest.param({"highlights": 1, "words": 90}, {}, id="highlights_before_text"),
    pytest.param({"highlights": 2}, {"highlights": 5, "words": 90}, id="whole_text_before_number_of_highlights"),
    pytest.param({"highlights": 5}, {"highlights": 2}, id="more_highlights"),
    pytest.param({}, {"words": 90}, id="whole_text"),
    pytest.param({}, {"diagnostics": ("no full text stored",)}, id="text_stored"),
    pytest.param({"location": "library", "words": 880}, {"location": "feed"}, id="library_before_feed"),
]


@pytest.mark.parametrize(("kept", "merged"), SURVIVORS)
def test_the_strongest_human_signal_survives(kept: dict[str, Any], merged: dict[str, Any]) -> None:
    one = make_finding("z-kept", **TITLED, source_url=URL, **kept)
    other = make_finding("a-merged", **TITLED, source_url=URL, **merged)
    (candidate,) = deduplicate([], [one, other], similarity=SIMILARITY).candidates
    assert candidate.document.original_path == "z-kept"


def test_a_note_of_the_vault_survives_its_copy_in_a_notebook() -> None:
    one, other = note("Ideas/A.md", text="x"), source("S/A", text="x", words=905)
    (candidate,) = deduplicate([], [one, other], similarity=SIMILARITY).candidates
    assert candidate.document.origin == "obsidian"


def test_hits_are_united_with_the_best_rank_of_each_query() -> None:
    def hit(query: str, rank: int, via: str = "search") -> Hit:
        return Hit(query, "t1", rank, via, "terms forget in title")

    one = replace(ARTICLE, hits=(hit("r0-q1", 4), hit("r0-q2", 2)))
    copy = make_finding("copy", source_url=URL, title="Files Beat Databases")
    other = replace(copy, hits=(hit("r0-q1", 1), hit("r0-q1", 3, "link: x-00000000")), key_terms=("folder",))
    (candidate,) = deduplicate([], [one, other], similarity=SIMILARITY).candidates
    assert [(item.query, item.rank) for item in candidate.hits] == [("r0-q1", 1), ("r0-q1", 3), ("r0-q2", 2)]
    assert candidate.key_terms == ("folder",)


def test_a_seed_stays_a_seed_when_another_copy_survives() -> None:
    seed = make_finding("saved/files.html", origin="web", source="", location="brief", **TITLED, source_url=URL)
    found = replace(
        ARTICLE, document=replace(ARTICLE.document, own_notes=2), hits=(Hit("r0-q1", "t1", 1, "search", ""),)
    )
    (candidate,) = deduplicate([seed.document], [found], similarity=SIMILARITY).candidates
    assert (candidate.document.id, candidate.seed, len(candidate.hits)) == (found.document.id, True, 1)


@pytest.mark.parametrize(
    ("seed", "reason"),
    [
        pytest.param({"text": "files"}, "same_content", id="equal"),
        pytest.param({"text": "saved", "like": "files", "shared": 0.9}, "near_duplicate", id="nearly_equal"),
        pytest.param({"text": "another"}, None, id="different"),
        pytest.param(None, None, id="no_fingerprint"),
    ],
)
def test_a_seed_is_recognised_by_its_text(seed: dict[str, Any] | None, reason: str | None) -> None:
    """A page that the brief keeps under its own name, without an address, is known by what it says."""
    saved = make_finding("topics/x/p.html", origin="file", source="", title="p", authorship="mixed", **(seed or {}))
    marks = [Fingerprint(saved.document.id, saved.content_key, saved.signature)] if seed else []
    result = deduplicate([saved.document], [ARTICLE], similarity=SIMILARITY, fingerprints=marks)
    assert [item.reason for candidate in result.candidates for item in candidate.also_in] == [reason] * bool(reason)
    assert [candidate.seed for candidate in result.candidates].count(True) == 1


def test_a_seed_that_research_found_too_is_one_candidate_with_its_hits() -> None:
    found = replace(ARTICLE, hits=(Hit("r0-q1", "t1", 1, "search", ""),))
    (candidate,) = deduplicate([ARTICLE.document], [found], similarity=SIMILARITY).candidates
    assert candidate.seed and candidate.hits and candidate.also_in == ()


def test_what_is_known_to_differ_never_meets_through_a_third() -> None:
    """A text without author or address is near two articles by two people: it joins one of them only."""
    one = make_finding("a", text="a", authors=("Noor Adeyemi",), source_url="https://example.org/a")
    between = source("between", like="a", text="b", shared=0.75)
    other = make_finding(
        "c", like="a", text="c", shared=0.72, authors=("Tomas Rehn",), source_url="https://example.org/c"
    )
    result = deduplicate([], [one, between, other], similarity=SIMILARITY)
    assert name_groups(result) == [["a", "between"], ["c"]]
    (apart,) = result.apart
    assert "different authors" in apart.contradiction


def test_equal_texts_in_two_notebooks_do_not_tie_two_unfilled_notes() -> None:
    notes = [note("Kyoto.md", text="t", words=20), note("Oslo.md", text="t", words=20)]
    result = deduplicate([], [*notes, source("S/t", text="t", words=20)], similarity=SIMILARITY)
    assert sorted(map(len, name_groups(result))) == [1, 2]


def make_pool() -> list[Finding]:
    """Return findings that are tied in many ways, some of them against each other."""
    cases: list[Any] = [*ONE, *TWO]
    findings = [case.values[place] for case in cases for place in (0, 1)]
    return list({finding.document.id: finding for finding in findings}.values())


POOL = make_pool()


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(POOL), max_size=25), st.lists(st.sampled_from(POOL), max_size=3), st.randoms())
def test_order_does_not_matter_and_nothing_is_lost(findings: list[Finding], named: list[Finding], chance: Any) -> None:
    seeds = [finding.document for finding in named]
    result = deduplicate(seeds, findings, similarity=SIMILARITY)
    shuffled, shuffled_seeds = list(findings), list(seeds)
    chance.shuffle(shuffled)
    chance.shuffle(shuffled_seeds)
    assert deduplicate(shuffled_seeds, shuffled, similarity=SIMILARITY) == result
    ids = [document.id for candidate in result.candidates for document in list_documents(candidate)]
    assert sorted(ids) == sorted({*(item.document.id for item in findings), *(item.id for item in seeds)})
    kept = {item.id for candidate in result.candidates if candidate.seed for item in list_documents(candidate)}
    assert {item.id for item in seeds} <= kept


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(POOL), max_size=25))
def test_survivors_never_merge_again(findings: list[Finding]) -> None:
    result = deduplicate([], findings, similarity=SIMILARITY)
    alive = {candidate.document.id for candidate in result.candidates}
    again = deduplicate([], [item for item in findings if item.document.id in alive], similarity=SIMILARITY)
    # Only what a third document held apart may meet once that one has gone.
    assert result.apart or len(again.candidates) == len(result.candidates)
