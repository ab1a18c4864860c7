"""The command `games edit`: corrects the data about a game, but never its moves.

Validates the tags and prints the changes. `storage.correction` applies the changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.games import find_game

if TYPE_CHECKING:
    from hexapoda.record import GameRecord

__all__ = ["edit"]

_TAG = re.compile(r"[A-Za-z0-9_]+")


def _option(name: str, metavar: str, help: str) -> Any:
    return typer.Option(name, metavar=metavar, help=help, show_default=False)


def edit(
    id: Annotated[
        int, typer.Argument(metavar="ID", help="The game's number, the first column of `games list`.")
    ],
    store: StoreUrl = None,
    white: Annotated[str | None, _option("--white", "NAME", "The name of White.")] = None,
    black: Annotated[str | None, _option("--black", "NAME", "The name of Black.")] = None,
    date: Annotated[str | None, _option("--date", "DATE", "The date: 2026-03-02, 2026-03 or 2026.")] = None,
    event: Annotated[str | None, _option("--event", "TEXT", "The event, such as a tournament.")] = None,
    result: Annotated[str | None, _option("--result", "WORD", "white, black, draw or none.")] = None,
    ending: Annotated[
        str | None, _option("--ending", "WORD", "Why the game ended: resign, timeout, ...")
    ] = None,
    tag: Annotated[
        list[str] | None, _option("--tag", "NAME=TEXT", "Set a tag; NAME= removes it. May be repeated.")
    ] = None,
    json: Json = False,
) -> None:
    """Correct the data about a game in the store, and print what changed.

    An empty text removes a name or date. A result on the board cannot be changed. Exit
    code 1: there is no game with this number.
    """
    if all(value is None for value in (white, black, date, event, result, ending)) and not tag:
        raise UsageError(
            "nothing to change: give --white, --black, --date, --event, --result, --ending or --tag"
        )
    from hexapoda.storage.correction import Correction

    with open_store(store) as source:
        found = source.game(id)
        if found is None:
            complain(f"the store has no game {id}")
            raise typer.Exit(NO)
        record = found.record
        colors: Sequence[str] = find_game(record.game).players
        wanted = Correction(
            names=_by_player(record.game, colors, {"White": white, "Black": black}),
            date=date,
            event=event,
            result=result,
            ending=ending,
        )
        edited = wanted.apply(record, label="--{}")
        if tag:
            edited = replace(edited, tags=_tags(edited.tags, tag))
        changed = _changes(record, edited, colors)
        if changed:
            source.edit(id, edited)
    if json:
        print_json({"id": id, "changed": {name: list(pair) for name, pair in changed.items()}})
        return
    for name, (before, after) in changed.items():
        print_text(f"{name}: {before or '-'} -> {after or '-'}")
    if not changed:
        print_text(f"game {id} already has these values: nothing was changed")


def _by_player(
    game: str, colors: Sequence[str], given: Mapping[str, str | None]
) -> tuple[str | None, str | None]:
    """Return the names of players 0 and 1, given names by color. Raises `UsageError` for an unknown color."""
    for color, name in given.items():
        if name is not None and color not in colors:
            raise UsageError(f"{game} has no player {color}: expected one of {', '.join(colors)}")
    return given.get(colors[0]), given.get(colors[1])


def _tags(tags: tuple[tuple[str, str], ...], given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    from hexapoda.storage.correction import one_line

    out = dict(tags)
    for item in given:
        name, equals, text = item.partition("=")
        if not equals or not _TAG.fullmatch(name):
            raise UsageError(
                f"--tag {item[:40]!r}: expected NAME=TEXT, with letters, digits and _ in the name"
            )
        if name.casefold() in ("white", "black", "date", "event", "result"):
            raise UsageError(f"--tag {item[:40]!r}: use --{name.casefold()} for this")
        out[name] = one_line("--tag", text)
        if not out[name]:
            del out[name]
    return tuple(out.items())


def _changes(
    before: GameRecord, after: GameRecord, colors: Sequence[str]
) -> dict[str, tuple[str | None, str | None]]:
    """Return the old and new values of the fields that differ, by option name."""
    pairs: dict[str, tuple[str | None, str | None]] = {
        color.lower(): (one.name, other.name)
        for color, one, other in zip(colors, before.players, after.players, strict=True)
    }
    pairs |= {
        "date": (before.date, after.date),
        "event": (before.event, after.event),
        "result": (before.result, after.result),
        "ending": (before.ending.value, after.ending.value),
    }
    old, new = dict(before.tags), dict(after.tags)
    pairs |= {f"tag {name}": (old.get(name), new.get(name)) for name in {**old, **new}}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
