"""The command `view`."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from hexapoda.cli import view
from tests.cli.command_line import complaint, objects, run
from tests.page.viewed import HEX, bad_file, hex_file, hive_file


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(webbrowser, "open", found.append)
    monkeypatch.setattr(view, "has_display", lambda: True)
    monkeypatch.chdir(tmp_path)
    return found


def test_a_page_is_written_and_opened(tmp_path: Path, opened: list[str]) -> None:
    result = run("view", str(hive_file(tmp_path)), str(hex_file(tmp_path)), "-o", "page.html")
    assert result.stdout == "2 games written to page.html\n"
    assert Path("page.html").read_text("utf-8").startswith("<!doctype html>")
    assert opened == [(tmp_path / "page.html").as_uri()]
    run("view", "hex.sgf", "-o", "second.html", "--no-browser")
    assert len(opened) == 1


def test_without_out_the_page_is_temporary(tmp_path: Path, opened: list[str]) -> None:
    [told] = objects("view", str(hex_file(tmp_path)))
    path = Path(told["file"])
    assert told["games"] == 1 and told["bad"] == 0 and path.parent != tmp_path
    assert opened == [path.as_uri()] and path.read_text("utf-8").startswith("<!doctype html>")
    path.unlink()
    path.parent.rmdir()


def test_without_a_display_the_path_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str]
) -> None:
    monkeypatch.setattr(view, "has_display", lambda: False)
    assert "page.html" in run("view", str(hex_file(tmp_path)), "-o", "page.html").stdout
    assert opened == []


def test_stdin(opened: list[str]) -> None:
    assert "1 game written" in run("view", "-", "-o", "page.html", stdin=HEX).stdout


def test_an_existing_page_stays(tmp_path: Path) -> None:
    hex_file(tmp_path)
    Path("page.html").write_text("mine")
    assert "already exists" in complaint("view", "hex.sgf", "-o", "page.html")
    assert Path("page.html").read_text() == "mine"
    run("view", "hex.sgf", "-o", "page.html", "--force")
    assert Path("page.html").read_text("utf-8") != "mine"


def test_bad_games_are_named(tmp_path: Path) -> None:
    hex_file(tmp_path)
    bad_file(tmp_path)
    result = run("view", "hex.sgf", "bad.txt", "-o", "page.html", code=1)
    assert "bad.txt:1: ply 1 'wQ zz'" in result.stderr
    assert "1 game written to page.html" in result.stdout
    assert "wQ zz" in Path("page.html").read_text("utf-8")
    result = run("view", "bad.txt", "-o", "none.html", code=1)
    assert "no game to show" in result.stderr and not Path("none.html").exists()
    assert "no such file" in complaint("view", "lost.pgn")
