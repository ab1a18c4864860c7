"""The command `puzzle solve`: presents puzzles in the terminal, with the same board as in `hexapoda play`.

Conducts the dialogue with the user. `hexapoda.puzzles.attempt` judges the moves.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.puzzle_choice import (
    PuzzleFile,
    PuzzleGame,
    PuzzleGrades,
    PuzzleLengths,
    PuzzleTheme,
    PuzzleVariant,
    choose_puzzles,
)
from hexapoda.errors import AmbiguousMoveError, HexapodaError, IllegalMoveError, UsageError
from hexapoda.games.answer import Answer
from hexapoda.games.position import Move

if TYPE_CHECKING:
    from hexapoda.cli.terminal.keyboard import Keyboard
    from hexapoda.cli.terminal.screen import Screen
    from hexapoda.puzzles.attempt import Attempt
    from hexapoda.puzzles.progress import PuzzleProgress
    from hexapoda.puzzles.puzzle import Puzzle

__all__ = ["solve"]

_COMMANDS = {
    "moves": "moves [PIECE]: list legal moves",
    "why": "why MOVE: say why a move is not legal",
    "hint": "hint: name the piece or a few cells; again: the move",
    "solution": "solution: show the winning line",
    "again": "again: begin the puzzle anew",
    "next": "next: go to another puzzle",
    "quit": "quit: leave",
    "help": "help: list these commands",
}
_SHORT = {"h": "hint", "n": "next", "q": "quit", "exit": "quit", "?": "help", "skip": "next"}


def solve(
    id: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            help="The puzzle, or the beginning of its id; by default those that fit your level.",
            show_default=False,
        ),
    ] = None,
    game: PuzzleGame = None,
    theme: PuzzleTheme = None,
    variant: PuzzleVariant = None,
    length: PuzzleLengths = None,
    grade: PuzzleGrades = None,
    file: PuzzleFile = None,
) -> None:
    """Solve puzzles in the terminal. Type moves as in `hexapoda play`; the best defense replies.

    A mistake is refuted and taken back, and the puzzle comes back another day. Your level and your progress
    are kept in the data folder. Exit code 0: at least one was solved, 1: none.
    """
    from hexapoda.puzzles.progress import PuzzleProgress

    puzzles = choose_puzzles(file, game, length, grade, theme, variant)
    if id is not None:
        puzzles = [puzzle for puzzle in puzzles if puzzle.id.startswith(id)] if id else []
        if len(puzzles) != 1:
            count = f"{len(puzzles)} of the puzzles"
            raise UsageError(f"the ids of {count} begin with {id[:40]!r}: expected an id of `puzzle list`")
    if not puzzles:
        raise UsageError("no puzzle fits these options")
    run = _Solving(puzzles, PuzzleProgress.load(), single=id is not None)
    if not run.go():
        raise typer.Exit(NO)


class _Leave(Exception):
    """Raised when the user quits."""


class _Skip(Exception):
    """Raised when the user asks for another puzzle."""


class _Solving:
    """One run of the command."""

    def __init__(self, puzzles: Sequence[Puzzle], progress: PuzzleProgress, *, single: bool) -> None:
        from hexapoda.cli.terminal.keyboard import PersonKeyboard, ScriptKeyboard
        from hexapoda.cli.terminal.screen import Screen

        self._puzzles = puzzles
        self._progress = progress
        self.single = single
        self._screen: Screen = Screen()
        self._words: list[str] = []
        self._keyboard: Keyboard = (
            PersonKeyboard(lambda: [*_COMMANDS, *self._words])
            if sys.stdin.isatty() and sys.stdout.isatty()
            else ScriptKeyboard(sys.stdin)
        )
        self._solved = 0

    def go(self) -> int:
        """Show puzzles until the user quits or none is left. Returns the number of solved puzzles."""
        shown = ""
        try:
            while True:
                puzzle = self._progress.next(self._puzzles, time.time(), shown)
                if puzzle is None:
                    break
                shown = puzzle.id
                _OnePuzzle(self, puzzle).go()
                if self.single:
                    break
        except (_Leave, EOFError):
            pass
        if self._keyboard.interactive:
            self._screen.say(f"{self._solved} solved now, {self._progress.streak} in a row")
        return self._solved

    def ask(self, prompt: str) -> str:
        """Return the next line that the user types. Raises `EOFError` at the end of the input."""
        return self._keyboard.ask(prompt).strip()

    def count(self, puzzle: Puzzle, solved: bool) -> None:
        """Count the result of an attempt and save the progress."""
        self._solved += solved
        with self._progress.changing() as self._progress:  # a server may change the progress at the same time
            self._progress.record(puzzle, solved, time.time())

    def complete(self, words: list[str]) -> None:
        """Set the words that Tab completes."""
        self._words = words

    @property
    def screen(self) -> Screen:
        """The screen on which the puzzles are drawn."""
        return self._screen


class _OnePuzzle:
    """The dialogue about one puzzle."""

    def __init__(self, run: _Solving, puzzle: Puzzle) -> None:
        from hexapoda.puzzles.attempt import Attempt

        self._run = run
        self._puzzle = puzzle
        self._attempt: Attempt = Attempt(puzzle)
        self._game = self._attempt.game
        self._dialogue = self._game.dialogue()
        self._scene = self._game.scene()
        self._choices: tuple[Move | str, ...] = ()
        self._hints = 0
        self._counted = False
        self._over = False
        run.screen.forget()

    def go(self) -> None:
        """Run the dialogue until the puzzle is over or skipped. Raises `_Leave` or `EOFError`."""
        self._draw(
            Answer(("Only one first move wins in time. Type it, or: hint, solution, next, help, quit.",))
        )
        try:
            while not self._over:
                self._run.complete(self._dialogue.words(self._attempt.position))
                self._obey(self._run.ask("> "))
            if self._run.single:
                return
            while True:
                typed = self._run.ask("Enter or next for another puzzle, quit to leave: ").lower()
                if _SHORT.get(typed, typed) == "quit":
                    raise _Leave
                if _SHORT.get(typed, typed) in ("", "next"):
                    return
        except _Skip:
            return

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        name = word.lower()
        if not self._dialogue.claims(self._attempt.position, name):
            name = _SHORT.get(name, name)
        try:
            if not line:
                self._draw(Answer())
            elif name in _COMMANDS:
                self._command(name, rest.strip())
            elif line.isdecimal() and self._choices:
                self._choose(line)
            else:
                self._read(line)
        except (IllegalMoveError, AmbiguousMoveError) as error:
            self._draw(
                self._dialogue.refusal(self._attempt.position, error)
                if isinstance(error, IllegalMoveError)
                else Answer((str(error),))
            )
        except HexapodaError as error:
            self._draw(Answer((str(error),)))

    def _command(self, name: str, rest: str) -> None:
        position = self._attempt.position
        if name == "quit":
            raise _Leave
        if name == "next":
            raise _Skip
        if name == "help":
            self._offer(Answer(page=tuple(_COMMANDS.values())))
        elif name == "moves":
            self._offer(self._dialogue.moves(position, rest))
        elif name == "why":
            self._offer(self._dialogue.why(position, rest))
        elif name == "hint":
            self._hint()
        elif name == "again":
            self._restart()
        elif name == "solution":
            self._show_solution()

    def _choose(self, text: str) -> None:
        at = int(text[:9])
        if not 1 <= at <= len(self._choices):
            raise UsageError(
                f"{text[:20]} is not in the list: expected a number from 1 to {len(self._choices)}"
            )
        choice = self._choices[at - 1]
        if isinstance(choice, str):
            self._offer(self._dialogue.moves(self._attempt.position, choice))
        else:
            self._play(choice)

    def _read(self, line: str) -> None:
        found = self._dialogue.read(self._attempt.position, line)
        if isinstance(found, Answer):
            self._offer(found)
        else:
            self._play(found)

    def _play(self, move: Any) -> None:
        self._choices = ()
        answer = self._attempt.answer(move)
        if answer.verdict in ("wrong", "slow"):
            self._count(False)
            self._draw(Answer((answer.text, "The move is taken back: try another one, or type hint.")))
            return
        self._attempt.go_on(answer)
        self._hints = 0
        if answer.verdict == "solved":
            self._over = True
            self._count(True)
        self._draw(Answer((answer.text,)))

    def _hint(self) -> None:
        self._hints = min(2, self._hints + 1)
        if self._hints == 2:
            self._count(False)
        hint = self._attempt.hint(self._hints)
        words = [self._dialogue.cell_words(self._attempt.position, cell) for cell in hint.cells]
        marked = [f"marked: {', '.join(words)}"] if words else []
        self._draw(Answer((hint.text, *marked), marks=dict.fromkeys(hint.cells, "?")))

    def _restart(self) -> None:
        from hexapoda.puzzles.attempt import Attempt

        self._attempt = Attempt(self._puzzle)
        self._hints = 0
        self._draw(Answer())

    def _show_solution(self) -> None:
        from hexapoda.puzzles.attempt import Attempt
        from hexapoda.text.line import line_texts

        self._count(False)
        self._over = True
        start = Attempt(self._puzzle)
        texts = line_texts(start.position, start.solution(), self._dialogue.format_move)
        self._draw(Answer((f"The solution: {', '.join(texts)}",)))

    def _count(self, solved: bool) -> None:
        if not self._counted:
            self._counted = True
            self._run.count(self._puzzle, solved)

    def _offer(self, answer: Answer) -> None:
        self._choices = answer.choices
        listed = self._run.screen.listed(answer)
        if listed and not self._run.screen.live:
            self._run.screen.page(listed)
        elif listed:
            for page in self._run.screen.pages(listed):
                self._run.screen.page(page)
                typed = self._run.ask("Enter to continue, or type a number or a move: ")
                if typed:
                    self._draw(Answer())
                    self._obey(typed)
                    return
        self._draw(answer)

    def _draw(self, answer: Answer) -> None:
        from hexapoda.cli.terminal.screen import Picture
        from hexapoda.puzzles.attempt import task

        wording, position = self._game.wording, self._attempt.position
        asked = task(self._puzzle)
        if self._attempt.moves and not self._over:
            asked += f", {self._attempt.left} to go"
        header = (*wording.heading(position), asked, f"grade {self._puzzle.grade}")
        self._run.screen.draw(Picture(self._scene, position, header), (), answer)
