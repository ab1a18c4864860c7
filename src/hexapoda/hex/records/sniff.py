"""Detecting the format of a text by its content, never by its file name.

The majority of lines decides, so a file with one damaged line is still recognized, and the damage is reported
as an error.
"""

from __future__ import annotations

import re

from hexapoda.game_file import Contents, games_in, nul_line
from hexapoda.hex.records.hexworld import is_link
from hexapoda.hex.records.move_list import is_move_list, names_board
from hexapoda.sentence import Sentence

__all__ = ["sniff"]

_HEAD_CHARS = 1 << 16
_HEAD_LINES = 200

_SGF_START = re.compile(r"\s*\(\s*;\s*[A-Za-z]+\s*\[")
_SGF_GAME = re.compile(r"GM\[\s*([0-9]+)\s*\]")
_SGF_HEX = re.compile(
    r"EV\[hex\.|SO\[http://www\.littlegolem|;\s*[BW]\[([a-z][0-9]{1,2}|swap[a-z-]*)\]", re.IGNORECASE
)


def sniff(text: str) -> Contents:
    """Return the format of a text, detected from its first lines: `sgf`, `hexworld` or `gamestring` (which
    includes plain move lists). NUL bytes are ignored here: the readers report each game that contains
    one, and read the others.
    """
    found = _sniff(text[:_HEAD_CHARS].removeprefix("\ufeff").replace("\0", ""))
    line = nul_line(text)
    if found.format is None and line is not None:
        return Contents(
            None, Sentence("it is not a text file: line {line} has a NUL byte", line=line), "damaged"
        )
    return found


def _sniff(head: str) -> Contents:
    lines = [line for line in head.splitlines()[:_HEAD_LINES] if line.strip()]
    if not lines:
        return Contents(None, Sentence("it is empty"), "damaged")
    if _SGF_START.match(head):
        game = _SGF_GAME.search(head)
        if (game is not None and game[1] == "11") or (game is None and _SGF_HEX.search(head)):
            return games_in("sgf")
        if game is None and ")" not in head:
            return Contents(None, Sentence("it is an SGF file that is cut off in its header"), "damaged")
        return Contents(None, _other_game(game), "other")
    links = [line for line in lines if not line.lstrip().startswith("//")]
    if links and sum(map(is_link, links)) * 2 > len(links):
        return games_in("hexworld")
    texts = [line for line in lines if not line.lstrip().startswith("#")]
    if texts and sum(names_board(line) or is_move_list(line) for line in texts) * 2 > len(texts):
        return games_in("gamestring")
    return Contents(None, Sentence("no games in a known format"), "unknown")


def _other_game(game: re.Match[str] | None) -> Sentence:
    if game is None:
        return Sentence("it is an SGF file of another game")
    return Sentence("it is an SGF file of another game (GM[{number}])", number=game[1])
