"""A search as text: the best lines in a table, with nodes and time.

Formats the output during the search and after it. `hexapoda.analysis.score` formats the scores.
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

__all__ = ["LiveView", "result_view", "wrap_line"]

_HEAD, _QUIET = "bold", "#8c8172"
_HEADINGS = ("", "score", "depth")
_LINE_HEADING = "line"
_MIN_LINE = 24
"""The minimum number of columns for lines of play. With fewer, the terminal wraps them."""
_WITHIN_A_MOVE = re.compile(r"(?<![, ]) (?! )")
"""A space inside a move, not between two moves."""


def result_view(
    game: Game, position: Any, result: SearchResult, lines: Sequence[SearchInfo], width: int | None
) -> list[Text]:
    """Return the lines that show the result of a search: the move, the best lines, nodes and time.

    `width`: the width of the terminal, to which lines of play are wrapped; None to leave them unwrapped, for
    output that programs read.
    """
    shown = [info for info in lines if info.pv] if len(lines) > 1 else [result.info]
    # The engine may have chosen its move after it last reported its lines.
    if len(shown) > 1 and shown[0].multipv == 1 and shown[0].pv[:1] != (result.move,):
        shown[0] = result.info
    return [
        Text(position.format_move(result.move), style=_HEAD),
        *_table(game, position, shown, width),
        Text(_effort_text(result.info.nodes, result.info.time), style=_QUIET),
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
        lines = _table(self._game, self._thinking.position, infos, None) if infos else []
        nodes = max((info.nodes or 0 for info in infos), default=0)
        seconds = time.monotonic() - self._thinking.began
        effort = _effort_text(nodes, seconds) if nodes else f"thinking for {seconds:.1f} s"
        for line in (*lines, Text(f"{effort}; Ctrl+C stops with the best move so far", style=_QUIET)):
            line.truncate(options.max_width - 1, overflow="ellipsis")  # terminals may wrap a full line
            yield line


def _table(game: Game, position: Any, infos: Sequence[SearchInfo], width: int | None) -> list[Text]:
    """Return a line of headings, then a row for each report, with its rank if there are several."""
    ranks = [str(info.multipv) if len(infos) > 1 else "" for info in infos]
    cells = [(rank, score_text(info), _depth_text(info)) for rank, info in zip(ranks, infos, strict=True)]
    widths = [max(map(len, column)) for column in zip(_HEADINGS, *cells, strict=True)]
    indent = len(_row(_HEADINGS, widths))
    lines = [Text(_row(_HEADINGS, widths) + _LINE_HEADING, style=_QUIET)]
    for row, info in zip(cells, infos, strict=True):
        play = numbered_line(position, info.pv, plies_a_turn=game.plies_a_turn)
        first, *more = _wrapped(play, None if width is None else width - 1 - indent)
        lines.append(Text(_row(row, widths) + first))
        lines += [Text(" " * indent + part) for part in more]
    return lines


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return the cells before the line of play, without empty columns."""
    return "".join(f"{text:<{width}}  " for text, width in zip(cells, widths, strict=True) if width)


def _wrapped(play: str, room: int | None) -> list[str]:
    """Return the parts of a line of play wrapped to `room` columns, at least one."""
    if room is None or room < _MIN_LINE:
        return [play]
    return wrap_line(play, room) or [""]


def _depth_text(info: SearchInfo) -> str:
    """Return depth and selective depth as `9/17`, or the depth alone; `-` if the engine reports none."""
    if info.depth is None:
        return "-"
    return str(info.depth) if info.seldepth is None else f"{info.depth}/{info.seldepth}"


def _effort_text(nodes: int | None, seconds: float) -> str:
    """Return `2,345,678 nodes in 2.0 s, 1.2 M/s`, without the speed if it is below 1 k/s, or `2.0 s` if the
    engine does not count nodes.
    """
    if nodes is None:
        return f"{seconds:.1f} s"
    noun = "node" if nodes == 1 else "nodes"
    speed = nodes / seconds if seconds > 0 else 0
    rate = f"{speed / 1e6:.1f} M/s" if speed >= 1e6 else f"{speed / 1e3:.0f} k/s"
    return f"{nodes:,} {noun} in {seconds:.1f} s" + (f", {rate}" if speed >= 1e3 else "")
