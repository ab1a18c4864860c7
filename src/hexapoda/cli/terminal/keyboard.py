"""Where the lines of the user come from: a person at the keyboard, or a script on a pipe.

Owns line editing, completion and the numbering of a script's lines. What a line means is not known here.
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
        """Whether a person answers, so that questions may be asked."""

    @property
    def place(self) -> str:
        """Where the last line stood, to be put before a message: `line 7: `, or nothing."""

    def ask(self, prompt: str) -> str:
        """The next line. Raises `EOFError` when there are no more."""


class PersonKeyboard:
    """Lines typed at a terminal, with history, editing and Tab completion where the platform has them."""

    interactive = True
    place = ""

    def __init__(self, words: Callable[[], Sequence[str]]) -> None:
        """`words` gives what Tab may complete a line to at the moment."""
        self._words = words
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        is_libedit = "libedit" in (readline.__doc__ or "")  # as on macOS
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        # A list of candidates would push the board away; without one the first match is put in.
        readline.parse_and_bind("set show-all-if-ambiguous off")
        readline.parse_and_bind("set enable-bracketed-paste off")

    def ask(self, prompt: str) -> str:
        """The line typed. Raises `EOFError` at the end of input and `KeyboardInterrupt` at Ctrl+C."""
        return input(prompt)

    def _complete(self, text: str, state: int) -> str | None:
        found = [word for word in self._words() if word.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None


class ScriptKeyboard:
    """Lines of a script: blank lines and what follows a `#` are passed over, the rest is echoed."""

    interactive = False

    def __init__(self, stream: TextIO, echo: bool = True) -> None:
        """`echo`: whether prompt and line go to stdout, so that a transcript can be read."""
        self._stream = stream
        self._echo = echo
        self._number = 0

    @property
    def place(self) -> str:
        """`line 7: `, the line of the script read last."""
        return f"line {self._number}: "

    def ask(self, prompt: str) -> str:
        """The next line that holds something. Raises `EOFError` at the end of the script."""
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
