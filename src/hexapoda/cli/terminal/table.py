"""The table: a game is played here turn by turn until it ends or the players leave.

Owns the loop, what each command does, and the promise that every move is on the disk before the next one.
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hexapoda.cli.output import print_json
from hexapoda.cli.terminal import game_file
from hexapoda.cli.terminal.advisor import HINT_SECONDS, LONGEST_HINT, Advisor
from hexapoda.cli.terminal.answer import Answer, Choice, refusal
from hexapoda.cli.terminal.autosave import Autosave
from hexapoda.cli.terminal.command import COMMANDS, Command, number_in, parse_command
from hexapoda.cli.terminal.keyboard import Keyboard
from hexapoda.cli.terminal.screen import Screen
from hexapoda.cli.terminal.session import Session
from hexapoda.cli.terminal.tally import Tally, account
from hexapoda.cli.terminal.waiting import end_in_the_end, wait_for
from hexapoda.engine import Limit
from hexapoda.errors import (
    EngineResigned,
    FileInTheWayError,
    HexapodaError,
    IllegalMoveError,
    InvalidMoveError,
    UsageError,
)
from hexapoda.suggestion import check_choice, nearest

__all__ = ["ScriptError", "Table", "TableOptions"]

_OVER = "the game is over: new  undo  save FILE  history  quit"


class ScriptError(HexapodaError):
    """A line of a script that cannot be followed; `code` is the exit code it leads to."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How the game is played here."""

    limit: Limit
    """What an engine may take for a move."""
    delay: float
    """Seconds of rest between two moves of engines."""
    notation: str | None = None
    """How moves are written; None: as the game does."""
    json: bool = False
    """Print one object a move and the result last, no board."""


class Table:
    """One game at one terminal."""

    def __init__(
        self,
        session: Session,
        keyboard: Keyboard,
        screen: Screen,
        autosave: Autosave,
        options: TableOptions,
        news: str = "",
    ) -> None:
        """`news`: what to say above the first prompt."""
        self.session = session
        self._keyboard = keyboard
        self._screen = screen
        self._autosave = autosave
        self._options = options
        notations = session.customs.notations
        wanted = options.notation
        self._notation = notations[0] if wanted is None else check_choice("notation", wanted, notations)
        self._news: list[str] = [news] if news else []
        self._answer = Answer()
        self._choices: tuple[Choice, ...] = ()
        self._refused = ""
        self._announced = False
        self._leaving: str | None = None
        self._advisor = Advisor(session.customs.game.name)
        self._tally = Tally()
        self._commands: dict[str, Callable[[str], None]] = {
            "move": self._move,
            "number": self._number,
            "nothing": lambda _: self._say(Answer()),
            "board": lambda _: self._say(Answer()),
            "moves": self._moves,
            "why": self._why,
            "hint": self._hint,
            "undo": self._undo,
            "pass": self._move,
            "resign": self._resign,
            "history": self._history,
            "notation": self._set_notation,
            "save": self._save,
            "load": self._load,
            "new": self._new,
            "help": self._help,
            "quit": self._quit,
        }

    @property
    def json(self) -> bool:
        """Whether objects are printed and no board."""
        return self._options.json

    def words(self) -> list[str]:
        """What a line may be completed to: commands, and the moves that are legal now."""
        position = self.session.position
        names = [name for name, _, _ in self._commands_here()]
        if self.session.result():
            return names
        return [*names, *self.session.customs.words(position, self._notation)]

    def _commands_here(self) -> list[tuple[str, str, str]]:
        customs = self.session.customs
        return [
            (name, *customs.usages.get(name, (usage, text)))
            for name, usage, text in COMMANDS
            if name not in customs.without
        ]

    def play(self) -> bool:
        """Play until somebody leaves; returns whether another game is wanted.

        Raises `EOFError` when the input ends, `ScriptError` when a script cannot be followed,
        `EngineError` when an engine fails. Whatever happens, the game is on the disk.
        """
        while self._leaving is None:
            result = self.session.result()
            if result is not None:
                self._announce(result.text)
                if not self.session.humans and not self._keyboard.interactive:
                    self._draw("")
                    return False
                self._turn_of_person()
            elif self.session.seat.human:
                self._turn_of_person()
            else:
                self._turn_of_engine()
        return self._leaving == "new"

    def _turn_of_engine(self) -> None:
        session = self.session
        seat, player = session.seat, session.player
        thinking = seat.think(session.position, self._options.limit)
        with end_in_the_end(thinking):
            wait_for(
                thinking, self._progress(f"{player}, {seat.name}, is thinking", "leaves, the game is kept")
            )
            try:
                result = thinking.result()
            except EngineResigned:
                self._gave_up()
                return
        self._tally.add(session.position.turn, result.info)
        unit = session.customs.unit
        self._push(result.move, f"{player} ({seat.name})", account(result.info, unit) if unit else "")
        if not session.humans and self._options.delay:
            self._draw("Ctrl+C leaves, the game is kept")
            time.sleep(self._options.delay)

    def _turn_of_person(self) -> None:
        self._draw(self._prompt_hint())
        session = self.session
        over = session.result() is not None
        number = session.customs.turn_number(session.position)
        prompt = "game over> " if over else f"{session.player} {number}> "
        command = parse_command(self._keyboard.ask(prompt))
        try:
            self._commands[command.name](command.argument)
        except HexapodaError as error:
            self._refuse(command, error)

    def _refuse(self, command: Command, error: HexapodaError) -> None:
        text = str(error)
        if command.name == "move" and isinstance(error, InvalidMoveError):
            word = command.argument.split()[0]
            names = [name for name, _, _ in self._commands_here()] if word.isalpha() and len(word) > 2 else []
            near = nearest(word, names)
            if near is not None:
                text += f"; did you mean the command {near!r}?"
            elif self._keyboard.interactive:
                text += "; type help for the commands"
        if not self._keyboard.interactive:
            raise ScriptError(
                f"{self._keyboard.place}{command.argument or command.name}: {text}",
                1 if isinstance(error, IllegalMoveError) else 2,
            ) from error
        self._refused = command.argument if isinstance(error, IllegalMoveError) else ""
        if isinstance(error, IllegalMoveError):
            self._say(refusal(error))
        else:
            self._say(Answer((text,)))

    def _push(self, move: Any, who: str, told: str = "") -> None:
        session = self.session
        text = session.customs.format_move(session.position, move, self._notation)
        event = {
            "ply": session.position.ply + 1,
            "player": session.player,
            "by": session.seat.text,
            **session.customs.game.move_json(session.position, move),
        }
        session.play(move)
        if self._options.json:
            print_json(event)
        line = f"{who}: {text}"
        if told and session.result() is None:
            line += f" ({told})"
        # What the person did and what was answered, so that neither is missed.
        self._news = [*self._news[-1:], line] if session.humans == 1 and self._screen.live else [line]
        if len(self._news) == 2:
            both = "   ".join(self._news)
            if not session.seat.human:
                self._news = [line]
            elif len(both) < self._screen.size[0]:
                self._news = [both]
        self._keep()
        self._say(Answer())

    def _keep(self) -> None:
        """Put the game on the disk, or take it away when it is finished."""
        try:
            if self.session.result() is not None:
                self._autosave.discard()
            elif self.session.texts:
                self._autosave.save(self.session.dump())
        except OSError as error:
            self._news.append(f"this game cannot be kept: {(error.strerror or str(error)).lower()}")

    def _announce(self, text: str) -> None:
        if self._announced:
            return
        self._announced = True
        session = self.session
        engines = {at: session.name_of(at) for at, seat in enumerate(session.seats) if not seat.human}
        work = self._tally.text(engines, session.customs.unit) if session.customs.unit else ""
        self._news = [*self._news, *([work] if work else []), f"*** {text} ***"]
        if self._options.json:
            print_json(self.session.summary())

    def _prompt_hint(self) -> str:
        over = self.session.result() is not None
        return _OVER if over else self.session.customs.hint(self.session.position)

    def _draw(self, hint: str) -> None:
        if not self._options.json:
            self._screen.draw(self.session, self._news, self._answer, hint)
            if not self._screen.live:  # it stands above for good; say it once
                self._news, self._answer = [], Answer()

    def _say(self, answer: Answer) -> None:
        self._answer = answer
        self._choices = answer.choices
        if answer.page and not self._options.json:
            self._page(answer.page)

    def _page(self, lines: Sequence[str]) -> None:
        pages = self._screen.pages(lines)
        for number, part in enumerate(pages, 1):
            self._screen.page(part)
            if self._screen.live and self._keyboard.interactive:
                more = f" ({number} of {len(pages)})" if len(pages) > 1 else ""
                typed = self._keyboard.ask(f"Enter goes on{more}; or type a number or a command: ")
                if typed.strip():
                    command = parse_command(typed)
                    try:
                        self._commands[command.name](command.argument)
                    except HexapodaError as error:
                        self._refuse(command, error)
                    return

    # The commands

    def _move(self, text: str) -> None:
        if self.session.result() is not None:
            raise IllegalMoveError(f"{text!r}: the game is over")
        try:
            move = self.session.position.parse_move(text)
        except InvalidMoveError:
            # A person who types only a piece wants to know where it can go; a script has made a mistake.
            if not self._keyboard.interactive or not self.session.customs.question(text):
                raise
            self._moves(text)
        else:
            self._push(move, self.session.player)

    def _number(self, text: str) -> None:
        number = int(text)
        if not 1 <= number <= len(self._choices):
            most = len(self._choices)
            expected = f"a number from 1 to {most}" if most else "a list first: type moves"
            raise UsageError(f"there is no choice {number}; expected {expected}")
        choice = self._choices[number - 1]
        more = self.session.customs.more(self.session.position, choice, self._notation)
        if more is None:
            self._push(choice, self.session.player)
        else:
            self._say(more)

    def _moves(self, text: str) -> None:
        width = self._screen.size[0] - 2
        self._say(self.session.customs.moves(self.session.position, text, self._notation, width))

    def _why(self, text: str) -> None:
        text = text or self._refused
        if not text:
            raise UsageError("why what? write a move after it")
        self._say(self.session.customs.why(self.session.position, text, self._notation))

    def _hint(self, text: str) -> None:
        position = self.session.position
        if self.session.result() is not None:
            raise UsageError("the game is over: there is no move to hint at")
        seconds = min(HINT_SECONDS, self._options.limit.time or 0.0)
        if text:
            number = number_in(text)
            if number is None or not 1 <= number <= LONGEST_HINT:
                raise UsageError(f"hint {text[:40]!r}: expected seconds to think, 1 to {LONGEST_HINT}")
            seconds = number
        show = self._progress("looking for a hint", "takes the best so far")
        result, lines = self._advisor.ask(position, seconds, show)
        width = self._screen.size[0] - 1
        self._say(self.session.customs.advice(position, result, lines, self._notation, width))

    def _progress(self, what: str, ctrl_c: str) -> Callable[[str], None]:
        """Shows what an engine is doing, where that can be overwritten again."""
        if not self._screen.live or self._options.json:
            return lambda state: None
        return lambda state: self._draw(f"{what}{state}; Ctrl+C {ctrl_c}")

    def _undo(self, text: str) -> None:
        plies = None
        if text:
            plies = number_in(text)
            if not plies:
                raise UsageError(f"cannot undo {text[:40]!r}; expected a number of plies, 1 or more")
        resigned = self.session.resigned is not None
        number = self.session.undo(plies)
        if not number and not resigned:
            raise UsageError(
                "there are not so many moves to take back" if plies else "no move can be taken back"
            )
        self._announced = False
        what = "the resignation is" if not number else "1 ply" if number == 1 else f"{number} plies"
        self._news = [f"{what} taken back"]
        self._keep()
        self._say(Answer())

    def _resign(self, _: str) -> None:
        session = self.session
        if session.result() is not None:
            raise UsageError("the game is over")
        if self._keyboard.interactive:
            typed = self._keyboard.ask(f"{session.player} resigns? y/n: ").strip().lower()
            if typed not in {"y", "yes"}:
                return
        self._gave_up()

    def _gave_up(self) -> None:
        """Whoever is to move has lost."""
        self.session.resigned = self.session.position.turn
        self._news = []
        self._keep()
        self._say(Answer())

    def _history(self, _: str) -> None:
        position = self.session.position
        self._say(self.session.customs.history(position.start, position.moves, self._notation))

    def _set_notation(self, text: str) -> None:
        self._notation = check_choice("notation", text, self.session.customs.notations)
        self._say(Answer((f"moves are written in the {self._notation} notation",)))

    def _save(self, text: str) -> None:
        try:
            path = game_file.save(self.session, text)
        except FileInTheWayError:
            if not self._keyboard.interactive:
                raise UsageError(f"{text!r} already exists: expected another name") from None
            typed = self._keyboard.ask(f"{text.strip()} already exists; replace it? y/n: ").strip().lower()
            if typed not in {"y", "yes"}:
                self._say(Answer(("nothing is saved",)))
                return
            path = game_file.save(self.session, text, force=True)
        self._say(Answer((f"saved as {path}",)))

    def _load(self, text: str) -> None:
        name, _, last = text.rpartition(" ")
        number = number_in(last) if name else None
        if number is None:
            name, number = text, 1
        loaded, total = game_file.load(name, number, self.session)
        self._autosave.release()
        self.session = loaded
        self._autosave = Autosave(loaded.customs.game.name)
        self._announced = False
        self._screen.forget()
        which = f"game {number} of {total}" if total > 1 else "the game"
        plies = len(loaded.texts)
        self._news = [f"{which} is loaded: {plies} {'ply' if plies == 1 else 'plies'}"]
        self._keep()
        self._say(Answer())

    def _new(self, _: str) -> None:
        self._leaving = "new"

    def _help(self, _: str) -> None:
        width = self._screen.size[0] - 1
        lines = [*textwrap.wrap(self.session.customs.move_help, width), ""]
        for _, usage, text in self._commands_here():
            lines += textwrap.wrap(text, width, initial_indent=f"  {usage:<18}", subsequent_indent=" " * 20)
        self._say(Answer(page=tuple(lines)))

    def _quit(self, _: str) -> None:
        self._leaving = "quit"

    def leave(self) -> bool:
        """Let the game rest; returns whether it is kept and can be gone on with."""
        kept = self.session.result() is None and bool(self.session.texts) and self._autosave.path.exists()
        self._autosave.release()
        self._advisor.close()
        for seat in self.session.seats:
            seat.close()
        return kept
