"""The command `games edit`: corrects the data about a game, but never its moves.

Owns the valid names, dates, results and tags, and how a change is shown.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json, game_of
from hexapoda.errors import UsageError
from hexapoda.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.record import GameRecord

__all__ = ["edit"]

_LONGEST = 200
_DATE = re.compile(r"(\d{4})(?:[-.](\d{2})(?:[-.](\d{2})(T\d{2}:\d{2}:\d{2}Z)?)?)?")
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
        list[str] | None, _option("--tag", "NAME=TEXT", "Set a tag; NAME= removes it. Can be repeated.")
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
    with open_store(store) as source:
        found = source.game(id)
        if found is None:
            complain(f"the store has no game {id}")
            raise typer.Exit(NO)
        record = found.record
        colors: Sequence[str] = game_of(record.game).players
        edited = record
        for color, name in (("White", white), ("Black", black)):
            if name is not None:
                edited = _renamed(edited, colors, color, name)
        if date is not None:
            edited = replace(edited, date=_date(date))
        if event is not None:
            edited = replace(edited, event=_one_line("--event", event))
        if result is not None or ending is not None:
            edited = _ended(edited, colors, result, ending)
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


def _renamed(record: GameRecord, colors: Sequence[str], color: str, name: str) -> GameRecord:
    if color not in colors:
        raise UsageError(f"{record.game} has no player {color}: expected one of {', '.join(colors)}")
    side = colors.index(color)
    players = list(record.players)
    players[side] = replace(players[side], name=_one_line(f"--{color.lower()}", name))
    return replace(record, players=(players[0], players[1]))


def _one_line(option: str, text: str) -> str:
    text = text.strip()
    if len(text) > _LONGEST or not text.isprintable():
        raise UsageError(f"{option} {text[:40]!r}: expected one line of at most {_LONGEST} characters")
    return text


def _date(text: str) -> str:
    """Parse a date into the format of records. Raises `UsageError`."""
    if not text.strip():
        return ""
    match = _DATE.fullmatch(text.strip())
    if match is not None:
        year, month, day, time = match.groups()
        try:
            datetime.datetime.fromisoformat(f"{year}-{month or '01'}-{day or '01'}{time or ''}")
        except ValueError:
            pass
        else:
            return "-".join(part for part in (year, month, day) if part) + (time or "")
    raise UsageError(f"--date {text[:40]!r}: expected a date such as 2026-03-02, 2026-03 or 2026")


def _ended(record: GameRecord, colors: Sequence[str], result: str | None, ending: str | None) -> GameRecord:
    from hexapoda.record import Ending

    winner, finished = record.winner, record.finished
    if result is not None:
        words = [color.casefold() for color in colors]
        word = check_choice("result", result, (*words, "draw", "none"))
        winner = words.index(word) if word in words else None
        finished = word != "none"
    open_endings = (Ending.UNKNOWN, Ending.INTERRUPTED)
    if ending is not None:
        why = Ending(check_choice("ending", ending, tuple(member.value for member in Ending)))
    elif finished == record.finished or record.ending is Ending.NORMAL:
        why = record.ending
    else:
        why = Ending.UNKNOWN
    if (winner, finished, why) == (record.winner, record.finished, record.ending):
        return record
    if Ending.NORMAL in (why, record.ending):
        raise UsageError("the result and the ending cannot be changed to or from one that the board decides")
    if not finished and why not in open_endings:
        raise UsageError(
            f"a game without a result cannot have the ending {why.value!r}: expected interrupted or unknown"
        )
    if finished and why is Ending.INTERRUPTED:
        raise UsageError("an interrupted game has no result: add --result none")
    return replace(record, winner=winner, finished=finished, ending=why)


def _tags(tags: tuple[tuple[str, str], ...], given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    out = dict(tags)
    for item in given:
        name, equals, text = item.partition("=")
        if not equals or not _TAG.fullmatch(name):
            raise UsageError(
                f"--tag {item[:40]!r}: expected NAME=TEXT, with letters, digits and _ in the name"
            )
        if name.casefold() in ("white", "black", "date", "event", "result"):
            raise UsageError(f"--tag {item[:40]!r}: use --{name.casefold()} for this")
        out[name] = _one_line("--tag", text)
        if not out[name]:
            del out[name]
    return tuple(out.items())


def _changes(
    before: GameRecord, after: GameRecord, colors: Sequence[str]
) -> dict[str, tuple[str | None, str | None]]:
    """Return the fields that differ, by the names of their options, as pairs of old and new values."""
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
