"""The SVG elements that pictures of both games are made of: numbers, labels, arrows, the document.

Owns how they are written; shapes of pieces and boards, and every color, are the games' own. Units are the
games' too: the center of a cell is 100 from each of its corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

__all__ = ["arrow", "document", "label", "moved", "number"]

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

Point = tuple[float, float]


def number(value: float) -> str:
    """Two decimals at most, without trailing zeros and without a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def moved(x: float, y: float, scale: float = 1.0) -> str:
    """The value of a `transform` that brings the origin to (x, y)."""
    text = f"translate({number(x)} {number(y)})"
    return text if scale == 1.0 else f"{text} scale({number(scale)})"


def label(x: float, y: float, text: str, large: float, fill: str, weight: int) -> str:
    """Text of that size in the middle of (x, y)."""
    # dy instead of dominant-baseline, which several renderers of SVG do not know
    return (
        f'<text x="{number(x)}" y="{number(y + large * 0.355)}" font-family="{_FONT}" '
        f'font-size="{number(large)}" font-weight="{weight}" text-anchor="middle" fill="{fill}">'
        f"{escape(text)}</text>"
    )


def arrow(start: Point, end: Point, fill: str, casing: str) -> str:
    """An arrow, cased so that it shows on every ground; empty when there is no way between the points."""
    (x0, y0), (x1, y1) = start, end
    length = math.dist(start, end)
    if length == 0:
        return ""
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    tail, tip = min(34.0, length / 4), length - 22
    neck = max(tail + 4, tip - 44)

    def point(along: float, across: float) -> str:
        return f"{number(x0 + ux * along - uy * across)},{number(y0 + uy * along + ux * across)}"

    outline = [(tail, 8), (neck, 8), (neck - 6, 30), (tip, 0), (neck - 6, -30), (neck, -8), (tail, -8)]
    path = "M" + "L".join(point(along, across) for along, across in outline) + "Z"
    return (
        f'<path class="arrow" d="{path}" fill="{fill}" stroke="{casing}" '
        f'stroke-width="7" stroke-linejoin="round" paint-order="stroke" fill-opacity="0.95"/>'
    )


def document(
    size: int,
    box: tuple[float, float, float, float],
    background: str,
    title: str,
    description: str,
    definitions: Iterable[str],
    elements: Iterable[str],
) -> str:
    """A whole document that shows `box` (left, top, width, height), its longer side `size` pixels."""
    _, _, width, height = box
    scale = size / max(width, height)
    view = " ".join(map(number, box))
    x, y, w, h = view.split()
    pixels = [max(1, round(length * scale)) for length in (width, height)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels[0]}" height="{pixels[1]}" '
        f'viewBox="{view}" role="img" aria-label="{escape(title)}">'
    )
    return "\n".join(
        (
            head,
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(description)}</desc>",
            f"<defs>{''.join(definitions)}</defs>",
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{number(10 / scale)}" fill="{background}"/>',
            *elements,
            "</svg>\n",
        )
    )
