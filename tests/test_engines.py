"""An engine gives every role, and only known ones do."""

from collections.abc import Callable

import pytest

from florilegium.engines.gap_analyst import make_gap_analyst
from florilegium.engines.planner import make_planner
from florilegium.engines.reranker import make_reranker
from florilegium.engines.summariser import make_summariser
from florilegium.errors import ParamsError


@pytest.mark.parametrize("make", [make_planner, make_gap_analyst, make_summariser])
def test_unknown_engine_is_refused_with_those_there_are(make: Callable[[str], object]) -> None:
    assert make("local") is not None
    with pytest.raises(ParamsError, match="there is no engine 'magic'") as caught:
        make("magic")
    assert caught.value.hint == "engines there are: local"


def test_reranker_gets_its_dials() -> None:
    assert make_reranker("local", sure=0.1, read=99) == make_reranker("local", sure=0.1, read=99)
    assert make_reranker("local", sure=0.1, read=99) != make_reranker("local", sure=0.2, read=99)
