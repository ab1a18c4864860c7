"""Bots in Python that misbehave, each in its own way; `FILE.py:CLASS` for the arena.

They play like the engine `random` until the position has four plies, so that there is a game to lose.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from typing import Any

from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchInfo, SearchResult
from hexapoda.engines.random_engine import RandomEngine
from hexapoda.errors import EngineRulesDiffer
from hexapoda.hive import Move, Piece


class Bot(Engine):
    name = "bot"

    def __init__(self) -> None:
        self._random = RandomEngine(seed=4)

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        if position.ply >= 4:
            answer: SearchResult | None = self.misbehave(position)
            if answer is not None:
                return answer
        return self._random.search(position, limit)

    def misbehave(self, position: Any) -> Any:
        return None


class Good(Bot):
    """Behaves."""


class Raises(Bot):
    def misbehave(self, position: Any) -> Any:
        raise ZeroDivisionError("a mistake in the bot")


class RaisesAsWhite(Bot):
    """Behaves with the other color."""

    def misbehave(self, position: Any) -> Any:
        if position.turn == 0:
            raise ZeroDivisionError("a mistake in the bot")
        return self._random.search(position, Limit())


class OtherRules(Bot):
    """Considers the game over."""

    def misbehave(self, position: Any) -> Any:
        raise EngineRulesDiffer("a draw by my rules")


class Exits(Bot):
    def misbehave(self, position: Any) -> Any:
        sys.exit(3)


class Dies(Bot):
    def misbehave(self, position: Any) -> Any:
        os._exit(9)


class Segfaults(Bot):
    def misbehave(self, position: Any) -> Any:
        os.kill(os.getpid(), signal.SIGSEGV)
        threading.Event().wait()


class Killed(Bot):
    """Its process ends as one that is killed from outside."""

    def misbehave(self, position: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)
        threading.Event().wait()


class Stalls(Bot):
    def misbehave(self, position: Any) -> Any:
        threading.Event().wait()


class Blocks(Bot):
    """Hangs in native code that lets no other thread of its process run."""

    def misbehave(self, position: Any) -> Any:
        # Functions of a PyDLL, unlike those of Python, let no other thread run.
        ctypes.PyDLL(None).write(2, b"blocks\n", 7)
        ctypes.PyDLL(None).sleep(600)


class BlocksAsWhite(Blocks):
    """Behaves with the other color."""

    def misbehave(self, position: Any) -> Any:
        return super().misbehave(position) if position.turn == 0 else None


class Chatters(Bot):
    """Writes too much, and plays on."""

    def misbehave(self, position: Any) -> Any:
        os.write(2, 10_000 * b"x")


class Late(Bot):
    """Answers, but only when it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self._told = threading.Event()

    def misbehave(self, position: Any) -> Any:
        self._told.wait()

    def stop(self) -> None:
        self._told.set()


class Illegal(Bot):
    def misbehave(self, position: Any) -> Any:
        return SearchResult(Move(Piece("wQ"), (50, 50)), SearchInfo(0, 0, 0.0, ()))


class Garbage(Bot):
    def misbehave(self, position: Any) -> Any:
        return "wA1"


class Talks(Bot):
    """Floods the streams of its process and reads from its input, and plays on."""

    def misbehave(self, position: Any) -> Any:
        print("x" * 100_000, flush=True)
        os.write(1, b'{"record": {}}\n' * 100)
        os.write(2, b"error\n" * 1000)
        sys.stdin.read()


class Spoils(Bot):
    """Changes the position that it was given, and tells nonsense about its search."""

    def misbehave(self, position: Any) -> Any:
        move = position.legal_moves[0]
        position.push(move)
        return SearchResult(move, SearchInfo(-3, float("inf"), 0.0, (), float("nan")))  # type: ignore[arg-type]


class Boasts(Bot):
    """Tells a number of nodes that no file and no database holds."""

    def misbehave(self, position: Any) -> Any:
        move = position.legal_moves[0]
        return SearchResult(move, SearchInfo(1, 10**400, 0.0, (move,), 1e300))


class Bare(Bot):
    """Returns a move and not a result."""

    def misbehave(self, position: Any) -> Any:
        return position.legal_moves[0]


class NeverMade(Bot):
    def __init__(self) -> None:
        raise OSError("no such file: weights.bin")


class DiesAtStart(Bot):
    def __init__(self) -> None:
        os._exit(7)


class NoSearch:
    name = "no search"


class SmallSeed(Bot):
    """Takes small seeds only, and plays its seed."""

    options = (Option("seed", "int", 0, 0, 1000),)

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._random = RandomEngine(seed)


class Obedient(Bot):
    """Reports its limit."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        move = self._random.search(position, limit).move
        return SearchResult(move, SearchInfo(limit.depth, limit.nodes, score=limit.time))


class Silent(Bot):
    """Reports nothing but its move."""

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        return SearchResult(self._random.search(position, limit).move)
