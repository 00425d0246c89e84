"""Entry notes of several sections for a question that joins them, and their notes in turns."""

from collections.abc import Callable, Iterable, Sequence

from .reached import Reached

LEAST_SHARE = 0.25  # of the best score, that an entry note of another section has
PER_SECTION = 2


def choose_across(entries: Sequence[Reached], limit: int) -> list[Reached]:
    """Return the best entry notes of each section, the sections in turns."""
    if not entries:
        return []
    name = name_sections(note.path for note in entries)
    taken: dict[str, list[Reached]] = {}
    for note in entries:
        section = taken.setdefault(name(note.path), [])
        if note.score >= LEAST_SHARE * entries[0].score and len(section) < PER_SECTION:
            section.append(note)
    return take_turns(list(taken.values()))[:limit]


def balance_notes(notes: Sequence[Reached]) -> list[Reached]:
    """Return notes so that the sections of their entry notes take turns, each with its best note first."""
    name = name_sections(note.route[0].path for note in notes)
    groups: dict[str, list[Reached]] = {}
    for note in notes:
        groups.setdefault(name(note.route[0].path), []).append(note)
    return take_turns(list(groups.values()))


def take_turns(groups: Sequence[Sequence[Reached]]) -> list[Reached]:
    """Return the first of each group, then the second of each, and so on."""
    longest = max(map(len, groups), default=0)
    return [group[place] for place in range(longest) for group in groups if place < len(group)]


def name_sections(paths: Iterable[str]) -> Callable[[str], str]:
    """Return what names the section of a note: its folder below the one that all these notes lie in."""
    folders = [path.split("/")[:-1] for path in paths]
    depth = 0
    while folders and all(len(folder) > depth for folder in folders) and len({f[depth] for f in folders}) == 1:
        depth += 1

    def name(path: str) -> str:
        return "/".join(path.split("/")[:-1][: depth + 1])

    return name
