"""From the files of one notebook to drafts: sources, notes, chats and reports."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..drafts import Draft
from ..sameness.urls import canonicalise_url
from .characters import clean_line, fold_name, fold_text
from .dates import read_date
from .html import Converted, add_title, convert_content, convert_html, list_headings
from .page_meta import PageMeta, read_page_meta
from .saved_answers import find_saved_answer
from .soup import UnfitHtmlError, parse_soup

CONTENT_TYPES = (
    "UNKNOWN GOOGLE_DOC GOOGLE_SLIDES PDF TEXT URL POWERPOINT GOOGLE_SHEET MARKDOWN YOUTUBE_VIDEO AUDIO WORD EXCEL "
    "IMAGE DRIVE GMAIL CSV EPUB GEMINI_CHAT AI_MODE_CHAT EXPERT_INTELLIGENCE"
).split()
KINDS = {
    "AI_MODE_CHAT": "chat",
    "AUDIO": "audio",
    "CSV": "sheet",
    "DRIVE": "doc",
    "EPUB": "book",
    "EXCEL": "sheet",
    "EXPERT_INTELLIGENCE": "text",
    "GEMINI_CHAT": "chat",
    "GMAIL": "email",
    "GOOGLE_DOC": "doc",
    "GOOGLE_SHEET": "sheet",
    "GOOGLE_SLIDES": "slides",
    "IMAGE": "image",
    "MARKDOWN": "text",
    "PDF": "pdf",
    "POWERPOINT": "slides",
    "TEXT": "text",
    "URL": "web",
    "WORD": "doc",
    "YOUTUBE_VIDEO": "video",
}
_ENDING = re.compile(
    r"\.(?:html?|pdf|docx?|txt|md|markdown|pptx?|xlsx?|csv|epub|m4a|mp3|wav|ogg|aac|mp4|mov|png|jpe?g|gif|webp)$",
    re.IGNORECASE,
)
_ORIGIN_WORDS = frozenset({"original url", "original", "permalink", "source url", "view original", "original source"})
_VIDEO_ID = re.compile(r"[\w-]{6,20}$")


@dataclass(frozen=True)
class Page:
    """One page of a notebook, decoded."""

    path: str  # below the notebook's folder
    text: str
    diagnostics: tuple[str, ...] = ()

    @property
    def is_html(self) -> bool:
        """Tell whether the file is named like a page; exported notes may be Markdown or text."""
        return self.path.casefold().endswith((".html", ".htm"))


@dataclass(frozen=True)
class Place:
    """The notebook to which a draft belongs."""

    folder: str
    title: str

    def locate(self, path: str) -> str:
        """Return where a file of this notebook lies in its export, whatever archive or folder holds it."""
        return f"{self.folder}/{path}"


def draft_source(place: Place, page: Page, description: Mapping[str, Any]) -> Draft | None:
    """Return the draft of a source, None where the export holds no text of it."""
    converted = convert_page(page)
    if not converted.text:
        return None
    meta = read_page_meta(page.text) if page.is_html else PageMeta()
    facts = _get_object(description, "metadata")
    content_type = read_content_type(facts)
    video = _get_object(description, "youtubeMetadata")
    title = _find_title(description, meta, page.path)
    text = add_title(title, converted.text)
    channel = _get_line(video, "channelName")
    return Draft(
        origin="notebooklm",
        original_path=place.locate(page.path),
        title=title,
        text=text,
        location=place.title,
        kind="video" if video else KINDS.get(content_type, "source"),
        authorship="other",
        authors=(channel,) if channel else meta.authors,
        publication=meta.site,
        published=meta.published,
        saved=read_date(facts.get("sourceAddedTimestamp"))
        or read_date(_get_object(facts, "revisionData").get("dateAdded")),
        notebook=place.title,
        headings=tuple(heading for heading in list_headings(text) if heading != title),
        source_url=_find_source_url(page, meta, title, video),
        diagnostics=(*page.diagnostics, *converted.diagnostics),
    )


def draft_notes(  # noqa: PLR0913 (what tells a saved answer from a thought)
    place: Place,
    page: Page,
    description: Mapping[str, Any],
    *,
    answers: Sequence[str],
    titles: frozenset[str],
    is_sure: bool,
) -> list[Draft]:
    """Return the drafts of a page of notes, one a note: the reader's own, unless a note is a saved answer.

    `is_sure` says that the folder is known to hold notes; else they may be anybody's.
    """
    converted = convert_page(page)
    meta = read_page_meta(page.text) if page.is_html else PageMeta()
    whole = _find_title(description, meta, page.path)
    drafts = []
    for number, (title, body) in enumerate(_split_notes(whole, converted.text), start=1):
        sign = find_saved_answer(body, answers=answers, titles=titles)
        told = [f"taken for a saved answer of the model: {sign}"] if sign else []
        told += [] if is_sure else ["its folder has a name that is not known to hold notes"]
        text = add_title(title, body)
        drafts.append(
            Draft(
                origin="notebooklm",
                original_path=place.locate(page.path) + (f"#{number}" if title != whole else ""),
                title=title,
                text=text,
                location=place.title,
                kind="notebook_note",
                authorship="own" if is_sure and not sign else "mixed",
                saved=_find_note_date(description),
                notebook=place.title,
                headings=tuple(heading for heading in list_headings(text) if heading != title),
                diagnostics=(*page.diagnostics, *converted.diagnostics, *told),
            )
        )
    return drafts


def draft_chat(place: Place, page: Page) -> Draft | None:
    """Return the draft of a chat, None for an empty one; the reader's questions and the model's answers are mixed."""
    converted = convert_page(page)
    if not converted.text:
        return None
    title = f"{_strip_endings(page.path.rpartition('/')[2])} ({place.title})"
    return Draft(
        origin="notebooklm",
        original_path=place.locate(page.path),
        title=title,
        text=add_title(title, converted.text),
        location=place.title,
        kind="chat",
        authorship="mixed",
        notebook=place.title,
        diagnostics=(*page.diagnostics, *converted.diagnostics),
    )


def draft_reports(place: Place, path: str, value: Mapping[str, Any]) -> list[Draft]:
    """Return the drafts of the reports that a search for sources wrote; proposed sources have no text."""
    results = _get_object(value, "discoverSourcesResults").get("discoveredSources")
    query = _get_line(_get_object(value, "discoverSourcesJob"), "query")
    drafts = []
    for number, item in enumerate(results if isinstance(results, list) else []):
        fields = item if isinstance(item, dict) else {}
        report = _get_object(fields, "deepResearchMetadata").get("deepResearchReport")
        converted = convert_content(report) if isinstance(report, str) else Converted("")
        if not converted.text.strip():
            continue
        title = _get_line(fields, "title") or query or _strip_endings(path.rpartition("/")[2])
        text = add_title(title, converted.text)
        drafts.append(
            Draft(
                origin="notebooklm",
                original_path=f"{place.locate(path)}#{number}",
                title=title,
                text=text,
                location=place.title,
                kind="discovered",
                authorship="other",
                saved=read_date(_get_object(value, "discoverSourcesJob").get("createTime")),
                notebook=place.title,
                headings=tuple(heading for heading in list_headings(text) if heading != title),
                diagnostics=converted.diagnostics,
            )
        )
    return drafts


def convert_page(page: Page) -> Converted:
    """Return the text of a page as Markdown."""
    return convert_html(page.text) if page.is_html else convert_content(page.text)


def read_content_type(facts: Mapping[str, Any]) -> str:
    """Return the name of a source's type, given as a name with or without prefix, or as a number."""
    value = facts.get("originalSourceContentType")
    if isinstance(value, int) and 0 <= value < len(CONTENT_TYPES):
        return CONTENT_TYPES[value]
    return clean_line(value).upper().removeprefix("SOURCE_CONTENT_TYPE_") if isinstance(value, str) else ""


def list_titles(pages: Sequence[Page], descriptions: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Return every folded name under which a note may cite a source of this notebook."""
    names = [page.path.rpartition("/")[2] for page in pages]
    names += [_get_line(description, "title") for description in descriptions]
    spelt = [form for name in names for form in (name, _ENDING.sub("", name), _strip_endings(name))]
    return frozenset(fold_text(name) for name in spelt if name)


def match_description(path: str, descriptions: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the path of the JSON file that describes a page, "" where there is none.

    It is named "<name> metadata.json" or "<name>.json"; a second file of one name has "(1)" in either place.
    """
    folder, _, name = path.rpartition("/")
    base = re.sub(r"\.(?:html?|md|txt)$", "", name, flags=re.IGNORECASE)
    wanted = [fold_name(base), fold_name(_strip_endings(base))]
    found = {
        _name_described(other): other
        for other in sorted(descriptions, reverse=True)
        if other.rpartition("/")[0] == folder
    }
    return next((found[name] for name in wanted if name in found), "")


def _name_described(path: str) -> str:
    name = fold_name(path.rpartition("/")[2])
    match = re.fullmatch(r"(.*) metadata(\(\d+\))?\.json", name) or re.fullmatch(r"(.*?)(\(\d+\))?\.json", name)
    return f"{match[1]}{match[2] or ''}" if match else name


def _find_title(description: Mapping[str, Any], meta: PageMeta, path: str) -> str:
    names = (_get_line(description, "title"), meta.title, path.rpartition("/")[2])
    return next((title for name in names if (title := _strip_endings(name))), "Untitled")


def _strip_endings(name: str) -> str:
    """Return a name without the endings of file types, of which an export may pile up two."""
    name = clean_line(name)
    while (shorter := _ENDING.sub("", name)) != name:
        name = shorter.strip()
    return name


def _split_notes(title: str, text: str) -> list[tuple[str, str]]:
    """Return (title, text) of each note: several of them in one page begin with a heading of level 1 each."""
    if not text:
        return []
    pieces = re.split(r"(?m)^# (.+)$", text)
    if len(pieces) < 5:
        return [(title, text)]
    notes = [(clean_line(name), body.strip()) for name, body in zip(pieces[1::2], pieces[2::2], strict=True)]
    return [*([(title, pieces[0].strip())] if pieces[0].strip() else []), *(note for note in notes if note[1])]


def _find_note_date(description: Mapping[str, Any]) -> str | None:
    facts = _get_object(description, "metadata")
    return read_date(facts.get("createTime")) or read_date(facts.get("lastModified"))


def _find_source_url(page: Page, meta: PageMeta, title: str, video: Mapping[str, Any]) -> str | None:
    """Return where a source was published, only where the export leaves no doubt about it."""
    video_id = _get_line(video, "videoId")
    if _VIDEO_ID.match(video_id):
        return f"https://www.youtube.com/watch?v={video_id}"
    if meta.canonical_url:
        return meta.canonical_url
    return _find_origin_link(page.text, title) if page.is_html else None


def _find_origin_link(html: str, title: str) -> str | None:
    """Return the target of a link that calls itself the original, or that bears the title, where all agree."""
    try:
        anchors = parse_soup(html).find_all("a", href=True)
    except UnfitHtmlError:
        return None
    found: dict[str, str] = {}
    for anchor in anchors:
        words = clean_line(anchor.get_text()).casefold().strip(" :↗→")
        if words in _ORIGIN_WORDS or words == title.casefold():
            href = clean_line(str(anchor.get("href")))
            canonical = canonicalise_url(href)
            if canonical and href.lower().startswith(("http:", "https:")):
                found.setdefault(canonical, href)
    return next(iter(found.values())) if len(found) == 1 else None


def _get_object(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    item = value.get(key)
    return item if isinstance(item, dict) else {}


def _get_line(value: Mapping[str, Any], key: str) -> str:
    item = value.get(key)
    return clean_line(item) if isinstance(item, str) else ""
