"""Generated memories: sources of one topic, each with the claims, sayings, terms, numbers and names that it holds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from florilegium.distilling.deciding import Layers
from florilegium.documents import Origin, hash_text, make_id
from florilegium.entries import Entry

from .banks import Bank, draw_person, draw_place, draw_sentence, load_shared, raise_first
from .claims import Claim, make_claims
from .draws import Draws

FEWEST, MOST = 30, 70  # titles that come up twice are left out
KINDS = ("article", "note", "book", "article", "note", "notebook", "article", "file", "note", "notebook")
ORIGINS: dict[str, Origin] = {
    "article": "readwise",
    "book": "readwise",
    "note": "obsidian",
    "file": "file",
    "notebook": "notebooklm",
}
COMMON_NUMBERS = (10, 12, 20, 24, 30, 50, 100)
SHARED_SAYINGS = 2  # of all sayings these stand in two sources


@dataclass
class Made:
    """A source in the making."""

    kind: str
    title: str
    authors: tuple[str, ...] = ()
    published: str | None = None
    publication: str = ""
    url: str | None = None
    path: str = ""
    notebook: str | None = None
    alias: str = ""
    claims: list[Claim] = field(default_factory=list)
    sayings: list[str] = field(default_factory=list)
    coined: list[tuple[str, ...]] = field(default_factory=list)
    numbers: list[tuple[str, str]] = field(default_factory=list)  # the source's sentence, the article's
    people: list[tuple[str, str]] = field(default_factory=list)
    common: list[tuple[str, str]] = field(default_factory=list)  # sentences with a common number
    generic: list[tuple[int, int]] = field(default_factory=list)  # which of the bank's, and in which of its wordings
    shared: bool = False  # holds a saying that another source holds as well
    plain: str = ""  # a sentence that uses the title's words in their common sense

    @property
    def id(self) -> str:
        """The id in the memory."""
        return make_id(title=self.title, origin=ORIGINS[self.kind], source="made", original_path=self.path)


def make_memory(bank: Bank, key: str) -> list[Made]:
    """Return the sources of a memory, in the order of its index."""
    draws = Draws(f"memory {key}")
    count = draws.number(FEWEST, MOST)
    sources = list(_iter_titled(bank, draws, count))
    _give_claims(bank, draws, sources)
    _give_sayings(bank, draws, sources)
    free = draws.shuffle(sources)
    for item, term in zip(free, draws.shuffle(bank.coined), strict=False):
        item.coined.append(term)
    _give_numbers(bank, draws, free[len(bank.coined) :])
    for person, item in zip(bank.people, reversed(free), strict=False):
        name = _draw_stranger(draws, sources)
        item.people.append((person[0].format(p=name), person[1].format(s=_cut_surname(name))))
    for at in range(len(bank.generic)):
        for rank, item in enumerate(draws.shuffle(sources)[: draws.number(3, 6)]):
            item.generic.append((at, max(0, rank - 1)))
    return sources


def _iter_titled(bank: Bank, draws: Draws, count: int) -> Iterator[Made]:
    """Yield sources with titles that differ, and whatever belongs to their kind."""
    titles = draws.shuffle([*bank.titles, *bank.titles])
    people = [draw_person(draws) for _ in range(max(6, count // 4))]
    plain = draws.shuffle(bank.plain_titles)
    taken: set[str] = set()
    for at in range(count):
        kind = KINDS[at % len(KINDS)]
        long = kind in ("article", "book", "file") or (kind == "notebook" and bool(titles))
        template = titles.pop() if long and titles else draws.pick(bank.note_titles)
        title = _fill_title(bank, draws, template)
        sentence = ""
        if at in (3, 4):
            title, sentence = plain[at - 3]
        if title not in taken:
            taken.add(title)
            yield _make_source(bank, draws, kind=kind, title=title, people=people, plain=sentence)


def _fill_title(bank: Bank, draws: Draws, template: str) -> str:
    name = draw_person(draws)
    thing = draws.pick(bank.objects)[0]
    title = template.format(place=draw_place(draws), x=thing.title(), p=name, s=_cut_surname(name))
    return title.replace("The The ", "The ").replace("On The ", "On the ")


def _make_source(bank: Bank, draws: Draws, *, kind: str, title: str, people: Sequence[str], plain: str) -> Made:
    shared = load_shared()
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    made = Made(kind, title, plain=plain)
    if kind == "note":
        made.path = f"{draws.pick(shared['folders'])}/{title.replace(':', ' -')}.md"
        made.alias = f"{slug.replace('-', ' ')} note" if draws.happens(0.2) else ""
        return made
    made.authors = (draws.pick(people),)
    made.published = f"{draws.number(1986, 2024)}-0{draws.number(1, 9)}-1{draws.number(0, 9)}"
    made.publication = draws.pick(shared["publications"])
    if kind == "article":
        page = slug[:48].rstrip("-") if draws.happens(0.5) else f"post-{draws.number(1000, 9999)}"
        made.url = f"https://{draws.pick(shared['sites'])}/{made.published[:4]}/{page}"
    if kind == "notebook":
        made.notebook = draws.pick(bank.notebooks)
    name = f"{draws.pick(shared['files'])}-{bank.name}-{draws.number(100, 999)}.pdf"
    made.path = f"saved/{name}" if kind == "file" else made.url or f"{kind}/{slug}"
    return made


def _give_claims(bank: Bank, draws: Draws, sources: Sequence[Made]) -> None:
    claims = make_claims(bank, draws, len(sources) * 3 // 2)
    for at, claim in enumerate(claims):
        sources[at % len(sources)].claims.append(claim)


def _give_sayings(bank: Bank, draws: Draws, sources: Sequence[Made]) -> None:
    order = draws.shuffle(sources)
    for at, saying in enumerate(draws.shuffle(bank.sayings)):
        order[at].sayings.append(saying)
        if at < SHARED_SAYINGS:
            other = order[len(bank.sayings) + at]
            other.sayings.append(saying)
            other.shared = order[at].shared = True


def _give_numbers(bank: Bank, draws: Draws, sources: Sequence[Made]) -> None:
    """Give rare numbers to some sources and common ones to many; the same unit comes with several numbers."""
    for at, item in enumerate(sources):
        if at < 2 * len(bank.numbers):
            pair = bank.numbers[at % len(bank.numbers)]
            number = 10 * draws.number(13, 98) + draws.number(1, 9)
            item.numbers.append((pair[0].format(n=number, place=draw_place(draws)), pair[1].format(n=number)))
        elif draws.happens(0.6):
            pair = draws.pick(load_shared()["common_numbers"])
            number = draws.pick(COMMON_NUMBERS)
            item.common.append((pair[0].format(n=number), pair[1].format(n=number)))


def _draw_stranger(draws: Draws, sources: Iterable[Made]) -> str:
    """Return a name whose surname no author has."""
    known = {_cut_surname(author) for item in sources for author in item.authors}
    while True:
        name = draw_person(draws)
        if _cut_surname(name) not in known:
            return name


def _cut_surname(name: str) -> str:
    return name.split(" ", 1)[1]


def write_layers(bank: Bank, made: Made, key: str) -> Layers:
    """Return a source as a memory holds it: its entry, its full text and, for books, the highlights."""
    draws = Draws(f"text {key} {made.id}")
    sentences = draws.shuffle([*_list_held(bank, made, draws), *_list_filler(bank, draws)])
    paragraphs = [" ".join(sentences[at : at + 4]) for at in range(0, len(sentences), 4)]
    front = f"---\naliases: [{made.alias}]\n---\n" if made.alias else ""
    text = f"{front}# {made.title}\n\n" + "\n\n".join(paragraphs) + "\n"
    highlights = ""
    if made.kind == "book":
        marked = [*(claim.word("source") for claim in made.claims), *sentences[:2]]
        highlights = f"# Highlights: {made.title}\n\n" + "\n\n".join(f"> {item}" for item in marked) + "\n"
    entry = make_entry(made, text, highlights)
    return Layers(replace(entry, relevance_score=draws.number(20, 99) / 100), text, highlights)


def _list_held(bank: Bank, made: Made, draws: Draws) -> Iterator[str]:
    """Yield the sentences that are this source's own."""
    shared = load_shared()
    yield from (claim.word("source") for claim in made.claims)
    for saying in made.sayings:
        said = saying.rstrip(".")
        yield draws.pick(shared["phrase_sources"]).format(said=said[0].lower() + said[1:], Said=said)
    for term, gloss, _ in made.coined:
        yield draws.pick(shared["term_sources"]).format(term=term, Term=raise_first(term), gloss=gloss)
    yield from (source for source, _ in (*made.numbers, *made.people, *made.common))
    yield from (bank.generic[at][wording % len(bank.generic[at])] for at, wording in made.generic)


def _list_filler(bank: Bank, draws: Draws) -> Iterator[str]:
    for template in draws.shuffle(bank.filler)[: draws.number(3, 9)]:
        yield draw_sentence(draws, [template])
    for _ in range(draws.number(2, 6)):
        yield draw_sentence(draws, load_shared()["colour"])


def make_entry(made: Made, text: str, highlights: str) -> Entry:
    """Return a source's entry in the index."""
    return Entry(
        id=made.id,
        title=made.title,
        authors=made.authors,
        origin=ORIGINS[made.kind],
        location=made.notebook or "",
        kind=made.kind,
        authorship="own" if made.kind == "note" else "other",
        publication=made.publication,
        published=made.published,
        saved=None,
        tags=(),
        notebook=made.notebook,
        relevance_score=0.0,
        seed=False,
        themes=(),
        found_by=(),
        signal="full",
        summary=" ".join(claim.word("source") for claim in made.claims[:1]),
        uri_highlights=f"highlights/{made.id}.md" if highlights else None,
        uri_full=f"full/{made.id}.md",
        original_path=made.path,
        source_url=made.url,
        also_in=(),
        words=len(text.split()),
        highlights=highlights.count("\n> "),
        own_notes=0,
        sha256=hash_text(text),
        reason="",
    )
