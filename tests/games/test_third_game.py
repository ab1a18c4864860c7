"""A third game goes through every part of the package with one module and one entry in the table."""

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.games import find_game, game_names
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from tests.cli.command_line import complaint, objects
from tests.fakes.game_of_y import GAME_OF_Y

SCRIPTED = Path(__file__).parents[1] / "fakes" / "scripted_engine.py"
TABLE = Path(__file__).parents[1] / "fakes" / "third_game"
"""A folder that makes Python put the game into the table of every process: workers of a match are some."""


def run(*arguments: str, code: int = 0, stdin: str = "") -> str:
    result = CliRunner().invoke(
        command_line(*arguments[:2]), list(arguments), input=stdin, prog_name="hexapoda"
    )
    assert result.exit_code == code, result.output
    return result.stdout


def test_it_is_in_the_table() -> None:
    assert game_names()[-1] == "y" and find_game("y") is GAME_OF_Y


def test_commands_on_one_position() -> None:
    assert run("moves", "y", "--position", "triangle-3 1.1").split() == ["2.1", "2.2", "3.1", "3.2", "3.3"]
    shown = json.loads(run("show", "y", "--position", "triangle-3 1.1 2.1", "--json"))
    assert (shown["game"], shown["player"], shown["moves"]) == ("y", 0, ["1.1", "2.1"])
    assert run("show", "y", "--position", "triangle-3 1.1").strip() == "triangle-3 1.1"
    assert "occupied" in run("explain", "y", "1.1", "--position", "triangle-3 1.1", code=1)
    assert run("perft", "y", "--variant", "triangle-3", "-d", "2").split()[-3:-1]


def test_bestmove() -> None:
    lines = run("bestmove", "y", "--position", "triangle-3 1.1 2.1", "--nodes", "1", "--json")
    assert json.loads(lines.splitlines()[-1])["move"] in ("2.2", "3.1", "3.2", "3.3")


def test_it_is_played_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    file = tmp_path / "game.json"
    out = run("play", "y", "--variant", "triangle-3", stdin=f"1.1\nmoves\n2\nundo\nsave {file}\nquit\n")
    assert "Y triangle-3   First: human   Second: human   turn 1" in out
    assert "  1 2.1    2 2.2    3 3.1" in out and "Second: 2.2" in out and "1 move undone" in out
    assert "the game is saved; resume it with: hexapoda play --resume" in out
    lines = ["hint", "1", "why 1.1", "history", "help", "3.1", "back", "board", "undo"]
    resumed = run("play", "--resume", "--black", "random:seed=2", stdin="\n".join(lines), code=1)
    assert "resumed: Y triangle-3, two people, move 1, just now" in resumed
    assert "hint: 1 " in resumed and "*** Second wins: three sides are joined ***" in resumed
    assert "after 5 of 6 moves" in resumed and "2 moves undone" in resumed
    assert "the game is loaded: 1 move" in run("play", "y", stdin=f"load {file}\nquit\n")
    run("play", "y", stdin=f"1.1\nsave {tmp_path}/game.sgf\n", code=2)
    run("play", "y", "--notation", "uhp", code=2)


def test_a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TABLE), str(TABLE.parents[2])]))
    file, store = tmp_path / "match.jsonl", ("--store", str(tmp_path / "y.db"))
    quick = ("--game", "y", "--variant", "triangle-3", "--nodes", "1", "--games", "2", "--seed", "3")
    assert "expected a name that ends in .jsonl" in complaint(
        "match", "random", "random", *quick, "--out", "y.pgn"
    )
    played = objects("match", "random", "random", *quick, "--out", str(file), *store)[-1]
    records = [GameRecord.from_json(line) for line in file.read_text("utf-8").splitlines()]
    assert [(game.game, game.variant, game.ending) for game in records] == [
        ("y", "triangle-3", Ending.NORMAL)
    ] * 2
    assert objects("games", "import", str(file), *store)[-1]["duplicates"] == 2
    won = [objects("games", "search", "--result", one, *store)[:-1] for one in _winners(records)]
    assert sum(map(len, won)) == 2
    review = ("review", str(file), "--game-number", "2", "--engine", f"{SCRIPTED}:Scripted", "--nodes", "1")
    assert "triangle-3" in run(*review, "--quiet")
    page = tmp_path / "y.html"
    run("report", played["match"], "--out", str(page))
    assert "triangle-3" in page.read_text("utf-8")


def _winners(records: list[GameRecord]) -> set[str]:
    return {GAME_OF_Y.players[game.winner or 0].lower() for game in records}


def test_it_is_kept_in_the_store(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "y.db"))
    record = GameRecord(
        game=GAME_OF_Y.name,
        variant="triangle-3",
        players=(PlayerRecord("Ann"), PlayerRecord("Ben")),
        moves=tuple(map(MoveRecord, ("2.1", "1.1", "3.2"))),
        winner=0,
        finished=True,
        ending=Ending.RESIGN,
    )
    journal = tmp_path / "y.jsonl"
    journal.write_text(json.dumps(record.to_json()), encoding="utf-8")
    for added in (1, 0):
        assert objects("games", "import", str(journal), *store)[-1]["added"] == added
    [found, _] = objects("games", "search", "--game", GAME_OF_Y.name, "--variant", "triangle-3", *store)
    assert found["players"] == ["Ann", "Ben"]
    assert objects("games", "stats", *store)[0]["positions"] == 0  # the game has no index
    assert "has no player White" in complaint("games", "edit", "1", "--white", "Zoë", *store)
    assert objects("games", "edit", "1", "--event", "Club", *store)[0]["changed"] == {"event": ["", "Club"]}
    assert objects("games", "crosstable", *store)[0]["name"] == "Ann"
    assert objects("games", "players", *store)[0]["game"] == GAME_OF_Y.name
    assert objects("games", "delete", "1", "--yes", *store) == [{"deleted": [1]}]
    assert objects("games", "restore", "1", *store)[0]["restored"] == [1]
    assert objects("games", "export", str(tmp_path / "out.jsonl"), *store)[0]["games"] == 1
    assert "expected one of json" in complaint("games", "show", "1", "--format", "pgn", *store)


def test_a_review_by_an_engine_that_reports_scores(tmp_path: Path) -> None:
    """Without a solver, an evaluation and a format for files there are still judgments."""
    players = (PlayerRecord("ann"), PlayerRecord("bob"))
    moves = tuple(map(MoveRecord, ("1.1", "2.1", "2.2", "3.1", "3.3")))
    record = GameRecord("y", "triangle-3", players, moves, None, False, Ending.UNKNOWN)
    journal = tmp_path / "games.jsonl"
    journal.write_text(json.dumps(record.to_json()) + "\n", encoding="utf-8")
    out = run("review", str(journal), "--engine", f"{SCRIPTED}:Scripted", "--nodes", "1", "--quiet")
    assert out.startswith("ann - bob  1-0\ntriangle-3, 5 plies; ") and "\n   5  3.3 " in out
    assert "is written" not in out and "points" not in out
    assert "y has no solver" in complaint("solve", "y", "--variant", "triangle-3")
    assert "y has no static evaluation" in complaint("eval", "y", "--variant", "triangle-3")
