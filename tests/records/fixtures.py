"""The small records beside the tests."""

from __future__ import annotations

from pathlib import Path

from hexapoda.hive import Move, Position
from hexapoda.record import ReadGame, scan_text

DATA = Path(__file__).parent / "data"

FINISHED = (
    "Base+MLP;WhiteWins;Black[10];wL;bG1 -wL;wS1 wL/;bS1 \\bG1;wG1 \\wS1;bP /bG1;wQ \\wG1;bQ /bP;wS2 wL\\;"
    "bL /bS1;wP /wS2;bL /wQ;wP wS2\\;bL wG1/;wM /wS2;bM /bS1;wP bP\\;bS1 -wQ;bQ bG1\\"
)
"""The first game of most fixtures; a pillbug's throw is in it."""
UNFINISHED = (
    "Base;InProgress;White[6];wS1;bS1 wS1-;wQ -wS1;bQ bS1\\;"
    "wB1 \\wS1;bA1 bQ-;wB1 wS1;bA1 -wQ;wA1 wQ\\;bB1 -bA1"
)
"""The second one; a climb is in it."""


def fixture(name: str) -> str:
    """The text of a fixture."""
    return (DATA / name).read_text(encoding="utf-8")


def games_with_passes() -> list[Position]:
    """Games in which a side has to pass, at the end of each."""
    lines = [line for line in fixture("passes.txt").splitlines() if not line.startswith("#")]
    return [Position.from_game_string(line, repetition=False) for line in lines]


def read_games_of(text: str) -> list[ReadGame]:
    """The games of a text; a bad one raises its error."""
    games = list(scan_text(text))
    for game in games:
        game.checked()
    return games


def moves_of(game: ReadGame) -> list[Move]:
    """The moves of the main line."""
    return list(game.position.moves)


def names_of(game: ReadGame) -> tuple[str, str]:
    """The players."""
    first, second = game.tree.header.players
    return first.name, second.name


def comments_of(game: ReadGame) -> list[tuple[int, str]]:
    """The comments on the main line, each with the number of plies before it."""
    nodes = [game.tree.root, *game.tree.main_line()]
    return [(node.ply, comment) for node in nodes for comment in node.comments]
