"""The settings of a rating list: a growing pool of engines, which play the games that tell the most about
their ratings.

A list is a match in the format `list`. New engines are added at the end, and the number of a game does not
depend on how many engines there are, so earlier games keep their numbers. A retired engine plays no more
games, but its earlier games still count.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda.errors import UsageError

__all__ = ["MOST_ENGINES", "ListSettings", "ListedEngine"]

MOST_ENGINES = 64
"""The maximum number of engines in a list, including retired ones."""
_HIGHEST = 10_000.0
"""The highest possible rating of the anchor; the lowest is its negative."""


@dataclass(frozen=True, slots=True)
class ListedEngine:
    """A list's entry for an engine, apart from its games."""

    version: str
    """An identifier of its code: a checksum of its files, or the version of its package."""
    checks: int | None = None
    """How many checks of its protocol were run; None for an engine without a protocol."""
    failed: tuple[str, ...] = ()
    """The names of the checks that it failed."""
    retired: bool = False
    """Whether it plays no more games."""


@dataclass(frozen=True, slots=True)
class ListSettings:
    """The engines of a rating list. Raises `UsageError` for numbers out of range."""

    engines: tuple[ListedEngine, ...]
    """The engines, in the order of the match."""
    anchor: int = 0
    """The index of the engine with a fixed rating."""
    elo: float = 0.0
    """The rating of the anchor."""
    within: float | None = None
    """The list is finished when the 95% intervals of all ratings extend at most this many Elo to each side;
    None for a list that is never finished.
    """

    def __post_init__(self) -> None:
        for number in (self.elo, *([] if self.within is None else [self.within])):
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise UsageError(f"a rating list has {number!r}: expected a number")
        if not -_HIGHEST <= self.elo <= _HIGHEST:
            raise UsageError(f"the rating of the anchor must be from -{_HIGHEST:g} to {_HIGHEST:g}")
        if self.within is not None and not 1 <= self.within <= 1000:
            raise UsageError(f"ratings within {self.within:g} Elo: expected 1 to 1000")
        if len(self.engines) > MOST_ENGINES:
            raise UsageError(f"{len(self.engines)} engines: a rating list has at most {MOST_ENGINES}")
        if not 0 <= self.anchor < len(self.engines):
            raise UsageError(f"the anchor is engine {self.anchor}: there are {len(self.engines)}")
