"""An engine that says what a script says, by the number of plies played. A bot file:
`tests/fakes/scripted_engine.py:Scripted`, whose script belongs to the game `RESIGNED`.
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
"""Ten plies; Black is said to have won, which the board does not say."""


@dataclass(frozen=True)
class Say:
    """What is said of a position: its value to the player to move, and the line, the first legal move
    where none is given.
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
        """What the script says; nothing special where it says nothing."""
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
        """Count."""
        self.games += 1

    def close(self) -> None:
        """Count."""
        self.closed += 1


class Scripted(ScriptedEngine):
    """The one that can be named on a command line."""

    def __init__(self) -> None:
        super().__init__(SCRIPT)


class Failing(Scripted):
    """Gives up in the middle of the game."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Fail at ply 6."""
        if position.ply == 6:
            raise RuntimeError("no more")
        return super().search(position, limit, on_info)


class Interrupted(Scripted):
    """As if Ctrl+C came in the middle of the game."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Be interrupted at ply 6."""
        if position.ply == 6:
            raise KeyboardInterrupt
        return super().search(position, limit, on_info)


class Silent(Scripted):
    """Has no opinion of any position."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Play and say nothing."""
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(0, 1, 0.0, (move,)))


class Deep(Scripted):
    """Presses Ctrl+C in the middle of the game and thinks on until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self._stop = threading.Event()

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """At ply 6 wait for `stop`."""
        if position.ply == 6:
            self._stop.clear()
            os.kill(os.getpid(), signal.SIGINT)
            self._stop.wait(limit.time)
        return super().search(position, limit, on_info)

    def stop(self) -> None:
        """End the search."""
        self._stop.set()
