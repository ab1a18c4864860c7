"""The source of input lines: a person at the keyboard, or a script from a pipe.

Handles line editing, completion and the line numbers of a script. `command` parses the lines.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Protocol, TextIO

__all__ = ["Keyboard", "PersonKeyboard", "ScriptKeyboard"]


class Keyboard(Protocol):
    """A source of lines."""

    @property
    def interactive(self) -> bool:
        """Whether a person is there to answer questions."""

    @property
    def place(self) -> str:
        """A prefix for messages about the last line: `line 7: ` for a script, empty for a person."""

    def ask(self, prompt: str) -> str:
        """Return the next line. Raises `EOFError` at the end of input."""


class PersonKeyboard:
    """Lines typed at a terminal, with history, editing and Tab completion where the platform has them."""

    interactive = True
    place = ""

    def __init__(self, words: Callable[[], Sequence[str]]) -> None:
        """`words`: returns the current completions for Tab."""
        self._words = words
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        is_libedit = "libedit" in (readline.__doc__ or "")  # as on macOS
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        # A list of candidates would scroll the board away; without a list, Tab inserts the first match.
        readline.parse_and_bind("set show-all-if-ambiguous off")
        readline.parse_and_bind("set enable-bracketed-paste off")

    def ask(self, prompt: str) -> str:
        """Return the typed line. Raises `EOFError` at the end of input, `KeyboardInterrupt` on Ctrl+C."""
        return input(prompt)

    def _complete(self, text: str, state: int) -> str | None:
        found = [word for word in self._words() if word.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None


class ScriptKeyboard:
    """Lines of a script, without blank lines and `#` comments."""

    interactive = False

    def __init__(self, stream: TextIO, echo: bool = True) -> None:
        """`echo`: whether to print prompts and lines to stdout, for a readable transcript."""
        self._stream = stream
        self._echo = echo
        self._number = 0

    @property
    def place(self) -> str:
        """The number of the last line, as `line 7: `."""
        return f"line {self._number}: "

    def ask(self, prompt: str) -> str:
        """Return the next line that is not blank, without its comment. Raises `EOFError` at the end of the
        script.
        """
        while True:
            line = self._stream.readline()
            if not line:
                raise EOFError
            self._number += 1
            text = line.partition("#")[0].strip()
            if text:
                if self._echo:
                    print(f"{prompt}{text}", file=sys.stdout)
                return text
