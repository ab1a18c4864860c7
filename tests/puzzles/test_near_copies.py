"""Near-copies of puzzles: turned, mirrored, with other colors, with a piece elsewhere, a ply later."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexapoda.games import find_game
from hexapoda.hex import Position as HexPosition
from hexapoda.hex.cell import mirrored, rotated
from hexapoda.hive import Position
from hexapoda.hive.forced_wins import HiveForcedWins
from hexapoda.puzzles.near_copies import ALIKE, ALIKE_FIRST, NearCopies
from hexapoda.puzzles.puzzle import Puzzle, puzzle_id
from hexapoda.puzzles.puzzle_file import package_puzzles

HIVE = "Base White[9] - wQ@0,0 wS1@1,0 bS1@2,0 bQ@3,0 wB1@4,0 bA1@4,-1 wG1@-1,0 bG1@0,1"


def puzzle(game: str, text: str, first: str) -> Puzzle:
    return Puzzle(puzzle_id(game, {}, text), game, (), text, (first,), 1, None)


def turned(text: str, times: int, *, mirror: bool) -> str:
    """The same position of Hive, seen from another side."""
    position = Position.from_text(text)
    pieces = {}
    for piece, ((q, r), height) in position.pieces().items():
        for _ in range(times):
            q, r = -r, q + r
        pieces[piece] = ((r, q) if mirror else (q, r)), height
    return Position.from_pieces(position.variant, pieces, ply=position.ply).text()


@pytest.mark.parametrize("times", range(6))
@pytest.mark.parametrize("mirror", [False, True])
def test_a_turned_or_mirrored_position_of_hive_is_a_copy(times: int, mirror: bool) -> None:
    copies, text = NearCopies(find_game("hive")), turned(HIVE, times, mirror=mirror)
    position = Position.from_text(HIVE)
    one = puzzle("hive", HIVE, position.format_move(position.legal_moves[0]))
    other = Position.from_text(text)
    again = puzzle("hive", text, other.format_move(other.legal_moves[-1]))
    copies.add(one)
    assert copies.find(replace(again, id="0" * 10)) == one.id


def test_colors_and_the_numbers_of_pieces_make_no_difference() -> None:
    swapped = HIVE.translate(str.maketrans("wb", "bw")).replace("White", "Black")
    more = HIVE + " wG2@-2,0", HIVE.replace("wG1@-1,0", "wG1@-2,0") + " wG2@-1,0"
    wins = HiveForcedWins()

    def looks(text: str) -> set[object]:
        position = Position.from_text(text)
        return {things for things, _ in wins.looks(position, position.legal_moves[0])}

    assert looks(HIVE) == looks(swapped) and looks(more[0]) == looks(more[1])
    assert looks(HIVE) != looks(more[0])


def test_pieces_elsewhere_make_a_near_copy_until_there_are_too_many() -> None:
    copies, position = NearCopies(find_game("hive")), Position.from_text(HIVE)
    first = position.format_move(position.legal_moves[0])
    one = puzzle("hive", HIVE, first)
    copies.add(one)
    moved = (
        ("bG1@0,1", "bG1@1,1"),
        ("wG1@-1,0", "wG1@-1,1"),
        ("bA1@4,-1", "bA1@2,-1"),
        ("wB1@4,0", "wB1@3,1"),
    )
    text = HIVE
    for count, (here, there) in enumerate(moved, 1):
        text = text.replace(here, there)
        other = Position.from_text(text)
        last = next(
            other.format_move(move)
            for move in reversed(list(other.legal_moves))
            if move.to != position.legal_moves[0].to
        )
        assert (copies.find(puzzle("hive", text, last)) == one.id) == (count <= ALIKE), text


def test_the_same_first_move_makes_more_positions_near_copies() -> None:
    copies = NearCopies(find_game("hex"))
    stones = [(0, 0), (2, 1), (4, 4), (6, 2), (3, 3), (1, 5)]
    others = [(5, 0), (6, 6), (0, 6), (5, 5), (2, 6), (6, 4)]
    one = puzzle("hex", HexPosition.from_stones("7x7", stones, others).text(), "e2")
    copies.add(one)
    free = [(1, 1), (1, 2), (1, 3), (3, 1), (3, 5)]
    for count in range(1, 6):
        text = HexPosition.from_stones("7x7", stones, others[count:] + free[:count]).text()
        assert (copies.find(puzzle("hex", text, "e2")) == one.id) == (count <= ALIKE_FIRST)
        assert (copies.find(puzzle("hex", text, "e3")) == one.id) == (count <= ALIKE)


def test_the_board_of_hex_is_turned_and_its_colors_mirrored() -> None:
    copies = NearCopies(find_game("hex"))
    black, white = [(0, 0), (2, 1), (4, 4), (3, 0)], [(5, 0), (1, 3), (0, 4), (2, 2)]
    one = puzzle("hex", HexPosition.from_stones("6x6", black, white).text(), "f6")
    copies.add(one)
    around = [[rotated(cell, 6, 6) for cell in stones] for stones in (black, white)]
    assert copies.find(puzzle("hex", HexPosition.from_stones("6x6", *around).text(), "a1")) == one.id
    across = HexPosition.from_stones(
        "6x6", map(mirrored, white), map(mirrored, black), color_to_move=1, ply=9
    ).text()
    assert copies.find(puzzle("hex", across, "f6")) == one.id
    same_color = HexPosition.from_stones("6x6", map(mirrored, black), map(mirrored, white)).text()
    assert copies.find(puzzle("hex", same_color, "f6")) is None
    larger = HexPosition.from_stones("7x7", black, white).text()
    assert copies.find(puzzle("hex", larger, "f6")) is None


@pytest.mark.parametrize("game", ["hive", "hex"])
@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.deep)])
def test_the_puzzles_of_the_package_are_no_near_copies(game: str, step: int) -> None:
    found = package_puzzles(game)
    copies = NearCopies(find_game(game))
    for each in found:
        copies.add(each)
    assert {each.id: other for each in found[::step] if (other := copies.find(each)) is not None} == {}
