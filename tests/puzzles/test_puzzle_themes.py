"""Themes of puzzles, on positions made by hand: each is found, and is not found if its point is missing."""

from __future__ import annotations

import time
from typing import Any

from hexapoda.games import find_game
from hexapoda.hex import Position as HexPosition
from hexapoda.hex.cell import format_cell
from hexapoda.hex.forced_wins import HexForcedWins
from hexapoda.hex.puzzle_themes import must_play
from hexapoda.hive import Position
from hexapoda.hive.forced_wins import HiveForcedWins
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.puzzles.making import fault_of, forced_wins_of, themes_of
from hexapoda.puzzles.puzzle import Puzzle, puzzle_id


def hive(text: str, *moves: str) -> tuple[str, ...] | None:
    position = Position.from_text(text)
    return HiveForcedWins().themes_of(position, _moves(position, moves), seconds=10)


def hex_(text: str, *moves: str) -> tuple[str, ...] | None:
    position = HexPosition.from_text(text)
    return HexForcedWins().themes_of(position, _moves(position, moves), seconds=10)


def _moves(position: Any, texts: tuple[str, ...]) -> list[Any]:
    at, found = position.copy(), []
    for text in texts:
        found.append(at.parse_move(text))
        at.push(found[-1])
    return found


LINE = "Base White[4] - wA1@-2,0 wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0 bA1@3,0"
"""A row of six pieces with an ant at each end."""
CUP = "Base White[4] - wS1@0,1 bS1@-1,1 wQ@-1,0 bQ@0,-1 bA1@-2,1 wA1@0,2"
"""Four pieces around 0,0. The ants outside can go in as long as 1,0 and 1,-1 are free."""


def test_a_pin_holds_a_piece_that_could_move() -> None:
    assert hive(LINE, "wA1 bA1-") == ("pin",)
    assert hive(LINE, "wA1 wQ\\") == (), "the ant stays free"
    assert hive(LINE.replace(" bA1@3,0", " bA1@2,-1"), "wA1 bA1-") == (), "it was not the end of the row"


def test_pins_of_the_last_move_and_of_the_loser_do_not_count() -> None:
    assert hive(LINE.replace("White[4]", "Black[4]"), "bA1 bQ\\", "wA1 bA1-") == ()


def test_a_gate_takes_a_cell_from_a_piece() -> None:
    assert "gate" in (hive(CUP, "wA1 bQ-") or ())
    assert "gate" not in (hive(CUP, "wA1 -bA1") or ()), "the way stays open"
    assert "gate" not in (hive(CUP.replace(" bA1@-2,1", ""), "wA1 bQ-") or ()), "nobody could go there"


THROW = "Base+P White[4] - wP@0,0 wQ@-1,0 wS1@-1,1 bS1@1,0 bQ@2,0 bA1@1,-1"


def test_a_throw_is_a_move_of_the_winner_by_a_pillbug() -> None:
    assert "throw" in (hive(THROW, "bA1 wP\\") or ())
    assert "throw" not in (hive(THROW, "wS1 \\wQ") or ())


def test_in_a_race_the_loser_would_win_as_soon() -> None:
    """Each queen has one free neighbor, and each side has an ant that gets there."""
    both = (
        "Base White[9] - wQ@0,0 bQ@4,0 wS1@1,0 bS1@2,0 wS2@3,0 bB1@-1,0 bB2@0,-1 bG1@1,-1 wB1@5,0 wB2@4,1 "
        "wG1@3,1 wG2@5,-1 wA1@-2,0 bA1@6,0 bG2@-1,1"
    )
    wins = HiveForcedWins()
    for text, themes in ((both, ("race",)), (both.removesuffix(" bG2@-1,1"), ())):
        position = Position.from_text(text)
        first = next(move for move in position.legal_moves if _after(position, move).outcome() is not None)
        assert wins.themes_of(position, [first], seconds=10) == themes


def test_the_other_turn_has_no_piece_at_rest() -> None:
    position = Position.from_text(LINE.replace(" - ", " bA1 "))
    other = with_other_turn(position)
    assert other is not None and other.turn != position.turn and other.resting is None
    assert other.pieces() == position.pieces()


def _after(position: Any, move: Any) -> Any:
    after = position.copy()
    after.push(move)
    return after


def test_a_bridge_joins_a_stone_of_another_chain() -> None:
    assert "bridge" in (hex_("5x5 black=b2 white=e1", "c3") or ())
    assert "bridge" not in (hex_("5x5 black=b2,a5 white=c2,e1", "c3") or ()), "one of its cells is taken"
    assert "bridge" not in (hex_("5x5 black=b2 white=e1", "b3") or ()), "it touches"
    joined = "5x5 black=b2,b3,c4 white=e1,e2,e3"
    assert "bridge" not in (hex_(joined, "d3") or ()), "a stone of its own chain"


def test_a_ladder_runs_along_an_edge() -> None:
    assert "ladder" in (hex_("7x7", "b6", "b7", "c6") or ())
    assert "ladder" in (hex_("7x7 black=d4", "f3", "g2", "f2") or ()), "White, on the right"
    assert "ladder" not in (hex_("7x7", "b6", "c5", "c6") or ()), "the reply is not below"
    assert "ladder" not in (hex_("7x7", "b3", "b4", "c3") or ()), "too far from the edge"
    assert "ladder" not in (hex_("7x7", "b6", "g7", "c6") or ()), "the reply is elsewhere"


def test_an_edge_template_cannot_be_cut_off() -> None:
    for row, below, left in (("d6", "d7", "c7"), ("d5", "d6", "c6")):
        assert "edge-template" in (hex_("7x7", row, "a1", "b1") or ())
        assert "edge-template" not in (hex_("7x7", row) or ()), "the last stone"
        blocked = f"7x7 black=a1,b1 white={below},{left}"
        assert "edge-template" not in (hex_(blocked, row, "g1", "f1") or ()), "both ways down are closed"
    assert "edge-template" not in (hex_("7x7", "d4", "a1", "b1") or ()), "too far, if nothing helps"


def test_a_must_play_region_is_all_that_stops_a_threat() -> None:
    position = HexPosition.from_text("4x4 black=d1,a4 white=b2,c2")
    color = position.color_to_move
    region = must_play(position, time.monotonic() + 10)
    assert 2 <= len(region) <= 8
    other = HexPosition.from_stones("4x4", position.stones(0), position.stones(1), color_to_move=1 - color)
    threat = next(stones for stones in (1, 2, 3) if _wins(other, 1 - color, stones))
    for move in position.legal_moves:
        stops = not _wins(_after(position, move), 1 - color, threat)
        assert stops == (move.cell in region), move
    assert "must-play" in (hex_(position.text(), format_cell(region[0])) or ())
    quiet = HexPosition.from_text("6x6 black=c3,c4 white=a1,f6")
    assert must_play(quiet, time.monotonic() + 10) == ()
    assert "must-play" not in (hex_(quiet.text(), "b5") or ())


def _wins(position: Any, color: int, stones: int) -> bool:
    """Whether a color wins with at most so many stones, by plain search."""
    if position.outcome() is not None:
        return bool(position.winning_color == color)
    if stones == 0:
        return False
    if position.color_to_move == color:
        return any(_wins(_after(position, move), color, stones - 1) for move in position.legal_moves)
    return all(_wins(_after(position, move), color, stones) for move in position.legal_moves)


def test_a_puzzle_with_a_wrong_theme_has_a_fault() -> None:
    text = "4x4 black=b1,d4 white=b3,c2"
    game = find_game("hex")
    puzzle = Puzzle(puzzle_id("hex", {}, text), "hex", (), text, ("a1",), 1, None, ("ladder",))
    assert themes_of(puzzle, game, forced_wins_of(game)) != puzzle.themes
    assert fault_of(puzzle, game) is not None
