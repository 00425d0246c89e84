"""What looks like a copy and is none: other articles by the author, parts of a series, forms, versions, answers."""

import re
from collections.abc import Sequence
from dataclasses import replace

from florilegium.drafts import Draft

from .base_texts import BaseText
from .copies import make_original
from .drawing import draw_item, draw_number, draw_order, draw_share

FEWEST_NUMBERS = 5  # different ones: with fewer, a text has no version with other results

_FORM = (
    "## What went well\n\n{}\n\n## What did not\n\n{}\n\n## What I owe to whom\n\n- [ ] Answer the letters\n"
    "- [ ] Water the plants in the office and write the rota for the next week\n\n## Numbers\n\n"
    "Hours slept: {}. Pages read: {}. Letters written: {}.\n\n## One sentence for the week\n\n{}\n"
)
_SERIES = (
    "This is part {} of a series in which I write down what I learnt while I kept a small library for ten years. "
    "If you are new here, begin with the first part, which explains why I started and whom I want to thank for it. "
    "As before, names are changed where people asked for it, and all mistakes are mine alone.\n\n"
)
_NUMBER_WORDS = "three four five six seven eight nine ten eleven twelve thirteen fifteen".split()
_COUNTED = re.compile(rf"\d+|\b(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)


def make_rivals(base: BaseText, others: Sequence[BaseText]) -> dict[str, Draft]:
    """Return a rival of each kind, by the kind's name; `others` lend it their sentences."""
    made = {
        "same_author_repeats": _repeat_paragraph(base, others),
        "series_next": _continue_series(base, others),
        "weekly_form": _fill_form(base, others),
        "weekly_form_next": _fill_form(base, others, week=1),
        "reply_quotes": _reply(base, others),
        "review_of_it": _review(base, others),
        "digest": _digest(base, others),
        "essay_quotes": _quote_in_essay(base, others),
    }
    if len(set(re.findall(r"\d+", " ".join(base.paragraphs))) - {"0", "1", "2"}) >= FEWEST_NUMBERS and not base.own:
        made["other_numbers"] = _renew_numbers(base, "version")
        retitled = _renew_numbers(base, "report")
        made["other_numbers_retitled"] = replace(retitled, title=f"{base.title}: the following year")
    return made


def _borrow(base: BaseText, others: Sequence[BaseText], kind: str, count: int) -> list[str]:
    """Return sentences of three other texts, mixed."""
    picked = draw_order(f"{base.id} {kind}", others)[:3]
    sentences = [sentence for other in picked for sentence in other.sentences]
    return draw_order(f"{base.id} {kind} order", sentences)[:count]


def _write_article(base: BaseText, kind: str, title: str, text: str) -> Draft:
    original = make_original(replace(base, own=False))
    return replace(
        original, original_path=f"reader/{base.id} {kind}", title=title, text=text,
        authors=(base.author or "Noor Adeyemi",), published=f"{base.published[:4] or '2025'}-12-28",
        source_url=f"{base.url or 'https://fieldnotes.example.org/x'}-{kind}-{draw_number(base.id, 10**6)}",
    )  # fmt: skip


def _repeat_paragraph(base: BaseText, others: Sequence[BaseText]) -> Draft:
    """Return another article by the author on the subject, which takes a paragraph over word for word."""
    count = len(base.sentences)
    kept = base.sentences[: max(2, count // 5)]
    sentences = [*kept, *_borrow(base, others, "repeat", count - len(kept))]
    return _write_article(
        base, "repeat", f"More on {base.title[0].lower()}{base.title[1:]}", " ".join(sentences) + "\n"
    )


def _continue_series(base: BaseText, others: Sequence[BaseText]) -> Draft:
    """Return the next part of a series: one introduction, one title but for its number."""
    number = 2 + draw_number(f"{base.id} part", 6)
    text = _SERIES.format(number) + " ".join(_borrow(base, others, "series", 14)) + "\n"
    return _write_article(base, "series", f"What I kept, part {number}: {base.id}", text)


def _fill_form(base: BaseText, others: Sequence[BaseText], week: int = 0) -> Draft:
    """Return a week's note by the reader, made from a template."""
    said = _borrow(base, others, f"week {week}", 6)
    numbers = [20 + draw_number(f"{base.id} week {week} {place}", 400) for place in range(3)]
    text = _FORM.format(" ".join(said[:3]), " ".join(said[3:5]), *numbers, said[5])
    name = f"2026-W{1 + draw_number(f'{base.id} week', 50) + week:02} {base.id}"
    return Draft("obsidian", f"Weeks/{name}.md", name, text, "Weeks")


def _renew_numbers(base: BaseText, kind: str) -> Draft:
    """Return a later version of a paper: the same words, other results; one number in ten stays."""

    def change(match: re.Match[str]) -> str:
        key = f"{base.id} {kind} {match.start()}"
        if draw_share(key) < 0.1:
            return match[0]
        if match[0].isdigit():
            return str(int(match[0]) + 1 + draw_number(key, 9 * len(match[0]) ** 3))
        return draw_item(key, tuple(word for word in _NUMBER_WORDS if word != match[0].lower()))

    text = "\n\n".join(_COUNTED.sub(change, paragraph) for paragraph in base.paragraphs)
    draft = _write_article(base, kind, base.title, text + "\n")
    return replace(draft, published=f"{int(base.published[:4]) + 2}{base.published[4:]}")


def _reply(base: BaseText, others: Sequence[BaseText]) -> Draft:
    """Return a letter that quotes more than half of the text and answers below."""
    quoted = base.sentences[: round(len(base.sentences) * 0.7)]
    answer = " ".join(_borrow(base, others, "reply", max(4, len(base.sentences) // 2)))
    text = "\n".join(f"> {sentence}" for sentence in quoted) + f"\n\n{answer}\n"
    title = draw_item(f"{base.id} reply", (f"Re: {base.title}", f"Answer to {base.title}"))
    return Draft("obsidian", f"Letters/{base.id}.md", title, text, "Letters", source_url=base.url or None)


def _review(base: BaseText, others: Sequence[BaseText]) -> Draft:
    """Return somebody's review under the very title, with two quotations."""
    mine = _borrow(base, others, "review", 10)
    text = " ".join((*mine[:4], f"“{base.sentences[1]}”", *mine[4:8], f"“{base.sentences[-1]}”", *mine[8:]))
    return replace(
        _write_article(base, "review", base.title, text + "\n"),
        authors=("Petra Lindqvist",), source_url=f"https://reviews.example.net/{draw_number(base.id, 10**6)}",
    )  # fmt: skip


def _digest(base: BaseText, others: Sequence[BaseText]) -> Draft:
    """Return a letter of links that holds the whole text and longer pieces of others."""
    pieces: list[str] = []
    for other in draw_order(f"{base.id} digest", others):
        if sum(map(len, pieces)) > 1.5 * sum(map(len, base.paragraphs)):
            break
        pieces.append(" ".join(other.sentences))
    text = "\n\n".join((*base.paragraphs, *pieces)) + "\n"
    title = f"Links of the week {draw_number(base.id, 10**4)}"
    return Draft("readwise", f"reader/{base.id} digest", title, text, "feed", "rss", "other",
                 authors=("Weekly Digest Desk",), published="2026-03-02",
                 source_url=f"https://digest.example.net/{draw_number(base.id, 10**6)}")  # fmt: skip


def _quote_in_essay(base: BaseText, others: Sequence[BaseText]) -> Draft:
    """Return an essay by the reader that takes up half of the text without marking it as a quotation."""
    mine = _borrow(base, others, "essay", len(base.sentences))
    text = " ".join((*mine[:5], *base.sentences[: len(base.sentences) // 2], *mine[5:]))
    return Draft("obsidian", f"Essays/{base.id}.md", f"Essay {base.id} in my own words", text + "\n", "Essays")
