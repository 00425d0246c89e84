"""The researcher played by a model: an agent with a context of its own and two tools, bounded in turns and tokens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..asking.askers import Failure
from ..asking.replies import Reply, ToolUse
from ..asking.requests import Part, Request, Turn
from ..asking.structured import CUT_OFF, Answered, Outcome, Unusable
from ..findings import Dropped, Finding, Harvest, Hit
from ..library import Library
from ..local.researcher import LocalResearcher
from ..local.selection import part_twins
from ..plans import Query, Theme
from ..project.schemas import load_schema
from ..search.searcher import Searcher
from .cards import describe_themes, shorten_reason
from .reading_room import TOOLS, ReadingRoom
from .voice import Voice

PROMPT = "researcher.md"
MOST_TURNS = 8  # replies, the last of which is the answer
MOST_TOKENS = 150_000  # sent and received for one query; what is sent again counts again


@dataclass(frozen=True)
class ClaudeResearcher:
    """Lets a model search and read; metadata, texts and fingerprints come from the library, never from the model."""

    voice: Voice
    local: LocalResearcher
    library: Library
    searcher: Searcher

    def research(self, query: Query, theme: Theme, *, limit: int) -> Harvest:
        """Return at most `limit` unique findings in the model's order; the local role's where it gives none."""
        room = ReadingRoom(self.library.documents, self.searcher, self.library.texts, self.voice.enclose)
        outcome = self._converse(self._write_request(room, query, theme, limit), room)
        if not isinstance(outcome, Answered):
            self.voice.refuse_ids(room.refused)
            return self._fall_back(query, theme, limit, self.voice.replace_failed(query.id, outcome))
        items = {item["id"]: item["reason"] for item in outcome.value["findings"]}
        unknown = [name for name in items if name not in room.shown]
        self.voice.refuse_ids(room.refused + len(unknown))
        known = {name: reason for name, reason in items.items() if name in room.shown}
        if unknown and not known:
            why = self.voice.replace(query.id, "the model named only documents that it was not shown")
            return self._fall_back(query, theme, limit, why)
        return self._harvest(query, known, limit)

    def _write_request(self, room: ReadingRoom, query: Query, theme: Theme, limit: int) -> Request:
        values = {
            "origins": room.count_origins(),
            "theme": self.voice.enclose(describe_themes([theme])),
            "query": self.voice.enclose(query.text),
            "limit": str(limit),
            "turns": str(MOST_TURNS),
        }
        return self.voice.write_request(PROMPT, load_schema("answer_findings"), values, tools=TOOLS)

    def _converse(self, request: Request, room: ReadingRoom) -> Outcome | Failure:
        """Return what the model says at last; every reply before it calls tools."""
        spent = 0
        for turn in range(1, MOST_TURNS + 1):
            reply = self.voice.asker.ask(request)
            if isinstance(reply, Failure):
                return reply
            calls = _list_calls(reply)
            if not calls:
                # The reply is stored by now: asked for again it is read, counted once, and repaired if need be.
                return self.voice.ask(request)
            spent += reply.usage.input_tokens + reply.usage.output_tokens
            spent += reply.usage.cache_read_tokens + reply.usage.cache_write_tokens
            if spent > MOST_TOKENS or turn == MOST_TURNS:
                break
            is_last = turn == MOST_TURNS - 1
            told = "No tools from here on: give your answer now." if is_last else f"Turn {turn + 1} of {MOST_TURNS}."
            results = [room.answer(call) for call in calls]
            answer = Turn("user", (*results, Part(told, cached=True)))
            request = replace(request, turns=(*request.turns, Turn("assistant", reply.blocks), answer))
        return Unusable((f"no answer after {turn} turns and {spent} tokens",))

    def _harvest(self, query: Query, reasons: Mapping[str, str], limit: int) -> Harvest:
        unique, twins = part_twins(reasons, self.library.documents)
        findings = []
        for rank, name in enumerate(unique[:limit], start=1):
            why = shorten_reason(reasons[name]) or "chosen by the model, without a reason"
            hit = Hit(query.id, query.theme, rank, "search", why)
            findings.append(replace(self.local.describe(name), hits=(hit,)))
        beyond = [Dropped(name, f"{query.id}: beyond the {limit} best") for name in unique[limit:]]
        same = [Dropped(name, f"{query.id}: same path as {other}") for name, other in twins]
        return Harvest(tuple(findings), (*beyond, *same))

    def _fall_back(self, query: Query, theme: Theme, limit: int, why: str) -> Harvest:
        harvest = self.local.research(query, theme, limit=limit)
        return replace(harvest, findings=tuple(_add_reason(finding, why) for finding in harvest.findings))


def _list_calls(reply: Reply) -> Sequence[ToolUse]:
    """Return the tools that a reply calls; one that was refused or cut off calls none that could be trusted."""
    if reply.stop_reason in ("refusal", *CUT_OFF):
        return ()
    return [block for block in reply.blocks if isinstance(block, ToolUse)]


def _add_reason(finding: Finding, why: str) -> Finding:
    hits = tuple(replace(hit, why=f"{hit.why}; {why}") for hit in finding.hits)
    return replace(finding, hits=hits)
