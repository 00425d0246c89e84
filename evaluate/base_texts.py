"""Texts from which copies and rivals are made: notes of the example vault, generated articles, any docs.jsonl."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from florilegium.wording.prose import iter_blocks
from florilegium.wording.sentences import split_sentences

from .drawing import draw_item, draw_number, draw_order

FEWEST_WORDS = 100
GENERATED = 120
PARAGRAPH_SENTENCES = 3
AUTHORS = (
    "Noor Adeyemi",
    "Tomas Rehn",
    "Hana Brandt",
    "Ilse Okafor",
    "Ravi Menon",
    "Linnea Sund",
    "Paolo Greco",
    "Mei Tanaka",
    "Ewa Nowak",
    "Samuel Oyelaran",
    "Anja Keller",
    "Luc Moreau",
)
SITES = ("Quiet Machine", "The Second Drawer", "Field Notes Weekly", "Northern Review", "Slow Ledger")


@dataclass(frozen=True)
class BaseText:
    """One text with what a library would know of it."""

    id: str
    title: str
    author: str
    publication: str
    published: str
    url: str
    own: bool  # a note by the reader: without author and address
    paragraphs: tuple[str, ...]  # plain prose

    @property
    def half(self) -> str:
        """`tune` or `test`, by the SHA-256 of the id."""
        return ("tune", "test")[draw_number(f"half {self.id}", 2)]

    @property
    def sentences(self) -> list[str]:
        """All sentences in order."""
        return [sentence for paragraph in self.paragraphs for sentence in split_sentences(paragraph)]


def make_base(key: str, title: str, paragraphs: Iterable[str], *, own: bool = False) -> BaseText:
    """Return a text with an author, a site and a date that its id draws."""
    site = draw_item(f"site {key}", SITES)
    slug = "-".join("".join(c if c.isalnum() and c.isascii() else " " for c in title.lower()).split())[:60] or key
    host = site.lower().replace(" ", "")
    date = f"20{20 + draw_number(f'year {key}', 6)}-{1 + draw_number(f'month {key}', 12):02}-1{draw_number(key, 10)}"
    author = draw_item(f"author {key}", AUTHORS)
    url = f"https://{host}.example.org/{date[:4]}/{slug}"
    if own:
        author = site = url = date = ""
    return BaseText(key, title, author, site, date, url, own, tuple(paragraphs))


def load_examples(vault: Path) -> list[BaseText]:
    """Return the notes of a vault that are long enough; of two with equal titles the first."""
    found: dict[str, BaseText] = {}
    for path in sorted(vault.rglob("*.md")):
        text = path.read_text(encoding="utf-8", errors="replace")
        paragraphs = [block.text for block in iter_blocks(text) if block.kind != "heading"]
        title = path.stem
        if _is_long_enough(paragraphs) and title not in found and not title.startswith("On "):
            found[title] = make_base(f"vault {title}", title, paragraphs, own="Readwise" not in path.parts)
    return list(found.values())


def load_docs(path: Path, limit: int) -> list[BaseText]:
    """Return so many documents of a docs.jsonl, drawn by their ids; what has no title is named by its id."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if len(row["text"].split()) >= FEWEST_WORDS]
    rows.sort(key=lambda row: (draw_number(f"row {row['id']}", 1 << 60), row["id"]))
    return [_make_from_row(row) for row in rows[:limit]]


def generate_articles(count: int) -> list[BaseText]:
    """Return invented articles; several by one author on one subject share words, never sentences with facts."""
    return [_generate_article(number) for number in range(count)]


def _make_from_row(row: dict[str, str]) -> BaseText:
    title = row["title"].strip() or f"Conversation {row['id']}"
    sentences = split_sentences(row["text"])
    chunks = [sentences[at : at + PARAGRAPH_SENTENCES] for at in range(0, len(sentences), PARAGRAPH_SENTENCES)]
    return make_base(f"docs {row['id']}", title, [" ".join(chunk) for chunk in chunks])


def _is_long_enough(paragraphs: list[str]) -> bool:
    return sum(len(paragraph.split()) for paragraph in paragraphs) >= FEWEST_WORDS


# Of each subject: things, people, places.
_SUBJECT_TEXT = """
bread
  the starter|the oven|the dough|rye flour|the crust|the proofing basket|the scale|salt
  the baker|my aunt|the miller|a neighbour
  the old mill|the kitchen|the Friday market|the village
archives
  the card index|the ledger|the register|a misfiled letter|the catalogue|the box list|a carbon copy|the reading room
  the clerk|the archivist|a historian|the registrar
  the county archive|the basement|the annex|the museum
bicycles
  the rear hub|the chain|a bent rim|the brake cable|the dynamo|the saddle|the pannier|a puncture
  the mechanic|a courier|the commuter|my brother
  the workshop|the canal path|the ferry|the ring road
bees
  the hive|the brood frame|a swarm|the smoker|winter feed|the queen|varroa|the heather
  the beekeeper|the inspector|a farmer|the club
  the orchard|the south slope|the allotment|the heath
rivers
  the weir|the gauge|the flood bank|the culvert|the sediment|the eel pass|the ice jam|the lock
  the engineer|the lock keeper|a hydrologist|the council
  the lower valley|the estuary|the gauging hut|the mill race
software
  the build|the index|a flaky test|the cache|the migration|the log|the queue|the schema
  the reviewer|a contractor|the on-call engineer|the team
  the staging system|the old cluster|the office|the repository
choirs
  the second alto line|the rehearsal|the hymn book|the tuning fork|the programme|the echo|the pause|the descant
  the conductor|a tenor|the organist|the chair
  the chapel|the parish hall|the concert house|the tour bus
heating
  the heat pump|the boiler|the radiator|the buffer tank|the thermostat|the insulation|the flow temperature|the meter
  the installer|the tenant|the caretaker|an adviser
  the attic|the cellar|the terrace|the housing block
trains
  the night train|the timetable|the sleeper|the junction|the signal box|the spare coach|the freight path|the delay
  the dispatcher|a conductor|the planner|the passenger
  the border station|the yard|the branch line|the terminus
gardens
  the compost|the bean row|the water butt|the hedge|the pear tree|the cold frame|the mulch|the slug fence
  the gardener|the landlord|a visitor|the apprentice
  the walled garden|the terrace|the nursery|the park
"""


def _read_subjects() -> tuple[tuple[str, dict[str, list[str]]], ...]:
    lines = [line.strip() for line in _SUBJECT_TEXT.strip().split("\n")]
    rows = (lines[at : at + 4] for at in range(0, len(lines), 4))
    return tuple(
        (name, {"things": things.split("|"), "people": people.split("|"), "places": places.split("|")})
        for name, things, people, places in rows
    )


SUBJECTS = _read_subjects()
_OPENERS = (
    "In {month} ",
    "That {season}, ",
    "After {n} weeks ",
    "By the end of {year} ",
    "For {n} days ",
    "Twice in {year} ",
    "",
    "",
    "",
)
_CLAIMS = (
    "{who} weighed {thing} against {other} and kept {thing}",
    "{who} found {n} faults in {thing}",
    "{thing} cost {money} crowns more than {other}",
    "{who} moved {thing} from {place} to {where}",
    "nobody at {place} had looked at {thing} for {n} years",
    "{who} measured {thing} {n} times a week",
    "{thing} failed {n} times out of {big}",
    "{who} taught {person} how {thing} behaves in {season}",
    "{thing} was lent to {place} for {n} months",
    "{who} wrote {n} pages about {thing} and burnt {few} of them",
    "{who} sold {other} so that {place} could pay for {thing}",
    "{thing} needed {percent} percent less care than {other}",
    "{who} asked {person} to leave {thing} alone until {month}",
    "{place} lost {thing} when {where} was closed",
    "{who} counted {big} visitors who asked about {thing}",
    "{person} doubted that {thing} was worth {money} crowns",
)
_TAILS = (
    "",
    "",
    "",
    ", because {other} was worn",
    ", although {person} had warned against it",
    ", which saved {money} crowns",
    " and nobody at {where} noticed",
    ", so {person} wrote it down",
    " while {place} waited",
    ", as {person} had hoped",
    ", but only on {day}s",
    ", and {person} still laughs about it",
)
_WORDS = {
    "month": ("January", "March", "April", "June", "August", "October", "November"),
    "season": ("winter", "spring", "summer", "autumn"),
    "day": ("Monday", "Tuesday", "Thursday", "Sunday"),
    "few": ("two", "three", "four"),
    "n": ("two", "three", "five", "seven", "nine", "eleven", "twelve", "18", "24", "36"),
}
_TITLES = (
    "What {thing} taught {who}",
    "{who} and {thing}",
    "{thing} at {place}",
    "How {who} lost {thing}",
    "Notes on {thing} and {other}",
    "The year {place} kept {thing}",
)


def _generate_article(number: int) -> BaseText:
    name, pools = SUBJECTS[number % len(SUBJECTS)]
    key = f"article {number}"
    title = _fill(draw_item(f"{key} title", _TITLES), pools, f"{key} title")
    count = 14 + draw_number(f"{key} length", 16)
    sentences = list(_write_sentences(key, pools, count))
    chunks = [sentences[at : at + 4] for at in range(0, len(sentences), 4)]
    base = make_base(key, title[0].upper() + title[1:], [" ".join(chunk) for chunk in chunks])
    return BaseText(**{**vars(base), "author": AUTHORS[number % len(SUBJECTS)], "id": f"{name} {number}"})


def _write_sentences(key: str, pools: dict[str, list[str]], count: int) -> Iterator[str]:
    for place in range(count):
        at = f"{key} {place}"
        form = draw_item(f"{at} o", _OPENERS) + draw_item(f"{at} c", _CLAIMS) + draw_item(f"{at} t", _TAILS) + "."
        text = _fill(form, pools, at)
        yield text[0].upper() + text[1:]


def _fill(form: str, pools: dict[str, list[str]], key: str) -> str:
    thing, other = draw_order(f"{key} things", pools["things"])[:2]
    who, person = draw_order(f"{key} people", pools["people"])[:2]
    place, where = draw_order(f"{key} places", pools["places"])[:2]
    names = {"thing": thing, "other": other, "who": who, "person": person, "place": place, "where": where}
    drawn = {name: draw_item(f"{key} {name}", items) for name, items in _WORDS.items()}
    counts = {
        "money": str(100 + 10 * draw_number(f"{key} money", 400)),
        "big": str(40 + draw_number(f"{key} big", 400)),
        "percent": str(5 + draw_number(f"{key} percent", 80)),
        "year": str(1980 + draw_number(f"{key} year", 46)),
    }
    return form.format(**names, **drawn, **counts)
