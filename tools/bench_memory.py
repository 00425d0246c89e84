"""Measure a search in a large memory, and how its page loads and filters in Chromium."""

import os
import random  # noqa: TID251 (seeded: the same memory on every machine; no artifact depends on it)
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).parent), str(ROOT / "tests" / "page")]
from bench import SETTLED_S, Cost, measure_command  # noqa: E402 (the path above makes these importable)
from generate_vault import Words, make_words  # noqa: E402

from florilegium.documents import hash_text  # noqa: E402
from florilegium.entries import Entry, Index, ThemeCoverage  # noqa: E402
from florilegium.memory.folder import Contents, write_memory  # noqa: E402
from florilegium.page.growth import Growth  # noqa: E402
from florilegium.page.rendering import PAGE_NAME, render_page  # noqa: E402

RUNS = 10
ORIGINS = ("obsidian", "readwise", "notebooklm")
MEAN_PARAGRAPHS = 10
# From a click until the second frame after it: the first one shows what was asked for.
_CLICK = (
    "const start = performance.now(); document.querySelector('{}').click();"
    "requestAnimationFrame(() => requestAnimationFrame(() => arguments[0](performance.now() - start)))"
)
WAITS = {
    "first paint": "arguments[0](performance.getEntriesByName('first-contentful-paint')[0].startTime)",
    "load event": "arguments[0](performance.getEntriesByType('navigation')[0].loadEventEnd)",
    "a facet ticked": _CLICK.format("[name=origin]"),
    "a second facet ticked": _CLICK.format("[name=tag]"),
    "all facets cleared": _CLICK.format("button.clear"),
}


class Writer:
    """Writes invented prose, the same for the same seed."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._chance = random.Random(3)

    def pick(self, count: int) -> list[str]:
        """Return so many words, common ones more often."""
        return self._chance.choices(self._words.words, cum_weights=self._words.weights, k=count)

    def write(self, sentences: int) -> str:
        """Return so many sentences."""
        parts = [" ".join(self.pick(self._chance.randint(6, 20))).capitalize() for _ in range(sentences)]
        return ". ".join(parts) + "."

    def write_full(self) -> str:
        """Return a text of some paragraphs, a few much longer than the others."""
        count = max(1, int(self._chance.expovariate(1 / MEAN_PARAGRAPHS)))
        return "\n\n".join(self.write(6) for _ in range(count)) + "\n"


def make_memory(root: Path, count: int) -> None:
    """Write a memory of so many sources, every third with highlights, and its page."""
    writer = Writer(make_words(7))
    themes = tuple(writer.write(1) for _ in range(5))
    entries: list[Entry] = []
    full: dict[str, str] = {}
    marked: dict[str, str] = {}
    for number in range(count):
        title = " ".join(writer.pick(4)).capitalize()
        name = f"{title.lower().replace(' ', '-')}-{number:08x}"
        full[name] = f"# {title}\n\n{writer.write_full()}"
        if number % 3 == 0:
            marked[name] = "# Highlights\n\n" + "\n\n".join(f"> {writer.write(2)}" for _ in range(4)) + "\n"
        facts = describe_text(name, full[name], marked.get(name))
        score = round(1 - number / count, 4)
        about = {"title": title, "origin": ORIGINS[number % 3], "themes": (themes[number % 5],)}
        entries.append(Entry(**make_facts(writer), **about, **facts, relevance_score=score))
    coverage = tuple(ThemeCoverage(theme, "covered", count // 5) for theme in themes)
    index = Index(1, "bench", "Bench", writer.write(2), 2, count, {}, coverage, 0, tuple(entries))
    contents = Contents(index, full, marked)
    growths = [Growth(theme, 0, (count // 10, count // 10)) for theme in themes]
    write_memory(root, contents, {PAGE_NAME: render_page(contents, growths)})


def make_facts(writer: Writer) -> dict[str, Any]:
    """Return what a catalogue says of a source beside its texts."""
    return {
        "authors": (" ".join(writer.pick(2)).title(),), "publication": " ".join(writer.pick(2)).title(),
        "location": "Ideas", "kind": "note", "authorship": "other", "published": "2025-03-01", "saved": "2025-04-01",
        "tags": tuple(sorted(set(writer.pick(3)))), "notebook": None, "seed": False, "signal": "full",
        "found_by": (" ".join(writer.pick(3)), " ".join(writer.pick(3))), "summary": writer.write(3),
        "source_url": None, "also_in": (), "own_notes": 0, "reason": writer.write(1),
    }  # fmt: skip


def describe_text(name: str, full: str, marked: str | None) -> dict[str, Any]:
    """Return what a catalogue says of the texts of a source."""
    return {
        "id": name,
        "uri_full": f"full/{name}.md",
        "uri_highlights": f"highlights/{name}.md" if marked else None,
        "original_path": f"Ideas/{name}.md",
        "words": len(full.split()),
        "highlights": 4 if marked else 0,
        "sha256": hash_text(full),
        "highlights_sha256": hash_text(marked) if marked else None,
    }


def measure_searches(folder: Path, memory: Path) -> Iterator[str]:
    """Yield a row for each kind of search: the first ones keep something, the others find it."""
    command = [str(Path(sys.executable).parent / "florilegium"), "search", str(memory)]
    common, rare = (" ".join(Writer(make_words(7)).pick(count)) for count in (1, 3))
    questions = {
        "a slice, JSON of 667 sources": ["--origin", "readwise", "--json"],
        "a slice, 10 shown": ["--origin", "readwise", "--limit", "10"],
        "a text of one word": [common],
        "a text of three words": [rare],
        "a text in a slice": [rare, "--origin", "readwise"],
    }
    yield write_row("Python that does nothing", [measure_command([sys.executable, "-c", "pass"]) for _ in range(RUNS)])
    for name, options in questions.items():
        firsts = []
        for number in range(3):
            os.environ["FLORILEGIUM_CACHE"] = str(folder / f"cache-{number}")
            shutil.rmtree(folder / f"cache-{number}", ignore_errors=True)
            firsts.append(measure_command([*command, *options]))
        yield write_row(f"first search: {name}", firsts)
        yield write_row(f"search: {name}", [measure_command([*command, *options]) for _ in range(RUNS)])


def write_row(name: str, costs: list[Cost]) -> str:
    """Return a row of the table: the least CPU time, and the one in the middle."""
    cpu_s = sorted(cost.cpu_s for cost in costs)
    return f"| {name} | {cpu_s[0]:.2f} | {statistics.median(cpu_s):.2f} |"


def measure_page(folder: Path, page: Path) -> Iterator[str]:
    """Yield a row for each thing that a reader waits for, each time in a new browser with an empty profile."""
    from browsing import find_browser, open_screen

    browser = find_browser()
    if browser is None:
        yield "| page: chromium and chromedriver are missing | | |"
        return
    waits: dict[str, list[float]] = {}
    for number in range(RUNS):
        with open_screen(browser, folder / f"profile-{number}") as screen:
            screen.open(page)
            screen.wait_for("return performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
            for name, script in WAITS.items():
                waits.setdefault(name, []).append(screen.driver.execute_async_script(script) / 1000)
    for name, seconds in waits.items():
        yield f"| page: {name} | {min(seconds):.2f} | {statistics.median(seconds):.2f} |"


@click.command(help=__doc__)
@click.option("--sources", default=2_000, show_default=True, help="How many sources the memory has.")
def main(sources: int) -> None:
    """Print a table: for a search seconds of CPU of the whole process, for the page seconds by the clock."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        memory = folder / "memory"
        make_memory(memory, sources)
        time.sleep(SETTLED_S)
        size_mb = sum(path.stat().st_size for path in memory.rglob("*.md")) / 1e6
        click.echo(
            f"{sources} sources, {size_mb:.1f} MB of text, page of {(memory / PAGE_NAME).stat().st_size / 1e6:.1f} MB"
        )
        click.echo("| what | least s | middle s |\n|---|---:|---:|")
        for row in chain(measure_searches(folder, memory), measure_page(folder, memory / PAGE_NAME)):
            click.echo(row)


if __name__ == "__main__":
    main()
