"""From replies to outcomes: each request ends in exactly one of them, and one repair is asked at most."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from asking_bench import SCHEMA, Bench, make_request

from florilegium.asking.askers import Failure
from florilegium.asking.replies import OtherBlock, Reply, TextBlock, Usage
from florilegium.asking.structured import (
    Answered,
    Outcome,
    Refused,
    Truncated,
    Unusable,
    ask_structured,
    ask_structured_all,
    read_reply,
    render_schema,
)

GOOD = {"id": "a-1", "score": 0.5}
TEXT = json.dumps(GOOD)


def make_reply(text: str, stop_reason: str = "end_turn") -> Reply:
    return Reply((TextBlock(text),), stop_reason, Usage(10, 5), "m")


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        pytest.param(make_reply(TEXT), Answered(GOOD), id="plain"),
        pytest.param(make_reply(f"```json\n{TEXT}\n```"), Answered(GOOD), id="fenced"),
        pytest.param(make_reply(f"Like {{}}? No: {TEXT}."), Answered(GOOD), id="a_later_value_fits"),
        pytest.param(
            make_reply(f'<think>{{"id": "b", "score": 1}}?</think>{TEXT}'), Answered(GOOD), id="thought_aloud"
        ),
        pytest.param(
            Reply((OtherBlock({"type": "thinking", "thinking": "{}"}), TextBlock(TEXT)), "end_turn", Usage(), "m"),
            Answered(GOOD),
            id="after_a_thinking_block",
        ),
        pytest.param(make_reply(TEXT, "refusal"), Refused(), id="refused_in_spite_of_json"),
        pytest.param(make_reply(TEXT[:9], "max_tokens"), Truncated(), id="truncated"),
        pytest.param(make_reply("", "model_context_window_exceeded"), Truncated(), id="window_exceeded"),
        pytest.param(make_reply(""), Unusable(("there is no JSON in the answer",)), id="empty"),
        pytest.param(make_reply("I think so."), Unusable(("there is no JSON in the answer",)), id="prose"),
        pytest.param(Reply((), "tool_use", Usage(), "m"), Unusable(("there is no JSON in the answer",)), id="no_block"),
        pytest.param(
            make_reply('{"id": "a-1", "score": 7}'),
            Unusable(("$.score: 7 is greater than the maximum of 1",)),
            id="beyond_what_the_api_checks",
        ),
    ],
)
def test_a_reply_is_one_outcome(reply: Reply, outcome: Outcome) -> None:
    """The stop reason tells refusal and truncation, the whole schema the rest."""
    assert read_reply(reply, SCHEMA) == outcome


def test_the_check_of_a_role_counts_like_the_schema() -> None:
    """What only the role knows, such as which ids it showed, makes an answer unusable too."""

    def check(value: Any) -> Sequence[str]:
        return [] if value["id"] == "b-2" else [f"{value['id']} was not shown"]

    assert read_reply(make_reply(TEXT), SCHEMA, check) == Unusable(("a-1 was not shown",))


def test_a_repair_shows_the_answer_and_what_is_wrong(bench: Bench) -> None:
    """The second call has the first one's words and problems, and the outcome says that it took two."""
    bench.server.script = ["wrong_schema"]
    assert ask_structured(bench.open(), make_request()) == Answered({"id": "x", "score": 0.0}, repaired=True)
    first, second = (entry.body["messages"] for entry in bench.server.log)
    assert second[: len(first)] == first
    assert second[1]["role"] == "assistant"
    assert "surprise" in second[1]["content"][0]["text"]
    assert "$: 'id' is a required property" in second[2]["content"][0]["text"]


@pytest.mark.parametrize(
    ("script", "outcome", "events"),
    [
        pytest.param(["no_json", "no_json"], Unusable, {}, id="never_json"),
        pytest.param(["empty", "empty"], Unusable, {}, id="never_anything"),
        pytest.param(["broken", "good"], Answered, {"repaired": 1}, id="repaired"),
        pytest.param(["broken", "refused"], Refused, {"refused": 1}, id="repair_refused"),
        pytest.param(["broken", "truncated"], Truncated, {"truncated": 1}, id="repair_truncated"),
        pytest.param(["broken", "413"], Unusable, {}, id="repair_failed"),
        pytest.param(["refused"], Refused, {"refused": 1}, id="refused"),
        pytest.param(["truncated"], Truncated, {"truncated": 1}, id="truncated"),
        pytest.param(["413"], Failure, {}, id="failed"),
    ],
)
def test_one_repair_is_asked_at_most(bench: Bench, script: list[str], outcome: type, events: dict[str, int]) -> None:
    """Then the local role does the item; what happened is counted."""
    bench.server.script = script
    noted: dict[str, int] = {}
    asker = bench.open()
    asker.note = lambda role, event, number=1: noted.update({event: number})  # type: ignore[method-assign]
    assert isinstance(ask_structured(asker, make_request()), outcome)
    assert len(bench.server.log) == len(script)
    assert noted == events


def test_many_outcomes_have_the_order_of_their_requests(bench: Bench) -> None:
    """Good, broken and refused ones stand where they were asked; only the broken ones are asked again."""
    bench.server.script = lambda number, body: {"b": "broken", "c": "refused"}.get(
        body["messages"][-1]["content"][0]["text"], "good"
    )
    outcomes = ask_structured_all(bench.open(), [make_request(text) for text in "abcd"])
    value = {"id": "x", "score": 0.0}
    assert outcomes == [Answered(value), Answered(value, repaired=True), Refused(), Answered(value)]
    assert len(bench.server.log) == 5


def test_a_schema_in_a_prompt_has_no_names_of_files() -> None:
    """What a model need not know is left out."""
    assert json.loads(render_schema({"$id": "x.json", "$schema": "y", **SCHEMA})) == SCHEMA


# ---- malformed answers, made by chance from a fixed seed ----

PIECES = ["{", "}", "[", "]", ",", ":", '"', "\\", "\\u", "\\ud800", "null", "NaN", "-", "1e999", "9" * 40, "\x00"]
PIECES += ["```json\n", "```", "\ud800", "\u2028", "é", "\U0001f600", '"id"', '"score"', TEXT, "true", "-0", "\n"]


def spoil_text(text: str, chance: random.Random) -> str:
    """Return a text with some letters cut, doubled, exchanged, or something put between them."""
    for _ in range(chance.randint(1, 6)):
        place, other = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        match chance.randrange(5):
            case 0:
                text = text[:place] + text[other:]
            case 1:
                text = text[:place] + chance.choice(PIECES) + text[place:]
            case 2:
                text = text[:other] + text[place:other] + text[other:]
            case 3:
                text = text[place:] + text[:place]
            case _:
                text = text[:place] + chance.choice(PIECES) * chance.choice((1, 3, 2000)) + text[other:]
    return text


@pytest.mark.parametrize("seed", range(8))
def test_malformed_answers_end_in_a_typed_outcome(seed: int) -> None:
    """A hundred and fifty spoilt answers a seed: each is an outcome, what is answered fits, and nothing is raised."""
    chance = random.Random(seed)
    kinds: set[str] = set()
    for _ in range(150):
        text = spoil_text(chance.choice([TEXT, f"Well:\n```json\n{TEXT}\n```", f"[{TEXT}]", "".join(PIECES)]), chance)
        outcome = read_reply(make_reply(text, chance.choice(("end_turn", "end_turn", "max_tokens", "refusal"))), SCHEMA)
        kinds.add(type(outcome).__name__)
        if isinstance(outcome, Answered):
            assert set(outcome.value) == {"id", "score"}
            assert 0 <= outcome.value["score"] <= 1
            assert outcome.value["id"].encode("utf-8") is not None
        if isinstance(outcome, Unusable):
            assert outcome.problems
    assert kinds == {"Answered", "Refused", "Truncated", "Unusable"}
