"""The colors of the terminal game: how each `hexapoda.text.span.Style` looks.

No information depends on color alone: piece names begin with w or b, marks are numbers, and the last move and
the cells of a refused move are in brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexapoda.text.span import Style

__all__ = ["HEADER", "HINT", "NEWS", "palette"]

HEADER = "bold"
HINT = "#8c8172"
NEWS = "bold"

# Ivory and dark wood: both stand out on black and on white terminals, and the contrast ratio of their text is
# above 7:1. The grays are of medium lightness, so that they are readable on both terminals.
_FULL: Mapping[Style, str] = MappingProxyType(
    {
        Style.PLAIN: "",
        Style.WHITE: "bold #221c14 on #f2e3c4",
        Style.BLACK: "bold #f6ead2 on #51443a",
        Style.RED: "bold #ffffff on #b3261e",
        Style.BLUE: "bold #ffffff on #2456b8",
        Style.CHAIN: "bold #221c14 on #f2b632",
        Style.OUTLINE: "#8c8172",
        Style.MARK: "bold #06210f on #7bd88f",
        Style.LAST: "bold #d9981e",
        Style.ORIGIN: "#d9981e",
        Style.ALERT: "bold #ffffff on #b3261e",
        Style.STACK: "bold #b46fd6",
        Style.EDGE: "bold #d9981e",
        Style.LABEL: "#8c8172",
    }
)
# With 16 colors, the user's color scheme defines the colors. These pairs are readable in every scheme.
_BASIC: Mapping[Style, str] = MappingProxyType(
    {
        Style.PLAIN: "",
        Style.WHITE: "bold black on white",
        Style.BLACK: "bold bright_white on black",
        Style.RED: "bold bright_white on red",
        Style.BLUE: "bold bright_white on blue",
        Style.CHAIN: "bold black on yellow",
        Style.OUTLINE: "dim",
        Style.MARK: "bold black on green",
        Style.LAST: "bold yellow",
        Style.ORIGIN: "yellow",
        Style.ALERT: "bold bright_white on red",
        Style.STACK: "bold magenta",
        Style.EDGE: "bold yellow",
        Style.LABEL: "dim",
    }
)


def palette(color_system: str | None) -> Mapping[Style, str]:
    """Return the Rich style of every `Style` for the `color_system` of a Rich console."""
    return _FULL if color_system in ("256", "truecolor") else _BASIC
