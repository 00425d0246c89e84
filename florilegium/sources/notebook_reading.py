"""The reading of one notebook: which file describes which, and one row for every file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..drafts import Draft
from .account_files import AccountFiles
from .characters import clean_line, clean_text, fold_name, fold_text
from .decoding import decode_text
from .notebook_drafts import (
    Page,
    Place,
    convert_page,
    draft_chat,
    draft_notes,
    draft_reports,
    draft_source,
    list_titles,
    match_description,
)
from .notebook_files import Role, find_roles, is_known_folder, split_path
from .page_meta import read_page_meta
from .reader import Reading, Row
from .saved_answers import split_answers

_NOTHING: Mapping[str, Any] = {}


@dataclass
class _Desk:
    """What lies open while one notebook is read; all paths are below the notebook's folder."""

    files: AccountFiles
    paths: Mapping[str, str]  # where each lies in the source
    roles: Mapping[str, Role]
    values: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # of the JSON files
    pages: dict[Role, list[Page]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def refuse(self, path: str, reason: str, detail: str = "") -> None:
        """File the row of something that gave no draft."""
        self.rows.append(self.files.make_row(self.paths[path], reason, detail))

    def take(self, path: str, drafts: Sequence[Draft] = ()) -> None:
        """File the row of something that was read."""
        told = tuple(dict.fromkeys(text for draft in drafts for text in draft.diagnostics))
        is_answer = any(draft.kind == "notebook_note" and draft.authorship == "mixed" for draft in drafts)
        reason = "not_own" if is_answer else "repaired"
        self.rows.append(self.files.make_taken_row(self.paths[path], told, reason=reason))

    def list_values(self, role: Role) -> dict[str, Mapping[str, Any]]:
        """Return the JSON files of one role."""
        return {path: value for path, value in self.values.items() if self.roles[path] == role}


def read_notebook(files: AccountFiles, folder: str, contents: Mapping[str, bytes]) -> Reading:
    """Return the drafts of one notebook's files and one row for each file; never raises."""
    paths = {split_path(path, folder): path for path in sorted(contents)}
    desk = _Desk(files, paths, find_roles(paths))
    for path, where in paths.items():
        _open_file(desk, path, contents[where])
    place = Place(folder, _find_title(desk, folder))
    answers = [answer for page in desk.pages.get("chat", []) for answer in split_answers(convert_page(page).text)]
    drafts = [
        *_read_sources(desk, place),
        *_read_notes(desk, place, answers),
        *_read_chats(desk, place),
        *_read_discovered(desk, place),
    ]
    for path in desk.list_values("metadata"):
        desk.take(path)
    for role in ("artifact", "attachment"):
        for path in (*desk.list_values(role), *(page.path for page in desk.pages.get(role, []))):
            desk.refuse(path, role)
    return Reading(tuple(drafts), tuple(desk.rows))


def _open_file(desk: _Desk, path: str, content: bytes) -> None:
    decoded = decode_text(content)
    if decoded.is_binary:
        desk.refuse(path, "binary")
    elif not path.casefold().endswith(".json"):
        desk.pages.setdefault(desk.roles[path], []).append(Page(path, clean_text(decoded.text), decoded.diagnostics))
    else:
        try:
            value = json.loads(decoded.text)
        except (ValueError, RecursionError) as error:
            desk.refuse(path, "bad_json", f"This is not JSON: {clean_line(str(error)) or 'nested too deep'}.")
            return
        if isinstance(value, dict):
            desk.values[path] = value
        else:
            desk.refuse(path, "bad_record")


def _find_title(desk: _Desk, folder: str) -> str:
    """Return the title in the notebook's own description, else the name of its folder."""
    found = desk.list_values("metadata")
    own = fold_name(folder)
    ordered = sorted(found, key=lambda path: (fold_name(path) not in (f"{own} metadata.json", f"{own}.json"), path))
    titles = (found[path].get("title") for path in ordered)
    return next((clean_line(title) for title in titles if isinstance(title, str) and clean_line(title)), folder)


def _read_sources(desk: _Desk, place: Place) -> list[Draft]:
    pages = desk.pages.get("source", [])
    matched = _match_descriptions(desk, "source")
    drafts: list[Draft] = []
    for page in pages:
        draft = draft_source(place, page, desk.values.get(matched.get(page.path, ""), _NOTHING))
        if draft is None:
            desk.refuse(page.path, "empty")
        else:
            desk.take(page.path, [draft])
            drafts.append(draft)
    return drafts


def _read_notes(desk: _Desk, place: Place, answers: Sequence[str]) -> list[Draft]:
    titles = list_titles(desk.pages.get("source", []), list(desk.list_values("source").values()))
    matched = _match_descriptions(desk, "note")
    drafts: list[Draft] = []
    for page in desk.pages.get("note", []):
        description = desk.values.get(matched.get(page.path, ""), _NOTHING)
        made = draft_notes(place, page, description, answers=answers, titles=titles, is_sure=is_known_folder(page.path))
        if made:
            desk.take(page.path, made)
        else:
            desk.refuse(page.path, "empty")
        drafts += made
    return drafts


def _read_chats(desk: _Desk, place: Place) -> list[Draft]:
    drafts: list[Draft] = []
    for page in desk.pages.get("chat", []):
        draft = draft_chat(place, page)
        if draft is None:
            desk.refuse(page.path, "empty")
        else:
            desk.take(page.path, [draft])
            drafts.append(draft)
    for path in desk.list_values("chat"):
        desk.take(path)
    return drafts


def _read_discovered(desk: _Desk, place: Place) -> list[Draft]:
    drafts: list[Draft] = []
    for path, value in desk.list_values("discovered").items():
        made = draft_reports(place, path, value)
        if made:
            desk.take(path, made)
        else:
            desk.refuse(path, "no_report")
        drafts += made
    for page in desk.pages.get("discovered", []):
        desk.refuse(page.path, "attachment")
    return drafts


def _match_descriptions(desk: _Desk, role: Role) -> dict[str, str]:
    """Return the description of each page, by name, else by the title that both give; file a row for each of them."""
    values = desk.list_values(role)
    pages = desk.pages.get(role, [])
    matched = {page.path: match_description(page.path, values) for page in pages}
    left = sorted(set(values) - set(matched.values()))
    for page in pages:
        if not matched[page.path] and left:
            title = fold_text(read_page_meta(page.text).title)
            same = [path for path in left if title and fold_text(str(values[path].get("title", ""))) == title]
            matched[page.path] = same[0] if len(same) == 1 else ""
    used = set(matched.values())
    for path in values:
        if path in used:
            desk.take(path)
        else:
            desk.refuse(path, "no_text")
    return matched
