"""What single sites do with their addresses: several spellings of one document, and addresses that wrap others."""

import re
from collections.abc import Callable
from urllib.parse import unquote_plus

Query = list[tuple[str, str]]  # still percent-encoded
Cleaned = tuple[str, str, Query, str]  # host, path, query, fragment
Rule = Callable[[str, str, Query, str], "Cleaned | str | None"]

_ARXIV = re.compile(r"/(?:abs|pdf|html|format|ps)/((?:[a-z-]+(?:\.[A-Z]{2})?/)?\d{4}\.?\d{3,5})(?:v\d+)?(?:\.pdf)?$")
_ARXIV_DOI = re.compile(r"/10\.48550/arxiv\.(.+)$")
_YOUTUBE = re.compile(r"/(?:shorts|embed|live|v|e)/([\w-]{6,})$")
_STATUS = re.compile(r"/(?:i/web|i|\w+)/status(?:es)?/(\d+)(?:/.*)?$")
_MEDIUM = re.compile(r"[-/]([0-9a-f]{10,12})$")
_REDDIT = re.compile(r"(?:/r/\w+|/user/\w+)?/comments/(\w+)(?:/[^/]*)?$")
_AMAZON = re.compile(r"/(?:.*/)?(?:dp|gp/product|gp/aw/d)/([A-Z0-9]{10})(?:/.*)?$")
_AMAZON_HOST = re.compile(r"(?:[\w-]+\.)?amazon(?:\.[a-z]{2,3}){1,2}$")
_GOOGLE_FILE = re.compile(r"(?:/u/\d+)?(/(?:document|spreadsheets|presentation|file)/(?:u/\d+/)?d/[\w-]+)(?:/.*)?$")
_AMP_CACHE = re.compile(r"/[cv](?:/s)?/([^/].*)$")
_ARCHIVED = re.compile(r"/(?:web/)?(?:\d[\d.*-]*[a-z]{0,2}_?|newest|oldest|timegate|o/\w+)/(?:(https?):/)?/?([^/].*)$")
_READER_PATH = re.compile(r"/(?:reader|read|new|bookreview|open|to_kindle|library|books|review)(?:/|$)")

_ARCHIVE_HOSTS = frozenset({"web.archive.org", *(f"archive.{end}" for end in "ph is today md li vn fo".split())})
_YOUTUBE_HOSTS = frozenset({"youtube.com", "youtube-nocookie.com", "music.youtube.com", "youtu.be"})
_ARXIV_HOSTS = frozenset({"arxiv.org", "export.arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org", "alphaxiv.org"})
_TWEET_HOSTS = frozenset({"x.com", "twitter.com"})
_REDDIT_HOSTS = frozenset({"reddit.com", "old.reddit.com", "new.reddit.com", "np.reddit.com"})
_DOI_HOSTS = frozenset({"doi.org", "dx.doi.org"})
# Where documents are read, not where they were published.
_READING_HOSTS = frozenset({"read.readwise.io", "notebooklm.google.com", "notebook.google.com"})
_MEDIUM_NAMES = frozenset({"source", "sk", "gi", "postpublishedtype"})
_SUBSTACK_NAMES = frozenset(
    {
        "r",
        "s",
        "isfreemail",
        "publication_id",
        "post_id",
        "showwelcomeonshare",
        "triedredirect",
        "triggershare",
        "token",
    }
)
_TWEET_NAMES = frozenset({"s", "t", "lang", "cxt"})


def apply_site_rules(host: str, path: str, query: Query, fragment: str) -> Cleaned | str | None:
    """Return the parts by which the site knows the document, the address that this one wraps, or None for no source."""
    rule = _RULES.get(host) or _find_family(host)
    return rule(host, path, query, fragment) if rule else (host, path, query, fragment)


def _find_family(host: str) -> Rule | None:
    if host.endswith(".medium.com"):
        return _clean_medium
    if host.endswith(".substack.com"):
        return _clean_substack
    if host.endswith(".cdn.ampproject.org"):
        return _unwrap_amp_cache
    if host.endswith(".translate.goog"):
        return _untranslate
    return _clean_amazon if _AMAZON_HOST.match(host) else None


def _refuse(host: str, path: str, query: Query, fragment: str) -> None:
    return None


def _clean_readwise(host: str, path: str, query: Query, fragment: str) -> Cleaned | None:
    """Return None for the pages of an account; the company's own articles are sources like any other."""
    return None if _READER_PATH.match(path) else (host, path, query, fragment)


def _clean_youtube(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    found = _YOUTUBE.match(path)
    video = found[1] if found else _get(query, "v")
    if host == "youtu.be" and path.strip("/"):
        video = path.strip("/").split("/")[0]
    if video:
        return "youtube.com", "/watch", [("v", video)], ""
    kept = [(name, value) for name, value in query if name not in {"feature", "pp", "index", "si", "start_radio", "t"}]
    return "youtube.com", path, kept, ""


def _clean_arxiv(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    found = _ARXIV.match(path)
    return ("arxiv.org", f"/abs/{found[1]}", [], "") if found else (host, path, query, fragment)


def _clean_doi(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    path = path.lower()  # a DOI has no case
    found = _ARXIV_DOI.match(path)
    return ("arxiv.org", f"/abs/{found[1]}", [], "") if found else ("doi.org", path, [], "")


def _clean_tweet(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    found = _STATUS.match(path)
    if found:
        return "x.com", f"/i/status/{found[1]}", [], ""
    return "x.com", path, _drop(query, _TWEET_NAMES), fragment


def _clean_medium(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    """Return the address of an article by its number, which is the same under every publication and user."""
    found = _MEDIUM.search(path)
    return ("medium.com", f"/p/{found[1]}", [], "") if found else (host, path, _drop(query, _MEDIUM_NAMES), "")


def _clean_substack(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    if host == "open.substack.com":
        found = re.match(r"/pub/([\w-]+)(/p/[^/]+)$", path)
        if found:
            return f"{found[1].lower()}.substack.com", found[2], [], ""
    return host, path, _drop(query, _SUBSTACK_NAMES), ""


def _clean_reddit(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    found = _REDDIT.match(path)
    if host == "redd.it" and path.strip("/"):
        return "reddit.com", f"/comments{path}", [], ""
    if found:
        return "reddit.com", f"/comments/{found[1]}", [], ""
    return "reddit.com", path, query, fragment


def _clean_amazon(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    found = _AMAZON.match(path)
    return (host, f"/dp/{found[1]}", [], "") if found else (host, path, query, fragment)


def _clean_google_file(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    found = _GOOGLE_FILE.match(path)
    return (host, re.sub(r"/u/\d+", "", found[1]), [], "") if found else (host, path, query, fragment)


def _unwrap_google(host: str, path: str, query: Query, fragment: str) -> Cleaned | str:
    if path.startswith("/amp/"):
        return _add_scheme(path.removeprefix("/amp/").removeprefix("s/"), query)
    wrapped = _get(query, "q") or _get(query, "url") if path == "/url" else ""
    return wrapped if wrapped.startswith("http") else (host, path, query, fragment)


def _unwrap_amp_cache(host: str, path: str, query: Query, fragment: str) -> Cleaned | str:
    found = _AMP_CACHE.match(path)
    return _add_scheme(found[1], query) if found else (host, path, query, fragment)


def _unwrap_facebook(host: str, path: str, query: Query, fragment: str) -> Cleaned | str:
    wrapped = _get(query, "u") if path == "/l.php" else ""
    return wrapped if wrapped.startswith("http") else (host, path, query, fragment)


def _unwrap_archive(host: str, path: str, query: Query, fragment: str) -> Cleaned | str:
    found = _ARCHIVED.match(path)
    return _add_scheme(found[2], query) if found and "." in found[2] else (host, path, query, fragment)


def _untranslate(host: str, path: str, query: Query, fragment: str) -> Cleaned:
    """Return the address of a page behind Google's translation: its dots are hyphens there, its hyphens double."""
    label = host.removesuffix(".translate.goog").replace("--", "\0").replace("-", ".").replace("\0", "-")
    return label, path, [(name, value) for name, value in query if not name.startswith("_x_tr_")], fragment


def _add_scheme(rest: str, query: Query) -> str:
    return f"https://{rest}" + ("?" + "&".join(f"{name}={value}" for name, value in query) if query else "")


def _get(query: Query, name: str) -> str:
    return next((unquote_plus(value) for key, value in query if key == name), "")


def _drop(query: Query, names: frozenset[str]) -> Query:
    return [(name, value) for name, value in query if name.lower() not in names]


_RULES: dict[str, Rule] = {
    "readwise.io": _clean_readwise,
    "medium.com": _clean_medium,
    "redd.it": _clean_reddit,
    "docs.google.com": _clean_google_file,
    "drive.google.com": _clean_google_file,
    "google.com": _unwrap_google,
    "l.facebook.com": _unwrap_facebook,
    "lm.facebook.com": _unwrap_facebook,
    **dict.fromkeys(_READING_HOSTS, _refuse),
    **dict.fromkeys(_ARCHIVE_HOSTS, _unwrap_archive),
    **dict.fromkeys(_YOUTUBE_HOSTS, _clean_youtube),
    **dict.fromkeys(_ARXIV_HOSTS, _clean_arxiv),
    **dict.fromkeys(_TWEET_HOSTS, _clean_tweet),
    **dict.fromkeys(_REDDIT_HOSTS, _clean_reddit),
    **dict.fromkeys(_DOI_HOSTS, _clean_doi),
}
