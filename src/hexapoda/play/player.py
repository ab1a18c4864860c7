"""`Player`: a person, or an engine made from its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexapoda.engine import Limit
from hexapoda.errors import EngineError
from hexapoda.host import EngineHost, RunningSearch
from hexapoda.record import PlayerRecord
from hexapoda.registry import parse_engine

__all__ = ["HUMAN", "Player"]

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays one side. `host` is None for a person."""

    text: str
    """What `Player.of` makes this player from: `human`, or an engine with all its options."""
    name: str
    host: EngineHost | None = None

    @classmethod
    def of(cls, text: str, game: str, seed: int | None = None) -> Player:
        """The player for `human` or an ENGINE of a game, which is made now.

        `seed` is for engines that take one and were given none; it is fitted to their bounds. Raises
        `UnknownEngineError`, `UsageError` and `EngineError` as the registry does.
        """
        if text.strip().lower() == HUMAN:
            return cls(HUMAN, HUMAN)
        spec = parse_engine(text, game)
        if seed is not None:
            spec = spec.with_seed(seed)
        host = EngineHost(spec)
        return cls(spec.text, host.name, host)

    @classmethod
    def both(
        cls,
        texts: tuple[str, str],
        game: str,
        seed: int | None = None,
        given: tuple[Player | None, Player | None] = (None, None),
    ) -> tuple[Player, Player]:
        """The players 0 and 1 of a game, those `given` in place of what their text says.

        Raises as `of` does. An engine that was made before the other one failed is let go.
        """
        first = given[0] or cls.of(texts[0], game, seed)
        try:
            return first, given[1] or cls.of(texts[1], game, seed)
        except BaseException:
            if given[0] is None:
                first.close()
            raise

    @property
    def human(self) -> bool:
        """Whether this is a person."""
        return self.host is None

    @property
    def record(self) -> PlayerRecord:
        """The player as the record of a game names it."""
        return PlayerRecord(self.name, "" if self.human else self.text)

    def search(self, position: Any, limit: Limit) -> RunningSearch:
        """Let the engine look for its move."""
        if self.host is None:
            raise EngineError("a person has no search")
        return self.host.search(position, limit)

    def new_game(self) -> None:
        """Tell the engine of a new game."""
        if self.host is not None:
            self.host.new_game()

    def close(self) -> None:
        """Let the engine go, which may think in the background or be a program."""
        if self.host is not None:
            self.host.close()
