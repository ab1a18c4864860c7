"""The commands `games list`, `games search`, `games show` and `games stats`: query the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.game_store.game_line import game_line, numbered_moves
from hexapoda.cli.game_store.game_picks import GamePicks, takes_picks
from hexapoda.cli.game_store.options import (
    GameVariant,
    GameWord,
    Limit,
    Offset,
    Player,
    StoreUrl,
    complain_of_damage,
    open_store,
)
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.record.summary import game_summary
from hexapoda.text.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.storage import GameFilter

__all__ = ["list_games", "search", "show", "stats"]


def list_games(store: StoreUrl = None, limit: Limit = 20, offset: Offset = 0, json: Json = False) -> None:
    """List the games of the store, most recently added first. Exit code 1: a damaged game is left out."""
    _print_games(GamePicks().filter(), store, limit, offset, json)


@takes_picks
def search(
    store: StoreUrl = None,
    *,
    picks: GamePicks,
    limit: Limit = 20,
    offset: Offset = 0,
    json: Json = False,
) -> None:
    """Find the games that match all options. Symmetric positions and openings count as equal.

    Exit code 0: games found, 1: none, or a damaged game is left out.
    """
    if not _print_games(picks.filter(), store, limit, offset, json):
        raise typer.Exit(NO)


def show(
    id: Annotated[
        int, typer.Argument(metavar="ID", help="The game's number, the first column of `games list`.")
    ],
    store: StoreUrl = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="text (the default), or a format of game files, such as pgn or json.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Show one game. Exit code 1: there is no game with this number."""
    if format is not None:
        from hexapoda.record.writing import writable_formats

        format = check_choice("format", format, ("text", *writable_formats()))
        if json and format != "json":
            raise UsageError(f"--json and --format {format} cannot be used together")
    with open_store(store, read_only=True) as source:
        found = source.game(id)
    if found is None:
        complain(f"the store has no game {id}")
        raise typer.Exit(NO)
    if json or format == "json":
        print_json({"id": found.id, **found.record.to_json()})
    elif format not in (None, "text"):
        from hexapoda.record import format_game

        print_text(format_game(found.tree(), format).rstrip("\n"))
    else:
        from hexapoda.page.opening_json import opening_of, opening_text

        tree = None
        try:
            tree = found.tree()
        except HexapodaError as error:  # the package of the game is not installed, or the record is damaged
            complain(f"the game cannot be replayed, so its moves are shown as stored: {error}")
        print_text(game_line(found.id, found.record))
        record = found.record
        for name, value in (("event", record.event), ("source", record.source), ("detail", record.detail)):
            if value:
                print_text(f"{name}: {value}")
        if tree is None:
            print_text(" ".join(f"{ply}. {move.text}" for ply, move in enumerate(record.moves, 1)))
            return
        opening = opening_of(tree)
        if opening is not None:
            print_text(opening_text(opening, record.plies))
        print_text(numbered_moves(tree))


def stats(
    store: StoreUrl = None,
    game: GameWord = None,
    player: Player = None,
    variant: GameVariant = None,
    json: Json = False,
) -> None:
    """Count games, results, variants, endings, players and positions."""
    wanted = GamePicks(game=game, player=player, variant=variant).filter()
    with open_store(store, read_only=True) as source:
        number, least, mean, most = source.lengths(wanted)
        value = {
            "games": number,
            "results": source.results(wanted),
            "variants": source.tally("variant", wanted),
            "endings": source.tally("ending", wanted),
            "plies": {"min": least, "mean": round(mean, 2), "max": most},
            "players": [
                {
                    "name": one.name,
                    "engine": one.engine,
                    "wins": one.wins,
                    "draws": one.draws,
                    "losses": one.losses,
                    "unfinished": one.unfinished,
                }
                for one in source.players(wanted)
            ],
            "positions": source.positions(),
            "store": source.url,
        }
    if json:
        print_json(value)
        return
    print_text(f"{number} games, {value['positions']} positions in {value['store']}")
    for name in ("results", "variants", "endings"):
        print_text(f"{name}: " + ", ".join(f"{text} {count}" for text, count in _items(value[name])))
    print_text(f"plies: {least} to {most}, {mean:.1f} on average")
    for one in value["players"] if isinstance(value["players"], list) else ():
        print_text(f"  {one['name'] or '?'}: {one['wins']} won, {one['draws']} drawn, {one['losses']} lost")


def _items(value: Any) -> list[tuple[str, int]]:
    return list(value.items())


def _print_games(wanted: GameFilter, store: str | None, limit: int, offset: int, json: bool) -> int:
    """Print at most `limit` games, after skipping `offset`. Returns the total number of matching games.
    Raises `typer.Exit` if a damaged game is skipped.
    """
    damaged: list[int] = []
    with open_store(store, read_only=True) as source:
        found = source.search(wanted, limit=limit, offset=offset, newest=True, damaged=damaged)
        total = source.count(wanted)
    for game in found:
        if json:
            print_json(game_summary(game.id, game.record))
        else:
            print_text(game_line(game.id, game.record))
    if json:
        print_json({"games": len(found), "damaged": damaged, "total": total})
    else:
        print_text(f"{len(found)} of {total} games")
    if damaged:
        complain_of_damage(damaged)
        raise typer.Exit(NO)
    return total
