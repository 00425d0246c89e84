"""Addresses: where an article gives a source's address, whole, without its scheme, or only its path."""

import re
from collections.abc import Iterator, Mapping

from ...sameness.urls import canonicalise_url, names_document
from .corpus import Corpus

SHORTEST_PATH = 9  # "/2005/481"; a shorter one may be any fraction or folder
_BARE = re.compile(r"(?<![\w/.@:-])(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>\"\])(]+", re.IGNORECASE)
_PATH = re.compile(r"(?<![\w/.:)\]-])/[^\s<>\"\])(/]+/[^\s<>\"\])(]+")
_HOST = re.compile(r"https?://[^/]+", re.IGNORECASE)


class AddressIndex:
    """The sources by address and by path of an address."""

    def __init__(self, corpus: Corpus) -> None:
        self._owners = _index_addresses(corpus)
        self._paths: dict[str, set[str]] = {}
        for address, owners in self._owners.items():
            path = _HOST.sub("", address)
            if len(path) >= SHORTEST_PATH and path.count("/") > 1:
                self._paths.setdefault(path, set()).update(owners)

    def find_owners(self, address: str) -> list[str]:
        """Return the ids of the sources that lie at an address."""
        return self._owners.get(canonicalise_address(address), [])

    def find_parts(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield (source, start, end) of addresses without a scheme and of paths that are one source's alone."""
        for match in _BARE.finditer(text):
            found = match[0].rstrip(".,;:!?'*_")
            yield from ((owner, match.start(), match.start() + len(found)) for owner in self.find_owners(found))
        for match in _PATH.finditer(text):
            found = match[0].rstrip(".,;:!?'*_/")
            owners = self._paths.get(found, set())
            if len(owners) == 1:
                yield min(owners), match.start(), match.start() + len(found)


def _index_addresses(corpus: Corpus) -> Mapping[str, list[str]]:
    owners: dict[str, list[str]] = {}
    for source in corpus.sources:
        entry = source.entry
        twins = [address for twin in entry.also_in for address in (twin.source_url, twin.original_path)]
        addresses = {canonicalise_address(address) for address in (entry.source_url, entry.original_path, *twins)}
        for address in sorted(addresses):
            if names_document(address):
                owners.setdefault(address, []).append(entry.id)
    return owners


def canonicalise_address(address: str | None) -> str:
    """Return the one spelling of an address, with a scheme where it lacks one."""
    text = address or ""
    bare = re.match(r"(?:[a-z0-9-]+\.)+[a-z]{2,}/", text, re.IGNORECASE)
    return canonicalise_url(f"https://{text}" if bare else text)
