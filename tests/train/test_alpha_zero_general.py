"""The games as alpha-zero-general asks for them, checked against positions and by a search of these calls."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from inspect import signature
from random import Random
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import HexapodaError, IllegalMoveError, UsageError
from hexapoda.hex.solve import HexSolver
from hexapoda.hive import PIECES, Piece, Position
from hexapoda.hive.encode.window import center_of, placed_pieces
from hexapoda.train.alpha_zero_general import DRAW, AlphaZeroGeneralGame, BoardView

GAMES: list[dict[str, Any]] = [
    {"game": "hex", "variant": "4x4"},
    {"game": "hex", "variant": "4x4", "rules": {"swap": "pieces"}},
    {"game": "hex", "variant": "3x3", "rules": {"swap": "sides"}},
    {"game": "hive", "variant": "Base+MLP", "observation": "tokens", "max_plies": 60},
    {"game": "hive", "actions": "cells:window=27", "max_plies": 40},
]


def play(game: AlphaZeroGeneralGame, seed: int) -> Iterator[tuple[BoardView, int]]:
    """The boards of a random game, and who is to move; the last one is over."""
    rng, board, player = Random(seed), game.getInitBoard(), 1
    while True:
        yield board, player
        if game.getGameEnded(board, player):
            return
        action = rng.choice(np.flatnonzero(game.getValidMoves(board, player)).tolist())
        board, player = game.getNextState(board, player, action)


def exchanged(position: Position) -> Position:
    """The same position of Hive a ply later with the colors exchanged. It has no history."""

    def other(piece: Piece) -> Piece:
        return PIECES[(piece.index + 14) % 28]

    return Position.from_pieces(
        position.variant,
        {other(piece): place for piece, place in position.pieces().items()},
        ply=position.ply + 1,
        resting=None if position.resting is None else other(position.resting),
    )


@pytest.mark.parametrize("settings", GAMES)
def test_players_take_turns_on_boards_and_on_canonical_boards(settings: dict[str, Any]) -> None:
    game = AlphaZeroGeneralGame(**settings)
    rng = Random(7)
    for board, player in play(game, 3):
        canonical = game.getCanonicalForm(board, player)
        valid = game.getValidMoves(canonical, 1)
        assert np.array_equal(valid, game.getValidMoves(board, player))
        assert valid.shape == (game.getActionSize(),) and not game.getValidMoves(board, -player).any()
        assert np.asarray(canonical).shape[-2:] == game.getBoardSize()
        if game.getGameEnded(board, player):
            continue
        assert valid.sum() == len(board.episode.position.legal_moves)
        before = game.stringRepresentation(board)
        action = rng.choice(np.flatnonzero(valid).tolist())
        after, following = game.getNextState(board, player, action)
        seen, next_seen = game.getNextState(canonical, 1, action)
        assert (following, next_seen) == (-player, -1) and game.stringRepresentation(board) == before
        assert after.episode.position == seen.episode.position != board.episode.position
        texts = [
            game.stringRepresentation(game.getCanonicalForm(*one))
            for one in ((after, following), (seen, next_seen))
        ]
        assert texts[0] == texts[1] != before


@pytest.mark.parametrize("rules", [{}, {"swap": "sides"}])
def test_the_canonical_form_of_hex_is_that_of_the_mirrored_position(rules: dict[str, str]) -> None:
    game = AlphaZeroGeneralGame("hex", variant="5x5", rules=rules)
    encodings, layout, encoder = game.settings.encodings, game.settings.layout, game.settings.encoder
    whites = 0
    for seed in range(6):
        for board, player in play(game, seed):
            position: Any = board.episode.position
            if position.ply < 2 and rules:
                continue  # no position shows a swap by the other color
            canonical = game.getCanonicalForm(board, player)
            expected = encodings.transform(position, 2) if position.color_to_move else position
            whites += position.color_to_move
            assert expected.color_to_move == 0
            assert np.array_equal(np.asarray(canonical), encoder.encode(expected))
            assert np.array_equal(game.getValidMoves(canonical, 1), layout.mask(expected))
    assert whites > 20


def test_black_and_white_of_hex_play_the_same_numbers() -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3", rules={"swap": "pieces"})
    board, player = game.getNextState(game.getInitBoard(), 1, 1)
    assert game.getValidMoves(board, player).tolist() == [1, 1, 1, 0, 1, 1, 1, 1, 1, 1], "b1 is a2 for White"
    assert np.asarray(game.getCanonicalForm(board, -1))[1, 1, 0] == 1
    stone, _ = game.getNextState(board, player, 1)
    assert stone.episode.position.moves[1].cell == (0, 1)
    swap, player = game.getNextState(board, player, 9)
    assert str(swap.episode.position.moves[1]) == "swap-pieces" and player == 1
    assert str(stone) == stone.episode.diagram()


@pytest.mark.parametrize("observation", ["planes", "tokens"])
@pytest.mark.parametrize("variant", ["Base", "Base+MLP"])
def test_the_canonical_form_of_hive_has_the_colors_exchanged(variant: str, observation: str) -> None:
    game = AlphaZeroGeneralGame("hive", variant=variant, observation=observation, max_plies=90)
    layout, encoder = game.settings.layout, game.settings.encoder
    compared = 0
    for board, player in play(game, 2):
        position: Any = board.episode.position
        if position.ply < 10 or position.repetitions() > 1 or position.passes or board.episode.over:
            continue
        canonical = game.getCanonicalForm(board, player)
        twin = position if position.turn == 0 else exchanged(position)
        assert twin.turn == 0
        if center_of(placed_pieces(twin)) != center_of(placed_pieces(position)):
            continue  # among several cells, the center is that of White's piece
        assert np.array_equal(np.asarray(canonical), encoder.encode(twin))
        assert np.array_equal(game.getValidMoves(canonical, 1), layout.mask(twin))
        compared += position.turn
    assert compared > 20


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "hex", "variant": "4x4"},
        {"game": "hive", "variant": "Base+MLP", "observation": "tokens", "max_plies": 30},
        {"game": "hive", "observation": "planes", "max_plies": 24},
    ],
)
def test_symmetries_are_those_of_positions(settings: dict[str, Any]) -> None:
    game = AlphaZeroGeneralGame(**settings)
    encodings = game.settings.encodings
    for board, player in play(game, 5):
        position: Any = board.episode.position
        if position.ply % 5 not in (1, 2) or position.outcome():
            continue
        mask = game.getValidMoves(board, player).astype(np.float32)
        policy = mask * np.linspace(1, 2, len(mask))
        images = game.getSymmetries(game.getCanonicalForm(board, player), policy)
        assert len(images) == len(encodings.color_symmetries)
        assert np.array_equal(images[0][1], policy.astype(np.float32)), "the first one is the board itself"
        for symmetry, (seen, moved) in enumerate(images):
            image = encodings.transform(position, symmetry)
            expected = BoardView(type(board.episode)(game.settings, image), board.first)
            assert np.array_equal(seen, np.asarray(game.getCanonicalForm(expected, player)))
            assert np.array_equal(moved > 0, game.getValidMoves(expected, player) > 0)
            assert sorted(moved) == sorted(images[0][1])
    assert encodings.color_symmetries == tuple(range(12 if settings["game"] == "hive" else 2))


@pytest.mark.parametrize("seed", range(4))
def test_the_winner_gets_1(seed: int) -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3", rules={"swap": "sides"})
    *before, (board, player) = play(game, seed)
    assert all(game.getGameEnded(earlier, one) == 0 for earlier, _ in before for one in (1, -1))
    outcome: Any = board.episode.position.outcome()
    winner = 1 if outcome.winner == 0 else -1
    assert game.getGameEnded(board, winner) == 1 and game.getGameEnded(board, -winner) == -1
    canonical = game.getCanonicalForm(board, player)
    assert game.getGameEnded(canonical, 1) == (1 if winner == player else -1)


def test_a_draw_and_a_cut_game_are_over() -> None:
    game = AlphaZeroGeneralGame("hive", rules={"opening": "free"})
    board, player = game.getInitBoard(), 1
    plies = 0
    while not game.getGameEnded(board, player):
        position: Any = board.episode.position
        move = (
            position.parse_move(("wQ", "bQ wQ-")[plies])
            if plies < 2
            else position.moves_of(Piece(f"{'wb'[position.turn]}Q"))[0]
        )
        board, player = game.getNextState(board, player, game.settings.layout.number(position, move))
        plies += 1
    assert board.episode.reason == "third occurrence of a position"
    assert game.getGameEnded(board, 1) == game.getGameEnded(board, -1) == DRAW and 0 < DRAW < 0.01
    short = AlphaZeroGeneralGame("hex", variant="5x5", max_plies=2)
    *_, (board, player) = play(short, 1)
    assert board.episode.plies == 2 and short.getGameEnded(board, player) == DRAW


def played(game: AlphaZeroGeneralGame, texts: str) -> BoardView:
    board, player = game.getInitBoard(), 1
    for text in texts.split(","):
        position: Any = board.episode.position
        valid = np.flatnonzero(game.getValidMoves(board, player))
        after = {}
        for action in valid.tolist():
            following, other = game.getNextState(board, player, action)
            after[str(following.episode.position.moves[-1])] = following, other
        board, player = after[str(position.parse_move(text.strip()))]
    return board


def test_texts_tell_boards_apart() -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3")
    first, second = played(game, "a1, b1, c1"), played(game, "c1, b1, a1")
    assert game.stringRepresentation(first) == game.stringRepresentation(second), "one position, two orders"
    hive = AlphaZeroGeneralGame("hive", observation="tokens")
    start = "wG1, bG1 wG1-, wQ -wG1, bQ bG1-, "
    there_and_back = [
        played(hive, start + moves)
        for moves in ("wQ \\wG1, bQ bG1/, wQ -wG1, bQ bG1-", "wQ /wG1, bQ bG1\\, wQ -wG1, bQ bG1-")
    ]
    assert there_and_back[0].episode.position == there_and_back[1].episode.position
    texts = {hive.stringRepresentation(board) for board in there_and_back}
    assert len(texts) == 2, "other positions were repeated on the way"
    assert hive.stringRepresentation(played(hive, start.strip(", "))) not in texts, "fewer plies"


def test_the_text_of_a_lost_board_is_another_one() -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3", illegal="lose")
    board = played(game, "a1")
    illegal = int(np.flatnonzero(game.getValidMoves(board, -1) == 0)[0])
    lost, _ = game.getNextState(board, -1, illegal)
    assert game.getGameEnded(lost, -1) == -1 and lost.episode.position == board.episode.position
    assert game.stringRepresentation(lost) != game.stringRepresentation(board)


def value(game: AlphaZeroGeneralGame, board: BoardView, known: dict[str, float]) -> float:
    """The value of a canonical board for player 1, by trying everything."""
    text = game.stringRepresentation(board)
    if text not in known:
        known[text] = game.getGameEnded(board, 1) or max(
            -value(game, game.getCanonicalForm(*game.getNextState(board, 1, action)), known)
            for action in np.flatnonzero(game.getValidMoves(board, 1)).tolist()
        )
    return known[text]


def test_a_search_of_these_calls_agrees_with_the_solver() -> None:
    game, known = AlphaZeroGeneralGame("hex", variant="3x3"), dict[str, float]()
    start = game.getInitBoard()
    position: Any = start.episode.position
    winning = HexSolver("3x3").solve(position, all_moves=True).winning_moves
    assert winning is not None and 0 < len(winning) < 9
    for action in range(9):
        after = game.getCanonicalForm(*game.getNextState(start, 1, action))
        assert value(game, after, known) == (-1 if (action % 3, action // 3) in winning else 1)


def test_boards_are_arrays_and_pickles() -> None:
    game = AlphaZeroGeneralGame("hive", observation="tokens")
    boards = [board for (board, _), _ in zip(play(game, 1), range(3), strict=False)]
    assert np.array(boards).shape == (3, 29, 8) and np.asarray(boards[0], np.float64).dtype == np.float64
    copied = pickle.loads(pickle.dumps(boards[2]))
    assert game.stringRepresentation(copied) == game.stringRepresentation(boards[2])
    assert copied.episode.settings == game.settings


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "hex", "variant": "4x5"}, "4x5 is not the same for both colors"),
        (
            {"game": "hive", "actions": "openspiel"},
            "'openspiel' depends on the colors of pieces: use 'cells'",
        ),
        ({"game": "hex", "observation": "tokens"}, "no observation of Hex is called 'tokens'"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(HexapodaError, match=message):
        AlphaZeroGeneralGame(**settings)


def calls(game: AlphaZeroGeneralGame, board: BoardView) -> dict[str, Callable[[], Any]]:
    """A call of each method that takes a board; 1 is to move there."""
    pi = np.zeros(game.getActionSize())
    action = int(np.flatnonzero(game.getValidMoves(game.getInitBoard(), 1))[0])
    return {
        "getNextState": lambda: game.getNextState(board, 1, action),
        "getValidMoves": lambda: game.getValidMoves(board, 1),
        "getGameEnded": lambda: game.getGameEnded(board, 1),
        "getCanonicalForm": lambda: game.getCanonicalForm(board, 1),
        "getSymmetries": lambda: game.getSymmetries(board, pi),
        "stringRepresentation": lambda: game.stringRepresentation(board),
    }


def test_every_method_that_takes_a_board_is_in_the_calls() -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3")
    methods = {
        name
        for name, method in vars(AlphaZeroGeneralGame).items()
        if not name.startswith("_") and "board" in signature(method).parameters
    }
    assert set(calls(game, game.getInitBoard())) == methods


HEX_3X3 = "hex 3x3, swap=off, observation=planes of shape (5, 3, 3), actions=cells of size 9"
HIVE = "hive Base, opening=tournament, repetition=on"
TOKENS = f"{HIVE}, observation=tokens of shape (29, 8), actions=cells of size"
PLANES = f"{HIVE}, observation=planes of shape"


@pytest.mark.parametrize(
    ("own", "other", "expected", "found"),
    [
        pytest.param(
            {"game": "hex", "variant": "3x3"},
            {"game": "hex", "variant": "4x4"},
            HEX_3X3,
            "hex 4x4, swap=off, observation=planes of shape (5, 4, 4), actions=cells of size 16",
            id="variant",
        ),
        pytest.param(
            {"game": "hex", "variant": "3x3", "rules": {"swap": "pieces"}},
            {"game": "hex", "variant": "3x3", "rules": {"swap": "sides"}},
            "hex 3x3, swap=pieces, observation=planes of shape (5, 3, 3), actions=cells of size 10",
            "hex 3x3, swap=sides, observation=planes of shape (5, 3, 3), actions=cells of size 10",
            id="rules",
        ),
        pytest.param(
            {"game": "hex", "variant": "3x3"},
            {"game": "hive", "observation": "tokens", "actions": "cells:window=11"},
            HEX_3X3,
            f"{TOKENS} 3389",
            id="game",
        ),
        pytest.param(
            {"game": "hive", "observation": "tokens", "actions": "cells:window=21"},
            {"game": "hive", "observation": "tokens", "actions": "cells:window=11"},
            f"{TOKENS} 12349",
            f"{TOKENS} 3389",
            id="layout",
        ),
        pytest.param(
            {"game": "hive", "observation": "planes:window=21", "actions": "cells:window=11"},
            {"game": "hive", "observation": "planes:window=11", "actions": "cells:window=11"},
            f"{PLANES} (39, 21, 21), actions=cells of size 3389",
            f"{PLANES} (39, 11, 11), actions=cells of size 3389",
            id="shape of the observation",
        ),
        pytest.param(
            {"game": "hive", "observation": "planes:window=21", "actions": "cells:window=11"},
            {"game": "hive", "observation": "tokens", "actions": "cells:window=11"},
            f"{PLANES} (39, 21, 21), actions=cells of size 3389",
            f"{TOKENS} 3389",
            id="observation",
        ),
    ],
)
def test_a_board_of_another_game_is_refused(
    own: dict[str, Any], other: dict[str, Any], expected: str, found: str
) -> None:
    board = AlphaZeroGeneralGame(**other).getInitBoard()
    for name, call in calls(AlphaZeroGeneralGame(**own), board).items():
        with pytest.raises(UsageError) as error:
            call()
        assert str(error.value) == f"the board is of {found}: expected {expected}", name


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ({}, {"rules": {"swap": "off"}}),
        ({"rules": {"swap": "off"}}, {"rules": {}}),
        ({"rules": {"swap": "pieces"}}, {"rules": {"swap": "pieces"}}),
        ({}, {"max_plies": 5}),
        ({}, {"illegal": "lose"}),
    ],
)
@pytest.mark.parametrize("pickled", [False, True])
def test_a_board_of_the_same_game_is_accepted(
    own: dict[str, Any], other: dict[str, Any], pickled: bool
) -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3", **own)
    begun = AlphaZeroGeneralGame("hex", variant="3x3", **other)
    board = played(begun, "a1, b1")
    if pickled:
        board = pickle.loads(pickle.dumps(board))
    assert np.array_equal(game.getValidMoves(board, 1), begun.getValidMoves(board, 1))
    for call in calls(game, begun.getInitBoard()).values():
        call()


@pytest.mark.parametrize("shape", [(8,), (10,), (1, 9), ()])
def test_a_policy_of_the_wrong_shape_is_refused(shape: tuple[int, ...]) -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3")
    message = f"pi has the shape {shape}: expected (9,), a number for each action"
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        game.getSymmetries(game.getInitBoard(), np.zeros(shape))


def test_wrong_calls() -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3")
    board, player = game.getNextState(game.getInitBoard(), 1, 1)
    with pytest.raises(IllegalMoveError, match="is not a legal move"):
        game.getNextState(board, player, 3)
    for wrong, action, message in (
        (1, 0, "player 1 cannot act: the game is over, or the other player is to move"),
        (0, 0, "no player 0: expected 1 or -1"),
        (player, 9, "9 is not an action number: expected an integer from 0 to 8"),
        (player, None, "None is not an action number"),
        (player, np.array([3]), r"array\(\[3\]\) is not an action number"),
    ):
        with pytest.raises(HexapodaError, match=message):
            game.getNextState(board, wrong, action)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pi", "message"),
    [
        ("x" * 9, "pi is not an array of numbers: "),
        ([[1], 2], "pi is not an array of numbers: "),
        ([1j] * 9, "pi is not an array of numbers: "),
        ([10**400] * 9, "pi is not an array of numbers: "),
        ([float("nan")] * 9, "pi has a number that is not finite"),
        ([1e300] * 9, "pi has a number that is not finite"),
    ],
    ids=str,
)
def test_a_policy_of_no_numbers_is_refused(pi: Any, message: str) -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3")
    with pytest.raises(UsageError, match=f"^{re.escape(message)}"):
        game.getSymmetries(game.getInitBoard(), pi)


@pytest.mark.parametrize("board", [None, np.zeros((5, 3, 3)), "3x3"], ids=["None", "array", "text"])
def test_what_is_no_board_is_refused(board: Any) -> None:
    game = AlphaZeroGeneralGame("hex", variant="3x3")
    with pytest.raises(UsageError, match=r"is not a board: expected what getInitBoard\(\) returns"):
        game.getValidMoves(board, 1)
