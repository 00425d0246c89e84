"""A desk for each test of the roles: the real SDK, and a loopback server that plays them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from asking_bench import Bench, FakeClock
from desk import Desk, open_desk
from messages_server import MessagesServer
from players import play

from florilegium.project.params import load_params

PARAMS = Path(__file__).resolve().parents[2] / "params.yaml"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Give a server that plays every role well, and a bench that talks to it."""
    with MessagesServer(play) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret-0123456789")
        params = replace(load_params(PARAMS).claude, timeout_s=5)
        bench = Bench(server, tmp_path / "responses", params, FakeClock())
        yield bench
        for asker in bench.asker_list:
            asker.close()


@pytest.fixture
def desk(bench: Bench, tmp_path: Path) -> Desk:
    """Give a desk over the bench."""
    return open_desk(bench, tmp_path)
