"""The fields of a source that a search looks at."""

from ..entries import Entry
from ..memory.folder import Memory

FIELDS = ("title", "names", "summary", "highlights", "full")


def read_fields(memory: Memory, entry: Entry) -> dict[str, str]:
    """Return the texts of a source in the order of FIELDS; raises ArtifactError where a layer cannot be read."""
    names = [*entry.authors, *entry.tags, entry.publication, entry.notebook or "", entry.location]
    texts = (entry.title, "\n".join(names), entry.summary, memory.read_highlights(entry), memory.read_full(entry))
    return dict(zip(FIELDS, texts, strict=True))
