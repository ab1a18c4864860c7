"""How the page writes numbers, names and results.

Owns the format of numbers. `html` escapes all text that comes from records.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexapoda.page.page_html import escaped as html
from hexapoda.record import Ending

__all__ = [
    "elo",
    "endings",
    "html",
    "many",
    "percent",
    "points",
    "short",
    "span",
    "table",
]

MINUS = "\u2212"
endings = {
    Ending.NORMAL: "on the board",
    Ending.TIMEOUT: "time overstepped",
    Ending.ILLEGAL_MOVE: "illegal move",
    Ending.CRASH: "crash",
    Ending.STALL: "no answer",
    Ending.RESIGN: "resignation",
    Ending.ADJUDICATED: "adjudicated",
    Ending.MOVE_CAP: "move cap",
    Ending.REPETITION: "repetition",
    Ending.RULES_DIFFER: "rules differ",
    Ending.INTERRUPTED: "interrupted",
    Ending.UNKNOWN: "unknown",
}
"""How a game ended, in words."""


def short(text: str, limit: int = 22) -> str:
    """Shorten an unescaped name to `limit` characters. Keeps both ends, because the options come last."""
    if len(text) <= limit:
        return text
    tail = (limit - 1) // 2
    return f"{text[: limit - 1 - tail]}\u2026{text[-tail:]}"


def many(number: int, noun: str) -> str:
    """Format a count: `1 game`, `1,200 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def elo(value: float | None, missing: str = "\u2013") -> str:
    """Format an Elo difference: `+12`, with a typographic minus sign; `missing` for None."""
    if value is None:
        return missing
    rounded = round(value)
    return f"{MINUS if rounded < 0 else '+' if rounded > 0 else ''}{abs(rounded):,}"


def span(low: float | None, high: float | None) -> str:
    """Format an Elo interval. A bound of None is infinite."""
    infinite = "\u221e"
    return f"{elo(low, MINUS + infinite)} to {elo(high, '+' + infinite)}"


def percent(share: float | None, digits: int = 1) -> str:
    """Format a fraction as `52.5%`."""
    return "\u2013" if share is None else f"{100 * share:.{digits}f}%"


def points(value: float) -> str:
    """Format points: `12`, `12½`, `½`."""
    whole, half = divmod(round(value * 2), 2)
    return f"{whole:,}" * (whole > 0 or not half) + "½" * half


def table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str, css: str = "") -> str:
    """Make a table from HTML cells. The first cell of every row is its header."""
    columns = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = []
    for row in rows:
        first, *rest = row
        cells = "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in rest)
        body.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="{css}"><caption class="hidden">{caption}</caption>'
        f"<thead><tr>{columns}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )
