"""The colors of the terminal game: how each `hexapoda.span.Style` looks.

Color never carries anything alone: names begin with w or b, marks are numbers, the last move and refused
cells stand in brackets.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hexapoda.span import Style

__all__ = ["HEADER", "HINT", "NEWS", "palette"]

HEADER = "bold"
HINT = "#8c8172"
NEWS = "bold"

# Chips of ivory and of dark wood: both stand out on a black and on a white terminal, and the name on
# each has a contrast of more than 7 to 1. Grays are in the middle for the same reason.
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
# Sixteen colors: their owner has chosen their looks, so only pairs that differ in every scheme.
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
    """The Rich style of every `Style` for a Rich console's `color_system`."""
    return _FULL if color_system in ("256", "truecolor") else _BASIC
