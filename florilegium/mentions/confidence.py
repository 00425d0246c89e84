"""How sure it is that a name in a text means the note of that name, and why."""

from dataclasses import dataclass

from .context import Place
from .forms import is_everyday, is_han, split_words
from .names import NameKind

DEFAULT_CONFIDENCE = 0.7  # chosen on vaults that were read by hand; see docs/evaluation.md
HUB_LINKS = 3  # notes that link a hub
COMMON_SHARE = 0.1  # of the vault's notes; what so many name is more a word than a name
COMMON_NOTES = 5  # that name it at least, so that a small vault has rare words as well
VERY_COMMON_SHARE = 0.25
SHORT_NAME = 5  # characters


@dataclass(frozen=True)
class Evidence:
    """What is known of one mention."""

    name: str  # as the other note has it
    text: str  # as it stands here
    kind: NameKind
    is_weak: bool  # one everyday word
    place: Place
    is_part: bool  # of a longer name, by the capitals beside it
    naming: int  # notes that name the other note, this one with them
    notes: int  # notes of the vault
    links: int  # notes that link the other note
    spelled: int = 0  # notes whose prose has its title or alias exactly as it is written


@dataclass(frozen=True)
class Confidence:
    """How sure a mention is."""

    value: float  # 0 to 1, two decimals
    reason: str  # a sentence


def weigh_mention(evidence: Evidence) -> Confidence:
    """Return the confidence of a mention with the reasons that weighed most."""
    words = split_words(evidence.name)
    base, what = _weigh_words(words, evidence)
    parts = [(base, what), *_weigh_form(words, evidence), *_weigh_vault(words, evidence), *_weigh_place(evidence)]
    value = min(0.99, max(0.01, sum(weight for weight, _ in parts)))
    reasons = [text for _, text in parts if text]
    reason = "; ".join(reasons)
    return Confidence(round(value, 2), reason[:1].upper() + reason[1:] + ".")


def _weigh_words(words: tuple[str, ...], evidence: Evidence) -> tuple[float, str]:
    if evidence.is_weak:
        return 0.35, "one everyday word"
    if len(words) == 1:
        return 0.5, "one rare word" if evidence.naming <= COMMON_NOTES else "one word"
    if all(map(is_everyday, words)):
        return 0.6 + 0.1 * min(len(words) - 2, 2), f"{len(words)} words, each everyday"
    return (0.75 if len(words) == 2 else 0.85), f"{len(words)} words"


def _weigh_form(words: tuple[str, ...], evidence: Evidence) -> list[tuple[float, str]]:
    parts: list[tuple[float, str]] = []
    what = _KINDS[evidence.kind]
    if evidence.text == evidence.name:
        # A single word in small letters looks the same where it means no note.
        tells = len(words) > 1 or evidence.text != evidence.text.casefold() or is_han(evidence.text[0])
        parts.append((0.1 if tells else 0.0, f"as the {what} is written"))
    elif evidence.text.casefold() == evidence.name.casefold():
        parts.append((-0.15 if len(words) == 1 else 0.0, f"the {what} in other capitals"))
    else:
        parts.append((-0.05, f"a form of the {what}"))
    if evidence.kind == "heading" and evidence.text != evidence.name:
        parts.append((-0.1, ""))
    if evidence.kind == "plural":
        parts.append((-0.1, ""))
    if evidence.place == "prose" and len(words) == 1 and len(evidence.name) < SHORT_NAME and evidence.name.isascii():
        parts.append((-0.05, "short"))
    return parts


def _weigh_vault(words: tuple[str, ...], evidence: Evidence) -> list[tuple[float, str]]:
    parts: list[tuple[float, str]] = []
    share = evidence.naming / max(1, evidence.notes)
    if evidence.place == "prose" and evidence.naming > COMMON_NOTES and share > COMMON_SHARE:
        weight = -0.3 if share > VERY_COMMON_SHARE else -0.15
        parts.append((weight if len(words) == 1 else weight / 2, f"named in {evidence.naming} notes"))
    is_spelled = evidence.kind in ("title", "alias") and evidence.text == evidence.name
    if evidence.spelled and not is_spelled:
        # Where an author writes a title out, he means a note less often where he does not.
        parts.append((-0.3, "elsewhere the title is written out"))
    if evidence.links >= HUB_LINKS:
        parts.append((0.05, f"linked from {evidence.links} notes"))
    return parts


def _weigh_place(evidence: Evidence) -> list[tuple[float, str]]:
    parts: list[tuple[float, str]] = []
    if evidence.is_part:
        parts.append((-0.35, "next to another capitalised word, perhaps part of a longer name"))
    exact = evidence.text == evidence.name
    if evidence.place == "alone":
        parts.append((0.35 if exact else 0.15, "alone in its line or item"))
    elif evidence.place == "cell":
        parts.append((0.25 if exact else 0.1, "alone in its cell"))
    elif evidence.place == "pointed":
        parts.append((0.3, "the words before point to it"))
    return parts


_KINDS = {"title": "title", "alias": "alias", "variant": "title", "heading": "heading", "plural": "plural"}
