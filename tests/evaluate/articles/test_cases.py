"""Generated articles hold what their gold says, and nothing else of it."""

import re

import pytest

from evaluate.articles.banks import TOPICS, load_bank
from evaluate.articles.cases import ARTICLES, Case, generate_cases, make_case
from evaluate.articles.decoys import DECOYS
from evaluate.articles.memories import make_memory
from evaluate.articles.planting import EXPLICIT, PARAPHRASED, TRACED


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(generate_cases(12))


def list_texts(case: Case) -> dict[str, str]:
    return {item.entry.id: item.full + item.highlights for item in case.sources}


def test_the_same_seed_gives_the_same_cases_and_another_seed_others(cases: list[Case]) -> None:
    """Two runs give the same bytes."""
    assert list(generate_cases(12)) == cases
    assert make_case("bread", 0, seed=1).text != cases[0].text


def test_the_halves_share_no_topic() -> None:
    """What was tuned on the one half cannot have seen a word of the other's banks."""
    halves = {topic: make_case(topic, 0).half for topic in TOPICS}
    assert sorted(halves.values()) == ["test"] * 3 + ["tune"] * 3
    assert ARTICLES >= 40


def test_every_plant_stands_in_its_article(cases: list[Case]) -> None:
    for case in cases:
        for plant in case.plants:
            assert plant.text in case.text, plant
            assert plant.reference in case.text, plant


def test_every_plant_is_of_a_source_of_its_memory_and_no_source_has_two(cases: list[Case]) -> None:
    for case in cases:
        sources = [plant.source for plant in case.plants]
        assert len(set(sources)) == len(sources)
        assert set(sources) <= {item.entry.id for item in case.sources}
        assert case.used == {plant.source for plant in case.plants if plant.expected == "used"}


def test_memories_are_as_large_as_a_topic_s(cases: list[Case]) -> None:
    assert all(20 <= len(case.sources) <= 60 for case in cases)


def test_all_kinds_of_use_and_of_none_come_up() -> None:
    kinds = {plant.kind for case in generate_cases() for plant in case.plants}
    assert kinds == {*EXPLICIT, *TRACED, *DECOYS}


@pytest.mark.parametrize("kind", ["title", "title_part", "file_name", "url_part", "refused"])
def test_a_name_is_that_of_one_source_only(cases: list[Case], kind: str) -> None:
    for case in cases:
        for plant in (item for item in case.plants if item.kind == kind):
            named = [item.entry for item in case.sources if _is_named(plant.text, item.entry)]
            assert plant.source in {entry.id for entry in named}, plant
            assert len(named) == 1, plant


def _is_named(text: str, entry: object) -> bool:
    title, path, url = (str(getattr(entry, name)) for name in ("title", "original_path", "source_url"))
    quoted = re.findall(r"[“*]([^”*]+)[”*]", text)
    file = path.rsplit("/", 1)[-1]
    tail = url.split("/", 3)[-1]
    return (
        title in text or any(part in title for part in quoted) or (file in text and "." in file) or f"/{tail}" in text
    )


def test_the_number_of_a_use_stands_in_its_source_alone(cases: list[Case]) -> None:
    for case in cases:
        for plant in (item for item in case.plants if item.kind == "number"):
            number = re.findall(r"\b\d{3}\b", plant.text)[0]
            holders = [key for key, text in list_texts(case).items() if re.search(rf"\b{number}\b", text)]
            assert holders == [plant.source]


def test_a_shared_quotation_stands_in_two_sources(cases: list[Case]) -> None:
    for case in cases:
        shared = [plant for plant in case.plants if plant.kind == "shared_quotation"]
        quoted = next((plant.text for plant in shared if plant.text), "")
        texts = list_texts(case)
        words = " ".join(quoted.strip("“”.:,").split()[-5:]).rstrip(".").lower()
        holders = [plant.source for plant in shared if words in texts[plant.source].lower()]
        assert len(shared) in (0, 2)
        assert quoted.endswith("diary.") or len(holders) == len(shared)


def test_what_is_generic_stands_in_several_sources(cases: list[Case]) -> None:
    for case in cases:
        for plant in (item for item in case.plants if item.kind == "generic"):
            assert sum(plant.text in text for text in list_texts(case).values()) >= 2


@pytest.mark.parametrize("topic", TOPICS)
def test_the_degrees_of_paraphrase_share_less_and_less_with_the_source(topic: str) -> None:
    """Light keeps most content words, medium about half, heavy the rare ones only; none is the source's sentence."""
    shares: dict[str, list[float]] = {}
    for made in make_memory(load_bank(topic), "degrees"):
        for claim in made.claims:
            source = _list_words(claim.word("source"))
            for degree in ("light", "medium", "heavy"):
                words = _list_words(claim.word(degree))
                assert claim.word(degree) != claim.word("source")
                shares.setdefault(degree, []).append(len(words & source) / len(source))
    light, medium, heavy = (sum(shares[name]) / len(shares[name]) for name in ("light", "medium", "heavy"))
    assert light > 0.6 > medium > 0.35 > heavy
    assert min(shares["heavy"]) < 0.3


def _list_words(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"[a-zà-ž]{4,}", text.lower())}


def test_a_paraphrase_is_never_a_verbatim_run_of_the_source(cases: list[Case]) -> None:
    for case in cases:
        texts = list_texts(case)
        for plant in (item for item in case.plants if item.kind in PARAPHRASED[1:]):
            words = plant.text.split()
            runs = [" ".join(words[at : at + 7]) for at in range(len(words) - 6)]
            assert not [run for run in runs if run in texts[plant.source]], plant
