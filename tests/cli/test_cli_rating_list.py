"""`hexapoda rating-list`, as users meet it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_line import complaint, objects, run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "list"
    folder.mkdir()
    return folder


def say(folder: Path, engines: str) -> None:
    settings = 'nodes = 1\ngames = 2\nseed = 1\nmove_cap = 30\nanchor = "random"\nanchor_elo = 500\n'
    (folder / "rating-list.toml").write_text(f"engines = [{engines}]\n{settings}")


def test_a_list_goes_on_with_new_engines(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    [first] = objects("rating-list", "list", "-q")
    assert (first["format"], first["games"], first["anchor"]) == ("list", 2, {"name": "random", "elo": 500})
    games = (folder / "games.jsonl").read_text()
    say(folder, '"random", "greedy", "alphabeta:level=1"')
    said = run("rating-list", "list", "-q").stdout
    assert "6 games, 4 of them in this run" in said and "the list is list/rating-list.html" in said
    assert (folder / "games.jsonl").read_text().startswith(games)
    page = (folder / "rating-list.html").read_text()
    assert '"anchor":{"name":"random","elo":500' in page and '"change":null' in page
    assert run("report", str(folder), "--out", "report.html").stdout.endswith("6 games: wrote report.html\n")


def test_it_ends_in_time(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    [result] = objects("rating-list", "list", "-q", "--hours", "0")
    assert (result["games"], result["finished"]) == (0, False)
    assert not (folder / "rating-list.html").exists()


def test_a_page_of_the_user_is_kept(folder: Path) -> None:
    say(folder, '"random", "greedy"')
    (folder / "rating-list.html").write_text("mine")
    assert "rating-list.html exists in 'list'" in complaint("rating-list", "list")
    assert (folder / "rating-list.html").read_text() == "mine"


def test_a_folder_that_is_not_there(folder: Path) -> None:
    assert "there is no folder 'none'" in complaint("rating-list", "none")
