"""What was handed in as a batch, in a file that is written before the batch is: after a kill it can be found again."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ..errors import ArtifactError
from ..project.artifacts import write_text
from ..project.records import from_record, to_record


@dataclass(frozen=True)
class Intent:
    """One batch, whether or not the server has it."""

    stage: str  # that wants the answers
    role: str
    model: str
    before: str  # id of the newest batch that was there before, "" for none
    batch_id: str  # "" until the server has told it
    keys: tuple[str, ...]  # of the requests; they are the custom ids as well

    @property
    def name(self) -> str:
        """A name for the file, the same for the same requests."""
        return hashlib.sha256("".join(self.keys).encode("ascii")).hexdigest()[:16]


class Intents:
    """The files of a folder, one an intent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, intent: Intent) -> None:
        """Write one, whole or not at all."""
        write_text(self._folder / f"{intent.name}.json", json.dumps(to_record(intent)) + "\n")

    def remove(self, intent: Intent) -> None:
        """Forget one that is done."""
        (self._folder / f"{intent.name}.json").unlink(missing_ok=True)

    def load(self) -> list[Intent]:
        """Return all, sorted by name; raises ArtifactError for one that cannot be read."""
        intents = []
        for path in sorted(self._folder.glob("*.json")):
            try:
                intents.append(from_record(json.loads(path.read_text(encoding="utf-8")), Intent))
            except (OSError, ValueError, msgspec.ValidationError) as error:
                hint = "remove it: a batch that it stands for would be paid without being read"
                raise ArtifactError(f"{path}: this is no word of a batch: {error}", hint=hint) from error
        return intents


def split_items(sizes: Mapping[str, int], *, max_items: int, max_bytes: int) -> list[list[str]]:
    """Return the keys in groups that one batch may hold."""
    groups: list[list[str]] = []
    total = 0
    for key, size in sizes.items():
        if not groups or len(groups[-1]) >= max_items or total + size > max_bytes:
            groups.append([])
            total = 0
        groups[-1].append(key)
        total += size
    return groups


def is_candidate(batch: Mapping[str, object], intent: Intent, claimed: Collection[str]) -> bool:
    """Tell whether a batch of the server may be the one of an intent: it has as many requests and is nobody else's."""
    counts = batch.get("request_counts")
    numbers: Iterable[object] = counts.values() if isinstance(counts, Mapping) else ()
    total = sum(number for number in numbers if isinstance(number, int))
    return batch.get("id") not in claimed and total == len(intent.keys)
