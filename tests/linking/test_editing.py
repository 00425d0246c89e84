"""Links are put into a note's bytes; not a byte changes beside them."""

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linking_cases import SMALL, make_chooser, propose

from florilegium.linking.editing import edit_note, holds_links
from florilegium.linking.proposals import Proposal, remove_all
from florilegium.sources.decoding import decode_text

TABLE = "intro\n\n| a | b |\n|---|---|\n| green tea | x |\nafter green tea\n\ngreen tea\n"


def edit(text: str, word: str = "Tea", target: str = "Notes/Tea.md", nth: int = 0) -> str:
    result = edit_note("Home.md", text.encode(), [propose(text, word, target, nth=nth)], make_chooser())
    return result.after.decode()


@pytest.mark.parametrize(
    ("given_text", "word", "target", "expected"),
    [
        pytest.param("I like Tea.", "Tea", "Notes/Tea.md", "I like [[Tea]].", id="the title itself"),
        pytest.param("I like tea.", "tea", "Notes/Tea.md", "I like [[Tea|tea]].", id="another case is piped"),
        pytest.param("I like teas.", "teas", "Notes/Tea.md", "I like [[Tea|teas]].", id="a plural is piped"),
        pytest.param("The Plan.", "Plan", "B/Plan.md", "The [[B/Plan|Plan]].", id="a name of two has its folder"),
        pytest.param("* Tea\n", "Tea", "Notes/Tea.md", "* [[Tea]]\n", id="a list"),
        pytest.param("|Tea|x|\n|-|-|\n", "Tea", "Notes/Tea.md", "|[[Tea]]|x|\n|-|-|\n", id="the head of a table"),
        pytest.param("|tea|x|\n|-|-|\n", "tea", "Notes/Tea.md", "|[[Tea\\|tea]]|x|\n|-|-|\n", id="piped in a table"),
        pytest.param(
            "> a | b\n> -|-\n> tea | c", "tea", "Notes/Tea.md", "> a | b\n> -|-\n> [[Tea\\|tea]] | c", id="quoted"
        ),
        pytest.param(
            "a | b\n\ntea | c", "tea", "Notes/Tea.md", "a | b\n\n[[Tea|tea]] | c", id="a bar alone is no table"
        ),
        pytest.param("a | b\n-|-\n\ntea", "tea", "Notes/Tea.md", "a | b\n-|-\n\n[[Tea|tea]]", id="after a table"),
        pytest.param(
            "a | b\n-|-\ntea", "tea", "Notes/Tea.md", "a | b\n-|-\n[[Tea\\|tea]]", id="a last row without bars"
        ),
        pytest.param("a | b\n-|-\n- tea", "tea", "Notes/Tea.md", "a | b\n-|-\n- [[Tea|tea]]", id="a list ends a table"),
        pytest.param(
            "- a | b\n  -|-\n  tea | c", "tea", "Notes/Tea.md", "- a | b\n  -|-\n  [[Tea\\|tea]] | c", id="in a list"
        ),
        pytest.param("- tea | b\n  -|-", "tea", "Notes/Tea.md", "- [[Tea\\|tea]] | b\n  -|-", id="its head in a list"),
        pytest.param("{{x}} tea", "tea", "Notes/Tea.md", "{{x}} [[Tea|tea]]", id="after a field of a template"),
        pytest.param("a | b\n-\ntea", "tea", "Notes/Tea.md", "a | b\n-\n[[Tea|tea]]", id="as many cells as the head"),
    ],
)
def test_the_link_as_written(given_text: str, word: str, target: str, expected: str) -> None:
    assert edit(given_text, word, target) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("`Tea`", id="inline code"),
        pytest.param("```\nTea\n```", id="a fence"),
        pytest.param("%% Tea %%", id="a comment"),
        pytest.param("<!-- Tea -->", id="an HTML comment"),
        pytest.param("# Tea", id="a heading"),
        pytest.param("Tea\n===", id="an underlined heading"),
        pytest.param("[[Tea]]", id="a link"),
        pytest.param("[[Home|Tea]]", id="the text of a link"),
        pytest.param("[Tea](x.md)", id="a Markdown link"),
        pytest.param("[a](Tea.md)", id="a destination"),
        pytest.param("https://example.org/Tea", id="an address"),
        pytest.param("---\ntitle: Tea\n---\n", id="front matter"),
        pytest.param("$Tea$", id="a formula"),
        pytest.param("<b Tea>", id="an HTML tag"),
        pytest.param("#Tea", id="a tag"),
        pytest.param("so !Tea", id="an embed in waiting"),
        pytest.param("so \\Tea", id="an escape"),
        pytest.param("so Tea(x)", id="a destination in waiting"),
        pytest.param("so [Tea", id="a bracket before"),
        pytest.param("so Tea]", id="a bracket after"),
        pytest.param("so {{ Tea }}", id="a field of a template"),
        pytest.param("so <% tp.x\n Tea %>", id="a command of a template"),
    ],
)
def test_what_is_no_prose_is_left_alone(text: str) -> None:
    """Where brackets would break something, nothing is inserted and the refusal says why."""
    result = edit_note("Home.md", text.encode(), [propose(text, "Tea", "Notes/Tea.md")], make_chooser())
    assert result.after == text.encode()
    assert result.insertions == ()
    assert len(result.refused) == 1
    assert result.refused[0].reason.endswith(".")


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        pytest.param(Proposal("Home.md", 0, 3, "Cup", "Notes/Tea.md", 1, ""), "not there any more", id="moved"),
        pytest.param(Proposal("Home.md", 90, 93, "Tea", "Notes/Tea.md", 1, ""), "not there any more", id="beyond"),
        pytest.param(Proposal("Home.md", -3, 0, "Tea", "Notes/Tea.md", 1, ""), "not there any more", id="before"),
        pytest.param(Proposal("Other.md", 0, 3, "Tea", "Notes/Tea.md", 1, ""), "another note", id="another note"),
        pytest.param(Proposal("Home.md", 0, 3, "Tea", "Home.md", 1, ""), "to itself", id="itself"),
        pytest.param(Proposal("Home.md", 0, 3, "Tea", "Gone.md", 1, ""), "No link leads", id="no such target"),
    ],
)
def test_a_refusal_has_its_reason(proposal: Proposal, reason: str) -> None:
    result = edit_note("Home.md", b"Tea", [proposal], make_chooser())
    assert result.after == b"Tea"
    assert reason in result.refused[0].reason


def test_of_overlapping_proposals_the_first_and_longest_is_taken() -> None:
    text = "green tea"
    wanted = [propose(text, "tea", "Notes/Tea.md"), propose(text, "green tea", "Notes/Green tea.md")]
    result = edit_note("Home.md", text.encode(), wanted, make_chooser())
    assert result.after == b"[[Green tea|green tea]]"
    assert [item.reason for item in result.refused] == ["It overlaps with another link or touches it."]


def test_one_link_that_would_hide_the_rest_does_not_take_the_others_with_it() -> None:
    text = "a $5 Tea and 6$ more, Tea\n"
    wanted = [propose(text, "Tea", "x`y.md"), propose(text, "Tea", "Notes/Tea.md", nth=1)]
    result = edit_note("Home.md", text.encode(), wanted, make_chooser("x`y.md"))
    assert b"more, [[Tea]]\n" in result.after


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(
            codecs.BOM_UTF8 + b"\r\na Tea\r\nb\rc\n",
            codecs.BOM_UTF8 + b"\r\na [[Tea]]\r\nb\rc\n",
            id="a mark, mixed lines",
        ),
        pytest.param(
            codecs.BOM_UTF16_LE + "é Tea\r\n".encode("utf-16-le"),
            codecs.BOM_UTF16_LE + "é [[Tea]]\r\n".encode("utf-16-le"),
            id="UTF-16",
        ),
        pytest.param(
            codecs.BOM_UTF32_BE + "é Tea".encode("utf-32-be"),
            codecs.BOM_UTF32_BE + "é [[Tea]]".encode("utf-32-be"),
            id="UTF-32",
        ),
        pytest.param("Das Tea für Öl".encode("cp1252"), "Das [[Tea]] für Öl".encode("cp1252"), id="Windows-1252"),
        pytest.param(b"Tea" * 0 + b"so Tea", b"so [[Tea]]", id="no line end at the end"),
        pytest.param("🍵🍵 Tea".encode(), "🍵🍵 [[Tea]]".encode(), id="characters of four bytes"),
    ],
)
def test_encoding_mark_and_line_ends_stay(data: bytes, expected: bytes) -> None:
    wanted = [propose(decode_text(data).text, "Tea", "Notes/Tea.md")]
    assert edit_note("Home.md", data, wanted, make_chooser()).after == expected


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("schön, größer Tea ".encode() + b"\xff", id="a stray byte"),
        pytest.param(codecs.BOM_UTF16_LE + "Tea".encode("utf-16-le") + b"\x00\xd8", id="half a character"),
        pytest.param(b"\x00\x01\x02Tea" * 9, id="no text"),
    ],
)
def test_what_cannot_be_kept_byte_for_byte_is_refused(data: bytes) -> None:
    text = decode_text(data).text
    start = max(text.find("Tea"), 0)
    wanted = [Proposal("Home.md", start, start + 3, "Tea", "Notes/Tea.md", 1, "")]
    result = edit_note("Home.md", data, wanted, make_chooser())
    assert result.after == data
    assert len(result.refused) == 1


def test_a_name_that_the_encoding_lacks_is_refused() -> None:
    data = "für Tea".encode("cp1252")
    wanted = [propose("für Tea", "Tea", "茶.md")]
    result = edit_note("Home.md", data, wanted, make_chooser("茶.md"))
    assert result.after == data
    assert "cp1252" in result.refused[0].reason


def test_links_are_found_again_and_lead_to_their_targets() -> None:
    assert holds_links("Home.md", "x [[Tea|t]]", [("Tea", "Notes/Tea.md")], make_chooser())
    assert not holds_links("Home.md", "x `[[Tea|t]]`", [("Tea", "Notes/Tea.md")], make_chooser())
    assert not holds_links("Home.md", "x [[Tea|t]]", [("Tea", "A/Plan.md")], make_chooser())


_PIECES = st.sampled_from(
    "Tea|tea|green tea|Plan|v1.2|Pu'er| |  |\n|\n\n|\t|    |`|```|~~~|$|$$|%%|<!--|-->|[[|]]|[|]|(|)|](|!|#|# |> |- |"
    "* |1. |\\|^a|---|===|:|::|é|茶|🍵|ß|\u00a0|e\u0301|.|,|**|_|==|<b>|</b>|https://e.org/|#tag|a-b|word|---\n".split(
        "|"
    )
) | st.sampled_from(["|", "| ", "|-|-|\n", "a|b\n-|-\n", "\\|", "|\n"])
NOTES = st.lists(_PIECES, max_size=25).map("".join)
FORMS = st.tuples(
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be-mark", "utf-32", "cp1252"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)


def encode(text: str, form: tuple[str, str]) -> bytes:
    """Return the bytes of a note in an encoding and with line ends of its own."""
    encoding, line_end = form
    written = text.replace("\n", line_end)
    if encoding == "utf-16-be-mark":
        return codecs.BOM_UTF16_BE + written.encode("utf-16-be")
    return written.encode(encoding, errors="ignore")


def list_proposals(text: str, spans: list[tuple[int, int, int]]) -> list[Proposal]:
    """Return proposals for every name of the small vault, and for any other span."""
    wanted = []
    for target in SMALL[1:]:
        name = target.rpartition("/")[2].removesuffix(".md")
        start = text.casefold().find(name.casefold()) if len(text.casefold()) == len(text) else -1
        while start >= 0:
            wanted.append(Proposal("Home.md", start, start + len(name), text[start : start + len(name)], target, 1, ""))
            start = text.casefold().find(name.casefold(), start + 1)
    for start, length, number in spans:
        wanted.append(Proposal("Home.md", start, start + length, text[start : start + length], SMALL[number], 1, ""))
    return wanted


SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 6), st.integers(0, len(SMALL) - 1)), max_size=4)


@settings(max_examples=2000, deadline=None)
@given(text=NOTES, form=FORMS, spans=SPANS)
def test_outside_the_spans_no_byte_changes_and_every_byte_comes_back(
    text: str, form: tuple[str, str], spans: list[tuple[int, int, int]]
) -> None:
    """Over 2,000 notes of any signs, encodings and line ends; what is proposed is any span at all."""
    check_note(text, form, spans)


def check_note(text: str, form: tuple[str, str], spans: list[tuple[int, int, int]]) -> int:
    """Check one generated note; return how many links it got."""
    before = encode(text, form)
    read = decode_text(before).text
    chooser = make_chooser()
    result = edit_note("Home.md", before, list_proposals(read, spans), chooser)
    position = 0
    rest = result.after
    # Walked by hand, not by the code that is tested: before each link the old bytes, between its marks the old text.
    for proposal, opening, closing in zip(
        result.accepted, result.insertions[::2], result.insertions[1::2], strict=True
    ):
        gap = before[position : opening.offset]
        inner = before[opening.offset : closing.offset]
        assert rest.startswith(gap + opening.content + inner + closing.content)
        rest = rest[len(gap + opening.content + inner + closing.content) :]
        position = closing.offset
        encoding = decode_text(before).encoding
        assert inner.decode(encoding) == proposal.text
        assert opening.content.decode(encoding).startswith("[[")
        assert closing.content.decode(encoding) == "]]"
    assert rest == before[position:]
    assert remove_all(result.after, result.insertions) == before
    targets = [(chooser.choose(item.target, "Home.md") or "", item.target) for item in result.accepted]
    assert holds_links("Home.md", decode_text(result.after).text, targets, chooser)
    assert decode_text(result.after).text.count("\n") == read.count("\n")
    return len(result.accepted)
