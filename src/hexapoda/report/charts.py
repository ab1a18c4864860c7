"""The charts of the page as SVG: Elo intervals, score over time, lengths of games, points per pair.

Owns shapes and axes. Colors are CSS classes of the page, so one drawing works for light, dark and print. The
label of every chart describes its content for screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexapoda.report.figures import ScorePoint
from hexapoda.report.text import elo, html, short

__all__ = ["SERIES", "Bar", "elo_chart", "length_chart", "pairs_chart", "score_chart"]

SERIES = 6
"""The number of distinct colors for lines."""

_WIDTH = 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 14, 14, 34


@dataclass(frozen=True, slots=True)
class Bar:
    """An Elo interval; a bound of None is infinite."""

    name: str
    elo: float | None
    low: float | None
    high: float | None


def elo_chart(bars: Sequence[Bar], label: str) -> str:
    """Draw one row per player: a dot for the value, a bar for its 95% interval, and a line at zero."""
    known = [value for bar in bars for value in (bar.elo, bar.low, bar.high) if value is not None] + [0.0]
    low, high = min(known), max(known)
    reach = max(high - low, 40.0)
    low, high = low - 0.08 * reach, high + 0.08 * reach
    step = _nice((high - low) / 5)
    row, top = 46, 8
    height = top + row * len(bars) + 30
    left, right = 12.0, _WIDTH - 12.0

    def x(value: float) -> float:
        return left + (value - low) / (high - low) * (right - left)

    parts = []
    for tick in _ticks(low, high, step):
        css = "zero" if tick == 0 else "grid"
        parts.append(
            f'<line class="{css}" x1="{_n(x(tick))}" x2="{_n(x(tick))}" y1="{top}" y2="{height - 26}"/>'
        )
        parts.append(f'<text class="tick mid" x="{_n(x(tick))}" y="{height - 9}">{elo(tick)}</text>')
    for number, bar in enumerate(bars):
        y = top + row * number + 33
        start = left if bar.low is None else x(bar.low)
        end = right if bar.high is None else x(bar.high)
        css = f"s{number % SERIES}"
        parts.append(f'<text class="name" x="{_n(left)}" y="{y - 14}">{html(short(bar.name, 34))}</text>')
        value = (
            f"{elo(bar.elo)}"
            if bar.elo is not None
            else ("\u2265 " + elo(bar.low) if bar.high is None else "")
        )
        parts.append(f'<text class="name end" x="{_n(right)}" y="{y - 14}">{value}</text>')
        parts.append(
            f'<line class="interval {css}" x1="{_n(start)}" x2="{_n(end)}" y1="{y}" y2="{y}"/>'
            + _end(start, y, -1, bar.low is None, css)
            + _end(end, y, 1, bar.high is None, css)
        )
        if bar.elo is not None:
            parts.append(f'<circle class="dot {css}" cx="{_n(x(bar.elo))}" cy="{y}" r="5.5"/>')
    return _svg(_WIDTH, height, label, parts)


def _end(x: float, y: float, direction: int, open_: bool, css: str) -> str:
    """Draw the end of an interval: a tick, or an arrow if it continues beyond the scale."""
    if open_:
        back, tip = _n(x - direction * 7), _n(x + direction * 4)
        return f'<path class="arrow {css}" d="M{back},{y - 6}L{tip},{y}L{back},{y + 6}"/>'
    return f'<line class="interval {css}" x1="{_n(x)}" x2="{_n(x)}" y1="{y - 6}" y2="{y + 6}"/>'


def score_chart(curves: Sequence[tuple[str, Sequence[ScorePoint]]], label: str) -> str:
    """Draw the score in percent against the number of games. A single curve gets the band of its interval."""
    height = 250
    longest = max((curve[-1].games for _, curve in curves if curve), default=1)
    plot = _Plot(height, (1, max(longest, 2)), (0, 100))
    parts = plot.axes("games played", [0, 25, 50, 75, 100], "%")
    middle = _n(plot.y(50))
    parts.append(f'<line class="zero" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{middle}" y2="{middle}"/>')
    if len(curves) == 1 and curves[0][1]:
        points = curves[0][1]
        outline = [(p.games, 100 * p.high) for p in points] + [
            (p.games, 100 * p.low) for p in reversed(points)
        ]
        parts.append(f'<path class="band s0" d="{plot.path(outline)}Z"/>')
    for number, (_, points) in enumerate(curves):
        path = plot.path((p.games, 100 * p.score) for p in points)
        parts.append(f'<path class="curve s{number % SERIES} d{number // SERIES}" d="{path}"/>')
    return _svg(_WIDTH, height, label, parts)


def length_chart(lengths: Sequence[Sequence[int]], label: str) -> str:
    """Draw a histogram of plies. Each column stacks the results: won by the first player, drawn, won by
    the second player, and no result.
    """
    height = 250
    all_lengths = [plies for kind in lengths for plies in kind]
    low, high = min(all_lengths), max(all_lengths)
    step = max(1, round(_nice((high - low + 1) / 14)))
    first = low // step * step
    columns = max(1, (high - first) // step + 1)
    counts = [[0] * columns for _ in lengths]
    for kind, values in enumerate(lengths):
        for plies in values:
            counts[kind][(plies - first) // step] += 1
    top = max(sum(column) for column in zip(*counts, strict=True))
    plot = _Plot(height, (first, first + columns * step), (0, top * 1.06))
    parts = plot.axes("plies", _ticks(0, top, max(1, _nice(top / 4))), "")
    for column in range(columns):
        base = 0
        for kind, css in enumerate(("first", "drawn", "second", "none")):
            count = counts[kind][column]
            if not count:
                continue
            x0, x1 = plot.x(first + column * step) + 1, plot.x(first + (column + 1) * step) - 1
            y0, y1 = plot.y(base + count), plot.y(base)
            begin = first + column * step
            parts.append(
                f'<rect class="{css}" x="{_n(x0)}" y="{_n(y0)}" width="{_n(max(x1 - x0, 0.5))}" '
                f'height="{_n(y1 - y0)}">'
                f"<title>{begin} to {begin + step - 1} plies: {count}</title></rect>"
            )
            base += count
    return _svg(_WIDTH, height, label, parts)


def pairs_chart(counts: Sequence[int], label: str) -> str:
    """Draw how many pairs of games scored 0, ½, 1, 1½ and 2 points."""
    height, width = 120, _WIDTH / len(counts)
    top = max(*counts, 1)
    parts = []
    for place, (count, points) in enumerate(zip(counts, ("0", "½", "1", "1½", "2"), strict=True)):
        tall = 66 * count / top
        x = place * width
        parts.append(
            f'<rect class="pair" x="{_n(x + 8)}" y="{_n(90 - tall)}" width="{_n(width - 16)}" '
            f'height="{_n(max(tall, 1))}" rx="2"/>'
            f'<text class="count mid" x="{_n(x + width / 2)}" y="{_n(82 - tall)}">{count}</text>'
            f'<text class="tick mid" x="{_n(x + width / 2)}" y="109">{points}</text>'
        )
    return _svg(_WIDTH, height, label, parts)


class _Plot:
    """Two axes that map data to pixels."""

    def __init__(self, height: int, x: tuple[float, float], y: tuple[float, float]) -> None:
        self._height = height
        self._x = x
        self._y = y

    def x(self, value: float) -> float:
        low, high = self._x
        return _LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        low, high = self._y
        return self._height - _BOTTOM - (value - low) / (high - low) * (self._height - _TOP - _BOTTOM)

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{_n(self.x(x))},{_n(self.y(y))}" for x, y in points)

    def axes(self, title: str, marks: Iterable[float], unit: str) -> list[str]:
        """Draw horizontal lines at `marks`, numbers along both axes, and the title of the x axis."""
        parts = []
        for mark in marks:
            y = self.y(mark)
            parts.append(
                f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{_n(y)}" y2="{_n(y)}"/>'
            )
            parts.append(f'<text class="tick end" x="{_LEFT - 7}" y="{_n(y + 4)}">{mark:g}{unit}</text>')
        low, high = self._x
        bottom = self._height - 16
        ticks = [tick for tick in _ticks(low, high, max(1, _nice((high - low) / 6))) if tick <= high]
        for tick in ticks:
            if self.x(tick) < _WIDTH - _RIGHT - 7 * len(title) - 14:
                parts.append(f'<text class="tick mid" x="{_n(self.x(tick))}" y="{bottom}">{tick:g}</text>')
        parts.append(f'<text class="tick end" x="{_WIDTH - _RIGHT}" y="{bottom}">{title}</text>')
        return parts


def _svg(width: int, height: int, label: str, parts: Iterable[str]) -> str:
    head = f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return f"{head}{''.join(parts)}</svg>"


def _nice(step: float) -> float:
    """Round up to one of 1, 2, 5, 10, 20, ..."""
    if step <= 0:
        return 1
    power = 10 ** math.floor(math.log10(step))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999))


def _ticks(low: float, high: float, step: float) -> list[float]:
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
