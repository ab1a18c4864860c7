"""Styled text: what a piece of a line *is*, so that every front end can decide how it looks.

The text diagrams of both games are made of it. Owns the names of the styles, the span and the two ways to
flatten lines: plain and with ANSI escapes.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType


class Style(enum.StrEnum):
    """What a span shows. Pieces and stones also differ by their letters, so that none needs its color."""

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
    """Some text of one style."""

    text: str
    style: Style


Line = tuple[Span, ...]

# Colors of the 16-color set only: every terminal has them and its owner has chosen their looks. White
# pieces are black on white, black pieces the other way round, so no background makes either vanish.
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
"""The styles whose blanks are seen."""


def plain(lines: Iterable[Line]) -> str:
    """The lines as text, without blanks at their ends."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def ansi(lines: Iterable[Line]) -> str:
    """The lines as text with ANSI color escapes, without blanks at their ends."""
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
