"""The counts of a match: results, pairs, endings, times and faults.

`Scoreboard` only counts; `arena.statistics` computes Elo, SPRT and ratings from the counts.
"""

from __future__ import annotations

import collections
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexapoda.arena.pairing import Opening
from hexapoda.record import Ending, GameRecord

__all__ = ["FAULTS", "UNSCORED", "Fault", "GameSummary", "Scoreboard", "WinsDrawsLosses"]

FAULTS = (Ending.CRASH, Ending.STALL, Ending.TIMEOUT, Ending.ILLEGAL_MOVE)
"""Endings in which the loser is at fault."""
UNSCORED = (Ending.RULES_DIFFER, Ending.BUSY)
"""Endings that say nothing about the strength of the engines."""
_FREE_PLIES = 4
"""How many plies count as the opening of a game without a book."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The summary of a game for the scoreboard. Tuples of two hold the values of players 0 and 1."""

    number: int
    names: tuple[str, str]
    date: str
    """When the game began, as in the record."""
    winner: int | None
    ending: Ending
    detail: str
    plies: int
    moves: tuple[int, int]
    """For each player, the number of moves with a known time, without those of the opening."""
    seconds: tuple[float, float]
    """The total time of each player's `moves`."""
    depths: tuple[tuple[int, int], tuple[int, int]]
    """For each player, the sum of the depths and the number of moves with a reported depth."""
    nodes: tuple[tuple[int, int], tuple[int, int]]
    """For each player, the sum of the nodes and the number of moves with reported nodes."""
    slowest: tuple[float, float]
    """The time of each player's slowest move."""
    waited: tuple[float, float]
    """How many of the `seconds` each player waited for a processor."""
    opening: Opening
    """The moves from the book, or else the first four plies."""
    booked: bool
    """Whether the opening comes from a book."""
    moves_hash: int
    """A hash of the start and the moves, valid only in this process."""

    @property
    def scored(self) -> bool:
        """Whether the game counts for the engines' scores."""
        return self.ending not in UNSCORED

    @classmethod
    def of(cls, record: GameRecord) -> GameSummary:
        """Return the summary of a record."""
        offset = _first_player(record)
        moves, depths, nodes = [0, 0], [[0, 0], [0, 0]], [[0, 0], [0, 0]]
        seconds, slowest, waited = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
        book = 0
        for ply, move in enumerate(record.moves, offset):
            player = ply % 2
            if move.book:
                book += 1
                continue
            if move.time is not None:
                moves[player] += 1
                seconds[player] += move.time
                slowest[player] = max(slowest[player], move.time)
                waited[player] += move.waited or 0.0
            for sums, value in ((depths[player], move.depth), (nodes[player], move.nodes)):
                if value is not None:
                    sums[0] += value
                    sums[1] += 1
        return cls(
            number=record.number,
            names=(record.players[0].name, record.players[1].name),
            date=record.date,
            winner=record.winner,
            ending=record.ending,
            detail=record.detail,
            plies=record.plies,
            moves=(moves[0], moves[1]),
            seconds=(seconds[0], seconds[1]),
            depths=((depths[0][0], depths[0][1]), (depths[1][0], depths[1][1])),
            nodes=((nodes[0][0], nodes[0][1]), (nodes[1][0], nodes[1][1])),
            slowest=(slowest[0], slowest[1]),
            waited=(waited[0], waited[1]),
            opening=Opening(tuple(move.text for move in record.moves[: book or _FREE_PLIES]), record.start),
            booked=book > 0,
            moves_hash=hash((record.start, tuple(move.text for move in record.moves))),
        )


@dataclass(frozen=True, slots=True)
class Fault:
    """A game that an engine lost through a fault."""

    engine: str
    game: int
    ending: Ending
    detail: str


@dataclass(frozen=True, slots=True)
class WinsDrawsLosses:
    """The results of one engine, or of one side."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points per game; None before the first game."""
        return self.points / self.games if self.games else None


class Scoreboard:
    """Counts the games of a match so far. Each is added once, in any order."""

    def __init__(self, names: Sequence[str], games: Iterable[GameSummary] = ()) -> None:
        """`names` are the names of the engines in the records."""
        self.names = tuple(names)
        self.games: dict[int, GameSummary] = {}
        self.endings: collections.Counter[Ending] = collections.Counter()
        self.faults: list[Fault] = []
        self.by_color = [0, 0, 0]
        """Wins of player 0, wins of player 1, draws."""
        self.plies = 0
        self.unscored: list[GameSummary] = []
        """Games that ended in one of `UNSCORED`."""
        self.repetitions = 0
        """How many scored games repeat an earlier game between the same players, move for move. Unless the
        engines choose at random, such games add no information, so intervals from all games are too narrow.
        """
        self._played: set[tuple[tuple[str, str], int]] = set()
        self._results: collections.Counter[tuple[str, str, int]] = collections.Counter()
        self._pairs: collections.Counter[tuple[str, str, int]] = collections.Counter()
        """The number of complete pairs by engine, opponent, and half points of the engine."""
        # For each engine, a sum over moves and the number of those moves.
        self._time: dict[str, list[float]] = {name: [0, 0] for name in self.names}
        self._depth: dict[str, list[float]] = {name: [0, 0] for name in self.names}
        self._nodes: dict[str, list[float]] = {name: [0, 0] for name in self.names}
        for game in games:
            self.add(game)

    def add(self, game: GameSummary) -> None:
        """Count a game."""
        self.games[game.number] = game
        self.endings[game.ending] += 1
        self.plies += game.plies
        if not game.scored:
            self.unscored.append(game)
            return
        if game.ending not in FAULTS:  # games of an engine that crashes at once are not repetitions
            self.repetitions += (game.names, game.moves_hash) in self._played
            self._played.add((game.names, game.moves_hash))
        self.by_color[2 if game.winner is None else game.winner] += 1
        if game.ending in FAULTS and game.winner is not None:
            self.faults.append(Fault(game.names[1 - game.winner], game.number, game.ending, game.detail))
        for player, name in enumerate(game.names):
            result = 0 if game.winner is None else 1 if game.winner == player else -1
            against = game.names[1 - player]
            self._results[name, against, result] += 1
            halves = self.pair(game.number // 2, name)
            if halves is not None:
                self._pairs[name, against, halves] += 1
            for sums, (total, count) in (
                (self._time[name], (game.seconds[player], game.moves[player])),
                (self._depth[name], game.depths[player]),
                (self._nodes[name], game.nodes[player]),
            ):
                sums[0] += total
                sums[1] += count

    def meetings(self) -> dict[tuple[str, str], WinsDrawsLosses]:
        """Return the results of every engine against every opponent that it met, from both points of view."""
        counts: dict[tuple[str, str], list[int]] = {}
        for (one, other, result), number in self._results.items():
            counts.setdefault((one, other), [0, 0, 0])[1 - result] += number
        return {names: WinsDrawsLosses(*found) for names, found in counts.items()}

    def results(self, name: str, against: str | None = None) -> WinsDrawsLosses:
        """Return the results of an engine against another one, or by default against all."""
        counts = [0, 0, 0]
        for (one, other, result), number in self._results.items():
            if one == name and against in (None, other):
                counts[1 - result] += number
        return WinsDrawsLosses(*counts)

    def failures(self, name: str) -> collections.Counter[Ending] | None:
        """Return how often each kind of fault occurred, if the engine lost all its games to faults;
        otherwise None.
        """
        kinds = collections.Counter(fault.ending for fault in self.faults if fault.engine == name)
        return kinds if kinds and kinds.total() == self.results(name).games else None

    def pair(self, number: int, name: str) -> int | None:
        """Return how many half points `name` scored in a pair of games, 0 to 4; None before both games are
        finished, or if one of them is not scored.
        """
        first, second = self.games.get(2 * number), self.games.get(2 * number + 1)
        if first is None or second is None or not (first.scored and second.scored):
            return None
        return _halves(first, name) + _halves(second, name)

    def played_pair(self, number: int) -> bool:
        """Return whether both games of a pair are finished, scored or not."""
        return 2 * number in self.games and 2 * number + 1 in self.games

    def pentanomial(self, name: str, against: str) -> tuple[int, int, int, int, int]:
        """Return the numbers of complete pairs in which `name` scored 0, 1/2, 1, 3/2 and 2 points."""
        counts = [self._pairs[name, against, halves] for halves in range(5)]
        return counts[0], counts[1], counts[2], counts[3], counts[4]

    def seconds_a_move(self, name: str) -> float | None:
        """Return the average time of an engine's moves in seconds; None if no time is known."""
        return _mean(self._time[name])

    def depth(self, name: str) -> float | None:
        """Return the average depth that an engine reports; None if it reports none."""
        return _mean(self._depth[name])

    def nodes(self, name: str) -> float | None:
        """Return the average number of nodes that an engine reports; None if it reports none."""
        return _mean(self._nodes[name])


def _mean(sums: Sequence[float]) -> float | None:
    total, count = sums
    return total / count if count else None


def _halves(game: GameSummary, name: str) -> int:
    """Return how many half points an engine scored in a game."""
    return 1 if game.winner is None else 2 * (game.names[game.winner] == name)


def _first_player(record: GameRecord) -> int:
    """Return who moved first: player 0, unless player 1 is to move in the start position."""
    if record.start is None:
        return 0
    from hexapoda.games import Position, find_game

    start: Position = find_game(record.game).parse_position(record.start, dict(record.rules))
    return start.turn
