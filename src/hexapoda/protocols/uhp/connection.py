"""The connection to a UHP engine: an answer is all lines up to `ok`.

Owns the start, when the engine greets and is asked for its options and extensions.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence

from hexapoda.errors import EngineError, EngineFlooded, EngineStalled
from hexapoda.protocols.connection import EngineConnection, EngineIdentity
from hexapoda.protocols.uhp.options import read_options

__all__ = ["UhpConnection", "is_refusal"]

_REFUSALS = ("err", "invalidmove")


class UhpConnection(EngineConnection[list[str]]):
    """A running engine whose identity is known. Answers are stripped lines, without the closing `ok`."""

    farewell = "exit"

    def _read(self, lines: Iterator[str], awaited: str) -> list[str]:
        return list(itertools.takewhile(lambda line: line != "ok", map(str.strip, lines)))

    def _identify(self) -> EngineIdentity:
        try:
            return self._ask_all(True)
        except EngineStalled as error:
            # Some engines do not answer unknown commands: start again without asking for extensions.
            if isinstance(error, EngineFlooded) or "extensions" not in str(error):
                raise
            self.process.kill()
            self.process = self._start()
            return self._ask_all(False)

    def _ask_all(self, ask_extensions: bool) -> EngineIdentity:
        greeting = self._greeting()
        if all(not line.startswith("id ") for line in greeting):
            greeting = self.ask("info")
        name, *after = next(
            (greeting[at:] for at, line in enumerate(greeting) if line.startswith("id ")), ["", ""]
        )
        if not name:
            found = greeting[0][:80] if greeting else ""
            raise EngineError(
                f"{self.name!r} is not a UHP engine: it greets with {found!r}, expected 'id NAME'"
            )
        expansions = {word.strip()[:1].upper() for line in after[:1] for word in line.split(";")}
        options = self.ask("options")
        extensions = self.ask("extensions", min(self.timeouts.answer, 5.0)) if ask_extensions else []
        if is_refusal(extensions):
            extensions = []
        return EngineIdentity(
            name=name.removeprefix("id ").strip()[:200],
            options=() if is_refusal(options) else read_options(options),
            commands=frozenset(line.partition(";")[0] for line in extensions if ";" in line),
            expansions="".join(letter for letter in "MLP" if letter in expansions),
        )

    def _greeting(self) -> list[str]:
        """Return the engine's greeting; a silent engine is asked for it with `info`."""
        timeouts = self.timeouts
        began = time.monotonic()
        try:
            return self.await_answer(began + min(timeouts.silence, timeouts.start), "info")
        except EngineFlooded:
            raise
        except EngineStalled:
            lines = self.ask("info", timeouts.start)
        # If the engine was just about to greet, these lines are its greeting, and the answer to `info` is
        # still to come. The answer to `newgame` looks different, so it shows whether that is the case.
        answer = self.ask("newgame Base", timeouts.start)
        if not any(line.startswith(("Base;", *_REFUSALS)) for line in answer):
            self.await_answer(began + timeouts.start, "newgame Base")
        return lines


def is_refusal(answer: Sequence[str]) -> bool:
    """Return whether an answer is `err` or `invalidmove`."""
    return any(line.split(" ", 1)[0] in _REFUSALS for line in answer)
