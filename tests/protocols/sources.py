"""Engine sources for the tests of protocol servers: real engines and ones that misbehave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexapoda.engine import Engine, Limit, OnInfo, Option, OptionValue, SearchInfo, SearchResult
from hexapoda.engines.random_engine import RandomEngine


@dataclass
class Source:
    """Makes engines with `make` and remembers with what it was asked to."""

    make: Callable[..., Engine]
    name: str = "fake"
    options: tuple[Option, ...] = ()
    given: Mapping[str, OptionValue] = field(default_factory=dict)
    made: list[dict[str, OptionValue]] = field(default_factory=list)

    def create(self, **overrides: OptionValue) -> Engine:
        self.made.append(overrides)
        return self.make(**overrides)


def random_source() -> Source:
    """The engine `random` with seed 7."""
    return Source(RandomEngine, name="random", options=RandomEngine.options, given={"seed": 7})


class FakeEngine(Engine):
    """Does what it is told in `search`."""

    name = "fake"

    def __init__(self, act: Callable[[Any, Limit], Any]) -> None:
        self.act = act
        self.stopped = 0
        self.games = 0

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        move = self.act(position, limit)
        return SearchResult(move, SearchInfo(depth=0, nodes=1, time=0.0, pv=(move,)))

    def stop(self) -> None:
        self.stopped += 1

    def new_game(self) -> None:
        self.games += 1
