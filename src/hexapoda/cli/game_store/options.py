"""The options that the commands of the game store share.

Declares these options, and opens the store of `--store`. `game_picks` makes a filter from the options that
select games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hexapoda.cli.group import complain

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = [
    "Ending",
    "Event",
    "GameVariant",
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
    "complain_of_damage",
    "open_store",
]


def _option(name: str, metavar: str, help: str) -> Any:
    return typer.Option(name, metavar=metavar, help=help, show_default=False)


StoreUrl: TypeAlias = Annotated[
    str | None,
    _option("--store", "URL", "An SQLite file or postgresql://HOST/NAME; by default your own store."),
]
Limit: TypeAlias = Annotated[
    int, typer.Option("--limit", "-n", metavar="N", min=1, max=10_000, help="Print at most this many.")
]
Offset: TypeAlias = Annotated[
    int, typer.Option("--offset", metavar="N", min=0, max=2**31 - 1, help="Skip this many games.")
]
GameWord: TypeAlias = Annotated[str | None, _option("--game", "GAME", "The game; all games by default.")]
GameVariant: TypeAlias = Annotated[
    str | None,
    _option("--variant", "VARIANT", "Only games of this variant: Base, Base+MLP; for Hex 11x11, 13x9."),
]
Player: TypeAlias = Annotated[str | None, _option("--player", "NAME", "Part of a player's name.")]
Opponent: TypeAlias = Annotated[str | None, _option("--opponent", "NAME", "Part of the other player's name.")]
Winner: TypeAlias = Annotated[str | None, _option("--winner", "NAME", "Part of the winner's name.")]
ResultWord: TypeAlias = Annotated[str | None, _option("--result", "WORD", "white, black, draw or none.")]
Ending: TypeAlias = Annotated[
    str | None, _option("--ending", "WORD", "Why the game ended: timeout, crash, ...")
]
MinPlies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--min-plies", metavar="N", min=0, max=2**31 - 1, help="At least this many plies.", show_default=False
    ),
]
MaxPlies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--max-plies", metavar="N", min=0, max=2**31 - 1, help="At most this many plies.", show_default=False
    ),
]
Event: TypeAlias = Annotated[str | None, _option("--event", "TEXT", "Part of the event's name.")]
Match: TypeAlias = Annotated[str | None, _option("--match", "NAME", "The match the game belongs to.")]
Opening: TypeAlias = Annotated[
    str | None,
    _option("--opening", "MOVES", "The first moves: a game string, or moves separated by ; with --variant."),
]


def open_store(url: str | None, *, read_only: bool = False, create: bool = False) -> Store:
    """Open the store of `--store`, and print a note if it was upgraded. With `read_only`, it need not be
    writable; with `create`, it need not exist. Raises `UsageError`.
    """
    from hexapoda.storage import Store

    store = Store.open(url, read_only=read_only, create=create)
    if store.copied is not None:
        complain(f"the store was upgraded from an older version; the old one was copied to '{store.copied}'")
    return store


def complain_of_damage(numbers: Sequence[int]) -> None:
    """List on stderr the damaged games that a command skipped."""
    complain(f"damaged games, which are left out: {', '.join(map(str, numbers))}")
