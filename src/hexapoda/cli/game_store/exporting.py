"""The command `games export`: writes games of the store to a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.game_store.game_picks import GamePicks, takes_picks
from hexapoda.cli.game_store.options import StoreUrl, complain_of_damage, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import counted, print_json, print_written
from hexapoda.cli.subject import Force, Json
from hexapoda.errors import InvalidGameError
from hexapoda.text.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.record import GameTree
    from hexapoda.storage import StoredGame

__all__ = ["export"]


@takes_picks
def export(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    store: StoreUrl = None,
    *,
    picks: GamePicks,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="pgn, sgf, hexworld, gamestring or json; by default the extension of OUT decides.",
            show_default=False,
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write all games of the store, or those that match the options, to one file.

    PGN is for Hive, SGF and HexWorld links are for Hex. Games that the format cannot represent are left out;
    a file of game strings takes only games of the same kind as the first. If no game remains, nothing is
    written. Exit code 0: written, 1: no game to write, or a damaged game is left out.
    """
    from hexapoda.files.output_file import check_target
    from hexapoda.record.writing import format_of_path, writable_formats, write_games

    wanted = picks.filter()
    chosen = format_of_path(target) if format is None else check_choice("format", format, writable_formats())
    check_target(target, force=force)
    left_out: list[InvalidGameError] = []
    damaged: list[int] = []

    def trees(games: Iterator[StoredGame]) -> Iterator[GameTree]:
        for game in games:
            try:
                tree = game.tree()
            except InvalidGameError as error:
                left_out.append(error)
            else:
                yield tree

    with open_store(store, read_only=True) as source:
        games = trees(source.records(wanted, damaged))
        number = write_games(games, target, chosen, force=force, on_left_out=left_out.append)
    if json:
        print_json({"games": number, "left_out": len(left_out), "file": str(target) if number else None})
    else:
        tail = f", {len(left_out)} left out" if left_out else ""
        if number:
            print_written(f"{counted(number, 'game')} written to {target}{tail}", target)
        else:
            complain(f"no game to write: {str(target)!r} is unchanged{tail}")
    if left_out:
        complain(f"the first game left out: {left_out[0]}")
    if damaged:
        complain_of_damage(damaged)
    if damaged or not number:
        raise typer.Exit(NO)
