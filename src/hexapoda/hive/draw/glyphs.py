"""The bug glyphs, seen from above, as layered SVG paths.

Contains only the shapes; the colors are in `palette` and the tiles in `picture`. Every glyph fits in a box of
-50..50 on both axes, has its head at the top and is symmetric about x = 0. It uses one ink, a lighter tint of
that ink, and gaps that show the tile. The shape alone identifies the bug, without color.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

LayerKind = Literal["body", "limb", "wing", "gap", "hole"]

LEG = 5.0
FEELER = 3.6
SEAM = 3.4


@dataclass(frozen=True, slots=True)
class Layer:
    """One path of a glyph. The layers of a glyph are painted in order.

    `body` is filled with ink, `limb` is stroked with ink, `wing` is stroked with ink and filled with its
    tint, `gap` is stroked and `hole` filled with the color of the tile. `width` is the stroke width.
    """

    kind: LayerKind
    path: str
    width: float = 0.0


Glyph = tuple[Layer, ...]

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _mirror(path: str) -> str:
    """Return the path reflected about x = 0. It must contain only absolute commands with coordinate pairs."""
    count = 0

    def flip(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        text = found.group()
        if count % 2 == 0 or float(text) == 0:
            return text
        return text[1:] if text.startswith("-") else "-" + text

    return _NUMBER.sub(flip, path)


def _both(path: str) -> str:
    return f"{path} {_mirror(path)}"


def _oval(x: float, y: float, rx: float, ry: float) -> str:
    """Return an ellipse as four cubic curves, which `_mirror` can reflect."""
    k = 0.5523
    return (
        f"M{x:g},{y - ry:g}"
        f"C{x + k * rx:.2f},{y - ry:g} {x + rx:g},{y - k * ry:.2f} {x + rx:g},{y:g}"
        f"C{x + rx:g},{y + k * ry:.2f} {x + k * rx:.2f},{y + ry:g} {x:g},{y + ry:g}"
        f"C{x - k * rx:.2f},{y + ry:g} {x - rx:g},{y + k * ry:.2f} {x - rx:g},{y:g}"
        f"C{x - rx:g},{y - k * ry:.2f} {x - k * rx:.2f},{y - ry:g} {x:g},{y - ry:g}Z"
    )


def _bee() -> Glyph:
    return (
        Layer("wing", _both("M9,-17C16,-32 38,-40 45,-31C51,-21 34,-9 10,-12Z"), FEELER),
        Layer("wing", _both("M10,-8C22,-11 38,-7 37,2C35,10 21,7 10,-4Z"), FEELER),
        Layer("limb", _both("M4,-35C4,-41 7,-45 12,-46"), FEELER),
        Layer("body", _both(_oval(13.5, -46, 3.4, 3.4))),
        Layer(
            "body",
            "M0,-39C6,-39 9,-36 9,-32C9,-28.5 6,-26.5 0,-26.5C-6,-26.5 -9,-28.5 -9,-32C-9,-36 -6,-39 0,-39Z",
        ),
        Layer(
            "body", "M0,-24C8,-24 13,-19 13,-12C13,-6 8,-3 0,-3C-8,-3 -13,-6 -13,-12C-13,-19 -8,-24 0,-24Z"
        ),
        Layer("body", "M0,0.5C13,0.5 20,8 20,18C20,31 9,41 0,48C-9,41 -20,31 -20,18C-20,8 -13,0.5 0,0.5Z"),
        Layer("gap", "M-24,11Q0,17 24,11M-24,22Q0,28 24,22M-22,33Q0,39 22,33", 4.4),
    )


def _spider() -> Glyph:
    return (
        Layer(
            "limb",
            _both(
                "M6,-16Q20,-24 22,-31Q22,-40 17,-48M8,-13Q30,-16 34,-22Q40,-30 42,-41"
                "M8,-8Q30,-4 35,2Q42,10 46,22M6,-3Q22,6 26,14Q30,28 27,46"
            ),
            LEG,
        ),
        Layer("limb", _both("M3.5,-18C4,-23 5,-25 4,-29"), LEG),
        Layer("body", _oval(0, -12, 10.5, 10.5)),
        Layer("body", "M0,1C11,1 17,10 17,20C17,32 9,41 0,43C-9,41 -17,32 -17,20C-17,10 -11,1 0,1Z"),
        Layer("hole", "M-6,11Q0,13 6,11Q5,18 2,21Q6,26 6,32Q0,36 -6,32Q-6,26 -2,21Q-5,18 -6,11Z"),
    )


def _beetle() -> Glyph:
    return (
        Layer(
            "limb",
            _both("M14,-14L30,-20L35,-32M18,4L36,2L44,12M16,20L32,26L34,42"),
            LEG,
        ),
        Layer("body", _both("M2,-30C12,-29 21,-33 16,-42C14,-46 10,-48 5,-49C10,-44 9,-37 1,-38Z")),
        Layer("body", "M0,-33C7,-33 11,-30 12,-25L-12,-25C-11,-30 -7,-33 0,-33Z"),
        Layer("body", "M-11,-22L11,-22C17,-21 20,-15 20,-9L-20,-9C-20,-15 -17,-21 -11,-22Z"),
        Layer("body", "M-20,-6L20,-6C24,8 23,38 0,47C-23,38 -24,8 -20,-6Z"),
        Layer("gap", "M0,-6L0,47", SEAM),
        Layer("gap", _both("M10,2C12,12 11,24 8,33"), SEAM),
    )


def _grasshopper() -> Glyph:
    return (
        Layer("limb", _both("M3,-42Q7,-50 18,-48"), FEELER),
        Layer("limb", _both("M7,-27L20,-30L26,-40M8,-17L23,-17L36,-27"), LEG),
        Layer("limb", _both("M32,-6Q38,12 38,24Q38,36 35,46"), LEG),
        Layer(
            "body",
            _both(
                "M8,30C4,23 6,14 11,8C17,0 24,-7 30,-9C35,-10 37,-5 34,-1C28,8 20,21 14,29C12,32 9,33 8,30Z"
            ),
        ),
        Layer("body", "M0,-46C6,-46 9,-41 9,-34L-9,-34C-9,-41 -6,-46 0,-46Z"),
        Layer(
            "body",
            "M-9,-30.5L9,-30.5C10.5,-25 10.5,-18 9.5,-11L0,-5.5L-9.5,-11C-10.5,-18 -10.5,-25 -9,-30.5Z",
        ),
        Layer("gap", "M0,-2L10,-7.5C11,10 8,38 0,50C-8,38 -11,10 -10,-7.5Z", 6),
        Layer("body", "M0,-1.5L9.5,-7C10.5,10 8,38 0,49C-8,38 -10.5,10 -9.5,-7Z"),
        Layer("gap", "M0,-2L0,50", SEAM),
    )


def _ant() -> Glyph:
    return (
        Layer("limb", _both("M5,-38L13,-46L25,-43"), FEELER),
        Layer("limb", _both("M5,-14L22,-18L30,-33M6,-9L27,-5L42,7M5,-3L21,10L29,40"), LEG),
        Layer(
            "body",
            "M0,-42C8,-42 13,-37 12,-31C11,-25 6,-21 0,-21C-6,-21 -11,-25 -12,-31C-13,-37 -8,-42 0,-42Z",
        ),
        Layer("body", _oval(0, -9, 7.5, 10.5)),
        Layer("body", _oval(0, 6, 4.2, 3.8)),
        Layer("body", "M0,11C10,11 15,18 15,27C15,37 8,44 0,48C-8,44 -15,37 -15,27C-15,18 -10,11 0,11Z"),
        Layer("gap", "M-18,24Q0,29 18,24M-18,34Q0,39 18,34", SEAM),
    )


def _mosquito() -> Glyph:
    return (
        Layer("limb", _both("M6,-18L25,-25L32,-46M8,-13L33,-14L47,2M5,-6L17,16L21,47"), 3.8),
        Layer("wing", _both("M6,-12C19,-12 41,8 45,27C34,31 15,12 6,-2Z"), FEELER),
        Layer("limb", "M0,-30L0,-49", 3.8),
        Layer("limb", _both("M3,-33C5,-39 9,-42 15,-42"), 3),
        Layer("body", _oval(0, -29.5, 7, 6)),
        Layer("body", _oval(0, -13, 9.5, 10)),
        Layer("body", "M0,0C6,0 8,5 7.5,12L4,45C3.4,50 -3.4,50 -4,45L-7.5,12C-8,5 -6,0 0,0Z"),
        Layer("gap", "M-10,12L10,12M-10,23L10,23M-10,34L10,34", 3),
    )


def _ladybug() -> Glyph:
    return (
        Layer("limb", _both("M5,-34C6,-40 9,-43 14,-44"), FEELER),
        Layer("limb", _both("M22,-10L36,-19M27,9L43,9M22,26L36,36"), LEG),
        Layer("body", "M0,-38C10,-38 17,-32 18,-22L-18,-22C-17,-32 -10,-38 0,-38Z"),
        Layer("body", "M-20,-18L20,-18C36,-4 36,34 0,44C-36,34 -36,-4 -20,-18Z"),
        Layer("gap", "M0,-18L0,46", SEAM),
        Layer("hole", _both(_oval(13, -5, 5.5, 5.5) + _oval(17, 14, 5.5, 5.5) + _oval(9, 29, 4.6, 4.6))),
    )


def _pillbug() -> Glyph:
    return (
        Layer("limb", _both("M7,-36C9,-43 15,-47 23,-45"), FEELER),
        Layer("limb", _both("M5,40L9,48"), LEG),
        Layer(
            "body", "M0,-41C14,-41 25,-20 25,4C25,28 14,44 0,44C-14,44 -25,28 -25,4C-25,-20 -14,-41 0,-41Z"
        ),
        Layer(
            "gap",
            "M-30,-18Q0,-32 30,-18M-30,-6.5Q0,-20.5 30,-6.5M-30,5Q0,-9 30,5M-30,16.5Q0,2.5 30,16.5"
            "M-30,28Q0,14 30,28M-30,39.5Q0,25.5 30,39.5",
            SEAM,
        ),
        Layer(
            "limb",
            _both("M17,-19.5L28,-23M22,-10L35,-11M23.5,2L38,3M23,13.5L37,17M20,24.5L32,30M15,34L23,41"),
            LEG,
        ),
    )


GLYPHS: Mapping[str, Glyph] = MappingProxyType(
    {
        "Q": _bee(),
        "S": _spider(),
        "B": _beetle(),
        "G": _grasshopper(),
        "A": _ant(),
        "M": _mosquito(),
        "L": _ladybug(),
        "P": _pillbug(),
    }
)
