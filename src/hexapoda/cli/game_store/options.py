"""The options that the commands of the game store share.

Owns `--store`, the options that select games, and the spelling of openings and results.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hexapoda.cli.subject import read_position_text
from hexapoda.errors import UsageError
from hexapoda.games import find_game, game_names
from hexapoda.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.storage import GameFilter, Store

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
    "make_filter",
    "open_store",
    "stored_position",
]

_NO_WINNER = MappingProxyType({"draw": "1/2-1/2", "none": "*"})


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
GameWord: TypeAlias = Annotated[
    str | None, _option("--game", "GAME", f"{' or '.join(game_names())}; all games by default.")
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
        "--min-plies", metavar="N", min=0, max=2**31 - 1, help="The minimum length.", show_default=False
    ),
]
MaxPlies: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--max-plies", metavar="N", min=0, max=2**31 - 1, help="The maximum length.", show_default=False
    ),
]
Event: TypeAlias = Annotated[str | None, _option("--event", "TEXT", "Part of the event.")]
Match: TypeAlias = Annotated[str | None, _option("--match", "NAME", "The match the game belongs to.")]
Opening: TypeAlias = Annotated[
    str | None,
    _option("--opening", "MOVES", "The first moves: a game string, or moves separated by ; with --variant."),
]


def open_store(url: str | None, *, read_only: bool = False, create: bool = False) -> Store:
    """Open the store of `--store`. With `read_only`, it need not be writable. Raises `UsageError`."""
    from hexapoda.storage import Store

    return Store.open(url, read_only=read_only, create=create)


def game_of_text(text: str) -> Any:
    """Return the game that a variant, a position or an opening belongs to. Raises `UsageError`."""
    for name in game_names():
        game = find_game(name)
        if game.archive is not None and game.archive.takes(text):
            return game
    raise UsageError(f"{text[:80]!r} is not a variant, a position or a game string of any game")


def stored_position(text: str) -> Any:
    """Parse a position of any game, with rule switches under which all positions of the store are legal."""
    return game_of_text(text).archive.parse_position(text)


def make_filter(
    *,
    game: str | None = None,
    player: str | None = None,
    opponent: str | None = None,
    winner: str | None = None,
    result: str | None = None,
    variant: str | None = None,
    ending: str | None = None,
    min_plies: int | None = None,
    max_plies: int | None = None,
    event: str | None = None,
    match: str | None = None,
    opening: str | None = None,
    position: str | None = None,
) -> GameFilter:
    """Make a filter from the options that select games. Raises `UsageError` and other `HexapodaError`s."""
    from hexapoda.cli.subject import check_variant
    from hexapoda.record import Ending
    from hexapoda.storage import GameFilter, opening_keys, position_key
    from hexapoda.storage.filter import player_words

    if game is not None:
        game = check_choice("game", game, game_names())
    named: Any = None
    if variant is not None:
        named = game_of_text(variant) if game is None else find_game(game)
        variant = check_variant(named, variant)
    keys: list[int] = []
    if opening is not None:
        text = read_position_text(opening)
        of = named if named is not None else game_of_text(text)
        keys = opening_keys(*_opening(of, text, variant), game=of.name)
    key = None
    if position is not None:
        key = position_key(stored_position(read_position_text(position)))
    if result is not None:
        word = check_choice("result", result, (*player_words(), *_NO_WINNER))
        result = _NO_WINNER.get(word, word)
    if ending is not None:
        ending = check_choice("ending", ending, tuple(member.value for member in Ending))
    return GameFilter(
        game=game,
        variant=variant,
        player=player,
        opponent=opponent,
        winner=winner,
        result=result,
        ending=ending,
        min_plies=min_plies,
        max_plies=max_plies,
        event=event,
        match=match,
        opening=keys,
        position=key,
    )


def _opening(game: Any, text: str, variant: str | None) -> tuple[str, list[str]]:
    if game.archive is None:
        raise UsageError(f"--opening: positions of {game.name} are not indexed")
    found: tuple[str, list[str]] = game.archive.parse_opening(text, variant)
    return found
