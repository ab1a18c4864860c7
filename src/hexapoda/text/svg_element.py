"""The SVG elements that the pictures of all games share: numbers, labels, arrows, the document.

The games own the colors and the shapes of pieces and boards. The center of a cell is 100 units from its
corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

__all__ = ["arrow", "document", "label", "moved", "number"]

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

Point = tuple[float, float]


def number(value: float) -> str:
    """Format a number with at most two decimals, without trailing zeros or a negative zero."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def moved(x: float, y: float, scale: float = 1.0) -> str:
    """Return the value of a `transform` that moves the origin to (x, y) and then scales."""
    text = f"translate({number(x)} {number(y)})"
    return text if scale == 1.0 else f"{text} scale({number(scale)})"


def label(x: float, y: float, text: str, large: float, fill: str, weight: int) -> str:
    """Return a text element centered at (x, y); `large` is its font size."""
    # Shifted down, because several SVG renderers do not support dominant-baseline.
    return (
        f'<text x="{number(x)}" y="{number(y + large * 0.355)}" font-family="{_FONT}" '
        f'font-size="{number(large)}" font-weight="{weight}" text-anchor="middle" fill="{fill}">'
        f"{escape(text)}</text>"
    )


def arrow(start: Point, end: Point, fill: str, casing: str) -> str:
    """Return an arrow with an outline in the color `casing`, so that it is visible on every background; empty
    if the points are equal.
    """
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
    """Return an SVG document that shows `box` (left, top, width, height); its longer side is `size`
    pixels.
    """
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
