"""A player at the terminal: a person, or an engine made from its name on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexapoda.engine import Engine, Limit, ask
from hexapoda.errors import EngineError
from hexapoda.registry import EngineSpec, parse_engine

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
    def of(cls, text: str, game: str = "hive", seed: int | None = None) -> Seat:
        """The seat for `human` or an ENGINE. `seed` is for engines that take one and were given none.

        Raises `UnknownEngineError`, `UsageError` and `EngineError` as the registry does.
        """
        if text.strip().lower() == HUMAN:
            return cls(HUMAN, HUMAN)
        spec: EngineSpec = parse_engine(text, game)
        if seed is not None and "seed" not in spec.given and any(o.name == "seed" for o in spec.options):
            spec = spec.with_values({"seed": seed})
        engine = spec.create()
        return cls(spec.text, engine.name, engine)

    @property
    def human(self) -> bool:
        """Whether a person sits here."""
        return self.engine is None

    def choose(self, position: Any, limit: Limit) -> Any:
        """The engine's move. Raises `EngineError` when it fails or answers what is no legal move."""
        if self.engine is None:
            raise EngineError("a person has no search")
        return ask(self.engine, position, limit).move
