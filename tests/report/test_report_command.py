"""The command `report`, and the plots."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexapoda.report.figures import figures_of
from hexapoda.report.plots import write_plots
from tests.cli.command_line import complaint, objects, run
from tests.report.match_made import game, match, write

PLOTS = ["elo.png", "score.png", "lengths.png", "endings.png"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def test_a_page_is_written(home: Path) -> None:
    write(home / "matches" / "cup", match([1, 0, 1, 0.5]))
    assert "cup, 4 games: wrote report.html" in run("report", "cup").stdout
    assert Path("report.html").read_text("utf-8").startswith("<!doctype html>")
    [told] = objects("report", str(home / "matches" / "cup"), "-o", "page.html", "--replays", "2")
    assert told == {"match": "cup", "games": 4, "files": ["page.html"]}
    page = Path("page.html").read_text("utf-8")
    assert 'href="#game-2"' in page and 'href="#game-3"' not in page


def test_what_cannot_be_reported(home: Path) -> None:
    assert "no games.jsonl of a match in 'cup'" in complaint("report", "cup")
    folder = write(home / "matches" / "bad", match([1, 0]))
    (folder / "games.jsonl").write_text("{}\n{}\n")
    assert "games.jsonl:1" in complaint("report", "bad")
    assert not Path("report.html").exists()


def test_plots_without_matplotlib(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home / "matches" / "cup", match([1, 0]))
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install 'hexapoda[plots]'" in complaint("report", "cup", "--plots", "pictures")


@pytest.mark.parametrize(
    "records",
    [
        match([1, 0, 1, 1, 0.5, 1]),
        match([1, 1], "$x_", "y$"),
        [*match([0.5]), game(2, ("cid", "ann"), 0), game(3, ("ann", "cid"), None)],
    ],
)
def test_plots(records: list[object], home: Path) -> None:
    pytest.importorskip("matplotlib")
    write(home / "matches" / "cup", records)  # type: ignore[arg-type]
    [told] = objects("report", "cup", "--plots", "pictures")
    assert told["files"] == [str(Path("pictures") / name) for name in PLOTS]
    for name in PLOTS:
        picture = (Path("pictures") / name).read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 5000
    assert not Path("report.html").exists()


def test_plots_replace_files_only_when_told(home: Path) -> None:
    pytest.importorskip("matplotlib")
    write(home / "matches" / "cup", match([1, 0]))
    Path("pictures").mkdir()
    Path("pictures/elo.png").write_text("precious")
    command = ("report", "cup", "--plots", "pictures", "--out", "page.html")
    assert "elo.png' already exists" in complaint(*command)
    assert not Path("page.html").exists() and Path("pictures/elo.png").read_text() == "precious"
    run(*command, "--force")
    assert Path("page.html").exists()
    assert Path("pictures/elo.png").read_bytes().startswith(b"\x89PNG")
    assert "there is no such folder" in complaint("report", "cup", "--plots", "no/pictures")


def test_plots_need_a_folder(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from hexapoda.errors import UsageError

    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot write"):
        write_plots(figures_of(match([1, 0])), tmp_path / "file")
