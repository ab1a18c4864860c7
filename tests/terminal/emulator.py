"""A terminal for tests: a real process on a pseudo terminal, with a screen that can be read.

Every wait has a deadline and fails with the screen as it then was.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType

import pexpect
import pyte

DEADLINE = 30.0


class Emulator:
    """`hexapoda ARGUMENTS` on a screen of `columns` x `lines`."""

    def __init__(
        self,
        arguments: list[str],
        home: Path,
        *,
        columns: int = 80,
        lines: int = 24,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        hidden = {"NO_COLOR", "COLORTERM", "TERM", "LINES", "COLUMNS"}
        inherited = {key: value for key, value in os.environ.items() if key not in hidden}
        settings = {
            **inherited,
            "HEXAPODA_HOME": str(home),
            "TERM": "xterm-256color",
            "INPUTRC": os.devnull,
            **(environment or {}),
        }
        self.process: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            ["-m", "hexapoda.cli.app", *arguments],
            dimensions=(lines, columns),
            env=settings,
            timeout=DEADLINE,
        )
        self.process.delaybeforesend = None

    def __enter__(self) -> Emulator:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.close(force=True)

    @property
    def lines(self) -> list[str]:
        """The screen, blanks at the ends of lines left out."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines)

    @property
    def prompt(self) -> str:
        """The line that the cursor is on."""
        return self.lines[self.screen.cursor.y]

    def wait(self, reached: Callable[[Emulator], bool], what: str) -> None:
        """Read until the screen is as wanted. Raises `AssertionError` at the deadline or the end."""
        end = time.monotonic() + DEADLINE
        while not reached(self):
            if time.monotonic() > end or not self._read(end):
                if reached(self):
                    return
                raise AssertionError(f"waited for {what}; the screen is\n{self.text}")

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(lines, columns)
        self.process.setwinsize(lines, columns)

    def see(self, text: str) -> None:
        """Wait until `text` stands on the screen."""
        self.wait(lambda self: text in self.text, repr(text))

    def prompted(self, text: str) -> None:
        """Wait until the cursor stands behind the prompt `text`."""
        self.wait(lambda self: self.prompt == text.rstrip(), f"the prompt {text!r}")

    def type(self, line: str, then: str | None = None) -> None:
        """Type a line and Enter; `then` is the prompt to wait for."""
        self.process.send(line + "\r")
        if then is not None:
            self.prompted(then)

    def interrupt(self) -> None:
        """Press Ctrl+C, and again after a second if the process goes on, as a person would.

        CPython loses a signal that comes after `input` has written its prompt and before it waits for a key.
        """
        end = time.monotonic() + DEADLINE
        while time.monotonic() < end:
            self.process.sendcontrol("c")
            again = time.monotonic() + 1.0
            while time.monotonic() < again:
                if not self._read(again):
                    return

    def quit(self) -> int:
        """Leave a game that goes on, and return the exit code."""
        self.type("quit", "Quit? The game is saved. y/n: ")
        self.type("y")
        return self.end()

    def end(self) -> int:
        """Wait until the process ends and return its exit code, or minus the signal that killed it."""
        end = time.monotonic() + DEADLINE
        while self._read(end):
            if time.monotonic() > end:
                raise AssertionError(f"the process does not end; the screen is\n{self.text}")
        self.process.wait()
        if self.process.signalstatus is not None:
            return -int(self.process.signalstatus)
        return int(self.process.exitstatus or 0)

    def _read(self, end: float) -> bool:
        try:
            data = self.process.read_nonblocking(65536, timeout=max(0.0, min(0.2, end - time.monotonic())))
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True
