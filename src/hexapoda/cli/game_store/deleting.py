"""The commands `games delete`, `games restore` and `games purge`: manage the trash of the store."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from hexapoda.cli.game_store.game_line import game_line
from hexapoda.cli.game_store.game_picks import GamePicks, takes_picks
from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import counted, print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.record.summary import game_summary

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["Yes", "ask", "delete", "purge", "restore"]

_SHOWN = 20
"""The maximum number of games to list before asking for confirmation."""

Yes: TypeAlias = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Ids: TypeAlias = Annotated[
    list[int] | None,
    typer.Argument(
        metavar="ID...", help="Game numbers, the first column of `games list`.", show_default=False
    ),
]


@takes_picks
def delete(
    ids: Ids = None,
    store: StoreUrl = None,
    *,
    picks: GamePicks,
    yes: Yes = False,
    json: Json = False,
) -> None:
    """Delete games by number, or all games that match the options. Lists them and asks first.

    Deleted games go to the trash; `games restore` brings them back. Exit code 1: there is no such game, or
    the answer was no.
    """
    if bool(ids) == picks.given:
        raise UsageError("expected either the numbers of games or options that select games")
    wanted = picks.filter()
    with open_store(store) as source:
        if ids:
            found = {number: _line(source, number) for number in ids}
            if missing := [str(number) for number, line in found.items() if not line]:
                complain(f"the store has no game {', '.join(missing)}; nothing was deleted")
                raise typer.Exit(NO)
        else:
            damaged: list[int] = []
            found = {one.id: game_line(one.id, one.record) for one in source.records(wanted, damaged)}
            found |= {number: _line(source, number) for number in damaged}
        if not json:
            for line in list(found.values())[:_SHOWN]:
                print_text(line)
            if len(found) > _SHOWN:
                print_text(f"and {counted(len(found) - _SHOWN, 'game')} more")
        if not found:
            complain("no game in the store matches")
            raise typer.Exit(NO)
        ask(f"delete {counted(len(found), 'game')}", yes, json)
        gone = list(found)
        source.delete(gone)
    if json:
        print_json({"deleted": gone})
    else:
        which = " ".join(map(str, gone)) if len(gone) <= 5 else "ID..."
        them = "it" if len(gone) == 1 else "them"
        print_text(
            f"{counted(len(gone), 'game')} deleted; `hexapoda games restore {which}` brings {them} back"
        )


def restore(ids: Ids = None, store: StoreUrl = None, json: Json = False) -> None:
    """Restore deleted games with their old numbers. Without numbers, list the games in the trash.

    Exit code 1: a game stays in the trash, because the same game was added again.
    """
    if not ids:
        _list_deleted(store, json)
        return
    with open_store(store) as source:
        restored = source.restore(ids)
    left = sorted(set(ids) - set(restored))
    if json:
        print_json({"restored": restored, "left": left})
    else:
        print_text(f"{counted(len(restored), 'game')} restored")
        if left:
            numbers = ", ".join(map(str, left))
            print_text(f"left in the trash, because the same game was added again: {numbers}")
    if left:
        raise typer.Exit(NO)


def purge(store: StoreUrl = None, yes: Yes = False, json: Json = False) -> None:
    """Empty the trash. The deleted games cannot be restored afterwards."""
    with open_store(store) as source:
        number = source.trash_size()
        if number:
            ask(f"permanently delete {counted(number, 'game')}", yes, json)
            number = source.purge()
    if json:
        print_json({"purged": number})
    else:
        print_text(f"{counted(number, 'game')} permanently deleted")


def _line(source: Store, number: int) -> str:
    """Return the line for a game, or the error message if it is damaged; empty if there is no such game."""
    try:
        found = source.game(number)
    except InvalidGameError as error:
        return str(error)
    return "" if found is None else game_line(number, found.record)


def _list_deleted(store: str | None, json: bool) -> None:
    with open_store(store, read_only=True) as source:
        found = source.deleted()
    for one in found:
        if json:
            more = {"deleted": one.deleted, "reason": one.reason}
            print_json({**game_summary(one.id, one.record), **more})
        else:
            print_text(f"{game_line(one.id, one.record)}  ({one.deleted[:10]}: {one.reason})")
    if json:
        print_json({"games": len(found)})
    else:
        print_text(f"{counted(len(found), 'game')} in the trash")


def ask(what: str, yes: bool, json: bool) -> None:
    """Ask for confirmation, and exit if the answer is no. With `--json` or without a terminal, raises
    `UsageError` unless `--yes` is given.
    """
    if yes:
        return
    if json or not sys.stdin.isatty():
        raise UsageError(f"this would {what}: confirm with --yes")
    if not typer.confirm(f"{what.capitalize()}?", err=True):
        complain("nothing was changed")
        raise typer.Exit(NO)
