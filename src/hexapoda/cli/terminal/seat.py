"""A player at the terminal: a person, or an engine made from its name on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexapoda.cli.engine_choice import choose_engine
from hexapoda.engine import Engine, Limit
from hexapoda.errors import EngineError
from hexapoda.games import DEFAULT_GAME
from hexapoda.host import RunningSearch, close_engine
from hexapoda.registry import EngineSpec

__all__ = ["HUMAN", "Seat"]

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a colour. `engine` is None for a person."""

    text: str
    """What `Seat.of` makes this seat from: `human`, or an engine with all its options."""
    name: str
    engine: Engine | None = None

    @classmethod
    def of(
        cls, text: str, game: str = DEFAULT_GAME, seed: int | None = None, level: int | None = None
    ) -> Seat:
        """The seat for `human` or an ENGINE, at a `level` if it is given one. `seed` is for engines that take
        one and were given none.

        Raises `UnknownEngineError`, `UsageError` and `EngineError` as the registry does.
        """
        if text.strip().lower() == HUMAN:
            return cls(HUMAN, HUMAN)
        spec: EngineSpec = choose_engine(text, game, level=level)
        if seed is not None and "seed" not in spec.given and any(o.name == "seed" for o in spec.options):
            spec = spec.with_values({"seed": seed})
        engine = spec.create()
        return cls(spec.text, engine.name, engine)

    @property
    def human(self) -> bool:
        """Whether a person sits here."""
        return self.engine is None

    def think(self, position: Any, limit: Limit) -> RunningSearch:
        """Let the engine look for its move."""
        if self.engine is None:
            raise EngineError("a person has no search")
        return RunningSearch(self.engine, position, limit)

    def close(self) -> None:
        """Let the engine go, which may think in the background or be a program."""
        close_engine(self.engine)
