"""A text store: a folder with one Markdown text a document, and its highlights where the reader made any."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import ArtifactError
from .project.artifacts import write_bytes
from .project.regular_files import read_regular

_ID = re.compile(r"[\w-]+-[0-9a-f]{8}")


@dataclass(frozen=True)
class TextStore:
    """`texts/<id>.md` and `highlights/<id>.md` below one folder."""

    root: Path

    def find_text(self, document_id: str) -> Path:
        """Return where the full text lies; raises ArtifactError for an id that is no plain file name."""
        return self._confine("texts", document_id)

    def find_highlights(self, document_id: str) -> Path:
        """Return where the highlights lie, whether or not there are any."""
        return self._confine("highlights", document_id)

    def name_file(self, layer: str, document_id: str) -> str:
        """Return where a file of a layer lies as plain text, which takes a tenth of the time that a Path takes."""
        if not _ID.fullmatch(document_id):
            raise ArtifactError(f"{document_id!r} is no document id", hint="run `dvc repro`: ids are made, not typed")
        return f"{self.root}/{layer}/{document_id}.md"

    def has_text(self, document_id: str) -> bool:
        """Tell whether this store holds the document."""
        return self.find_text(document_id).is_file()

    def read_text(self, document_id: str) -> str:
        """Return the full text; raises ArtifactError where it is missing."""
        return _read(self.name_file("texts", document_id))

    def read_highlights(self, document_id: str) -> str:
        """Return the highlights file, "" where the reader marked nothing."""
        path = self.find_highlights(document_id)
        return _read(path) if path.is_file() else ""

    def write(self, document_id: str, *, text: str, highlights: str, sync: bool = True) -> None:
        """Store one document's texts."""
        write_bytes(self.find_text(document_id), text.encode("utf-8"), sync=sync)
        path = self.find_highlights(document_id)
        if highlights:
            write_bytes(path, highlights.encode("utf-8"), sync=sync)
        else:
            path.unlink(missing_ok=True)

    def remove(self, document_id: str) -> None:
        """Forget one document's texts."""
        self.find_text(document_id).unlink(missing_ok=True)
        self.find_highlights(document_id).unlink(missing_ok=True)

    def _confine(self, layer: str, document_id: str) -> Path:
        return Path(self.name_file(layer, document_id))


@dataclass(frozen=True)
class TextStores:
    """Several stores read as one; the first that holds a document answers."""

    stores: Sequence[TextStore]

    def read_text(self, document_id: str) -> str:
        """Return the full text; raises ArtifactError where no store has it."""
        return self._find(document_id).read_text(document_id)

    def read_highlights(self, document_id: str) -> str:
        """Return the highlights file, "" where the reader marked nothing."""
        return self._find(document_id).read_highlights(document_id)

    def _find(self, document_id: str) -> TextStore:
        for store in self.stores:
            if store.has_text(document_id):
                return store
        raise ArtifactError(f"{document_id}: no stage stored its text", hint="run `dvc repro --force`")


def _read(path: str | Path) -> str:
    try:
        return read_regular(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint="run `dvc repro`") from error
