"""The vaults of a library: their models and texts as the snapshot has them, without a look at the vaults."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import ParamsError
from ..library import Library
from ..project.params import SnapshotSourcesParams
from .model import VaultModel
from .modelling import build_model
from .privacy import PrivacyRules


@dataclass(frozen=True)
class StoredVault:
    """One vault as it lies in a library."""

    name: str
    model: VaultModel
    library: Library

    def read_text(self, path: str) -> str:
        """Return the text of a note."""
        return self.library.texts.read_text(self.model.notes[path].id)


def iter_vaults(
    names: Sequence[str], place: str, params: SnapshotSourcesParams, library: Library
) -> Iterator[StoredVault]:
    """Yield the vaults of these names; raises ParamsError, which names `place`, for one that is no configured vault."""
    known = [source.name for source in params.sources if source.kind == "obsidian"]
    folders = PrivacyRules(folders=params.private.folders)
    for name in names:
        if name not in known:
            message = f"params.yaml: {place} names {name!r}, which is no vault under $.snapshot_sources.sources"
            raise ParamsError(message, hint=f"vaults there: {', '.join(known) or 'none'}")
        model = build_model(library, name, hides=lambda target: folders.find_folder(target.lstrip("/")) is not None)
        yield StoredVault(name, model, library)
