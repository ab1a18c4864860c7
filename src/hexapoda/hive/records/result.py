"""The result words of game files.

Maps them to the five states of UHP. Words for an unknown result, such as `*`, have no state.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from hexapoda.hive.text.game_string import STATES

__all__ = ["FINISHED", "RESULT_WORDS", "WINNERS", "claims", "is_result", "read_result"]

FINISHED: Final = frozenset({"Draw", "WhiteWins", "BlackWins"})
WINNERS: Final[Mapping[str, int]] = MappingProxyType({"WhiteWins": 0, "BlackWins": 1})

_WORDS: Final[dict[str, str | None]] = {
    **{state.lower(): state for state in STATES},
    "1-0": "WhiteWins",
    "0-1": "BlackWins",
    "1/2-1/2": "Draw",
    "½-½": "Draw",
    "*": None,
    "?": None,
    "unknown": None,
    "unkown": None,  # the spelling of hivegame.com
    "adjudicated": None,
    "error parsing result": None,
}

RESULT_WORDS: Final = tuple(_WORDS)
"""All words, in lower case."""


def is_result(text: str) -> bool:
    """Return whether the text is a result word."""
    return text.strip().lower() in _WORDS


def read_result(text: str) -> str | None:
    """Return the UHP state for a result word; None for unknown words and for words such as `*`."""
    return _WORDS.get(text.strip().lower())


def claims(state: str | None) -> dict[str, Any]:
    """Return the header fields `winner` and `finished` for a claimed state."""
    return {"winner": WINNERS.get(state or ""), "finished": state in FINISHED}
