"""The page in a real browser: search, facets, layers, keyboard, telephone, dark mode, and hostile notes."""

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Screen, find_browser, open_screen
from memories import make_bakery, make_contents, make_entry
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from florilegium.page.growth import Growth
from florilegium.page.rendering import render_page

PATHS = find_browser()
AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GROWTHS = [Growth("Dough", 1, (0, 1)), Growth("Crust", 0, (0, 2))]
ALL = ("Rye and patience", "Crème of the crust", "日本のパン", "Salt")
FOUND = {
    "title": ("patience", ["Rye and patience"]),
    "summary": ("steam makes", ["Crème of the crust"]),
    "accent": ("creme", ["Crème of the crust"]),
    "highlights": ("quote it", ["Rye and patience"]),
    "full_text": ("apprentice", ["Salt"]),
    "start_of_a_word": ("appren", ["Salt"]),
    "words_in_different_layers": ("salt yeast", ["Salt"]),
    "typing_error": ("patiense", ["Rye and patience"]),
    "author": ("oven", ["Rye and patience"]),
    "tag": ("wheat", ["Crème of the crust"]),
    "two_characters_of_japanese": ("牛乳", ["日本のパン"]),
    "nothing": ("zeppelin", []),
    "one_word_of_two": ("yeast zeppelin", []),
    "signs_only": ("-- ?", list(ALL)),
}
ATTACKS = [
    "<script>window.hit = 1</script>",
    "</script><script>window.hit = 1</script>",
    "<img src=x onerror='window.hit = 1'>",
    "<svg onload='window.hit = 1'></svg>",
    "[a](javascript:window.hit=1)",
    "<iframe srcdoc='<script>top.hit=1</script>'>",
    "<a href='javascript:window.hit=1'>b</a>",
    '![a](x"onerror="window.hit=1)',
    "<style>body{display:none}</style>",
]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        PATHS is None, reason="no chromium with chromedriver: `make browser` installs them (needs root)"
    ),
]


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    assert PATHS
    with open_screen(PATHS, tmp_path_factory.mktemp("profile")) as screen:
        yield screen


@pytest.fixture(scope="module")
def bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("memory") / "index.html"
    page.write_text(render_page(make_bakery(), GROWTHS), encoding="utf-8", newline="\n")
    return page


@pytest.fixture
def screen(window: Screen, bakery: Path) -> Iterator[Screen]:
    """The bakery's page, freshly opened; the browser must have nothing to complain of."""
    window.complaints()
    window.open(bakery)
    yield window
    assert window.complaints() == []


def open_layer(screen: Screen, layer: str, number: int = 0) -> str:
    screen.find(f".source:nth-child({number + 1}) .layers .{layer}").click()
    return screen.find(f"#{layer}-of-{number}").text


def test_the_page_shows_seeds_first_and_then_by_score(screen: Screen) -> None:
    assert screen.titles() == list(ALL)
    assert screen.find("h1").text == "Bread & <salt>"
    assert screen.find(".status").text == "4 sources"


@pytest.mark.parametrize("name", FOUND)
def test_search_looks_in_every_layer(screen: Screen, name: str) -> None:
    """Every word must stand somewhere in the source; two characters of Japanese find something."""
    question, expected = FOUND[name]
    screen.find("input[type=search]").send_keys(question)
    screen.wait_for_titles(*expected)


def test_search_shows_where_it_was_found(screen: Screen) -> None:
    screen.find("input[type=search]").send_keys("apprentice")
    screen.wait_for_titles("Salt")
    assert screen.find(".found .where").text == "Found in full text"
    assert "said the apprentice" in screen.find(".found q").text
    assert screen.find(".found mark").text == "apprentice"


def test_escape_empties_the_search(screen: Screen) -> None:
    box = screen.find("input[type=search]")
    box.send_keys("apprentice")
    screen.wait_for_titles("Salt")
    box.send_keys(Keys.ESCAPE)
    screen.wait_for_titles(*ALL)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        pytest.param("origin", "web", ALL[:1], id="origin"),
        pytest.param("theme", "Crust", ALL[1:3], id="theme"),
        pytest.param("tag", "bread", ALL[:2], id="a_nested_tag_counts_for_its_parent"),
        pytest.param("tag", "bread/rye", ALL[:1], id="nested_tag"),
        pytest.param("author", "Bo Crust", ALL[1:2], id="author"),
        pytest.param("seeds", "on", ALL[:1], id="seeds"),
        pytest.param("marked", "on", ALL[:1], id="highlights"),
    ],
)
def test_a_facet_leaves_what_has_its_value(screen: Screen, name: str, value: str, expected: tuple[str, ...]) -> None:
    box = screen.find(f'.facets input[name="{name}"]' + (f'[value="{value}"]' if value != "on" else ""))
    box.click()
    screen.wait_for_titles(*expected)
    assert screen.find(".status").text == f"{len(expected)} of 4 sources"
    screen.find("button.clear").click()
    screen.wait_for_titles(*ALL)


def test_facets_of_one_kind_add_and_those_of_two_narrow(screen: Screen) -> None:
    screen.find('[name="theme"][value="Dough"]').click()
    screen.wait_for_titles(*ALL[:2])
    screen.find('[name="theme"][value="Crust"]').click()
    screen.wait_for_titles(*ALL[:3])
    screen.find('[name="origin"][value="obsidian"]').click()
    screen.wait_for_titles(*ALL[1:3])
    counts = (
        "return [...document.querySelectorAll('[name=origin]')].map(o => o.closest('label').innerText.split('\\n'))"
    )
    assert sorted(screen.run(counts)) == [["Obsidian", "2"], ["Web", "1"]]


def test_the_slider_leaves_what_reaches_the_score(screen: Screen) -> None:
    slider = screen.find("[name=score]")
    slider.send_keys(Keys.END, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    screen.wait_for_titles(*ALL[:2])
    assert screen.find("output").text == "0.80"


def test_the_three_layers_open_in_place(screen: Screen) -> None:
    assert open_layer(screen, "summary") == "Rye wants time. It gives flavour."
    assert "Rye wants time." in open_layer(screen, "highlights")
    assert "sour starter" in open_layer(screen, "full")
    assert screen.find("#full-of-0 table td").text == "rye"
    assert screen.run("return document.querySelectorAll('.source:first-child .layer').length") == 3
    screen.find(".source:first-child .layers .full").click()
    screen.wait_for("return !document.querySelector('#full-of-0')")


def test_a_source_without_marks_offers_no_highlights(screen: Screen) -> None:
    assert screen.run("return document.querySelectorAll('.layers .highlights').length") == 1


def test_a_source_says_where_it_came_from(screen: Screen) -> None:
    told = open_layer(screen, "provenance")
    for part in ("Web / brief", "Notes/Rye and patience.md", "Readwise: reader/9 (same_url)", "1.00, from metadata"):
        assert part in told
    assert screen.find("#provenance-of-0 a").get_attribute("href") == "https://bakery.example/rye"
    assert "how to steam" in open_layer(screen, "provenance", 1)


def test_the_picture_shows_what_each_round_added(screen: Screen) -> None:
    bars = (
        "return [...document.querySelectorAll('.bars')]"
        ".map(bar => [...bar.querySelectorAll('rect')].map(part => part.getBoundingClientRect().width > 1))"
    )
    screen.wait_for("return document.querySelectorAll('.bars rect').length")
    assert screen.run(bars) == [[False, False, True], [True, False, True]]
    sums = "return [...document.querySelectorAll('.sum')].map(one => one.textContent)"
    assert screen.run(sums) == ["0 + 0 + 2", "1 + 0 + 1"]
    screen.find(".coverage tbody button").click()
    screen.wait_for_titles(*ALL[1:3])


def test_the_list_can_be_sorted(screen: Screen) -> None:
    order = Select(screen.find("select"))
    order.select_by_visible_text("newest")
    screen.wait_for_titles(ALL[1], ALL[0], ALL[2], ALL[3])
    order.select_by_visible_text("title")
    screen.wait_for_titles(ALL[1], ALL[0], ALL[3], ALL[2])


def test_everything_can_be_done_by_keyboard(screen: Screen) -> None:
    screen.press(Keys.TAB)
    assert screen.run("return document.activeElement.className") == "skip"
    screen.press(Keys.ENTER)
    screen.wait_for("return document.activeElement.id === 'sources'")
    screen.press(Keys.TAB)
    screen.press("crust")
    screen.wait_for_titles(*ALL[1:3])
    screen.press(Keys.ESCAPE)
    screen.wait_for_titles(*ALL)
    screen.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert screen.run("return document.activeElement.textContent") == ALL[1]
    screen.press(Keys.TAB, Keys.TAB, Keys.ENTER)
    screen.wait_for("return document.querySelector('#full-of-1')")
    screen.press(Keys.TAB, Keys.SPACE)
    screen.wait_for("return document.querySelector('#provenance-of-1')")
    screen.find("html").send_keys(Keys.CONTROL, "k")
    assert screen.run("return document.activeElement.type") == "search"


def test_what_has_the_focus_can_be_seen(screen: Screen) -> None:
    screen.press(*[Keys.TAB] * 9)
    assert screen.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"


def read_colours(screen: Screen) -> tuple[int, int]:
    """Return how bright paper and ink are, from 0 to 255."""
    script = "const look = getComputedStyle(document.body); return [look.backgroundColor, look.color]"
    paper, ink = (int(colour[4:].split(",")[0]) for colour in screen.run(script))
    return paper, ink


def test_the_page_follows_the_system_and_the_switch_overrules_it(screen: Screen, bakery: Path) -> None:
    assert read_colours(screen)[0] > 200
    screen.open(bakery, scheme="dark")
    paper, ink = read_colours(screen)
    assert paper < 60 and ink > 200
    screen.run("document.querySelector('[name=theme][value=light]').click()")
    assert read_colours(screen)[0] > 200
    screen.open(bakery, scheme="dark")
    assert read_colours(screen)[0] > 200, "the choice is remembered"
    screen.run("document.querySelector('[name=theme][value=auto]').click()")
    assert read_colours(screen)[0] < 60


def test_a_telephone_never_scrolls_sideways(screen: Screen, bakery: Path) -> None:
    screen.open(bakery, phone=True)
    assert screen.run("return innerWidth") == 390
    for selector in (
        ".coverage summary",
        ".side summary",
        ".layers .full",
        ".layers .highlights",
        ".layers .provenance",
    ):
        screen.run("document.querySelector(arguments[0]).click()", selector)
    screen.wait_for("return document.querySelector('#full-of-0')")
    assert screen.run("return document.documentElement.scrollWidth") == 390
    assert screen.find(".facets").is_displayed()


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_text_is_shown_and_does_not_run(window: Screen, tmp_path: Path, attack: str) -> None:
    """Text in a note gives no orders: a note with `<script>` shows it."""
    entry = make_entry(
        0, attack, summary=attack, tags=(attack,), themes=(attack,), source_url="javascript:window.hit=1"
    )
    contents = make_contents([entry], [f"{attack}\n\n`{attack}`\n"], [f"> {attack}\n"])
    contents = dataclasses.replace(contents, index=dataclasses.replace(contents.index, title=attack, brief=attack))
    page = tmp_path / "index.html"
    page.write_text(render_page(contents, [Growth(attack, 0, (1,))]), encoding="utf-8")
    window.complaints()
    window.open(page)
    assert window.titles() == [attack]
    for layer in ("summary", "highlights", "full", "provenance"):
        open_layer(window, layer)
    assert window.find("#full-of-0 p code:not(.raw)").text == attack
    window.find("input[type=search]").send_keys("hit")
    window.wait_for("return document.querySelector('.found') || !document.querySelector('.source')")
    links = "return [...document.querySelectorAll('a')].map(link => link.protocol)"
    assert set(window.run(links)) <= {"file:"}
    assert window.run("return window.hit") is None
    assert window.complaints() == []


def test_the_policy_stops_what_gets_in_all_the_same(window: Screen, bakery: Path) -> None:
    """The second wall: markup and code that reached the page by a fault of ours would be refused."""
    window.open(bakery)
    window.complaints()
    window.run(
        "const script = document.createElement('script');"
        "try { script.textContent = 'window.hit = 1' } catch { /* refused */ } document.body.append(script);"
        "try { document.body.innerHTML += '<img src=x onerror=\"window.hit = 1\">' } catch { /* refused */ }"
        "const image = new Image(); image.src = 'https://elsewhere.example/x.png'; document.body.append(image);"
    )
    window.wait_for("return document.readyState === 'complete'")
    assert window.run("return window.hit") is None
    text = "\n".join(window.complaints())
    assert "script-src" in text or "TrustedScript" in text or "trusted" in text.lower()
    assert "img-src" in text


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: `make page` installs it (needs node)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_no_violation(screen: Screen, bakery: Path, scheme: str, phone: bool) -> None:
    screen.open(bakery, scheme=scheme, phone=phone)
    screen.run("document.querySelectorAll('details').forEach(one => { one.open = true })")
    screen.run("document.querySelectorAll('.layers button').forEach(one => one.click())")
    screen.run("document.querySelector('[name=tag]').click()")
    screen.find("input[type=search]").send_keys("rye")
    screen.wait_for("return document.querySelector('.found mark') && document.querySelectorAll('.layer').length === 4")
    screen.wait_for("return document.querySelectorAll('.bars svg').length === 2")
    screen.run(AXE.read_text(encoding="utf-8"))
    done = screen.driver.execute_async_script("axe.run().then(arguments[0])")
    told = [(item["id"], [node["html"] for node in item["nodes"]]) for item in done["violations"]]
    assert told == [], json.dumps(told, indent=1)
    assert len(done["passes"]) > 25


def test_a_thousand_sources_are_shown_step_by_step(window: Screen, tmp_path: Path) -> None:
    entries = [
        make_entry(number, f"Loaf {number}", tags=(f"tag{number % 90}",), relevance_score=round(1 - number / 2000, 4))
        for number in range(1000)
    ]
    page = tmp_path / "index.html"
    texts = [f"Baked on day {number}, word{number}.\n" for number in range(1000)]
    page.write_text(render_page(make_contents(entries, texts), ()), encoding="utf-8")
    window.open(page)
    assert window.find(".status").text == "1,000 sources"
    assert len(window.titles()) < 200
    window.run("document.querySelector('button.more').click()")
    window.wait_for("return document.querySelectorAll('.source').length >= 40")
    window.find("input[type=search]").send_keys("word777")
    window.wait_for_titles("Loaf 777")
    window.find("input[type=search]").send_keys(Keys.ESCAPE)
    window.wait_for("return document.querySelectorAll('[name=tag]').length === 7")
    window.run("document.querySelector('.facets .quiet').click()")
    window.wait_for("return document.querySelectorAll('[name=tag]').length === 90")
