"""Canonical URLs: one spelling for each web document, whatever address it was saved under."""

import re
from urllib.parse import SplitResult, urlsplit, urlunsplit

from .sites import apply_site_rules

# Parameters that say how a reader came to a page and never what stands on it.
TRACKING_PREFIXES = ("utm_", "mc_", "pk_", "piwik_", "mtm_", "matomo_", "hsa_", "_hs", "oly_", "vero_", "guce_", "stm_")
TRACKING_NAMES = frozenset(
    """
    _branch_match_id _ga _gl __s __twitter_impression amp amp_gsa amp_js_v dclid fb_action_ids fb_action_types fb_ref
    fb_source fbclid fref gbraid gclid gclsrc gdftrk guccounter igsh igshid li_fat_id mibextid mkt_tok msclkid ncid
    outputtype ref ref_src ref_url referrer s_cid scid smid smtyp spm sr_share srsltid trk trkinfo ttclid twclid
    usqp wbraid wt_mc xtor yclid
    """.split()
)
# `outputType=amp` is a form of the page, but any other value may be another page.
AMP_ONLY_NAMES = frozenset({"amp", "outputtype"})
MOBILE_LABELS = frozenset({"www", "m", "mobile", "amp"})
DEFAULT_PORTS = frozenset({80, 443})
MAX_STEPS = 8  # an address inside an address inside …; real ones need three

_INDEX_FILE = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
# After a slug or a number only: `/docs/amp` may well be a page about AMP.
_AMP_SUFFIX = re.compile(r"(?<=[-\d])(?P<last>[^/\d-]*)/amp(?:\.html)?$|(?<=.)\.amp(?=\.html?$|$)", re.IGNORECASE)
_REPEATED_SLASH = re.compile(r"(?<!:)/{2,}")
_SESSION = re.compile(r";jsessionid=[^/]*", re.IGNORECASE)
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")
_SCHEME = re.compile(r"(?:https?:)?//|www\.", re.IGNORECASE)


def canonicalise_url(url: str | None) -> str:
    """Return the canonical form of a web address, "" for anything that is none; never raises.

    Of two addresses with one canonical form, both lead to the same document; the form is stable under a second pass.
    """
    current = _complete_scheme((url or "").strip().strip("<>").strip())
    for _ in range(MAX_STEPS):
        try:
            following = _canonicalise_once(current) if current else ""
        except ValueError:  # a port beyond 65535, half an IPv6 address, lone surrogates
            return ""
        if following == current:
            return current
        current = following
    return ""


def names_document(canonical: str) -> bool:
    """Tell whether a canonical URL leads to one document and not to the front page of a site."""
    if not canonical:
        return False
    parts = urlsplit(canonical)
    return parts.path.strip("/") != "" or parts.query != "" or parts.fragment != ""


def _complete_scheme(url: str) -> str:
    if not _SCHEME.match(url) or any(character in url for character in "\r\n\t\0"):
        return ""
    rest = re.sub(r"^(?:https?:)?//", "", url, flags=re.IGNORECASE)
    return f"https://{rest}"


def _canonicalise_once(url: str) -> str:
    # It loads an HTTP client, which most stages would never use.
    from w3lib.url import canonicalize_url

    parts = urlsplit(canonicalize_url(url, keep_fragments=True))
    host = _clean_host(parts)
    if not host:
        return ""
    query = _clean_query(parts.query)
    path = _clean_path(parts.path)
    fragment = parts.fragment if parts.fragment.startswith(("!", "/")) else ""  # a page that scripts route
    cleaned = apply_site_rules(host, path, query, fragment)
    if cleaned is None:
        return ""
    if isinstance(cleaned, str):  # the address that another one wraps
        return _complete_scheme(cleaned)
    site, path, query, fragment = cleaned
    return urlunsplit(("https", site, path, "&".join(f"{name}={value}" for name, value in sorted(query)), fragment))


def _clean_host(parts: SplitResult) -> str:
    host = parts.netloc.rpartition("@")[2].lower()
    port = parts.port
    if port is not None:
        host = host.rpartition(":")[0]
    host = host.rstrip(".:")
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    if not _HOST.fullmatch(host):
        return ""
    host = _drop_mobile_labels(host)
    return host if port is None or port in DEFAULT_PORTS else f"{host}:{port}"


def _drop_mobile_labels(host: str) -> str:
    """Return the host without www, m, mobile and amp, in front or after a language: en.m.wikipedia.org."""
    labels = host.split(".")
    while len(labels) > 2 and labels[0] in MOBILE_LABELS:
        labels = labels[1:]
    if len(labels) > 3 and labels[1] == "m" and len(labels[0]) <= 3:
        del labels[1]
    return ".".join(labels)


def _clean_path(path: str) -> str:
    path = _REPEATED_SLASH.sub("/", _SESSION.sub("", path))
    path = _INDEX_FILE.sub("/", path).rstrip("/")
    return _AMP_SUFFIX.sub(lambda found: found["last"] or "", path).rstrip("/")


def _clean_query(query: str) -> list[tuple[str, str]]:
    """Return the parameters that name content, still percent-encoded."""
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    return [(name, value) for name, _, value in pairs if not _is_tracking(name.lower(), value)]


def _is_tracking(name: str, value: str) -> bool:
    if name in AMP_ONLY_NAMES:
        return value.lower() in {"", "1", "true", "amp"}
    return name in TRACKING_NAMES or name.startswith(TRACKING_PREFIXES)
