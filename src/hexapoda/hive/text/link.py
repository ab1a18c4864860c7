"""Links to hivegame.com: `https://hivegame.com/analysis?uhp=GAMESTRING`.

Defines where the GameString in a link begins and ends. It may be percent-encoded, as the site writes it,
or plain. The link may be alone, in Markdown, or in the middle of other text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["is_link", "linked_game", "linked_games"]

_LINK = re.compile(r"[?&]uhp=(?=Base)", re.IGNORECASE)
_ENCODED = re.compile(r"[^\s)\]<>\"'`|&#]*")
_PLAIN = re.compile(r"[^\n)<>\"'`|&#]*")
_PIECE = r"[wb][QSBGAMLP][1-3]?"
_FIELD = re.compile(
    rf"\s*({_PIECE}[ +]+[-/\\]?{_PIECE}[-/\\]?|{_PIECE}|pass|[A-Z][A-Za-z]+(?:\[[0-9]+\])?)"
    r"(?![A-Za-z0-9])(\s*$)?"
)
"""A state, a turn or a move, and whether nothing follows it."""


def is_link(text: str) -> bool:
    """Return whether `text` contains a link to a game."""
    return _LINK.search(text) is not None


def linked_game(text: str) -> str | None:
    """Return the GameString of the first link in `text`; None if there is none."""
    return next((game for _, game in linked_games(text)), None)


def linked_games(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset of each link in `text`, and its GameString."""
    link = _LINK.search(text)
    while link is not None:
        following = _LINK.search(text, link.end())
        end = len(text) if following is None else following.start()
        yield link.start(), _game(text, link.end(), end)
        link = following


def _game(text: str, begin: int, end: int) -> str:
    from urllib.parse import unquote  # imported here, because most programs never see a link

    found = _ENCODED.match(text, begin, end)
    assert found is not None  # it matches the empty text too
    encoded = found[0]
    if "%3b" in encoded.lower() or ";" not in encoded:
        game = unquote(encoded).rstrip(".,:!?")
    else:
        plain = _PLAIN.match(text, begin, end)
        game = "" if plain is None else _without_sentence(unquote(plain[0]))
    variant, *fields = game.split(";")
    return ";".join([variant, *(field.replace("+", " ") for field in fields)])


def _without_sentence(text: str) -> str:
    """Return the GameString at the start of `text`, without the rest of the sentence around the link."""
    kept: list[str] = []
    for field in text.split(";"):
        found = _FIELD.match(field) if kept else None
        if kept and (found is None or found[2] is None):
            kept.append(field.rstrip() if found is None else found[1])
            break
        kept.append(field)
    return ";".join(kept)
