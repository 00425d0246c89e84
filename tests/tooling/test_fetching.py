"""A release archive is fetched from one address, bounded, and never from this machine or network unless allowed."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from release_archives import make_archive

from florilegium.errors import ParamsError, SourceUnavailableError
from florilegium.tooling.fetching import Limits, check_url, fetch_archive, is_public

ARCHIVE = make_archive()
LOCAL = Limits(100_000, patience=5, longest=20, allows_local=True)


class Handler(BaseHTTPRequestHandler):
    """Answers by the path that is asked for."""

    seen: list[dict[str, str]] = []

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        Handler.seen.append(dict(self.headers.items()))
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("location", self.path.removeprefix("/to"))
            self.send_header("content-length", "0")
            self.end_headers()
        elif self.path == "/round":
            self.send_response(302)
            self.send_header("location", "/round")
            self.end_headers()
        elif self.path == "/outside":
            self.send_response(302)
            self.send_header("location", "file:///etc/passwd")
            self.end_headers()
        elif self.path == "/gone":
            self.send_error(404)
        else:
            self._send()

    def _send(self) -> None:
        self.send_response(200)
        if self.path != "/endless":
            self.send_header("content-length", str(len(ARCHIVE) + (9 if self.path in ("/half", "/slow") else 0)))
        self.end_headers()
        self.wfile.write(ARCHIVE)
        try:
            while self.path == "/endless":
                self.wfile.write(b"0" * 10_000)
            while self.path == "/slow":
                self.wfile.flush()
                time.sleep(0.1)
                if self.server.done.wait(5):  # type: ignore[attr-defined]
                    break
        except OSError:
            self.close_connection = True


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    server.done = threading.Event()  # type: ignore[attr-defined]
    Handler.seen.clear()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.done.set()  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()


def test_an_archive_is_fetched_and_little_is_told_about_who_asks(url: str) -> None:
    assert fetch_archive(f"{url}/release.zip?x=1", LOCAL) == ARCHIVE
    assert {name.lower() for name in Handler.seen[0]} == {"host", "accept-encoding", "user-agent"}


def test_it_follows_where_the_address_leads(url: str) -> None:
    assert fetch_archive(f"{url}/to/to/release.zip", LOCAL) == ARCHIVE


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/endless", "larger than 100000 bytes"),
        ("/half", "broke off"),
        ("/gone", "answered 404"),
        ("/round", "leads on and on"),
    ],
)
def test_what_is_no_whole_answer_is_told(url: str, path: str, reason: str) -> None:
    with pytest.raises(SourceUnavailableError, match=reason) as caught:
        fetch_archive(url + path, LOCAL)
    assert "--install" in caught.value.hint


def test_a_server_that_drips_is_cut_off(url: str) -> None:
    started = time.monotonic()
    with pytest.raises(SourceUnavailableError, match="broke off|failed"):
        fetch_archive(f"{url}/slow", Limits(100_000, patience=30, longest=0.3, allows_local=True))
    assert time.monotonic() - started < 4


def test_a_redirect_out_of_the_network_is_refused(url: str) -> None:
    with pytest.raises(ParamsError, match="no https address"):
        fetch_archive(f"{url}/outside", LOCAL)


def test_this_machine_is_not_asked_unless_it_is_allowed(url: str) -> None:
    with pytest.raises(SourceUnavailableError, match="private network"):
        fetch_archive(url.replace("http:", "https:"), Limits(1000, patience=2))
    with pytest.raises(SourceUnavailableError, match="private network"):
        fetch_archive(url.replace("http://127.0.0.1", "https://localhost"), Limits(1000, patience=2))
    assert Handler.seen == []


def test_a_server_that_speaks_no_tls_is_not_believed(url: str) -> None:
    with pytest.raises(SourceUnavailableError, match="download failed"):
        fetch_archive(url.replace("http:", "https:"), Limits(1000, patience=2, allows_local=True))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/a.zip",
        "file:///etc/passwd",
        "ftp://example.org/a",
        "https://",
        "https://user:word@example.org/a.zip",
        "https://example.org/a b",
        "https://example.org/a\r\nHost: x",
        "https://example.org:99999/",
        "https://[::1/",
        "release.zip",
    ],
)
def test_only_a_plain_https_address_is_asked(url: str) -> None:
    with pytest.raises(ParamsError):
        check_url(url, Limits(1000))


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.216.34", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.1", False),
        ("172.16.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
    ],
)
def test_addresses_of_this_network_are_known(address: str, expected: bool) -> None:
    assert is_public(address) is expected
