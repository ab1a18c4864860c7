"""One game of an environment: its position, the observations of the players, and their actions.

Contains everything that the environments have in common, and needs neither Gymnasium nor PettingZoo.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from itertools import chain
from operator import index
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games import Game, Outcome, Position, find_game
from hexapoda.games.encodings import ActionLayout, Encodings, ObservationEncoder
from hexapoda.train.settings_table import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LONGEST",
    "Episode",
    "EpisodeSettings",
    "Illegal",
    "Settings",
    "check_integer",
    "check_rules",
    "check_texts",
]

LONGEST = 1000
"""The number of plies after which a game is cut short by default: more than any game of Hex lasts."""

Illegal = Literal["error", "lose"]
"""What an illegal action does: it raises `IllegalMoveError`, or it loses the game."""


class Settings(TypedDict, total=False):
    """The settings that a caller may choose. A missing setting (or None, where allowed) means the default."""

    variant: str | None
    rules: Mapping[str, str] | None
    """The choice of each rule switch, by name."""
    observation: str | None
    """An encoding of positions, such as `tokens` or `planes:window=21`."""
    actions: str | None
    """A layout of moves, such as `cells`."""
    max_plies: int
    """The number of actions after which a game is cut short, at most 2**30; `LONGEST` by default."""
    illegal: Illegal
    """What an illegal action does; `error` by default."""


def check_integer(name: str, value: Any, low: int, high: int) -> int:
    """Return an integer, which may be one of NumPy, as an int. Raises `UsageError` if it is not within the
    bounds, or no integer.
    """
    try:
        number = low - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise UsageError(f"{name} must be an integer from {low} to {high}, not {shown(value)}")
    return number


def check_texts(game: Any, **more: Any) -> None:
    """Raise `UsageError` unless the game is a string, and each other value a string or None."""
    for name, text in {"game": game, **more}.items():
        if not isinstance(text, str) and (text is not None or name == "game"):
            raise UsageError(f"{name} must be a string, not {text!r}")


def check_rules(rules: Any) -> dict[str, str]:
    """Return a copy of the rules; None means none. Raises `UsageError` unless all names and choices are
    strings.
    """
    rules = {} if rules is None else rules
    if not isinstance(rules, Mapping) or not all(isinstance(one, str) for one in chain(*rules.items())):
        raise UsageError(f"rules must be a dictionary such as {{'opening': 'free'}}, not {rules!r}")
    return dict(rules)


@dataclass(frozen=True, slots=True)
class EpisodeSettings:
    """The checked settings that all games of an environment share."""

    game: Game
    encodings: Encodings
    variant: str
    rules: Mapping[str, str]
    encoder: ObservationEncoder
    layout: ActionLayout
    max_plies: int
    illegal: Illegal

    @classmethod
    def of(
        cls,
        game: str,
        **settings: Unpack[Settings],
    ) -> EpisodeSettings:
        """Check settings and return them.

        Raises `UsageError` for an invalid argument or a game without encodings, and `InvalidGameError` for an
        unknown variant.
        """
        if unknown := sorted(set(settings) - set(Settings.__annotations__)):
            known = ", ".join(Settings.__annotations__)
            raise UsageError(f"no setting is called {unknown[0]!r}: expected one of {known}")
        check_texts(game, **{name: settings.get(name) for name in ("variant", "observation", "actions")})
        rules = check_rules(settings.get("rules"))
        max_plies = check_integer("max_plies", settings.get("max_plies", LONGEST), 1, 1 << 30)
        illegal = settings.get("illegal", "error")
        found = find_game(game)
        encodings = found.encodings
        if encodings is None:
            raise UsageError(
                f"{found.name!r} has no observations or action numbers, so it has no environments"
            )
        if illegal not in ("error", "lose"):
            raise UsageError(f"illegal must be 'error' or 'lose', not {illegal!r}")
        first = found.initial(settings.get("variant"), rules)
        return cls(
            found,
            encodings,
            first.variant,
            rules,
            encodings.encoder(settings.get("observation") or encodings.observations[0], first.variant, rules),
            encodings.layout(settings.get("actions") or encodings.actions[0], first.variant, rules),
            max_plies,
            illegal,
        )

    def begin(self, options: Mapping[str, Any] | None = None) -> Episode:
        """Begin a game. The option `position` is a position of the variant as text. Other options are
        ignored, as PettingZoo expects.

        Raises `UsageError` if the game is over in the position, or if the position is of another variant or
        does not fit the encodings. Raises the errors of `Game.parse_position`.
        """
        if not isinstance(options, Mapping | None):
            raise UsageError(f"options must be a dictionary, not {options!r}")
        text = (options or {}).get("position")
        if text is None:
            return Episode(self, self.game.initial(self.variant, self.rules))
        if not isinstance(text, str):
            raise UsageError(f"the option 'position' must be a string, not {text!r}")
        position = self.game.parse_position(text, self.rules)
        if position.variant != self.variant:
            raise UsageError(f"the variant of the position is {position.variant}: expected {self.variant}")
        if position.outcome() is not None:
            raise UsageError(f"the game is already over in {text!r}")
        return Episode(self, position)


class Episode:
    """A game that is being played."""

    def __init__(self, settings: EpisodeSettings, position: Position) -> None:
        """`play` changes `position`. The game must not be over in it.

        Raises `UsageError` if `position` does not fit the observation or the actions.
        """
        self.settings = settings
        self.position = position
        self.plies = 0
        """How many actions have been played."""
        self._outcome: Outcome | None = None
        self._lost: tuple[int, str] | None = None
        """The player who lost by an illegal action or by resigning, and the reason; else None."""
        settings.encoder.check(position)
        self._mask: NDArray[Any] | None = settings.layout.mask(position)
        """None if the position does not fit the observation or the actions."""

    def copy(self) -> Episode:
        """Return an independent copy with the same history."""
        other = copy(self)  # both share the mask, which is replaced but never modified
        other.position = self.position.copy()
        return other

    def __deepcopy__(self, memo: object) -> Episode:
        return self.copy()

    @property
    def turn(self) -> int:
        """The player to move, 0 or 1."""
        return self.position.turn

    @property
    def terminated(self) -> bool:
        """Whether the game is over by its rules, by an illegal action, or because a player resigned."""
        return self._outcome is not None or self._lost is not None

    @property
    def truncated(self) -> bool:
        """Whether the game was cut short: it was too long, or too large for the window of the encoder or the
        layout.
        """
        return not self.terminated and self._cut

    @property
    def over(self) -> bool:
        """Whether the game is over or was cut short."""
        return self.terminated or self._cut

    @property
    def _cut(self) -> bool:
        return self._mask is None or self.plies >= self.settings.max_plies

    @property
    def reason(self) -> str:
        """Why the game is over or was cut short; empty until then."""
        if self._lost is not None:
            return self._lost[1]
        if self._outcome is not None:
            return str(self._outcome.termination.value)
        if self.truncated:
            return "too large" if self._mask is None else "too long"
        return ""

    def reward(self, player: int) -> int:
        """Return 1 if the player has won, -1 if the opponent has, else 0."""
        if self._lost is not None:
            return -1 if player == self._lost[0] else 1
        if self._outcome is None or self._outcome.winner is None:
            return 0
        return 1 if self._outcome.winner == player else -1

    def play(self, action: Any) -> None:
        """Play the move with an action number. Raises `UsageError` if `action` is not an action number, and
        `IllegalMoveError` for an illegal move if `illegal` is "error".
        """
        settings = self.settings
        try:
            move = settings.layout.move(self.position, action)
        except IllegalMoveError:
            if settings.illegal == "error":
                raise
            self._lost = self.turn, "illegal action"
            return
        self.push(move)

    def resign(self) -> None:
        """End the game: the player to move resigns."""
        self._lost = self.turn, "resignation"

    def push(self, move: Any) -> None:
        """Play a move. If the game goes on but the new position does not fit the observation, or its moves
        have no numbers in the layout, the game is cut short. Raises `IllegalMoveError` for an illegal move,
        and then leaves the game unchanged.
        """
        self.position.push(move)
        try:
            self.settings.encoder.check(self.position)
            self._mask = self.settings.layout.mask(self.position)
        except UsageError:
            self._mask = None
        self.plies += 1
        self._outcome = self.position.outcome()

    def mask(self, player: int) -> NDArray[Any]:
        """Return a new int8 array with 1 for the actions that the player may choose now, else 0."""
        if self._mask is None or self.over or player != self.turn:
            import numpy as np  # here, because the server needs only settings and starts faster without it

            return np.zeros(self.settings.layout.size, np.int8)
        return self._mask.copy()

    def observation(self, player: int) -> NDArray[Any]:
        """Return a player's observation as a new array; zeros if the position does not fit the encoder, as in
        the batch environment.
        """
        encoder = self.settings.encoder
        if self._mask is None:
            import numpy as np

            try:
                encoder.check(self.position)
            except UsageError:
                return np.zeros(encoder.shape, encoder.dtype)
        return encoder.encode(self.position, player)

    def observe(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what a player sees: `observation` and `action_mask`, both new arrays."""
        return {
            "observation": self.observation(player),
            "action_mask": self.mask(player),
        }

    def info(self, player: int) -> dict[str, Any]:
        """Return `action_mask`, `ply` and, once the game is over or was cut short, `reason`."""
        info: dict[str, Any] = {"action_mask": self.mask(player), "ply": self.position.ply}
        if self.over:
            info["reason"] = self.reason
        return info

    def state_text(self) -> str:
        """Return a line of text that is equal for two games with these settings only if they have the same
        future. It includes the number of plies played if the game did not begin at the start, and the player
        who lost by an illegal action or by resigning.
        """
        text = self.settings.encodings.state_text(self.position)
        # The text has the ply of the position, but a game is cut short after `max_plies` plies of its own.
        if self.plies != self.position.ply:
            text += f" played={self.plies}"
        return text if self._lost is None else f"{text} lost={self._lost[0]}"

    def diagram(self) -> str:
        """Return a text diagram of the position."""
        return self.settings.game.diagram(self.position)
