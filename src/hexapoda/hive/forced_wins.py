"""Short forced wins in Hive: the implementation of `hexapoda.games.forced_wins.ForcedWins`.

Queries the solver in the core, and chooses the depth: a win in n moves takes at most 2n plies, because the
game may end with the reply to the last move.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from hexapoda._core import StopToken
from hexapoda._core import hive as _core
from hexapoda.games.forced_wins import Look, Rebuttal
from hexapoda.hive.evaluation import evaluate
from hexapoda.hive.move import Move
from hexapoda.hive.other_turn import with_other_turn
from hexapoda.hive.position import Position
from hexapoda.hive.puzzle_looks import looks
from hexapoda.hive.puzzle_themes import TITLES, themes_of
from hexapoda.hive.solve import Solution, solve

__all__ = ["HiveForcedWins"]

_REPLIES = 40
"""The maximum number of replies that are tried to refute a move, best first."""
_THREAT_PLIES = 5
"""The minimum depth, in plies, of the search for a win by the side that replies."""


class HiveForcedWins:
    """A search for forced wins with a solver that misses none within its depth."""

    exact = False
    themes: Mapping[str, str] = TITLES

    def length(
        self, position: Position, most: int, *, seconds: float, stop: StopToken | None = None
    ) -> int | None:
        """Return the smallest number of moves, up to `most`, in which the side to move wins; None if none is
        found.
        """
        return _moves_to_win(solve(position, 2 * most, seconds, stop=stop))

    def only_move(self, position: Position, *, seconds: float, stop: StopToken | None = None) -> Move | None:
        """Return None: other moves may win beyond the depth of the search."""
        return None

    def winning_moves(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> tuple[Move, ...] | None:
        """Return all moves that win within `within` moves; None if some move is undecided."""
        found = _winning(position, within, None, seconds, stop)
        return None if found is None else tuple(found)

    def wins(
        self, position: Position, move: Move, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether a move wins within `within` moves; None if undecided."""
        after = position.copy()
        after.push(move)
        outcome = after.outcome()
        if outcome is not None:
            return outcome.winner == position.turn
        if within < 1:
            return False
        plies = 2 * within - 1
        solution = solve(after, plies, seconds, stop=stop)
        return None if _is_undecided(solution, plies) else solution.result == "loss"

    def others_win(
        self, position: Position, move: Move, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> bool | None:
        """Return whether another move wins within `within` moves; None if undecided."""
        found = _winning(position, within, move, seconds, stop)
        return None if found is None else bool(found)

    def defense(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Move | None:
        """Return the reply that holds out longest; None if no loss is proven."""
        solution = solve(position, 2 * within + 1, seconds, stop=stop)
        return solution.line[0] if solution.result == "loss" and solution.line else None

    def rebuttal(
        self, position: Position, within: int, *, seconds: float, stop: StopToken | None = None
    ) -> Rebuttal:
        """Return a reply that wins, if there is one. If the move wins but too late, return the reply that
        holds out longest. Otherwise, return a reply after which no win within `within` moves is found or,
        failing that, the reply with the best evaluation.
        """
        if position.outcome() is not None:
            return Rebuttal(None)
        end = time.monotonic() + seconds
        plies = max(_THREAT_PLIES, 2 * within + 3)  # also finds a win that comes one move too late
        solution = solve(position, plies, seconds / 2, stop=stop)
        if solution.line and solution.result in ("win", "loss"):
            slower = solution.result == "loss"
            return Rebuttal(solution.line[0], wins_in=_moves_to_win(solution), slower=slower)
        replies = _best_replies(position)
        for reply in replies:
            after = position.copy()
            after.push(reply)
            if after.outcome() is not None:
                continue
            if within == 0 or solve(after, 2 * within, _left(end), stop=stop).result != "win":
                return Rebuttal(reply)
        return Rebuttal(replies[0] if replies else None)

    def themes_of(
        self, position: Position, solution: Sequence[Move], *, seconds: float, stop: StopToken | None = None
    ) -> tuple[str, ...] | None:
        """Return the themes of a puzzle; None if `race` is undecided."""
        other, race = with_other_turn(position), False
        if other is not None:
            plies = len(solution) + 1
            threat = solve(other, plies, seconds, stop=stop)
            if _is_undecided(threat, plies):
                return None
            race = threat.result == "win"
        return themes_of(position, solution, race=race)

    def looks(self, position: Position, first: Move) -> Iterator[Look]:
        """Yield the look of a puzzle under each of the twelve symmetries."""
        return looks(position, first)


def _winning(
    position: Position, within: int, but: Move | None, seconds: float, stop: StopToken | None
) -> list[Move] | None:
    """Return the moves that win within `within` moves; if `but` is given, at most one of them, other than
    `but`. Return None if undecided.
    """
    most = len(position.legal_moves) if but is None else 1
    return _core.winning_moves(position, 2 * within, most, but, seconds, stop)


def _best_replies(position: Position) -> list[Move]:
    """Return up to `_REPLIES` replies, the best by the static evaluation first. Replies that end the game
    come last: if one of them won, the solver would have found it.
    """
    values: list[tuple[bool, int, Move]] = []
    for reply in position.legal_moves:
        after = position.copy()
        after.push(reply)
        ended = after.outcome() is not None
        values.append((ended, 0 if ended else evaluate(after).score, reply))
    values.sort(key=lambda value: value[:2])
    return [reply for _, _, reply in values[:_REPLIES]]


def _moves_to_win(solution: Solution) -> int | None:
    """Return in how many moves the side to move wins; None if no win was found."""
    return (solution.plies + 1) // 2 if solution.result == "win" and solution.plies is not None else None


def _is_undecided(solution: Solution, plies: int) -> bool:
    """Return whether the search proved nothing and stopped before it reached the depth `plies`."""
    return solution.result == "unknown" and solution.searched < plies


def _left(end: float) -> float:
    return max(end - time.monotonic(), 0.01)  # the solver needs a limit, even when no time is left
