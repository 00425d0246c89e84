"""Tags in the text of a note, by Obsidian's rules."""

import re
from collections.abc import Iterable, Iterator

# What ends a tag: white space, punctuation but "_", "-" and "/"; a zero-width joiner holds an emoji together.
_TAG = re.compile(
    r"#([^\s\x00\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20"
    r"'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\]+)"
)
_HTML = re.compile(r"<[A-Za-z/][^<>\n]*>")


def find_tags(text: str) -> Iterator[tuple[str, int]]:
    """Yield (tag without the hash sign, offset) for each tag of a masked text in order."""
    if "#" not in text:
        return
    if "<" in text:
        text = _HTML.sub(lambda match: "\0" * len(match[0]), text)
    for match in _TAG.finditer(text):
        start = match.start()
        if start and not text[start - 1].isspace():
            continue
        tag = match[1].strip("/")
        if is_tag(tag):
            yield tag, start


def is_tag(tag: str) -> bool:
    """Tell whether a name can be a tag: it holds more than digits and joiners."""
    return bool(tag.strip("0123456789").strip("-_/"))


def merge_tags(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return each tag once, whatever its case, in the case first seen, sorted without regard to case."""
    merged: dict[str, str] = {}
    for group in groups:
        for tag in group:
            merged.setdefault(tag.casefold(), tag)
    return tuple(merged[key] for key in sorted(merged))


def has_tag(tags: Iterable[str], wanted: str) -> bool:
    """Tell whether a tag or one nested below it is among the tags: `a` is found in `a/b`, not in `ab`."""
    prefix = wanted.strip().lstrip("#").strip("/").casefold()
    return bool(prefix) and any(tag.casefold() == prefix or tag.casefold().startswith(prefix + "/") for tag in tags)
