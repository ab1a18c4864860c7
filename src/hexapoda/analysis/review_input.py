"""Reading the game to review: one game from a file in any format."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from hexapoda.errors import UsageError
from hexapoda.files.game_file import load
from hexapoda.record import GameTree, scan_text
from hexapoda.text.sentence import Sentence

__all__ = ["MOST_COUNTED", "SeveralGamesError", "read_game", "read_game_text"]

T = TypeVar("T")
MOST_COUNTED = 1_000
"""Games in a file are counted only up to this number, because counting replays each of them."""


class SeveralGamesError(UsageError):
    """There are several games, and none was chosen."""

    def __init__(self, source: str, count: int | None) -> None:
        """`count`: the number of games; None if it is more than `MOST_COUNTED`."""
        games = f"more than {MOST_COUNTED} games" if count is None else f"{count} games"
        choice = "" if count is None else f", 1 to {count}"
        super().__init__(f"{source!r} contains {games}: choose one with --game-number{choice}")
        self.count = count


def read_game(path: str | Path, number: int | None = None) -> GameTree:
    """Read game `number` of a file, counted from 1. Without a number, the file must contain only one game.

    Raises `UsageError` if there is no such file or game, `SeveralGamesError` if the file contains several
    games and no number is given, and `InvalidGameError`, with line and ply, if the game cannot be replayed.
    """
    return read_game_text(load(path), str(path), number)


def read_game_text(text: str, source: str, number: int | None = None) -> GameTree:
    """Read a game from text, as `read_game` does. `source` is its name in messages."""
    return _pick(scan_text(text, source), number, source).checked()


def _pick(games: Iterable[T], number: int | None, source: str) -> T:
    count = 0
    picked: T | None = None
    for count, game in enumerate(games, 1):
        if count == (number or 1):
            picked = game
        if count == number:
            return game
        if number is None and count > MOST_COUNTED:
            raise SeveralGamesError(source, None)
    if number is not None or picked is None:
        named = {"source": source, "number": number or 1}
        if count == 1:
            raise UsageError(
                Sentence("{source!r} contains 1 game: there is no game number {number}", **named)
            )
        raise UsageError(
            Sentence(
                "{source!r} contains {count} games: there is no game number {number}", count=count, **named
            )
        )
    if count > 1:
        raise SeveralGamesError(source, count)
    return picked
