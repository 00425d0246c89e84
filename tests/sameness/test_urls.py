"""Canonical URLs: a table of what is one address, what is not, and what is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.sameness.urls import canonicalise_url, names_document

ONE_FORM = [
    ("plain", "https://example.org/a", "https://example.org/a"),
    ("http_is_https", "http://example.org/a", "https://example.org/a"),
    ("scheme_and_host_case", "HTTPS://Example.ORG/Path", "https://example.org/Path"),
    ("path_case_is_kept", "https://example.org/Case", "https://example.org/Case"),
    ("no_scheme_but_www", "www.example.org/a", "https://example.org/a"),
    ("protocol_relative", "//example.org/a", "https://example.org/a"),
    ("angle_brackets", " <https://example.org/a> ", "https://example.org/a"),
    ("www_host", "https://www.example.org/a", "https://example.org/a"),
    ("m_host", "https://m.example.org/a", "https://example.org/a"),
    ("mobile_host", "https://mobile.example.org/a", "https://example.org/a"),
    ("amp_host", "https://amp.example.org/a", "https://example.org/a"),
    ("www_then_m", "https://www.m.example.org/a", "https://example.org/a"),
    ("m_after_language", "https://en.m.wikipedia.org/wiki/Tilia", "https://en.wikipedia.org/wiki/Tilia"),
    ("domain_named_amp", "https://amp.dev/a", "https://amp.dev/a"),
    ("subdomain_is_kept", "https://blog.example.org/a", "https://blog.example.org/a"),
    ("trailing_dot_of_host", "https://example.org./a", "https://example.org/a"),
    ("port_80", "http://example.org:80/a", "https://example.org/a"),
    ("port_443", "https://example.org:443/a", "https://example.org/a"),
    ("other_port_is_kept", "http://example.org:8080/a", "https://example.org:8080/a"),
    ("user_and_password", "https://me:secret@example.org/a", "https://example.org/a"),
    ("trailing_slash", "https://example.org/a/", "https://example.org/a"),
    ("front_page", "https://example.org/", "https://example.org"),
    ("double_slash", "https://example.org//a//b", "https://example.org/a/b"),
    ("dot_segments", "https://example.org/a/./b/../c", "https://example.org/a/c"),
    ("index_html", "https://example.org/a/index.html", "https://example.org/a"),
    ("default_aspx", "https://example.org/Default.aspx", "https://example.org"),
    ("session_id", "https://example.org/a;jsessionid=1F2E", "https://example.org/a"),
    ("amp_path", "https://example.org/the-long-title/amp/", "https://example.org/the-long-title"),
    ("amp_path_after_number", "https://example.org/2025/77/amp", "https://example.org/2025/77"),
    ("page_about_amp", "https://example.org/docs/amp", "https://example.org/docs/amp"),
    ("amp_ending", "https://example.org/a.amp.html", "https://example.org/a.html"),
    ("amp_parameter", "https://example.org/a?amp=1&outputType=amp", "https://example.org/a"),
    ("output_type_of_content", "https://example.org/a?outputType=csv", "https://example.org/a?outputType=csv"),
    ("fragment", "https://example.org/a#section-2", "https://example.org/a"),
    ("text_fragment", "https://example.org/a#:~:text=forgetting", "https://example.org/a"),
    ("hash_bang", "https://example.org/app#!/note/7", "https://example.org/app#!/note/7"),
    ("hash_route", "https://example.org/app#/note/7", "https://example.org/app#/note/7"),
    ("utm", "https://example.org/a?utm_source=n&UTM_Medium=email", "https://example.org/a"),
    ("click_ids", "https://example.org/a?fbclid=1&gclid=2&msclkid=3&igshid=4", "https://example.org/a"),
    ("mailing_ids", "https://example.org/a?mc_cid=1&mc_eid=2&mkt_tok=3", "https://example.org/a"),
    ("ref", "https://example.org/a?ref=newsletter", "https://example.org/a"),
    ("content_parameters", "https://example.org/a?id=7&p=2&q=x&v=1", "https://example.org/a?id=7&p=2&q=x&v=1"),
    ("content_beside_tracking", "https://example.org/?p=12&utm_source=x", "https://example.org?p=12"),
    ("parameter_order", "https://example.org/a?b=2&a=1", "https://example.org/a?a=1&b=2"),
    ("repeated_parameter", "https://example.org/a?x=2&x=1", "https://example.org/a?x=1&x=2"),
    ("empty_query", "https://example.org/a?", "https://example.org/a"),
    ("s_is_a_search_elsewhere", "https://example.org/?s=lime+tree", "https://example.org?s=lime+tree"),
    ("percent_case", "https://example.org/%c3%a5", "https://example.org/%C3%A5"),
    ("percent_needless", "https://example.org/%7Emara/%61", "https://example.org/~mara/a"),
    ("letters_unescaped", "https://example.org/å", "https://example.org/%C3%A5"),
    ("space_in_path", "https://example.org/a b", "https://example.org/a%20b"),
    ("escaped_slash_is_kept", "https://example.org/a%2Fb", "https://example.org/a%2Fb"),
    ("idn_host", "https://bücher.example/a", "https://xn--bcher-kva.example/a"),
    ("idn_host_upper_case", "https://BÜCHER.example/a", "https://xn--bcher-kva.example/a"),
    ("ipv6", "http://[::1]:8080/a", "https://[::1]:8080/a"),
    (
        "youtube_watch",
        "https://www.youtube.com/watch?v=abc_DEF-123&t=42s&list=PL1",
        "https://youtube.com/watch?v=abc_DEF-123",
    ),
    ("youtube_short_host", "https://youtu.be/abc_DEF-123?si=xyz", "https://youtube.com/watch?v=abc_DEF-123"),
    ("youtube_shorts", "https://m.youtube.com/shorts/abc_DEF-123", "https://youtube.com/watch?v=abc_DEF-123"),
    ("youtube_embed", "https://www.youtube-nocookie.com/embed/abc_DEF-123", "https://youtube.com/watch?v=abc_DEF-123"),
    ("youtube_live", "https://youtube.com/live/abc_DEF-123?feature=share", "https://youtube.com/watch?v=abc_DEF-123"),
    ("youtube_playlist", "https://youtube.com/playlist?list=PL1&si=x", "https://youtube.com/playlist?list=PL1"),
    ("arxiv_abs", "https://arxiv.org/abs/2301.00001v3", "https://arxiv.org/abs/2301.00001"),
    ("arxiv_pdf", "http://arxiv.org/pdf/2301.00001v2.pdf", "https://arxiv.org/abs/2301.00001"),
    ("arxiv_html", "https://ar5iv.labs.arxiv.org/html/2301.00001", "https://arxiv.org/abs/2301.00001"),
    ("arxiv_old_number", "https://arxiv.org/abs/cs.CL/0501001v1", "https://arxiv.org/abs/cs.CL/0501001"),
    ("arxiv_doi", "https://doi.org/10.48550/arXiv.2301.00001", "https://arxiv.org/abs/2301.00001"),
    ("doi_old_host", "http://dx.doi.org/10.1000/ABC.12", "https://doi.org/10.1000/abc.12"),
    ("tweet", "https://twitter.com/mara/status/1234567890?s=20&t=abc", "https://x.com/i/status/1234567890"),
    ("tweet_photo", "https://mobile.twitter.com/mara/status/1234567890/photo/1", "https://x.com/i/status/1234567890"),
    ("tweet_new_host", "https://x.com/someone_else/status/1234567890", "https://x.com/i/status/1234567890"),
    (
        "medium_publication",
        "https://medium.com/pub/a-title-0a1b2c3d4e5f?source=rss----1",
        "https://medium.com/p/0a1b2c3d4e5f",
    ),
    ("medium_user_host", "https://mara.medium.com/a-title-0a1b2c3d4e5f", "https://medium.com/p/0a1b2c3d4e5f"),
    ("medium_front_page", "https://medium.com/@mara?source=x", "https://medium.com/@mara"),
    ("substack", "https://mara.substack.com/p/limes?r=1ab&s=r&utm_campaign=post", "https://mara.substack.com/p/limes"),
    ("substack_open", "https://open.substack.com/pub/mara/p/limes?r=1ab", "https://mara.substack.com/p/limes"),
    ("reddit", "https://old.reddit.com/r/trees/comments/abc12/some_title/", "https://reddit.com/comments/abc12"),
    ("reddit_short_host", "https://redd.it/abc12", "https://reddit.com/comments/abc12"),
    (
        "amazon",
        "https://www.amazon.co.uk/Some-Book/dp/B00ABCDEF1/ref=sr_1_1?qid=1",
        "https://amazon.co.uk/dp/B00ABCDEF1",
    ),
    (
        "google_document",
        "https://docs.google.com/document/u/0/d/1aB/edit?usp=sharing",
        "https://docs.google.com/document/d/1aB",
    ),
    ("google_amp", "https://www.google.com/amp/s/www.example.org/a-b/amp", "https://example.org/a-b"),
    ("google_redirect", "https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa&sa=D", "https://example.org/a"),
    ("web_archive", "https://web.archive.org/web/20240311120000/http://example.org/a?b=1", "https://example.org/a?b=1"),
    ("web_archive_of_bytes", "https://web.archive.org/web/20240311id_/https://example.org/a", "https://example.org/a"),
    ("archive_today", "https://archive.ph/2024.03.11-120000/https://example.org/a", "https://example.org/a"),
    ("archive_today_newest", "https://archive.is/newest/https://example.org/a", "https://example.org/a"),
    ("archive_today_short", "https://archive.ph/AbC12", "https://archive.ph/AbC12"),
    ("item_of_an_archive", "https://archive.org/details/a", "https://archive.org/details/a"),
    (
        "translated",
        "https://quiet--machine-example-org.translate.goog/a?_x_tr_sl=en&_x_tr_tl=sv&b=1",
        "https://quiet-machine.example.org/a?b=1",
    ),
    ("amp_cache", "https://example-org.cdn.ampproject.org/c/s/example.org/a-b/amp", "https://example.org/a-b"),
    ("facebook_redirect", "https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fa&h=x", "https://example.org/a"),
    ("readwise_own_article", "https://readwise.io/changelog/2026", "https://readwise.io/changelog/2026"),
]

NO_URL = [
    ("none", None),
    ("empty", ""),
    ("spaces", "   "),
    ("mail", "mailto:mara@example.org"),
    ("mail_of_a_reader", "mailto:reader-forwarded-email/0123abcd"),
    ("relative", "articles/limes.html"),
    ("rooted", "/articles/limes.html"),
    ("title", "The Forgetting Budget"),
    ("file", "file:///home/mara/limes.pdf"),
    ("vault_link", "obsidian://open?vault=notes&file=Limes"),
    ("script", "javascript:alert(1)"),
    ("scheme_only", "https://"),
    ("no_host", "https:///a"),
    ("space_in_host", "https://not a host/a"),
    ("port_too_large", "https://example.org:99999/a"),
    ("port_no_number", "https://example.org:port/a"),
    ("half_an_ipv6", "https://[::1/a"),
    ("lone_surrogate", "https://example.org/\ud800"),
    ("two_lines", "https://example.org/a\nhttps://example.org/b"),
    ("reader_page", "https://read.readwise.io/new/read/01abc"),
    ("reader_page_of_site", "https://readwise.io/reader/document_raw_content/1"),
    ("highlights_page", "https://readwise.io/bookreview/9001"),
    ("notebook_page", "https://notebooklm.google.com/notebook/1"),
]

DIFFERENT = [
    ("video_ids", "https://youtube.com/watch?v=aaaaaaaaaaa", "https://youtube.com/watch?v=bbbbbbbbbbb"),
    ("numbers", "https://example.org/item?id=1", "https://example.org/item?id=2"),
    ("pages", "https://example.org/a?page=1", "https://example.org/a?page=2"),
    ("path_case", "https://example.org/A", "https://example.org/a"),
    ("subdomains", "https://a.example.org/x", "https://b.example.org/x"),
    ("papers", "https://arxiv.org/abs/2301.00001", "https://arxiv.org/abs/2301.00002"),
    ("comments_of_a_thread", "https://reddit.com/comments/abc12", "https://reddit.com/r/t/comments/abc12/x/def34"),
]


@pytest.mark.parametrize(("url", "expected"), [pytest.param(*row, id=name) for name, *row in ONE_FORM])
def test_canonical_form(url: str, expected: str) -> None:
    """Tracking parameters, `www.`, trailing slashes, http/https and mobile hosts make no twins."""
    assert canonicalise_url(url) == expected
    assert canonicalise_url(expected) == expected


@pytest.mark.parametrize("url", [pytest.param(url, id=name) for name, url in NO_URL])
def test_what_is_no_source_url_gives_nothing(url: str | None) -> None:
    assert canonicalise_url(url) == ""


@pytest.mark.parametrize(("one", "other"), [pytest.param(*row, id=name) for name, *row in DIFFERENT])
def test_different_documents_keep_different_forms(one: str, other: str) -> None:
    assert canonicalise_url(one) != canonicalise_url(other)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        pytest.param("https://example.org/a", True, id="path"),
        pytest.param("https://example.org?p=12", True, id="query"),
        pytest.param("https://example.org/#!/note/7", True, id="route"),
        pytest.param("https://example.org", False, id="front_page"),
        pytest.param("", False, id="none"),
    ],
)
def test_a_front_page_names_no_document(url: str, expected: bool) -> None:
    assert names_document(canonicalise_url(url)) is expected


HOSTS = [
    "example.org",
    "www.m.youtube.com",
    "youtu.be",
    "arxiv.org",
    "dx.doi.org",
    "x.com",
    "a.medium.com",
    "google.com",
]
HOSTS += [
    "open.substack.com",
    "a-b.cdn.ampproject.org",
    "l.facebook.com",
    "redd.it",
    "amazon.de",
    "readwise.io",
    "åä.se",
]
PIECES = [
    "/",
    "//",
    "..",
    "amp",
    "/amp",
    "%2f",
    "%41",
    "a-b",
    "d",
    "watch",
    "?",
    "&",
    "=",
    "v=",
    "u=http://",
    "url",
    "#!",
    "/p",
]
PIECES += [
    "index.html",
    ".amp",
    "/s/",
    "c/",
    ";",
    "status/12",
    "0a1b2c3d4e5f",
    "abs/2301.00001v1",
    "\u00e5",
    "+",
    " ",
    "q=www.",
]
URLS = st.tuples(
    st.sampled_from(["http://", "https://", "//", "www."]),
    st.sampled_from(HOSTS),
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
).map("".join)


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.one_of(URLS, st.text(max_size=40), st.text(max_size=30).map("https://".__add__)))
def test_the_second_pass_changes_nothing(url: str) -> None:
    once = canonicalise_url(url)
    assert canonicalise_url(once) == once
    assert once == "" or once.startswith("https://")
