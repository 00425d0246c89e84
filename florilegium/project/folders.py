"""Folders that a stage replaces: what was in one goes, or it is told what stays in the way."""

import shutil
from pathlib import Path

from ..errors import StorageError


def clear_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, if there is one; raises StorageError that names what stays."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        if not folder.is_symlink() and not folder.exists():
            return
        raise StorageError(f"{folder}: cannot be cleared: something else changes it", hint="run again") from None
    except OSError as error:
        # The system names an entry alone, without the folder that it lies in.
        place = f"{error.filename}: " if error.filename and Path(error.filename).name != folder.name else ""
        hint = "make it a folder that you may write into, or move away what stands there; what was finished is kept"
        message = f"{folder}: cannot be cleared: {place}{(error.strerror or str(error)).lower()}"
        raise StorageError(message, hint=hint) from error
