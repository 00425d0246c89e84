"""A bench for each test of the asking layer."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from asking_bench import Bench, FakeClock
from messages_server import MessagesServer

from florilegium.project.params import load_params

PARAMS = Path(__file__).resolve().parents[2] / "params.yaml"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Give a server that plays what the schema wants, and a bench that talks to it."""
    with MessagesServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret-0123456789")
        params = replace(load_params(PARAMS).claude, timeout_s=5)
        bench = Bench(server, tmp_path / "responses", params, FakeClock())
        yield bench
        for asker in bench.asker_list:
            asker.close()
