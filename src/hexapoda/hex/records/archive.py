"""Hex in the store's index: how texts of positions and openings are read, and the keys of positions."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.hex.game import HEX
from hexapoda.hex.position import Position
from hexapoda.hex.position_keys import game_keys, moves_by_key, opening_keys, position_key, replay
from hexapoda.hex.records.gamestring import GAMESTRING
from hexapoda.hex.variant import board_size
from hexapoda.record import read_text
from hexapoda.record.reading import sniff

__all__ = [
    "game_keys",
    "moves_by_key",
    "opening_keys",
    "parse_opening",
    "parse_position",
    "position_key",
    "replay",
    "takes",
]


def takes(text: str) -> bool:
    """Return whether `text` belongs to Hex: it begins with a digit, as boards do, contains a `#`, as links
    do, or is in a file format of Hex. Bare moves do not count, because they may belong to any game.
    """
    if text.lstrip()[:1].isdigit() or "#" in text:
        return True
    format = sniff(text, HEX.name).format
    return format is not None and format is not GAMESTRING


def parse_position(text: str) -> Position:
    """Return the position that a text describes, under the rules that the text names."""
    return HEX.parse_position(text, None)


def parse_opening(text: str, variant: str | None) -> tuple[str, list[str]]:
    """Return the variant and the moves of an opening. `text` is a line of moves after a board, a link, or
    moves on the board `variant`. Raises `UsageError` for a custom start, or if `variant` is another board.
    """
    if not takes(text):
        text = f"{variant} {' '.join(text.replace(';', ' ').split())}"
    [tree] = read_text(text, "--opening", "hex")
    header = tree.header
    if variant is not None and board_size(variant) != board_size(header.variant):
        raise UsageError(f"the opening is played on {header.variant!r}, but --variant is {variant!r}")
    if header.start is not None:
        raise UsageError(
            f"the opening {text[:80]!r} begins with stones on the board: expected the empty board"
        )
    return header.variant, [node.text for node in tree.main_line()]
