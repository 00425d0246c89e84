"""A release archive fetched over https: one address that a person gives, bounded in size and time.

Nothing but the request for that address goes out, and neither proxies nor credentials of the environment are used.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit

from ..errors import ParamsError, SourceUnavailableError

MOST_REDIRECTS = 5
PIECE = 1 << 16
_HEADERS = {"Accept-Encoding": "identity", "User-Agent": "florilegium"}
_HINT = "download the archive in a browser and give it by --install ARCHIVE"


@dataclass(frozen=True)
class Limits:
    """What a download may cost."""

    most_bytes: int
    patience: float = 30.0  # seconds for connecting, and for each piece
    longest: float = 600.0  # seconds for all of an answer
    allows_local: bool = False  # plain http and addresses of this machine or network


def fetch_archive(url: str, limits: Limits) -> bytes:
    """Return the bytes at an address; raises ParamsError for one that is not allowed, else SourceUnavailableError."""
    shown = url
    for _ in range(MOST_REDIRECTS + 1):
        parts = check_url(url, limits)
        try:
            answer = _ask(parts, limits)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise SourceUnavailableError(f"{shown}: the download failed: {error}", hint=_HINT) from error
        if isinstance(answer, bytes):
            return answer
        url = urljoin(url, answer)
    raise SourceUnavailableError(f"{shown}: this leads on and on", hint=_HINT)


def check_url(url: str, limits: Limits) -> SplitResult:
    """Return the parts of an address; raises ParamsError where it may not be asked."""
    try:
        parts = urlsplit(url)
        schemes = ("https", "http") if limits.allows_local else ("https",)
        is_allowed = parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        is_allowed = False
    if not is_allowed or parts.username is not None or any(letter <= " " for letter in url):
        raise ParamsError(f"{url!r} is no https address without name and password", hint="give the whole address")
    return parts


def is_public(address: str) -> bool:
    """Say whether an address is one of the open network."""
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_global and not found.is_multicast


def _ask(parts: SplitResult, limits: Limits) -> bytes | str:
    """Return the bytes at an address, or the address that it leads to."""
    connection, stream = _connect(parts, limits)
    # Of the plain socket: the other thread may be in the middle of reading what is secured.
    alarm = threading.Timer(limits.longest, socket.socket.shutdown, (stream, socket.SHUT_RDWR))
    alarm.daemon = True
    alarm.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("GET", target, headers={"Host": parts.netloc, **_HEADERS})
        with connection.getresponse() as answer:
            if answer.status in (301, 302, 303, 307, 308):
                return answer.getheader("location") or "/"
            if answer.status != http.client.OK:
                raise OSError(f"the server answered {answer.status}")
            return _read(answer, limits)
    finally:
        alarm.cancel()
        connection.close()
        stream.close()


def _connect(parts: SplitResult, limits: Limits) -> tuple[http.client.HTTPConnection, socket.socket]:
    """Return a connection and its socket: the name is resolved once, so that what was looked at cannot change."""
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not limits.allows_local and not all(map(is_public, addresses)):
        raise OSError("it is an address of this machine or of a private network, and --allow-local was not given")
    raw = socket.create_connection((addresses[0], port), timeout=limits.patience)
    connection = http.client.HTTPConnection(host, port, timeout=limits.patience)
    try:
        secured = parts.scheme == "https"
        connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host) if secured else raw
    except BaseException:
        raw.close()
        raise
    return connection, connection.sock


def _read(answer: http.client.HTTPResponse, limits: Limits) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read(PIECE):
        size += len(piece)
        if size > limits.most_bytes:
            raise OSError(f"it is larger than {limits.most_bytes} bytes")
        pieces.append(piece)
    if answer.length:
        raise OSError("it broke off")
    return b"".join(pieces)
