"""The checks of a vault's tools: what is there, whether it serves, and the next step where it does not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ..vectors.opening import StorePlace
from ..vectors.store import REASONS, ModelCoverage, Store
from .coverage import Coverage
from .plugin import Plugin

Verdict = Literal["good", "warning", "failure"]
# From this share on a vault counts as embedded.
ENOUGH = 0.9


@dataclass(frozen=True)
class Check:
    """One line of the report."""

    name: str
    verdict: Verdict
    message: str
    next_step: str  # "" where there is nothing to do


@dataclass(frozen=True)
class Tooling:
    """What the tools of a vault are worth; usable where notes can be compared by their vectors."""

    usable: bool
    plugin: Plugin
    store: StorePlace
    models: tuple[ModelCoverage, ...]
    main_model: str | None
    coverage: Coverage
    left_out: Mapping[str, int]  # how often, by a word of `vectors.store.REASONS`
    checks: tuple[Check, ...]


def check_tooling(plugin: Plugin, place: StorePlace, store: Store, coverage: Coverage) -> Tooling:
    """Judge what was found."""
    checks = [_check_plugin(plugin), _check_store(place, store)]
    if store.layout != "none":
        checks += [_check_models(store), _check_coverage(coverage), _check_drift(coverage), _check_damage(store)]
    usable = store.main_model is not None
    return Tooling(usable, plugin, place, store.models, store.main_model, coverage, dict(store.problems), tuple(checks))


def _check_plugin(plugin: Plugin) -> Check:
    if plugin.state == "enabled":
        return Check("plugin", "good", f"Smart Connections {plugin.version} is installed and turned on", "")
    if plugin.state == "disabled":
        step = "turn it on in Obsidian under Settings, Community plugins"
        return Check("plugin", "warning", f"Smart Connections {plugin.version} is installed and turned off", step)
    if plugin.state == "broken":
        step = "install it again, in Obsidian or by --install ARCHIVE"
        return Check(
            "plugin", "warning", "Smart Connections is installed in part, or its manifest cannot be read", step
        )
    step = "install it in Obsidian under Settings, Community plugins, or by --install ARCHIVE"
    return Check("plugin", "warning", "Smart Connections is not installed", step)


def _check_store(place: StorePlace, store: Store) -> Check:
    if store.layout == "none":
        step = "open the vault in Obsidian with Smart Connections turned on and wait until it has embedded the notes"
        return Check("store", "failure", store.reason or place.reason, step)
    return Check("store", "good", f"{place.folder} holds vectors in the layout {store.layout}", "")


def _check_models(store: Store) -> Check:
    if store.main_model is None:
        step = "open the vault in Obsidian and let Smart Connections embed it again"
        return Check("models", "failure", store.reason or "there is no vector of a note", step)
    told = ", ".join(f"{model.key} ({model.dimensions} numbers, {model.fresh_notes} notes)" for model in store.models)
    if len(store.models) > 1:
        step = f"nothing has to be done: notes are compared by {store.main_model}, and the others are passed over"
        return Check("models", "warning", f"there are {len(store.models)} models: {told}", step)
    return Check("models", "good", told, "")


def _check_coverage(coverage: Coverage) -> Check:
    share = coverage.fresh / coverage.long_enough if coverage.long_enough else 1.0
    told = f"{coverage.fresh} of {coverage.long_enough} notes that are long enough have a fresh vector"
    parts = [
        f"{number} {word}"
        for number, word in (
            (coverage.stale, "stale"),
            (coverage.missing, "without a vector"),
            (coverage.short, "too short"),
        )
        if number
    ]
    message = "; ".join([f"{told} ({share:.0%})", *parts])
    if share >= ENOUGH:
        return Check("coverage", "good", message, "")
    step = "open the vault in Obsidian and wait until Smart Connections has embedded the rest"
    return Check("coverage", "warning", message, step)


def _check_drift(coverage: Coverage) -> Check:
    told = (
        f"{coverage.other_size} notes have another size than the plugin read, {coverage.other_time} only another time"
    )
    if coverage.other_size:
        return Check("drift", "warning", told, "open the vault in Obsidian, so that the plugin reads what was written")
    if coverage.other_time:
        return Check("drift", "good", f"{told}, as after a copy or a sync", "")
    return Check("drift", "good", "every note is as the plugin read it", "")


def _check_damage(store: Store) -> Check:
    if not store.problems:
        return Check("left out", "good", "nothing was left out", "")
    told = "; ".join(f"{REASONS[word]}: {count}" for word, count in store.problems.items())
    harmless = {"absent_note", "block_gone"}
    if harmless.issuperset(store.problems):
        return Check("left out", "good", told, "")
    step = "what is damaged is passed over; the plugin's command to clear and embed anew makes all of it again"
    return Check("left out", "warning", told, step)
