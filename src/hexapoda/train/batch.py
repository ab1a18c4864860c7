"""`BatchEnv`: many games of one variant, played in step by the core."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.games.encodings import BatchArrays, not_legal
from hexapoda.train.episode import EpisodeSettings, Settings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["BatchEnv"]

_MOST_GAMES, _MOST_THREADS, _MOST_MOVES = 1 << 20, 256, 1 << 12


class BatchEnv:
    """Many games of one variant, each of which gets an action in every step. Needs no other package.

    The arrays belong to the environment: each step writes them anew, so copy what you keep, and do not write
    into them. They are NumPy arrays, and other libraries read them without a copy:
    `torch.from_dlpack(batch.observations)`.

    A step that ends a game begins the next one: then `rewards`, `terminated` and `truncated` are those of the
    game that ended, and all other arrays those of the new one. With `auto_reset=False` an ended game waits
    for `reset`, ignores its actions, and has no legal ones.
    """

    observations: NDArray[Any] | None
    """`[count, ...]`, each of the encoder's shape: what the players to move see; None without them."""
    masks: NDArray[np.int8] | None
    """int8 [count, actions]: 1 for legal actions, else 0; None without them."""
    players: NDArray[np.int8]
    """int8 [count]: the players to move, 0 or 1."""
    plies: NDArray[np.int32]
    """int32 [count]: the actions played in each game."""
    legal: NDArray[np.int32]
    """int32 [count]: how many actions are legal."""
    moves: NDArray[np.int16] | None
    """int16 [count, room, columns]: a row for each legal action, in the columns `move_columns` of the layout,
    then rows of -1; None without room for them."""
    rewards: NDArray[np.float32]
    """float32 [count, 2]: the rewards of both players for the last step: 1 and -1 if one has won, else 0."""
    terminated: NDArray[np.bool_]
    """bool [count]: whether the last step ended the game by its rules, or by an illegal action."""
    truncated: NDArray[np.bool_]
    """bool [count]: whether the last step cut the game: too long, too large for the window of the encoder or
    the layout, with or without observations, or with more legal actions than there is room for."""

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
        """All games begin at `position`, a text, by default at the start. Without `observe` or `mask` the
        environment is faster. With `room`, the array `moves` has that many rows for the legal actions of each
        game. A step gives each thread 64 games at a time. `seed` sets the
        random actions of `sample`. The other settings are those of all environments.

        Raises `UsageError`, and `MemoryError` if the arrays need too much memory.
        """
        self.count = count = _integer("count", count, 1, _MOST_GAMES)
        threads = _integer("threads", threads, 1, _MOST_THREADS)
        seed = _integer("seed", seed, 0, (1 << 64) - 1)
        self.settings = EpisodeSettings.of(game, **settings)
        room = _integer("room", room, 0, _MOST_MOVES)
        start = self.settings.begin({"position": position}).position
        encoder, layout = self.settings.encoder, self.settings.layout
        # A start that does not fit in its window would never end.
        encoder.encode(start)
        layout.mask(start)
        if room and (legal := len(start.legal_moves)) > room:
            raise UsageError(
                f"room must be at least {legal}, the number of legal moves at the start, not {room}"
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
        """Begin the games that `which` marks, bool [count]; all by default. Raises `UsageError`."""
        marks = None
        if which is not None:
            marks = np.ascontiguousarray(_array("which", which))
            if marks.dtype != np.bool_ or marks.shape != (self.count,):
                raise UsageError(f"which must be bool of shape ({self.count},), not {_described(marks)}")
        self.core.reset(marks)

    def step(self, actions: ArrayLike) -> None:
        """Play an action in each game, integers of shape [count], and write the arrays.

        Raises `UsageError` for what are no action numbers, and `IllegalMoveError` for an illegal one if it
        does not lose; then no game has moved.
        """
        numbers = _array("actions", actions)
        if numbers.dtype.kind not in "iu" or numbers.shape != (self.count,):
            raise UsageError(f"actions must be integers of shape ({self.count},), not {_described(numbers)}")
        numbers = np.ascontiguousarray(numbers, np.int64)
        wrong = self.core.step(numbers)
        if wrong < 0:
            return
        number, size = int(numbers[wrong]), self.settings.layout.size
        if not 0 <= number < size:
            expected = f"expected an integer from 0 to {size - 1}"
            raise UsageError(f"game {wrong}: {number} is not an action number: {expected}")
        raise not_legal(number, int(self.legal[wrong]), f"game {wrong}: ")

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game, all equally likely; 0 for a game that has ended.

        The actions depend on the seed alone, not on the number of threads.
        """
        actions = np.empty(self.count, np.int64)
        self.core.sample(actions)
        return actions


def _integer(name: str, value: Any, low: int, high: int) -> int:
    try:
        number = low - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise UsageError(f"{name} must be an integer from {low} to {high}, not {value!r}")
    return number


def _array(name: str, values: ArrayLike) -> NDArray[Any]:
    try:
        return np.asarray(values)
    except ValueError as error:  # rows of different lengths
        raise UsageError(f"{name}: {error}") from None


def _described(array: NDArray[Any]) -> str:
    return f"{array.dtype} of shape {array.shape}"
