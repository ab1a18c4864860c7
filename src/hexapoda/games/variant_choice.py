"""The choice of a variant by people, who may misspell it."""

from __future__ import annotations

from typing import Any

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.text.suggestion import did_you_mean

__all__ = ["check_variant"]


def check_variant(game: Any, text: str) -> str:
    """Return the canonical name of a variant. Raises `UsageError`, which suggests a similar one."""
    try:
        return str(game.parse_variant(text))
    except HexapodaError as error:
        for variant in game.variants:
            if variant.casefold() == text.casefold():
                return str(variant)
        raise UsageError(f"{error}{did_you_mean(text, game.variants)}") from None
