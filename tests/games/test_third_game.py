"""A third game goes through every part of the package with one module and one entry in the table."""

import json

from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.games import find_game, game_names
from tests.fakes.game_of_y import GAME_OF_Y


def run(*arguments: str, code: int = 0, stdin: str = "") -> str:
    result = CliRunner().invoke(command_line(), list(arguments), input=stdin, prog_name="hexapoda")
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
