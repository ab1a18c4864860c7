"""An engine that reports made-up lines, depth by depth, until it is stopped or reaches its limit.

Its lines depend only on the position and the depth. It is a bot file:
`tests/fakes/thinker.py:Thinker:multipv=2`.
"""

from __future__ import annotations

import itertools
import threading
import time
from pathlib import Path
from typing import Any

from hexapoda.engine import Engine, Limit, OnInfo, Option, SearchInfo, SearchResult

PAUSE = 0.002
"""Seconds of sleep between two depths, so that it does not use up the CPU."""
NODES = 1000
"""Nodes per depth."""


class Thinker(Engine):
    """Plays the first legal move, however long it searches."""

    name = "thinker"
    options = (
        Option("level", "int", 10, min=1, max=10),
        Option("multipv", "int", 1, min=1, max=8),
        Option("proof", "int", 0, summary="plies to the win or the loss that it claims to have proven"),
        Option("deaf", "bool", False, summary="ignore `stop`"),
        Option("mute", "bool", False, summary="report nothing during the search"),
        Option("seed", "int", -1, min=-1),
    )

    def __init__(
        self,
        level: int = 10,
        multipv: int = 1,
        proof: int = 0,
        deaf: bool = False,
        mute: bool = False,
        seed: int = -1,
    ) -> None:
        self.multipv, self.proof, self.deaf, self.mute = multipv, proof, deaf, mute
        self._stop = threading.Event()
        self.closed = 0

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Search. A stop that came before is forgotten, as in many engines."""
        self._stop.clear()
        began = time.monotonic()
        for depth in itertools.count(1):
            infos = [self._info(position, depth, number) for number in range(1, self.multipv + 1)]
            for info in infos:
                if on_info is not None and not self.mute and info.pv:
                    on_info(info)
            over = limit.time is not None and time.monotonic() - began >= limit.time
            enough = limit.nodes is not None and limit.nodes <= depth * NODES
            if over or enough or depth == limit.depth or (self._stop.is_set() and not self.deaf):
                break
            threading.Event().wait(PAUSE)
        return SearchResult(infos[0].pv[0], infos[0])

    def stop(self) -> None:
        """End the search."""
        self._stop.set()

    def close(self) -> None:
        """Count the call, and write it to `closed.txt` if that file exists."""
        self.closed += 1
        trace = Path("closed.txt")
        if trace.exists():
            trace.write_text("closed", encoding="utf-8")

    def _info(self, position: Any, depth: int, number: int) -> SearchInfo:
        pv = []
        moves = list(position.legal_moves)
        if number <= len(moves):
            pv.append(moves[number - 1])
            position.push(pv[0])
            while len(pv) < min(depth, 4) and position.outcome() is None:
                pv.append(position.legal_moves[0])
                position.push(pv[-1])
            for _ in pv:
                position.pop()
        return SearchInfo(
            depth=depth,
            nodes=depth * NODES,
            time=depth / 100,
            pv=tuple(pv),
            score=10 * depth - number,
            win_in=self.proof or None,
            seldepth=depth + 3,
            multipv=number,
        )
