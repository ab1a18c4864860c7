"""`Setup`: the settings of a new game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexapoda.clock import Clock, TimeControl
from hexapoda.games import find_game
from hexapoda.play.player import Player
from hexapoda.play.session import Session

__all__ = ["Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a game before its first move.

    Attributes:
        game: the name of the game.
        players: the texts of players 0 and 1, as `Player.of` reads them.
        variant: the variant; None for the game's first one.
        rules: the rule switches that are set.
        start: the position to begin from, as text; None for the variant's starting position.
        seed: the seed for engines that have the option `seed`.
        control: the time control of both players; None for a game without clocks.
    """

    game: str
    players: tuple[str, str]
    variant: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    start: str | None = None
    seed: int | None = None
    control: TimeControl | None = None

    def session(
        self,
        given: tuple[Player | None, Player | None] = (None, None),
        now: Callable[[], float] = time.monotonic,
    ) -> Session:
        """Create the game, ready for its first move. Players in `given` that are not None are used
        unchanged; the others are created from `players`. `now` is passed to the `Clock`.

        Raises the errors of `Game.initial`, `Game.parse_position` and `Player.of`.
        """
        game = find_game(self.game)
        position: Any
        if self.start is None:
            position = game.initial(self.variant, self.rules)
        else:
            position = game.parse_position(self.start, self.rules)
        clock = None if self.control is None else Clock(self.control, now=now)
        return Session.begin(game, position, Player.both(self.players, self.game, self.seed, given), clock)

    @classmethod
    def rematch(cls, session: Session) -> Setup:
        """Return a setup for the same game with the players' sides exchanged."""
        record = session.record()
        first, second = session.players
        control = None if session.clock is None else session.clock.controls[0]
        players = (second.text, first.text)
        return cls(record.game, players, record.variant, dict(record.rules), record.start, control=control)
