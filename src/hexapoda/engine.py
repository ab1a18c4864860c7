"""The engine interface: limits, search results, and options as data.

Defines `Engine`, `EngineSource`, `Limit`, `SearchInfo`, `SearchResult` and `Option`. `hexapoda.registry`
finds engines by name; `hexapoda.engines` and the C++ core implement them.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self, TypeAlias

from hexapoda.errors import EngineError, HexapodaError, UsageError
from hexapoda.foreign_error import describe_error
from hexapoda.games.position import Move

__all__ = [
    "LONGEST_SEARCH",
    "Engine",
    "EngineSource",
    "Limit",
    "OnInfo",
    "Option",
    "OptionValue",
    "SearchInfo",
    "SearchResult",
    "ask",
    "check_options",
    "find_seed",
    "fit_seed",
    "result_trouble",
]

OptionValue: TypeAlias = bool | int | float | str
"""The value of an option."""

LONGEST_SEARCH = 24 * 60 * 60
"""Seconds after which `ask` stops an engine without a time limit."""

_GRACE = 0.05
"""How many seconds late an engine may be before `ask` stops it."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits of a search: the first one that is reached ends it.

    `Limit()` sets no limit: the search continues until it is complete or `Engine.stop` is called.
    Raises `UsageError` unless times are finite numbers from 0 up, and `depth` and `nodes` integers from 1 up.
    """

    time: float | None = None
    """Seconds of wall-clock time; 0 asks for an immediate answer."""
    depth: int | None = None
    """Search depth in plies, at least 1."""
    nodes: int | None = None
    """Positions to visit, at least 1."""
    clock: float | None = None
    """Seconds left on the player's clock; `time` is then the budget for this move. An engine with time
    management may use more than that for a hard move, and less for an easy one."""

    def __post_init__(self) -> None:
        for name, value in (("time", self.time), ("clock", self.clock)):
            if value is not None and not (_is_number(value) and value >= 0):
                raise UsageError(
                    f"the {name} of a search must be a number of seconds from 0 up, not {value!r}"
                )
        for name, value in (("depth", self.depth), ("nodes", self.nodes)):
            if value is not None and not (_is_integer(value) and value >= 1):
                raise UsageError(f"the {name} of a search must be an integer from 1 up, not {value!r}")


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """An engine's report on its search, from the point of view of the player to move.

    Every field has a default: an engine reports what it knows and leaves out the rest.
    """

    depth: int | None = None
    """The depth of the search in plies; None if the engine does not report one."""
    nodes: int | None = None
    """The number of visited positions; None if the engine does not count them."""
    time: float = 0.0
    """Seconds since the start of the search."""
    pv: tuple[Move, ...] = ()
    """The principal variation: the line that the engine expects, beginning with its own move."""
    score: float | None = None
    """The score in the engine's own unit, higher is better; None if it has none."""
    win_in: int | None = None
    """Plies to a *proven* win (positive) or loss (negative), if the winner plays by the proof; None if
    nothing is proven. A later search may find a longer proof of the same result."""
    seldepth: int | None = None
    """Selective depth: the plies of the longest line searched; None if the engine does not count them."""
    multipv: int = 1
    """The rank of this line, 1 for the best; above 1 only if several lines were requested."""
    win_probability: float | None = None
    """The engine's estimate of its win probability, from 0 to 1; None if it has none."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """An engine's answer: a move, and the final search information. `SearchResult(move)` is enough."""

    move: Move
    info: SearchInfo = SearchInfo()


OnInfo: TypeAlias = Callable[[SearchInfo], None]
"""A function that an engine calls with each report during a search."""


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of an engine, chosen when the engine is created, with everything a front end needs to know.

    `kind` says which values are allowed. For `int` and `float`, these are the numbers from `min` to `max`
    (None for no bound), or only those in `numbers` if it is not empty; for `choice`, the strings in
    `choices`. Raises `UsageError` if `default` is not allowed.
    """

    name: str
    """The name, in lower case with underscores, as in `NAME:table_size=64`; also the keyword argument."""
    kind: Literal["bool", "int", "float", "choice"]
    default: OptionValue
    min: float | None = None
    max: float | None = None
    choices: tuple[str, ...] = ()
    summary: str = ""
    numbers: tuple[float, ...] = ()
    """The allowed numbers in ascending order, such as `(1, 1.5, 2)`; empty if all are allowed."""

    def __post_init__(self) -> None:
        self.check(self.default)

    @property
    def expected(self) -> str:
        """The allowed values in words: `an integer from 1 to 8`."""
        if self.kind == "bool":
            return "true or false"
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.numbers:
            return "one of " + ", ".join(map(str, self.numbers))
        noun = "an integer" if self.kind == "int" else "a number"
        if self.min is not None and self.max is not None:
            return f"{noun} from {self.min} to {self.max}"
        if self.min is not None:
            return f"{noun} from {self.min} up"
        return noun if self.max is None else f"{noun} up to {self.max}"

    def check(self, value: object) -> OptionValue:
        """Return `value` if it is allowed. Raises `UsageError`, which says what was expected."""
        if not self._allows(value):
            raise UsageError(f"option {self.name!r} must be {self.expected}, not {value!r}")
        return self._as_listed(value)

    def parse(self, text: str) -> OptionValue:
        """Parse a value. Raises `UsageError`, which says what was expected."""
        value: object = text
        if self.kind == "bool":
            value = {"true": True, "false": False}.get(text.strip().lower())
        elif self.kind != "choice":
            try:
                value = int(text) if self.kind == "int" else float(text)
            except ValueError:
                value = None
        if not self._allows(value):
            shown = text if len(text) <= 40 else text[:40] + "..."
            raise UsageError(f"option {self.name!r} must be {self.expected}, not {shown!r}")
        return self._as_listed(value)

    def _as_listed(self, value: Any) -> OptionValue:
        """Return the equal number in `numbers`, if any, so that 3.0 is shown as 3; else `value` itself."""
        return next((number for number in self.numbers if number == value), value)

    def _allows(self, value: object) -> bool:
        if self.kind == "bool":
            return isinstance(value, bool)
        if self.kind == "choice":
            return value in self.choices
        return (_is_integer(value) if self.kind == "int" else _is_number(value)) and self._within(value)

    def _within(self, value: Any) -> bool:
        return (
            (self.min is None or value >= self.min)
            and (self.max is None or value <= self.max)
            and (not self.numbers or value in self.numbers)
        )


def check_options(options: Iterable[Option], **values: object) -> None:
    """Check the values of an engine's `options`, by name. Raises `UsageError` for a bad value."""
    for option in options:
        if option.name in values:
            option.check(values[option.name])


def find_seed(options: Iterable[Option]) -> Option | None:
    """Return the option that takes a seed; None if the engine has none."""
    return next((option for option in options if option.name == "seed" and option.kind == "int"), None)


def fit_seed(option: Option, seed: int) -> int:
    """Return `seed` if the option allows it, else a seed within its bounds that depends only on `seed`.
    Negative numbers are avoided if possible: -1 stands for a random seed.
    """
    low = 0 if option.min is None else math.ceil(option.min)
    high = None if option.max is None else math.floor(option.max)
    if low < 0 and (high is None or high >= 0):
        low = 0
    if high is None:
        return max(low, seed)
    low = min(low, high)
    return seed if low <= seed <= high else low + seed % (high - low + 1)


class Engine(Protocol):
    """An engine. One object plays one game at a time and runs one call at a time. Only `stop` may be called
    during another call, from another thread, a signal handler or `on_info`; the engines of this package raise
    `EngineError` for any other call.

    An engine need not inherit from this class. If it does, it inherits `new_game`, `stop`, `close` and empty
    `options`, and works in a `with` statement, which closes it at the end.
    """

    name: str
    """The name of the engine in lists and records."""
    options: tuple[Option, ...] = ()
    """The settings of the engine; each is a keyword argument of the class, with the same name."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search `position` within `limit` and return a legal move. Blocks until done.

        `position` has at least one legal move, and is unchanged on return. `on_info` is called in the
        searching thread each time the engine has something new to report. Raises `EngineError` if the engine
        cannot continue.
        """

    def stop(self) -> None:
        """Make the running search return its best move so far. Does nothing if no search is running."""
        return

    def new_game(self) -> None:
        """Forget everything about earlier games."""
        return

    def close(self) -> None:
        """End the threads and the process of the engine, if it has any."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ask(engine: Engine, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
    """Have `engine` search a copy of `position`, check the result and return it. `on_info`: as in `search`.

    An engine that does not return is stopped soon after its time limit, or after `LONGEST_SEARCH` if that is
    sooner or there is no limit. Raises `EngineError` if the engine fails or its answer is not a legal move;
    other errors of this package pass through.
    """
    seconds = LONGEST_SEARCH if limit.time is None else min(limit.time, LONGEST_SEARCH)
    alarm = threading.Timer(seconds + _GRACE, engine.stop)
    alarm.daemon = True
    alarm.start()
    try:
        result = engine.search(position.copy(), limit, on_info)
        trouble = result_trouble(result)
        legal = trouble is None and result.move in position.legal_moves
    except HexapodaError:
        raise
    except (Exception, SystemExit) as error:
        raise EngineError(f"engine {engine.name!r} failed: {describe_error(error)}") from error
    finally:
        alarm.cancel()
    if trouble is not None:
        raise EngineError(f"engine {engine.name!r} {trouble}")
    if not legal:
        raise EngineError(f"engine {engine.name!r} chose {result.move!r}, which is not a legal move")
    return result


def result_trouble(result: object) -> str | None:
    """Return what is wrong with the type of a search result, as the second half of a sentence; else None."""
    if not isinstance(result, SearchResult):
        try:
            shown = repr(result)
        except Exception:  # `repr` may run foreign code too
            shown = "something"
        shown = shown if len(shown) <= 80 else shown[:77] + "..."
        kind = type(result).__name__
        return f"returned {shown}, a {kind}: expected a SearchResult, such as SearchResult(move)"
    if not isinstance(result.info, SearchInfo):
        return f"returned a SearchResult whose info is a {type(result.info).__name__}: expected a SearchInfo"
    return None


class EngineSource(Protocol):
    """A factory of engines with a name and options. Front ends use it instead of the registry."""

    @property
    def name(self) -> str:
        """The name of the engines."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of `create`."""

    @property
    def given(self) -> Mapping[str, OptionValue]:
        """Values that replace the defaults of `options`, unless `create` overrides them."""

    def create(self, **overrides: OptionValue) -> Engine:
        """Return a new engine. Raises `UsageError` for a bad option, `EngineError` if it cannot be
        created.
        """


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))
