"""The search command for a UHP engine, and the engine's reports before its answer.

Owns the choice of a command that the engine understands. Plain UHP has `bestmove` with a time in whole
seconds or a depth; the extensions of docs/reference/uhp-extensions.md are used if the engine announces them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection

from hexapoda.engine import LONGEST_SEARCH, Limit, OnInfo, SearchInfo
from hexapoda.errors import UsageError
from hexapoda.hive import Position
from hexapoda.protocols.uhp.info import is_info, parse_info

__all__ = ["MILLISECONDS", "STOP", "listener", "question_for"]

MILLISECONDS, NODES, ANALYZE, STOP = "milliseconds", "nodes", "analyze", "stop"
_MAX_MULTIPV = 1000


def question_for(
    limit: Limit, extensions: Collection[str], engine: str, reports: bool = True
) -> tuple[str, float | None]:
    """Return the command for a limit, and the seconds that the limit allows.

    `reports`: whether to ask for reports of the search, if the engine can send them; only these have scores.
    Raises `UsageError`, which names the `engine`, if it does not support the limit.
    """
    bounds = [name for name in ("time", "depth", "nodes") if getattr(limit, name) is not None]
    analyzes = ANALYZE in extensions and STOP in extensions  # without `stop`, `analyze` might never end
    if not bounds and analyzes:
        return ANALYZE, None
    command = ANALYZE if analyzes and reports else "bestmove"
    if len(bounds) != 1:
        given = " and ".join(bounds) or "none"
        raise UsageError(f"engine {engine!r} speaks UHP, which takes one limit for a search, not {given}")
    if limit.nodes is not None:
        if NODES not in extensions:
            raise UsageError(
                f"engine {engine!r} speaks plain UHP, which has no node limit: expected a time or a depth"
            )
        return f"{command} nodes {limit.nodes}", None
    if limit.time is None:
        return f"{command} depth {limit.depth}", None
    allowed = seconds = min(limit.time, float(LONGEST_SEARCH))
    if MILLISECONDS not in extensions:
        if seconds < 1:
            raise UsageError(
                f"engine {engine!r} speaks plain UHP, which takes whole seconds only: "
                f"{limit.time:g} s is too short, expected 1 s or more"
            )
        seconds = float(math.floor(seconds))
    milliseconds = math.floor(seconds * 1000 + 1e-6)
    whole, rest = divmod(milliseconds, 1000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{command} time {text}{f'.{rest:03}' if MILLISECONDS in extensions else ''}", allowed


def listener(
    position: Position, heard: dict[int, SearchInfo], on_info: OnInfo | None
) -> Callable[[str], bool]:
    """Return a function that reads the engine's reports and keeps the last one of each MultiPV line in
    `heard`.
    """

    def listen(line: str) -> bool:
        if not is_info(line):
            return False
        info = parse_info(position, line)
        if info is not None and info.pv and 1 <= info.multipv <= _MAX_MULTIPV:
            heard[info.multipv] = info
            if on_info is not None:
                on_info(info)
        return True

    return listen
