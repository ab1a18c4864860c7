"""`Table`: plays a game in the terminal, turn by turn, until it ends or the user quits.

Runs the loop, shows the messages below the board, and dispatches typed lines to `move_commands`,
`look_commands` and `game_commands`. `hexapoda.play` manages the game itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hexapoda.cli.output import print_json
from hexapoda.cli.terminal import game_commands, look_commands, move_commands
from hexapoda.cli.terminal.command import COMMANDS, Command, parse_command, similar_word
from hexapoda.cli.terminal.hint import effort
from hexapoda.cli.terminal.keyboard import Keyboard
from hexapoda.cli.terminal.screen import Picture, Screen
from hexapoda.cli.terminal.time_text import time_text
from hexapoda.cli.terminal.waiting import wait_for
from hexapoda.engine import Limit, SearchInfo
from hexapoda.errors import EngineResigned, HexapodaError, IllegalMoveError, InvalidMoveError, UsageError
from hexapoda.games.answer import Answer
from hexapoda.games.position import Move
from hexapoda.play import LiveGame, Replay, Session

__all__ = ["ScriptError", "Table", "TableOptions"]

_OVER = "the game is over: rematch  new  back  review  save FILE  quit"
_REPLAYING = "back  forward: another position; Enter returns to the game"

_Act = Callable[["Table", str], None]
_ACTS: dict[str, _Act] = {
    "move": move_commands.move,
    "number": move_commands.number,
    "pass": move_commands.move,
    "moves": move_commands.moves,
    "why": move_commands.why,
    "hint": move_commands.hint,
    "undo": move_commands.undo,
    "redo": move_commands.redo,
    "draw": move_commands.draw,
    "resign": move_commands.resign,
    "nothing": look_commands.board,
    "marks": look_commands.marks,
    "board": look_commands.board,
    "back": look_commands.back,
    "forward": look_commands.forward,
    "history": look_commands.history,
    "notation": look_commands.notation,
    "review": look_commands.review,
    "help": look_commands.help_,
    "save": game_commands.save,
    "load": game_commands.load,
    "new": game_commands.new,
    "rematch": game_commands.rematch,
    "quit": game_commands.quit_,
}


class ScriptError(HexapodaError):
    """A line of a script that cannot be executed; `code` is the exit code of the program."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Options of the terminal game."""

    limit: Limit
    """The limit of an engine's search for a move."""
    delay: float
    """Seconds to pause between the moves of two engines."""
    notation: str | None = None
    """The notation to write moves in; None for the game's default."""
    json: bool = False
    """Whether to print one JSON object per move, and the result last, instead of the board."""


class Table:
    """One game at one terminal."""

    def __init__(
        self, live: LiveGame, keyboard: Keyboard, screen: Screen, options: TableOptions, notice: str = ""
    ) -> None:
        """`notice`: a message to show above the first prompt."""
        self.live = live
        self.keyboard = keyboard
        self.screen = screen
        self.options = options
        self.leaving: str | None = None
        """`quit`, `new` or `rematch` when the user wants to leave this game."""
        self.refused = ""
        """The last refused move, which `why` explains by default; empty after any other error."""
        self.replay: Replay | None = None
        """The earlier position that is shown; None for the current one."""
        self.choices: tuple[Move | str, ...] = ()
        """What the typed numbers 1, 2, ... stand for."""
        self.open_question = ""
        """The last line of a script if it named only a piece; the next line must then be a number."""
        self._last_moves: list[str] = []
        self._notices: list[str] = [notice] if notice else []
        self._announced = False
        self._answer = Answer()
        self.shown = Answer()
        """The last answer, whose marks the command `marks` lists. `_answer` is cleared after printing."""
        self.sit_down(live)
        if keyboard.interactive and self.session.player.human:
            self.say(self.dialogue.first(self.session.position))

    def sit_down(self, live: LiveGame) -> None:
        """Switch to another game."""
        self.live = live
        self.dialogue = live.session.game.dialogue(self.options.notation)
        self.scene = live.session.game.scene()
        self.replay = None
        self._announced = False
        self._last_moves = []

    @property
    def session(self) -> Session:
        """The session of the game."""
        return self.live.session

    @property
    def json(self) -> bool:
        """Whether to print JSON instead of the board."""
        return self.options.json

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.session.result() is not None

    def words(self) -> list[str]:
        """Return the completions of a line: the commands, and the legal moves unless the game is over."""
        names = [name for name, _, _ in self.commands()]
        return names if self.over else [*names, *self.dialogue.words(self.session.position)]

    def commands(self) -> list[tuple[str, str, str]]:
        """Return the commands of this game: name, usage and description."""
        wording = self.session.game.wording
        return [
            (name, *wording.usages.get(name, (usage, text)))
            for name, usage, text in COMMANDS
            if name not in wording.without
        ]

    def play(self) -> str:
        """Play until the user leaves the game. Returns `quit`, `new` or `rematch`.

        Raises `EOFError` at the end of input, `ScriptError` if a line of a script cannot be executed, and
        `EngineError` if an engine fails. In all these cases, every move has been saved.
        """
        while self.leaving is None:
            result = self.session.result()
            if result is not None:
                self._announce(result.text)
                if not self.session.humans and not self.keyboard.interactive:
                    self.draw("")
                    return "quit"
                self._turn_of_person()
            elif self.session.player.human:
                self._turn_of_person()
            else:
                self._turn_of_engine()
        return self.leaving

    # Messages

    def say(self, answer: Answer) -> None:
        """Show an answer below the board. Typed numbers now refer to its choices."""
        self._answer = self.shown = answer
        self.choices = answer.choices
        page = self.screen.listed(answer)
        if page and not self.json:
            self.show_pages(page)

    def notice(self, text: str) -> None:
        """Show a message once, above the answer."""
        self._notices = [text]

    def draw(self, hint: str) -> None:
        """Draw the game with its messages."""
        if self.json:
            return
        news = [*self._last_moves, *self._notices]
        self.screen.draw(self._picture(), news, self._answer, hint)
        if not self.screen.live:  # printed output stays visible, so print each message once
            self._last_moves, self._notices, self._answer = [], [], Answer()

    def progress(self, what: str, ctrl_c: str) -> Callable[[str], None]:
        """Return a function that shows an engine's progress: `what` it does, the state passed to the
        function, and what Ctrl+C does (`ctrl_c`). Without a live screen, the function does nothing.
        """
        if not self.screen.live or self.json:
            return lambda state: None
        return lambda state: self.draw(f"{what}{state}; Ctrl+C {ctrl_c}")

    def ask(self, question: str) -> bool:
        """Ask a yes-or-no question. Without a person to answer, the answer is no."""
        if not self.keyboard.interactive:
            return False
        return self.keyboard.ask(f"{question} y/n: ").strip().lower() in {"y", "yes"}

    def show_pages(self, lines: Sequence[str]) -> None:
        """Show lines of text page by page instead of the board."""
        pages = self.screen.pages(lines)
        for number, part in enumerate(pages, 1):
            self.screen.page(part)
            if self.screen.live and self.keyboard.interactive:
                more = f" ({number} of {len(pages)})" if len(pages) > 1 else ""
                typed = self.keyboard.ask(f"Enter to continue{more}, or type a number or a command: ")
                if typed.strip():
                    self._follow(typed)
                    return

    def reset_news(self) -> None:
        """Forget the messages about the last moves, because something other than a move changed the game."""
        self._last_moves, self._announced = [], False

    def push(self, move: Move, who: str, note: str = "", info: SearchInfo | None = None) -> None:
        """Play a legal move and report it. `who`: the player in the report; `note`: the engine's effort."""
        session = self.session
        text = self.dialogue.format_move(session.position, move)
        event = {
            "ply": session.position.ply + 1,
            "player": session.side,
            "by": session.player.text,
            **session.game.move_json(session.position, move),
        }
        self.live.play(move, info)
        if self.json:
            print_json(event)
        line = f"{who}: {text}"
        if note and not self.over:
            line += f" ({note})"
        self._last_moves = self._with_last_move(line)
        self.warn()
        self.say(Answer())

    def warn(self) -> None:
        """Show a warning if the game cannot be saved."""
        if self.live.trouble:
            self.notice(f"this game cannot be saved: {self.live.trouble}")

    def _with_last_move(self, line: str) -> list[str]:
        """Return the lines for the last moves: against an engine, the person's move and the reply."""
        if self.session.humans != 1 or not self.screen.live:
            return [line]
        both = [*self._last_moves[-1:], line]
        if len(both) == 2:
            joined = "   ".join(both)
            if not self.session.player.human:
                return [line]
            if len(joined) < self.screen.size[0]:
                return [joined]
        return both

    def _announce(self, text: str) -> None:
        if self._announced:
            return
        self._announced = True
        session = self.session
        unit = session.game.wording.unit
        engines = {at: session.side_of(at) for at, player in enumerate(session.players) if not player.human}
        work = self.live.work.text(engines, unit) if unit else ""
        self._last_moves = [*self._last_moves, *([work] if work else []), f"*** {text} ***"]
        if self.json:
            print_json(session.summary())

    def _picture(self) -> Picture:
        session = self.session
        position = session.position if self.replay is None else self.replay.position
        wording = session.game.wording
        sides = [f"{session.side_of(at)}: {player.name}" for at, player in enumerate(session.players)]
        if session.clock is not None:
            sides = [f"{side} {time_text(session.clock.left(at))}" for at, side in enumerate(sides)]
        turn = f"turn {wording.turn_number(position)}"
        if self.replay is not None:
            turn = f"after {self.replay.at} of {self.replay.total} moves"
        return Picture(self.scene, position, (*wording.heading(position), *sides, turn))

    # Turns

    def _turn_of_engine(self) -> None:
        session = self.session
        player, side = session.player, session.side
        with self.live.search(self.options.limit) as search:
            wait_for(search, self.progress(f"{side}, {player.name}, is thinking", "quits, the game is saved"))
            try:
                result = search.result()
            except EngineResigned:
                self._last_moves = []
                self.live.resign()
                self.say(Answer())
                return
        if self.live.end_on_time():
            return
        unit = session.game.wording.unit
        note = effort(result.info, unit) if unit else ""
        self.push(result.move, f"{side} ({player.name})", note, result.info)
        if not session.humans and self.options.delay:
            self.draw("Ctrl+C quits, the game is saved")
            time.sleep(self.options.delay)

    def _turn_of_person(self) -> None:
        session = self.session
        if self.replay is not None:
            turn = session.game.turn_of(self.replay.position.ply)
            hint, prompt = _REPLAYING, f"move {turn}> "
        elif self.over:
            hint, prompt = _OVER, "game over> "
        else:
            wording = session.game.wording
            hint = wording.prompt(session.position)
            prompt = f"{session.side} {wording.turn_number(session.position)}> "
        self.draw(hint)
        was_over = self.over
        line = self.keyboard.ask(prompt)
        if not was_over and self.live.end_on_time():
            self.replay = None
            self.say(Answer())
            return
        self._follow(line)

    def _follow(self, line: str) -> None:
        """Execute a typed line."""
        position = self.session.position
        command = parse_command(line, lambda word: not self.over and self.dialogue.claims(position, word))
        asked, self.open_question = self.open_question, ""
        if asked and command.name != "number":
            raise ScriptError(f"{asked}: expected a destination, or a number on the next line", 2)
        self._notices = []
        try:
            if self.replay is not None and command.name not in ("back", "forward"):
                if command.name == "move":
                    raise UsageError("this is an earlier position: Enter returns to the game")
                self.replay = None
            _ACTS[command.name](self, command.argument)
        except HexapodaError as error:
            self._refuse(command, error)

    def _refuse(self, command: Command, error: HexapodaError) -> None:
        text = str(error)
        if command.name == "move" and isinstance(error, InvalidMoveError):
            names = [name for name, _, _ in self.commands()]
            words = [word for word in self.dialogue.words(self.session.position) if word.isalpha()]
            similar = similar_word(command.argument.split()[0], [*names, *words])
            if similar is not None:
                text += f"; did you mean {similar!r}?"
            elif self.keyboard.interactive:
                text += "; or type help"
        if not self.keyboard.interactive:
            raise ScriptError(
                f"{self.keyboard.place}{command.argument or command.name}: {text}",
                1 if isinstance(error, IllegalMoveError) else 2,
            ) from error
        self.refused = command.argument if isinstance(error, IllegalMoveError) else ""
        if isinstance(error, IllegalMoveError) and not self.over:
            self.say(self.dialogue.refusal(self.session.position, error))
        else:
            self.say(Answer((text,)))
