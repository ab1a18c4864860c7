"""The encodings of Hive against a slow oracle written from their documentation, and golden values."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.hive import PASS, PIECES, Move, Piece, Position
from hexapoda.hive.cell import Cell, distance, neighbors
from hexapoda.hive.encode import ENCODINGS
from hexapoda.hive.encode.symmetry import MATRICES
from hexapoda.hive.encode.window import center_of, largest_window, placed_pieces
from hexapoda.hive.variant import VARIANTS, pieces_of_variant
from tests.records.random_games import random_game, walk
from tests.storage.played import symmetries

GAME = "Base+MLP;InProgress;White[4];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wB1 \\wQ;bP bQ-"
"""West to east: wQ wG1 bS1 bQ bP, and wB1 north-west of wQ."""
STUCK = "Base White[5] - wQ@0,0 bB1@0,0^1 bQ@1,0"
"""White can only pass."""


def positions(variant: str, seed: int, plies: int = 60, every: int = 7) -> Iterator[Position]:
    for position in walk(seed, variant, plies):
        if position.ply % every == 0:
            yield position


def center(position: Position) -> Cell:
    """By definition: the greatest distance, the sum of the distances, the index."""
    where = {piece: cell for piece, (cell, _) in position.pieces().items()}
    if not where:
        return 0, 0

    def rank(piece: Piece) -> tuple[int, int, int]:
        far = [distance(where[piece], cell) for cell in where.values()]
        return max(far), sum(far), piece.index

    return where[min(where, key=rank)]


def place_of(piece: Piece, player: int) -> int:
    """The row or plane of a piece: one's own come first."""
    return piece.index % 14 + (0 if piece.color == player else 14)


def planes(position: Position, size: int, player: int) -> NDArray[Any]:
    """The planes, cell by cell."""
    out = np.zeros((39, size, size), np.float32)
    left, top = (axis - size // 2 for axis in center(position))
    for row in range(size):
        for column in range(size):
            stack = position.stack((column + left, row + top))
            for level, piece in enumerate(stack):
                out[place_of(piece, player), row, column] = (level + 1) / 7
                out[29, row, column] += piece is position.resting
            out[28, row, column] = len(stack) / 7
    out[30] = position.turn == player
    out[31] = min(position.ply / 8, 1)
    out[32] = min((position.repetitions() - 1) / 2, 1)
    out[33] = min(position.passes / 2, 1)
    for plane, letter in zip((34, 35, 36), "MLP", strict=True):
        out[plane] = letter in position.variant[4:]
    out[37] = position.opening == "tournament"
    out[38] = position.repetition
    return out


def tokens(position: Position, player: int) -> NDArray[Any]:
    """The tokens, piece by piece."""
    out = np.zeros((29, 8), np.int8)
    q0, r0 = center(position)
    placed = position.pieces()
    for piece in PIECES:
        row = out[place_of(piece, player)]
        row[:3] = piece.color != player, "QSBGAMLP".index(piece.bug.value), piece.number
        if piece in placed:
            cell, level = placed[piece]
            row[3] = 2 if position.top(cell) is piece else 3
            row[4:] = cell[0] - q0, cell[1] - r0, level, piece is position.resting
        else:
            row[3] = piece in pieces_of_variant(position.variant)
    out[28] = (
        *(position.turn == player, min(position.ply, 8), min(position.repetitions(), 3)),
        *(min(position.passes, 3), position.opening == "tournament", position.repetition, player, 0),
    )
    return out


@pytest.mark.parametrize("variant", VARIANTS)
def test_observations_are_those_of_the_oracle(variant: str) -> None:
    size = largest_window(variant)
    plane_encoder, token_encoder = (ENCODINGS.encoder(name, variant) for name in ("planes", "tokens"))
    for position in positions(variant, 1, every=11):
        for player in (0, 1):
            assert np.array_equal(plane_encoder.encode(position, player), planes(position, size, player))
            assert np.array_equal(token_encoder.encode(position, player), tokens(position, player))
        for encoder in (plane_encoder, token_encoder):
            found = encoder.encode(position)
            assert np.array_equal(found, encoder.encode(position, position.turn))
            assert found.shape == encoder.shape and found.dtype == encoder.dtype
            assert encoder.bounds[0] <= found.min() and found.max() <= encoder.bounds[1]


def test_repetitions_are_seen() -> None:
    position = Position("Base", opening="free")
    for text in ("wQ", "bQ wQ-"):
        position.push_text(text)
    counts = []
    while position.outcome() is None:
        queen = Piece(f"{'wb'[position.turn]}Q")
        position.push(position.moves_of(queen)[0])
        seen = ENCODINGS.encoder("planes", "Base").encode(position)[32]
        row = ENCODINGS.encoder("tokens", "Base").encode(position)[28]
        assert seen.min() == seen.max() == (row[2] - 1) / 2
        counts.append(int(row[2]))
    assert set(counts) == {1, 2, 3} and counts[-1] == 3


def test_passes_are_seen() -> None:
    passed = Position.from_text(STUCK)
    passed.push(PASS)
    assert ENCODINGS.encoder("planes", "Base").encode(passed)[33].min() == 0.5
    assert ENCODINGS.encoder("tokens", "Base").encode(passed)[28, 3] == 1


@pytest.mark.parametrize("name", ENCODINGS.observations)
def test_observations_are_written_into_arrays_of_any_kind(name: str) -> None:
    encoder, position = ENCODINGS.encoder(name, "Base+MLP"), random_game(2, plies=30)
    expected = encoder.encode(position, 0)
    for out in (
        np.ones(encoder.shape, encoder.dtype),
        np.ones(encoder.shape, np.float64),
        np.ones((*encoder.shape, 2), encoder.dtype)[..., 0],
    ):
        encoder.write(position, out, 0)
        assert np.array_equal(out, expected)
    row = np.ones(encoder.shape, encoder.dtype)
    for out in (row[1:], row.reshape(encoder.shape[::-1]), row.reshape(-1)):
        with pytest.raises(ValueError, match="could not broadcast"):
            encoder.write(position, out, 0)
        assert out.all(), "nothing was written"
    row.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        encoder.write(position, row, 0)


def test_state_texts() -> None:
    """They have everything that the rest of the game depends on, and nothing else."""
    texts = []
    for order in (("wQ -wG1", "bQ bG1-", "wA1 \\wG1"), ("wA1 \\wG1", "bQ bG1-", "wQ -wG1")):
        position = Position("Base")
        for text in ("wG1", "bG1 wG1-", *order):
            position.push_text(text)
        texts.append(ENCODINGS.state_text(position))
    assert texts[0] == texts[1], "no position before a placement can recur"
    stuck = "Black[5] - bQ@0,0 wB1@0,0^1 wQ@1,0"
    passed = Position.from_text(f"Base {stuck}", repetition=False)
    passed.push(PASS)
    same = Position.from_text(passed.text(), repetition=False)
    assert (passed.passes, same.passes) == (1, 0), "a third pass in a row ends the game"
    assert ENCODINGS.state_text(passed) != ENCODINGS.state_text(same)


def test_features_are_named() -> None:
    for name, axis in (("planes", 0), ("tokens", 1)):
        encoder = ENCODINGS.encoder(name, "Base")
        assert len(set(encoder.features)) == encoder.shape[axis]


def test_golden_planes() -> None:
    position = Position.from_game_string(GAME)
    found = ENCODINGS.encoder("planes:window=11", "Base+MLP").encode(position)
    # wG1 and bS1 are at most 3 steps from all others, 9 in sum. wG1 has the lower index: it is in the middle.
    cells = {name: (5, 5 + column) for name, column in (("wQ", -1), ("wG1", 0), ("bS1", 1), ("bQ", 2))}
    cells |= {"bP": (5, 8), "wB1": (4, 4)}
    for name, (row, column) in cells.items():
        plane = place_of(Piece(name), 0)
        assert found[plane].sum() == found[plane, row, column] == np.float32(1 / 7)
    assert found[:28].astype(bool).sum() == 6
    assert found[30:, 0, 0].tolist() == [1, 0.75, 0, 0, 1, 1, 1, 1, 1]


def test_golden_tokens() -> None:
    position = Position.from_game_string(GAME)
    found = ENCODINGS.encoder("tokens", "Base+MLP").encode(position).tolist()
    assert found[0] == [0, 0, 1, 2, -1, 0, 0, 0], "wQ"
    assert found[3] == [0, 2, 1, 2, -1, -1, 0, 0], "wB1"
    assert found[27] == [1, 7, 1, 2, 3, 0, 0, 0], "bP"
    assert found[6] == [0, 3, 2, 1, 0, 0, 0, 0], "wG2, in hand"
    assert found[28] == [1, 6, 1, 0, 1, 1, 0, 0]


def test_golden_numbers_of_openspiel() -> None:
    layout = ENCODINGS.layout("openspiel", "Base+MLP")
    start, position = Position("Base+MLP"), Position.from_game_string(GAME)
    assert layout.size == 28 * 28 * 7 + 1
    assert layout.number(start, start.parse_move("wG1")) == (4 * 28 + 4) * 7 + 6, "on top of itself"
    assert layout.number(start, start.parse_move("wA1")) == (1 * 28 + 1) * 7 + 6
    # wB2 beside wQ (tile 0) to the west (direction 4), which is also south-west (3) of wB1 (tile 9).
    west = position.parse_move("wB2 -wQ")
    assert layout.numbers(position, west) == ((10 * 28 + 0) * 7 + 4, (10 * 28 + 9) * 7 + 3)
    climb = position.parse_move("wB1 wQ")
    assert layout.numbers(position, climb) == ((9 * 28 + 0) * 7 + 6,), "on top of wQ"
    position.push(climb)
    position.push_text("bS2 bP-")
    # wB1 climbs down to the west: its only neighbor there is wQ, which it stands on.
    down = position.parse_move("wB1 -wQ")
    assert layout.numbers(position, down) == ((9 * 28 + 0) * 7 + 4,)
    assert layout.move(position, (9 * 28 + 0) * 7 + 4) == down


def test_golden_numbers_of_cells() -> None:
    layout = ENCODINGS.layout("cells:window=11", "Base+MLP")
    position = Position.from_game_string(GAME)
    assert layout.size == 28 * 11 * 11 + 1
    assert layout.number(position, position.parse_move("wB2 -wQ")) == (4 * 11 + 5) * 11 + 3
    position.push_text("wA1 \\wB1")
    # Black is to move, so black pieces come first.
    assert layout.number(position, position.parse_move("bS2 bP-")) == (2 * 11 + 5) * 11 + 9


@pytest.mark.parametrize("name", ENCODINGS.actions)
@pytest.mark.parametrize("variant", VARIANTS)
def test_numbers_are_invertible(variant: str, name: str) -> None:
    layout = ENCODINGS.layout(name, variant)
    rng = Random(variant)
    for position in positions(variant, 1, plies=100, every=4):
        moves = list(position.legal_moves)
        numbers = [layout.number(position, move) for move in moves]
        assert sorted(numbers) == np.flatnonzero(layout.mask(position)).tolist()
        for move, number in zip(moves, numbers, strict=True):
            everything = layout.numbers(position, move)
            assert everything[0] == number == min(everything)
            assert [layout.move(position, one) for one in everything] == [move] * len(everything)
        named = {number for move in moves for number in layout.numbers(position, move)}
        for number in rng.sample(range(layout.size), 30):
            if number not in named:
                with pytest.raises(IllegalMoveError, match=f"action {number} is not a legal move"):
                    layout.move(position, number)


def test_every_reference_is_a_number() -> None:
    """The numbers of a move name its destination by all top pieces around it."""
    layout = ENCODINGS.layout("openspiel", "Base+MLP")
    several = 0
    for position in positions("Base+MLP", 3, plies=80):
        for move in position.legal_moves:
            if move.to is None or position.height(move.to) or position.ply == 0:
                continue
            beside = {position.top(cell) for cell in neighbors(move.to)} - {None, move.piece}
            on_stack = move.origin in neighbors(move.to) and position.height(move.origin or (0, 0)) > 1
            several += len(beside) > 1
            assert len(layout.numbers(position, move)) == len(beside) + on_stack
    assert several > 100


def test_the_pass_is_the_last_number() -> None:
    must_pass = Position.from_text(STUCK)
    for name in ENCODINGS.actions:
        layout = ENCODINGS.layout(name, "Base")
        with pytest.raises(IllegalMoveError):
            layout.move(Position(), layout.size - 1)
        assert layout.number(must_pass, PASS) == layout.size - 1
        assert np.flatnonzero(layout.mask(must_pass)).tolist() == [layout.size - 1]
        assert layout.move(must_pass, layout.size - 1) == PASS


def test_symmetries_are_the_twelve() -> None:
    assert {(a, b, c, d) for (a, b), (c, d) in MATRICES} == set(symmetries())
    assert len(MATRICES) == len(ENCODINGS.symmetries) == 12
    wrong: Any
    for wrong in (-1, 12, 1.0, "a", None, True):
        with pytest.raises(UsageError, match=rf"no symmetry {wrong!r}: expected 0 to 11"):
            ENCODINGS.transform(Position(), wrong)


def test_a_player_is_0_or_1() -> None:
    wrong: Any
    for name in ENCODINGS.observations:
        for wrong in (-1, 2, 9, 1.0, "white", True):
            with pytest.raises(UsageError, match=f"no player {wrong!r}: expected 0, 1 or None"):
                ENCODINGS.encoder(name, "Base").encode(Position(), wrong)


@pytest.mark.parametrize("variant", VARIANTS)
def test_symmetries_of_observations_and_actions(variant: str) -> None:
    encoders = [ENCODINGS.encoder(name, variant) for name in ENCODINGS.observations]
    layouts = [ENCODINGS.layout(name, variant) for name in ENCODINGS.actions]
    permutations = [[layout.permutation(symmetry) for symmetry in range(12)] for layout in layouts]
    for position in positions(variant, 4, plies=70, every=13):
        seen = [encoder.encode(position) for encoder in encoders]
        masks = [layout.mask(position) for layout in layouts]
        for symmetry in range(12):
            image = ENCODINGS.transform(position, symmetry)
            assert image == position if symmetry == 0 else image.canonical_key == position.canonical_key
            for encoder, before in zip(encoders, seen, strict=True):
                assert np.array_equal(encoder.transform(before, symmetry), encoder.encode(image))
            for layout, mask, permutation in zip(layouts, masks, permutations, strict=True):
                moved = np.zeros_like(mask)
                moved[permutation[symmetry]] = mask
                assert np.array_equal(moved, layout.mask(image))


@pytest.mark.parametrize("name", ENCODINGS.actions)
def test_permutations_are_those_of_moves(name: str) -> None:
    layout = ENCODINGS.layout(name, "Base+MLP")
    position = random_game(5, plies=40)
    for symmetry, ((a, b), (c, d)) in enumerate(MATRICES):
        permutation = layout.permutation(symmetry)
        assert sorted(permutation) == list(range(layout.size))
        image = ENCODINGS.transform(position, symmetry)
        for move in position.legal_moves:
            if move.piece is not None and move.to is not None:
                q, r = move.to
                to = Move(move.piece, (a * q + b * r, c * q + d * r))
                assert permutation[layout.number(position, move)] == layout.number(image, to)


def test_golden_move_rows() -> None:
    position = Position.from_game_string(GAME)
    layout = ENCODINGS.layout("cells:window=11", "Base+MLP")
    rows = {tuple(row[1:]): row[0] for row in layout.move_rows(position).tolist()}
    # wB1 climbs onto wQ, and wB2, from the hand, goes beside it; wG1 is the center.
    assert rows[3, -1, 0, 1] == layout.number(position, position.parse_move("wB1 wQ"))
    assert rows[4, -2, 0, 0] == layout.number(position, position.parse_move("wB2 -wQ"))
    position.push_text("wA1 \\wB1")
    own = layout.move_rows(position)[:, 1]
    assert own.min() >= 0 and own.max() < 14, "Black's pieces are its own"
    assert layout.move_rows(Position.from_text(STUCK)).tolist() == [[layout.size - 1, -1, 0, 0, 0]]


@pytest.mark.parametrize("name", ENCODINGS.actions)
@pytest.mark.parametrize("variant", VARIANTS)
def test_move_rows_name_all_moves_under_all_symmetries(variant: str, name: str) -> None:
    layout = ENCODINGS.layout(name, variant)
    for position in positions(variant, 6, plies=100, every=17):
        rows = layout.move_rows(position)
        assert rows.shape == (len(position.legal_moves), len(layout.move_columns))
        assert [layout.move(position, number) for number in rows[:, 0]] == list(position.legal_moves)
        for symmetry in range(12):
            image = layout.move_rows(ENCODINGS.transform(position, symmetry))
            moved = layout.transform_rows(rows, symmetry)
            assert sorted(image.tolist()) == sorted(moved.tolist())
        unused = np.full((2, 3, rows.shape[1]), -1, np.int16)
        assert (layout.transform_rows(unused, 1) == -1).all()


@pytest.mark.parametrize("variant", ["Base", "Base+MLP"])
def test_the_default_window_holds_the_longest_hives(variant: str) -> None:
    pieces = pieces_of_variant(variant)
    rng, size = Random(0), largest_window(variant)
    for bend in (0.0, 0.1, 0.3, 1.0):
        cells = [(0, 0)]
        while len(cells) < len(pieces):
            q, r = cells[-1] if rng.random() >= bend else rng.choice(cells)
            step = (1, 0) if bend < 0.2 else rng.choice([(1, 0), (0, 1), (1, -1)])
            if (q + step[0], r + step[1]) not in cells:
                cells.append((q + step[0], r + step[1]))
        board = dict(zip(pieces, ((cell, 0) for cell in cells), strict=True))
        position = Position.from_pieces(variant, board, ply=60)
        _, reach = center_of(placed_pieces(position))
        assert reach <= len(pieces) // 2 and center_of(placed_pieces(position))[0] == center(position)
        if bend == 0:
            assert reach == len(pieces) // 2 == size // 2 - 1
        assert ENCODINGS.encoder("planes", variant).encode(position)[:28].astype(bool).sum() == len(pieces)
        assert ENCODINGS.layout("cells", variant).mask(position).sum() == len(position.legal_moves)


def test_a_hive_that_does_not_fit_is_refused_with_the_size() -> None:
    position = Position.from_game_string(GAME)
    message = "reaches 3 cells from its center: expected at most 2 in a window of 7x7; .* of 9 holds it"
    with pytest.raises(UsageError, match=message):
        ENCODINGS.encoder("planes:window=7", "Base+MLP").encode(position)
    with pytest.raises(UsageError, match=message):
        ENCODINGS.layout("cells:window=7", "Base+MLP").mask(position)
    assert ENCODINGS.layout("cells:window=9", "Base+MLP").mask(position).sum() == len(position.legal_moves)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("plane", "no observation of Hive is called 'plane': expected planes or tokens.*'planes'"),
        ("planes:window=8", "an odd number from 5 to 31, not 8; 25 holds every hive of Base"),
        ("planes:window=33", "from 5 to 31, not 33"),
        ("planes:window=x", "'window' must be an integer, not 'x'"),
        ("planes:size=9", "'planes' has no option 'size': it has window"),
        ("tokens:window=9", "'tokens' has no option 'window': it has none"),
    ],
)
def test_wrong_texts_of_encodings(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ENCODINGS.encoder(text, "Base")


def test_wrong_arguments() -> None:
    position = Position("Base+M")
    for name in ENCODINGS.observations:
        with pytest.raises(UsageError, match=r"the variant of the position is Base\+M: expected Base"):
            ENCODINGS.encoder(name, "Base").encode(position)
    for name in ENCODINGS.actions:
        layout = ENCODINGS.layout(name, "Base+M")
        for wrong in (-1, layout.size, 1.5, "3", None, True):
            with pytest.raises(UsageError, match=f"expected an integer from 0 to {layout.size - 1}"):
                layout.move(position, wrong)  # type: ignore[arg-type]
        with pytest.raises(IllegalMoveError):
            layout.number(position, Move(Piece("wQ"), (0, 0)))
    with pytest.raises(UsageError, match="layout of Hive is called 'moves': expected openspiel or cells"):
        ENCODINGS.layout("moves", "Base")
