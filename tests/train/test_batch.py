"""The batch environment, game by game against episodes in Python."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import numpy as np
import pytest

from hexapoda.errors import EngineError, HexapodaError, IllegalMoveError, UsageError
from hexapoda.games import find_game
from hexapoda.hive import MoveKind
from hexapoda.train.batch import BatchEnv
from hexapoda.train.episode import EpisodeSettings
from tests.train.test_environments import STARTED

SETTINGS: list[dict[str, Any]] = [
    {"game": "hive", "observation": "tokens", "actions": "openspiel"},
    {"game": "hive", "variant": "Base+MLP", "observation": "planes", "actions": "openspiel"},
    {"game": "hive", "variant": "Base+MLP", "observation": "tokens", "actions": "cells"},
    {"game": "hive", "variant": "Base+P", "rules": {"opening": "free", "repetition": "off"}},
    {"game": "hive", "variant": "Base+M", "observation": "planes:window=9", "actions": "cells:window=9"},
    {"game": "hive", "observation": "tokens", "actions": "cells:window=7", "max_plies": 40},
    {"game": "hex", "variant": "3x3"},
    {"game": "hex", "variant": "5x4", "max_plies": 9},
    {"game": "hex", "variant": "4x4", "rules": {"swap": "sides"}},
    {"game": "hex", "variant": "5x5", "rules": {"swap": "pieces"}},
    {"game": "hex", "variant": "13x11"},
    {"game": "hex", "variant": "1x1"},
    {"game": "hex", "variant": "1x5"},
    {"game": "hex", "variant": "4x1"},
]


class Twins:
    """A batch, and an episode for each of its games."""

    def __init__(self, count: int, position: str | None = None, **settings: Any) -> None:
        self.batch = BatchEnv(
            **settings, count=count, position=position, room=400, auto_reset=False, threads=2, seed=1
        )
        self.settings = EpisodeSettings.of(**settings)
        self.options = {"position": position}
        self.episodes = [self.settings.begin(self.options) for _ in range(count)]
        self.ended = np.zeros(count, np.bool_)
        self.outgrown = 0
        """How many games were cut because their hive outgrew the window."""

    def compare(self) -> None:
        batch = self.batch
        assert batch.observations is not None and batch.masks is not None and batch.moves is not None
        for game, episode in enumerate(self.episodes):
            assert batch.players[game] == episode.turn
            assert batch.plies[game] == episode.plies
            seen = episode.observe(episode.turn)
            assert np.array_equal(batch.observations[game], seen["observation"]), game
            assert np.array_equal(batch.masks[game], seen["action_mask"]), game
            legal = int(batch.legal[game])
            assert legal == seen["action_mask"].sum()
            assert (batch.moves[game, legal:] == -1).all()
            if legal:
                rows = self.settings.layout.move_rows(episode.position)
                assert sorted(batch.moves[game, :legal].tolist()) == sorted(rows.tolist())

    def step(self, actions: np.ndarray[Any, Any]) -> None:
        """Play in both, and compare the results of games that were not over."""
        self.batch.step(actions)
        for game, action in enumerate(actions):
            if self.ended[game]:
                assert not self.batch.terminated[game] and not self.batch.truncated[game]
                assert not self.batch.rewards[game].any()
                continue
            episode = self.episodes[game]
            episode.play(int(action))
            self.outgrown += episode.reason == "too large"
            assert self.batch.terminated[game] == episode.terminated
            assert self.batch.truncated[game] == episode.truncated
            assert self.batch.rewards[game].tolist() == [episode.reward(0), episode.reward(1)]
            self.ended[game] = episode.over

    def again(self, game: int) -> None:
        """Begin a game anew in both."""
        which = np.zeros(self.batch.count, np.bool_)
        which[game] = True
        self.batch.reset(which)
        self.episodes[game] = self.settings.begin(self.options)
        self.ended[game] = False


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_same_as_episodes(settings: dict[str, Any]) -> None:
    twins = Twins(5, **settings)
    twins.compare()
    for _ in range(60):
        twins.step(twins.batch.sample())
        twins.compare()
        for game in np.flatnonzero(twins.ended)[:2]:
            twins.again(int(game))
    if "=" in settings.get("observation", "") + settings.get("actions", ""):
        assert twins.outgrown > 0


def test_all_numbers_of_a_move_are_accepted() -> None:
    twins = Twins(4, game="hive", variant="Base+MLP", observation="tokens")
    layout, rng = twins.settings.layout, Random(3)
    several = 0
    for _ in range(60):
        actions = []
        for episode, number in zip(twins.episodes, twins.batch.sample().tolist(), strict=True):
            numbers = [0]
            if not episode.over:
                numbers = list(layout.numbers(episode.position, layout.move(episode.position, number)))
            several += len(numbers) > 1
            actions.append(rng.choice(numbers))
        twins.step(np.array(actions))
        twins.compare()
    assert several > 60


@pytest.mark.parametrize(
    ("settings", "position"),
    [
        ({"game": "hive", "variant": "Base+MLP", "observation": "tokens"}, STARTED),
        ({"game": "hive", "observation": "tokens"}, "Base White[3] - wS1@5,5 bS1@6,5 wQ@4,6 bQ@6,6"),
        ({"game": "hex", "variant": "3x3"}, "3x3 black=b2"),
        ({"game": "hex", "variant": "3x3", "rules": {"swap": "sides"}}, "3x3 black=b2"),
    ],
)
def test_games_begin_anywhere(settings: dict[str, Any], position: str) -> None:
    twins = Twins(3, position, **settings)
    twins.compare()
    for _ in range(6):
        twins.step(twins.batch.sample())
        twins.compare()
    twins.batch.reset()
    assert not twins.batch.plies.any()


def test_a_hive_that_wanders() -> None:
    """Its few pieces walk in one direction, until all are far from where the game began."""
    settings: dict[str, Any] = {"game": "hive", "rules": {"opening": "free", "repetition": "off"}}
    start = "Base White[4] - wA1@0,0 bA1@1,0 wQ@-1,0 bQ@2,0 wG1@-2,0 bG1@3,0"
    twins, rng, far = Twins(2, start, observation="tokens", **settings), Random(5), 0
    for _ in range(60):
        actions = []
        for episode, over in zip(twins.episodes, twins.ended, strict=True):
            position: Any = episode.position
            moves = [] if over else list(position.legal_moves)
            walks = [move for move in moves if move.kind is MoveKind.MOVE] or moves
            gains = [sum(move.to or ()) - sum(move.origin or ()) + 3 * rng.random() for move in walks]
            chosen = walks[gains.index(max(gains))] if walks else None
            actions.append(0 if chosen is None else twins.settings.layout.number(position, chosen))
        twins.step(np.array(actions))
        twins.compare()
        for episode in twins.episodes:
            position = episode.position
            far = max(far, min(sum(position.cell_of(piece)) for piece in position.pieces()))
    assert far > 4


def test_the_start_counts_for_repetitions() -> None:
    """The queens walk around each other. The start, which has a history, is not the first of its kind."""

    def walk(position: Any) -> Any:
        queens = [move for move in position.legal_moves if move.kind is MoveKind.MOVE]
        return queens[0]

    settings = EpisodeSettings.of("hive", rules={"opening": "free"}, observation="tokens")
    first: Any = settings.begin(None).position
    for text in ("wQ", "bQ wQ-"):
        first.push(first.parse_move(text))
    while first.repetitions() < 2:
        first.push(walk(first))
    text = first.game_string()
    twins = Twins(1, text, game="hive", rules={"opening": "free"}, observation="tokens")
    twins.compare()
    assert twins.batch.observations is not None and twins.batch.observations[0, 28, 2] == 2
    while not twins.ended[0]:
        position: Any = twins.episodes[0].position
        twins.step(np.array([twins.settings.layout.number(position, walk(position))]))
        twins.compare()
    assert twins.batch.plies[0] < 10 and twins.batch.terminated[0] and not twins.batch.rewards.any()


LINE = "wQ wA1 wS1 wS2 wG1 wG2 wG3 bG1 bG2 bG3 bS1 bS2 bB1 wB1 bA1 bQ"
LONG = " ".join(f"{name}@{q},0" for q, name in enumerate(LINE.split()))
SMALL = (
    "Base+P White[2] - wQ@0,0 bQ@1,0",
    "Base+P White[3] - wP@0,0 bS1@1,0 wQ@-1,0 bQ@2,0",
    "Base+P White[3] - wG1@0,0 bQ@1,0 wB1@-1,0",
    "Base+P Black[9] - wQ@0,0 bB1@0,0^1 bQ@1,0 bS1@2,0",
    f"Base+P White[20] - {LONG}",
)


@pytest.mark.parametrize("start", SMALL)
def test_repetitions(start: str) -> None:
    """Games that place no pieces repeat positions often: queens walk, a beetle holds a queen so that White
    passes, a hive of 16 cells in a row needs the wide grid.
    """
    settings: dict[str, Any] = {
        "game": "hive",
        "variant": "Base+P",
        "rules": {"opening": "free"},
        "observation": "tokens",
    }
    twins, rng, repeated = Twins(8, start, **settings), Random(3), 0
    for _ in range(60):
        actions = []
        for episode, ended in zip(twins.episodes, twins.ended, strict=True):
            position: Any = episode.position
            moves = [] if ended else list(position.legal_moves)
            walks = [move for move in moves if move.kind is not MoveKind.PLACE]
            last = position.moves[-2] if position.ply > 2 and len(position.moves) > 1 else None
            back = [move for move in walks if last and (move.piece, move.to) == (last.piece, last.origin)]
            chosen = rng.choice(back * rng.randrange(2) or walks or moves) if moves else None
            actions.append(0 if chosen is None else twins.settings.layout.number(position, chosen))
        twins.step(np.array(actions))
        twins.compare()
        repeated += sum(episode.position.repetitions() > 1 for episode in twins.episodes)  # type: ignore[attr-defined]
        # Games that begin again, some of them while their hive is elsewhere than at the start.
        for game in {rng.randrange(80), *np.flatnonzero(twins.ended).tolist()} & set(range(8)):
            twins.again(game)
    assert repeated > 20


def test_positions_that_resemble_each_other_are_no_repetitions() -> None:
    """Games so long that some of their keys have the same low bits."""
    twins = Twins(4, game="hive", observation="tokens", rules={"repetition": "off"})
    for _ in range(400):
        twins.step(twins.batch.sample())
        for game in np.flatnonzero(twins.ended):
            twins.again(int(game))
        twins.compare()


def test_games_begin_again_in_the_step_that_ends_them() -> None:
    batch = BatchEnv("hex", 40, variant="3x3", seed=5)
    assert batch.observations is not None
    ended = 0
    for _ in range(30):
        before = batch.plies.copy()
        batch.step(batch.sample())
        assert (batch.plies == np.where(batch.terminated, 0, before + 1)).all()
        assert (abs(batch.rewards[batch.terminated]) == 1).all() and not batch.rewards.sum()
        assert not batch.rewards[~batch.terminated].any()
        assert (batch.legal[batch.terminated] == 9).all()
        assert not batch.observations[batch.terminated][:, :2].any()
        ended += int(batch.terminated.sum())
    assert ended > 80 and not batch.truncated.any()


def test_a_seed_is_a_sequence_of_actions_whatever_the_threads() -> None:
    def played(threads: int, seed: int) -> list[Any]:
        batch = BatchEnv("hive", 200, observe=False, mask=False, actions="cells", threads=threads, seed=seed)
        actions = []
        for _ in range(20):
            actions.append(batch.sample().tolist())
            batch.step(actions[-1])
        return actions

    assert played(1, 7) == played(3, 7) != played(1, 8)


def test_an_illegal_action_moves_no_game() -> None:
    twins = Twins(3, game="hex", variant="3x3", rules={"swap": "sides"})
    twins.step(np.array([0, 1, 2]))
    with pytest.raises(
        IllegalMoveError, match="game 1: action 1 is not a legal move here: expected one of the 9"
    ):
        twins.batch.step([5, 1, 2])
    twins.compare()
    refused: tuple[tuple[Any, str], ...] = (
        ([5, 10, 5], "game 1: 10 is not an action number: expected an integer from 0 to 9"),
        ([5, 5, -1], "game 2: -1 is not an action number"),
        ([0, 1], r"actions must be integers of shape \(3,\), not int64 of shape \(2,\)"),
        ([0.0, 1.0, 2.0], "not float64"),
        (["a", "b", "c"], "actions must be integers"),
        ([0, [1, 2], 3], "actions: .*inhomogeneous"),
        ([True, False, True], "not bool"),
    )
    for actions, message in refused:
        with pytest.raises(UsageError, match=message):
            twins.batch.step(actions)
    twins.compare()


def test_an_illegal_action_may_lose() -> None:
    twins = Twins(2, game="hive", illegal="lose")
    twins.step(np.array([0, int(twins.batch.sample()[1])]))
    assert twins.batch.rewards.tolist() == [[-1, 1], [0, 0]]
    assert twins.batch.terminated.tolist() == [True, False]
    twins.compare()
    with pytest.raises(UsageError, match="game 1: 5489 is not an action number"):
        twins.batch.step([5489, 5489])
    twins.compare()


def test_some_games_are_reset() -> None:
    twins = Twins(3, game="hex", variant="5x5")
    for _ in range(4):
        twins.step(twins.batch.sample())
    twins.again(1)
    assert twins.batch.plies.tolist() == [4, 0, 4]
    twins.compare()
    for wrong in ([True, False], [0, 1, 0]):
        with pytest.raises(UsageError, match=r"which must be bool of shape \(3,\)"):
            twins.batch.reset(wrong)


def test_other_libraries_share_the_memory() -> None:
    batch = BatchEnv("hex", 2, variant="3x3")
    assert batch.observations is not None
    shared = np.from_dlpack(batch.observations)
    batch.step([4, 0])
    assert shared[0, 1, 1, 1] == 1 and np.shares_memory(shared, batch.observations)


def test_without_observations_and_masks() -> None:
    batch = BatchEnv("hive", 3, observe=False, mask=False)
    assert batch.observations is None and batch.masks is None and batch.moves is None
    for _ in range(10):
        batch.step(batch.sample())
    assert (batch.plies == 10).all() and (batch.legal > 0).all()


LEAN: list[dict[str, Any]] = [
    {"variant": "Base+MLP", "actions": "openspiel"},
    {"variant": "Base+MLP", "actions": "cells:window=9"},
    {"variant": "Base+P", "actions": "cells", "rules": {"opening": "free"}, "position": SMALL[3]},
]


@pytest.mark.parametrize("settings", LEAN, ids=str)
def test_the_same_games_without_masks(settings: dict[str, Any]) -> None:
    """Without masks only the action that is drawn has its number at once; others can be played too."""
    full = BatchEnv("hive", 20, observation="tokens", seed=3, **settings)
    lean = BatchEnv("hive", 20, observation="tokens", seed=3, observe=False, mask=False, **settings)
    assert full.masks is not None
    rng, last, passes, ended = Random(4), full.masks.shape[1] - 1, 0, 0
    for _ in range(150):
        actions = full.sample()
        assert (lean.sample() == actions).all()
        for game in range(0, 20, 3):
            actions[game] = rng.choice(np.flatnonzero(full.masks[game]).tolist())
        passes += int((actions == last).sum())
        full.step(actions)
        lean.step(actions)
        ended += int((full.terminated | full.truncated).sum())
        for name in ("plies", "legal", "players", "rewards", "terminated", "truncated"):
            assert np.array_equal(getattr(lean, name), getattr(full, name)), name
    assert ended > 0 and (passes > 0 or "position" not in settings)
    actions = lean.sample()
    actions[5] = np.flatnonzero(full.masks[5] == 0)[0]
    with pytest.raises(IllegalMoveError, match="game 5: "):
        lean.step(actions)


@pytest.mark.parametrize("actions", ["openspiel", "cells"])
def test_an_action_that_was_drawn_is_not_legal_for_ever(actions: str) -> None:
    batch = BatchEnv("hive", 3, observe=False, mask=False, actions=actions)
    drawn = batch.sample()
    batch.step(drawn)
    with pytest.raises(IllegalMoveError, match="game 0: "):
        batch.step(drawn)
    for _ in range(2):
        with pytest.raises(UsageError, match="game 0: -1 is not an action number"):
            batch.step(np.full(3, -1))
        batch.step(batch.sample())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"count": 0}, "count must be an integer from 1 to 1048576, not 0"),
        ({"count": 2.0}, "count must be an integer"),
        ({"count": True}, "count must be an integer"),
        ({"threads": 0}, "threads must be an integer from 1 to 256, not 0"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"max_plies": 2**31}, "max_plies must be an integer from 1 to 1073741824"),
        ({"seed": 1 << 64}, "seed must be an integer from 0"),
        ({"position": "5x5"}, "the variant of the position is 5x5: expected 3x3"),
        ({"position": 3}, "the option 'position' must be a string, not 3"),
        ({"position": "3x3 black=a1,a2,a3 white=b1,b2"}, "the game is already over"),
        ({"observation": "tokens"}, "no observation of Hex is called 'tokens'"),
        ({"max_plies": 0}, "max_plies must be an integer from 1"),
        ({"room": -1}, "room must be an integer from 0 to 4096, not -1"),
        ({"room": 8}, "room must be at least 9, the number of legal actions at the start, not 8"),
        ({"size": 3}, "no setting is called 'size'"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(HexapodaError, match=message):
        BatchEnv(**{"game": "hex", "count": 2, "variant": "3x3", **settings})


def test_a_start_that_outgrows_its_window_is_refused() -> None:
    wide = "Base;InProgress;White[4];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wA1 -wQ;bA1 bQ-"
    for settings in (
        {"observation": "planes:window=5"},
        {"observation": "tokens", "actions": "cells:window=5"},
    ):
        with pytest.raises(UsageError, match="the hive reaches 3 cells"):
            BatchEnv("hive", 2, position=wide, observe=False, **settings)  # type: ignore[arg-type]


def test_a_hive_outgrows_its_window_before_a_pass() -> None:
    """Then the player could only pass, which has a number in any window."""
    settings: dict[str, Any] = {
        "variant": "Base+P",
        "actions": "cells:window=9",
        "rules": {"opening": "free"},
    }
    wide = (
        "Base+P White[24] - wQ@0,0 bQ@1,0 bS1@3,-1 bS2@1,1 bB1@0,-1 bB2@1,-2 bG1@0,1 bG2@4,0 bG3@4,-2 "
        "bA1@3,0 bA2@5,-1 bA3@0,-2 bP@2,1"
    )
    layout = EpisodeSettings.of("hive", **settings).layout
    with pytest.raises(UsageError, match="the hive reaches 4 cells"):
        layout.mask(find_game("hive").parse_position(wide))
    with pytest.raises(UsageError, match="the hive reaches 4 cells"):
        BatchEnv("hive", 1, position=wide, **settings)


def test_arrays_are_not_converted() -> None:
    core = BatchEnv("hex", 3, variant="3x3").core
    for wrong in (np.zeros(3, np.int32), np.zeros(6, np.int64)[::2], [0, 0, 0]):
        with pytest.raises(TypeError):
            core.sample(wrong)  # type: ignore[arg-type]


def test_one_call_at_a_time() -> None:
    batch = BatchEnv("hive", 20_000, observe=False, mask=False, actions="cells")
    actions = batch.sample()
    refused: list[EngineError] = []

    def call() -> None:
        try:
            for _ in range(20):
                batch.reset()
        except EngineError as error:
            refused.append(error)

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) > 0
    batch.step(actions)
    assert (batch.plies == 1).all()
