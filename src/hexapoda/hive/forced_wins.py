"""Short forced wins of Hive, as `hexapoda.games.forced_wins.ForcedWins`. The core searches."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hexapoda._core import StopToken
from hexapoda._core import hive as _core
from hexapoda.games.forced_wins import Look, Rebuttal
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.move import Move
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.hive.position import Position
from hexapoda.hive.puzzle_looks import looks
from hexapoda.hive.puzzle_themes import TITLES, themes_of

__all__ = ["HiveForcedWins"]

_WIN, _LOSS = 1, 2
_REPLIES = 40
"""How many replies are tried to refute a move, the best ones first."""
_THREAT_PLIES = 5
"""How deep a refutation looks for a win of the one who replies."""


class HiveForcedWins:
    """Searches with the solver of the core, which misses no win within its depth."""

    exact = False
    themes: Mapping[str, str] = TITLES

    def length(
        self, position: Position, most: int, *, seconds: float, stop: StopToken | None = None
    ) -> int | None:
        """Return the smallest number of moves in which the side to move wins, or None."""
        result, plies = _solve(position, 2 * most, seconds, stop)
        return (plies + 1) // 2 if result == _WIN else None

    def only_move(self, position: Position, *, seconds: float, stop: StopToken | None = None) -> Move | None:
        """Return None: a move may win later than the search sees."""
        return None

    def winning_moves(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> tuple[Move, ...] | None:
        """Return all moves that win within `within` moves, or None."""
        found = _winning(position, within, None, seconds, stop)
        return None if found is None else tuple(found)

    def wins(
        self, position: Position, move: Move, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether a move wins within `within` moves, or None."""
        return _wins(position, move, within, time.monotonic() + seconds, stop)

    def others_win(
        self, position: Position, move: Move, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether another move wins within `within` moves, or None."""
        found = _winning(position, within, move, seconds, stop)
        return None if found is None else bool(found)

    def defense(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Move | None:
        """Return the reply that holds out longest, or None."""
        result, _, _, _, line, _, _ = _core.solve(position, 2 * within + 1, seconds, 0, stop, None)
        return line[0] if result == _LOSS and line else None

    def rebuttal(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Rebuttal:
        """Return the reply that wins, or else one after which there is no win within `within` moves."""
        if position.outcome() is not None:
            return Rebuttal(None)
        end = time.monotonic() + seconds
        result, plies, _, _, line, _, _ = _core.solve(
            position, max(_THREAT_PLIES, 2 * within + 3), seconds / 2, 0, stop, None
        )
        if result == _WIN and line:
            return Rebuttal(line[0], wins_in=(plies + 1) // 2)
        if result == _LOSS and line:
            return Rebuttal(line[0], slower=True)
        best: Move | None = None
        for reply in _by_value(position):
            after = position.copy()
            after.push(reply)
            best = best or reply
            if after.outcome() is not None:
                continue
            if within == 0 or _solve(after, 2 * within, _left(end), stop)[0] != _WIN:
                return Rebuttal(reply)
        return Rebuttal(best)

    def themes_of(
        self, position: Position, solution: Sequence[Move], *, seconds: float, stop: StopToken | None = None
    ) -> tuple[str, ...] | None:
        """Return the themes of a puzzle, or None."""
        other, race = with_other_turn(position), False
        if other is not None:
            plies = len(solution) + 1
            result, _, _, searched, _, _, _ = _core.solve(other, plies, seconds, 0, stop, None)
            if not result and searched < plies:
                return None
            race = result == _WIN
        return themes_of(position, solution, race=race)

    def looks(self, position: Position, first: Move) -> Iterator[Look]:
        """Yield how a puzzle looks in each of the twelve symmetries."""
        return looks(position, first)


def _wins(position: Position, move: Move, within: int, end: float, stop: StopToken | None) -> bool | None:
    """Whether a move wins within `within` moves; None if the time is over."""
    after = position.copy()
    after.push(move)
    outcome = after.outcome()
    if outcome is not None:
        return outcome.winner == position.turn
    if within < 1:
        return False
    left = end - time.monotonic()
    if left <= 0:
        return None
    result, _, _, searched, _, _, _ = _core.solve(after, 2 * within - 1, left, 0, stop, None)
    if not result and searched < 2 * within - 1:
        return None
    return result == _LOSS


def _winning(
    position: Position, within: int, but: Move | None, seconds: float, stop: StopToken | None
) -> list[Move] | None:
    """Return the moves that win within `within` moves; if `but` is given, at most one, and not `but`. None if
    the time is over.
    """
    most = len(position.legal_moves) if but is None else 1
    return _core.winning_moves(position, 2 * within, most, but, seconds, stop)


def _solve(position: Position, plies: int, seconds: float, stop: StopToken | None) -> tuple[int, int]:
    result, length, _, _, _, _, _ = _core.solve(position, plies, seconds, 0, stop, None)
    return result, length


def _by_value(position: Position) -> Iterable[Move]:
    """The replies, the best ones first as far as the static evaluation can tell."""
    values: list[tuple[int, int, Move]] = []
    for number, reply in enumerate(position.legal_moves):
        after = position.copy()
        after.push(reply)
        score = -10_000 if after.outcome() is not None else -evaluate(after).score
        values.append((-score, number, reply))
    return [reply for _, _, reply in sorted(values, key=lambda value: value[:2])[:_REPLIES]]


def _left(end: float) -> float:
    return max(end - time.monotonic(), 0.01)  # the solver takes 0 as no limit
