"""Who answers queries from a library."""

from ..library import Library
from ..local.researcher import LocalResearcher
from ..roles import Researcher
from ..search.index import LibraryIndex
from . import refuse_unknown
from .summariser import make_summariser


def make_researcher(engine: str, library: Library, index: LibraryIndex) -> Researcher:
    """Return the researcher of an engine; raises ParamsError for an unknown one."""
    refuse_unknown(engine)
    return LocalResearcher(library, index, library.texts, make_summariser(engine))
