"""What a move does can be asked for with every kind of fact: by `describe`, which `hexapoda explain`, the
command `why` and the analysis in the browser show.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexapoda.coach import advice, describe, reasons
from hexapoda.games import find_game, game_names
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position as HivePosition

LOST = "wQ@0,1 wS1@1,0 wS2@2,-1 wA1@5,-3 wA2@4,-2 wL@3,-1 bQ@-1,2 bB1@0,0 bB2@-1,2^1 bG1@-1,1 bG2@1,1"
LAST = "wQ@-1,1 wA1@-1,2 wL@-2,2 wP@0,0 bQ@-2,1 bA1@0,2 bP@0,1"
THROW = "wQ@1,0 bQ@3,-2 bP@2,-1"
BESIDE = "Base+M White[6] - wQ@0,0 wB1@1,0 bM@0,-1 bQ@1,-1"
FEW = "Base+M White[4] - wG1@1,-3 wA1@3,-5 bQ@2,-4"
NARROW = "Base+P White[9] - wQ@0,0 wP@1,0 wA1@2,0 bQ@1,-1 bG1@2,-2"
LATE = "wQ@0,0 wS1@0,1 wS2@0,2 wA1@1,2 wA2@2,1 wG1@2,0 wB1@1,-1 wB2@3,0 bS1@1,1 bQ@1,-2"
SHUFFLE = "Base White[4] bQ wA1@0,0 bA1@1,0 wQ@1,1 bQ@-1,0"

# For each kind a position, and moves of which the last one brings the fact about.
HIVE = {
    "no-defense": (f"Base+L Black[31] - {LOST}", "bB2 wQ"),
    "last-cell": (f"Base+LP Black[10] bA1 {LAST}", "bL -bQ"),
    "queen-covered": (BESIDE, "wB1 bQ"),
    "own-cover": (BESIDE, "wB1 wQ"),
    "queen-pinned": (f"Base+P White[28] - {THROW}", "wP -wQ"),
    "queen-shut-in": (
        "Base White[6] - wQ@0,0 wS1@1,0 wG1@0,1 wA1@-1,1 wB1@-1,0 bG1@2,-1 bQ@3,-1",
        r"wA2 \wQ",
    ),
    "queen-climb": (BESIDE, "wB1 bQ"),
    "throw-queen": (f"Base+P Black[28] bP {THROW}", r"bQ \bP"),
    "throw-out": (f"Base+P Black[28] bP {THROW}", r"bQ \bP"),
    "throw-in": ("Base+P White[9] - wQ@-1,0 wP@0,0 bQ@1,-1 bA1@2,-1", "wS1 wQ\\"),
    "shut-out": (NARROW, "wQ bG1\\"),
    "gate": (NARROW, "wA2 wA1/"),
    "race": ("Base White[6] - wQ@0,0 wS1@1,0 bB1@0,-1 bQ@1,-1", "wA1 /wQ"),
    "ring": (f"Base+P White[28] - {THROW}", "wP -wQ"),
    "must-pass": (FEW, "wQ -wG1"),
    "no-placement": (f"Base+P White[28] - {THROW} wB1@2,-1^1", "wB1 bQ"),
    "covered": ("Base White[5] - wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0 wB1@2,0^1", "wB1 bS1"),
    "pinned": (FEW, "wQ -wG1"),
    "shut-in": (f"Base+LP White[10] - {LAST}", "wL bP/"),
    "movable": (f"Base+P Black[28] wQ {THROW}", "bQ -bP"),
    "reserve": (f"Base White[20] - {LATE}", "wA3 -wQ"),
    "repetition": (SHUFFLE, ", ".join([r"wQ wA1\, bQ \wA1, wQ bA1\, bQ -wA1"] * 2)),
}
HEX = {
    "connected": ("5x5 to-move=black black=c1,c2 white=a1", "c3"),
    "must-answer": ("6x6 to-move=black black=c3 white=d4", "b4"),
    "wasted-intrusion": ("6x6 to-move=white black=c3,d4", "d3"),
    "double-intrusion": ("7x7 to-move=white black=c3,d4,b5", "c4"),
    "links": ("6x6 to-move=black black=c2,c4 white=e2,e4", "c3"),
    "cut": ("6x6 to-move=white black=c2,c4 white=f1", "c3"),
    "ladder": ("7x7 to-move=black white=b7,d5", "c6"),
    "ladder-escape": ("9x9 to-move=black white=c9,d7 black=g8", "d8"),
    "edge-template": ("9x9 to-move=black white=a1", "e7"),
    "dead-cell": ("6x6 to-move=black black=a1 white=b2,c2,c1", "b1"),
    "captured-cell": ("5x5 to-move=black black=c1 white=b4", "a5"),
    "stones-needed": ("6x6 to-move=white black=c3,d4", "d3"),
}
KINDS: dict[str, tuple[Any, dict[str, tuple[str, str]]]] = {
    "hive": (HivePosition, HIVE),
    "hex": (HexPosition, HEX),
}


@pytest.mark.parametrize("name", game_names())
def test_every_kind_is_in_the_table(name: str) -> None:
    assert set(KINDS[name][1]) == {kind.id for kind in find_game(name).facts.KINDS}


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in KINDS for kind in KINDS[name][1]])
def test_each_kind_can_be_asked_for(name: str, kind: str) -> None:
    game, (positions, table) = find_game(name), KINDS[name]
    text, moves = table[kind]
    position = positions.from_text(text)
    *before, last = moves.split(", ")
    for move in before:
        position.push(position.parse_move(move))
    found = describe(game, position, position.parse_move(last))
    assert kind in {remark.fact.kind for remark in found}, [remark.text for remark in found]


def test_a_draw_by_repetition_is_said_with_every_kind_of_line() -> None:
    """Of the line that ends in it, whether it was played or would have been better, and of a hint."""
    game, position = find_game("hive"), HivePosition.from_text(SHUFFLE)
    *before, last = HIVE["repetition"][1].split(", ")
    for move in before:
        position.push(position.parse_move(move))
    draw = [position.parse_move(last)]
    other = [next(move for move in position.legal_moves if move not in draw)]
    found = [
        *reasons(game, position, other, draw).remarks,
        *reasons(game, position, draw, other).remarks,
        *advice(game, position, draw),
    ]
    said = "After bQ -wA1: the position occurs for the third time, which is a draw."
    assert [(remark.text, remark.good) for remark in found] == [(said, False), (said, True), (said, True)]
