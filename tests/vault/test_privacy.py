"""What never leaves a vault."""

import pytest

from florilegium.vault.notes import parse_note
from florilegium.vault.privacy import PrivacyRules

RULES = PrivacyRules(folders=("Life/Private", "/Diary/"), tags=("private", "#work/secret"), flag="private")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("Life/Private/a.md", "Life/Private", id="inside"),
        pytest.param("Life/Private/x/y/a.md", "Life/Private", id="deep_inside"),
        pytest.param("Life/Private", "Life/Private", id="the_folder_itself"),
        pytest.param("life/PRIVATE/a.md", "Life/Private", id="other_case"),
        pytest.param("Diary/a.md", "/Diary/", id="rule_with_slashes"),
        pytest.param("Life/Private notes/a.md", None, id="longer_name"),
        pytest.param("x/Life/Private/a.md", None, id="elsewhere"),
        pytest.param("Life/a.md", None, id="outside"),
    ],
)
def test_private_folders(path: str, expected: str | None) -> None:
    assert RULES.find_folder(path) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain #tag", "", id="public"),
        pytest.param("a #private b", "tag #private", id="tag"),
        pytest.param("a #Private/health b", "tag #private", id="nested_tag_in_other_case"),
        pytest.param("a #privateer b", "", id="longer_tag"),
        pytest.param("a #work b #work/secret", "tag #work/secret", id="nested_rule"),
        pytest.param("a #work b", "", id="parent_of_a_nested_rule"),
        pytest.param("---\ntags: [private]\n---\n", "tag #private", id="front_matter_tag"),
        pytest.param("---\ntags: a\ntags: private\n---\n", "tag #private", id="repeated_front_matter_tag"),
        pytest.param("%% #private %%", "tag #private", id="tag_in_a_comment"),
        pytest.param("`#private`", "", id="tag_in_code"),
        pytest.param("---\nprivate: true\n---\n", "property private", id="flag"),
        pytest.param("---\nprivate: yes\n---\n", "property private", id="flag_yes"),
        pytest.param("---\nprivate: false\n---\n", "", id="flag_false"),
        pytest.param("---\nprivate: false\nprivate: true\n---\n", "property private", id="repeated_flag"),
        pytest.param("---\na: b: c\nprivate: true\n---\n", "property private", id="flag_in_broken_front_matter"),
        pytest.param("---\n\tx\nprivate: true\n---\n", "property private", id="flag_after_tabs"),
        pytest.param("---\nprivate: true\n\nbody", "property private", id="front_matter_never_closed"),
        pytest.param("\n---\nprivate: true\n---\nbody", "property private", id="front_matter_after_a_blank_line"),
        pytest.param("\n---\ntags: [private]\n---\nbody", "tag #private", id="tag_after_a_blank_line"),
        pytest.param("I keep private: true things here", "", id="prose"),
    ],
)
def test_private_notes(text: str, expected: str) -> None:
    """In doubt, when the front matter is broken or none for Obsidian, a note is private."""
    assert RULES.find_rule(parse_note("a.md", text), text) == expected


def test_without_rules_nothing_is_private() -> None:
    text = "---\nprivate: true\n---\n#private"
    assert PrivacyRules().find_rule(parse_note("a.md", text), text) == ""
    assert PrivacyRules(folders=("",)).find_folder("a.md") is None
