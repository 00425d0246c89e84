"""The walk along links, and which of them are followed."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from walking_vault import ABOUT, open_planted, walk

from florilegium.vault.opening import OpenVault
from florilegium.walking.context import WalkOptions
from florilegium.walking.depth import Judgement, walk_links
from florilegium.walking.filtering import FollowAll, find_sentence
from florilegium.walking.reached import Reached, Step

ENTRY = Reached("Studies/Green tea.md", 1.0, (Step("Studies/Green tea.md", "entry"),), ())


def test_a_blind_walk_wanders_and_one_that_knows_the_question_does_not(planted: OpenVault) -> None:
    """Every note about the question is given, and nothing of clients and family that links lead to."""
    blind = {note.path for note in walk(planted, options=WalkOptions(filtered=False)).notes}
    aware = {note.path for note in walk(planted).notes}
    assert {"Clients/Acme Corp.md", "Clients/Retainer.md", "Family/Anna.md"} <= blind
    assert aware == ABOUT


def test_what_is_not_followed_is_told_with_its_way_and_why(planted: OpenVault) -> None:
    cut = {item.path: item for item in walk(planted).cut}
    assert cut["Clients/Acme Corp.md"].reason == "not_about"
    assert cut["Clients/Acme Corp.md"].why == "It has no word of the question."
    assert [step.path for step in cut["Clients/Acme Corp.md"].route] == ["Studies/Green tea.md", "Clients/Acme Corp.md"]
    assert "Clients/Retainer.md" not in cut, "a note behind one that is not followed is not looked at"


def test_hops_bound_the_way_and_each_hop_lowers_the_score(planted: OpenVault) -> None:
    for hops in (0, 1, 2):
        found = walk_links(planted.model, [ENTRY], FollowAll(), hops=hops).reached
        assert max(len(note.route) for note in found) == hops + 1
        assert all(note.score == round(0.8 ** (len(note.route) - 1), 4) for note in found)


def test_links_back_are_followed_when_asked_for(planted: OpenVault) -> None:
    entry = Reached("Studies/Kettles.md", 1.0, (Step("Studies/Kettles.md", "entry"),), ())
    assert len(walk_links(planted.model, [entry], FollowAll(), hops=1).reached) == 1
    found = walk_links(planted.model, [entry], FollowAll(), hops=1, back_links=True).reached
    assert found[1].route[-1] == Step("Studies/Water temperature.md", "back-link")


def test_a_note_is_reached_by_its_best_way_though_another_is_shorter(tmp_path: Path) -> None:
    class Favour:
        def judge(self, route: Sequence[Step], targets: Collection[str]) -> Mapping[str, Judgement]:
            is_poor = route[-1].path == "a.md"
            return {path: Judgement(0.1 if is_poor and path == "x.md" else 1.0, "") for path in targets}

    vault = open_planted(tmp_path, {"a.md": "[[b]] [[x]]", "b.md": "[[x]]", "x.md": "[[a]]"})
    found = walk_links(vault.model, [Reached("a.md", 1.0, (Step("a.md", "entry"),), ())], Favour())
    way = {note.path: [step.path for step in note.route] for note in found.reached}
    assert way == {"a.md": ["a.md"], "b.md": ["a.md", "b.md"], "x.md": ["a.md", "b.md", "x.md"]}


def test_the_words_around_a_link_raise_a_note_that_says_little_itself(tmp_path: Path) -> None:
    notes = {
        "Tea.md": "# Tea\nTea must be steeped. How long tea is steeped: [[Table]]. Other things: [[List]].\n",
        "Table.md": "Green tea: two. Black: four.\n",
        "List.md": "Green tea, black.\n",
        **{f"n{number}.md": f"Tea and cake, day {number}.\n" for number in range(6)},
    }
    vault = open_planted(tmp_path, notes)
    context = walk(vault, "how long is tea steeped", WalkOptions(hops=1))
    scores = {note.path: note.score for note in context.notes} | {item.path: item.score for item in context.cut}
    assert scores["Table.md"] > scores["List.md"]


def test_a_sentence_is_the_one_in_which_the_link_stands() -> None:
    row = "First one. The v1.2 of [[Tea]] is hot! Third [[Other]] one."
    assert "v1.2" in find_sentence(row, "Tea")
    assert "Third" not in find_sentence(row, "Tea")
    assert "Tea" not in find_sentence(row, "Tea")
    assert find_sentence(row, "Absent") == ""
