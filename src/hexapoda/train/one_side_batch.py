"""`OneSideBatch`: many games in which an engine plays one side, for learners without Gymnasium."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from hexapoda.analysis.engine_opponent import EngineOpponent
from hexapoda.errors import EngineResigned, UsageError
from hexapoda.train.batch import BatchEnv
from hexapoda.train.episode import Episode, Settings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["OneSideBatch"]


class OneSideBatch:
    """Many games of one variant against an engine, which replies inside `step`. Needs only NumPy.

    A game that ends begins again in the same step. If the engine moves first, its move is played at once, so
    it is always the learner's turn in all games. The arrays belong to the environment, and each step
    overwrites them. Against `random` it can be copied and pickled.
    """

    players: NDArray[np.int8]
    """int8 [count]: the side of the learner, 0 or 1."""
    rewards: NDArray[np.float32]
    """float32 [count]: 1 if the learner won the game in the last step, -1 if it lost, else 0."""
    terminated: NDArray[np.bool_]
    """bool [count]: whether the game ended in the last step, including by the engine's resignation."""
    truncated: NDArray[np.bool_]
    """bool [count]: whether the game was cut short in the last step."""

    def __init__(
        self,
        game: str,
        count: int,
        *,
        opponent: str = "random",
        player: int | None = None,
        position: str | None = None,
        threads: int = 1,
        seed: int = 0,
        **settings: Unpack[Settings],
    ) -> None:
        """`opponent` and `player` are as in `hexapoda.train.one_side.OneSideEnv`; `random` without options
        moves in the core, in all games at once. Any other engine replies in one game after another: a single
        instance plays all of them. `seed` determines the random sides and the moves of the opponent. The
        other settings are as in `BatchEnv`.

        Raises the errors of `BatchEnv` and `EngineOpponent`, `EngineError` if the engine fails, and
        `UsageError` if the engine may move first and a first move could end the game or cut it short.
        """
        if player not in (None, 0, 1) or isinstance(player, bool):
            raise UsageError(f"player must be 0, 1 or None, not {player!r}")
        self.batch = BatchEnv(
            game, count, position=position, auto_reset=False, threads=threads, seed=seed, **settings
        )
        """The games. Only this object may step them."""
        self.count = self.batch.count
        self.settings = self.batch.settings
        self._start = self.settings.begin({"position": position}).position
        self._random = np.random.default_rng(seed)
        self._fixed = player
        if player != self._start.turn:
            self._check_first_moves()
        self._engine = None if opponent == "random" else EngineOpponent(opponent, self.settings.game.name)
        if self._engine is not None:
            self._engine.begin(int(self._random.integers(2**31)))
        self._positions = [self._start.copy() for _ in range(self.count)]
        self.players = np.zeros(self.count, np.int8)
        self.rewards = np.zeros(self.count, np.float32)
        self.terminated = np.zeros(self.count, np.bool_)
        self.truncated = np.zeros(self.count, np.bool_)
        self.reset()

    @property
    def observations(self) -> NDArray[Any]:
        """`[count, ...]`: what the learner sees, as in `BatchEnv`."""
        assert self.batch.observations is not None
        return self.batch.observations

    @property
    def masks(self) -> NDArray[np.int8]:
        """int8 [count, actions]: 1 for legal actions, else 0."""
        assert self.batch.masks is not None
        return self.batch.masks

    def __copy__(self) -> OneSideBatch:
        return deepcopy(self)  # copies that share their arrays would disturb each other

    def __getstate__(self) -> dict[str, Any]:
        if self._engine is not None:
            raise UsageError(
                "games against an engine cannot be copied or pickled: expected opponent='random'"
            )
        return self.__dict__

    def reset(self) -> None:
        """Begin all games. Raises `EngineError` if the engine fails."""
        for array in (self.rewards, self.terminated, self.truncated):
            array[:] = 0
        self._begin(np.ones(self.count, np.bool_))

    def step(self, actions: ArrayLike) -> None:
        """Play an action and the engine's reply in each game. `actions` are integers of shape [count].

        Raises `UsageError` if `actions` are not action numbers, and `IllegalMoveError` for an illegal action
        if `illegal` is "error". In both cases, no action is played. Raises `EngineError` if the engine fails;
        after that, `reset` must be called.
        """
        batch, numbers = self.batch, np.array(actions)
        batch.step(numbers)
        for array in (self.rewards, self.terminated, self.truncated):
            array[:] = 0
        self._note(np.ones(self.count, np.bool_))
        on = ~(self.terminated | self.truncated)
        answers, resigned = self._answers(numbers, on)
        if on.any():
            batch.step(answers)
            self._note(on)
        self.rewards[resigned], self.terminated[resigned], self.truncated[resigned] = 1, True, False
        self._begin(self.terminated | self.truncated)

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action of the learner for each game."""
        return self.batch.sample()

    def close(self) -> None:
        """Shut down the engine."""
        if self._engine is not None:
            self._engine.close()

    def _check_first_moves(self) -> None:
        """Raise `UsageError` if a game may be over before the learner's first move. Restarting it would not
        help against an engine that always plays the same move.
        """
        settings, first = self.settings, self._start.turn
        for move in self._start.legal_moves:
            episode = Episode(settings, self._start.copy())
            episode.push(move)
            if episode.over:
                text = settings.game.format_move(self._start, move)
                raise UsageError(
                    f"the engine's first move {text} could end the game ({episode.reason}): expected a"
                    f" position and max_plies with which it cannot, or player={first}, so that the learner"
                    " moves first"
                )

    def _note(self, which: NDArray[np.bool_]) -> None:
        """Copy the results of the batch's last step for the games marked in `which`."""
        rows = np.arange(self.count)
        self.rewards[which] = self.batch.rewards[rows, self.players][which]
        self.terminated[which] = self.batch.terminated[which]
        self.truncated[which] = self.batch.truncated[which]

    def _answers(
        self, actions: NDArray[Any], on: NDArray[np.bool_]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the engine's actions in the games marked in `on`, and where it resigns; its action there
        is an arbitrary legal one.
        """
        resigned = np.zeros(self.count, np.bool_)
        if self._engine is None:
            return self.batch.sample(), resigned
        layout, found = self.settings.layout, np.zeros(self.count, np.int64)
        for game in np.flatnonzero(on).tolist():
            position = self._positions[game]
            position.push(layout.move(position, int(actions[game])))
            move, resigned[game] = self._choose(position)
            found[game] = layout.number(position, move)
            position.push(move)
        return found, resigned

    def _choose(self, position: Any) -> tuple[Any, bool]:
        """Return the engine's move, and whether it resigned; the move is then an arbitrary legal one."""
        assert self._engine is not None
        try:
            return self._engine.choose(position), False
        except EngineResigned:
            return position.legal_moves[0], True

    def _begin(self, which: NDArray[np.bool_]) -> None:
        """Begin the games marked in `which`. Where the engine moves first, play its move; a resignation is
        ignored there.
        """
        if not which.any():
            return
        sides = self._random.integers(2, size=self.count).astype(np.int8)
        self.players[which] = sides[which] if self._fixed is None else self._fixed
        self.batch.reset(which)
        layout = self.settings.layout
        for game in np.flatnonzero(which).tolist():
            self._positions[game] = position = self._start.copy()
            if self.players[game] == position.turn:
                continue
            if self._engine is None:
                action = int(self._random.choice(np.flatnonzero(self.masks[game])))
            else:
                move, _ = self._choose(position)
                action = layout.number(position, move)
                position.push(move)
            self.batch.set_game(game, [action])
