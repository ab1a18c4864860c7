"""What a game offers for learning: positions as arrays, moves as numbers, and the symmetries of both.

Owns the protocols, and how the text of an encoding such as `planes:window=21` is read. The games have the
encodings themselves; `hexapoda.train` builds environments from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Protocol, SupportsIndex

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.position import M, P, P_contra, Position
from hexapoda.text.suggestion import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ActionLayout",
    "Batch",
    "BatchArrays",
    "EncoderBase",
    "Encodings",
    "ObservationEncoder",
    "check_number",
    "check_symmetry",
    "not_legal",
    "read_encoding",
    "seen_by",
]


class ObservationEncoder(Protocol[P_contra]):
    """Writes positions of one variant as arrays of one shape. It has no state."""

    @property
    def name(self) -> str:
        """The name of the encoding, such as `planes`."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""

    @property
    def dtype(self) -> str:
        """The NumPy type of an observation, such as `float32`."""

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value that an observation can contain."""

    @property
    def features(self) -> tuple[str, ...]:
        """What each plane contains, or each column of a table of tokens, in a few words."""

    def write(self, position: P_contra, out: NDArray[Any], player: int | None = None) -> None:
        """Write a position into an array of the right shape and type, as `player` sees it, by default the
        player to move. Raises `UsageError` if the position does not fit.
        """

    def encode(self, position: P_contra, player: int | None = None) -> NDArray[Any]:
        """Return a new array, written by `write`."""

    def check(self, position: P_contra) -> None:
        """Raise `UsageError` if the position does not fit. Faster than `encode`."""

    def transform(self, observation: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Return the observation of the image of a position under a symmetry, from that of the position."""

    def exchange_colors(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the observation of a position with the colors exchanged, from the observation of the
        position, for the same player, whose pieces remain their own. Return the argument itself if nothing
        changes.
        """


class EncoderBase(Generic[P_contra]):
    """What all encoders do in the same way."""

    __slots__ = ()

    def encode(
        self: ObservationEncoder[P_contra], position: P_contra, player: int | None = None
    ) -> NDArray[Any]:
        """Return a new array, written by `write`."""
        import numpy as np  # the server, which needs only settings, starts without it

        out = np.empty(self.shape, self.dtype)
        self.write(position, out, player)
        return out

    def check(self, position: P_contra) -> None:
        """Raise `UsageError` if the position does not fit. Here, every position of the variant does."""


class ActionLayout(Protocol[P_contra, M]):
    """Numbers for the moves of one variant, from 0 to `size` - 1. It has no state."""

    @property
    def name(self) -> str:
        """The name of the layout, such as `cells`."""

    @property
    def size(self) -> int:
        """How many numbers there are."""

    @property
    def piece_planes(self) -> int:
        """How many of the kinds of moves, the first ones, are moves of pieces: kind k moves the piece that
        plane k of the observation `planes` shows. 0 if there are no such planes.
        """

    @property
    def move_columns(self) -> tuple[str, ...]:
        """What each column of `move_rows` contains, in a few words; the first is the number."""

    def number(self, position: P_contra, move: M) -> int:
        """Return the number of a legal move. Raises `IllegalMoveError` if it is not legal."""

    def numbers(self, position: P_contra, move: M) -> Sequence[int]:
        """Return all numbers that `move` turns into a legal move, that of `number` first."""

    def move(self, position: P_contra, number: int) -> M:
        """Return the legal move with a number. Raises `UsageError` if there is no such number, and
        `IllegalMoveError` if it is not that of a legal move.
        """

    def mask(self, position: P_contra) -> NDArray[Any]:
        """Return an int8 array of shape (size,): 1 at the number of each legal move, else 0."""

    def move_rows(self, position: P_contra) -> NDArray[Any]:
        """Return an int16 array of shape (legal moves, len(move_columns)): a row for each legal move, in
        their order. Raises `UsageError` if the position does not fit.
        """

    def transform_rows(self, rows: NDArray[Any], symmetry: int) -> NDArray[Any]:
        """Apply a symmetry to rows of `move_rows`, an array of shape (..., len(move_columns)), and return the
        new rows. Rows of -1 stay as they are.
        """

    def permutation(self, symmetry: int) -> NDArray[Any]:
        """Return, for each number, the number of the image of its move under a symmetry."""

    def color_permutation(self) -> NDArray[Any]:
        """Return, for each number, the number of the same move with the colors exchanged. Raises `UsageError`
        if the layout has none.
        """


@dataclass(frozen=True, slots=True)
class BatchArrays:
    """The arrays that a batch of games writes; `hexapoda.train.batch.BatchEnv` describes them.

    The caller owns the memory, all zeros at first.
    """

    observations: NDArray[Any] | None
    masks: NDArray[Any] | None
    players: NDArray[Any]
    plies: NDArray[Any]
    legal: NDArray[Any]
    rewards: NDArray[Any]
    terminated: NDArray[Any]
    truncated: NDArray[Any]
    moves: NDArray[Any] | None = None

    def for_core(self) -> dict[str, Any]:
        """Return the arguments of `hexapoda._core.env.BatchArrays`, with the same memory."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        seen = arrays.pop("observations")
        flat = None if seen is None else seen.reshape(len(seen), -1)
        fractions = flat is not None and flat.dtype.kind == "f"
        return {**arrays, "planes": flat if fractions else None, "numbers": None if fractions else flat}


class Batch(Protocol):
    """Many games that are played in step by the core."""

    def reset(self, which: NDArray[Any] | None = None) -> None:
        """Begin the games that `which` marks; all by default."""

    def step(self, actions: NDArray[Any]) -> int:
        """Play an action in each game that is not over. Returns the first game whose action is an error: not
        a number of an action, or illegal if that does not lose. Then nothing has changed. Otherwise
        returns -1.
        """

    def sample(self, actions: NDArray[Any]) -> None:
        """Write a random legal action for each game; 0 for a game that is over."""

    def copy(self, source: Any, from_games: NDArray[Any]) -> int:
        """Make each game a copy of a game of another batch of the same kind, or of this one, whose number
        `from_games`, int64 of shape [count], gives; -1 for one that stays. Returns the first game that would
        have more legal actions than there are rows for them: then nothing has changed. Otherwise returns -1.
        """

    def history(self, game: int) -> list[int]:
        """The actions of a game since it began."""

    def restore(self, game: int, actions: NDArray[Any], over: bool) -> int:
        """Begin a game and play actions, int32. Returns the place of one that is illegal: then the game has
        only begun. Otherwise returns -1.
        """

    def over(self, game: int) -> bool:
        """Whether a game has ended and was not begun again."""

    def random_state(self, game: int) -> int:
        """What the further random actions of a game depend on."""

    def set_random_state(self, game: int, state: int) -> None:
        """Continue with the random actions of a state."""


class Encodings(Protocol[P, M]):
    """The encodings of a game, usually the object `ENCODINGS` of its package `encode`."""

    @property
    def observations(self) -> tuple[str, ...]:
        """The names of the encodings of positions, the default first."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the layouts of moves, the default first."""

    @property
    def symmetries(self) -> tuple[str, ...]:
        """What each symmetry does, in a few words; the first does nothing."""

    @property
    def color_symmetries(self) -> tuple[int, ...]:
        """The numbers of the symmetries that leave the colors as they are."""

    def color_of(self, position: P, player: int) -> int:
        """Return the color of a player: 0 for the color that begins the game, 1 for the other."""

    def state_text(self, position: P) -> str:
        """Return a line with all that the rest of the game depends on, and the ply. If it is the same for two
        positions, so are their legal moves with their numbers, and their outcomes after any moves.
        """

    def encoder(
        self, text: str, variant: str, rules: Mapping[str, str] | None = None
    ) -> ObservationEncoder[P]:
        """Return the encoder `NAME[:key=value,...]` for a variant. Raises `UsageError`."""

    def layout(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> ActionLayout[P, M]:
        """Return the layout `NAME[:key=value,...]` for a variant and its rules. Raises `UsageError`."""

    def transform(self, position: P, symmetry: int) -> P:
        """Return the image of a position under a symmetry. Raises `UsageError` if it has none."""

    def batch(
        self,
        start: P,
        encoder: ObservationEncoder[P],
        layout: ActionLayout[P, M],
        arrays: BatchArrays,
        *,
        count: int,
        max_plies: int,
        illegal_loses: bool,
        auto_reset: bool,
        threads: int,
        seed: int,
    ) -> Batch:
        """Return `count` games from a position, which write the same as the encoder and the layout."""


def read_encoding(
    text: str, what: str, names: Sequence[str], options: Mapping[str, Sequence[str]]
) -> tuple[str, dict[str, int]]:
    """Read `NAME[:key=value,...]`, where values are integers; `options` has the keys of each name.

    Raises `UsageError`. `what` says in messages what is named.
    """
    name, colon, values = text.partition(":")
    if name not in names:
        raise UsageError(
            f"no {what} is called {name!r}: expected {' or '.join(names)}{did_you_mean(name, names)}"
        )
    known = options.get(name, ())
    found: dict[str, int] = {}
    for part in values.split(",") if colon else ():
        key, _, value = part.partition("=")
        if key not in known:
            raise UsageError(
                f"{what} {name!r} has no option {key!r}: it has {', '.join(known) if known else 'none'}"
            )
        try:
            found[key] = int(value)
        except ValueError:
            raise UsageError(f"{what} {name!r}: {key!r} must be an integer, not {value!r}") from None
    return name, found


def check_number(number: object, size: int) -> int:
    """Return an action number as an int. Raises `UsageError` if it is not one from 0 to `size` - 1."""
    return _integer(
        number, size, f"{number!r} is not an action number: expected an integer from 0 to {size - 1}"
    )


def check_symmetry(number: object, size: int) -> int:
    """Return the number of a symmetry as an int. Raises `UsageError` if it is not from 0 to `size` - 1."""
    return _integer(number, size, f"no symmetry {number!r}: expected 0 to {size - 1}")


def seen_by(position: Position, player: object) -> int:
    """Return the player who sees the position, by default the one to move. Raises `UsageError` if `player` is
    not 0, 1 or None.
    """
    return (
        position.turn
        if player is None
        else _integer(player, 2, f"no player {player!r}: expected 0, 1 or None")
    )


def _integer(value: object, size: int, message: str) -> int:
    found = index(value) if isinstance(value, SupportsIndex) and not isinstance(value, bool) else -1
    if not 0 <= found < size:
        raise UsageError(message)
    return found


def not_legal(number: int, legal: int, where: str = "") -> IllegalMoveError:
    """Return the error for a number that belongs to no legal move."""
    numbers = f"one of the {legal} numbers that the mask marks"
    return IllegalMoveError(f"{where}action {number} is not a legal move here: expected {numbers}")
