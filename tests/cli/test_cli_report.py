"""The command `report`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.match_made import match, write
from tests.cli.command_line import complaint, objects, run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def test_a_page_is_written(home: Path) -> None:
    write(home / "matches" / "cup", match([1, 0, 1, 0.5]))
    told = run("report", "cup").stdout
    assert told == "Too few games to tell who is stronger.\ncup, 4 games: wrote report.html\n"
    assert Path("report.html").read_text("utf-8").startswith("<!doctype html>")
    assert "report.html' already exists" in complaint("report", "cup")
    [shown] = objects("report", str(home / "matches" / "cup"), "-o", "page.html", "--replays", "2")
    assert shown == {
        "match": "cup",
        "games": 4,
        "conclusion": ["Too few games to tell who is stronger."],
        "files": ["page.html"],
    }
    assert '"places":{"0":[0,0],"1":[0,1]}' in Path("page.html").read_text("utf-8")


def test_what_cannot_be_reported(home: Path) -> None:
    assert "no match is called 'cup'" in complaint("report", "cup")
    write(home / "matches" / "known", match([1, 0]))
    assert "the last ones by name are known" in complaint("report", "cup")
    folder = write(home / "matches" / "bad", match([1, 0]))
    (folder / "games.jsonl").write_text("{}\n{}\n")
    assert "games.jsonl" in complaint("report", "bad")
    assert not Path("report.html").exists()
