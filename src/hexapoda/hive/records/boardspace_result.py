"""The winner in the result text of boardspace.net, which is in the language of the user who saved the file.

Only names count: the site writes `Game won by NAME` in many languages, and translates the name `guest`. A
text without a player's name claims no result, unless it says that the game was drawn.
"""

from __future__ import annotations

import re

__all__ = ["read_winner"]

_WON = re.compile(
    r"(?:Game won by (?P<english>.+)|(?P<swedish>.+) vann spelet|Spiel gewonnen von (?P<german>.+))\s*\.?",
    re.IGNORECASE,
)
_DRAWN = re.compile(
    r"\b(?:draw|drawn|tie|unentschieden|remis|remise|remiza|remíza|remiză|nulle|égalité|empate|empat"
    r"|match nul|tablas|taules|patta|pareggio|gelijkspel|oavgjort|uavgjort|tasapeli|egalo|döntetlen|ничья"
    r"|вничью)\b"
    r"|引き分け|平局|和棋",
    re.IGNORECASE,
)
"""Words for a draw in the languages of the site."""
_WORDS = frozenset(["game", "won", "by", "the", "is", "a", "vann", "spelet", "spiel", "gewonnen", "von"])
"""Words of the result texts that are not taken for names of players."""


def read_winner(text: str, white: str, black: str) -> str | None:
    """Return the state that a result text claims, `WhiteWins`, `BlackWins` or `Draw`; None if it claims
    none.
    """
    text = " ".join(text.split())
    found = _WON.fullmatch(text)
    if found is not None:
        winner = next(name for name in found.groups() if name is not None)
        return _state([name for name in (white, black) if name and name == winner.strip()], white, black)
    if _DRAWN.search(text) and not _named(text, white, black):
        return "Draw"
    return _state(_named(text, white, black), white, black)


def _named(text: str, white: str, black: str) -> list[str]:
    """Return the players whose names occur in the text as whole words. The longer name is searched for first,
    because it may contain the other.
    """
    names = []
    for name in sorted({white, black} - {""}, key=len, reverse=True):
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        if name.lower() not in _WORDS and re.search(pattern, text):
            names.append(name)
            text = re.sub(pattern, " ", text)
    return names


def _state(names: list[str], white: str, black: str) -> str | None:
    if len(names) != 1 or white == black:
        return None
    return "WhiteWins" if names[0] == white else "BlackWins"
