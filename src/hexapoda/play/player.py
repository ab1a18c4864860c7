"""`Player`: a person, or an engine created from its name."""

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
    """The text from which `Player.of` creates this player: `human`, or an engine with all its options."""
    name: str
    host: EngineHost | None = None

    @classmethod
    def of(cls, text: str, game: str, seed: int | None = None) -> Player:
        """Create a player from `human` or from an ENGINE of a game. Starts the engine.

        `seed` is for an engine with the option `seed` if the text does not set it. Raises
        `UnknownEngineError`, `UsageError` and `EngineError` as the registry does.
        """
        if text.strip().lower() == HUMAN:
            return cls(HUMAN, HUMAN)
        spec = parse_engine(text, game)
        if seed is not None and "seed" not in spec.given and any(o.name == "seed" for o in spec.options):
            spec = spec.with_values({"seed": seed})
        host = EngineHost(spec)
        return cls(spec.text, host.name, host)

    @property
    def human(self) -> bool:
        """Whether this is a person."""
        return self.host is None

    @property
    def record(self) -> PlayerRecord:
        """The player as it appears in the record of a game."""
        return PlayerRecord(self.name, "" if self.human else self.text)

    def search(self, position: Any, limit: Limit) -> RunningSearch:
        """Start the engine's search. Raises `EngineError`, also for a person."""
        if self.host is None:
            raise EngineError("a person has no search")
        return self.host.search(position, limit)

    def new_game(self) -> None:
        """Reset the engine for a new game."""
        if self.host is not None:
            self.host.new_game()

    def close(self) -> None:
        """Close the engine, which may be pondering or be an external program."""
        if self.host is not None:
            self.host.close()
