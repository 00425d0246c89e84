"""A vault's store of vectors, whatever its layout and its state."""

import hashlib
import json
import math
from array import array
from pathlib import Path
from typing import Any

import pytest
from vector_stores import MODEL, block, reference, shard_note, source, unit, write_first, write_logs, write_rows

from florilegium.vectors.opening import find_store, read_store
from florilegium.vectors.store import REASONS, Store

V = unit(1, 2, 3, 4)
W = unit(4, 3, 2, 1)


def write_multi(root: Path) -> Path:
    return write_logs(
        root,
        {
            "A_md.ajson": "\n" + source("A.md", W) + ",\n" + source("A.md", V, blocks={"#x": [1, 2]}) + ",\n"
            + block("A.md#x", V) + ",\n" + block("A.md#gone", V) + ",\n",
            "B_md.ajson": source("B.md", W) + source("B.md", W, read="newer"),
            "C_md.ajson": source("C.md", V) + ',\n"smart_sources:C.md": null,\n' + block("C.md#x", V),
            "d_Short_note_md.ajson": source("d/Short note.md", None) + ",",
        },
    )  # fmt: skip


def write_shards(root: Path) -> Path:
    first = shard_note("A.md", {"mf_abc123": reference(0)}, {"#x": 0, "#y": 1})
    first += shard_note("B.md", {"mf_abc123": reference(1)}) + shard_note("C.md", {"mf_abc123": reference(2)})
    write_logs(
        root,
        {
            "smart_sources.ajson": first,
            "smart_sources_2.ajson": '"smart_sources:C.md": null,\n',
            "smart_sources_10.ajson": shard_note("D.md", reference(3)),
            "smart_sources_2.ajson.tmp": shard_note("E.md", reference(3)),
        },
        ".smart-env/smart_sources",
    )
    write_rows(root / ".smart-env/smart_sources/mf_abc123", [V, W, V, W])
    write_rows(root / ".smart-env/smart_blocks/mf_abc123", [W, V])
    return root


def write_first_version(root: Path) -> Path:
    return write_first(root, {"A.md": V, "A.md#x": W, "B.md": W, "B.md#y#z": V})


def list_numbers(store: Store) -> dict[tuple[str, str], list[float]]:
    found = {(note.path, ""): one.values for note in store.notes.values() for one in note.vectors.values()}
    for note in store.notes.values():
        found |= {(note.path, key): one.values for key, b in note.blocks.items() for one in b.vectors.values()}
    return {key: list(values) for key, values in found.items()}


def floats(numbers: list[float]) -> list[float]:
    return list(array("f", numbers))


def test_later_records_win_and_null_deletes_the_note_with_its_blocks(tmp_path: Path) -> None:
    store = read_store(write_multi(tmp_path))

    assert list_numbers(store) == {("A.md", ""): floats(V), ("A.md", "#x"): floats(V), ("B.md", ""): floats(W)}
    assert list(store.notes) == ["A.md", "B.md", "d/Short note.md"]
    assert store.notes["A.md"].blocks["#x"].lines == (1, 2)
    assert store.problems == {"block_gone": 2}
    assert store.stale == ("B.md",)
    assert store.main_model == MODEL
    assert (store.models[0].notes, store.models[0].fresh_notes, store.models[0].fresh_blocks) == (2, 1, 1)


def test_reader_agrees_with_a_naive_full_read(tmp_path: Path) -> None:
    names = [f"Folder/Note {number}.md" for number in range(40)]
    logs = {}
    for number, name in enumerate(names):
        old, new = unit(1, number, 2, 3), unit(number, 1, 0, 5)
        logs[name.replace("/", "_").replace(" ", "_").replace(".", "_") + ".ajson"] = (
            f"\n{source(name, old)},\n{block(name + '#h', old)},\n{source(name, new)},{block(name + '#h', new)},\n"
        )
    write_logs(tmp_path, logs)

    naive: dict[str, Any] = {}
    for path in (tmp_path / ".smart-env/multi").iterdir():
        naive |= json.loads("{" + path.read_text("utf-8").strip().rstrip(",") + "}")

    expected = {}
    for key, value in naive.items():
        path, mark, rest = key.partition(":")[2].partition("#")
        expected[path, mark + rest] = floats(value["embeddings"][MODEL]["vec"])
    assert list_numbers(read_store(tmp_path)) == expected


@pytest.mark.parametrize("copy", ["A_md (conflict).ajson", "0_conflict.ajson"])
def test_a_conflict_copy_never_decides_over_the_notes_own_file(tmp_path: Path, copy: str) -> None:
    write_logs(tmp_path, {"A_md.ajson": source("A.md", V), copy: source("A.md", W) + source("Only here.md", W)})

    store = read_store(tmp_path)

    assert list_numbers(store) == {("A.md", ""): floats(V), ("Only here.md", ""): floats(W)}
    assert store.problems == {"conflict_copy": 1}


def test_notes_whose_files_have_one_name_are_told_apart_by_key(tmp_path: Path) -> None:
    write_logs(tmp_path, {"a_b_md.ajson": source("a/b.md", V) + "," + source("a b.md", W)})

    assert list_numbers(read_store(tmp_path)) == {("a/b.md", ""): floats(V), ("a b.md", ""): floats(W)}


@pytest.mark.parametrize(
    ("vec", "reason"),
    [
        pytest.param([1, 2, float("nan"), 4], "not_finite", id="nan"),
        pytest.param([1, 2, float("inf"), 4], "not_finite", id="infinite"),
        pytest.param([1, 2, 1e300, 4], "not_finite", id="too_large"),
        pytest.param([1, 2, 10**400, 4], "not_finite", id="too_large_whole_number"),
        pytest.param([], "empty_vector", id="empty"),
        pytest.param([0, 0, 0, 0], "zero_vector", id="zero"),
        pytest.param([1, 2, 3], "wrong_length", id="short"),
        pytest.param([1, 2, True, 4], "not_numbers", id="truth"),
        pytest.param([1, 2, None, 4], "not_numbers", id="null_within"),
        pytest.param("1234", "not_numbers", id="text"),
    ],
)
def test_a_vector_that_cannot_be_compared_is_left_out_with_a_reason(tmp_path: Path, vec: Any, reason: str) -> None:
    write_logs(tmp_path, {"A_md.ajson": source("A.md", V) + source("B.md", W) + source("X.md", vec)})

    store = read_store(tmp_path)

    assert set(list_numbers(store)) == {("A.md", ""), ("B.md", "")}
    assert store.problems == {reason: 1}
    assert "X.md" in store.notes


def test_each_model_has_its_own_vectors_and_length(tmp_path: Path) -> None:
    two = json.loads("{" + source("A.md", V) + "}")["smart_sources:A.md"]
    two["embeddings"]["other"] = {"vec": [1, 2], "last_embed": {"hash": "old"}}
    write_logs(tmp_path, {"A_md.ajson": f'"smart_sources:A.md": {json.dumps(two)}' + source("B.md", W)})

    store = read_store(tmp_path)

    assert [(one.key, one.dimensions, one.fresh_notes) for one in store.models] == [(MODEL, 4, 2), ("other", 2, 0)]
    assert store.main_model == MODEL


def test_only_notes_that_are_asked_for_are_read_and_none_else_is_named(tmp_path: Path) -> None:
    write_logs(tmp_path, {"x.ajson": source("Caf\u00e9.md", V) + source("Secret.md", W) + block("Secret.md#x", W)})

    store = read_store(tmp_path, notes=["Cafe\u0301.md", "Other.md"])

    assert list(store.notes) == ["Cafe\u0301.md"]
    assert store.problems == {"absent_note": 2}
    assert "Secret" not in repr(store)


def test_keys_of_paid_services_are_never_read(tmp_path: Path) -> None:
    write_multi(tmp_path)
    (tmp_path / ".smart-env/smart_env.json").write_text('{"openai":{"api_key":"sk-planted"}}', encoding="utf-8")

    assert "sk-planted" not in repr((find_store(tmp_path), read_store(tmp_path)))


def test_the_newer_layout_is_read_by_its_references(tmp_path: Path) -> None:
    store = read_store(write_shards(write_multi(tmp_path)))

    assert store.layout == "shards"
    assert list_numbers(store) == {
        ("A.md", ""): floats(V),
        ("A.md", "#x"): floats(W),
        ("A.md", "#y"): floats(V),
        ("B.md", ""): floats(W),
        ("D.md", ""): floats(W),
    }
    assert store.models[0].key == "mf_abc123"
    assert store.problems == {}


@pytest.mark.parametrize(
    ("embedding", "reason"),
    [
        pytest.param({"mf_abc123": reference(0, read="old")}, "stale_reference", id="stale"),
        pytest.param({"mf_abc123": reference(-1)}, "bad_reference", id="negative_row"),
        pytest.param({"mf_abc123": reference("0")}, "bad_reference", id="row_is_text"),
        pytest.param({"mf_abc123": reference(0, file="../../../secret")}, "bad_reference", id="file_elsewhere"),
        pytest.param({"mf_zzz": reference(0, file="mf_zzz")}, "unreadable_file", id="file_is_not_there"),
    ],
)
def test_a_reference_that_leads_to_no_vector_is_counted(tmp_path: Path, embedding: Any, reason: str) -> None:
    write_shards(tmp_path)
    write_logs(tmp_path, {"smart_sources_11.ajson": shard_note("X.md", embedding)}, ".smart-env/smart_sources")

    store = read_store(tmp_path)

    assert store.notes["X.md"].vectors == {}
    assert store.problems == {reason: 1}


def test_a_row_behind_the_end_of_its_file_is_no_vector(tmp_path: Path) -> None:
    write_shards(tmp_path)
    write_rows(tmp_path / ".smart-env/smart_blocks/mf_abc123", [W])

    store = read_store(tmp_path)

    assert store.notes["A.md"].blocks["#x"].vectors == store.notes["A.md"].blocks["#y"].vectors == {}
    assert store.problems == {"no_dimensions": 1}


def test_rows_that_nothing_names_do_not_change_a_known_length(tmp_path: Path) -> None:
    rows = [unit(*(math.sin(number * row + 1) for number in range(384))) for row in range(1, 5)]
    write_logs(tmp_path, {"smart_sources.ajson": shard_note("A.md", {"m": reference(1)})}, ".smart-env/smart_sources")
    write_rows(tmp_path / ".smart-env/smart_sources/mf_abc123", rows)

    assert list_numbers(read_store(tmp_path)) == {("A.md", ""): floats(rows[1])}


def test_shards_without_the_first_one_do_not_count(tmp_path: Path) -> None:
    write_shards(write_multi(tmp_path))
    (tmp_path / ".smart-env/smart_sources/smart_sources.ajson").unlink()

    assert find_store(tmp_path).layout == "multi"


def test_the_older_folder_and_class_names_are_read(tmp_path: Path) -> None:
    text = source("A.md", V).replace("smart_sources", "SmartSource") + source("B.md", W).replace(
        "smart_sources", "SmartNote"
    )
    write_logs(tmp_path, {"A_md.ajson": text + '"SmartDirectory:d": {}'}, ".smart-connections/multi")

    store = read_store(tmp_path)

    assert store.layout == "legacy"
    assert list(list_numbers(store)) == [("A.md", ""), ("B.md", "")]
    assert not store.problems


def test_a_vault_without_a_store_says_so(tmp_path: Path) -> None:
    assert read_store(tmp_path).reason == "the vault has no vectors of Smart Connections"


def test_a_store_without_a_vector_says_so(tmp_path: Path) -> None:
    write_logs(tmp_path, {"A_md.ajson": source("A.md", None)})

    assert read_store(tmp_path).reason == "no note has a vector of its present text"


def test_a_store_that_is_a_link_out_of_the_vault_is_not_followed(tmp_path: Path) -> None:
    write_multi(tmp_path / "elsewhere")
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/.smart-env").symlink_to(tmp_path / "elsewhere/.smart-env")

    assert "leads out of the vault" in read_store(tmp_path / "vault").reason


def test_a_log_that_is_a_link_is_counted_and_not_followed(tmp_path: Path) -> None:
    write_multi(tmp_path / "vault")
    write_logs(tmp_path, {"Z_md.ajson": source("Z.md", V)}, "elsewhere")
    (tmp_path / "vault/.smart-env/multi/Z_md.ajson").symlink_to(tmp_path / "elsewhere/Z_md.ajson")

    store = read_store(tmp_path / "vault")

    assert "Z.md" not in store.notes
    assert store.problems["unreadable_file"] == 1


@pytest.mark.parametrize("name", ["smart_blocks", "smart_sources"])
def test_a_linked_folder_of_vector_files_is_not_followed_out_of_the_vault(tmp_path: Path, name: str) -> None:
    write_shards(tmp_path / "vault")
    folder = tmp_path / "vault/.smart-env" / name
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")

    store = read_store(tmp_path / "vault")

    if name == "smart_sources":
        assert "leads out of the vault" in store.reason
    else:
        assert store.problems == {"unreadable_file": 1}
    assert not any(block_key for _, block_key in list_numbers(store))


def mutate(content: bytes, seed: str) -> bytes:
    """Damage a file in a way that only the seed decides."""
    draws = hashlib.shake_256(seed.encode()).digest(64)
    for step in range(1 + draws[0] % 4):
        kind, place = draws[step * 8 + 1] % 6, int.from_bytes(draws[step * 8 + 2 : step * 8 + 6]) % (len(content) + 1)
        width, letter = draws[step * 8 + 6], draws[step * 8 + 7 : step * 8 + 8]
        before, after = content[:place], content[place:]
        content = (
            before,
            before + after[width:],
            before + letter + after[1:],
            before + letter * width + after,
            before + content[: width * 4] + after,
            before + (b"NaN", b"null", b"{", b'"', b"[]", b"1e999", b"\n", b"\x00")[width % 8] + after,
        )[kind]
    return content


@pytest.mark.parametrize("layout", ["multi", "shards", "first"])
def test_two_hundred_mutated_stores_of_each_layout_never_raise_nor_give_a_wrong_vector(
    tmp_path: Path, layout: str
) -> None:
    root = {"multi": write_multi, "shards": write_shards, "first": write_first_version}[layout](tmp_path)
    files = sorted(path for path in root.rglob("*") if path.is_file())
    whole = {path: path.read_bytes() for path in files}
    damaged = 0
    for number in range(200):
        for path, content in whole.items():
            path.write_bytes(mutate(content, f"{layout} {number} {path.name}"))

        store = read_store(root)

        assert set(store.problems) <= set(REASONS)
        damaged += bool(store.problems)
        lengths = {model.key: model.dimensions for model in store.models}
        for note in store.notes.values():
            for vectors in (note.vectors, *(one.vectors for one in note.blocks.values())):
                for model, vector in vectors.items():
                    assert len(vector.values) == lengths[model]
                    assert math.isfinite(vector.norm) and vector.norm > 0
        assert read_store(root) == store
    assert damaged > 100
