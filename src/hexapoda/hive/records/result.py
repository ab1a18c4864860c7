"""The words records use for the result of a game, and the one set of words we use.

Owns the translation to the five GameState words of UHP.
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
"""All of them, in lower case."""


def is_result(text: str) -> bool:
    """Whether the text is one of the result words met in records."""
    return text.strip().lower() in _WORDS


def read_result(text: str) -> str | None:
    """The state a result word stands for; None for the words that tell none, and for unknown ones."""
    return _WORDS.get(text.strip().lower())
