"""The command `games export`: games of the store as a file."""

from __future__ import annotations

import json as jsons
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.game_store.options import (
    Ending,
    Event,
    Match,
    MaxPlies,
    MinPlies,
    Opening,
    Opponent,
    Player,
    ResultWord,
    StoreUrl,
    Winner,
    make_filter,
    open_store,
)
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json, PositionText, Variant
from hexapoda.cli.suggestion import check_choice
from hexapoda.errors import InvalidGameError

if TYPE_CHECKING:
    from hexapoda.hive.records import RecordedGame
    from hexapoda.storage import StoredGame

__all__ = ["export"]

FORMATS = ("pgn", "gamestring", "json")


def export(
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    store: StoreUrl = None,
    player: Player = None,
    opponent: Opponent = None,
    winner: Winner = None,
    result: ResultWord = None,
    variant: Variant = None,
    ending: Ending = None,
    min_plies: MinPlies = None,
    max_plies: MaxPlies = None,
    event: Event = None,
    match: Match = None,
    opening: Opening = None,
    position: PositionText = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="pgn, gamestring or json (JSON lines); without it OUT's ending tells.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Write games of the store, all or those that the options pick, into one file: at once or not at all.

    A game that began from a text position has no form as PGN or game string and is left out of such a file.
    """
    wanted = make_filter(
        player=player,
        opponent=opponent,
        winner=winner,
        result=result,
        variant=variant,
        ending=ending,
        min_plies=min_plies,
        max_plies=max_plies,
        event=event,
        match=match,
        opening=opening,
        position=position,
    )
    if format is not None:
        format = check_choice("format", format, FORMATS)
    elif target.suffix.lower() in (".json", ".jsonl"):
        format = "json"
    left_out: list[int] = []
    with open_store(store) as source:
        found = source.records(wanted)
        if format == "json":
            number = _write_json(found, target)
        else:
            from hexapoda.hive.records import write_games

            number = write_games(_recorded(found, left_out), target, format)
    if json:
        print_json({"games": number, "left_out": len(left_out), "file": str(target)})
    else:
        tail = f", {len(left_out)} left out" if left_out else ""
        print_text(f"{number} {'game' if number == 1 else 'games'} written to {target}{tail}")


def _recorded(games: Iterator[StoredGame], left_out: list[int]) -> Iterator[RecordedGame]:
    from hexapoda.storage.hive_files import recorded_game

    for game in games:
        try:
            yield recorded_game(game.record)
        except InvalidGameError:
            left_out.append(game.id)


def _write_json(games: Iterator[StoredGame], target: Path) -> int:
    from hexapoda.game_file import write_texts

    records = (jsons.dumps(game.record.to_json(), ensure_ascii=True, allow_nan=False) for game in games)
    return write_texts(target, (f"{record}\n" for record in records))
