"""The extension commands `analyze` and `stop`: an engine reports its analysis until it is stopped.

Owns the argument and the order of the answer: `info` lines as they come, then the move. `info` owns the
format of such a line, `session` the running search. docs/reference/uhp-extensions.md describes both commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from hexapoda.engine import Limit
from hexapoda.errors import UsageError
from hexapoda.hive.text.notation import format_move
from hexapoda.protocols.uhp.commands import UhpCommand, integer, no_argument, read_limit
from hexapoda.protocols.uhp.info import format_info
from hexapoda.protocols.uhp.session import UhpSession

__all__ = ["ANALYZE", "STOP"]

_USAGE = "analyze [multipv N] [time hh:mm:ss.fff | depth N | nodes N]"


def _analyze(session: UhpSession, argument: str) -> Iterator[str]:
    words = argument.split()
    values: dict[str, int] = {}
    if words[:1] == ["multipv"]:
        values["multipv"] = integer(words[1] if len(words) > 1 else "", "the number of lines", 1)
        words = words[2:]
    limit = Limit()
    if words:
        found = read_limit(words[0], words[1]) if len(words) == 2 else None
        if found is None:
            raise UsageError(f"expected {_USAGE}, not {'analyze ' + argument!r}")
        limit = found
    position = session.running_position
    with closing(session.think(limit, any_line=not words, **values)) as search:
        for info in search.infos():
            yield format_info(position, info)
        yield format_move(position, search.result())


def _stop(session: UhpSession, argument: str) -> list[str]:
    """Nothing is left to stop: the search ended when the line arrived."""
    no_argument(argument, "stop")
    return []


ANALYZE = UhpCommand(_USAGE, "report the search until it is stopped", _analyze, (("analyze", _USAGE),))
STOP = UhpCommand("stop", "end the running analyze or bestmove", _stop, (("stop", "stop"),))
