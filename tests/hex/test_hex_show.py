"""`hexapoda show hex`: text, pictures, links, and the options that are Hex's alone."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.hex import Position
from hexapoda.record import read_text

GAME = "3x3 swap=pieces a2 swap-pieces b2 a1 c1 b3 a3"


def show(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(command_line("show"), ["show", *arguments], prog_name="hexapoda")
    assert result.exit_code == code, result.output
    return result.output


def test_text() -> None:
    position = Position.from_text(GAME)
    opening, *lines = show("hex", "--position", GAME).splitlines()
    assert opening.startswith("Opening: a2 opening")
    assert lines[:-4] == position.diagram(last_move=True).splitlines()
    assert lines[-4:-2] == [
        "Black's chain: c1 b2 a3",
        "B Black joins top and bottom, W White left and right",
    ]
    assert lines[-2:] == ["3x3, White[4]: BlackWins", GAME]
    red = show("hex", "--position", GAME, "--colors", "red-blue")
    assert "Red's chain: c1 b2 a3" in red and "[r]" in red


def test_pictures() -> None:
    position = Position.from_text(GAME)
    assert show("hex", "--position", GAME, "-f", "svg").rstrip() == position.svg(last_move=True).rstrip()
    picture = show(
        "hex", "--position", GAME, "-f", "svg", "--colors", "red-blue", "--rotation", "9", "--numbers"
    )
    expected = position.svg(last_move=True, colors="red-blue", rotation=9, numbers=True)
    assert picture.rstrip() == expected.rstrip()


def test_links_and_sgf() -> None:
    link = show("hex", "--position", GAME, "-f", "hexworld").strip()
    assert link == "https://hexworld.org/board/#3c1,a2:sb2a1c1b3a3"
    assert show("hex", "--position", link) == show("hex", "--position", GAME)
    [game] = read_text(show("hex", "--position", GAME, "-f", "sgf"))
    assert game.position([*game.main_line()][-1]) == Position.from_text(GAME)
    assert "ply 2" in show("hex", "--position", "#3c1,a1a1", code=2)


@pytest.mark.parametrize(
    "option", [["--colors", "red-blue"], ["--rotation", "9"], ["--numbers"], ["-f", "sgf"]]
)
def test_options_that_another_game_lacks(option: list[str]) -> None:
    assert re.search("Hive has no --", show("hive", "--variant", "Base", *option, code=2))


def test_wrong_options() -> None:
    assert "did you mean" in show("hex", "--variant", "3x3", "--colors", "red-blu", code=2)
    for option in (
        ["--numbers"],
        ["--rotation", "3"],
        ["--numbers", "-f", "sgf"],
        ["--rotation", "3", "--json"],
    ):
        assert "needs --format svg" in show("hex", "--variant", "3x3", *option, code=2)
    assert "1<=x<=12" in show("hex", "--variant", "3x3", "--rotation", "13", code=2)
