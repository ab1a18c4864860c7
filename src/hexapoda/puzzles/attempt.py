"""`Attempt`: a puzzle that is being solved. Judges moves, defends, gives hints, and shows the solution.

Words the feedback; the game's `ForcedWins` finds the proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hexapoda.coach import describe
from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.games import find_game
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.games.move_hint import MoveHint, move_hint
from hexapoda.puzzles.making import forced_wins_of
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.text.sentence import Sentence, joined, message_of

__all__ = ["Attempt", "PuzzleAnswer", "Verdict", "task"]

Verdict = Literal["right", "solved", "slow", "wrong"]

_SECONDS = 1.0
"""The time limit of one proof. Most take a few milliseconds."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The judgment of one of the solver's moves.

    Attributes:
        verdict: `right` if the win continues, `solved` if it is complete, `slow` if the move wins too late,
            and `wrong` otherwise.
        move: the move.
        reply: the best reply; None if the game is over.
        after: the position after the move, before the reply.
        text: the feedback to the solver.
    """

    verdict: Verdict
    move: Any
    reply: Any | None
    after: Any
    text: str


class Attempt:
    """An attempt to solve a puzzle. Until it is solved, the solver is to move."""

    def __init__(self, puzzle: Puzzle, moves: Sequence[str] = (), wins: ForcedWins | None = None) -> None:
        """`moves`: the moves so far, each followed by its reply. Raises `InvalidGameError` if they do not fit
        the puzzle, and `UsageError` if the game has no puzzles.
        """
        self.puzzle = puzzle
        self.game = find_game(puzzle.game)
        self.position = puzzle.position()
        self.player: int = self.position.turn
        self._wins = forced_wins_of(self.game) if wins is None else wins
        self._moves: list[str] = []
        if len(moves) % 2 or len(moves) >= 2 * puzzle.length:
            raise InvalidGameError(
                Sentence(
                    "{count} moves in a puzzle of {length}: "
                    "expected fewer than {length} pairs of a move and its reply",
                    count=len(moves),
                    length=puzzle.length,
                )
            )
        for number, text in enumerate(moves, 1):
            try:
                move = self.game.parse_move(self.position, text)
            except HexapodaError as error:
                raise InvalidGameError(
                    Sentence(
                        "move {number}, {move!r}: {why}", number=number, move=text[:40], why=message_of(error)
                    )
                ) from None
            self._play(move)
            if self.position.outcome() is not None:
                raise InvalidGameError(
                    Sentence(
                        "move {number}, {move!r}: the game is over after it", number=number, move=text[:40]
                    )
                )

    @property
    def left(self) -> int:
        """How many moves the solver has left to win."""
        return self.puzzle.length - len(self._moves) // 2

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves and replies so far."""
        return tuple(self._moves)

    def answer(self, move: Any) -> PuzzleAnswer:
        """Judge a legal move. The attempt does not change: `go_on` plays the move."""
        after = self.position.copy()
        after.push(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner == self.player:
            return PuzzleAnswer("solved", move, None, after, self._solved(after))
        if outcome is None and self._is_right(move):
            return self._right(move, after)
        rebuttal = self._wins.rebuttal(after, self.left - 1, seconds=_SECONDS)
        reply = rebuttal.reply
        if reply is None:
            message = Sentence("That ends the game without a win.")
            return PuzzleAnswer("wrong", move, None, after, message)
        them, written = self._name(after, 1 - self.player), after.format_move(reply)
        if rebuttal.slower:
            message = Sentence(
                "That wins too, but not in {left}: {side} can hold out longer with {move}.",
                left=self.left,
                side=them,
                move=written,
            )
            return PuzzleAnswer("slow", move, reply, after, message)
        return PuzzleAnswer("wrong", move, reply, after, self._refuted(after, reply, rebuttal.wins_in))

    def go_on(self, answer: PuzzleAnswer) -> None:
        """Play the move that `answer` judged as right, and the reply to it if there is one."""
        self._play(answer.move)
        if answer.reply is not None:
            self._play(answer.reply)

    def hint(self, level: int) -> MoveHint:
        """Return a hint: level 1 names the piece, or a few cells in a game without named pieces; level 2
        names the move.
        """
        move = self._next()
        if move is None:
            return MoveHint(Sentence("There is no hint here."))
        return move_hint(self.game, self.position, move, level, self.puzzle.id)

    def solution(self) -> list[Any]:
        """Return all moves of the puzzle's winning line."""
        at, moves = self.puzzle.position(), list[Any]()
        for text in self.puzzle.solution:
            moves.append(self.game.parse_move(at, text))
            at.push(moves[-1])
        return moves

    def _play(self, move: Any) -> None:
        self._moves.append(self.position.format_move(move))
        self.position.push(move)

    @property
    def _on_line(self) -> bool:
        return self.puzzle.solution[: len(self._moves)] == self.moves

    def _next(self) -> Any | None:
        """Return the next move of the solution. If the attempt has left the solution, return another winning
        move, or None if none is found in time.
        """
        if self._on_line:
            return self.game.parse_move(self.position, self.puzzle.solution[len(self._moves)])
        found = self._wins.winning_moves(self.position, self.left, seconds=_SECONDS)
        return found[0] if found else None

    def _is_right(self, move: Any) -> bool:
        if self._on_line and self.position.format_move(move) == self.puzzle.solution[len(self._moves)]:
            return True
        # The only right first move is the solution's, as was proven when the puzzle was made.
        return bool(self._moves) and bool(self._wins.wins(self.position, move, self.left, seconds=_SECONDS))

    def _right(self, move: Any, after: Any) -> PuzzleAnswer:
        line = (*self.moves, self.position.format_move(move))
        planned = self.puzzle.solution[: len(line)] == line and len(self.puzzle.solution) > len(line)
        if planned:
            reply = self.game.parse_move(after, self.puzzle.solution[len(line)])
        else:
            reply = self._wins.defense(after, self.left - 1, seconds=_SECONDS)
            reply = after.legal_moves[0] if reply is None else reply
        end = after.copy()
        end.push(reply)
        if end.outcome() is not None:
            return PuzzleAnswer("solved", move, reply, after, self._solved(end))
        why = next((each.text for each in describe(self.game, self.position, move) if each.good), "")
        them = self._name(after, 1 - self.player)
        goes_on = Sentence(
            "{side} replies {move}: win in {left}.",
            side=them,
            move=after.format_move(reply),
            left=self.left - 1,
        )
        message = joined(" ", filter(None, (Sentence("Right."), why, goes_on)))
        return PuzzleAnswer("right", move, reply, after, message)

    def _refuted(self, after: Any, reply: Any, wins_in: int | None) -> str:
        named = {"side": self._name(after, 1 - self.player), "move": after.format_move(reply)}
        if wins_in:
            return Sentence("{side} replies {move} and wins in {moves}.", moves=wins_in, **named)
        if wins_in is not None:
            return Sentence("{side} replies {move} and wins.", **named)
        if self.left == 1:
            return Sentence("The game goes on: {side} replies {move}.", **named)
        return Sentence(
            "{side} replies {move}, and there is no longer a win in {left}.", left=self.left - 1, **named
        )

    def _solved(self, end: Any) -> str:
        won = Sentence(
            "{name} wins: {reason}",
            name=self._name(end, self.player),
            reason=self.game.wording.reason(end.outcome()),
        )
        return Sentence("Solved. {won}.", won=won)

    def _name(self, position: Any, player: int) -> str:
        return self.game.wording.player(position, player)


def task(puzzle: Puzzle) -> str:
    """Return the task in words: `White to move and win in 3`."""
    game = find_game(puzzle.game)
    position = puzzle.position()
    return f"{game.wording.player(position, position.turn)} to move and win in {puzzle.length}"
