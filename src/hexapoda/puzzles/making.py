"""Making puzzles: finds positions of games in which only one first move wins by force, and proves that.

Defines what makes a good puzzle. `material` supplies the games, `grading` measures the difficulty.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.games import Game
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.puzzles.material import GameLine
from hexapoda.puzzles.puzzle import LONGEST, Puzzle, puzzle_id

__all__ = ["PuzzleMaker", "PuzzleWishes", "fault_of", "forced_wins_of", "solved_anew", "themes_of"]

_CHOICES = 5
"""The minimum number of legal moves in a puzzle."""
_PROOF_SECONDS = 10.0
"""The time limit of each search when a finished puzzle is checked or solved again."""


@dataclass(frozen=True, slots=True)
class PuzzleWishes:
    """Which puzzles to make.

    Attributes:
        shortest, longest: the minimum and maximum number of moves that the solver plays.
        margin: other first moves must not win even with this many more moves than the solution.
        plies: search only positions at most this many plies before the end of a game.
        seconds: the time limit of each search of a position.
        theme: make only puzzles with this theme; "" for any.
    """

    shortest: int = 1
    longest: int = 4
    margin: int = 0
    plies: int = 10
    seconds: float = 1.0
    theme: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= self.longest <= LONGEST:
            raise UsageError(
                f"puzzles of {self.shortest} to {self.longest} moves: expected 1 to {LONGEST}, the smaller "
                "first"
            )


def forced_wins_of(game: Game) -> ForcedWins:
    """Return the game's search for forced wins. Raises `UsageError` if it has none."""
    found = game.analysis.new_forced_wins()
    if found is None:
        raise UsageError(f"{game.title} has no puzzles: it has no search for forced wins")
    return found


class PuzzleMaker:
    """Makes the puzzles of one game."""

    def __init__(self, game: Game, wishes: PuzzleWishes, stop: Any = None) -> None:
        """`stop`: a `StopToken` that ends a search early. Raises `UsageError` if the game has no puzzles or
        lacks the theme.
        """
        self._game = game
        self._wishes = wishes
        self._stop = stop
        self._wins = forced_wins_of(game)
        if wishes.theme and wishes.theme not in self._wins.themes:
            known = ", ".join(self._wins.themes)
            raise UsageError(f"{game.title} has no theme {wishes.theme[:40]!r}: expected one of {known}")
        self.seen: set[Any] = set()
        """The keys of the positions searched so far, which are not searched again."""

    def puzzles(self, line: GameLine, go_on: Callable[[], bool] = lambda: True) -> Iterator[Puzzle]:
        """Yield the puzzles of a game; of those that begin with the same move, only the longest. `go_on` is
        called before each position; if it returns False, the rest of the game is not searched.
        """
        found: dict[tuple[int, str], Puzzle] = {}
        position = line.position.copy()
        count = len(line.moves)
        for ply in range(count + 1):
            if not go_on():
                break
            if count - ply <= self._wishes.plies and position.outcome() is None:
                puzzle = self.puzzle(position, line.source)
                if puzzle is not None:
                    first = position.turn, puzzle.solution[0]
                    if first not in found or puzzle.length > found[first].length:
                        found[first] = puzzle
            if ply < count:
                position.push(line.moves[ply])
        yield from found.values()

    def puzzle(self, position: Any, source: str) -> Puzzle | None:
        """Return the puzzle at a position; None if there is none, if the position was searched before, or if
        a search takes too long.
        """
        game, wishes = self._game, self._wishes
        bare = self._bare(position)
        if bare is None or len(bare.legal_moves) < _CHOICES or bare.key in self.seen:
            return None
        self.seen.add(bare.key)
        found = self._only_move(bare)
        if found is None:
            return None
        first, length = found
        solution = _line(self._wins, bare, first, length, wishes.seconds)
        if solution is None:
            return None
        themes = _themes(game, self._wins, bare, solution, wishes.seconds, self._stop)
        if themes is None or (wishes.theme and wishes.theme not in themes):
            return None
        rules = game.changed_rules(game.rules_of(bare))
        start = game.format_position(bare)
        refuted = None if self._wins.exact else length + wishes.margin
        return Puzzle(
            puzzle_id(game.name, rules, start),
            game.name,
            tuple(sorted(rules.items())),
            start,
            solution,
            length,
            refuted,
            themes,
            source=source,
        )

    def _only_move(self, bare: Any) -> tuple[Any, int] | None:
        """Return the only winning first move and the length of the win in moves; None if there is no such
        move, if the win is too short or too long for the wishes, or if a search takes too much time.
        """
        wins, wishes = self._wins, self._wishes
        limits = {"seconds": wishes.seconds, "stop": self._stop}
        if wins.exact:  # the other moves do not win at all, so only the length of this win is searched
            first = wins.only_move(bare, **limits)
            if first is None or wins.wins(bare, first, wishes.shortest - 1, **limits) is not False:
                return None
            lengths = range(wishes.shortest, wishes.longest + 1)
            length = next((n for n in lengths if wins.wins(bare, first, n, **limits)), None)
            return None if length is None else (first, length)
        length = wins.length(bare, wishes.longest, **limits)
        if length is None or length < wishes.shortest:
            return None
        winning = wins.winning_moves(bare, length, **limits)
        if winning is None or len(winning) != 1:
            return None
        within = length + wishes.margin
        if wishes.margin and wins.others_win(bare, winning[0], within, **limits) is not False:
            return None
        return winning[0], length

    def _bare(self, position: Any) -> Any | None:
        """Return the position without its history, as a solver sees it; None if losing the history ends the
        game or changes the side to move.
        """
        text, rules = self._game.format_position(position), dict(self._game.rules_of(position))
        bare = self._game.parse_position(text, rules)
        return bare if bare.outcome() is None and bare.turn == position.turn else None


def fault_of(puzzle: Puzzle, game: Game, *, seconds: float = _PROOF_SECONDS) -> str | None:
    """Prove a puzzle again. Return what is wrong with it, or None. Each of up to four searches may take
    `seconds`; if one takes longer, return what is undecided.
    """
    wins, position = forced_wins_of(game), puzzle.position()
    length = wins.length(position, puzzle.length, seconds=seconds)
    if length != puzzle.length:
        return f"expected a shortest win in {puzzle.length}, found {length or 'none'}"
    winning = wins.winning_moves(position, length, seconds=seconds)
    first = game.parse_move(position, puzzle.solution[0])
    if winning is None:
        return f"undecided after {seconds:g} seconds: which first moves win in {length}"
    if winning != (first,):
        return f"{len(winning)} first moves win in {length}, not only {puzzle.solution[0]}"
    within = puzzle.refuted or length
    others = wins.others_win(position, first, within, seconds=seconds)
    if others is None:
        return f"undecided after {seconds:g} seconds: whether another first move wins within {within}"
    if others:
        return f"another first move wins within {within}"
    themes = _themes(game, wins, position, puzzle.solution, seconds)
    if themes is None:
        return f"undecided after {seconds:g} seconds: its themes"
    if themes != puzzle.themes:
        return f"its themes are {themes}, not {puzzle.themes}"
    return None


def solved_anew(puzzle: Puzzle, game: Game, wins: ForcedWins) -> Puzzle | None:
    """Return the puzzle with its line and its themes computed again; None if either is not found."""
    position = puzzle.position()
    first = game.parse_move(position, puzzle.solution[0])
    line = _line(wins, position, first, puzzle.length, _PROOF_SECONDS)
    themes = None if line is None else _themes(game, wins, position, line, _PROOF_SECONDS)
    return None if line is None or themes is None else replace(puzzle, solution=line, themes=themes)


def themes_of(puzzle: Puzzle, game: Game, wins: ForcedWins) -> tuple[str, ...] | None:
    """Return the themes of a puzzle, computed again; None if a theme is undecided."""
    return _themes(game, wins, puzzle.position(), puzzle.solution, _PROOF_SECONDS)


def _line(wins: ForcedWins, position: Any, first: Any, length: int, seconds: float) -> tuple[str, ...] | None:
    """Return the winning line with the best defense; None if none of exactly `length` moves is found."""
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


def _themes(
    game: Game, wins: ForcedWins, position: Any, solution: tuple[str, ...], seconds: float, stop: Any = None
) -> tuple[str, ...] | None:
    at, moves = position.copy(), list[Any]()
    for text in solution:
        moves.append(game.parse_move(at, text))
        at.push(moves[-1])
    return wins.themes_of(position, moves, seconds=seconds, stop=stop)
