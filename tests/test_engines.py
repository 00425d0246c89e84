"""An engine gives every role, and only known ones do."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from florilegium.engines.gap_analyst import make_gap_analyst
from florilegium.engines.planner import make_planner
from florilegium.engines.reranker import make_reranker
from florilegium.engines.summariser import make_summariser
from florilegium.errors import ParamsError
from florilegium.project.params import RerankParams


@pytest.mark.parametrize("make", [make_planner, make_gap_analyst, make_summariser])
def test_unknown_engine_is_refused_with_those_there_are(make: Callable[[str], object]) -> None:
    assert make("local") is not None
    with pytest.raises(ParamsError, match="there is no engine 'magic'") as caught:
        make("magic")
    assert caught.value.hint == "engines there are: local"


def test_reranker_gets_its_dials(tmp_path: Path) -> None:
    params = RerankParams("local", sure=0.1, read=99, encoder="none")
    first = make_reranker(params, root=tmp_path, cache=tmp_path)
    assert first == make_reranker(params, root=tmp_path, cache=tmp_path)
    assert first != make_reranker(replace(params, sure=0.2), root=tmp_path, cache=tmp_path)
