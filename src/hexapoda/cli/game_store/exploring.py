"""The command `games explore`: shows the moves played from a position, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from hexapoda.cli.game_store.game_picks import GamePicks
from hexapoda.cli.game_store.options import (
    GameWord,
    Limit,
    Player,
    StoreUrl,
    open_store,
)
from hexapoda.cli.group import NO
from hexapoda.cli.output import counted, print_json, print_text
from hexapoda.cli.subject import Json, PositionText, Variant, check_variant, read_position_text
from hexapoda.errors import UsageError

if TYPE_CHECKING:
    from hexapoda.games.opening_tree import OpeningMove
    from hexapoda.storage import Totals

__all__ = ["explore"]


def explore(
    store: StoreUrl = None,
    game: GameWord = None,
    position: PositionText = None,
    variant: Variant = None,
    player: Player = None,
    limit: Limit = 20,
    json: Json = False,
) -> None:
    """Show which moves were played from a position, how often, and with which results.

    Symmetric positions count as one, and so do transpositions. The default is the starting position of the
    variant with the most games. The best moves of the game's opening tree follow, if it has one, each with
    the win probability of the side to move. Exit code 1: no game reached the position.
    """
    wanted = GamePicks(game=game, player=player).filter()
    if variant is not None and position is not None:
        raise UsageError("--variant and --position cannot be used together: a position includes its variant")
    from hexapoda.games import DEFAULT_GAME, find_game
    from hexapoda.page.opening_json import opening_fields, opening_json, opening_text
    from hexapoda.storage import Totals
    from hexapoda.storage.selection import game_of_text, stored_position

    with open_store(store, read_only=True) as source:
        if position is None and variant is None:
            played = source.tally("variant", GamePicks(game=game).filter())
            variant = next(iter(played), find_game(game or DEFAULT_GAME).variants[0])
        if position is not None:
            at = stored_position(read_position_text(position))
        else:
            of = game_of_text(str(variant))
            at = of.initial(check_variant(of, str(variant)))
        subject = game_of_text(at.variant)
        if game is not None and game != subject.name:
            raise UsageError(f"--game {game}: {at.variant!r} is a variant of {subject.name}")
        found = source.explore(at, wanted)
    text = subject.format_position(at)
    opening = opening_json(subject, at)
    first = subject.players[0]
    moves = found.moves[:limit]
    known = [] if subject.opening_tree is None else subject.opening_tree.opening_moves(at)[:limit]
    tree = [(move, Totals(move.results[0], move.results[2], move.results[1])) for move in known]
    if json:
        for move in moves:
            same = list(move.texts[1:])
            print_json({"move": move.texts[0], "same": same, **_counts(move.totals, first)})
        print_json(
            {
                "position": text,
                **_counts(found.totals, first),
                "ended": found.ended.games,
                "moves": len(found.moves),
                "opening": opening_fields(opening),
                "tree": [
                    {
                        "move": move.texts[0],
                        "same": list(move.texts[1:]),
                        "win_probability": round(move.win_probability, 3),
                        **_counts(totals, first),
                    }
                    for move, totals in tree
                ],
            }
        )
    else:
        print_text(f"{text}: {counted(found.totals.games, 'game')}")
        if opening is not None:
            print_text(opening_text(opening, len(at.moves)))
        width = max([len(move.texts[0]) for move in moves], default=0)
        for move in moves:
            print_text(f"  {move.texts[0]:<{width}}  {_columns(move.totals, found.totals.games, first)}")
        if len(found.moves) > len(moves):
            print_text(f"  and {len(found.moves) - len(moves)} more moves")
        if found.ended.games:
            print_text(f"  {'(end)':<{width}}  {_columns(found.ended, found.totals.games, first)}")
        if tree:
            print_text("In the opening tree:")
        width = max([len(move.texts[0]) for move, _ in tree], default=0)
        for move, totals in tree:
            print_text(f"  {move.texts[0]:<{width}}  {_tree_columns(move, totals)}")
    if not found.totals.games:
        raise typer.Exit(NO)


def _tree_columns(move: OpeningMove, totals: Totals) -> str:
    games = f"  {_games(totals)}  {_ends(totals)}" if totals.games else ""
    return f"wins {move.win_probability:>4.0%}{games}"


def _counts(totals: Totals, first: str) -> dict[str, Any]:
    """Return the counts as JSON fields, with the score of player 0. `first`: the color of player 0."""
    wins = (totals.wins0, totals.wins1)
    white = 0 if first == "White" else 1
    return {
        "games": totals.games,
        "white": wins[white],
        "draws": totals.draws,
        "black": wins[1 - white],
        "unfinished": totals.unfinished,
        "score": totals.score(0),
    }


def _columns(totals: Totals, all_games: int, first: str) -> str:
    score = totals.score(0)
    share = "" if score is None else f"  {first} scores {score:.1%}"
    return f"{_games(totals)} {totals.games / all_games:>6.1%}  {_ends(totals)}{share}"


def _games(totals: Totals) -> str:
    """Return the number of games as text of the same width in every row."""
    return f"{totals.games:>6} {'game ' if totals.games == 1 else 'games'}"


def _ends(totals: Totals) -> str:
    return f"+{totals.wins0} ={totals.draws} -{totals.wins1}"
