"""A brief: the brain dump that starts a topic."""

from dataclasses import dataclass

from .plans import Knobs


@dataclass(frozen=True)
class Reference:
    """One source that the brief names."""

    reference: str  # as written, without brackets
    kind: str  # url, file, note, notebook
    saved_file: str | None = None  # for a URL: the file beside the brief that holds the page


@dataclass(frozen=True)
class Brief:
    """A brief as parsed: what is asked, in which words, and what it names."""

    title: str
    text: str  # the body without front matter, links replaced by their display text
    angles: tuple[str, ...]  # a list of angles or questions where the brief writes one; may be empty
    knobs: Knobs
    references: tuple[Reference, ...]  # in order of appearance, each once
