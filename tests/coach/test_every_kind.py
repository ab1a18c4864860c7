"""What a move does can be asked for with every kind of fact: by `describe`, which `hexapoda explain`, the
command `why` and the analysis in the browser show.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from hexapoda.analysis.review_json import remark_json
from hexapoda.coach import Remark, advice, describe, reasons, spelled_out
from hexapoda.games import find_game, game_names
from hexapoda.hex import Position as HexPosition
from hexapoda.hex import format_cell
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


EACH = pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in KINDS for kind in KINDS[name][1]])


def remark_of(name: str, kind: str) -> tuple[Any, Remark]:
    """The position after the last move of a kind's example, and what is said of it."""
    game, (positions, table) = find_game(name), KINDS[name]
    text, moves = table[kind]
    position = positions.from_text(text)
    *before, last = moves.split(", ")
    for move in before:
        position.push(position.parse_move(move))
    found = describe(game, position, position.parse_move(last))
    [remark] = [remark for remark in found if remark.fact.kind == kind][:1] or pytest.fail(repr(found))
    position.push(position.parse_move(last))
    return position, remark


@EACH
def test_each_kind_can_be_asked_for(name: str, kind: str) -> None:
    assert remark_of(name, kind)[1].text


@EACH
def test_each_kind_is_drawn_where_it_is(name: str, kind: str) -> None:
    """The page marks the cells of a remark: on the board, and at the piece that the fact is about."""
    position, remark = remark_of(name, kind)
    drawn = remark_json(remark)["cells"]
    assert drawn and len(set(drawn)) == len(drawn)
    counted = re.search(r"(\d+) marked cells", remark.text)
    assert counted is None or int(counted[1]) == len(drawn)
    if isinstance(position, HexPosition):
        assert all(0 <= column < position.columns and 0 <= row < position.rows for column, row in drawn)
        return
    placed = {str(piece): cell for piece, (cell, _) in position.pieces().items()}
    named = [placed[piece] for piece in remark.fact.pieces[:1]] or list(placed.values())
    # A piece is thrown at most two cells, past the one that throws it.
    assert any(distance(cell, each) <= 2 for cell in named for each in drawn)
    assert all(any(distance(cell, each) <= 1 for cell in placed.values()) for each in drawn)


@EACH
def test_cells_that_are_called_marked_can_be_spelled_out(name: str, kind: str) -> None:
    """In the terminal and in a report nothing is marked."""
    _, remark = remark_of(name, kind)
    said = spelled_out(find_game(name), remark)
    if "marked cell" in remark.text:
        cells = " ".join(format_cell(cell) for cell in remark.fact.cells)
        assert said == f"{remark.text} Marked: {cells}."
    else:
        assert said == remark.text


@EACH
def test_without_a_count_something_is_drawn_too(name: str, kind: str) -> None:
    """Every fact of the lines of the examples, also one that counts none."""
    positions, table = KINDS[name]
    text, moves = table[kind]
    position = positions.from_text(text)
    at, line = position.copy(), list[Any]()
    for move in moves.split(", "):
        line.append(at.parse_move(move))
        at.push(line[-1])
    for facts in find_game(name).facts.along(position, line):
        assert all(fact.cells for fact in facts), facts


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """How many steps two cells of a hive are apart."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


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
