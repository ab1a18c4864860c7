"""The command `games explore`: what was played from a position, and how it went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from hexapoda.cli.game_store.options import Limit, Player, StoreUrl, make_filter, open_store
from hexapoda.cli.group import NO
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json, PositionText, Variant, check_variant, game_of, make_position

if TYPE_CHECKING:
    from hexapoda.storage import Totals

__all__ = ["explore"]


def explore(
    store: StoreUrl = None,
    position: PositionText = None,
    variant: Variant = None,
    player: Player = None,
    limit: Limit = 20,
    json: Json = False,
) -> None:
    """Tell which moves were played from a position, how often, and how the games ended.

    Symmetric positions are one, and so are the same positions reached in another order. Without --position
    and --variant it is the start of the variant with the most games. Exit code 1: no game was there.
    """
    hive = game_of("hive")
    wanted = make_filter(player=player)
    if variant is not None:
        variant = check_variant(hive, variant)
    with open_store(store) as source:
        if position is None and variant is None:
            variant = next((name for name in source.tally("variant") if name in hive.variants), None)
        at = make_position(hive, variant, position, ["opening=free"])
        found = source.explore(at, wanted)
    text = hive.format_position(at)
    moves = found.moves[:limit]
    if json:
        for move in moves:
            print_json({"move": move.texts[0], "same": list(move.texts[1:]), **_counts(move.totals)})
        print_json(
            {"position": text, **_counts(found.totals), "ended": found.ended.games, "moves": len(found.moves)}
        )
    else:
        print_text(f"{text}: {found.totals.games} games")
        width = max([len(move.texts[0]) for move in moves], default=0)
        for move in moves:
            print_text(f"  {move.texts[0]:<{width}}  {_columns(move.totals, found.totals.games)}")
        if len(found.moves) > len(moves):
            print_text(f"  and {len(found.moves) - len(moves)} more moves")
        if found.ended.games:
            print_text(f"  {'(end)':<{width}}  {_columns(found.ended, found.totals.games)}")
    if not found.totals.games:
        raise typer.Exit(NO)


def _counts(totals: Totals) -> dict[str, Any]:
    return {
        "games": totals.games,
        "white": totals.wins0,
        "draws": totals.draws,
        "black": totals.wins1,
        "unfinished": totals.unfinished,
        "score": totals.score(0),
    }


def _columns(totals: Totals, all_games: int) -> str:
    score = totals.score(0)
    share = "" if score is None else f"  White scores {score:.1%}"
    return (
        f"{totals.games:>6} games {totals.games / all_games:>6.1%}  "
        f"+{totals.wins0} ={totals.draws} -{totals.wins1}{share}"
    )
