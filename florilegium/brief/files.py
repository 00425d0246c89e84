"""Files that a brief names: found beside the brief or in the project, and nowhere else."""

from dataclasses import dataclass
from pathlib import Path

from ..project.regular_files import read_regular
from ..project.saved_files import KNOWN_NAMES

MAXIMUM_BYTES = 20_000_000
TYPES = (".md", ".markdown", ".txt", ".text", ".html", ".htm", ".xhtml")


class RefusedFileError(Exception):
    """A file that is not read, with the reason as a sentence; the run goes on without it."""


@dataclass(frozen=True)
class BriefFiles:
    """The folders in which a brief may name files: its topic's, then the project's."""

    topic: Path
    project: Path

    def find(self, reference: str) -> Path:
        """Return the real path of a file; raises RefusedFileError with the next step."""
        try:
            roots = [self.topic.resolve(), self.project.resolve()]
            places = [(root / reference).resolve() for root in roots]
            inside = [place for place in places if any(place.is_relative_to(root) for root in roots)]
            found = next((place for place in inside if place.is_file()), None)
            leads_out = not inside or any(place.is_file() for place in places if place not in inside)
        except (OSError, ValueError, RuntimeError) as error:  # NUL, a name too long, a loop of links
            raise RefusedFileError("this is no file name that can be opened") from error
        if found is not None:
            return found
        if leads_out:
            raise RefusedFileError("it lies outside the topic's folder and the project: copy it beside the brief")
        raise RefusedFileError(f"there is no file {reference!r} beside the brief or in the project: correct the name")

    def name(self, path: Path) -> str:
        """Return a found file's path relative to the project, or else to its topic's folder, with "/"."""
        project = self.project.resolve()
        root = project if path.is_relative_to(project) else self.topic.resolve()
        return path.relative_to(root).as_posix()

    def read(self, path: Path) -> bytes:
        """Return the bytes of a file below topics/; raises RefusedFileError for other types, big or unreadable ones."""
        if not path.is_relative_to(self.topic.resolve().parent):
            # Only files below topics/ are watched for changes; another would go stale without a word.
            raise RefusedFileError("it lies in the project, but not below topics/: copy it beside the brief")
        if KNOWN_NAMES.intersection(path.relative_to(self.topic.resolve().parent).parts[1:2]):
            # A topic would find its own question, or what it made, as a source of score 1.
            raise RefusedFileError(
                "briefs, articles and what the pipeline makes are no sources: copy it under another name"
            )
        if path.suffix.lower() not in TYPES:
            kind = path.suffix or "without an ending"
            raise RefusedFileError(f"files {kind} are not read: save it as Markdown, text or HTML")
        try:
            size = path.stat().st_size
            if size > MAXIMUM_BYTES:
                raise RefusedFileError(f"it has {size} bytes, more than {MAXIMUM_BYTES}: save the part that matters")
            return read_regular(path)
        except OSError as error:
            raise RefusedFileError(f"it cannot be read: {error.strerror or 'system error'}") from error
