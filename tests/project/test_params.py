"""Params that a person got wrong are told with their place; nothing wrong passes in silence."""

from pathlib import Path

import pytest
import yaml

from florilegium.errors import ParamsError
from florilegium.project.params import load_params, parse_params

TEXT = (Path(__file__).parent.parent.parent / "params.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param("topics:", "a: 2024-13-45\ntopics:", "month must be in 1..12", id="no_such_date"),
        pytest.param("topics:", "1: x\ntopics:", "problem", id="key_that_is_no_text"),
        pytest.param("topics:", "a: !!set {x}\ntopics:", "problem", id="set"),
        pytest.param("topics:", "topics: []\ntopics:", "the key 'topics' is given twice", id="block_twice"),
        pytest.param("  themes: 4", "  themes: 4\n  themes: 5", "the key 'themes' is given twice", id="dial_twice"),
        pytest.param("similarity: 0.6", "similarity: .nan", "problem", id="not_a_number"),
        pytest.param("budget_tokens: null", "budget_tokens: 9.0", r"\$\.claude\.budget_tokens", id="no_whole_number"),
        pytest.param("  - city-heat", '  - "city-heat\\n"', "problem", id="line_end_in_a_slug"),
        pytest.param("path: examples/vault}", 'path: "a\\0b"}', "path", id="nul_in_a_path"),
        pytest.param(
            "folders: [Life/Private]", 'folders: ["/"]', r"private\.folders", id="private_folder_without_a_name"
        ),
        pytest.param("  engine", "\tengine", "this is not YAML", id="tab"),
        pytest.param("topics:", "- x\ntopics:", "this is not YAML", id="list_and_mapping"),
        pytest.param("strict: false", "strict: maybe", r"\$\.snapshot_sources\.strict", id="no_truth_value"),
    ],
)
def test_wrong_params_are_told(old: str, new: str, told: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(ParamsError, match=told):
        parse_params(TEXT.replace(old, new, 1))


def test_a_path_may_begin_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    value = yaml.safe_load(TEXT)  # noqa: TID251 (the test needs the params as data)
    value["snapshot_sources"]["sources"][0]["path"] = "~/Notes"
    path = tmp_path / "params.yaml"
    path.write_text(yaml.safe_dump(value), encoding="utf-8")
    assert load_params(path).snapshot_sources.sources[0].path == str(tmp_path / "Notes")
