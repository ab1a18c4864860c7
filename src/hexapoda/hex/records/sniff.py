"""Which format of Hex games a text has, by its content and never by its file name.

Owns the guesses. A format is told by what most lines look like, so one damaged line does not make a file of
games unknown: its fault is to be reported, not its file skipped.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hexapoda.hex.records.hexworld import is_link
from hexapoda.hex.records.move_list import is_move_list, names_board

__all__ = ["Sniffed", "sniff"]

_HEAD_CHARS = 1 << 16
_HEAD_LINES = 200

_SGF_START = re.compile(r"\s*\(\s*;\s*[A-Za-z]+\s*\[")
_SGF_GAME = re.compile(r"GM\[\s*([0-9]+)\s*\]")
_SGF_HEX = re.compile(
    r"EV\[hex\.|SO\[http://www\.littlegolem|;\s*[BW]\[([a-z][0-9]{1,2}|swap[a-z-]*)\]", re.IGNORECASE
)


class Sniffed(NamedTuple):
    """The format of a text, or why it holds no games of Hex."""

    format: str | None
    """`sgf`, `hexworld` or `gamestring` (bare move lists included)."""
    reason: str


def sniff(text: str) -> Sniffed:
    """The format of a text, told by its first lines."""
    head = text[:_HEAD_CHARS].removeprefix("\ufeff")
    if "\0" in head:
        return Sniffed(None, "it is no text")
    lines = [line for line in head.splitlines()[:_HEAD_LINES] if line.strip()]
    if not lines:
        return Sniffed(None, "it is empty")
    if _SGF_START.match(head):
        game = _SGF_GAME.search(head)
        if (game is not None and game[1] == "11") or (game is None and _SGF_HEX.search(head)):
            return Sniffed("sgf", "")
        return Sniffed(None, f"it is an SGF of another game{f' (GM[{game[1]}])' if game else ''}")
    links = [line for line in lines if not line.lstrip().startswith("//")]
    if links and sum(map(is_link, links)) * 2 > len(links):
        return Sniffed("hexworld", "")
    texts = [line for line in lines if not line.lstrip().startswith("#")]
    if texts and sum(names_board(line) or is_move_list(line) for line in texts) * 2 > len(texts):
        return Sniffed("gamestring", "")
    return Sniffed(None, "no games in a known format")
