"""`Player`: a person, or an engine created from a string such as `greedy:seed=7`."""

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
    """A person or an engine. `host` is None for a person, and for an engine that runs elsewhere."""

    text: str
    """The text from which `Player.of` creates this player: `human`, or an engine with all its options."""
    name: str
    host: EngineHost | None = None

    @classmethod
    def of(cls, text: str, game: str, seed: int | None = None) -> Player:
        """Create a player from `human` or the text of an engine, such as `greedy:seed=7`. Starts the engine.

        If the text does not set the option `seed`, the argument `seed` does, fitted to the option's bounds.
        Raises `UnknownEngineError`, `UsageError` and `EngineError` as the registry does.
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
        """Create players 0 and 1 from `texts`, except the players in `given`, which are used unchanged.

        Raises the same errors as `of`. If the second player fails, the engine of the first is closed.
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
        """Whether the player is a person."""
        return self.text == HUMAN

    @property
    def record(self) -> PlayerRecord:
        """The player as it appears in the record of a game."""
        return PlayerRecord(self.name, "" if self.human else self.text)

    def search(self, position: Any, limit: Limit) -> RunningSearch:
        """Start a search. Raises `EngineError` if the engine fails to start or there is no `host`."""
        if self.host is None:
            raise EngineError(f"{self.name} cannot search: it has no engine here")
        return self.host.search(position, limit)

    def new_game(self) -> None:
        """Reset the engine for a new game."""
        if self.host is not None:
            self.host.new_game()

    def close(self) -> None:
        """Close the engine, so that it stops pondering and an external program ends."""
        if self.host is not None:
            self.host.close()
