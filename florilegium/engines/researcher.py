"""Who answers queries from a library."""

from ..library import Library
from ..local.researcher import LocalResearcher
from ..local.summariser import LocalSummariser
from ..project.stage import Run
from ..roles import Researcher
from ..search.index import LibraryIndex
from ..vault.neighbours import find_neighbours
from . import is_claude, open_voice


def make_researcher(engine: str, run: Run, library: Library, index: LibraryIndex) -> Researcher:
    """Return the researcher of an engine; raises ParamsError for an unknown one.

    Summaries are local here: where a model writes them, it is asked about all that a round found at once.
    """
    neighbours = find_neighbours(library) if run.params.research.walk else None
    local = LocalResearcher(library, index, library.texts, LocalSummariser(), neighbours=neighbours)
    if not is_claude(engine):
        return local
    from ..claude.researcher import ClaudeResearcher

    return ClaudeResearcher(open_voice(run, "researcher"), local, library, index.open())
