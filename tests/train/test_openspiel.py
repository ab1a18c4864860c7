"""The games in OpenSpiel: its own checks and algorithms, and game by game beside its own Hive and Hex."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax

from hexapoda.errors import IllegalMoveError, InvalidGameError, UsageError
from hexapoda.games import find_game
from hexapoda.hex.solve import HexSolver
from hexapoda.hive import Piece
from hexapoda.hive.encode.openspiel_actions import TILES
from hexapoda.hive.variant import VARIANTS
from hexapoda.train.openspiel import NAMES

MATE_IN_ONE = "Base White[9] - wQ@0,0 bQ@1,0 wA1@2,0 wA2@2,-1 wG1@1,-1 wS1@0,1 wA3@-1,0"
"""Black's queen has one free neighbor, (1, 1), and the ant wA3 reaches it."""


def load(text: str) -> Any:
    return pyspiel.load_game(text)


def play_random(state: Any, rng: Random) -> None:
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    "text",
    [
        "hexapoda_hex(variant=4x4,swap=pieces)",
        "hexapoda_hex(variant=3x5,swap=sides)",
        "hexapoda_hive(variant=Base+MLP,observation=tokens,max_plies=20)",
        "hexapoda_hive(actions=cells:window:25,repetition=off,opening=free,max_plies=20)",
    ],
)
def test_openspiel_checks(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = load(text)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    for copied, of in ((pickle.loads(pickle.dumps(state)), state), (state.clone(), state)):
        assert str(copied) == str(of) and copied.history() == of.history()
        copied.apply_action(copied.legal_actions()[0])
        assert str(copied) != str(of), "a copy is independent"
    assert str(pickle.loads(pickle.dumps(game))) == str(game) == str(load(str(game)))


def test_parameters() -> None:
    assert NAMES == ("hexapoda_hive", "hexapoda_hex")
    game = load(
        "hexapoda_hive(variant=Base+M,observation=planes:window:21,actions=cells:window:23,max_plies=7)"
    )
    assert game.observation_tensor_shape() == [39, 21, 21]
    assert game.num_distinct_actions() == 28 * 23 * 23 + 1 and game.max_game_length() == 7
    in_code = pyspiel.load_game("hexapoda_hive", {"observation": "planes:window=21"})
    assert in_code.observation_tensor_shape() == [39, 21, 21]
    assert str(load(str(in_code))) == str(in_code), "the text of a game can be read again"
    position = load("hexapoda_hive(opening=free,repetition=off)").new_initial_state().episode.position
    assert (position.opening, position.repetition) == ("free", False)
    for text, error, message in (
        ("hexapoda_hex(variant=50x5)", InvalidGameError, "unknown board '50x5'"),
        ("hexapoda_hex(variant=5)", pyspiel.SpielError, "Wrong type for parameter variant"),
        ("hexapoda_hex(swap=yes)", UsageError, "rule 'swap' must be one of off, pieces, sides, not 'yes'"),
        ("hexapoda_hive(actions=uhp)", UsageError, "no action layout of Hive is called 'uhp'"),
        ("hexapoda_hive(max_plies=0)", UsageError, r"max_plies must be an integer from 1"),
    ):
        with pytest.raises(error, match=message):
            load(text)


def test_observations() -> None:
    game = load("hexapoda_hex(variant=3x3)")
    state = game.new_initial_state()
    state.apply_action(1)
    for player in (0, 1):
        seen = np.reshape(state.observation_tensor(player), game.observation_tensor_shape())
        assert np.array_equal(seen, state.episode.settings.encoder.encode(state.episode.position, player))
        assert seen[player, 0, 1] == 1 and state.observation_string(player) == "3x3 black=b1"
    assert state.information_state_string(0) == "1", "the history"
    tokens = load("hexapoda_hive(observation=tokens)").new_initial_state()
    assert len(tokens.observation_tensor(0)) == 29 * 8


def openspiel_hive(variant: str) -> Any:
    """OpenSpiel's own game on the largest board that it has."""
    names = {"M": "mosquito", "L": "ladybug", "P": "pillbug"}
    uses = {f"uses_{name}": letter in variant[4:] for letter, name in names.items()}
    return pyspiel.load_game("hive", {"board_size": 14, **uses})


def all_numbers(state: Any) -> set[int]:
    """Every number of every legal move."""
    layout, position = state.episode.settings.layout, state.episode.position
    return {number for move in position.legal_moves for number in layout.numbers(position, move)}


def compare_hive(variant: str, seed: int, plies: int) -> None:
    """Play a random game in both. OpenSpiel also places bug 2 of a kind before bug 1 and knows no
    repetition.
    """
    rng = Random(f"{variant} {seed}")
    theirs = openspiel_hive(variant).new_initial_state()
    ours = load(f"hexapoda_hive(variant={variant},repetition=off)").new_initial_state()
    for _ in range(plies):
        if theirs.is_terminal():
            break
        position = ours.episode.position
        later = set(position.hand(position.turn)) - set(position.next_in_hand(position.turn))
        expected = {number for number in theirs.legal_actions() if TILES[number // 196 % 28] not in later}
        numbers = all_numbers(ours)
        if position.cell_of(Piece("wQ")) is None and position.cell_of(Piece("bQ")) is not None:
            assert numbers <= expected  # see the test below
        else:
            assert numbers == expected
        assert set(ours.legal_actions()) <= numbers and ours.current_player() == theirs.current_player()
        action = rng.choice(sorted(numbers))
        name = ours.action_to_string(ours.current_player(), action)
        lowest = ours.string_to_action(ours.current_player(), name)
        assert lowest in ours.legal_actions() and lowest <= action
        theirs.apply_action(lowest)
        ours.apply_action(action)
    assert ours.is_terminal() == theirs.is_terminal() and ours.returns() == theirs.returns()


@pytest.mark.parametrize("variant", VARIANTS)
def test_hive_beside_openspiel(variant: str) -> None:
    compare_hive(variant, 0, 120)


@pytest.mark.deep
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_of_hive_beside_openspiel(variant: str) -> None:
    for seed in range(1, 51):
        compare_hive(variant, seed, 499)


def test_openspiel_lets_a_hive_split_before_the_white_queen_is_placed() -> None:
    """It looks for pinned pieces from White's queen on. If this test fails, it no longer does: then the test
    above can compare all positions.
    """
    theirs, ours = openspiel_hive("Base").new_initial_state(), load("hexapoda_hive").new_initial_state()
    for text in ("wG1", "bB1 wG1/", "wG2 -wG1", "bQ \\bB1", "wG3 /wG1"):
        for state in (theirs, ours):
            state.apply_action(state.string_to_action(text))
    extra = {theirs.action_to_string(number) for number in set(theirs.legal_actions()) - all_numbers(ours)}
    assert "bB1 wG1-" in extra, "bB1 holds the black queen and the white pieces together"
    assert str(ours.episode.position.why_not("bB1 wG1-"))


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("hex(board_size=5)", "hexapoda_hex(variant=5x5)"),
        ("hex(num_cols=6,num_rows=4)", "hexapoda_hex(variant=6x4)"),
        ("hex(board_size=4,swap=True)", "hexapoda_hex(variant=4x4,swap=pieces)"),
        ("hex", "hexapoda_hex"),
    ],
)
def test_hex_beside_openspiel(theirs: str, ours: str) -> None:
    games = load(theirs), load(ours)
    assert games[0].num_distinct_actions() == games[1].num_distinct_actions()
    swaps, last = 0, games[0].num_distinct_actions() - 1
    for seed in range(6):
        rng = Random(seed)
        first, second = (game.new_initial_state() for game in games)
        while not first.is_terminal():
            legal = first.legal_actions()
            assert second.legal_actions() == legal and second.current_player() == first.current_player()
            action = last if "swap" in theirs and last in legal and seed % 2 else rng.choice(legal)
            text = first.action_to_string(action)
            assert second.action_to_string(action) == ("swap-pieces" if text == "swap" else text)
            swaps += text == "swap"
            first.apply_action(action)
            second.apply_action(action)
        assert second.is_terminal() and second.returns() == first.returns() and not second.legal_actions()
    assert (swaps > 0) == ("swap" in theirs)


def test_a_draw_and_a_cut_game_have_no_winner() -> None:
    state = load("hexapoda_hive(opening=free)").new_initial_state()
    for text in ("wQ", "bQ wQ-"):
        state.apply_action(state.string_to_action(text))
    while not state.is_terminal():
        position = state.episode.position
        queen = Piece(f"{'wb'[position.turn]}Q")
        layout = state.episode.settings.layout
        state.apply_action(layout.number(position, position.moves_of(queen)[0]))
    assert state.returns() == [0, 0] and state.episode.reason == "third occurrence of a position"
    cut = load("hexapoda_hive(max_plies=3)").new_initial_state()
    play_random(cut, Random(1))
    assert cut.returns() == [0, 0] and cut.move_number() == 3 and cut.legal_actions() == []
    assert cut.current_player() == pyspiel.PlayerId.TERMINAL


def test_an_illegal_action_changes_nothing() -> None:
    state = load("hexapoda_hex(variant=3x3)").new_initial_state()
    state.apply_action(4)
    for wrong, error in ((4, IllegalMoveError), (9, UsageError)):
        with pytest.raises(error):
            state.apply_action(wrong)
    assert state.history() == [4] and str(state) == "3x3 black=b2"


def test_texts_tell_states_apart() -> None:
    """Algorithms that merge states with the same text need the repetitions in it."""
    encodings = find_game("hive").encodings
    assert encodings is not None
    texts = []
    for texts_of_moves in (
        ("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"),
        ("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wQ /wG1", "bQ bG1\\", "wQ -wG1", "bQ bG1-"),
    ):
        for rules in ("on", "off"):
            state = load(f"hexapoda_hive(repetition={rules})").new_initial_state()
            for text in texts_of_moves:
                state.apply_action(state.string_to_action(text))
            texts.append(str(state))
    assert texts[1] == texts[3], "the same position at the same ply"
    assert texts[0] != texts[2], "other positions may be drawn when they come again"


def test_texts_tell_how_long_a_game_may_be() -> None:
    game = load("hexapoda_hex(variant=3x3,max_plies=3)")
    played, begun = game.new_initial_state(), game.new_initial_state("3x3 black=a1")
    played.apply_action(0)
    assert played.episode.position == begun.episode.position and str(played) != str(begun)
    for action in (1, 2):
        played.apply_action(action)
        begun.apply_action(action)
    assert played.is_terminal() and not begun.is_terminal() and str(played) != str(begun)


def test_minimax_agrees_with_the_solver() -> None:
    game, solver = load("hexapoda_hex(variant=3x3)"), HexSolver("3x3")
    solved = solver.solve(game.new_initial_state().episode.position, all_moves=True)
    assert solved.winning_moves is not None
    for action in (0, 1, 4):
        state = game.new_initial_state()
        state.apply_action(action)
        value, _ = minimax.alpha_beta_search(game, state=state, maximizing_player_id=0)
        assert (value == 1) == ((action % 3, action // 3) in solved.winning_moves)


def test_counterfactual_regret_minimization_solves_the_smallest_board() -> None:
    game = load("hexapoda_hex(variant=2x2)")
    solver = pyspiel.CFRSolver(game)
    for _ in range(8):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.3
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) > 0.5


def test_monte_carlo_tree_search_wins() -> None:
    for name, position, expected, simulations in (
        ("hexapoda_hex(variant=3x3)", "3x3 black=a1", "b2", 150),
        ("hexapoda_hive(max_plies=5)", MATE_IN_ONE, "wA3 bQ\\", 80),
    ):
        game = load(name)
        random = np.random.RandomState(1)
        evaluator = mcts.RandomRolloutEvaluator(1, random)
        bot = mcts.MCTSBot(game, 2, simulations, evaluator, solve=True, random_state=random)
        state = game.new_initial_state(position)
        assert state.action_to_string(bot.step(state)) == expected, "the only winning move"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "hexapoda.train.openspiel")
    with pytest.raises(UsageError, match=r"need OpenSpiel: pip install 'hexapoda\[openspiel\]'"):
        importlib.import_module("hexapoda.train.openspiel")


def test_the_process_ends_well() -> None:
    """OpenSpiel lets go of registered games when the interpreter has ended."""
    code = "import pyspiel, hexapoda.train.openspiel; pyspiel.load_game('hexapoda_hex').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
