"""Styled text for board diagrams in a terminal.

Defines spans and their styles, and converts lines to plain text or to text with ANSI escapes. Front ends may
choose other colors.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType


class Style(enum.StrEnum):
    """What a span shows. Pieces and stones also have different letters, so nothing depends on color alone."""

    PLAIN = "plain"
    WHITE = "white"
    BLACK = "black"
    RED = "red"
    BLUE = "blue"
    CHAIN = "chain"
    """A stone of the chain that won."""
    OUTLINE = "outline"
    MARK = "mark"
    LAST = "last"
    ORIGIN = "origin"
    ALERT = "alert"
    STACK = "stack"
    EDGE = "edge"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style."""

    text: str
    style: Style


Line = tuple[Span, ...]

# Only the 16 standard colors are used: every terminal has them, and users choose their shades. White pieces
# are black on white, black pieces white on black, so both are visible on any background.
_SGR = MappingProxyType(
    {
        Style.WHITE: "30;47",
        Style.BLACK: "1;97;40",
        Style.RED: "1;97;41",
        Style.BLUE: "1;97;44",
        Style.CHAIN: "1;30;43",
        Style.OUTLINE: "2",
        Style.MARK: "1;30;42",
        Style.LAST: "1;33",
        Style.ORIGIN: "33",
        Style.ALERT: "1;97;41",
        Style.STACK: "1;35",
        Style.EDGE: "1;31",
        Style.LABEL: "2",
    }
)
_FILLED = frozenset({Style.WHITE, Style.BLACK, Style.RED, Style.BLUE, Style.CHAIN, Style.MARK, Style.ALERT})
"""The styles with a background color, in which even blanks are visible."""


def plain(lines: Iterable[Line]) -> str:
    """Return the lines as text without trailing blanks."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def ansi(lines: Iterable[Line]) -> str:
    """Return the lines as text with ANSI color escapes, without trailing blanks unless they are colored."""
    return "\n".join(_ansi(line) for line in lines)


def _ansi(line: Line) -> str:
    spans = list(line)
    while spans and spans[-1].style not in _FILLED:
        last = spans.pop()
        if text := last.text.rstrip():
            spans.append(Span(text, last.style))
            break
    parts = []
    for span in spans:
        code = _SGR.get(span.style)
        parts.append(f"\x1b[{code}m{span.text}\x1b[0m" if code else span.text)
    return "".join(parts)
