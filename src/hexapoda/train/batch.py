"""`BatchEnv`: many games of one variant, played in lockstep by the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.encodings import BatchArrays, not_legal
from hexapoda.train.episode import EpisodeSettings, Settings, check_integer

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["BatchEnv"]

_STATE: dict[str, tuple[str, tuple[int, ...]]] = {
    "actions": ("iu", ()),
    "lengths": ("iu", ()),
    "over": ("b", ()),
    "rewards": ("f", (2,)),
    "terminated": ("b", ()),
    "truncated": ("b", ()),
    "random": ("iu", ()),
}
"""The arrays of a state: the kinds of their NumPy types, and the lengths of their axes after the first."""
_MOST_GAMES, _MOST_THREADS, _MOST_MOVES = 1 << 20, 256, 1 << 12


class BatchEnv:
    """Many games of one variant; each step plays an action in every game. Needs no package besides NumPy.

    The arrays belong to the environment: each step overwrites them, so copy what you want to keep, and do not
    write to them. They are NumPy arrays, which other libraries can read without a copy:
    `torch.from_dlpack(batch.observations)`.

    A step that ends a game begins the next one: `rewards`, `terminated` and `truncated` are then those of the
    game that ended, and all other arrays those of the new one. With `auto_reset=False`, a game that has
    ended waits for `reset`, ignores its actions, and has no legal ones.
    """

    observations: NDArray[Any] | None
    """`[count, ...]`, in the encoder's shape: the observations of the players to move; None with
    `observe=False`."""
    masks: NDArray[np.int8] | None
    """int8 [count, actions]: 1 for legal actions, else 0; None with `mask=False`."""
    players: NDArray[np.int8]
    """int8 [count]: the player to move in each game, 0 or 1."""
    plies: NDArray[np.int32]
    """int32 [count]: how many actions have been played in each game."""
    legal: NDArray[np.int32]
    """int32 [count]: how many actions are legal in each game."""
    moves: NDArray[np.int16] | None
    """int16 [count, room, columns]: a row for each legal action, with the layout's `move_columns`, then
    rows of -1; None with `room=0`."""
    rewards: NDArray[np.float32]
    """float32 [count, 2]: the rewards of players 0 and 1: 1 for the winner and -1 for the loser of a game
    that the last step ended, else 0."""
    terminated: NDArray[np.bool_]
    """bool [count]: whether the last step ended the game by its rules, or by an illegal action."""
    truncated: NDArray[np.bool_]
    """bool [count]: whether the last step cut the game short, because it was too long, too large for the
    window of the encoder or the layout (even without observations), or had more legal actions than `room`."""

    def __init__(
        self,
        game: str,
        count: int,
        *,
        position: str | None = None,
        observe: bool = True,
        mask: bool = True,
        room: int = 0,
        auto_reset: bool = True,
        threads: int = 1,
        seed: int = 0,
        **settings: Unpack[Settings],
    ) -> None:
        """All games begin at `position`, given as text, or by default at the start. Without `observe` or
        `mask`, the environment is faster. With `room`, the array `moves` has that many rows for the legal
        actions of each game. In a step, each thread takes 64 games at a time. `seed` determines the random
        actions of `sample`. The other settings are common to all environments.

        Raises the errors of `EpisodeSettings.of` and `EpisodeSettings.begin`, `UsageError` for other invalid
        arguments, and `MemoryError` if the arrays need too much memory.
        """
        if isinstance(rules := settings.get("rules"), Mapping):
            settings["rules"] = dict(rules)  # the caller may change its own
        self._kind: dict[str, Any] = {"game": game, "position": position, **settings}
        self._more: dict[str, Any] = {
            "observe": observe,
            "mask": mask,
            "room": room,
            "auto_reset": auto_reset,
        }
        self._more |= {"threads": threads, "seed": seed}
        self.count = count = check_integer("count", count, 1, _MOST_GAMES)
        threads = check_integer("threads", threads, 1, _MOST_THREADS)
        seed = check_integer("seed", seed, 0, (1 << 64) - 1)
        self.settings = EpisodeSettings.of(game, **settings)
        room = check_integer("room", room, 0, _MOST_MOVES)
        start = self.settings.begin({"position": position}).position
        encoder, layout = self.settings.encoder, self.settings.layout
        # A game whose start does not fit in the window would be cut short again and again.
        encoder.encode(start)
        layout.mask(start)
        if room and (legal := len(start.legal_moves)) > room:
            raise UsageError(
                f"room must be at least {legal}, the number of legal actions at the start, not {room}"
            )
        self.observations = np.zeros((count, *encoder.shape), encoder.dtype) if observe else None
        self.masks = np.zeros((count, layout.size), np.int8) if mask else None
        self.moves = np.zeros((count, room, len(layout.move_columns)), np.int16) if room else None
        self.players = np.zeros(count, np.int8)
        self.plies = np.zeros(count, np.int32)
        self.legal = np.zeros(count, np.int32)
        self.rewards = np.zeros((count, 2), np.float32)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.core = self.settings.encodings.batch(
            start,
            encoder,
            layout,
            BatchArrays(
                self.observations,
                self.masks,
                self.players,
                self.plies,
                self.legal,
                self.rewards,
                self.terminated,
                self.truncated,
                self.moves,
            ),
            count=self.count,
            max_plies=self.settings.max_plies,
            illegal_loses=self.settings.illegal == "lose",
            auto_reset=bool(auto_reset),
            threads=threads,
            seed=seed,
        )
        self.reset()

    def reset(self, which: ArrayLike | None = None) -> None:
        """Restart the games marked in `which`, bool [count]; by default, all of them. Raises `UsageError`."""
        marks = None
        if which is not None:
            marks = np.ascontiguousarray(_array("which", which))
            if marks.dtype != np.bool_ or marks.shape != (self.count,):
                raise UsageError(f"which must be bool of shape ({self.count},), not {_described(marks)}")
        self.core.reset(marks)

    def step(self, actions: ArrayLike) -> None:
        """Play `actions`, integers of shape [count], one in each game, and update the arrays.

        Raises `UsageError` if `actions` are not action numbers, and `IllegalMoveError` for an illegal action
        if `illegal` is "error". In both cases, no action is played.
        """
        numbers = np.ascontiguousarray(self._numbers("actions", actions), np.int64)
        wrong = self.core.step(numbers)
        if wrong < 0:
            return
        number, size = int(numbers[wrong]), self.settings.layout.size
        if not 0 <= number < size:
            expected = f"expected an integer from 0 to {size - 1}"
            raise UsageError(f"game {wrong}: {number} is not an action number: {expected}")
        raise not_legal(number, int(self.legal[wrong]), f"game {wrong}: ")

    def copy_games(self, source: BatchEnv, games: ArrayLike) -> None:
        """Replace games with copies of games in `source`, including their rows in the arrays. `games`,
        integers of shape [count], has for each game the number of the game to copy; -1 leaves it unchanged.
        `source` may be this batch. It must have the same settings, but may have another number of games and
        other arrays. The state of the random actions is not copied, so copies of one game diverge with
        `sample`. In a batch with `auto_reset`, the copy of a game that is over restarts at once, but keeps
        the rewards of the last step.

        Raises `UsageError`.
        """
        numbers = self._numbers("games", games)
        same = isinstance(source, BatchEnv) and source.settings == self.settings
        if not same or source._kind["position"] != self._kind["position"]:
            raise UsageError("source must be a batch of games with the same settings")
        if not ((numbers >= -1) & (numbers < source.count)).all():
            raise UsageError(f"games must be integers from -1 to {source.count - 1}")
        wrong = self.core.copy(source.core, np.ascontiguousarray(numbers, np.int64))
        if wrong >= 0:
            legal = int(source.legal[numbers[wrong]])
            raise UsageError(f"room must be at least {legal}, the number of legal actions in game {wrong}")

    def clone(self) -> BatchEnv:
        """Return an independent batch with the same games, which will sample the same random actions."""
        found = BatchEnv(count=self.count, **self._kind, **self._more)
        found.copy_games(self, np.arange(self.count))
        for game in range(self.count):
            found.core.set_random_state(game, self.core.random_state(game))
        return found

    def history(self, game: int) -> NDArray[np.int32]:
        """Return the actions of a game since it began, without the illegal action that ended it, if there was
        one. Raises `UsageError`.
        """
        return np.array(self.core.history(self._game(game)), np.int32)

    def set_game(self, game: int, actions: ArrayLike) -> None:
        """Restart a game and play `actions` in it, a one-dimensional array of integers such as `history`
        returns. The arrays then show the game; its rewards are 0. With `auto_reset`, the game must not be
        over after these actions.

        Raises `UsageError`, and `IllegalMoveError` for an action that is illegal or comes after the end,
        which leaves the game at its start.
        """
        numbers = _array("actions", actions)
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
            raise UsageError(f"actions must be a one-dimensional integer array, not {_described(numbers)}")
        self._set(self._game(game), numbers, over=False)
        if self._more["auto_reset"] and self.core.over(game):
            self.core.restore(game, np.zeros(0, np.int32), False)
            raise UsageError(f"game {game} is over after these actions: expected auto_reset=False")

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the state for `restore`: a dictionary of arrays, which any library can write to a file.
        Pickling a batch stores the same arrays.
        """
        histories = [self.core.history(game) for game in range(self.count)]
        return {
            "actions": np.array([action for one in histories for action in one], np.int32),
            "lengths": np.array([len(one) for one in histories], np.int32),
            "over": np.array([self.core.over(game) for game in range(self.count)]),
            "rewards": self.rewards.copy(),
            "terminated": self.terminated.copy(),
            "truncated": self.truncated.copy(),
            "random": np.array([self.core.random_state(game) for game in range(self.count)], np.uint64),
        }

    def restore(self, state: Mapping[str, ArrayLike]) -> None:
        """Restore the games, arrays and random actions from a state that `state` returned for a batch with
        the same settings and number of games. Raises `UsageError` and `IllegalMoveError` for an invalid
        state; some games may then have been restarted.
        """
        found = self._checked(state)
        lengths = found["lengths"]
        ends = np.cumsum(lengths)
        for game in range(self.count):
            actions = found["actions"][ends[game] - lengths[game] : ends[game]]
            self._set(game, actions, over=bool(found["over"][game]))
            self.core.set_random_state(game, int(found["random"][game]))
        for name in ("rewards", "terminated", "truncated"):
            getattr(self, name)[:] = found[name]

    def _checked(self, state: Mapping[str, ArrayLike]) -> dict[str, NDArray[Any]]:
        """Return the arrays of a state. Raises `UsageError` if they cannot be those of this batch."""
        found = {}
        for name, (kinds, more) in _STATE.items():
            try:
                array = np.asarray(state[name])
            except (KeyError, TypeError, ValueError) as error:
                raise UsageError(f"state: expected what state() returns, with {name!r}: {error}") from None
            if array.dtype.kind not in kinds or array.shape[1:] != more or array.ndim != 1 + len(more):
                raise UsageError(f"state: {name} is {_described(array)}: expected what state() returns")
            if name != "actions" and len(array) != self.count:
                raise UsageError(f"state: {name} has {len(array)} rows: expected {self.count}")
            found[name] = array
        lengths, actions, rewards = found["lengths"], found["actions"], found["rewards"]
        if (lengths < 0).any() or sum(lengths.tolist()) != len(actions):
            raise UsageError(f"state: the lengths do not add up to {len(actions)} actions")
        if not np.isin(rewards, (-1, 0, 1)).all() or (found["random"].astype(object) < 0).any():
            raise UsageError("state: expected rewards of -1, 0 and 1, and random states from 0 up")
        if (found["terminated"] & found["truncated"]).any():
            raise UsageError("state: a game is both terminated and truncated")
        if self._more["auto_reset"] and found["over"].any():
            raise UsageError("state: a game is over: expected a batch with auto_reset=False")
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.count, self._kind | self._more, self.state())

    def _set(self, game: int, actions: NDArray[Any], *, over: bool) -> None:
        wide = np.ascontiguousarray(actions, np.int64)
        size = self.settings.layout.size
        if not ((wide >= 0) & (wide < size)).all():
            raise UsageError(f"game {game}: expected actions from 0 to {size - 1}")
        wrong = self.core.restore(game, wide.astype(np.int32), over)
        if wrong >= 0:
            raise IllegalMoveError(f"game {game}, action {wrong}: {int(wide[wrong])} is not legal there")

    def _game(self, game: int) -> int:
        return check_integer("game", game, 0, self.count - 1)

    def _numbers(self, name: str, values: ArrayLike) -> NDArray[Any]:
        numbers = _array(name, values)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.count,):
            raise UsageError(f"{name} must be integers of shape ({self.count},), not {_described(numbers)}")
        return numbers

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game, all equally likely; 0 for a game that has ended.

        The actions depend only on the seed, not on the number of threads.
        """
        actions = np.empty(self.count, np.int64)
        self.core.sample(actions)
        return actions


def _restored(count: int, made: dict[str, Any], state: dict[str, Any]) -> BatchEnv:
    """Rebuild a pickled batch."""
    found = BatchEnv(count=count, **made)
    found.restore(state)
    return found


def _array(name: str, values: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise UsageError(f"{name}: {error}") from None


def _described(array: NDArray[Any]) -> str:
    return f"{array.dtype} of shape {array.shape}"
