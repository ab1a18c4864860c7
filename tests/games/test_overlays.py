"""What the games show on their boards besides the pieces."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from game_of_y.game import GAME_OF_Y
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.games.overlay import OverlayMarks
from hexapoda.hex import Position as HexPosition
from hexapoda.hex.evaluation import evaluate
from hexapoda.hive import Position as HivePosition
from hexapoda.hive.cell import distance

OPENING = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
SURROUNDED = (
    "Base Black[9] - bQ@0,0 wA1@1,0 wA2@0,1 wS1@-1,1 wS2@-1,0 wG1@0,-1 wQ@2,-1 wA3@-2,2 bA1@3,-1 bG1@4,-1"
)
"""White surrounds the queen by moving the ant wA3 to (1, -1)."""
TONES = {"", "first", "second", "good", "bad", "mark", "dim"}


def show(name: str, position: Any, id: str, cell: Any = None, seconds: float = 0.2) -> OverlayMarks:
    overlays = find_game(name).overlays
    assert overlays is not None
    return overlays.show(position, id, cell, seconds)


def cells(marks: OverlayMarks, tone: str) -> set[Any]:
    return {mark.cell for mark in marks.cells if mark.tone == tone}


def hive(text: str) -> Any:
    return find_game("hive").parse_position(text)


def hex(text: str) -> HexPosition:
    return HexPosition.from_text(text)


@pytest.mark.parametrize("name", ["hive", "hex"])
def test_every_overlay_of_every_position(name: str) -> None:
    game = find_game(name)
    assert game.overlays is not None
    listed = game.overlays.OVERLAYS
    assert len({each.key for each in listed}) == len({each.id for each in listed}) == len(listed)
    dice = random.Random(5)
    position = game.initial("Base+MLP" if name == "hive" else "7x7")
    while position.outcome() is None and position.ply < 60:
        before = position.copy()
        for each in listed if position.ply % 5 == 0 else ():
            marks = game.overlays.show(position, each.id, (0, 0), 0.05)
            assert {mark.tone for mark in marks.cells} <= TONES and marks.text
            assert all(mark.value is None or 0 <= mark.value <= 1 for mark in marks.cells)
            assert len({mark.cell for mark in marks.cells}) == len(marks.cells)
        assert position == before
        position.push(dice.choice(list(position.legal_moves)))
    for each in listed:
        assert game.overlays.show(position, each.id, (0, 0), 0.05).text or each.of_cell
    with pytest.raises(UsageError, match="expected one of"):
        game.overlays.show(position, "nothing", None, 0.05)


def test_a_game_without_overlays() -> None:
    assert GAME_OF_Y.overlays is None


def test_pinned_pieces() -> None:
    position = hive(OPENING)
    marks = show("hive", position, "pinned")
    assert {mark.cell for mark in marks.cells} == position.pinned() == {(0, 0), (1, 0)}
    assert cells(marks, "first") == {(0, 0)} and marks.text == "Pinned: 1 white, 1 black."
    assert show("hive", HivePosition(), "pinned").text == "No piece is pinned."


def test_the_first_turns_cannot_be_passed() -> None:
    one = hive("Base;InProgress;Black[1];wS1")
    said = {show("hive", each, "threats").text for each in (HivePosition(), one)}
    said.add(show("hive", one, "reach", (0, 0)).text)
    assert said == {"Neither side can pass before both have placed a piece."}


def test_liberties() -> None:
    marks = show("hive", hive(OPENING), "liberties")
    assert marks.text == "White's queen has 5 free cells; Black's queen has 5 free cells."
    assert len(cells(marks, "first")) == 6 and (-1, 0) in cells(marks, "first")
    assert "White's queen is not on the board" in show("hive", HivePosition(), "liberties").text


def test_the_reach_of_a_piece_of_either_side() -> None:
    position = hive(OPENING)
    own = show("hive", position, "reach", (-1, 0))
    game = find_game("hive")
    assert cells(own, "good") == {move.to for move in position.moves_of(position.top((-1, 0)))}
    assert cells(own, "mark") == {(-1, 0)}
    assert own.text == f"wQ can go to {len(cells(own, 'good'))} cells."
    other = show("hive", position, "reach", (2, 0))  # as if Black were to move
    position.push(game.parse_move(position, "wA1 -wQ"))
    assert {move.to for move in position.moves_of(position.top((2, 0)))} <= cells(other, "good") | {(-2, 0)}
    assert show("hive", position, "reach", (1, 0)).text == "bS1 cannot move."
    assert "no piece" in show("hive", position, "reach", (9, 9)).text
    assert show("hive", position, "reach") == OverlayMarks()


def test_gates() -> None:
    ring = "Base White[5] - wQ@0,0 bQ@1,-2 wS1@0,-1 bS1@2,-2 wA1@1,0 bA1@2,-1"
    position = hive(ring)
    taken = {cell for cell, _ in position.pieces().values()}
    marks = show("hive", position, "gates")
    for first, second in marks.lines:
        assert {first, second} <= taken and distance(first, second) == 2
    assert not show("hive", hive(OPENING), "gates").lines
    bent = hive("Base White[4] - wQ@0,0 wS1@1,0 bS1@2,-1 bQ@2,-2 wA1@-1,1 bA1@1,-2")
    assert ((0, 0), (1, -2)) in show("hive", bent, "gates").lines


def test_a_threat_to_win_at_once() -> None:
    position = hive(SURROUNDED)
    marks = show("hive", position, "threats")
    assert marks.text.startswith("White threatens to win at once: wA3 ")
    assert cells(marks, "bad") == {(1, -1)} and marks.lines == (((-2, 2), (1, -1)),)
    assert "No threat of a forced win" in show("hive", hive(OPENING), "threats").text


def test_the_evaluation_in_words() -> None:
    said = show("hive", hive(SURROUNDED), "evaluation").text.split("\n")
    assert said[0] == "The network gives Black a 0% chance of winning."
    assert said[1].startswith("A separate evaluation, by terms: ") and said[1].endswith(" for White.")
    assert len(said) == 8


def test_the_policy_is_a_heat_map() -> None:
    position = hex("11x11 a2")
    marks = show("hex", position, "policy")
    assert max(mark.value or 0 for mark in marks.cells) == 1
    assert {mark.cell for mark in marks.cells} <= {move.cell for move in position.legal_moves}
    for position in (hex("11x11 f6 e5 d8"), hex("19x19 c3 k9 q4")):
        chance = evaluate(position).win_probability or 0
        assert show("hex", position, "policy").text == (
            f"The network and random games give White a {100 * chance:.0f}% chance of winning."
        )
    assert show("hex", hex("20x20"), "policy").text.startswith("The network cannot estimate the chances")


def test_must_play() -> None:
    marks = show("hex", hex("7x7 black=d3,d5 to-move=white"), "must-play")
    assert cells(marks, "mark") == {(3, 3)} and "White must play on one cell out of 47" in marks.text
    assert (
        show("hex", hex("5x5 black=c3 to-move=white"), "must-play").text == "White loses wherever it plays."
    )
    assert "No threat" in show("hex", hex("11x11"), "must-play").text
    assert "swap" in show("hex", hex("5x5 swap=pieces a1"), "must-play").text


def test_virtual_connections() -> None:
    marks = show("hex", hex("7x7 black=d3,c5"), "connections", seconds=30.0)  # a bridge
    assert ((2, 4), (3, 2)) in {(min(line), max(line)) for line in marks.lines}
    assert {(2, 3), (3, 3)} <= cells(marks, "first")
    assert "Black has " in marks.text and "; White has 0 virtual connections;" in marks.text


def test_edge_templates_are_named() -> None:
    marks = show("hex", hex("9x9 black=e7,c3,h6 white=g4,h7"), "connections", seconds=30.0)
    assert marks.text == (
        "Black has 2 virtual connections; White has 2 virtual connections; joined to an edge: c3 by the"
        " ziggurat, e7 by the ziggurat and g4 by the ziggurat."
    )


def test_edge_templates_that_are_named_are_marked() -> None:
    """The search finds no connection from g7 to the edge: its template is larger than the lists."""
    marks = show("hex", hex("11x11 black=a2,d4,g7 white=e5 to-move=white"), "connections", seconds=30.0)
    assert "g7 by template Va" in marks.text
    marked = cells(marks, "first") | cells(marks, "mark")
    assert {(6, row) for row in range(7, 11)} <= marked


def stones(variant: str, share: float) -> HexPosition:
    """A board with this share of its cells taken at random."""
    position, dice = HexPosition(variant), random.Random(7)
    while position.ply < share * position.columns * position.rows and position.outcome() is None:
        position.push(dice.choice(list(position.legal_moves)))
    if position.outcome() is not None:
        position.pop()
    return position


@pytest.mark.parametrize("variant", ["1x1", "2x9", "11x11", "19x19", "26x26"])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.2, 0.4])
def test_connections_take_no_longer_than_they_may(variant: str, share: float) -> None:
    position = stones(variant, share)
    began = time.process_time()
    marks = show("hex", position, "connections", seconds=0.02)
    assert time.process_time() - began < 0.5, "some of them would take seconds"
    assert marks.text
    if share == 0.2 and position.columns > 11:
        assert marks.partial


def test_few_connections_are_all_found() -> None:
    assert not show("hex", hex("7x7 black=d3,c5"), "connections", seconds=60.0).partial


def test_dead_and_captured_cells() -> None:
    position = hex("4x4 black=b2,c1,a4 white=b1,d2")
    marks = show("hex", position, "dead")
    number = len(cells(marks, "dim"))
    assert marks.text.startswith(f"{number} dead") and number + len(cells(marks, "first")) > 0


def test_the_shortest_way() -> None:
    marks = show("hex", hex("5x5 black=c2,c3 white=a1"), "shortest")
    assert marks.text == "Black needs 3 stones, White needs 4 stones to connect."
    assert cells(marks, "first") and cells(marks, "second")
    cut = show("hex", hex("3x3 black=b1,c1 white=a3,b2"), "shortest")
    assert cut.text == "Black needs 2 stones, White needs 1 stone to connect."


def test_a_finished_game_of_hex() -> None:
    position = hex("2x2 a1 b1 a2")
    for id in ("policy", "dead", "connections"):
        marks = show("hex", position, id)
        assert marks.text == "The game is over." and cells(marks, "mark") == {(0, 0), (0, 1)}
