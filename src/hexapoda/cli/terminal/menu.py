"""Questions with a list of options. The user types a number, the beginning of an option, or Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexapoda.cli.terminal.command import number_in
from hexapoda.cli.terminal.keyboard import Keyboard
from hexapoda.cli.terminal.screen import Screen
from hexapoda.errors import HexapodaError
from hexapoda.text.suggestion import did_you_mean

__all__ = ["LEAVE", "Menu"]

LEAVE = frozenset({"q", "quit", "exit"})
_BACK = frozenset({*LEAVE, "b", "back"})


class Menu:
    """Asks questions on `screen` and reads the answers from `keyboard`."""

    def __init__(self, keyboard: Keyboard, screen: Screen) -> None:
        self._keyboard = keyboard
        self._screen = screen

    def ask(self, lines: Sequence[str], prompt: str) -> str:
        """Show lines and read an answer. Raises `EOFError` at the end of input."""
        self._screen.page(["", *lines, ""])
        return self._keyboard.ask(prompt).strip()

    def choose(self, question: str, options: Sequence[str], default: int) -> int | None:
        """Ask for one of the options. Returns its index, `default` for Enter, or None to go back. Raises
        `EOFError` at the end of input.
        """
        wide = len(str(len(options)))
        lines = [question, ""]
        lines += [f"  {number:>{wide}}  {option}".rstrip() for number, option in enumerate(options, 1)]
        words = [option.split(":")[0].split(",")[0].split("  ")[0] for option in options]
        error_line = ""
        while True:
            numbers = f"1-{len(options)}, " if len(options) > 1 else ""
            shown = [*lines, "", error_line] if error_line else lines
            typed = self.ask(shown, f"{numbers}Enter for {default + 1}, b for back: ")
            if not typed:
                return default
            number = number_in(typed)
            if number is not None and 1 <= number <= len(options):
                return number - 1
            fold = typed.lower()
            if fold in _BACK:
                return None
            found = [at for at, option in enumerate(options) if option.lower().startswith(fold)]
            exact = [at for at, word in enumerate(words) if word.lower() == fold]
            if len(exact or found) == 1:
                return (exact or found)[0]
            error_line = f"{typed!r} is not a number from 1 to {len(options)}{did_you_mean(typed, words)}"

    def name(
        self, question: str, names: Sequence[str], default: str, parse: Callable[[str], str]
    ) -> str | None:
        """Ask for a name, with `names` as examples, until `parse` accepts it; Enter means `default`. Returns
        the result of `parse`, or None to go back. Raises `EOFError` at the end of input.
        """
        error_line = ""
        while True:
            lines = [question, "", f"  {', '.join(names)}, or another"]
            typed = self.ask(
                [*lines, "", error_line] if error_line else lines, f"Enter for {default}, b for back: "
            )
            if typed.lower() in _BACK:
                return None
            try:
                return parse(typed or default)
            except HexapodaError as error:
                error_line = str(error)
