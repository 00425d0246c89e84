"""A vault for measuring: notes with front matter, headings, tags and links, the same for the same seed."""

import random  # noqa: TID251 (seeded: the same vault on every machine; no artifact depends on it)
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

FOLDERS = ("Areas", "Areas/Garden", "Areas/Work", "Daily", "Ideas", "Projects", "Projects/Old", "Reading", "Inbox")
SYLLABLES = "ba de fi go hu ka le mi no pu ra se ti vo wa ze lan mar tor ven rin sol dan gre pla sto kel bri".split()
VOCABULARY = 20_000
MEAN_SENTENCES = 24


@dataclass(frozen=True)
class Words:
    """A vocabulary whose words occur as often as Zipf's law says."""

    words: tuple[str, ...]
    weights: tuple[float, ...]  # cumulative


def make_words(seed: int) -> Words:
    """Return a vocabulary of invented words."""
    chance = random.Random(seed)
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        words["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4)))] = None
    weights = tuple(accumulate(1 / (rank + 2) for rank in range(VOCABULARY)))
    return Words(tuple(words), weights)


def write_vault(root: Path, *, notes: int, seed: int = 7) -> list[str]:
    """Write a vault of about 2.3 KB a note and return the notes' paths in the order written."""
    chance, words = random.Random(seed), make_words(seed)
    titles = [_make_title(chance, words, number) for number in range(notes)]
    paths: list[str] = []
    for number, title in enumerate(titles):
        folder = FOLDERS[chance.randrange(len(FOLDERS))]
        path = root / folder / f"{title}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_make_note(chance, words, titles, number), encoding="utf-8")
        paths.append(path.relative_to(root).as_posix())
    return paths


def make_queries(*, count: int, seed: int = 11) -> list[str]:
    """Return queries of two to five words, common and rare ones mixed."""
    chance, words = random.Random(seed), make_words(7)
    return [" ".join(_pick(chance, words, chance.randint(2, 5))) for _ in range(count)]


def _pick(chance: random.Random, words: Words, count: int) -> list[str]:
    return chance.choices(words.words, cum_weights=words.weights, k=count)


def _make_title(chance: random.Random, words: Words, number: int) -> str:
    return " ".join([*_pick(chance, words, 2), str(number)]).capitalize()


def _make_note(chance: random.Random, words: Words, titles: list[str], number: int) -> str:
    day = f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    tags = ", ".join(_pick(chance, words, 2))
    parts = [f"---\ntags: [{tags}]\ncreated: {day}\naliases: [{titles[number].lower()}]\n---\n"]
    for sentence in range(max(3, int(chance.expovariate(1 / MEAN_SENTENCES)))):
        if sentence % 9 == 0:
            parts.append(f"\n## {' '.join(_pick(chance, words, 3))}\n\n")
        text = " ".join(_pick(chance, words, chance.randint(6, 20))).capitalize()
        if chance.random() < 0.15:
            text += f" [[{titles[chance.randrange(len(titles))]}]]"
        if chance.random() < 0.03:
            text += f" #{_pick(chance, words, 1)[0]}"
        parts.append(text + ". ")
    return "".join(parts) + "\n"
