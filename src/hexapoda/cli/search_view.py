"""A search as text: the best lines in a table, with nodes and time.

Owns the layout during and after the search. `hexapoda.analysis.score` formats the scores.
"""

from __future__ import annotations

import re
import textwrap
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from hexapoda.analysis.score import score_text
from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.games import Game
from hexapoda.host import RunningSearch
from hexapoda.text.line import numbered_line

__all__ = ["LiveView", "depth_text", "effort_text", "result_view", "wrap_line"]

_HEAD, _QUIET = "bold", "#8c8172"
_MIN_LINE = 24
"""With fewer columns than this, the terminal wraps the lines of play."""
_WITHIN_A_MOVE = re.compile(r"(?<![, ]) (?! )")
"""A space inside a move, not between two moves."""


def depth_text(info: SearchInfo) -> str:
    """Format depth and selective depth as `9/17`, or the depth alone; `-` if the engine reports none."""
    if info.depth is None:
        return "-"
    return str(info.depth) if info.seldepth is None else f"{info.depth}/{info.seldepth}"


def effort_text(nodes: int | None, seconds: float) -> str:
    """Format as `2,345,678 nodes in 2.0 s, 1.2 M/s`, or `2.0 s` if the engine does not count nodes."""
    if nodes is None:
        return f"{seconds:.1f} s"
    plural = "node" if nodes == 1 else "nodes"
    speed = nodes / seconds if seconds > 0 else 0
    unit = f"{speed / 1e6:.1f} M/s" if speed >= 1e6 else f"{speed / 1e3:.0f} k/s"
    return f"{nodes:,} {plural} in {seconds:.1f} s" + (f", {unit}" if speed >= 1e3 else "")


def result_view(
    game: Game, at: Any, result: SearchResult, lines: Sequence[SearchInfo], width: int | None
) -> list[Text]:
    """Return the result of a search in the position `at`: the move, its lines, nodes and time.

    `width` is the number of columns to wrap in; None means no wrapping, for programs that read the output.
    """
    shown = [info for info in lines if info.pv] if len(lines) > 1 else [result.info]
    # The engine may have chosen its move after it last reported its lines.
    if len(shown) > 1 and shown[0].multipv == 1 and shown[0].pv[:1] != (result.move,):
        shown[0] = result.info
    return [
        Text(at.format_move(result.move), style=_HEAD),
        *_table(game, at, shown, width),
        Text(effort_text(result.info.nodes, result.info.time), style=_QUIET),
    ]


def wrap_line(play: str, width: int) -> list[str]:
    """Wrap a line of play to `width` columns. Breaks only between moves: `wA1 -bQ` stays on one line."""
    tied = _WITHIN_A_MOVE.sub("\u00a0", play)
    parts = textwrap.wrap(tied, width, break_on_hyphens=False)
    return [part.replace("\u00a0", " ") for part in parts]


class LiveView:
    """The state of a running search, cut to the width of the terminal when Rich draws it."""

    def __init__(self, game: Game, thinking: RunningSearch) -> None:
        self._game = game
        self._thinking = thinking

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        infos = [info for info in self._thinking.lines if info.pv]
        for line in _table(self._game, self._thinking.position, infos, None) if infos else []:
            line.truncate(options.max_width - 1, overflow="ellipsis")
            yield line
        nodes = max((info.nodes or 0 for info in infos), default=0)
        seconds = time.monotonic() - self._thinking.began
        work = effort_text(nodes, seconds) if nodes else f"thinking for {seconds:.1f} s"
        note = Text(f"{work}; Ctrl+C stops with the best move so far", style=_QUIET)
        note.truncate(options.max_width - 1, overflow="ellipsis")
        yield note


def _table(game: Game, at: Any, infos: Sequence[SearchInfo], width: int | None) -> list[Text]:
    rows = [
        (str(info.multipv) if len(infos) > 1 else "", score_text(info), depth_text(info), info.pv)
        for info in infos
    ]
    head = ("", "score", "depth", ())
    wide = [max(len(str(row[column])) for row in [head, *rows]) for column in range(3)]
    indent = sum(number + 2 for number in wide if number)
    lines = [Text(f"{_cells(head[:3], wide)}line", style=_QUIET)]
    for row in rows:
        play = numbered_line(at, row[3], plies_a_turn=game.plies_a_turn)
        room = None if width is None else width - 1 - indent
        parts = wrap_line(play, room) if room is not None and room >= _MIN_LINE else [play]
        lines.append(Text(_cells(row[:3], wide) + (parts[0] if parts else "")))
        lines += [Text(" " * indent + part) for part in parts[1:]]
    return lines


def _cells(texts: Sequence[object], wide: Sequence[int]) -> str:
    """Return the cells before the line. Empty columns are left out."""
    return "".join(f"{text!s:<{number}}  " for text, number in zip(texts, wide, strict=True) if number)
