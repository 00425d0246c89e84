"""What every test gets: no network but the loopback, no keys, a home of its own."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

KEY_WORDS = ("API_KEY", "AUTH_TOKEN", "ACCESS_TOKEN", "ANTHROPIC_", "READWISE_", "NOTEBOOKLM_", "NLM_")


def is_loopback(host: object) -> bool:
    """Tell whether a host of a socket call stays on this machine."""
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    return host is None or (isinstance(host, str) and (host in ("", "localhost", "::1") or host.startswith("127.")))


def find_host(address: object) -> object:
    """Return the host of a socket address; a Unix socket's path has none."""
    return address[0] if isinstance(address, tuple) else None


@pytest.fixture(autouse=True)
def sealed_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection and look-up that leaves this machine."""

    def seal(original: Callable[..., Any], place: int) -> Callable[..., Any]:
        def refuse(*arguments: Any, **options: Any) -> Any:
            host = arguments[0] if place == 0 else find_host(arguments[place])
            if not is_loopback(host):
                raise RuntimeError(f"a test tried to reach the network: {host!r}")
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
