"""Plants: how an article uses one source, by kind; a kind that a source cannot bear is not planted."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .banks import load_shared, raise_first
from .draws import Draws
from .memories import Made

EXPLICIT = (
    "title", "title_part", "author", "surname", "url", "url_part", "citation", "footnote", "file_name", "notebook",
    "wikilink",
)  # fmt: skip
PARAPHRASED = ("paraphrase_light", "paraphrase_medium", "paraphrase_heavy")
TRACED = ("phrase", "number", "term", "name", *PARAPHRASED)
WHOLE_TITLE_WORDS = 4
PART_WORDS = 3
_SMALL = frozenset("a after an and as at by for from how in me more of on once or the to what why with without".split())


@dataclass(frozen=True)
class Plant:
    """One source and what an article does with it."""

    source: str  # id
    kind: str
    expected: str  # used, borderline, unused
    text: str  # as it stands in the article, without the reference list
    reference: str = ""  # an entry of the reference list
    key: str = ""  # of that entry


Writer: TypeAlias = Callable[[Made, Sequence[Made], Draws], str | None]


def plant_use(kind: str, made: Made, memory: Sequence[Made], draws: Draws) -> Plant | None:
    """Return an article's use of a source, or None where the source has nothing to be used in this way."""
    text = WRITERS[kind](made, memory, draws)
    return Plant(made.id, kind, "used", text) if text else None


def plant_reference(kind: str, made: Made, key: str, draws: Draws) -> Plant | None:
    """Return a citation by number or footnote with its entry in the list."""
    if not made.authors or not _is_long(made.title):
        return None
    frames = load_shared()
    text = draws.pick(frames["uses"][kind]).format(key=key)
    return Plant(made.id, kind, "used", text, write_reference(made, draws), key)


def write_reference(made: Made, draws: Draws) -> str:
    """Return a source as a reference list has it."""
    author, year = made.authors[0], (made.published or "")[:4]
    known = [form for form in load_shared()["references"] if made.url or "{url}" not in form]
    form: str = draws.pick(known)
    return form.format(
        author=author,
        surname=author.split(" ", 1)[1],
        initial=author[0],
        title=made.title,
        main=made.title.split(":")[0],
        publication=made.publication,
        year=year,
        url=made.url,
    )


def _write_title(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    return _fill("title", draws, title=made.title) if _is_long(made.title) else None


def _write_part(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    part = cut_title(made.title) if _is_long(made.title) else ""
    unique = part and sum(part.lower() in item.title.lower() for item in memory) == 1
    return _fill("title_part", draws, part=part) if unique else None


def _write_author(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if not made.authors or not made.claims:
        return None
    return _fill("author", draws, author=made.authors[0], claim=made.claims[0].word("medium"))


def _write_surname(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if not made.authors or not made.claims:
        return None
    return _fill("surname", draws, surname=made.authors[0].split(" ", 1)[1], claim=made.claims[0].word("medium"))


def _write_url(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if not made.url:
        return None
    spellings = [made.url, f"{made.url}/", f"{made.url}?utm_source=mail", made.url.replace("https://", "http://www.")]
    return _fill("url", draws, url=draws.pick(spellings))


def _write_url_part(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if not made.url:
        return None
    bare = made.url.removeprefix("https://")
    return _fill("url_part", draws, bare=bare, tail=f"/{bare.split('/', 1)[1]}")


def _write_file(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    return _fill("file_name", draws, file=made.path.rsplit("/", 1)[-1]) if made.kind == "file" else None


def _write_notebook(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if not made.notebook or not made.claims:
        return None
    return _fill("notebook", draws, notebook=made.notebook, claim=made.claims[0].word("medium"))


def _write_wikilink(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if made.kind != "note":
        return None
    stem = made.path.removesuffix(".md")
    return _fill(
        "wikilink", draws, target=draws.pick([stem.rsplit("/", 1)[-1], stem, *([made.alias] if made.alias else [])])
    )


def _write_phrase(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    if not made.sayings or made.shared:
        return None
    said = made.sayings[0].rstrip(".")
    return _fill("phrase", draws, said=said[0].lower() + said[1:], Said=said)


def _write_number(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    return made.numbers[0][1] if made.numbers else None


def _write_term(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    return made.coined[0][2] if made.coined else None


def _write_name(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
    return made.people[0][1] if made.people else None


def _paraphrase(degree: str) -> Writer:
    def write(made: Made, memory: Sequence[Made], draws: Draws) -> str | None:
        claims = made.claims[: 2 if draws.happens(0.5) else 1]
        return " ".join(claim.word(degree) for claim in claims) or None

    return write


WRITERS: Mapping[str, Writer] = {
    "title": _write_title,
    "title_part": _write_part,
    "author": _write_author,
    "surname": _write_surname,
    "url": _write_url,
    "url_part": _write_url_part,
    "file_name": _write_file,
    "notebook": _write_notebook,
    "wikilink": _write_wikilink,
    "phrase": _write_phrase,
    "number": _write_number,
    "term": _write_term,
    "name": _write_name,
    "paraphrase_light": _paraphrase("light"),
    "paraphrase_medium": _paraphrase("medium"),
    "paraphrase_heavy": _paraphrase("heavy"),
}


def cut_title(title: str) -> str:
    """Return the longer half of a title, or its last words; "" where no part has enough words."""
    halves = re.split(r":\s+", title)
    part = max(halves, key=lambda half: (_count_words(half), half)) if len(halves) > 1 else ""
    if not part:
        words = title.split()
        part = " ".join(words[len(words) // 3 :])
    first = part.split(" ", 1)
    part = first[1] if first[0].lower() in _SMALL and len(first) > 1 else part
    return part if _count_words(part) >= PART_WORDS and part != title else ""


def _fill(kind: str, draws: Draws, **values: str) -> str:
    frames = load_shared()
    frame: str = draws.pick(frames["phrase_uses"] if kind == "phrase" else frames["uses"][kind])
    return raise_first(frame.format(**values))


def _is_long(title: str) -> bool:
    return _count_words(title) >= WHOLE_TITLE_WORDS


def _count_words(text: str) -> int:
    return sum(word.lower().strip(",:") not in _SMALL for word in text.split())
