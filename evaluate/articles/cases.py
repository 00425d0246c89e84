"""Cases: an article, the memory that it was written from, and the gold that says what it used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from florilegium.distilling.deciding import Layers

from .banks import TOPICS, Bank, draw_sentence, load_bank, load_shared
from .decoys import plant_decoys, plant_listed
from .draws import Draws
from .memories import Made, make_memory, write_layers
from .planting import EXPLICIT, PARAPHRASED, TRACED, Plant, plant_reference, plant_use

SEED = 2026
ARTICLES = 48
TUNED = TOPICS[:3]  # the rules were tuned on these topics; the others share no bank with them
EXPLICIT_PLANTS = 4
OTHER_PLANTS = 2
FIRST_NUMBER = 1


@dataclass(frozen=True)
class Case:
    """One article with its memory and its gold."""

    name: str
    half: str  # tune, test
    text: str
    sources: tuple[Layers, ...]
    plants: tuple[Plant, ...]  # of every source that is used or seems to be; all others are unused

    @property
    def used(self) -> frozenset[str]:
        """The ids of the sources that the article used."""
        return frozenset(plant.source for plant in self.plants if plant.expected == "used")


def generate_cases(count: int = ARTICLES, *, seed: int = SEED) -> Iterator[Case]:
    """Yield the articles, topic by topic in turn."""
    for at in range(count):
        yield make_case(TOPICS[at % len(TOPICS)], at // len(TOPICS), seed=seed)


def make_case(topic: str, number: int, *, seed: int = SEED) -> Case:
    """Return one article; topic, number and seed decide all of it."""
    bank, key = load_bank(topic), f"{seed} {topic} {number}"
    memory = make_memory(bank, key)
    draws = Draws(f"article {key}")
    plants = _plant_all(bank, memory, draws, number)
    return Case(
        name=f"{topic}-{number}",
        half="tune" if topic in TUNED else "test",
        text=_write_article(bank, plants, draws),
        sources=tuple(write_layers(bank, made, key) for made in memory),
        plants=tuple(plants),
    )


def _plant_all(bank: Bank, memory: Sequence[Made], draws: Draws, number: int) -> list[Plant]:
    """Return uses first, then decoys; the kinds take turns from article to article."""
    free = draws.shuffle(memory)
    explicit = [EXPLICIT[(number * EXPLICIT_PLANTS + at) % len(EXPLICIT)] for at in range(EXPLICIT_PLANTS)]
    traced = [kind for kind in TRACED if kind not in PARAPHRASED]
    others = [traced[(number * OTHER_PLANTS + at) % len(traced)] for at in range(OTHER_PLANTS)]
    plants: list[Plant] = []
    for at, kind in enumerate([*explicit, *PARAPHRASED, *others], start=FIRST_NUMBER):
        made, plant = _find_bearer(kind, free, memory, draws, key=str(at))
        if made and plant:
            free.remove(made)
            plants.append(plant)
    plants += plant_decoys(bank, free, memory, draws)
    cited = any(plant.kind == "citation" for plant in plants)
    listed = plant_listed("listed_only" if cited else "further_reading", free, "10", draws)
    return [*plants, *([listed] if listed else [])]


def _find_bearer(
    kind: str, free: Sequence[Made], memory: Sequence[Made], draws: Draws, *, key: str
) -> tuple[Made | None, Plant | None]:
    """Return the first free source that can be used in this way, with its plant."""
    for made in free:
        if made.plain or made.shared:
            continue
        reference = kind in ("citation", "footnote")
        plant = plant_reference(kind, made, key, draws) if reference else plant_use(kind, made, memory, draws)
        if plant:
            return made, plant
    return None, None


def _write_article(bank: Bank, plants: Sequence[Plant], draws: Draws) -> str:
    paragraphs = [_write_paragraph(bank, plant.text, draws) for plant in draws.shuffle(plants) if plant.text]
    shared = load_shared()
    headings = iter(draws.shuffle(shared["headings"]))
    parts = [f"# {bank.title}", " ".join(draws.shuffle(bank.own)[:3])]
    for at, paragraph in enumerate(paragraphs):
        if at % 4 == 2:
            parts.append(f"## {next(headings)}")
        parts.append(paragraph)
    return "\n\n".join([*parts, *_list_references(plants)]) + "\n"


def _write_paragraph(bank: Bank, planted: str, draws: Draws) -> str:
    """Return a planted text among sentences of the article's own."""
    shared = load_shared()
    own = [*draws.shuffle(bank.own)[: draws.number(1, 2)], draw_sentence(draws, shared["own_colour"])]
    before = draws.number(0, len(own))
    return " ".join([*own[:before], planted, *own[before:]])


def _list_references(plants: Sequence[Plant]) -> Iterator[str]:
    listed = [plant for plant in plants if plant.kind in ("citation", "listed_only")]
    if any(plant.kind == "citation" for plant in listed):
        entries = [f"[{plant.key}] {plant.reference}" for plant in listed]
        yield "## References\n\n" + "\n".join([*entries, "[11] Anonymous, a leaflet without a year."])
    for plant in plants:
        if plant.kind == "footnote":
            yield f"[^{plant.key}]: {plant.reference}"
        if plant.kind == "further_reading":
            yield f"## Further reading\n\n- {plant.reference}"
