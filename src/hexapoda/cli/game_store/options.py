"""The options that the commands of the game store share.

Owns how each of them is written, and what `--store` means. What the options that pick games mean is in
`game_picks`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = [
    "Ending",
    "Event",
    "GameWord",
    "Limit",
    "Match",
    "MaxPlies",
    "MinPlies",
    "Offset",
    "Opening",
    "Opponent",
    "Player",
    "ResultWord",
    "StoreUrl",
    "Winner",
    "game_of_text",
    "open_store",
    "stored_position",
]


def _option(name: str, metavar: str, help: str) -> Any:
    return typer.Option(name, metavar=metavar, help=help, show_default=False)


StoreUrl: TypeAlias = Annotated[
    str | None,
    _option("--store", "URL", "An SQLite file or postgresql://HOST/NAME; the user's own store without it."),
]
Limit: TypeAlias = Annotated[
    int, typer.Option("--limit", "-n", metavar="N", min=1, max=10_000, help="Print at most this many.")
]
Offset: TypeAlias = Annotated[
    int, typer.Option("--offset", metavar="N", min=0, max=2**31 - 1, help="Leave out this many first.")
]
GameWord: TypeAlias = Annotated[
    str | None, _option("--game", "GAME", f"{' or '.join(game_names())}; all games without it.")
]
Player: TypeAlias = Annotated[str | None, _option("--player", "NAME", "Part of a player's name.")]
Opponent: TypeAlias = Annotated[str | None, _option("--opponent", "NAME", "Part of the other one's name.")]
Winner: TypeAlias = Annotated[str | None, _option("--winner", "NAME", "Part of the winner's name.")]
ResultWord: TypeAlias = Annotated[str | None, _option("--result", "WORD", "white, black, draw or none.")]
Ending: TypeAlias = Annotated[str | None, _option("--ending", "WORD", "Why it was over: timeout, crash, ...")]
MinPlies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--min-plies", metavar="N", min=0, max=2**31 - 1, help="At least so long.", show_default=False
    ),
]
MaxPlies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--max-plies", metavar="N", min=0, max=2**31 - 1, help="At most so long.", show_default=False
    ),
]
Event: TypeAlias = Annotated[str | None, _option("--event", "TEXT", "Part of the event.")]
Match: TypeAlias = Annotated[str | None, _option("--match", "NAME", "Played in this match.")]
Opening: TypeAlias = Annotated[
    str | None,
    _option("--opening", "MOVES", "Begins so: a game string, or moves with ; between them and --variant."),
]


def open_store(url: str | None, *, read_only: bool = False, create: bool = False) -> Store:
    """The store of `--store`; to read only, one that cannot be written will do. Raises `UsageError`."""
    from hexapoda.storage import Store

    return Store.open(url, read_only=read_only, create=create)


def game_of_text(text: str) -> Any:
    """The game of a variant, or of the text of a position or an opening. Raises `UsageError`."""
    for name in game_names():
        game = find_game(name)
        if game.archive is not None and game.archive.takes(text):
            return game
    raise UsageError(f"{text[:80]!r} is of no game: expected a variant, a position or a game")


def stored_position(text: str) -> Any:
    """The position of a text of any game, under rules that allow what any game of the store may have."""
    return game_of_text(text).archive.parse_position(text)
