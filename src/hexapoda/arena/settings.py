"""The settings of a match, which decide which games are played, and their JSON form.

Defines `MatchSettings` and `SprtSettings`. The settings contain the openings move by move, so a match is
resumed with the same openings even if their file has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal

from hexapoda.arena.adjudication import Adjudication
from hexapoda.arena.ladder import LadderSettings
from hexapoda.arena.pairing import Opening, Pairing, matchups, pairing_of
from hexapoda.arena.rating_list import MOST_ENGINES, ListedEngine, ListSettings
from hexapoda.clock import MOST_SECONDS, TimeControl
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import DEFAULT_GAME
from hexapoda.registry import add_values

__all__ = ["FORMATS", "MatchSettings", "SprtSettings"]

FORMATS = ("match", "round-robin", "gauntlet", "list")
"""The formats of matches and tournaments."""
_VERSION = 1
_TOLERANCE = ("margin", "patience")
_ADDED = (*_TOLERANCE, "own_controls", "ladder", "rating_list")
"""Fields that older matches do not have."""


@dataclass(frozen=True, slots=True)
class SprtSettings:
    """The sequential test that may stop a match between two engines early: see `arena.statistics.sprt`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise UsageError(f"SPRT bounds {self.elo0:g},{self.elo1:g}: expected the lower one first")


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Everything that decides which games are played. Raises `UsageError` if they cannot be played."""

    engines: tuple[str, ...]
    """The texts of the engines, as `registry.parse_engine` reads them."""
    control: TimeControl
    """The limits of the engines that have no limits of their own."""
    games: int = 100
    """The number of games between any two engines that meet, or its maximum in an open-ended match. An odd
    number is rounded up, because games are played in pairs.
    """
    format: str = "match"
    game: str = DEFAULT_GAME
    variant: str = "Base"
    rules: tuple[tuple[str, str], ...] = ()
    openings: tuple[Opening, ...] = ()
    """The openings, used in turn, one per round of pairs; if empty, games begin with the initial position."""
    opening_source: str = ""
    """Where the openings come from, as text: `suite`, `none`, `random:PLIES` or the name of a file."""
    adjudication: Adjudication = field(default_factory=Adjudication)
    concurrency: int = 1
    """The number of games played at a time; it does not change the games."""
    seed: int = 0
    sprt: SprtSettings | None = None
    event: str = ""
    own_controls: tuple[TimeControl | None, ...] = ()
    """For each engine, the limits that replace `control`, or None; empty if no engine has its own."""
    margin: float = 0.2
    """Seconds that an engine may be late before it loses on time."""
    patience: float = 30.0
    """Seconds to wait for an engine after its time is up, or in total if its time is not limited."""
    ladder: LadderSettings | None = None
    """How the first engine of a gauntlet is rated; None if all games are played."""
    rating_list: ListSettings | None = None
    """The engines of a rating list; None for any other format."""

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UsageError(f"format {self.format!r} is not one of {', '.join(FORMATS)}")
        if self.format == "match" and len(self.engines) != 2:
            raise UsageError(f"a match has two engines, not {len(self.engines)}")
        if len(self.engines) < 2:
            raise UsageError(f"a tournament has at least two engines, not {len(self.engines)}")
        for name in ("games", "concurrency"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not (0 <= self.margin <= MOST_SECONDS and 0 < self.patience <= MOST_SECONDS):
            raise UsageError(
                f"expected a margin from 0 to 1e9 seconds and a patience above 0 up to 1e9 seconds, "
                f"not {self.margin!r} and {self.patience!r}"
            )
        if self.own_controls and len(self.own_controls) != len(self.engines):
            raise UsageError(f"{len(self.engines)} engines cannot have {len(self.own_controls)} limits")
        for engine, name in enumerate(self.names):
            if self.control_of(engine) == TimeControl():
                whom = f"engine {name!r}" if any(self.own_controls) else "the engines"
                raise UsageError(f"nothing limits {whom}: give a time, nodes, a depth or a clock")
        if self.sprt is not None and len(self.engines) != 2:
            raise UsageError("an SPRT compares exactly two engines")
        if self.ladder is not None:
            if self.format != "gauntlet" or self.sprt is not None:
                raise UsageError("a ladder rates the first engine of a gauntlet, without an SPRT")
            if len(self.ladder.elo) != len(self.engines) - 1:
                raise UsageError(
                    f"{len(self.engines) - 1} opponents cannot have {len(self.ladder.elo)} ratings"
                )
        if (self.rating_list is None) != (self.format != "list"):
            raise UsageError("a rating list is a match of the format 'list'")
        if self.rating_list is not None and (
            self.sprt is not None or len(self.rating_list.engines) != len(self.engines)
        ):
            raise UsageError(f"not the rating list of {len(self.engines)} engines")

    @property
    def open_ended(self) -> bool:
        """Whether the results decide which games are played, and how many."""
        return self.ladder is not None or self.rating_list is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the engines in records and tables: their texts, with their own limits. Equal names are
        numbered.
        """
        names: list[str] = []
        for engine, bare in enumerate(self.engines):
            own = self._own_control(engine)
            text = bare if own is None else add_values(bare, own.values)
            name, number = text, 2
            while name in names:
                name, number = f"{text} ({number})", number + 1
            names.append(name)
        return tuple(names)

    def control_of(self, engine: int) -> TimeControl:
        """Return the limits of the engine with this index."""
        return self._own_control(engine) or self.control

    @property
    def control_text(self) -> str:
        """The limits of all engines as text; on a ladder, those of the rated engine."""
        own = [(name, self._own_control(engine)) for engine, name in enumerate(self.names)]
        own = own if self.ladder is None else own[:1]
        parts = [str(self.control)] if any(control is None for _, control in own) else []
        parts += [f"{name} has {control}" for name, control in own if control is not None]
        return "; ".join(parts)

    def _own_control(self, engine: int) -> TimeControl | None:
        return self.own_controls[engine] if self.own_controls else None

    @property
    def meetings(self) -> list[tuple[int, int]]:
        """The pairs of engines that meet, by index."""
        return matchups(self.format, len(self.engines))

    @property
    def total(self) -> int:
        """The total number of games; fewer are played if an SPRT or the ratings end the match early."""
        return (self.games + self.games % 2) * len(self.meetings)

    @property
    def stride(self) -> int:
        """The number of pairs from one round to the next. In a rating list it does not depend on the number
        of engines.
        """
        if self.rating_list is None:
            return len(self.meetings)
        return MOST_ENGINES * (MOST_ENGINES - 1) // 2

    def has_game(self, number: int) -> bool:
        """Return whether the match has a game with this number."""
        turn, meeting = divmod(number // 2, self.stride)
        if turn < 0 or meeting >= len(self.meetings):
            return False
        return self.rating_list is not None or 2 * turn < self.games  # a list may lower `games` later

    def is_retired(self, engine: int) -> bool:
        """Return whether the engine with this index is a retired engine of a rating list."""
        return self.rating_list is not None and self.rating_list.engines[engine].retired

    def pairing(self, number: int) -> Pairing:
        """Return the pairing of the game with this number, which must be a game of the match."""
        return pairing_of(number, self.meetings, self.openings, self.seed, self.stride)

    @property
    def command(self) -> str:
        """The command that resumes the match."""
        return "match" if self.ladder is None else "rate"

    def with_concurrency(self, concurrency: int) -> MatchSettings:
        """Return the same match with another concurrency."""
        return replace(self, concurrency=concurrency)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON object with all fields."""
        openings = [opening.to_json() for opening in self.openings]
        return {"version": _VERSION, **asdict(self), "rules": dict(self.rules), "openings": openings}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> MatchSettings:
        """Read the result of `to_json`. Raises `InvalidGameError` for anything else."""
        try:
            if value["version"] != _VERSION:
                raise ValueError(f"version {value['version']}, expected {_VERSION}")
            # Older matches have the margin and the patience in the time control.
            late = {name: value["control"][name] for name in _TOLERANCE if name in value["control"]}
            value = {**late, **value}
            names = [each.name for each in fields(cls) if each.name in value or each.name not in _ADDED]
            sprt, ladder, listed = value["sprt"], value.get("ladder"), value.get("rating_list")
            found = {
                "engines": tuple(str(engine) for engine in value["engines"]),
                "control": _control(value["control"]),
                "rules": tuple(value["rules"].items()),
                "openings": tuple(Opening.from_json(opening) for opening in value["openings"]),
                "adjudication": Adjudication(**value["adjudication"]),
                "own_controls": tuple(own and _control(own) for own in value.get("own_controls", ())),
                "sprt": sprt and SprtSettings(**sprt),
                "ladder": ladder and LadderSettings(tuple(ladder["elo"]), ladder["within"]),
                "rating_list": listed and _rating_list(listed),
            }
            return cls(**{name: value[name] for name in names} | found)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise InvalidGameError(f"not the settings of a match: {type(error).__name__}: {error}") from error


def _rating_list(value: Mapping[str, Any]) -> ListSettings:
    engines = tuple(ListedEngine(**{**one, "failed": tuple(one["failed"])}) for one in value["engines"])
    return ListSettings(**{**value, "engines": engines})


def _control(value: Mapping[str, Any]) -> TimeControl:
    return TimeControl.from_json({name: part for name, part in value.items() if name not in _TOLERANCE})
