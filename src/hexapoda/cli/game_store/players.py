"""The commands `games players` and `games crosstable`: ratings, aliases, renaming and cross tables."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from hexapoda.cli.game_store.columns import layout, line_width
from hexapoda.cli.game_store.deleting import Yes, ask
from hexapoda.cli.game_store.game_picks import GamePicks
from hexapoda.cli.game_store.options import (
    Event,
    GameVariant,
    GameWord,
    Limit,
    Match,
    StoreUrl,
    open_store,
)
from hexapoda.cli.group import NO, HexapodaGroup, complain
from hexapoda.cli.output import counted, print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.text.suggestion import did_you_mean

if TYPE_CHECKING:
    from hexapoda.analysis.standings import Standing
    from hexapoda.arena.statistics import Rating

__all__ = ["app", "crosstable"]

_MAX_CROSSTABLE = 100
"""The maximum number of players in a cross table."""

Results: TypeAlias = dict[tuple[str, str], tuple[int, int]]
"""Half points and number of games, by the labels of a player and an opponent."""
RatedPlayer: TypeAlias = "tuple[Standing, Rating]"

app = typer.Typer(
    cls=HexapodaGroup,
    invoke_without_command=True,
    help="List players with their ratings, and manage their names.\n\n"
    "Without a command, lists the players of finished games, the best first. Ratings are on the Elo scale: "
    "the mean of players linked by games is 0, and the error is half the 95% interval. Exit code 1: there "
    "are no players.",
)

PlayerName: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The player's name.")]


@app.callback()
def players(
    context: typer.Context,
    store: StoreUrl = None,
    game: GameWord = None,
    variant: GameVariant = None,
    event: Event = None,
    match: Match = None,
    limit: Limit = 20,
    json: Json = False,
) -> None:
    """List the players of finished games with their ratings, if there is no subcommand."""
    if context.invoked_subcommand is not None:
        return
    from hexapoda.analysis.standings import rated, standings

    wanted = GamePicks(game=game, variant=variant, event=event, match=match).filter()
    with open_store(store, read_only=True) as source:
        meetings = source.meetings(wanted)
        names = source.aliases()
    total = 0
    for name, encounters in meetings.items():
        table = {player.label: player for player in standings(encounters)}
        ratings = rated(encounters)
        rows = [(table[label], rating) for label, rating in ratings.items()]
        if not rows:
            continue
        if total and not json:
            print_text("")
        total += len(rows)
        if json:
            _print_players_json(name, rows[:limit], names)
        else:
            _print_players(name, rows, limit, names)
    if json:
        print_json({"players": total})
    elif not total:
        print_text("no finished games between players with names")
    if not total:
        raise typer.Exit(NO)


@app.command("alias")
def alias(
    name: PlayerName,
    others: Annotated[
        list[str] | None, typer.Argument(metavar="ALIAS...", help="Other names of the player.")
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Make the alias NAME a separate player again.")
    ] = False,
    store: StoreUrl = None,
    json: Json = False,
) -> None:
    """Count games under other names as games of the player NAME. The games keep their names.

    With --remove, NAME is the alias.
    """
    if remove == bool(others):
        raise UsageError("expected NAME ALIAS..., or --remove ALIAS")
    merged = 0
    with open_store(store) as source:
        names = source.player_names()
        if remove:
            name = source.remove_alias(name)
        elif name not in names:
            raise UsageError(f"no player in the store is called {name!r}{did_you_mean(name, names)}")
        for other in others or ():
            if other not in names:
                complain(f"note: no game has the name {other!r} yet{did_you_mean(other, names)}")
            merged += source.add_alias(name, other)
        name = source.aliases().get(name, name)
        now = _aliases(source.aliases(), name)
    if json:
        print_json({"name": name, "aliases": now, "merged": merged})
        return
    print_text(f"{name} is also {', '.join(now)}" if now else f"{name} has no other names")
    _print_merged(merged)


@app.command("rename")
def rename(
    old: PlayerName,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    store: StoreUrl = None,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Rename a player in all games. The old name becomes an alias.

    If the store already has a player with the new name, the two are merged. That cannot be undone, so the
    command asks first.
    """
    with open_store(store) as source:
        names = source.player_names()
        if old not in names:
            raise UsageError(f"no player in the store is called {old!r}{did_you_mean(old, names)}")
        if new in names and source.aliases().get(new) != old and new != old:
            ask(f"permanently merge the players {old!r} and {new!r}", yes, json)
        number, merged = source.rename(old, new)
    if json:
        print_json({"name": new, "was": old, "games": number, "merged": merged})
    else:
        print_text(f"{old} renamed to {new} in {counted(number, 'game')}")
        _print_merged(merged)


def crosstable(
    store: StoreUrl = None,
    game: GameWord = None,
    variant: GameVariant = None,
    event: Event = None,
    match: Match = None,
    json: Json = False,
) -> None:
    """Print a cross table: the results of every player against every other.

    Only finished games count. If no two players met more than once, a cell is 1 for a win, = for a draw and 0
    for a loss; otherwise it is points/games. If there are games of Hive and of Hex, --game is required. Exit
    code 1: there are no games.
    """
    from hexapoda.analysis.standings import results, standings

    wanted = GamePicks(game=game, variant=variant, event=event, match=match).filter()
    with open_store(store, read_only=True) as source:
        meetings = source.meetings(wanted)
        left_out = source.count(wanted)
    if len(meetings) > 1:
        raise UsageError(f"these are games of {' and '.join(meetings)}: select one with --game")
    table: list[Standing] = []
    against: Results = {}
    for encounters in meetings.values():
        table, against = standings(encounters), results(encounters)
        left_out -= int((encounters.wins + encounters.draws + encounters.losses).sum())
    if len(table) > _MAX_CROSSTABLE:
        raise UsageError(
            f"{len(table)} players are too many for a cross table (at most {_MAX_CROSSTABLE}): "
            "select games with --event or --match"
        )
    if json:
        for player in table:
            rank = 1 + sum(other.points > player.points for other in table)
            print_json(
                {
                    "rank": rank,
                    "name": player.name,
                    "engine": player.engine,
                    "points": player.points,
                    "games": player.games,
                    "against": {
                        other.label: {"points": found[0] / 2, "games": found[1]}
                        for other in table
                        if (found := against.get((player.label, other.label))) is not None
                    },
                }
            )
        print_json({"players": len(table), "left_out": left_out})
    else:
        _print_crosstable(table, against, left_out)
    if not table:
        raise typer.Exit(NO)


def _print_crosstable(table: list[Standing], against: Results, left_out: int) -> None:
    if table:
        single = all(games == 1 for _, games in against.values())
        head = ["", "player", "points", "games", *map(str, range(1, len(table) + 1))]
        rows = [
            [
                str(number),
                " ".join(player.label.split()),
                _points(player.wins * 2 + player.draws),
                str(player.games),
                *(
                    "x" if player is other else _cell(against.get((player.label, other.label)), single)
                    for other in table
                ),
            ]
            for number, player in enumerate(table, 1)
        ]
        for line in layout(head, rows, line_width(), name=1):
            print_text(line)
    else:
        print_text("no finished games between players with names")
    if left_out:
        what = "1 game is" if left_out == 1 else f"{left_out} games are"
        print_text(f"{what} left out: unfinished, or a player without a name")


def _cell(found: tuple[int, int] | None, single: bool) -> str:
    if found is None:
        return "."
    halves, games = found
    return "0=1"[halves] if single else f"{_points(halves)}/{games}"


def _points(halves: int) -> str:
    return f"{halves // 2}{'.5' * (halves % 2)}"


def _print_players_json(game: str, rows: list[RatedPlayer], names: dict[str, str]) -> None:
    for player, rating in rows:
        print_json(
            {
                "game": game,
                "name": player.name,
                "engine": player.engine,
                "aliases": _aliases(names, player.name),
                "games": player.games,
                "wins": player.wins,
                "draws": player.draws,
                "losses": player.losses,
                "score": player.score,
                "elo": rating.elo,
                "error": rating.error,
                "group": rating.group,
                "held": rating.held,
            }
        )


def _print_players(game: str, rows: list[RatedPlayer], limit: int, names: dict[str, str]) -> None:
    print_text(f"{game}: {counted(len(rows), 'player')}")
    shown = rows[:limit]
    for group, part in groupby(shown, key=lambda row: row[1].group):
        if group:
            print_text("not linked by games to the players above:")
        _print_rated(list(part))
    if len(rows) > len(shown):
        print_text(f"and {counted(len(rows) - len(shown), 'more player')}")
    if any(rating.held for _, rating in shown):
        print_text("* an estimate: a player who won or lost every game has no exact rating")
    for player, _ in shown:
        if others := _aliases(names, player.name):
            print_text(f"{player.name} is also {', '.join(others)}")


def _print_rated(rows: list[RatedPlayer]) -> None:
    head = ("player", "games", "won", "drew", "lost", "score", "Elo")
    cells = [
        (
            " ".join(player.label.split()),
            *map(str, (player.games, player.wins, player.draws, player.losses)),
            f"{100 * player.score:.1f}%",
            f"{rating.elo:+.0f} ± {rating.error:.0f}{'*' if rating.held else ''}",
        )
        for player, rating in rows
    ]
    for line in layout(head, cells, line_width()):
        print_text(line)


def _print_merged(merged: int) -> None:
    if merged:
        what = "1 game was" if merged == 1 else f"{merged} games were"
        print_text(f"{what} in the store under both names: the second record is in the trash")


def _aliases(names: dict[str, str], name: str) -> list[str]:
    return sorted(other for other, of in names.items() if of == name)
