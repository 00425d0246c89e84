"""What every test gets: no network but the loopback, no keys, a home of its own."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

KEY_WORDS = ("API_KEY", "AUTH_TOKEN", "ACCESS_TOKEN", "ANTHROPIC_", "READWISE_", "NOTEBOOKLM_", "NLM_")


def is_loopback(address: object) -> bool:
    """Tell whether a socket address stays on this machine."""
    if isinstance(address, (str, bytes)):  # a Unix socket's path
        return True
    host = address[0] if isinstance(address, tuple) and address else None
    return host in ("localhost", "::1", "") or (isinstance(host, str) and host.startswith("127."))


@pytest.fixture(autouse=True)
def sealed_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection and look-up that leaves this machine."""

    def seal(original: Callable[..., Any], place: int) -> Callable[..., Any]:
        def refuse(*arguments: Any, **options: Any) -> Any:
            address = arguments[place]
            if not is_loopback((address,) if place == 0 and address is not None else address):
                raise RuntimeError(f"a test tried to reach the network: {address!r}")
            return original(*arguments, **options)

        return refuse

    monkeypatch.setattr(socket.socket, "connect", seal(socket.socket.connect, 1))
    monkeypatch.setattr(socket.socket, "connect_ex", seal(socket.socket.connect_ex, 1))
    monkeypatch.setattr(socket, "getaddrinfo", seal(socket.getaddrinfo, 0))


@pytest.fixture(autouse=True)
def cleared_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove whatever could log a test in somewhere."""
    for name in list(os.environ):
        if any(word in name for word in KEY_WORDS):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test an empty home folder, so that no configuration of a person reaches it."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home))
    return home
