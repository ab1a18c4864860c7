"""`check_variant`: the check of a variant that a user typed and may have misspelled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.text.suggestion import did_you_mean

if TYPE_CHECKING:
    from hexapoda.games.game import Game

__all__ = ["check_variant"]


def check_variant(game: Game, text: str) -> str:
    """Return the canonical name of a variant, ignoring case. Raises `UsageError`, which suggests a similar
    name if there is one.
    """
    try:
        return game.parse_variant(text)
    except HexapodaError as error:
        for variant in game.variants:
            if variant.casefold() == text.casefold():
                return variant
        raise UsageError(f"{error}{did_you_mean(text, game.variants)}") from None
