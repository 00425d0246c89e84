"""`florilegium verify` finds every corruption of a memory and of a research note, and nothing in clean ones."""

import dataclasses
import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.cli import main
from florilegium.decisions import Decision, Decisions, Evidence
from florilegium.distilling.articles import parse_article
from florilegium.distilling.deciding import Layers
from florilegium.distilling.research_note import render_note
from florilegium.documents import hash_text, make_id
from florilegium.drafts import Draft, Highlight, count_words, render_highlights
from florilegium.entries import AlsoIn, Entry, Index, ThemeCoverage, Vetoed, name_state
from florilegium.errors import ArtifactError
from florilegium.memory.folder import Contents, load_memory, write_memory
from florilegium.memory.overview import render_overview, render_readme
from florilegium.verifying.faults import refuse_faults
from florilegium.verifying.memory import verify_memory
from florilegium.verifying.note import verify_note
from florilegium.verifying.note_parts import parse_note

TEXTS = {
    "Spouts (and C++)": "# Spouts\n\nSpouts leak when the tea is hot.\n",
    "城市": "城市的茶\n",
    "Cups": "Cups keep tea warm.\n\n```\ncode\n```\n",
    "Lids & more": "Lids help a little, `always`.\n",
}


def make_entry(title: str, score: float, *, marked: bool = False, **changes: object) -> tuple[Entry, str]:
    path = f"Tea/{title}.md"
    document_id = make_id(title=title, origin="obsidian", source="vault", original_path=path)
    marks = (Highlight(f"One of {title}", note="mine"), Highlight("Two\n\nlines"))
    highlights = render_highlights(Draft("obsidian", path, title, "", highlights=marks)) if marked else ""
    entry = Entry(
        id=document_id, title=title, authors=("Una [Drake]",), origin="obsidian", location="Tea", kind="note",
        authorship="own", publication="", published=None, saved=None, tags=(), notebook=None, relevance_score=score,
        seed=score == 1, themes=("Leaks",), found_by=(), signal="seed" if score == 1 else "full",
        summary=f"On {title} <b>& such</b>.", uri_highlights=f"highlights/{document_id}.md" if marked else None,
        uri_full=f"full/{document_id}.md", original_path=path, source_url=None, also_in=(),
        words=count_words(TEXTS[title]), highlights=2 if marked else 0, own_notes=1 if marked else 0,
        sha256=hash_text(TEXTS[title]), reason="because",
        highlights_sha256=hash_text(highlights) if marked else None,
    )  # fmt: skip
    return dataclasses.replace(entry, **changes), highlights  # type: ignore[arg-type]


def write_tea(root: Path) -> Path:
    """Write a clean memory of four sources."""
    copy = AlsoIn("mugs-0a1b2c3d", "readwise", "library", "01abc", None, "same_url")
    pairs = [
        make_entry("Spouts (and C++)", 1, source_url="https://tea.example.org/a_(b)?q=%20x&y"),
        make_entry("城市", 0.8, marked=True),
        make_entry(
            "Cups", 0.5, themes=("Leaks", "Warmth"), also_in=(copy,), pinned=True, reason="pinned: mine; because"
        ),
        make_entry("Lids & more", 0.2, themes=()),
    ]
    entries = tuple(entry for entry, _ in pairs)
    coverage = tuple(ThemeCoverage(name, name_state(count), count) for name, count in (("Leaks", 3), ("Warmth", 1)))
    vetoed = (Vetoed("pots-0a1b2c3d", "Pots", "an advertisement"),)
    index = Index(1, "tea", "Tea", "Why?", 1, 4, {"obsidian": 4}, coverage, 2, entries, vetoed)
    contents = Contents(index, {e.id: TEXTS[e.title] for e in entries}, {e.id: text for e, text in pairs if text})
    pages = {"index.md": render_overview(index), "index.html": "<p>Tea</p>"}
    write_memory(root, contents, {**pages, "README.md": render_readme(index, pages)})
    return root


@pytest.fixture
def tea(tmp_path: Path) -> Path:
    return write_tea(tmp_path / "memory")


def edit_index(root: Path, change: Callable[[dict], object]) -> None:  # type: ignore[type-arg]
    """Change the catalogue as data, so that it stays valid YAML."""
    path = root / "index.yaml"
    value = yaml.safe_load(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=10_000), encoding="utf-8")


def edit_page(root: Path, name: str, old: str, new: str) -> None:
    """Change a page and put its hash right, as a careful forger would."""
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    text = text.replace(old, new, 1)
    (root / name).write_text(text, encoding="utf-8")
    edit_index(root, lambda index: index["pages"].update({name: hash_text(text)}))


def full(root: Path, number: int) -> Path:
    return sorted((root / "full").iterdir())[number]


def replace_by_link(path: Path) -> None:
    twin = path.parent.parent.parent / "outside.md"
    shutil.copy(path, twin)
    path.unlink()
    path.symlink_to(twin)


def move_folder(root: Path) -> None:
    (root / "full").rename(root.parent / "elsewhere")
    (root / "full").symlink_to(root.parent / "elsewhere")


def swap(index: dict) -> None:  # type: ignore[type-arg]
    one, two = index["entries"][1:3]
    one["uri_full"], two["uri_full"] = two["uri_full"], one["uri_full"]


CORRUPTIONS = [
    ("text_gone", lambda r: full(r, 0).unlink(), "is missing: the full text"),
    ("highlights_gone", lambda r: next((r / "highlights").iterdir()).unlink(), "is missing: the highlights"),
    ("page_gone", lambda r: (r / "index.html").unlink(), "index.html: is missing"),
    ("index_gone", lambda r: (r / "index.yaml").unlink(), "index.yaml: is missing"),
    ("one_byte_of_a_text", lambda r: full(r, 1).write_bytes(full(r, 1).read_bytes() + b" "), "is not the full text"),
    ("line_ends", lambda r: full(r, 1).write_bytes(full(r, 1).read_bytes().replace(b"\n", b"\r\n")), "is not the full"),
    ("highlights_changed", lambda r: next((r / "highlights").iterdir()).write_text("> x\n"), "is not the highlights"),
    ("page_changed", lambda r: (r / "README.md").write_text("# Other\n"), "README.md: is not a page"),
    ("no_utf8", lambda r: full(r, 1).write_bytes(b"ok\n\xff\xfe"), ".md:2: is not UTF-8"),
    ("stray_text", lambda r: (r / "full" / "x-00000000.md").write_text("x"), "the index does not name it"),
    ("stray_file", lambda r: (r / "notes.txt").write_text("x"), "notes.txt: lies here, but"),
    ("stray_hidden_file", lambda r: (r / ".DS_Store").write_bytes(b"\0"), ".DS_Store: lies here"),
    ("stray_folder", lambda r: (r / "images").mkdir(), "images: is a folder"),
    ("folder_in_a_layer", lambda r: (r / "full" / "more").mkdir(), "full/more: is a folder"),
    ("link_to_the_same_bytes", lambda r: replace_by_link(full(r, 0)), "is a symbolic link"),
    ("layer_is_a_link", move_folder, "full: is a symbolic link"),
    ("pipe", lambda r: (full(r, 0).unlink(), os.mkfifo(r / "full" / "a")), "full/a: cannot be read"),
    ("folder_for_a_text", lambda r: (full(r, 0).rename(r.parent / "x"), full(r, 0)), "is missing: the full text"),
    ("no_yaml", lambda r: (r / "index.yaml").write_text("topic: [\n"), "index.yaml:2: is not YAML"),
    ("empty_index", lambda r: (r / "index.yaml").write_text(""), "$: None is not of type 'object'"),
    ("unknown_field", lambda r: edit_index(r, lambda i: i.update(colour="red")), "'colour' was unexpected"),
    ("no_title", lambda r: edit_index(r, lambda i: i["entries"][0].pop("title")), "'title' is a required"),
    ("score_above_one", lambda r: edit_index(r, lambda i: i["entries"][1].update(relevance_score=7)), "score: 7 is"),
    ("path_outside", lambda r: edit_index(r, lambda i: i["entries"][1].update(uri_full="../x.md")), "uri_full"),
    ("page_outside", lambda r: edit_index(r, lambda i: i["pages"].update({"../x.md": "0" * 64})), "$.pages"),
    ("entry_dropped", lambda r: edit_index(r, lambda i: i["entries"].pop()), "the index does not name it"),
    ("entry_twice", lambda r: edit_index(r, lambda i: i["entries"].append(i["entries"][3])), "is listed 2 times"),
    ("sources_miscounted", lambda r: edit_index(r, lambda i: i.update(sources=5)), "says 5 sources and lists 4"),
    ("origins_miscounted", lambda r: edit_index(r, lambda i: i.update(origins={"web": 4})), "there are 4 obsidian"),
    ("theme_miscounted", lambda r: edit_index(r, lambda i: i["coverage"][0].update(sources=4)), "has 4 sources; 3"),
    ("wrong_state", lambda r: edit_index(r, lambda i: i["coverage"][1].update(state="covered")), "thin, not cov"),
    ("theme_dropped", lambda r: edit_index(r, lambda i: i["coverage"].pop()), "the theme 'Warmth', which"),
    ("words_miscounted", lambda r: edit_index(r, lambda i: i["entries"][1].update(words=99)), "says 99 words"),
    ("marks_miscounted", lambda r: edit_index(r, lambda i: i["entries"][1].update(highlights=9)), "says 9 highlights"),
    ("out_of_order", lambda r: edit_index(r, lambda i: i["entries"].reverse()), "which it should precede"),
    ("texts_swapped", lambda r: edit_index(r, swap), "another source's name"),
    ("highlights_hidden", lambda r: edit_index(r, lambda i: i["entries"][1].update(uri_highlights=None)), "both be"),
    ("marks_without_file", lambda r: edit_index(r, lambda i: i["entries"][3].update(own_notes=1)), "has no highl"),
    ("seed_below_one", lambda r: edit_index(r, lambda i: i["entries"][0].update(relevance_score=0.9)), "instead of 1"),
    ("no_real_seed", lambda r: edit_index(r, lambda i: i["entries"][0].update(seed=False)), "its signal is seed"),
    ("pin_without_word", lambda r: edit_index(r, lambda i: i["entries"][2].update(reason="x")), "pinned and reason"),
    ("copy_of_another", lambda r: edit_index(r, lambda i: i["entries"][2]["also_in"][0].update(
        id=i["entries"][0]["id"])), "is also"),
    ("vetoed_and_there", lambda r: edit_index(r, lambda i: i["vetoed"][0].update(id=i["entries"][3]["id"])), "yet in"),
    ("hash_of_a_page", lambda r: edit_index(r, lambda i: i["pages"].update({"index.md": "0" * 64})), "index.md: is"),
    ("unlisted_page", lambda r: edit_index(r, lambda i: i["pages"].pop("README.md")), "README.md: lies here"),
    ("reference_to_nothing", lambda r: edit_page(r, "index.md", "](full/", "](ful/"), "leads to no file"),
    ("reference_up", lambda r: edit_page(r, "index.md", "](full/", "](../full/"), "leads out of the folder"),
    ("reference_up_encoded", lambda r: edit_page(r, "README.md", "](index.md", "](%2e%2e/x.md"), "leads out of"),
    ("reference_to_a_site", lambda r: edit_page(r, "README.md", "](index.md", "](https://spy.example.org"), "outside"),
    ("reference_to_a_file", lambda r: edit_page(r, "README.md", "](index.md", "](file:///etc/passwd"), "outside"),
    ("reference_dropped", lambda r: edit_page(r, "index.md", "[highlights](", "[highlights]\\("), "has no link"),
    ("image_from_outside", lambda r: edit_page(r, "README.md", "# ", "# ![x](//spy.example.org/p.png) "), "outside"),
    ("markup", lambda r: edit_page(r, "README.md", "## How", "<img src=x>\n## How"), "is markup"),
    ("wikilink_to_nothing", lambda r: edit_page(r, "README.md", "## How", "[[Home]]\n## How"), "leads to no file"),
]  # fmt: skip


def run_verify(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["verify", str(path), *options])


def test_a_clean_memory_has_no_fault(tea: Path) -> None:
    done = run_verify(tea)
    assert (done.exit_code, done.output) == (0, f"{tea}: 4 sources, 9 files, 11 references, no faults\n")
    assert run_verify(tea / "index.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("corrupt", "message"), [pytest.param(corrupt, message, id=name) for name, corrupt, message in CORRUPTIONS]
)
def test_each_corruption_of_a_memory_is_found(tea: Path, corrupt: Callable[[Path], object], message: str) -> None:
    """Index and files are the same set, always; paths are confined; counts and hashes are true."""
    corrupt(tea)
    done = run_verify(tea)
    assert done.exit_code == 3, done.output
    assert message in done.output
    faults = json.loads(run_verify(tea, "--json").output)["faults"]
    assert any(fault["message"] in done.output and fault["path"] in done.output for fault in faults)


def test_verifying_changes_nothing(tea: Path) -> None:
    before = {path: path.read_bytes() for path in tea.rglob("*") if path.is_file()}
    run_verify(tea)
    assert {path: path.read_bytes() for path in tea.rglob("*") if path.is_file()} == before


ARTICLE = parse_article("# Tea\n\nSpouts leak. 城市的茶. Lids help a little.\n", name="article.md")


def decide(entry: Entry, verdict: str, *evidence: tuple[str, int | None, str]) -> Decision:
    proofs = tuple(Evidence("phrase", False, 3, "Spouts leak.", *item, 0.8) for item in evidence)
    return Decision(entry.id, entry.title, verdict, "traceable" if verdict != "unused" else "", 0.8, "Why.", proofs, 0)


def write_note(tea: Path) -> Path:
    """Write a clean research note: two used sources, one borderline, one unused."""
    memory = load_memory(tea)
    spouts, city, cups, lids = memory.index.entries
    decisions = (
        decide(spouts, "used", ("full", 3, "Spouts leak when the tea is hot.")),
        decide(city, "used", ("full", 1, "城市的茶")),
        decide(cups, "borderline", ("full", 3, "```\ncode\n```")),
        decide(lids, "unused"),
    )
    record = Decisions("tea", "Tea", "0" * 64, 4, 2, 1, decisions)
    sources = [Layers(item, memory.read_full(item), memory.read_highlights(item)) for item in memory.index.entries]
    path = tea.parent / "research.md"
    path.write_text(render_note(ARTICLE, record, sources, quotes=3), encoding="utf-8")
    return path


def test_a_clean_note_has_no_fault_and_tells_where_each_quotation_stands(tea: Path) -> None:
    """Every quotation is found verbatim in the stored source, with file and line."""
    path = write_note(tea)
    done = run_verify(path)
    assert done.exit_code == 0, done.output
    places = re.findall(r"^line \d+: (.*)$", done.output, re.MULTILINE)
    spouts, city, cups, _ = load_memory(tea).index.entries
    assert places[:2] == [f"{spouts.uri_full}:3", f"{city.uri_full}:1"]
    assert f"{city.uri_highlights}:3" in places[2:-1]
    assert places[-1] == f"{cups.uri_full}:3"
    assert done.output.endswith(f"2 sources used, {len(places)} of {len(places)} quotations found, no faults\n")


def cut_last_lines(text: str) -> str:
    return text[: text.rindex("```")]


NOTE_CORRUPTIONS = [
    ("word_changed", lambda t: t.replace("tea is hot", "tea is cold"), "does not stand in full/"),
    ("space_added", lambda t: t.replace("> Spouts leak", ">  Spouts leak"), "does not stand in full/"),
    ("code_changed", lambda t: t.replace("\ncode\n", "\ncodes\n"), "does not stand in full/"),
    ("other_line", lambda t: t.replace("Full text, line 3:", "Full text, line 2:"), "stands in line 3 of full/"),
    ("other_layer", lambda t: t.replace("Full text, line 1:", "Summary, line 1:"), "but in its full"),
    ("no_such_layer", lambda t: t.replace("Full text, line 3:", "The reader's highlights, line 3:"), "has not"),
    ("label_gone", lambda t: t.replace("Full text, line 3:\n", ""), "without word of where"),
    ("label_misspelt", lambda t: t.replace("Full text, line 3:", "Ful text, line 3:"), "without word of where"),
    ("quotation_gone", lambda t: t.replace("> Spouts leak when the tea is hot.\n", ""), "none follows"),
    ("quotation_added", lambda t: t.replace("## Sources used", "> Tea is bad.\n\n## Sources used"), "outside any"),
    ("source_made_up", lambda t: t.replace("- Id: `spouts", "- Id: `sprouts"), "is no source of the memory"),
    ("border_made_up", lambda t: t.replace("- `cups-", "- `mugs-"), "is no source of the memory"),
    ("id_gone", lambda t: re.sub(r"- Id: `spouts.*\n", "", t), "a source without an id"),
    ("address_changed", lambda t: t.replace("https://tea.", "https://teas."), "its address is"),
    ("path_changed", lambda t: t.replace("- Path: `Tea/城市.md`", "- Path: `Tea/x.md`"), "its path is"),
    ("score_changed", lambda t: t.replace("score 0.8<", "score 0.9<"), "its score is 0.8, not 0.9"),
    ("used_miscounted", lambda t: t.replace("- Used 2 of 4", "- Used 3 of 4"), "counts 3 used, there are 2"),
    ("sources_miscounted", lambda t: t.replace("- Used 2 of 4", "- Used 2 of 9"), "counts 9 sources, there are 4"),
    ("kinds_miscounted", lambda t: t.replace("0 explicit, 2", "1 explicit, 1"), "counts 1 explicit, there are 0"),
    ("border_miscounted", lambda t: t.replace("Borderline: 1", "Borderline: 0"), "counts 0 borderline, there are 1"),
    ("head_gone", lambda t: re.sub(r"- Used .*\n", "", t), "does not count what is used"),
    ("block_unclosed", lambda t: t.replace("</details>\n\n## Border", "\n\n## Border"), "its block does not end"),
    ("code_unclosed", cut_last_lines, "a code block that does not end"),
    ("block_twice", lambda t: t.replace("## Borderline, left", t[t.index("<details>"):t.index("</details>") + 10]
        + "\n\n## Borderline, left"), "has several blocks"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("corrupt", "message"), [pytest.param(corrupt, message, id=name) for name, corrupt, message in NOTE_CORRUPTIONS]
)
def test_each_corruption_of_a_note_is_found(tea: Path, corrupt: Callable[[str], str], message: str) -> None:
    path = write_note(tea)
    text = path.read_text(encoding="utf-8")
    assert corrupt(text) != text
    path.write_text(corrupt(text), encoding="utf-8")
    done = run_verify(path)
    assert done.exit_code == 3, done.output
    assert message in done.output
    assert json.loads(run_verify(path, "--json").output)["faults"]


def test_a_note_is_held_to_the_memory_named(tea: Path) -> None:
    path = write_note(tea)
    moved = tea.parent / "another place"
    tea.rename(moved)
    assert run_verify(path).exit_code == 3
    assert run_verify(path, "--memory", str(moved)).exit_code == 0
    full(moved, 0).unlink()
    assert run_verify(path, "--memory", str(moved)).exit_code == 3


@pytest.mark.parametrize("name", ["nothing", "empty", "article.md"])
def test_what_is_neither_is_misuse(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "article.md").write_text("# Tea\n", encoding="utf-8")
    assert run_verify(tmp_path / name).exit_code == 2


def test_a_memory_takes_no_memory(tea: Path) -> None:
    assert run_verify(tea, "--memory", str(tea)).exit_code == 2


def test_a_stage_is_stopped_by_faults(tea: Path) -> None:
    for path in (tea / "full").iterdir():
        path.write_text("x", encoding="utf-8")
    verdict = verify_memory(tea)
    with pytest.raises(ArtifactError, match=r"memory: 4 fault\(s\)\n  full/.*: is not the full text"):
        refuse_faults(verdict, "memory")
    faults = verdict.faults * 5
    with pytest.raises(ArtifactError, match="… and 10 more"):
        refuse_faults(dataclasses.replace(verdict, faults=faults), "memory")


def test_a_terminal_is_not_steered_by_a_name(tea: Path) -> None:
    (tea / "\x1b[31mred").write_text("x", encoding="utf-8")
    assert "\x1b" not in run_verify(tea).output


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=st.sampled_from("ab`<>/&#-\n\r *_[]()!~1.|\\é漢:"), min_size=1, max_size=60))
def test_any_quotation_is_read_back_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    entry, _ = make_entry("Cups", 0.5)
    decision = decide(entry, "used", ("full", 1, text))
    record = Decisions("tea", "Tea", "0" * 64, 1, 1, 0, (decision,))
    note = render_note(ARTICLE, record, [Layers(entry, text, "")], quotes=1)
    (part,) = parse_note(note).parts
    assert [(passage.layer, passage.claimed, passage.text) for passage in part.passages] == [("full", 1, text)]
    assert (part.facts["Id"], part.how, part.is_closed) == (entry.id, "traceable", True)


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=st.sampled_from("#>- `\n<details>Ful text,line:1</summary>"), max_size=200))
def test_no_text_makes_the_parser_fail(text: str) -> None:
    assert parse_note(text).counts == {}


def test_the_note_of_a_memory_verifies_without_the_command(tea: Path) -> None:
    path = write_note(tea)
    assert verify_note(path.read_text(encoding="utf-8"), load_memory(tea), name="research.md").faults == ()
