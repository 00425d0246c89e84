"""Every form of source in the params has its reader, and none is imported before it is used."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from florilegium.errors import ParamsError
from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams, load_params
from florilegium.sources.registry import READERS, list_sources

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_registry_and_the_schema_name_the_same_forms() -> None:
    schema = json.loads((ROOT / "schemas/params.schema.json").read_text(encoding="utf-8"))
    items = schema["properties"]["snapshot_sources"]["properties"]["sources"]["items"]
    assert set(READERS) == set(items["properties"]["kind"]["enum"])


def test_every_source_of_the_default_params_opens_a_reader_of_its_name() -> None:
    params = load_params(ROOT / "params.yaml").snapshot_sources
    sources = list_sources(params, ROOT)
    assert [source.name for source in sources] == [source.name for source in params.sources]
    for source in sources:
        reader = source.open()
        assert reader.name == source.name
        assert reader.settings == source.open().settings
        assert str(ROOT) not in reader.settings, "a moved project would read everything again"


def test_nothing_is_imported_before_a_source_is_opened() -> None:
    code = "import sys; import florilegium.sources.registry; print([m for m in sys.modules if 'sources.obs' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("path", "tags", "hidden"),
    [
        pytest.param("Life/Private/a.md", (), True, id="folder"),
        pytest.param("Life/Privateer.md", (), False, id="folder's name as a beginning"),
        pytest.param("a.md", ("private/deep",), True, id="nested tag"),
        pytest.param("a.md", ("privates",), False, id="another tag"),
    ],
)
def test_a_vault_knows_what_is_hidden_without_being_read(path: str, tags: tuple[str, ...], hidden: bool) -> None:
    vault = list_sources(load_params(ROOT / "params.yaml").snapshot_sources, ROOT)[0]
    assert vault.hides(path, tags) is hidden


@pytest.mark.parametrize(
    ("path", "tags", "hidden"),
    [
        pytest.param("a.md", (), True, id="private folder of the vault around it"),
        pytest.param("a.md", ("private",), True, id="tag"),
    ],
)
def test_an_account_knows_what_is_hidden_without_being_read(path: str, tags: tuple[str, ...], hidden: bool) -> None:
    """A rule that is added while an export cannot be read must hold for what was kept of it."""
    private = PrivateParams(("Life/Private",), ("private",), "")
    inside = SourceParams("inside", "readwise_markdown", "vault/Life/Private/Readwise")
    outside = SourceParams("outside", "readwise_api", "export")
    sources = (SourceParams("vault", "obsidian", "vault"), inside, outside)
    _, inner, outer = list_sources(SnapshotSourcesParams(sources, (), (), (), private, False), ROOT)
    assert inner.hides(path, tags) is hidden
    assert outer.hides(path, tags) is bool(tags)


@pytest.mark.parametrize("path", ["library", "library/texts", "topics/../library", ".florilegium/index"])
def test_a_source_among_what_the_pipeline_writes_is_refused(path: str, tmp_path: Path) -> None:
    """Its texts would be taken in again on every run, and removed under the reader's hands."""
    source = SourceParams("own", "obsidian", path)
    params = SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False)
    (tmp_path / "topics").mkdir()
    with pytest.raises(ParamsError, match="own lies in this pipeline's own"):
        list_sources(params, tmp_path)
