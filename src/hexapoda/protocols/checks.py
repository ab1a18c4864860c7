"""What the conformance checks of both protocols share: random positions, and checks that need no dialect."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hexapoda.engine import Limit
from hexapoda.protocols.client import ProcessEngine

__all__ = ["Differs", "Suite", "after", "agree", "ends_when_asked", "midgame", "random_games", "timed"]

_OVERSTEP = 0.25


class Differs(Exception):
    """The engine does not behave as expected."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The checks of an engine, and what its report says about it."""

    variants: tuple[str, ...]
    extensions: tuple[str, ...]
    checks: Mapping[str, Callable[[], str]]
    """By name. Each returns a short description of the behavior, and raises `Differs`, or the client's
    `EngineError`, at the first difference."""


def random_games(
    new: Callable[[str], Any], variant: str, games: int, longest: int
) -> Iterator[tuple[int, Any]]:
    """Yield every position of random games that is not over, with the number of the game."""
    for number in range(games):
        dice = random.Random(f"{variant}/{number}")
        position = new(variant)
        while position.ply < longest and position.outcome() is None:
            yield number, position
            position.push(dice.choice(list(position.legal_moves)))


def midgame(new: Callable[[str], Any], variant: str, plies: int) -> Any:
    """Return a position of a random game that is not over."""
    for attempt in range(1000):
        dice = random.Random(f"{variant}/{plies}/{attempt}")
        position = new(variant)
        while position.ply < plies and position.outcome() is None:
            position.push(dice.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position
    raise AssertionError("random games do not end so soon")


def after(position: Any) -> str:
    """Return where a difference was found."""
    return f"after {position.game_string()!r}"


def agree(position: Any, theirs: set[Any], ours: set[Any], name_of: Callable[[Any], str]) -> int:
    """Compare two sets of moves, and return their size. Raises `Differs`."""
    lacking, added = (sorted(map(name_of, moves)) for moves in (ours - theirs, theirs - ours))
    parts = [f"it lacks {len(lacking)}, such as {lacking[0]!r}"] if lacking else []
    parts += [f"it adds {len(added)}, such as {added[0]!r}"] if added else []
    if parts:
        raise Differs(f"{after(position)}: " + " and ".join(parts))
    return len(ours)


def timed(engine: ProcessEngine[Any, Any], positions: Iterable[Any], seconds: float, what: str) -> str:
    """Check that moves within a time limit come in time. `what` goes before the time."""
    longest = 0.0
    for position in positions:
        engine.at(position)  # sends the game, so that only the search is timed
        longest = max(longest, engine.search(position, Limit(time=seconds)).info.time)
    if longest > seconds + _OVERSTEP:
        raise Differs(f"{what} {seconds:g} s took {longest:.2f} s")
    return f"{what} {seconds:g} s takes {longest:.2f} s at most"


def ends_when_asked(engine: ProcessEngine[Any, Any]) -> str:
    """Check that the process ends when it is asked."""
    connection = engine.connection()
    farewell, seconds = connection.farewell, engine.timeouts.quit
    began = time.perf_counter()
    ended = connection.process.quit(farewell, seconds)
    took = time.perf_counter() - began
    engine.restart()
    if not ended:
        raise Differs(f"it is still running {seconds:g} s after {farewell} and must be killed")
    return f"it ended {took:.2f} s after {farewell}"
