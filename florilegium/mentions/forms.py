"""Forms of a name: its words, what compares equal, its plurals, and why some names are not looked for."""

import re
import unicodedata

from ..distilling.attribution.everyday import list_everyday
from ..search.analysis import extract_terms

# Each Han or Hiragana character is a word, since such text has no word breaks; a run of Katakana is one word.
_HAN = "\u3041-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
WORD = re.compile(rf"[{_HAN}]|[{_KATAKANA}]+|(?:[^\W_{_HAN}{_KATAKANA}]|[\u0300-\u036f])+")
_IS_HAN = re.compile(rf"[{_HAN}]")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_APOSTROPHES = str.maketrans("\u2019", "'")
_ASCII_WORD = re.compile(r"[A-Za-z]{3,}\Z")

SHORT_WORD = 3  # characters that a name of one word has at least
ACRONYM = 6  # characters that a name in capitals has at most, to be looked for in capitals only
_CALENDAR = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul"
    " aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun"
    " week day month year quarter st nd rd th w q am pm t z utc".split()
)
_STRUCTURE = frozenset(
    "index readme inbox home todo untitled template templates daily journal notes archive attachment attachments moc"
    " contents license changelog about draft drafts log logs misc meta review reviews task tasks".split()
)


def fold_name(text: str) -> str:
    """Return what two spellings of one name have in common: case, composition, apostrophes and blanks aside."""
    folded = unicodedata.normalize("NFC", text).translate(_APOSTROPHES).casefold()
    return _BLANKS.sub(" ", folded.strip())


def fold_word(word: str) -> str:
    """Return a word as it is compared."""
    return word.casefold() if word.isascii() else unicodedata.normalize("NFC", word).casefold()


def split_words(text: str) -> tuple[str, ...]:
    """Return the folded words of a text; each Han or Hiragana character is one."""
    return tuple(fold_word(word) for word in WORD.findall(text))


def is_han(character: str) -> bool:
    """Tell whether a character belongs to a script without word breaks."""
    return bool(_IS_HAN.match(character))


def is_everyday(word: str) -> bool:
    """Tell whether a word is everyday English, or so short that it is taken for such."""
    terms = extract_terms(word)
    return word in _STRUCTURE or not terms or all(term in list_everyday() for term in terms)


def needs_case(written: str) -> bool:
    """Tell whether a name is an acronym, which is only meant where it stands in capitals."""
    return written.isupper() and len(written) <= ACRONYM and written.isascii()


def list_plurals(written: str) -> tuple[str, ...]:
    """Return the English plural of a name, or its singular where it is a plural; none for other scripts."""
    words = list(WORD.finditer(written))
    if not words or words[-1].end() != len(written) or not _ASCII_WORD.match(words[-1][0]) or written.isupper():
        return ()
    head, last = written[: words[-1].start()], words[-1][0]
    return tuple(head + form for form in _inflect(last))


def _inflect(word: str) -> tuple[str, ...]:
    low = word.casefold()
    if low.endswith("ies") and len(word) > 4:
        return (word[:-3] + "y",)
    if low.endswith(("sses", "xes", "ches", "shes")):
        return (word[:-2],)
    if low.endswith(("ss", "us", "is", "x", "ch", "sh", "z")):
        return (word + "es",)
    if low.endswith("s"):
        return (word[:-1],) if len(word) > 4 else ()
    if low.endswith("y") and low[-2] not in "aeiou":
        return (word[:-1] + "ies",)
    return (word + "s",)


# Of a chapter: "2.", "1.3)", "4 - " and "05 "; not of "68 Bits" and "3.5 inch".
_NUMBER = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*[.)]\s*|\d{1,3}\s+[-\u2013]\s+|0\d{0,2}[ _-]+)(?=[^\W\d]|\d[A-Z]\b)")
_PARENTHESIS = re.compile(r"(?P<name>.*\S)\s*\((?P<other>[^()]+)\)")
_SLUG = re.compile(r"[^\W_]+(?:[-_][^\W_]+)+")


def list_variants(title: str) -> tuple[str, ...]:
    """Return what else a title calls its note.

    A chapter's number is no part of a name, a hyphen in a file's name may stand for a blank, and a parenthesis at the
    end holds another name, be it the initials of the first.
    """
    plain = _NUMBER.sub("", title, count=1) if _NUMBER.match(title) else title
    found = [plain]
    if inner := _PARENTHESIS.fullmatch(plain):
        found.append(inner["name"])
        if " " in inner["other"] or inner["other"].casefold() == _take_initials(inner["name"]):
            found.append(inner["other"])
    if _SLUG.fullmatch(plain):
        found.append(re.sub("[-_]", " ", plain))
    return tuple(dict.fromkeys(name for name in found if name != title))


def _take_initials(name: str) -> str:
    return "".join(word[0] for word in split_words(name))


def find_gate(written: str, common: frozenset[str] = frozenset()) -> str:
    """Return why a name is not looked for, a sentence, or "" where it is; `common` are words common in the vault."""
    words = split_words(written)
    if not words:
        return "The name holds no word."
    if all(word.isdigit() or word in _CALENDAR or re.fullmatch(r"\d+[a-z]{1,2}|[qw]\d+", word) for word in words):
        return "The name is a number or a date."
    joined = "".join(words)
    if all(map(is_han, joined)):
        return "The name has a single character." if len(joined) < 2 else ""
    if len(joined) < SHORT_WORD:
        return f"The name is shorter than {SHORT_WORD} characters."
    return find_weakness(written, common)


def find_weakness(written: str, common: frozenset[str] = frozenset()) -> str:
    """Return why a name means a note only where it stands as names stand, a sentence, or ""."""
    words = split_words(written)
    if len(words) == 1 and len(words[0]) >= SHORT_WORD and fold_name(written) == words[0] and not needs_case(written):
        if is_han(words[0][0]) or words[0].isdigit() or words[0] in _CALENDAR:
            return ""
        if is_everyday(words[0]):
            return "The name is one everyday word."
        if words[0] in common:
            return "The name is one word that is common in this vault."
    return ""
