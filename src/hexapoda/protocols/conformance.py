"""Checks whether an external engine conforms to its protocol and to the rules.

Runs the checks, builds the report, and provides the helpers that the checks of both protocols share. The
checks themselves are in `uhp.conformance` and `htp.conformance`. An engine that fails a check may still play
well, because the clients cope with known quirks. But an engine that gets a rule wrong loses games.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from hexapoda.engine import Limit
from hexapoda.errors import EngineError, UsageError
from hexapoda.protocols.client import ProcessEngine

__all__ = [
    "CheckResult",
    "ConformanceReport",
    "Differs",
    "Suite",
    "after",
    "agree",
    "check_conformance",
    "ends_when_asked",
    "midgame",
    "random_games",
    "timed",
]

_OVERSTEP = 0.25


class Differs(Exception):
    """Raised if the engine does not behave as expected."""


@dataclass(frozen=True, slots=True)
class Suite:
    """The checks for an engine, and the extensions that its report lists."""

    extensions: tuple[str, ...]
    """The engine's extensions, as in `ConformanceReport`."""
    checks: Mapping[str, Callable[[], str]]
    """The checks by name. Each returns a short description of the engine's behavior, or raises `Differs` or
    the client's `EngineError` or `UsageError` at the first difference."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check.

    Attributes:
        name: what was checked.
        ok: whether the engine behaves as expected.
        detail: the observation; for a failed check, the first difference.
        seconds: how long the check took.
        output: the end of a crashed engine's standard error; otherwise empty.
    """

    name: str
    ok: bool
    detail: str
    seconds: float
    output: str = ""


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """The results of all checks of an engine."""

    engine: str
    identity: str
    variants: tuple[str, ...]
    options: tuple[str, ...]
    """The engine's option lines."""
    extensions: tuple[str, ...]
    """In UHP the tokens of the engine's extensions, in HTP its commands that clients do not rely on."""
    checks: tuple[CheckResult, ...]

    @property
    def conforms(self) -> bool:
        """Whether all checks passed."""
        return all(check.ok for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {
            "engine": self.engine,
            "identity": self.identity,
            "variants": list(self.variants),
            "options": list(self.options),
            "extensions": list(self.extensions),
            "conforms": self.conforms,
            "checks": [
                {"name": c.name, "ok": c.ok, "detail": c.detail, "seconds": round(c.seconds, 3)}
                for c in self.checks
            ],
        }


OnCheck: TypeAlias = Callable[[CheckResult], None]


def check_conformance(
    engine: ProcessEngine[Any, Any], *, games: int = 4, on_check: OnCheck | None = None
) -> ConformanceReport:
    """Check an engine, with `games` reproducible random games per variant, and return the report. `on_check`
    is called with the result of each check. The engine is restarted after a failed check, and closed at the
    end.
    """
    with engine:
        suite = engine.suite(games)
        return ConformanceReport(
            engine=engine.name,
            identity=engine.identity.name,
            variants=engine.variants(),
            options=tuple(option.line for option in engine.identity.options),
            extensions=suite.extensions,
            checks=_run(engine, suite.checks, on_check),
        )


def _run(
    engine: ProcessEngine[Any, Any], checks: Mapping[str, Callable[[], str]], on_check: OnCheck | None
) -> tuple[CheckResult, ...]:
    done: list[CheckResult] = []
    for name, check in checks.items():
        began = time.perf_counter()
        try:
            ok, detail, output = True, check(), ""
        except (Differs, EngineError, UsageError) as trouble:
            ok, detail, output = False, str(trouble), _output_of(trouble)
            engine.restart()  # the next check must not depend on the engine's state
        done.append(CheckResult(name, ok, detail, time.perf_counter() - began, output))
        if on_check is not None:
            on_check(done[-1])
    return tuple(done)


def _output_of(trouble: BaseException | None) -> str:
    """Return the output of a crashed engine, from the error or its causes; empty if it did not crash."""
    while trouble is not None:
        output = str(getattr(trouble, "output", ""))
        if output:
            return output
        trouble = trouble.__cause__ or trouble.__context__
    return ""


def random_games(
    new: Callable[[str], Any], variant: str, games: int, longest: int
) -> Iterator[tuple[int, Any]]:
    """Play `games` random games of up to `longest` plies, and yield the number of the game and the position
    before each move. All positions of a game are the same object, which changes in place.
    """
    for number in range(games):
        dice = random.Random(f"{variant}/{number}")
        position = new(variant)
        while position.ply < longest and position.outcome() is None:
            yield number, position
            position.push(dice.choice(list(position.legal_moves)))


def midgame(new: Callable[[str], Any], variant: str, plies: int) -> Any:
    """Return the position after `plies` plies of a random game that lasts longer."""
    for attempt in range(1000):
        dice = random.Random(f"{variant}/{plies}/{attempt}")
        position = new(variant)
        while position.ply < plies and position.outcome() is None:
            position.push(dice.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position
    raise AssertionError("random games do not end so soon")


def after(position: Any) -> str:
    """Return `after` and the game string of a position, for a message about the engine."""
    return f"after {position.game_string()!r}"


def agree(position: Any, theirs: set[Any], ours: set[Any], name_of: Callable[[Any], str]) -> int:
    """Check that the engine's moves are the same as ours, and return their number. Raises `Differs`."""
    lacking, added = (sorted(map(name_of, moves)) for moves in (ours - theirs, theirs - ours))
    parts = [f"it lacks {len(lacking)}, such as {lacking[0]!r}"] if lacking else []
    parts += [f"it adds {len(added)}, such as {added[0]!r}"] if added else []
    if parts:
        raise Differs(f"{after(position)}: " + " and ".join(parts))
    return len(ours)


def timed(engine: ProcessEngine[Any, Any], positions: Iterable[Any], seconds: float, what: str) -> str:
    """Check that the engine keeps a time limit of `seconds` in these positions, and return the observation,
    which begins with `what` and the time limit. Raises `Differs`.
    """
    longest = 0.0
    for position in positions:
        engine.at(position)  # sends the game, so that only the search is timed
        longest = max(longest, engine.search(position, Limit(time=seconds)).info.time)
    if longest > seconds + _OVERSTEP:
        raise Differs(f"{what} {seconds:g} s took {longest:.2f} s")
    return f"{what} {seconds:g} s takes {longest:.2f} s at most"


def ends_when_asked(engine: ProcessEngine[Any, Any]) -> str:
    """Check that the process ends when asked, and return the observation. Raises `Differs`."""
    connection = engine.connection()
    farewell, seconds = connection.farewell, engine.timeouts.quit
    began = time.perf_counter()
    ended = connection.process.quit(farewell, seconds)
    took = time.perf_counter() - began
    engine.restart()
    if not ended:
        raise Differs(f"it is still running {seconds:g} s after {farewell} and must be killed")
    return f"it ended {took:.2f} s after {farewell}"
