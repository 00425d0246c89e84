"""References in the Markdown pages of a memory: each leads to a file inside, or to an address that the index names."""

import re
from collections.abc import Collection, Iterator
from posixpath import normpath
from urllib.parse import quote, unquote

from .faults import Fault

_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_LINK = re.compile(r"(?<!\\)(?:\\\\)*\]\(<?([^)\s>]*)>?[^)]*\)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$")
_HTML = re.compile(r"(?<!\\)<[a-zA-Z/!?][^>]*>")
_WIKILINK = re.compile(r"(?<!\\)\[\[([^\]]*)\]\]")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")


def iter_references(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, target) of every link of a page, code left out; an HTML tag counts as a reference to itself."""
    for number, line in enumerate(text.split("\n"), start=1):
        bare = _CODE.sub("", line)
        for pattern in (_LINK, _DEFINITION, _WIKILINK):
            for match in pattern.finditer(bare):
                yield number, match[1]
        for match in _HTML.finditer(bare):
            yield number, match[0]


def check_references(path: str, text: str, *, files: Collection[str], addresses: Collection[str]) -> list[Fault]:
    """Return the references of a page that lead nowhere or out of the folder."""
    known = {_fold_address(address) for address in addresses}
    faults = []
    for line, target in iter_references(text):
        message = _judge(target, files, known)
        if message:
            faults.append(Fault("reference", path, line, message))
    return faults


def locate(target: str) -> str:
    """Return the path that a relative link leads to, from the folder of the memory."""
    return normpath(unquote(target.partition("#")[0]))


def _judge(target: str, files: Collection[str], known: Collection[str]) -> str:
    if target.startswith("<"):
        return f"{target} is markup, which no page of a memory has"
    if _SCHEME.match(target):
        return "" if _fold_address(target) in known else f"{target} leads outside and is no source_url of the index"
    file, inside = unquote(target.partition("#")[0]), locate(target)
    if inside.startswith(("../", "/")) or inside == ".." or "\\" in file or "\0" in file:
        return f"{target} leads out of the folder"
    return "" if not file or inside in files else f"{target} leads to no file of the memory"


def _fold_address(address: str) -> str:
    """Return an address in one spelling, whatever of it is percent-encoded."""
    return quote(unquote(address), safe="/:?#[]@!$&'*+,;=~-._")
