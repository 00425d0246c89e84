"""Where links lead: a table that is the oracle of Obsidian's rules."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Link
from florilegium.vault.notes import parse_note
from florilegium.vault.resolve import Resolution, Resolver, fold_path

VAULT = [
    "Home.md",
    "Index.md",
    "A/Index.md",
    "A/Notes.md",
    "A/B/Deep.md",
    "A/B/Notes.md",
    "A/B/C/Deeper.md",
    "Projects/Lantern/Lantern.md",
    "Projects/Lantern/Log.md",
    "Projects/Linden/Log.md",
    "Projects/Linden/Old/Plan.md",
    "Projects/Plan.md",
    "Life/Code/C.md",
    "Life/Code/C#.md",
    "Life/Code/C++.md",
    "Life/Cafe\u0301 A\u030akerlund.md",
    "Life/Straße.md",
    "Life/日本語の勉強.md",
    "Life/Beans, peas & more.md",
    "Life/What my grandmother's box knows.md",
    "Life/v1.2.md",
    "Life/13.Student's t-Distribution.md",
    "Life/100%25.md",
    "Life/[Java] notes.md",
    "Reading/List.md",
    "Reading/List.base",
    "Reading/Map.canvas",
    "Reading/photo.md",
    "Reading/Dr. Who.md",
    "attachments/photo.png",
    "attachments/plan.pdf",
    "attachments/scan.PNG",
    "B/img.png",
    "A/img.png",
    "LICENSE",
    "Cases/note.md",
    "Cases/Note.md",
    "Two/Deep/Same.md",
    "Two/Flat.md",
    "Zed/Flat.md",
    "Sub/A/Index.md",
]
FROM = "A/B/Deep.md"


def resolve(written: str, from_path: str = FROM) -> Resolution:
    """Resolve the one link that a note holds as written."""
    links = parse_note(from_path, written).links
    assert len(links) == 1
    return Resolver(VAULT).resolve(links[0], from_path)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("[[Home]]", "Home.md", id="name"),
        pytest.param("[[Home.md]]", "Home.md", id="name_with_extension"),
        pytest.param("[[home]]", "Home.md", id="name_in_other_case"),
        pytest.param("[[HOME.MD]]", "Home.md", id="extension_in_other_case"),
        pytest.param("[[ Home ]]", "Home.md", id="name_with_spaces_around"),
        pytest.param("[[Home|start]]", "Home.md", id="display_text"),
        pytest.param("| [[Home\\|start]] |", "Home.md", id="display_text_in_table"),
        pytest.param("[[Home#Now]]", "Home.md", id="heading"),
        pytest.param("[[Home#Now#Today|x]]", "Home.md", id="nested_heading"),
        pytest.param("[[Home#^id]]", "Home.md", id="block"),
        pytest.param("[[/Home]]", "Home.md", id="leading_slash"),
        pytest.param("[[Index]]", "Index.md", id="root_before_deeper"),
        pytest.param("[[A/Index]]", "A/Index.md", id="exact_path"),
        pytest.param("[[a/index.md]]", "A/Index.md", id="exact_path_in_other_case"),
        pytest.param("[[Sub/A/Index]]", "Sub/A/Index.md", id="longer_exact_path"),
        pytest.param("[[Notes]]", "A/B/Notes.md", id="own_folder_before_others"),
        pytest.param("[[A/Notes]]", "A/Notes.md", id="exact_path_before_own_folder"),
        pytest.param("[[C/Deeper]]", "A/B/C/Deeper.md", id="below_own_folder"),
        pytest.param("[[./Notes]]", "A/B/Notes.md", id="relative_dot"),
        pytest.param("[[../Notes]]", "A/Notes.md", id="relative_up"),
        pytest.param("[[../../Home]]", "Home.md", id="relative_up_twice"),
        pytest.param("[[Lantern]]", "Projects/Lantern/Lantern.md", id="unique_name"),
        pytest.param("[[Lantern/Log]]", "Projects/Lantern/Log.md", id="end_of_a_path"),
        pytest.param("[[linden/LOG]]", "Projects/Linden/Log.md", id="end_of_a_path_in_other_case"),
        pytest.param("[[Plan]]", "Projects/Plan.md", id="nearest_to_the_root"),
        pytest.param("[[Old/Plan]]", "Projects/Linden/Old/Plan.md", id="deeper_by_its_folder"),
        pytest.param("[[C]]", "Life/Code/C.md", id="short_name"),
        pytest.param("[[C++]]", "Life/Code/C++.md", id="plus_signs"),
        pytest.param("[[Caf\u00e9 \u00c5kerlund]]", "Life/Cafe\u0301 A\u030akerlund.md", id="nfc_to_nfd"),
        pytest.param("[[Cafe\u0301 A\u030akerlund]]", "Life/Cafe\u0301 A\u030akerlund.md", id="nfd_to_nfd"),
        pytest.param("[[CAF\u00c9 \u00e5kerlund]]", "Life/Cafe\u0301 A\u030akerlund.md", id="nfc_in_other_case"),
        pytest.param("[[STRASSE]]", "Life/Straße.md", id="case_folding"),
        pytest.param("[[日本語の勉強]]", "Life/日本語の勉強.md", id="japanese"),
        pytest.param("[[Beans, peas & more]]", "Life/Beans, peas & more.md", id="comma_and_ampersand"),
        pytest.param("[[Beans,\u00a0peas & more]]", "Life/Beans, peas & more.md", id="no_break_space"),
        pytest.param("[[What my grandmother's box knows]]", "Life/What my grandmother's box knows.md", id="apostrophe"),
        pytest.param("[[v1.2]]", "Life/v1.2.md", id="dot_in_the_name"),
        pytest.param("[[v1.2.md]]", "Life/v1.2.md", id="dot_and_extension"),
        pytest.param("[[13.Student's t-Distribution]]", "Life/13.Student's t-Distribution.md", id="number_first"),
        pytest.param("[[Dr. Who]]", "Reading/Dr. Who.md", id="dot_and_space"),
        pytest.param("[[100%25]]", "Life/100%25.md", id="wikilink_is_not_decoded"),
        pytest.param("[[[Java] notes]]", "Life/[Java] notes.md", id="brackets"),
        pytest.param("[[Life/[Java] notes.md|x]]", "Life/[Java] notes.md", id="brackets_in_a_path"),
        pytest.param("[[List]]", "Reading/List.md", id="note_before_base"),
        pytest.param("[[List.base]]", "Reading/List.base", id="base_by_extension"),
        pytest.param("[[Map.canvas]]", "Reading/Map.canvas", id="canvas_by_extension"),
        pytest.param("[[photo]]", "Reading/photo.md", id="note_before_picture"),
        pytest.param("![[photo.png]]", "attachments/photo.png", id="picture"),
        pytest.param("![[photo.png|100x145]]", "attachments/photo.png", id="picture_with_size"),
        pytest.param("![[attachments/photo.png]]", "attachments/photo.png", id="picture_by_path"),
        pytest.param("![[scan.png]]", "attachments/scan.PNG", id="picture_extension_in_other_case"),
        pytest.param("![[plan.pdf#page=3]]", "attachments/plan.pdf", id="pdf_page"),
        pytest.param("![[Home#Now]]", "Home.md", id="embedded_section"),
        pytest.param("[[Two/Deep/../Flat]]", "Two/Flat.md", id="up_inside_a_path"),
        pytest.param("[t](Notes.md)", "A/B/Notes.md", id="markdown_own_folder"),
        pytest.param("[t](Index.md)", "Index.md", id="markdown_root_where_own_folder_has_none"),
        pytest.param("[t](Notes)", "A/B/Notes.md", id="markdown_without_extension"),
        pytest.param("[t](../Index.md)", "A/Index.md", id="markdown_up"),
        pytest.param("[t](./C/Deeper.md)", "A/B/C/Deeper.md", id="markdown_down"),
        pytest.param("[t](/A/Index.md)", "A/Index.md", id="markdown_from_the_root"),
        pytest.param("[t](A/Notes.md)", "A/Notes.md", id="markdown_root_path"),
        pytest.param("[t](Lantern.md)", "Projects/Lantern/Lantern.md", id="markdown_unique_name"),
        pytest.param("[t](Dr.%20Who.md)", "Reading/Dr. Who.md", id="markdown_encoded_space"),
        pytest.param("[t](<Dr. Who.md>)", "Reading/Dr. Who.md", id="markdown_angles"),
        pytest.param("[t](C%23.md)", "Life/Code/C#.md", id="markdown_encoded_hash"),
        pytest.param("[t](100%2525.md)", "Life/100%25.md", id="markdown_encoded_percent"),
        pytest.param(
            "[t](%E6%97%A5%E6%9C%AC%E8%AA%9E%E3%81%AE%E5%8B%89%E5%BC%B7.md)",
            "Life/日本語の勉強.md",
            id="markdown_encoded_japanese",
        ),
        pytest.param("[t](Home.md#Now)", "Home.md", id="markdown_heading"),
        pytest.param('[t](Home.md "title")', "Home.md", id="markdown_title"),
        pytest.param("![t](photo.png)", "attachments/photo.png", id="markdown_picture"),
        pytest.param("---\nup: '[[Home]]'\n---\n", "Home.md", id="front_matter"),
        pytest.param("---\nup: [[Home|x]]\n---\n", "Home.md", id="front_matter_unquoted"),
    ],
)
def test_resolved(written: str, expected: str) -> None:
    """Exact vault path, then the note's own folder, then the shortest path; case and Unicode form do not matter."""
    assert resolve(written) == Resolution("resolved", expected)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("[[Nowhere]]", id="no_such_note"),
        pytest.param("[[Nowhere/Home]]", id="no_such_folder"),
        pytest.param("[[ome]]", id="end_of_a_name"),
        pytest.param("[[antern/Log]]", id="end_of_a_folder_name"),
        pytest.param("[[Hom]]", id="nothing_fuzzy"),
        pytest.param("[[Homes]]", id="nothing_stemmed"),
        pytest.param("[[start]]", id="alias_is_no_target"),
        pytest.param("[[A/B]]", id="folder"),
        pytest.param("[[A/]]", id="folder_with_slash"),
        pytest.param("[[photo.jpg]]", id="other_extension"),
        pytest.param("[[scan]]", id="attachment_without_extension"),
        pytest.param("[[Home.txt]]", id="unknown_extension"),
        pytest.param("[[/Lantern]]", id="leading_slash_means_the_root"),
        pytest.param("[[./Home]]", id="relative_means_the_own_folder"),
        pytest.param("[[../../../Home]]", id="out_of_the_vault"),
        pytest.param("[t](../../../../etc/passwd)", id="markdown_out_of_the_vault"),
        pytest.param("[t](%2e%2e/%2e%2e/%2e%2e/Home.md)", id="encoded_out_of_the_vault"),
        pytest.param("[t](Home%00.md)", id="encoded_nul"),
        pytest.param("[t](%FF%FE.md)", id="encoded_nonsense"),
        pytest.param("[[Home^id]]", id="block_without_hash_is_no_syntax"),
        pytest.param("[[Re: Home]]", id="colon_is_no_scheme_in_a_wikilink"),
    ],
)
def test_dangling(written: str) -> None:
    """No fuzzy fallback invents an edge."""
    assert resolve(written) == Resolution("dangling")


@pytest.mark.parametrize(
    ("written", "candidates"),
    [
        pytest.param("[[Log]]", ("Projects/Lantern/Log.md", "Projects/Linden/Log.md"), id="equally_deep"),
        pytest.param("[[Flat]]", ("Two/Flat.md", "Zed/Flat.md"), id="equally_deep_in_two_folders"),
        pytest.param("![[img.png]]", ("A/img.png", "B/img.png"), id="attachments"),
        pytest.param("[t](Log.md)", ("Projects/Lantern/Log.md", "Projects/Linden/Log.md"), id="markdown"),
        pytest.param("[[NOTE]]", ("Cases/Note.md", "Cases/note.md"), id="names_that_differ_in_case"),
    ],
)
def test_ambiguous(written: str, candidates: tuple[str, ...]) -> None:
    """Ambiguity is listed, never guessed."""
    assert resolve(written) == Resolution("ambiguous", None, candidates)


@pytest.mark.parametrize(
    ("written", "from_path", "expected"),
    [
        pytest.param("[[#Now]]", "Home.md", Resolution("self", "Home.md"), id="heading"),
        pytest.param("[[#^id]]", "Home.md", Resolution("self", "Home.md"), id="block"),
        pytest.param("[t](#now)", "Home.md", Resolution("self", "Home.md"), id="markdown"),
        pytest.param("[[Home]]", "Home.md", Resolution("self", "Home.md"), id="by_name"),
        pytest.param(
            "[[Log]]",
            "Projects/Linden/Old/Plan.md",
            Resolution("ambiguous", None, ("Projects/Lantern/Log.md", "Projects/Linden/Log.md")),
            id="parent_folder_is_not_own",
        ),
        pytest.param(
            "[[Log]]", "Projects/Linden/x.md", Resolution("resolved", "Projects/Linden/Log.md"), id="own_folder_decides"
        ),
        pytest.param("[[note]]", "Home.md", Resolution("resolved", "Cases/note.md"), id="written_case_decides"),
        pytest.param("[[Note]]", "Home.md", Resolution("resolved", "Cases/Note.md"), id="written_case_decides_too"),
        pytest.param("[[https://example.org]]", "Home.md", Resolution("external"), id="address_in_a_wikilink"),
        pytest.param("[[Index]]", "A/x.md", Resolution("resolved", "Index.md"), id="exact_path_before_own_folder"),
        pytest.param("[t](Index.md)", "A/x.md", Resolution("resolved", "A/Index.md"), id="markdown_own_folder_first"),
    ],
)
def test_the_linking_note_matters(written: str, from_path: str, expected: Resolution) -> None:
    assert resolve(written, from_path) == expected


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        pytest.param(Link("A/Index.md", "", "canvas"), Resolution("resolved", "A/Index.md"), id="canvas_path"),
        pytest.param(Link("Lantern.md", "", "canvas"), Resolution("dangling"), id="canvas_takes_no_names"),
        pytest.param(Link("https://example.org/a", "", "markdown"), Resolution("external"), id="web"),
        pytest.param(Link("mailto:a@example.org", "", "markdown"), Resolution("external"), id="mail"),
        pytest.param(Link("LICENSE", "", "markdown"), Resolution("resolved", "LICENSE"), id="no_extension"),
    ],
)
def test_links_that_no_note_writes(link: Link, expected: Resolution) -> None:
    assert Resolver(VAULT).resolve(link, "Home.md") == expected


def test_names_in_both_unicode_forms_are_one_note() -> None:
    """NFC and NFD file names give no phantom orphans; the path stays as it is on disk."""
    for name in VAULT:
        for form in ("NFC", "NFD"):
            found = Resolver(VAULT).resolve(Link(unicodedata.normalize(form, name)), "x/y.md")
            assert found.path == name


@given(st.permutations(VAULT))
@settings(derandomize=True, max_examples=20)
def test_the_order_of_paths_does_not_matter(paths: list[str]) -> None:
    for target in ("Index", "Log", "photo", "note", "NOTE", "Plan"):
        assert Resolver(paths).resolve(Link(target), FROM) == Resolver(VAULT).resolve(Link(target), FROM)


@given(st.text(max_size=40), st.sampled_from(["wikilink", "markdown", "embed", "canvas", "front_matter"]))
@settings(derandomize=True, max_examples=300)
def test_any_target_has_a_state_and_leads_to_known_files_only(target: str, kind: str) -> None:
    found = Resolver(VAULT).resolve(Link(target, "", kind), FROM)
    assert found.path is None or found.path in VAULT
    assert set(found.candidates) <= set(VAULT)
    assert (found.path is not None) == (found.state in ("resolved", "self"))


ANY_LINK = st.builds(
    Link, st.text(alphabet="aAbé./ ", max_size=6), st.just(""), st.sampled_from(["wikilink", "markdown"])
)
ANY_PATHS = st.lists(st.text(alphabet="aAbé./", min_size=1, max_size=6).map("{}.md".format), min_size=1, max_size=6)


@given(ANY_PATHS, st.lists(ANY_LINK, max_size=8), st.data())
@settings(derandomize=True, max_examples=200)
def test_what_was_asked_before_changes_no_answer(paths: list[str], links: list[Link], data: st.DataObject) -> None:
    """A resolver remembers where sure names lead; each answer is still that of a new one."""
    asked = Resolver(paths)
    for link in [*links, *links]:
        from_path = data.draw(st.sampled_from(paths))
        assert asked.resolve(link, from_path) == Resolver(paths).resolve(link, from_path)


@given(st.text(max_size=30))
@settings(derandomize=True, max_examples=200)
def test_folding_is_stable(path: str) -> None:
    assert fold_path(fold_path(path)) == fold_path(path)
