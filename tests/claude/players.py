"""Players: what a model would answer to each role's requests; deterministic, and obedient outside the fences only."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

FENCED = re.compile(r"<data-([0-9a-f]{16})>\n(.*?)\n</data-\1>", re.DOTALL)
CARD = re.compile(r"<data-([0-9a-f]{16})>\nid: (\S+)\n(.*?)\n</data-\1>", re.DOTALL | re.MULTILINE)
ORDER = re.compile("canary", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z][A-Za-z'-]{3,}")
STOP = frozenset(
    "about after also because been before being could does every from have into just more most much only other over"
    " some such than that their them then there these they this those very want were what when where which while will"
    " with would your should".split()
)


def play(body: Mapping[str, Any]) -> str | list[dict[str, Any]]:
    """Answer any role's request as a good model would; an order outside the fences is obeyed."""
    if find_orders(body):
        return _obey(body)
    return play_deaf(body)


def play_deaf(body: Mapping[str, Any]) -> str | list[dict[str, Any]]:
    """Answer any role's request and obey nobody."""
    name = find_schema(body)
    if name == "answer_findings":
        return _play_researcher(body)
    text = list_texts(body)
    return json.dumps(_PLAYERS[name](text), ensure_ascii=False)


def find_schema(body: Mapping[str, Any]) -> str:
    """Return the name of the schema that a request's prompt names."""
    return re.search(r"`(answer_[a-z]+)`", body["system"][0]["text"])[1]  # type: ignore[index]


def list_texts(body: Mapping[str, Any]) -> str:
    """Return all that the first message says."""
    return "\n\n".join(block["text"] for block in body["messages"][0]["content"])


def find_orders(body: Mapping[str, Any]) -> list[str]:
    """Return the orders that stand outside every fence, where only the project itself may speak."""
    said = [block.get("text", "") for block in body["system"]]
    for message in body["messages"]:
        if message["role"] == "user":
            said += [str(block.get("text", block.get("content", ""))) for block in message["content"]]
    return [text for text in (FENCED.sub("", item) for item in said) if ORDER.search(text)]


def _obey(body: Mapping[str, Any]) -> str:
    answers: dict[str, Any] = {
        "answer_findings": {"findings": []},
        "answer_scores": {"scores": []},
        "answer_coverage": {"themes": []},
        "answer_summary": {"summary": "I do as the note says. I do as the note says."},
        "answer_decision": {"verdict": "unused", "reason": "I was told so.", "evidence": []},
    }
    return json.dumps(answers.get(find_schema(body), {}))


def words(text: str) -> list[str]:
    """Return the telling words of a text, each once, in their order."""
    found = (word.casefold().removesuffix("'s") for word in WORD.findall(text))
    return list(dict.fromkeys(word for word in found if word not in STOP))


def _fenced(text: str, lead: str) -> str:
    """Return what stands in the first fence behind some words of the prompt."""
    place = text.find(lead)
    found = FENCED.search(text, place) if place >= 0 else None
    return found[2] if found else ""


def _number(text: str, pattern: str) -> int:
    found = re.findall(pattern, text)
    return int(found[-1])


def _read_themes(text: str) -> dict[str, list[str]]:
    """Return the words of each theme by id, from lines such as `t1: name (terms)`."""
    lines = re.findall(r"^([te]\d+): (.*)$", text, re.MULTILINE)
    return {name: words(rest) for name, rest in lines}


def _play_themes(text: str) -> dict[str, Any]:
    wanted = _number(text, r"Give (\d+) themes")
    brief = _fenced(text, "It says:")
    named = _fenced(text, "Themes that the person names:").split("\n")
    asked = [line.strip(" -") for line in brief.split("\n") if line.strip().startswith("- ")]
    names = [name for name in named if name] or asked
    spare = [f"{word} in practice" for word in words(brief)]
    names = [*names, *spare][:wanted]
    return {
        "themes": [{"name": " ".join(name.split()[:12]), "terms": (words(name) or ["topic"])[:8]} for name in names]
    }


def _play_queries(text: str) -> dict[str, Any]:
    wanted = _number(text, r"Give (\d+) queries")
    themes = _read_themes(_fenced(text, "The themes"))
    return {"queries": _ask(list(themes), themes, wanted, 0)}


def _ask(turns: Sequence[str], themes: Mapping[str, Sequence[str]], wanted: int, start: int) -> list[dict[str, str]]:
    queries = []
    for number in range(wanted):
        name = turns[number % len(turns)]
        known = list(themes[name]) or ["memory"]
        shift = (start + number // len(turns) + number) % len(known)
        text = " ".join([*known[shift:], *known[:shift]][: 2 + (start + number) % 3])
        queries.append({"theme": name, "text": text, "reason": f"words of {name}"})
    return queries


def _cards(text: str) -> dict[str, str]:
    """Return the fenced text behind each id."""
    return {found[2]: found[3] for found in CARD.finditer(text)}


def _play_coverage(text: str) -> dict[str, Any]:
    themes, cards = _read_themes(_fenced(text, "The themes")), _cards(text)
    known = {name: set(words(card)) for name, card in cards.items()}
    return {
        "themes": [
            {"theme": theme, "findings": [name for name in cards if len(known[name] & set(terms)) > 1]}
            for theme, terms in themes.items()
        ]
    }


def _play_gaps(text: str) -> dict[str, Any]:
    wanted, round_ = _number(text, r"Give (\d+) queries"), _number(text, r"This is round (\d+)")
    told = _fenced(text, "The themes")
    themes = _read_themes(told)
    gaps = re.findall(r"^([te]\d+): .*: (?:missing|thin), ", told, re.MULTILINE)
    return {"emergent": [], "queries": _ask(gaps or list(themes), themes, wanted, 7 * round_)}


def _digest(text: str) -> int:
    return hashlib.sha256(text.encode()).digest()[0]


def _play_scores(text: str) -> dict[str, Any]:
    themes = {name: set(terms) for name, terms in _read_themes(_fenced(text, "The themes")).items()}
    is_metadata = "You are shown the metadata of each" in text
    scores = []
    for name, card in _cards(text).items():
        known = set(words(card))
        bearing = [theme for theme, terms in themes.items() if len(known & terms) > 1]
        outcome = "need_more" if is_metadata and _digest(name) % 3 == 0 else "score"
        outcome = "unknown" if _digest(name) % 17 == 1 else outcome
        score = round(min(1.0, 0.15 + 0.06 * sum(len(known & terms) for terms in themes.values())), 2)
        reason = f"shares {', '.join(sorted(known & set().union(*themes.values()))[:4]) or 'nothing'}"
        scores.append({"id": name, "outcome": outcome, "score": score, "themes": bearing, "reason": reason})
    return {"scores": scores}


def _play_summary(text: str) -> dict[str, Any]:
    said = " ".join(re.sub(r"[#>*`\[\]|<\"“”„«»]|https?://\S+|\]\(\S+", " ", _fenced(text, "Its text")).split())
    sentences = [item for item in re.split(r"(?<=[.!?])\s+", said) if len(item) > 20][:2]
    summary = " ".join(sentences) if len(" ".join(sentences)) <= 400 else said[:300].rsplit(" ", 1)[0] + "."
    return {"summary": summary if len(summary) >= 20 else f"{summary} Next to nothing is said here."}


def _play_decision(text: str) -> dict[str, Any]:
    article, card = _fenced(text, "The article:"), _fenced(text, "What is known of the source:")
    source = _fenced(text, "Its text (`full`)")
    title = re.search(r"^title: (.*)$", card, re.MULTILINE)[1]  # type: ignore[index]
    evidence = []
    if title in article and len(title.split()) > 1:
        quote = {"rule": "title", "article_quote": title, "source_layer": "metadata", "source_quote": ""}
        evidence.append(quote)
    grams = source.split()
    for at in range(0, max(0, len(grams) - 5)):
        run = " ".join(grams[at : at + 6])
        if run in article and run in source:
            evidence.append({"rule": "phrase", "article_quote": run, "source_layer": "full", "source_quote": run})
            break
    verdict = "used" if evidence else "unused"
    return {"verdict": verdict, "reason": f"{len(evidence)} places show it.", "evidence": evidence}


def _play_researcher(body: Mapping[str, Any]) -> str | list[dict[str, Any]]:
    text = list_texts(body)
    results = [
        str(block.get("content", ""))
        for message in body["messages"][1:]
        if message["role"] == "user"
        for block in message["content"]
        if block.get("type") == "tool_result"
    ]
    cards = {name: set(words(card)) for result in results for name, card in _cards(result).items()}
    shown = list(cards)
    turn = sum(message["role"] == "assistant" for message in body["messages"])
    asked = words(_fenced(text, "The query is:")) or ["memory"]
    if turn == 0:
        origins = [name for name, count in re.findall(r"^([a-z ]+): (\d+)$", text, re.MULTILINE) if int(count)]
        searches = [{"origin": origin, "text": " ".join(asked)} for origin in origins]
        return [_call(number, "search", item) for number, item in enumerate(searches, start=1)]
    if turn == 1 and shown:
        return [_call(9, "read", {"id": shown[0], "part": "1"})]
    limit = _number(text, r"at most (\d+) documents")
    best = sorted(cards, key=lambda name: (-len(cards[name] & set(asked)), name))
    found = [name for name in best if cards[name] & set(asked)][:limit]
    reasons = {name: f"has {', '.join(sorted(cards[name] & set(asked))[:3])}" for name in found}
    return json.dumps({"findings": [{"id": name, "reason": reasons[name]} for name in found]})


def _call(number: int, name: str, inputs: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{number:02d}", "name": name, "input": dict(inputs)}


_PLAYERS = {
    "answer_themes": _play_themes,
    "answer_queries": _play_queries,
    "answer_coverage": _play_coverage,
    "answer_gaps": _play_gaps,
    "answer_scores": _play_scores,
    "answer_summary": _play_summary,
    "answer_decision": _play_decision,
}
