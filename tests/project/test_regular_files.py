"""What is no regular file is refused at once, wherever a person or the world may have put it."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from florilegium.brief.briefs import read_brief
from florilegium.distilling.articles import read_article
from florilegium.errors import ArtifactError, ParamsError
from florilegium.memory.folder import load_index
from florilegium.project.artifacts import read_json
from florilegium.project.params import load_params
from florilegium.project.regular_files import read_regular
from florilegium.project.saved_files import list_saved
from florilegium.vault.settings import read_settings


def test_a_regular_file_is_read_to_the_end_or_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abc\r\n")
    assert read_regular(path) == b"abc\r\n"
    assert read_regular(path, limit=2) == b"ab"


def test_a_link_is_followed_only_where_it_may_be(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    (tmp_path / "link").symlink_to("x")
    assert read_regular(tmp_path / "link") == b"abc"
    with pytest.raises(OSError, match="symbolic links"):
        read_regular(tmp_path / "link", follow=False)


@pytest.mark.parametrize("place", ["pipe", "folder", "/dev/zero"])
def test_what_is_no_regular_file_is_refused(place: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="this is a pipe, socket or device|Is a directory"):
        read_regular(tmp_path / place)


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(OSError):  # noqa: PT011 (systems word it differently)
            read_regular(tmp_path / "socket")


@pytest.mark.parametrize(
    ("read", "error"),
    [
        pytest.param(read_brief, ParamsError, id="brief"),
        pytest.param(read_article, ParamsError, id="article"),
        pytest.param(load_params, ParamsError, id="params"),
        pytest.param(load_index, ArtifactError, id="memory"),
        pytest.param(lambda path: read_json(path, "plan"), ArtifactError, id="artifact"),
    ],
)
def test_a_pipe_in_the_place_of_a_file_is_told_and_not_waited_for(
    read: Callable[[Path], object], error: type[Exception], tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(error, match="pipe, socket or device"):
        read(tmp_path / "pipe")


def test_a_pipe_beside_a_brief_counts_as_unreadable(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    os.mkfifo(tmp_path / "t" / "page.html")
    assert [(file.path, file.sha256) for file in list_saved(tmp_path)] == [("page.html", "")]


def test_pipes_for_settings_of_a_vault_are_a_problem_of_theirs(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    os.mkfifo(tmp_path / ".obsidian" / "app.json")
    os.mkfifo(tmp_path / ".obsidian" / "templates.json")
    assert read_settings(tmp_path).problems == ("app.json", "templates.json")
