"""The page as text: what is embedded, what cannot get out, and a policy that fits its parts to the byte."""

import base64
import dataclasses
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memories import make_bakery, make_contents, make_entry

from florilegium.page.growth import Growth
from florilegium.page.rendering import escape_json, read_part, render_page

HOSTILE = [
    "</script><script>alert(1)</script>", "<!--<script>", "]]>", "{{script}}", "{{policy}}", "\\u003c", "\\", '"',
    "<img src=x onerror=alert(1)>", "\u2028\u2029", "\0", "\r\n", "\x7f\x85", "&lt;/script&gt;", "𝔉", "\ufeff", "\\1",
]  # fmt: skip
GROWTHS = [Growth("Dough", 1, (0, 1)), Growth("Crust", 0, (0, 2))]


class Elements(HTMLParser):
    """Collects every start tag with its attributes, and the text of the elements that hold data or code."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.inside = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.texts.append("")
        self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts[-1] += data

    def find(self, tag: str, **attributes: str) -> list[str]:
        """Return the texts of the elements with this tag and these attributes."""
        return [
            text
            for (name, has), text in zip(self.tags, self.texts, strict=True)
            if name == tag and attributes.items() <= has.items()
        ]


def test_the_page_holds_catalogue_and_texts() -> None:
    contents = make_bakery()
    elements = Elements(render_page(contents, GROWTHS))
    catalogue = json.loads(elements.find("script", id="catalogue")[0])
    assert catalogue["title"] == "Bread & <salt>"
    assert [entry["id"] for entry in catalogue["entries"]] == [entry.id for entry in contents.index.entries]
    assert catalogue["coverage"][0] == {"theme": "Crust", "state": "covered", "sources": 2, "named": 0, "found": [0, 2]}
    for number, entry in enumerate(contents.index.entries):
        assert json.loads(elements.find("script", id=f"full-{number}")[0]) == contents.full[entry.id]
    assert json.loads(elements.find("script", id="highlights-0")[0]).startswith("# Highlights")
    assert elements.find("script", id="highlights-1") == []
    assert elements.find("title") == ["Bread & <salt>"]


def test_the_policy_names_the_one_script_and_the_one_style() -> None:
    elements = Elements(render_page(make_bakery(), GROWTHS))
    [policy] = [has["content"] for tag, has in elements.tags if has.get("http-equiv") == "Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in (policy or "").split("; "))
    pairs = zip(elements.tags, elements.texts, strict=True)
    code = [text for tag, text in pairs if tag == ("script", {})]
    for rule, [text] in (("script-src", code), ("style-src", elements.find("style"))):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert rules[rule] == f"'sha256-{digest}'"
    assert {rules[name] for name in ("default-src", "img-src", "base-uri", "form-action")} == {"'none'"}
    assert "unsafe" not in (policy or "")


def test_the_policy_comes_before_anything_that_it_governs() -> None:
    tags = [tag for tag, _ in Elements(render_page(make_bakery(), GROWTHS)).tags]
    assert tags[:5] == ["html", "head", "meta", "meta", "meta"]
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(tags)


def test_nothing_is_loaded_from_elsewhere() -> None:
    elements = Elements(render_page(make_bakery(), GROWTHS))
    assert not [has for _, has in elements.tags if {"src", "href", "action", "style", "onclick"} & set(has)]
    style = read_part("bundle.css")
    assert "url(" not in style and "@import" not in style


@pytest.mark.parametrize("name", ["bundle.js", "bundle.css"])
def test_a_part_cannot_end_its_own_element(name: str) -> None:
    assert not re.search(r"</(?:script|style)|<!--|<script", read_part(name), re.IGNORECASE)


def test_each_bundled_package_has_its_licence_in_the_page() -> None:
    text = Elements(render_page(make_bakery(), GROWTHS)).find("pre")[0]
    assert text == read_part("LICENSES.txt")
    for name in ("preact", "minisearch", "@observablehq/plot", "mdast-util-from-markdown"):
        assert re.search(rf"^{name} \d[\d.]* \((?:MIT|ISC)\)$", text, re.MULTILINE)
    assert "names this licence and ships no text" not in text
    heads = re.findall(r"^\S+ \d[\d.]* \((.+)\)$", text, re.MULTILINE)
    assert set(heads) <= {"MIT", "ISC", "BSD-3-Clause", "Apache-2.0"}


def test_the_same_memory_gives_the_same_bytes() -> None:
    assert render_page(make_bakery(), GROWTHS) == render_page(make_bakery(), GROWTHS)


def test_hashes_of_other_pages_do_not_change_the_page() -> None:
    """The catalogue lists this page by its hash, so the page cannot hold that list."""
    contents = make_bakery()
    index = dataclasses.replace(contents.index, pages={"index.html": "0" * 64})
    assert render_page(dataclasses.replace(contents, index=index), GROWTHS) == render_page(contents, GROWTHS)


def test_an_empty_memory_has_a_page() -> None:
    [catalogue] = Elements(render_page(make_contents([], []), ())).find("script", id="catalogue")
    assert json.loads(catalogue)["entries"] == []


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    """Text in a note gives no orders: neither markup nor a placeholder in it is ever looked at."""
    calm = Elements(render_page(make_contents([make_entry(0, "calm")], ["calm"], ["\n> calm"]), ()))
    contents = make_contents([make_entry(0, text, summary=text, tags=(text,))], [text], [text])
    contents = dataclasses.replace(contents, index=dataclasses.replace(contents.index, title=text, brief=text))
    elements = Elements(render_page(contents, GROWTHS))
    assert elements.tags == calm.tags
    assert json.loads(elements.find("script", id="full-0")[0]) == text
    assert json.loads(elements.find("script", id="highlights-0")[0]) == text
    assert json.loads(elements.find("script", id="catalogue")[0])["entries"][0]["tags"] == [text]


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"])))).map("".join))
def test_escaped_json_is_the_same_json_without_markup(text: str) -> None:
    escaped = escape_json({text: [text]})
    assert "<" not in escaped
    assert json.loads(escaped) == {text: [text]}


def test_hashes_stay_in_the_catalogue() -> None:
    page = render_page(make_bakery(), GROWTHS)
    assert '"relevance_score"' in page
    assert '"sha256"' not in page and '"highlights_sha256"' not in page
