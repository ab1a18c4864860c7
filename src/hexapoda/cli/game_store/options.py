"""The options that the commands of the game store share, and what they mean.

Owns `--store`, the options that pick games, and how openings and results are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hexapoda.cli.subject import GAMES, game_of, read_position_text
from hexapoda.errors import UsageError
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
    "game_of_name",
    "is_hex_position",
    "make_filter",
    "open_store",
    "stored_position",
]

RESULTS = {"white": "white", "black": "black", "draw": "1/2-1/2", "none": "*"}


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
GameWord: TypeAlias = Annotated[str | None, _option("--game", "GAME", "hive or hex; both without it.")]
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


def is_hex_position(text: str) -> bool:
    """Whether the text of a position, a game or a variant is one of Hex: it begins with a board or is a link.

    No text of Hive begins with a digit or holds a `#`.
    """
    return text.lstrip()[:1].isdigit() or "#" in text


def game_of_name(text: str) -> Any:
    """The game of a variant or of a text of a position: Hex when it names a board."""
    return game_of("hex" if is_hex_position(text) else "hive")


def stored_position(text: str) -> Any:
    """The position of a text of either game, under rules that allow what any game of the store may have."""
    game = game_of_name(text)
    return game.parse_position(text, {"opening": "free"} if game.name == "hive" else None)


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
    """What the options that pick games stand for. Raises `UsageError` and errors of games and positions."""
    from hexapoda.cli.subject import check_variant
    from hexapoda.record import Ending
    from hexapoda.storage import GameFilter, opening_keys, position_key

    if variant is not None:
        variant = check_variant(game_of_name(variant), variant)
    keys: list[int] = []
    if opening is not None:
        text = read_position_text(opening)
        of_hex = variant is not None and game_of_name(variant).name == "hex"
        if of_hex or is_hex_position(text):
            keys = opening_keys(*_hex_opening(text, variant), game="hex")
        else:
            keys = opening_keys(*_opening(text, variant))
    key = None
    if position is not None:
        key = position_key(stored_position(read_position_text(position)))
    if game is not None:
        game = check_choice("game", game, GAMES)
    if result is not None:
        result = RESULTS[check_choice("result", result, tuple(RESULTS))]
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


def _hex_opening(text: str, variant: str | None) -> tuple[str, list[str]]:
    """The board and the moves of an opening of Hex: a line with its board, a link, or moves and --variant."""
    from hexapoda.hex.records import read_text
    from hexapoda.hex.variant import board_size

    if not is_hex_position(text):
        text = f"{variant} {' '.join(text.replace(';', ' ').split())}"
    [game] = read_text(text, "--opening")
    if variant is not None and board_size(variant) != board_size(game.variant):
        raise UsageError(f"the opening is played on {game.variant!r}, --variant is {variant!r}")
    if game.start is not None:
        raise UsageError(f"the opening {text[:80]!r} begins with set-up stones: expected the empty board")
    return game.variant, [str(move) for move in game.moves]


def _opening(text: str, variant: str | None) -> tuple[str, list[str]]:
    """The game type and the moves of an opening."""
    fields = [field.strip() for field in text.split(";")]
    if fields[0].startswith("Base"):
        from hexapoda.hive.text.game_string import STATES, split_game_string
        from hexapoda.hive.variant import parse_variant

        if len(fields) > 1 and fields[1] in STATES:
            game = split_game_string(text)
            named, moves = game.variant, list(game.moves)
        else:
            named, moves = parse_variant(fields[0]), fields[1:]
        if variant is not None and named != variant:
            raise UsageError(f"the opening is of type {named!r}, --variant of type {variant!r}")
        variant = named
    else:
        moves = fields
    if variant is None:
        raise UsageError(f"the opening {text[:80]!r} names no game type: expected a game string or --variant")
    return variant, [move for move in moves if move]
