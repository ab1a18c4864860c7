"""The engines `net:NETWORK` that are `alphabeta` with another evaluation network."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexapoda.engine import Option
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.hive.network import read_evaluation

__all__ = ["EvaluationNetworkSource"]


@dataclass(frozen=True)
class EvaluationNetworkSource:
    """The file of an evaluation network. Calling it returns an `alphabeta` engine that evaluates with it."""

    path: Path
    name: str
    """The name of the engine, such as `net:mine.net`."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of `alphabeta` at full strength."""
        return tuple(one for one in AlphaBetaEngine.options if one.name not in ("level", "evaluation"))

    @property
    def summary(self) -> str:
        """A one-line description for lists."""
        return f"alphabeta, which evaluates positions with the network {self.path.stem}."

    def __call__(self, **options: Any) -> AlphaBetaEngine:
        """Return an engine. Raises `UsageError` for a file that is damaged or not an evaluation network."""
        engine = AlphaBetaEngine(network=read_evaluation(self.path), **options)
        engine.name = self.name
        return engine
