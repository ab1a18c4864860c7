"""The functions that the store needs for Hive: parsers of positions and openings, and keys for its index."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.hive.game import HIVE
from hexapoda.hive.position import Position
from hexapoda.hive.position_keys import game_keys, moves_by_key, opening_keys, position_key, replay
from hexapoda.hive.text.game_string import split_game_string

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
    """Return whether the text of a variant, a position or an opening belongs to Hive. Text for Hex begins
    with a digit or, if it is a link, contains `#`.
    """
    return not text.lstrip()[:1].isdigit() and "#" not in text


def parse_position(text: str) -> Position:
    """Parse a position with the free opening, which allows every game in the store."""
    return HIVE.parse_position(text, {"opening": "free"})


def parse_opening(text: str, variant: str | None) -> tuple[str, list[str]]:
    """Return the variant and the moves of an opening. The text is a GameString, a variant with moves or, if
    `variant` is given, only moves. Raises `UsageError` if neither the text nor `variant` names a variant, or
    if they name different variants.
    """
    fields = [field.strip() for field in text.split(";")]
    if fields[0].startswith("Base"):
        game = split_game_string(text)
        if variant is not None and game.variant != variant:
            raise UsageError(f"the variant of the opening is {game.variant!r}, but --variant is {variant!r}")
        variant, moves = game.variant, [move.strip() for move in game.moves]
    else:
        moves = fields
    if variant is None:
        raise UsageError(f"the opening {text[:80]!r} has no variant: expected a GameString or --variant")
    return variant, [move for move in moves if move]
