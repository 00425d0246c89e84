"""What links a vault's notes might have."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from florilegium.mentions.confidence import DEFAULT_CONFIDENCE
from florilegium.mentions.proposals import ProposalList, propose_links
from florilegium.vault.model import VaultModel
from florilegium.vault.rules import VaultRules
from tests.vaults import open_small, write_files

FILES = {
    "Zettelkasten.md": "---\naliases: [slip box]\n---\n# Zettelkasten\nThe Zettelkasten of Niklas Luhmann.\n",
    "Niklas Luhmann.md": "He kept a slip box, a Zettelkasten.\n\n- Garden\n",
    "Linked.md": "[[Zettelkasten]] is a Zettelkasten, by Niklas Luhmann and again Niklas Luhmann.\n",
    "Garden.md": "No garden, Garden or gardens here is a link: Garden.\n",
    "a/Hegel.md": "Text of one.\n",
    "b/Hegel.md": "Text of another.\n",
    "Templates/Niklas form.md": "Niklas Luhmann\n",
    "daily-plans.md": "Nothing.\n",
    "02.Bayes' Rule.md": "My daily plans and Bayes' Rule. The garden is green. Hegel wrote.\n",
    "Sum.md": "By Bayes' Rule.\n",
    "Secret/Hidden name.md": "Zettelkasten\n",
    "Open.md": "A Hidden name.\n",
}
RULES = VaultRules(private_folders=("Secret",))


def propose(root: Path, state: Path, *, least: float = 0.7) -> tuple[ProposalList, VaultModel]:
    opened = open_small(write_files(root, FILES), state, RULES)
    return propose_links(opened.model, opened.read_text, least=least), opened.model


def test_first_sure_mention_of_each_note_is_proposed(tmp_path: Path) -> None:
    found, _ = propose(tmp_path / "vault", tmp_path / "state")

    assert {(item.path, item.target, item.text, item.line) for item in found.proposals} == {
        ("Zettelkasten.md", "Niklas Luhmann.md", "Niklas Luhmann", 5),
        ("Niklas Luhmann.md", "Zettelkasten.md", "slip box", 1),
        ("Niklas Luhmann.md", "Garden.md", "Garden", 3),
        ("Linked.md", "Niklas Luhmann.md", "Niklas Luhmann", 1),
        ("02.Bayes' Rule.md", "daily-plans.md", "daily plans", 1),
        ("Sum.md", "02.Bayes' Rule.md", "Bayes' Rule", 1),
    }


def test_name_of_several_notes_is_listed_and_not_proposed(tmp_path: Path) -> None:
    found, _ = propose(tmp_path / "vault", tmp_path / "state", least=0)

    assert [name.paths for name in found.ambiguous if name.kind == "title"] == [("a/Hegel.md", "b/Hegel.md")]
    assert not [item for item in found.proposals if "Hegel" in item.target]


def test_links_own_title_templates_and_private_notes_are_left_out(tmp_path: Path) -> None:
    found, model = propose(tmp_path / "vault", tmp_path / "state", least=0)

    for item in found.proposals:
        assert item.target != item.path
        assert item.target not in model.out_links[item.path]
        assert not item.path.startswith("Templates/") and not item.target.startswith("Templates/")
        assert "Secret" not in item.path + item.target


def test_proposals_are_surest_first_and_say_where_they_stand(tmp_path: Path) -> None:
    found, _ = propose(tmp_path / "vault", tmp_path / "state", least=0)

    values = [item.confidence for item in found.proposals]
    assert values == sorted(values, reverse=True)
    for item in found.proposals:
        assert FILES[item.path][item.start : item.end] == item.text
        assert item.text in item.context and "\n" not in item.context


def test_form_is_less_sure_where_some_text_writes_the_title_out(tmp_path: Path) -> None:
    files = {
        "04.Bayes Rule.md": "Text of the rule.\n",
        "One.md": "By the Bayes Rule it holds.\n",
        "Two.md": "Proved in 04.Bayes Rule for all.\n",
    }
    opened = open_small(write_files(tmp_path / "vault", files), tmp_path / "state", VaultRules())

    found = propose_links(opened.model, opened.read_text, least=0).proposals

    assert [(item.path, item.kind) for item in found] == [("Two.md", "title"), ("One.md", "variant")]
    assert found[0].confidence >= DEFAULT_CONFIDENCE > found[1].confidence
    assert "elsewhere the title is written out" in found[1].reason


@pytest.mark.parametrize("seed", range(5))
def test_order_of_notes_changes_no_proposal(tmp_path: Path, seed: int) -> None:
    opened = open_small(write_files(tmp_path / "vault", FILES), tmp_path / "state", RULES)
    paths = sorted(opened.model.notes, key=lambda path: sha256(f"{seed} {path}".encode()).digest())
    turned = replace(opened.model, notes={path: opened.model.notes[path] for path in paths})

    assert propose_links(turned, opened.read_text, least=0) == propose_links(opened.model, opened.read_text, least=0)
