"""The research note: research.md, which holds all that an article took from its memory and stands alone."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..decisions import Decision, Decisions, Evidence
from ..drafts import split_highlights
from ..entries import Entry
from ..wording.markup import escape_html, escape_text, quote_block, quote_code
from .articles import Article
from .deciding import Layers

CLAIM_WORDS = 30
MOST_CLAIMS = 5
NOTE_WORDS = 40
MOST_NOTES = 3
LONGEST_QUOTE = 500  # characters; longer passages say too little a line
CHARACTERS_PER_TOKEN = 4

_CODES = re.compile(r"(?:(?<!\S)\.[a-z]\w*\s*)+")  # Readwise's action codes in notes: .h1, .c1, .favorite
LAYER_NAMES = {"highlights": "The reader's highlights", "full": "Full text", "summary": "Summary"}


@dataclass(frozen=True)
class Quotation:
    """One passage of a source, byte for byte."""

    layer: str
    line: int | None
    text: str


def render_note(article: Article, decisions: Decisions, sources: Sequence[Layers], *, quotes: int) -> str:
    """Return research.md: one block a used source by descending score, then the borderline cases."""
    by_id = {source.entry.id: source for source in sources}
    used = [item for item in decisions.decisions if item.verdict == "used"]
    used.sort(key=lambda item: (-by_id[item.id].entry.relevance_score, -item.weight, item.id))
    border = [item for item in decisions.decisions if item.verdict == "borderline"]
    border.sort(key=lambda item: (-item.weight, item.id))
    blocks = [_render_source(article, by_id[item.id], item, quotes=quotes) for item in used]
    body = "\n\n".join(["## Sources used", *(blocks or ["None."]), "## Borderline, left out", _list_border(border)])
    memory = sum(_count_tokens(source.full) + _count_tokens(source.highlights) for source in sources)
    head = _render_head(article, decisions, tokens=_count_tokens(body), memory=memory)
    return f"{head}\n\n{body}\n"


def _count_tokens(text: str) -> int:
    """Return an estimate: a token for four characters, or for each one of a script without spaces."""
    dense = sum(1 for character in text if "\u2e80" <= character <= "\ud7ff" or character >= "\U00020000")
    return dense + math.ceil((len(text) - dense) / CHARACTERS_PER_TOKEN)


def _render_head(article: Article, decisions: Decisions, *, tokens: int, memory: int) -> str:
    used = [item for item in decisions.decisions if item.verdict == "used"]
    explicit = sum(item.how == "explicit" for item in used)
    left_out = decisions.sources - len(used) - decisions.borderline
    return "\n".join(
        [
            f"# Research behind: {escape_text(article.title)}",
            "",
            f"- Used {len(used)} of {decisions.sources} sources: {explicit} explicit, {len(used) - explicit} traceable",
            f"- Borderline: {decisions.borderline}, listed at the end; unused: {left_out}, all told in decisions.json",
            f"- About {tokens:,} tokens; the whole memory has about {memory:,} (four characters a token)",
            "- Quotations are those of the sources byte for byte: quote blocks, or code blocks for what has markup",
        ]
    )


def _render_source(article: Article, source: Layers, decision: Decision, *, quotes: int) -> str:
    entry = source.entry
    byline = f", {', '.join(entry.authors)}" if entry.authors else ""
    summary = escape_html(f"{entry.title}{byline}: {decision.how}, score {entry.relevance_score:g}")
    quotations = _choose_quotations(decision.evidence, source, quotes=quotes)
    parts = [
        f"<details>\n<summary>{summary}</summary>",
        "\n".join(_list_metadata(entry)),
        f"**Why it matched.** {escape_text(_join_lines(decision.reason))} Weight {decision.weight:g}.",
        _list_claims(article, decision.evidence),
        *_render_quotations(quotations),
        "\n".join(["**Nuances and caveats**", "", *_list_caveats(source, decision, quotations)]),
        "</details>",
    ]
    return "\n\n".join(part for part in parts if part)


def _join_lines(reason: str) -> str:
    return " ".join(reason.split("\n"))


def _list_metadata(entry: Entry) -> list[str]:
    place = ", ".join(filter(None, [entry.origin, entry.location, entry.kind]))
    published = ", ".join(filter(None, [entry.publication, entry.published or ""]))
    facts = {
        "Source": place,
        "Authors": ", ".join(entry.authors),
        "Published": published,
        "Saved": entry.saved or "",
        "Tags": ", ".join(entry.tags),
        "Notebook": entry.notebook if entry.notebook and entry.notebook != entry.location else "",
        "Themes": ", ".join(entry.themes),
        "Found by": "; ".join(entry.found_by),
        "Address": entry.source_url or "",
        "Path": entry.original_path if entry.original_path != entry.source_url else "",
        "Id": entry.id,
        "Extent": f"{entry.words} words, {entry.highlights} highlights, {entry.own_notes} notes by the reader",
        "Seed": "named in the brief" if entry.seed else "",
    }
    return [f"- {name}: {_show_fact(name, value)}" for name, value in facts.items() if value]


def _show_fact(name: str, value: str) -> str:
    return quote_code(value) if name in ("Address", "Path", "Id") else escape_text(value)


def _list_claims(article: Article, evidence: Sequence[Evidence]) -> str:
    """Return what the article says on the strength of this source, in the article's order."""
    listed = {article.text.count("\n", 0, item.start) + 1 for item in article.references}
    claims: dict[tuple[int, str], None] = {}
    for item in evidence:
        if item.article_line not in listed and len(claims) < MOST_CLAIMS:
            claims[item.article_line, item.article_quote] = None
    if not claims:
        return ""
    places = {claim: article.text.find(claim[1]) for claim in claims}
    ordered = sorted(claims, key=lambda claim: (claim[0], places[claim]))
    lines = [f"- Line {line}: {escape_text(_shorten(text, CLAIM_WORDS))}" for line, text in ordered]
    return "\n".join(["**Relevant claims of the article**", "", *lines])


def _shorten(text: str, words: int) -> str:
    parts = text.split()
    return " ".join(parts) if len(parts) <= words else f"{' '.join(parts[:words])} …"


def _choose_quotations(evidence: Sequence[Evidence], source: Layers, *, quotes: int) -> list[Quotation]:
    """Return the passages that the evidence rests on, then what the reader marked; each once."""
    found = [
        Quotation(item.source_layer, item.source_line, item.source_quote)
        for item in evidence
        if item.source_layer in ("highlights", "full") and item.source_quote
    ]
    for number, line in enumerate(source.highlights.split("\n"), start=1):
        if line.startswith("> ") and line[2:].strip():
            found.append(Quotation("highlights", number, line[2:].rstrip("\r")))
    chosen: list[Quotation] = []
    for item in found:
        known = any(item.text in other.text or other.text in item.text for other in chosen)
        if not known and len(item.text) <= LONGEST_QUOTE:
            chosen.append(item)
    return chosen[:quotes]


def _render_quotations(quotations: Sequence[Quotation]) -> list[str]:
    if not quotations:
        return []
    parts = ["**Quotations**"]
    for item in quotations:
        parts += [f"{LAYER_NAMES[item.layer]}, line {item.line}:", quote_block(item.text)]
    return parts


def _list_caveats(source: Layers, decision: Decision, quotations: Sequence[Quotation]) -> list[str]:
    entry = source.entry
    notes = [note for note in map(_clean_note, _split_notes(source.highlights)) if note]
    lines = [f"- The reader noted: {escape_text(_shorten(note, NOTE_WORDS))}" for note in notes[:MOST_NOTES]]
    if entry.authorship == "own":
        lines.append("- These are the reader's own words.")
    if decision.how == "traceable":
        lines.append("- The article does not name it; the use is inferred from what they share.")
    if not source.highlights:
        lines.append("- The reader marked nothing in it.")
    if not quotations:
        lines.append("- No passage of it is quoted, since the article only names it.")
    if decision.dropped_quotes:
        lines.append(f"- {decision.dropped_quotes} quotations were not found in it and were dropped.")
    for twin in entry.also_in:
        place = ", ".join(filter(None, [twin.origin, twin.location]))
        lines.append(f"- Also in {escape_text(place)}: {quote_code(twin.original_path)} ({escape_text(twin.reason)}).")
    return lines or ["- None."]


def _split_notes(highlights: str) -> list[str]:
    return split_highlights(highlights)[1].split("\n") if highlights else []


def _clean_note(note: str) -> str:
    return _CODES.sub("", note).strip()


def _list_border(decisions: Sequence[Decision]) -> str:
    if not decisions:
        return "None."
    parts = []
    for item in decisions:
        head = f"### {escape_text(item.title)}\n\n- {quote_code(item.id)}, weight {item.weight:g}"
        lines = [head, *(f"- {escape_text(line)}" for line in item.reason.split("\n"))]
        for evidence in item.evidence[:1]:
            claim = escape_text(_shorten(evidence.article_quote, CLAIM_WORDS))
            lines.append(f"- Line {evidence.article_line} of the article: {claim}")
            if evidence.source_quote:
                lines.append(f"- {LAYER_NAMES[evidence.source_layer]}:\n\n{quote_block(evidence.source_quote)}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
