"""The seal around all tests holds."""

import os
import socket
from pathlib import Path

import pytest


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("example.org", 443), ("2001:db8::1", 80)])
def test_no_connection_leaves_this_machine(address: tuple[str, int]) -> None:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family) as sock:
        for call in (sock.connect, sock.connect_ex):
            with pytest.raises(RuntimeError, match="tried to reach the network"):
                call(address)
    with pytest.raises(RuntimeError, match="tried to reach the network"):
        socket.getaddrinfo(*address)
    with pytest.raises(RuntimeError, match="tried to reach the network"):
        socket.create_connection(address)


def test_the_loopback_stays_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()):
            pass
    assert socket.getaddrinfo(None, 0)


def test_there_are_no_keys_and_the_home_is_empty(own_home: Path) -> None:
    assert not [name for name in os.environ if "API_KEY" in name or name.startswith("ANTHROPIC_")]
    assert Path.home() == own_home
    assert list(own_home.iterdir()) == []
