"""The result words of game records.

Maps them to the five GameState words of UHP.
"""

from __future__ import annotations

from typing import Final

from hexapoda.hive.text.game_string import STATES

FINISHED: Final = frozenset({"Draw", "WhiteWins", "BlackWins"})

_WORDS: Final[dict[str, str | None]] = {
    **{state.lower(): state for state in STATES},
    "1-0": "WhiteWins",
    "0-1": "BlackWins",
    "1/2-1/2": "Draw",
    "½-½": "Draw",
    "*": None,
    "?": None,
    "unknown": None,
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
