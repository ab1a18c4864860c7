"""The small records beside the tests."""

from __future__ import annotations

from pathlib import Path

from hexapoda.hive import Position

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
