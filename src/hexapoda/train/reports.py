"""Reports on the warm start, the iterations and the matches of a training run, and the Elo of its networks.

Their files may be damaged: each `from_json` raises `KeyError`, `TypeError` or `ValueError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from hexapoda.arena.statistics import Pentanomial, elo_estimate
from hexapoda.arena.statistics.bradley_terry import Encounter, Rating, bradley_terry
from hexapoda.arena.statistics.elo import variance_ratio

__all__ = [
    "LARGEST",
    "GateReport",
    "IterationReport",
    "NetworkMatch",
    "NetworkRating",
    "RatingMatch",
    "WarmReport",
    "elo_curve",
    "engine_ratings",
    "published_iteration",
]

LARGEST = 1e15
"""The largest number that a report may contain."""
_LEAST_SECONDS = 0.001
"""Times are written in whole milliseconds, so a time above 0 is at least this."""
_WHOLE = ("iteration", "games", "decisive", "positions", "left_out")
_TIMES = ("self_play_seconds", "learning_seconds")
_OPTIONAL = ("policy_loss", "value_loss", "positions", *_TIMES)
_MOST_GAMES = 1 << 40


@dataclass(frozen=True, slots=True)
class IterationReport:
    """What an iteration did. Two reports that differ only in their times are equal.

    Numbers that an earlier version did not measure are None.
    """

    iteration: int
    """The number of the iteration, from 1."""
    games: int
    decisive: int
    """The number of games with a winner."""
    plies: float
    """The mean length of the games, in plies."""
    policy_loss: float | None
    """Mean cross-entropy, in nats; None for a network without a policy."""
    value_loss: float | None
    """Mean squared error; None if no result was known, because all games were cut short."""
    positions: int | None = None
    """How many positions of the games were searched; in self-play, only those with a full search count."""
    self_play_seconds: float | None = field(default=None, compare=False)
    learning_seconds: float | None = field(default=None, compare=False)

    @property
    def games_per_hour(self) -> float | None:
        """The speed of self-play, in games per hour."""
        seconds = self.self_play_seconds
        return round(3600 * self.games / seconds, 1) if seconds else None

    @property
    def positions_per_second(self) -> float | None:
        """The speed of self-play, in `positions` per second."""
        seconds, positions = self.self_play_seconds, self.positions
        return round(positions / seconds, 1) if seconds and positions is not None else None

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        pace = {name: getattr(self, name) for name in ("games_per_hour", "positions_per_second")}
        return {"kind": "iteration", **asdict(self), **pace}

    @classmethod
    def from_json(cls, value: Mapping[str, Any], expected: int) -> IterationReport:
        """Read a report from a JSON object; `expected` is the iteration that it must have."""
        found: dict[str, Any] = {"policy_loss": None, "value_loss": None}
        found |= {
            one.name: _number(one.name, value[one.name])
            for one in fields(cls)
            if one.name not in _OPTIONAL or value.get(one.name) is not None
        }
        report = cls(**found)
        if report.iteration != expected:
            raise ValueError(f"iteration {report.iteration}: expected {expected}")
        if report.games < 1:
            raise ValueError(f"games {report.games}: expected at least 1")
        if report.decisive > report.games:
            raise ValueError(f"{report.decisive} of {report.games} games are decisive")
        return report


@dataclass(frozen=True, slots=True)
class WarmReport:
    """What a warm start did. Two reports that differ only in their time are equal."""

    games: int
    """Recorded games that were learned from."""
    left_out: int
    """Games and files that were skipped because they are of another game or variant, have another start or
    other rules, or are damaged."""
    positions: int
    policy_loss: float
    """Cross-entropy, in nats, on games that were held out."""
    value_loss: float
    """Squared error on games that were held out."""
    predicted: float
    """The share of held-out positions, 0 to 1, in which the network's first choice is the move played."""
    seconds: float = field(default=0.0, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {"kind": "warm_start", **asdict(self)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> WarmReport:
        """Read a report from a JSON object."""
        return cls(**{one.name: _number(one.name, value[one.name]) for one in fields(cls)})


@dataclass(frozen=True, slots=True)
class NetworkMatch:
    """The result of a match of one network against another."""

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, int, int, int, int]
    """The numbers of game pairs in which the network scored 0, 1/2, 1, 3/2 and 2 points."""
    score: float
    """Points per game."""
    elo: float | None
    """The Elo difference; None after only wins or only losses."""
    low: float | None
    """The lower bound of its 95% interval; None after only losses."""
    high: float | None
    """The upper bound; None after only wins."""

    @classmethod
    def of(cls, wins: int, draws: int, losses: int, pairs: Iterable[int]) -> NetworkMatch:
        """Return the result with these counts, five of them in `pairs`. Raises `ValueError` if they
        contradict each other.
        """
        lost, half, drawn, more, won = found = tuple(pairs)
        counts = (wins, draws, losses, *found)
        games, points = 2 * sum(found), half + 2 * drawn + 3 * more + 4 * won
        if min(counts) < 0 or not games or (wins + draws + losses, 2 * wins + draws) != (games, points):
            raise ValueError(f"no match has the counts {counts}")
        five = (lost, half, drawn, more, won)
        elo = elo_estimate(Pentanomial(five))
        assert elo.score is not None
        return cls(wins, draws, losses, five, elo.score, elo.elo, elo.low, elo.high)


@dataclass(frozen=True, slots=True)
class RatingMatch:
    """A match that counts only for the Elo."""

    against: int | str
    """The iteration of an older network than the published one, or the text of an engine."""
    result: NetworkMatch


@dataclass(frozen=True, slots=True)
class GateReport:
    """A measured network and its matches."""

    iteration: int
    """The iteration after which the network was measured; 0 for a network that the run began with or made in
    a warm start."""
    against: int | None
    """The iteration of the network that was published before; None for the first network."""
    result: NetworkMatch | None
    """The result against that network; None for the first network."""
    published: bool
    older: tuple[RatingMatch, ...] = ()
    """The matches against older networks."""
    engines: tuple[RatingMatch, ...] = ()
    """The matches against engines."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        return {"kind": "match", **asdict(self)}

    @classmethod
    def from_json(cls, value: Mapping[str, Any], counts: str, earlier: Sequence[GateReport]) -> GateReport:
        """Read a report from a JSON object; `earlier` has the reports before it. The member named by
        `counts` has `wins`, `draws`, `losses` and `pairs`, or is None for the first network.
        """
        before = published_iteration(earlier)
        iteration, against, published = (value[name] for name in ("iteration", "against", "published"))
        if type(iteration) is not int or iteration < 0 or type(published) is not bool:
            raise ValueError("expected an iteration and whether it was published")
        found = value[counts]
        if against != before or type(against) is not type(before) or (found is None) != (before is None):
            raise ValueError(f"expected a match against {before}")
        older: list[RatingMatch] = []
        others = {one.iteration for one in earlier} - {before}
        for one in value.get("older", ()):  # runs of earlier versions have none
            if type(one["against"]) is not int or one["against"] not in others:
                raise ValueError("expected matches against different older networks that were measured")
            others.remove(one["against"])
            older.append(RatingMatch(one["against"], _match_of(one[counts])))
        engines: dict[str, RatingMatch] = {}
        for one in value.get("engines", ()):
            if type(one["against"]) is not str or one["against"] in engines:
                raise ValueError("expected matches against different engines")
            engines[one["against"]] = RatingMatch(one["against"], _match_of(one[counts]))
        result = None if found is None else _match_of(found)
        return cls(iteration, against, result, published, tuple(older), tuple(engines.values()))


@dataclass(frozen=True, slots=True)
class NetworkRating:
    """The Elo of a measured network."""

    iteration: int
    elo: float
    error: float
    """Half the width of the 95% interval of the difference from the network whose Elo is 0."""
    drawn_game_added: bool
    """Whether a drawn game was added for each pair of networks that met, to keep the Elo finite."""


def published_iteration(matches: Sequence[GateReport]) -> int | None:
    """Return the iteration of the network that was published last; None before the first match."""
    return next((match.iteration for match in reversed(matches) if match.published), None)


def elo_curve(reports: Sequence[GateReport], zero: int | None = None) -> list[NetworkRating]:
    """Return the Elo of the measured networks, with half the width of their 95% intervals. The network after
    iteration `zero` has 0, by default the first.

    The ratings are the most likely ones given all matches together; see `arena.statistics.bradley_terry`. If
    each network met only its predecessor, its Elo would be the sum of the differences, which overstates the
    progress: a network beats the network that it was selected against by a larger margin than older networks.
    Engines are rated with the networks; see `engine_ratings`.
    """
    rated = _rated(reports, zero)
    curve = {int(one.name): one for one in rated if not one.name.startswith(_ENGINE)}
    if len(curve) < 2:
        return []
    return [
        NetworkRating(iteration, one.elo, one.error, one.held) for iteration, one in sorted(curve.items())
    ]


def engine_ratings(reports: Sequence[GateReport]) -> list[tuple[str, float, float]]:
    """Return the engines that the networks met, the strongest first: text, Elo, and half the width of the
    95% interval of its difference from the first network. An engine that won or lost every game has no Elo,
    and is left out.
    """
    return [
        (one.name.removeprefix(_ENGINE), one.elo, one.error)
        for one in _rated(reports)  # the best first
        if one.name.startswith(_ENGINE)
    ]


def _rated(reports: Sequence[GateReport], zero: int | None = None) -> list[Rating]:
    """Return the ratings of all networks and engines. The network after iteration `zero` is the anchor, by
    default the first.
    """
    met: list[tuple[int, int | str | None, NetworkMatch]] = [
        (one.iteration, one.against, one.result) for one in reports if one.result is not None
    ]
    finite = _with_points(reports)
    for one in reports:
        met += [(one.iteration, other.against, other.result) for other in one.older]
        met += [
            (one.iteration, other.against, other.result) for other in one.engines if other.against in finite
        ]
    if not met:
        return []
    encounters = []
    for iteration, against, result in met:
        games = result.wins + result.draws + result.losses
        ratio = variance_ratio(Pentanomial(result.pairs))
        encounters.append(Encounter(_player(iteration), _player(against), result.score * games, games, ratio))
    anchor = min(one.iteration for one in reports) if zero is None else zero
    return bradley_terry(encounters, anchor=_player(anchor))


def _with_points(reports: Sequence[GateReport]) -> set[int | str]:
    """Return the engines that have neither won nor lost every game. Others have no finite Elo; to give them
    one, drawn games would be added, also for the networks.
    """
    won: dict[int | str, float] = {}
    lost: dict[int | str, float] = {}
    for report in reports:
        for one in report.engines:
            draws = one.result.draws / 2
            won[one.against] = won.get(one.against, 0) + one.result.losses + draws
            lost[one.against] = lost.get(one.against, 0) + one.result.wins + draws
    return {engine for engine in won if won[engine] and lost[engine]}


_ENGINE = "engine "
"""How the names of engines begin in the rating pool."""


def _player(of: int | str | None) -> str:
    """Return the name of a network, given its iteration, or of an engine, given its text, in the rating pool.
    The names of networks sort in the order of their iterations.
    """
    return f"{_ENGINE}{of}" if isinstance(of, str) else f"{of or 0:012}"


def _match_of(counts: Mapping[str, Any]) -> NetworkMatch:
    numbers = [counts["wins"], counts["draws"], counts["losses"], *counts["pairs"]]
    if len(numbers) != 8 or any(type(one) is not int or one > _MOST_GAMES for one in numbers):
        raise ValueError("expected eight counts")
    wins, draws, losses, *pairs = numbers
    return NetworkMatch.of(wins, draws, losses, pairs)


def _number(name: str, value: Any) -> Any:
    whole, share = name in _WHOLE, name == "predicted"
    if type(value) is not int and (whole or type(value) is not float):
        raise ValueError(f"{name} {value!r:.40}: expected {'an integer' if whole else 'a number'}")
    if not 0 <= value <= (1 if share else LARGEST):
        raise ValueError(f"{name} {value!r:.40}: expected a number from 0 to {1 if share else '1e15'}")
    if name in _TIMES and 0 < value < _LEAST_SECONDS:
        raise ValueError(f"{name} {value!r:.40}: expected 0, or at least {_LEAST_SECONDS}")
    return value
