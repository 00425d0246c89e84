"""Copies of a text as libraries hold them: cut, wrapped, framed, reworded, translated, saved under other names."""

import html
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import quote

from florilegium.drafts import Draft
from florilegium.sources.html import convert_html
from florilegium.wording.prose import strip_inline

from .base_texts import BaseText
from .drawing import draw_item, draw_number
from .paraphrasing import DEGREES, paraphrase, replace_words

Forge = Callable[[BaseText], Draft]

_PLACES = ("obsidian", "notebooklm", "readwise")
_NAVIGATION = (
    "Skip to content\n\n[Home](/) · [About](/about) · [Archive](/archive) · [Log in](/login)\n\n"
    "We use cookies to give you the best experience. Accept all cookies or change your settings."
)
_FOOTER = (
    "Thanks for reading! Subscribe for free to receive new posts and support my work.\n\n"
    "Share this post on Mastodon, by mail or as a link. Leave a comment. Previous post. Next post.\n\n"
    "Related: Ten tools that we like. What we read in March. The best chairs of the year.\n\n"
    "© 2026 The publishers. All rights reserved. Privacy policy. Terms of use. Contact us."
)
_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))


def make_original(base: BaseText) -> Draft:
    """Return the text as it came first: an article in the reader's library, or a note in the vault."""
    if base.own:
        return Draft("obsidian", f"Notes/{base.title}.md", base.title, _join(base.paragraphs), "Notes")
    return Draft(
        "readwise", f"reader/{base.id}", base.title, _join(base.paragraphs), "library", "article", "other",
        authors=(base.author,), publication=base.publication, published=base.published, source_url=base.url,
    )  # fmt: skip


def make_copies(base: BaseText) -> dict[str, Draft]:
    """Return a copy of each kind that the text can have, by the kind's name."""
    return {kind: forge(base) for kind, forge in KINDS.items() if not (base.own and kind in NEED_ADDRESS)}


def place_copy(base: BaseText, kind: str, text: str, **facts: object) -> Draft:
    """Return a copy somewhere in the library; what it says of itself depends on the place, as in life."""
    key = f"{base.id} {kind}"
    origin = "notebooklm" if base.own else draw_item(f"{key} origin", _PLACES)
    draft = _PLACED[origin](base, f"{kind} {draw_number(key, 10**6)}", text)
    return replace(draft, **facts)  # type: ignore[arg-type]


def _join(paragraphs: tuple[str, ...] | list[str]) -> str:
    return "\n\n".join(paragraphs) + "\n"


def _clip(base: BaseText, name: str, text: str) -> Draft:
    title = draw_item(f"{base.id} {name}", (base.title, f"{base.title} | {base.publication}", f"{base.title} (1)"))
    return Draft("obsidian", f"Clippings/{name}.md", title, text, "Clippings", "clipping", "other",
                 publication=base.publication)  # fmt: skip


def _upload(base: BaseText, name: str, text: str) -> Draft:
    slug = "-".join(re.findall(r"\w+", base.title.lower()))
    title = draw_item(f"{base.id} {name}", (base.title, f"{slug}.pdf", f"{base.title}.md"))
    return Draft("notebooklm", f"Study/{name}.html", title, text, "Study", "text", "other", notebook="Study")


def _export(base: BaseText, name: str, text: str) -> Draft:
    title = draw_item(f"{base.id} {name}", (base.title, base.title.upper(), f"{base.title} - {base.publication}"))
    return Draft("readwise", f"Articles/{name}.md", title, text, "library", "article", "other",
                 authors=(_abbreviate(base.author),), publication=base.publication)  # fmt: skip


_PLACED: Mapping[str, Callable[[BaseText, str, str], Draft]] = {
    "obsidian": _clip, "notebooklm": _upload, "readwise": _export,
}  # fmt: skip


def _abbreviate(author: str) -> str:
    first, _, last = author.partition(" ")
    return f"{first[:1]}. {last}" if last else author


def _cut(start: float, end: float, kind: str, **facts: object) -> Forge:
    """Return what keeps a part of a text, cut at sentences but for the last, which a clipper breaks anywhere."""

    def forge(base: BaseText) -> Draft:
        words = " ".join(base.paragraphs).split(" ")
        piece = words[round(start * len(words)) : round(end * len(words))]
        return place_copy(base, kind, " ".join(piece) + "\n", **facts)

    return forge


def _wrap(base: BaseText) -> Draft:
    text = "\n\n".join("\n".join(textwrap.wrap(paragraph, 58)) for paragraph in base.paragraphs)
    return place_copy(base, "wrapped", text + "\n")


def _format(base: BaseText) -> Draft:
    """Return the text with headings, emphasis, links, items and a front matter."""
    parts = ["---", "tags: [saved]", "status: read", "---", f"# {base.title}"]
    for place, paragraph in enumerate(base.paragraphs):
        words = paragraph.split(" ")
        middle = len(words) // 2
        words[middle] = f"**{words[middle]}**"
        words[-1] = f"[{words[-1]}](https://example.org/{place})"
        parts += [f"## {place + 1}."] * (place % 3 == 1) + [("- " if place % 2 else "") + " ".join(words)]
    return place_copy(base, "reformatted", "\n\n".join(parts) + "\n")


def _frame(base: BaseText) -> Draft:
    text = "\n\n".join((_NAVIGATION, f"By {base.author or 'me'} · 6 min read", *base.paragraphs, _FOOTER))
    return place_copy(base, "boilerplate", text + "\n")


def _render_html(base: BaseText) -> str:
    body = "".join(f"<div><p>{html.escape(paragraph)}</p></div>" for paragraph in base.paragraphs)
    nav = "<nav><a href='/'>Home</a></nav><div class='cookie-banner'>Cookies?</div>"
    return f"<html><body>{nav}<article><h1>{html.escape(base.title)}</h1>{body}</article></body></html>"


def _save_page(base: BaseText) -> Draft:
    return place_copy(base, "html_page", convert_html(_render_html(base)).text + "\n")


def _export_document(base: BaseText) -> Draft:
    """Return the file that Readwise would export: metadata, the whole text, highlights below."""
    head = f"# {base.title}\n\n## Metadata\n- Author: [[{base.author}]]\n- Category: #articles\n\n## Full Document\n\n"
    marked = "\n".join(f"- {sentence} ([View Highlight](https://example.org/h))" for sentence in base.sentences[:3])
    return place_copy(base, "readwise_export", f"{head}{_join(base.paragraphs)}\n## Highlights\n{marked}\n")


def _upload_text(base: BaseText) -> Draft:
    """Return what a notebook keeps of a text: no paragraphs to speak of, entities undone."""
    return replace(_upload(base, f"source {draw_number(base.id, 10**6)}", " \n".join(base.paragraphs) + "\n"))


def _translate_markup(base: BaseText) -> Draft:
    """Return the text after HTML, Markdown, a Readwise export, a notebook's source and plain text."""
    markdown = convert_html(_render_html(base)).text
    exported = f"## Full Document\n\n{markdown}\n"
    source = strip_inline(re.sub(r"^#+ ", "", exported, flags=re.MULTILINE))
    return _upload(base, f"chain {draw_number(base.id, 10**6)}", " ".join(source.split()) + "\n")


def _set_type(base: BaseText) -> Draft:
    """Return the text with the marks of print."""
    text = re.sub(r'"([^"]*)"', r"“\1”", _join(base.paragraphs)).replace("'", "’").replace(" - ", " – ")
    text = text.replace("...", "…").replace("--", "—")
    for plain, joined in _LIGATURES:
        text = text.replace(plain, joined)
    return place_copy(base, "typography", text)


def _print_pdf(base: BaseText) -> Draft:
    """Return the lines of a PDF: words broken at line ends, a running head and page numbers between."""
    lines: list[str] = []
    for number, line in enumerate(textwrap.wrap(" ".join(base.paragraphs), 62), start=1):
        word = line.rsplit(" ", 1)[-1]
        broken = number % 4 == 0 and len(word) > 7 and word.isalpha()
        lines.append(line[: -len(word)] + f"{word[:4]}-\n{word[4:]}" if broken else line)
        if number % 30 == 0:
            lines += ["", f"{base.title}", f"Page {number // 30}", ""]
    file = f"{base.author.rpartition(' ')[2]} {base.published[:4]} {base.title}.pdf".strip()
    draft = _upload(base, f"pdf {draw_number(base.id, 10**6)}", "\n".join(lines) + "\n")
    return replace(draft, title=draw_item(f"{base.id} pdf", (file, f"{base.title}.pdf")), kind="pdf")


def _reword(degree: int, *, titled: bool) -> Forge:
    def forge(base: BaseText) -> Draft:
        kind = f"paraphrase_{degree}" + ("" if titled else "_retitled")
        title = base.title if titled else replace_words(base.id, f"About {base.title[0].lower()}{base.title[1:]}", 1.0)
        return place_copy(base, kind, _join(paraphrase(base.id, base.paragraphs, degree)), title=title)

    return forge


def _mark(kind: str, change: Callable[[str], str]) -> Forge:
    """Return what keeps three highlights under another spelling of the address."""

    def forge(base: BaseText) -> Draft:
        marked = "\n".join(f"> {sentence}\n" for sentence in base.sentences[1:4])
        return place_copy(base, kind, marked, source_url=change(base.url))

    return forge


def _mark_titled(base: BaseText) -> Draft:
    """Return three highlights under title and author, without an address."""
    marked = "\n".join(f"> {sentence}\n" for sentence in base.sentences[1:4])
    last, first = base.author.split()[::-1]
    author = draw_item(f"{base.id} by", (base.author, f"{first[0]}. {last}", f"{last}, {first}", f"by {base.author}"))
    draft = _export(base, f"titled {draw_number(base.id, 10**6)}", marked)
    return replace(draft, authors=(author,), source_url=None)


def _leave_untitled(base: BaseText) -> dict[str, object]:
    return {"title": f"Untitled {1 + draw_number(base.id, 40)}"}


def _cut_untitled(base: BaseText) -> Draft:
    return replace(_cut(0.0, 0.5, "head_50_untitled")(base), **_leave_untitled(base))  # type: ignore[arg-type]


def _reword_half(base: BaseText) -> Draft:
    half = base.paragraphs[: max(1, round(len(base.paragraphs) * 0.6))]
    return place_copy(base, "head_60_reworded", _join(paraphrase(base.id, half, 1)))


ADDRESSES: dict[str, Callable[[str], str]] = {
    "url_tracking": lambda url: f"{url}?utm_source=news&utm_medium=email&fbclid=x1",
    "url_http_www": lambda url: url.replace("https://", "http://www.") + "/",
    "url_amp": lambda url: f"{url}?amp=1",
    "url_amp_cache": lambda url: (
        f"https://{url.split('/')[2].replace('.', '-')}.cdn.ampproject.org/c/s/{url.removeprefix('https://')}"
    ),
    "url_mobile": lambda url: url.replace("https://", "https://m."),
    "url_archive": lambda url: f"https://web.archive.org/web/20240311120000/{url}",
    "url_archive_today": lambda url: f"https://archive.ph/2024.03.11-120000/{url}",
    "url_translated": lambda url: (
        f"https://{url.split('/')[2].replace('-', '--').replace('.', '-')}.translate.goog/{url.split('/', 3)[3]}"
        "?_x_tr_sl=en&_x_tr_tl=sv"
    ),
    "url_redirect": lambda url: f"https://www.google.com/url?sa=t&url={quote(url, safe='')}&usg=abc",
}
KINDS: dict[str, Forge] = {
    "exact": lambda base: place_copy(base, "exact", _join(base.paragraphs)),
    "wrapped": _wrap, "reformatted": _format, "boilerplate": _frame, "typography": _set_type, "pdf": _print_pdf,
    "html_page": _save_page, "readwise_export": _export_document, "notebook_source": _upload_text,
    "markup_chain": _translate_markup,
    "head_70": _cut(0.0, 0.7, "head_70"), "head_50": _cut(0.0, 0.5, "head_50"), "head_30": _cut(0.0, 0.3, "head_30"),
    "tail_50": _cut(0.5, 1.0, "tail_50"), "middle_50": _cut(0.25, 0.75, "middle_50"),
    "middle_30": _cut(0.35, 0.65, "middle_30"), "head_50_untitled": _cut_untitled,
    **{f"paraphrase_{degree}": _reword(degree, titled=True) for degree in DEGREES},
    **{f"paraphrase_{degree}_retitled": _reword(degree, titled=False) for degree in DEGREES},
    "head_60_reworded": _reword_half,
    **{kind: _mark(kind, change) for kind, change in ADDRESSES.items()},
    "title_author": _mark_titled,
}  # fmt: skip
NEED_ADDRESS = frozenset({*ADDRESSES, "title_author"})
