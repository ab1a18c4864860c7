"""Links to the board of hexworld.org: `https://hexworld.org/board/#11c1,a10:sf6e7,d5`.

After the `#` come three parts, separated by commas: the size and flags, the moves up to the cursor, and the
moves after the cursor. A move is a cell, `:s` (swap pieces), `:S` (swap sides) or `:p` (pass). `:rb` and
`:rw` are resignations of Black and White, whom HexWorld calls Red and Blue; `:fb` and `:fw` are forfeits. The
flag `r9` stands for rotation 9 of `hexapoda.hex.draw.lattice`. Owns reading and writing links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hex.cell import MAX_SIDE
from hexapoda.hex.draw.lattice import ROTATIONS
from hexapoda.hex.records.draft import MAX_LINE, GameDraft, Ply, reading_error, too_long
from hexapoda.hex.variant import board_size

__all__ = ["SITE", "format_link", "is_link", "read_hexworld"]

SITE = "https://hexworld.org/board/#"

_LINK = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?)?#"
    r"([0-9]{1,4})(?:x([0-9]{1,4}))?((?:[a-z][0-9]*)*)((?:,[^,\s]*)*)\s*",
    re.IGNORECASE,
)
_MOVE = re.compile(r"[a-zA-Z][1-9][0-9]?|:[spSP]|:[rf][bw]")
_ROTATION = re.compile(r"r([0-9]+)")
_WORDS = {":s": "swap-pieces", ":S": "swap-sides", ":p": "pass", ":P": "pass"}
_CODES = {"swap-pieces": ":s", "swap-sides": ":S", "pass": ":p"}
_GIVEN_UP = {"r": "resign", "f": "forfeit"}
_USUAL = 10


def is_link(line: str) -> bool:
    """Return whether the text is a link; its moves are not checked."""
    return _LINK.fullmatch(line.strip()) is not None


def read_hexworld(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of a text with one link per line; skip blank lines and those that begin with `//`."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("//"):
            yield _game(line.strip(), source, number)


def format_link(
    variant: str,
    moves: Iterable[str],
    *,
    rotation: int = _USUAL,
    gave_up: int | None = None,
    forfeit: bool = False,
) -> str:
    """Return the link to a game. `gave_up` is the color that resigned or, with `forfeit`, forfeited. Raises
    `UsageError` for a rotation that is not from 1 to 12.
    """
    if rotation not in ROTATIONS:
        raise UsageError(f"unknown rotation {rotation!r}: expected 1 to 12, as on a clock face")
    columns, rows = board_size(variant)
    size = str(columns) if columns == rows else f"{columns}x{rows}"
    turned = "" if rotation == _USUAL else f"r{rotation}"
    line = "".join(_CODES.get(move, move) for move in moves)
    end = "" if gave_up is None else f":{'f' if forfeit else 'r'}{'bw'[gave_up]}"
    return f"{SITE}{size}{turned}c1,{line}{end}"


def _game(line: str, source: str, number: int) -> GameDraft:
    match = _LINK.fullmatch(line)
    if match is None:
        reason = f"{line[:60]!r} is not a HexWorld link: expected {SITE}SIZE,MOVES"
        return _unreadable(source, number, reason)
    size = int(match[1]), int(match[2] or match[1])
    if not (1 <= size[0] <= MAX_SIDE and 1 <= size[1] <= MAX_SIDE):
        reason = f"a board of {size[0]} x {size[1]}: expected 1 to {MAX_SIDE} columns and rows"
        return _unreadable(source, number, reason)
    letters = re.findall(r"[a-z]", match[3].lower())
    if len(set(letters)) < len(letters):
        reason = f"invalid flags {match[3][:40]!r}: expected each flag once, then a comma and the moves"
        return _unreadable(source, number, reason)
    rotation = _ROTATION.search(match[3])
    moves = match[4].replace(",", "")
    root = ply = Ply(line=number)
    resigned, ending, at = None, "", 0
    error: InvalidGameError | None = None
    while at < len(moves) and error is None:
        found, rest = _MOVE.match(moves, at), f"{moves[at : at + 20]!r}"
        if resigned is not None:
            reason = f"{rest} follows a resignation or forfeit: expected nothing after it"
            error = reading_error(source, number, ply.ply + 1, reason)
        elif ply.ply == MAX_LINE:
            error = too_long(source, number)
        elif found is None:
            reason = f"{rest} is not a move: expected a cell such as e4, :s, :S, :p, :rb or :rw"
            error = reading_error(source, number, ply.ply + 1, reason)
        else:
            word, at = found[0], found.end()
            if len(word) == 3 and word[0] == ":":
                resigned, ending = "bw".index(word[2]), _GIVEN_UP[word[1]]
            else:
                ply = ply.add(_WORDS.get(word, word.lower()), None, number, word)
    return GameDraft(
        source,
        number,
        "hexworld",
        size,
        root,
        resigned=resigned,
        ending=ending,
        tags={"Rotation": rotation[1]} if rotation and rotation[1] != str(_USUAL) else {},
        error=error,
    )


def _unreadable(source: str, number: int, reason: str) -> GameDraft:
    error = reading_error(source, number, None, reason)
    return GameDraft(source, number, "hexworld", None, Ply(line=number), error=error)
