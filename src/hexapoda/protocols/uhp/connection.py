"""The connection to a UHP engine, whose answers end with the line `ok`.

Handles the start of the conversation: the engine's greeting, and the questions about its options and
extensions.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexapoda.errors import EngineError, EngineFlooded, EngineStalled
from hexapoda.protocols.connection import EngineConnection, EngineIdentity
from hexapoda.protocols.uhp.options import read_options

__all__ = ["UhpConnection", "is_refusal"]

_ID = "id "
_REFUSALS = ("err", "invalidmove")
_EXTENSIONS_SECONDS = 5.0
"""How long to wait for the answer to `extensions`, which many engines do not know."""
_LONGEST_NAME = 200
_SHOWN = 80
"""How many characters of a wrong greeting the error message shows."""


class UhpConnection(EngineConnection[list[str]]):
    """A running UHP engine whose identity is known. Answers are stripped lines, without the closing `ok`."""

    farewell = "exit"

    def _read(self, lines: Iterator[str], awaited: str) -> list[str]:
        return list(itertools.takewhile(lambda line: line != "ok", map(str.strip, lines)))

    def _identify(self) -> EngineIdentity:
        identity = self._standard_identity()
        try:
            extensions = self.ask("extensions", min(self.timeouts.answer, _EXTENSIONS_SECONDS))
        except EngineFlooded:
            raise
        except EngineStalled:
            # Some engines do not answer unknown commands. If this engine is merely late, its answer would be
            # mistaken for the answer to the next command, so the engine is restarted.
            self.process.kill()
            self.process = self._start()
            return self._standard_identity()
        if is_refusal(extensions):
            return identity
        return replace(
            identity, commands=frozenset(line.partition(";")[0] for line in extensions if ";" in line)
        )

    def _standard_identity(self) -> EngineIdentity:
        """Return the identity that the standard commands report, which has no extensions."""
        greeting = self._greeting()
        if not any(line.startswith(_ID) for line in greeting):
            greeting = self.ask("info")
        at = next((at for at, line in enumerate(greeting) if line.startswith(_ID)), None)
        if at is None:
            found = greeting[0][:_SHOWN] if greeting else ""
            raise EngineError(
                f"{self.name!r} is not a UHP engine: it greets with {found!r}, expected 'id NAME'"
            )
        options = self.ask("options")
        return EngineIdentity(
            name=greeting[at].removeprefix(_ID).strip()[:_LONGEST_NAME],
            options=() if is_refusal(options) else read_options(options),
            commands=frozenset(),
            expansions=_expansions("".join(greeting[at + 1 : at + 2])),
        )

    def _greeting(self) -> list[str]:
        """Return the engine's greeting, or its answer to `info` if it sends no greeting."""
        timeouts = self.timeouts
        try:
            return self.await_answer(time.monotonic() + min(timeouts.silence, timeouts.start), "info")
        except EngineFlooded:
            raise
        except EngineStalled:
            lines = self.ask("info", timeouts.start)
        # If the greeting was late, these lines are the greeting, and the answer to `info` is still to come.
        # The answer to `newgame` looks different, so the next answer shows which case this is.
        answer = self.ask("newgame Base", timeouts.start)
        if not any(line.startswith(("Base;", *_REFUSALS)) for line in answer):
            self.await_answer(time.monotonic() + timeouts.start, "newgame Base")
        return lines


def is_refusal(answer: Sequence[str]) -> bool:
    """Return whether any line of an answer begins with the word `err` or `invalidmove`."""
    return any(line.split(" ", 1)[0] in _REFUSALS for line in answer)


def _expansions(line: str) -> str:
    """Return the letters of the expansions in the line after `id`, such as `Mosquito;Ladybug`."""
    initials = {word.strip()[:1].upper() for word in line.split(";")}
    return "".join(letter for letter in "MLP" if letter in initials)
