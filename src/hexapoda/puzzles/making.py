"""Making puzzles: finds the forced wins of games that begin with a single move, and proves them.

Owns what makes a good puzzle. `material` has the games, `grading` the difficulty.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.games import Game
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.puzzles.material import GameLine
from hexapoda.puzzles.puzzle import LONGEST, Puzzle, puzzle_id

__all__ = ["PuzzleMaker", "PuzzleWishes", "fault_of", "forced_wins_of"]

_CHOICES = 5
"""A position with fewer legal moves is no puzzle."""
_PROOF_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class PuzzleWishes:
    """What to look for.

    Attributes:
        shortest, longest: the moves of a solution.
        margin: how many moves longer than the solution other first moves may not win either.
        plies: how many positions before the end of a game are searched.
        seconds: the time for one position.
    """

    shortest: int = 1
    longest: int = 4
    margin: int = 0
    plies: int = 10
    seconds: float = 1.0

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest <= LONGEST:
            raise UsageError(
                f"puzzles of {self.shortest} to {self.longest} moves: expected 1 to {LONGEST}, the smaller "
                "first"
            )


def forced_wins_of(game: Game) -> ForcedWins:
    """Return the search for forced wins. Raises `UsageError` if the game has none."""
    found = game.analysis.new_forced_wins()
    if found is None:
        raise UsageError(f"{game.title} has no puzzles: it has no search for forced wins")
    return found


class PuzzleMaker:
    """Makes the puzzles of one game."""

    def __init__(self, game: Game, wishes: PuzzleWishes, stop: Any = None) -> None:
        """`stop` is a `StopToken` that ends a search early. Raises `UsageError` if it has no puzzles."""
        self._game = game
        self._wishes = wishes
        self._stop = stop
        self._wins = forced_wins_of(game)
        self.seen: set[Any] = set()
        """The keys of the positions that were searched, which are not searched again."""

    def puzzles(self, line: GameLine, go_on: Callable[[], bool] = lambda: True) -> Iterator[Puzzle]:
        """Yield the puzzles of a game: for each player the longest. `go_on` is asked before each position."""
        found: dict[int, Puzzle] = {}
        position = line.position.copy()
        count = len(line.moves)
        for ply in range(count + 1):
            if not go_on():
                return
            if count - ply <= self._wishes.plies and position.outcome() is None:
                best = found.get(position.turn)
                if best is None or best.length < self._wishes.longest:
                    puzzle = self.puzzle(position, line.source)
                    if puzzle is not None and (best is None or puzzle.length > best.length):
                        found[position.turn] = puzzle
            if ply < count:
                position.push(line.moves[ply])
        yield from found.values()

    def puzzle(self, position: Any, source: str) -> Puzzle | None:
        """Return the puzzle of a position; None if it is none, or if the time was not enough."""
        game, wishes = self._game, self._wishes
        bare = self._bare(position)
        if bare is None or len(bare.legal_moves) < _CHOICES or bare.key in self.seen:
            return None
        self.seen.add(bare.key)
        length = self._wins.length(bare, wishes.longest, seconds=wishes.seconds, stop=self._stop)
        if length is None or length < wishes.shortest:
            return None
        winning = self._wins.winning_moves(bare, length, seconds=wishes.seconds, stop=self._stop)
        if winning is None or len(winning) != 1:
            return None
        within = length + wishes.margin
        others = self._wins.others_win(bare, winning[0], within, seconds=wishes.seconds, stop=self._stop)
        if others is not False:
            return None
        solution = _line(self._wins, bare, winning[0], length, wishes.seconds)
        if solution is None:
            return None
        rules = _changed_rules(game, bare)
        start = game.format_position(bare)
        refuted = None if self._wins.exact else within
        return Puzzle(
            puzzle_id(game.name, rules, start),
            game.name,
            tuple(sorted(rules.items())),
            start,
            solution,
            length,
            refuted,
            source=source,
        )

    def _bare(self, position: Any) -> Any | None:
        """Return the position without its history, as a solver will see it; None if it cannot be written."""
        text, rules = self._game.format_position(position), dict(self._game.rules_of(position))
        bare = self._game.parse_position(text, rules)
        return bare if bare.outcome() is None and bare.turn == position.turn else None


def fault_of(puzzle: Puzzle, game: Game) -> str | None:
    """Prove a puzzle again; return what is wrong with it, or None."""
    wins, position = forced_wins_of(game), puzzle.position()
    length = wins.length(position, puzzle.length, seconds=_PROOF_SECONDS)
    if length != puzzle.length:
        return f"no shortest win in {puzzle.length} is found, but {length}"
    winning = wins.winning_moves(position, length, seconds=_PROOF_SECONDS)
    first = game.parse_move(position, puzzle.solution[0])
    if winning != (first,):
        return f"{len(winning or ())} first moves win in {length}, not only {puzzle.solution[0]}"
    within = puzzle.refuted or length
    if wins.others_win(position, first, within, seconds=_PROOF_SECONDS) is not False:
        return f"another first move wins within {within}"
    return None


def _line(wins: ForcedWins, position: Any, first: Any, length: int, seconds: float) -> tuple[str, ...] | None:
    """Return the winning line with the best defense; None if it is not found."""
    at, move, texts = position.copy(), first, list[str]()
    end = time.monotonic() + 4 * seconds
    for left in range(length - 1, -1, -1):
        texts.append(at.format_move(move))
        at.push(move)
        if at.outcome() is not None:
            break
        reply = wins.defense(at, left, seconds=seconds)
        if reply is None or time.monotonic() > end:
            return None
        texts.append(at.format_move(reply))
        at.push(reply)
        if at.outcome() is not None:
            break
        shortest = wins.length(at, left, seconds=seconds)
        winning = shortest and wins.winning_moves(at, shortest, seconds=seconds)
        if not winning:
            return None
        move = winning[0]
    outcome = at.outcome()
    # A puzzle is as long as its line: the best defense must hold out to the end.
    if outcome is None or outcome.winner != position.turn or (len(texts) + 1) // 2 != length:
        return None
    return tuple(texts)


def _changed_rules(game: Game, position: Any) -> dict[str, str]:
    usual = {switch.name: switch.choices[0] for switch in game.rules}
    return {name: choice for name, choice in game.rules_of(position).items() if choice != usual.get(name)}
