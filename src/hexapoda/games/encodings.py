"""What a game offers for learning: positions as arrays, moves as numbers, and the symmetries of both.

Defines the protocols, and parses strings such as `planes:window=21`, which name an encoding. The encodings
themselves belong to the games; `hexapoda.train` builds environments from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
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
        """Return the observation of a position's image under a symmetry, computed from the observation of the
        position.
        """

    def exchange_colors(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return the observation of a position with the colors exchanged, computed from the observation of
        the position. The viewer is the same player, who keeps the same pieces. If nothing changes, the result
        is the argument itself.
        """


class EncoderBase(Generic[P_contra]):
    """The methods that all encoders share."""

    __slots__ = ()

    def encode(
        self: ObservationEncoder[P_contra], position: P_contra, player: int | None = None
    ) -> NDArray[Any]:
        """Return a new array, written by `write`."""
        import numpy as np  # late: the server needs only the settings and starts without NumPy

        out = np.empty(self.shape, self.dtype)
        self.write(position, out, player)
        return out

    def check(self, position: P_contra) -> None:
        """Do nothing: by default every position of the variant fits."""


class ActionLayout(Protocol[P_contra, M]):
    """Numbers for the moves of one variant, from 0 to `size` - 1. It has no state."""

    @property
    def name(self) -> str:
        """The name of the layout, such as `cells`."""

    @property
    def size(self) -> int:
        """The number of actions."""

    @property
    def piece_planes(self) -> int:
        """The number of leading blocks of action numbers that belong to one piece each: block k has the moves
        of the piece in plane k of the encoding `planes`. 0 in games whose pieces do not move, and in layouts
        without these blocks.
        """

    @property
    def move_columns(self) -> tuple[str, ...]:
        """What each column of `move_rows` contains, in a few words; the first is the move's number."""

    def number(self, position: P_contra, move: M) -> int:
        """Return the number of a legal move. Raises `IllegalMoveError` if it is not legal."""

    def numbers(self, position: P_contra, move: M) -> Sequence[int]:
        """Return all numbers for which the method `move` returns a given legal move. The result of `number`
        comes first.
        """

    def move(self, position: P_contra, number: int) -> M:
        """Return the legal move with this number. Raises `UsageError` if the number is out of range, and
        `IllegalMoveError` if no legal move has it.
        """

    def mask(self, position: P_contra) -> NDArray[Any]:
        """Return an int8 array of shape (size,): 1 at the number of each legal move, else 0."""

    def move_rows(self, position: P_contra) -> NDArray[Any]:
        """Return an int16 array of shape (legal moves, len(move_columns)): a row for each legal move, in the
        order of `legal_moves`. Raises `UsageError` if the position does not fit.
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
    """The arrays into which a batch of games writes; `hexapoda.train.batch.BatchEnv` describes them.

    The caller owns the memory, which must be all zeros at first.
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
    """Many games that the core plays in lockstep."""

    def reset(self, which: NDArray[Any] | None = None) -> None:
        """Begin the games that `which` marks; all by default."""

    def step(self, actions: NDArray[Any]) -> int:
        """Play `actions`, one for each game, and return -1; games that are over do not move. If an action is
        out of range, or is illegal in a batch where illegal actions do not lose, change nothing and return
        the number of the first game with such an action.
        """

    def sample(self, actions: NDArray[Any]) -> None:
        """Write a random legal action for each game into `actions`; 0 for a game that is over."""

    def copy(self, source: Any, from_games: NDArray[Any]) -> int:
        """Replace games by copies of games of `source`, a batch of the same kind or this one, and return -1.
        `from_games`, int64 of shape (count,), has the number of the game to copy, or -1 for a game that
        stays. If a game would have more legal actions than there are rows for them, change nothing and
        return the number of the first such game.
        """

    def history(self, game: int) -> list[int]:
        """Return the actions of a game since it began."""

    def restore(self, game: int, actions: NDArray[Any], over: bool) -> int:
        """Begin a game anew, play `actions`, an int32 array, and return -1. If an action is illegal or comes
        after the end, return its index; the game is then at its start. With `over`, the game is over after
        the actions even if they do not end it.
        """

    def over(self, game: int) -> bool:
        """Return whether a game has ended and has not begun again."""

    def random_state(self, game: int) -> int:
        """Return the state of a game's random number generator."""

    def set_random_state(self, game: int, state: int) -> None:
        """Set the state of a game's random number generator."""


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
        """Return one line with the ply and everything else that the rest of the game depends on. Two
        positions with the same line have the same legal moves with the same numbers, and the same outcome
        after any moves.
        """

    def encoder(
        self, text: str, variant: str, rules: Mapping[str, str] | None = None
    ) -> ObservationEncoder[P]:
        """Return the encoder `NAME[:key=value,...]` for a variant and its rules. Raises `UsageError`."""

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
        """Return `count` games that begin at `start`. They write into `arrays` what the encoder and the
        layout would return.
        """


def read_encoding(
    text: str, what: str, names: Sequence[str], options: Mapping[str, Sequence[str]]
) -> tuple[str, dict[str, int]]:
    """Parse `NAME[:key=value,...]`; return the name and the integer values by key. `options` has the keys
    that each name allows. `what`: the noun for the encoding in error messages. Raises `UsageError`.
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
    """Return an action number as an int. Raises `UsageError` unless it is an integer in `range(size)`."""
    return _integer(
        number, size, f"{number!r} is not an action number: expected an integer from 0 to {size - 1}"
    )


def check_symmetry(number: object, size: int) -> int:
    """Return a symmetry number as an int. Raises `UsageError` unless it is an integer in `range(size)`."""
    return _integer(number, size, f"there is no symmetry {number!r}: expected 0 to {size - 1}")


def seen_by(position: Position, player: object) -> int:
    """Return the player who sees the position, by default the one to move. Raises `UsageError` if `player` is
    not 0, 1 or None.
    """
    return (
        position.turn
        if player is None
        else _integer(player, 2, f"there is no player {player!r}: expected 0, 1 or None")
    )


def _integer(value: object, size: int, message: str) -> int:
    found = -1
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        # Arrays have `__index__` too, but only an integer without dimensions is one.
        with suppress(TypeError):
            found = index(value)
    if not 0 <= found < size:
        raise UsageError(message)
    return found


def not_legal(number: int, legal: int, where: str = "") -> IllegalMoveError:
    """Return the error for a number that belongs to no legal move."""
    numbers = f"one of the {legal} numbers that the mask marks"
    return IllegalMoveError(f"{where}action {number} is not a legal move here: expected {numbers}")
