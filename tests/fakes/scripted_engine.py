"""An engine whose answers come from a script, by the number of plies played. It is also a bot file,
`tests/fakes/scripted_engine.py:Scripted`, with a script for the game `RESIGNED`.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexapoda.engine import Engine, Limit, OnInfo, SearchInfo, SearchResult
from hexapoda.errors import HexapodaError

RESIGNED = (
    "Base;BlackWins;White[6];wS1;bS1 wS1-;wQ -wS1;bQ bS1\\;wB1 \\wS1;bA1 bQ-;wB1 wS1;bA1 -wQ;wA1 wQ\\"
    ";bB1 -bA1"
)
"""Ten plies. The GameString says that Black won, but on the board the game is not over: White resigned."""


@dataclass(frozen=True)
class Say:
    """The answer for a position: its score from the point of view of the side to move, and a line (by default
    the first legal move).
    """

    score: float | None = 0.0
    win_in: int | None = None
    line: tuple[str, ...] = ()


SCRIPT = {
    0: Say(10, line=("wS1",)),
    1: Say(-10, line=("bS1 wS1-",)),
    2: Say(20, line=("wQ -wS1",)),
    3: Say(-20, line=("bQ bS1\\",)),
    4: Say(30, line=("wB1 \\wS1",)),
    5: Say(0, line=("bQ bS1-", "wB1 wS1", "bQ bS1\\")),
    6: Say(120, line=("wB1 wS1", "bA1 -wQ", "wA1 wQ\\")),
    7: Say(-100, line=("bA1 -wQ",)),
    8: Say(31990, 5, line=("wA1 \\wB1", "bA1 wQ\\", "wA2 \\wA1")),
    9: Say(300, line=("bB1 -bA1", "wA1 bA1\\", "bB2 \\bB1")),
    10: Say(-400, line=("wA1 /wQ",)),
}
"""Black's third move is a mistake; White's last one misses a win and loses the game."""


class ScriptedEngine(Engine):
    """Answers at once."""

    name = "scripted"

    def __init__(self, script: Mapping[int, Say]) -> None:
        self.script = script
        self.asked: list[int] = []
        """The plies played before each search."""
        self.games = 0
        self.closed = 0

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Answer from the script, or with a score of 0 for a ply that it lacks."""
        self.asked.append(position.ply)
        say = self.script.get(position.ply, Say())
        try:
            line = self._line(position, say.line)
        except HexapodaError:  # the script is about another position of this ply
            line = []
        line = line or [position.legal_moves[0]]
        info = SearchInfo(7, 100, 0.01, tuple(line), say.score, say.win_in)
        return SearchResult(line[0], info)

    def _line(self, position: Any, texts: tuple[str, ...]) -> list[Any]:
        line = []
        at = position.copy()
        for text in texts:
            line.append(at.parse_move(text))
            at.push(line[-1])
        return line

    def new_game(self) -> None:
        """Count the games."""
        self.games += 1

    def close(self) -> None:
        """Count the calls."""
        self.closed += 1


class Scripted(ScriptedEngine):
    """The engine for command lines, with the script `SCRIPT`."""

    def __init__(self) -> None:
        super().__init__(SCRIPT)


class Failing(Scripted):
    """Fails in the middle of the game."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Raise an error at ply 6."""
        if position.ply == 6:
            raise RuntimeError("no more")
        return super().search(position, limit, on_info)


class Interrupted(Scripted):
    """Behaves as if Ctrl+C were pressed in the middle of the game."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Raise `KeyboardInterrupt` at ply 6."""
        if position.ply == 6:
            raise KeyboardInterrupt
        return super().search(position, limit, on_info)


class Silent(Scripted):
    """Reports no score for any position."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Play the first legal move."""
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(0, 1, 0.0, (move,)))


class Deep(Scripted):
    """Presses Ctrl+C in the middle of the game and keeps searching until it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self._stop = threading.Event()

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """At ply 6, send the signal and wait for `stop`."""
        if position.ply == 6:
            self._stop.clear()
            os.kill(os.getpid(), signal.SIGINT)
            self._stop.wait(limit.time)
        return super().search(position, limit, on_info)

    def stop(self) -> None:
        """End the search."""
        self._stop.set()
