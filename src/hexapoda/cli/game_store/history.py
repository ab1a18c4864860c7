"""The commands `games history` and `games revert`: list and restore former versions of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from hexapoda.cli.game_store.game_line import game_line
from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import Json
from hexapoda.record.summary import game_summary

__all__ = ["history", "revert"]


def history(
    id: Annotated[int, typer.Argument(metavar="ID", help="The game's number.")],
    store: StoreUrl = None,
    json: Json = False,
) -> None:
    """List the former versions of a game: when and why each was replaced, and by whom.

    Exit code 1: there are none.
    """
    with open_store(store, read_only=True) as source:
        found = source.history(id)
    for one in found:
        if json:
            more = {"replaced": one.replaced, "editor": one.editor, "reason": one.reason}
            print_json({**game_summary(id, one.record), "version": one.number, **more})
        else:
            when = one.replaced.replace("T", " ").rstrip("Z") or "an unknown time"
            by = f" by {one.editor}" if one.editor else ""
            print_text(f"{one.number:>3}: {one.reason}{by}, {when}; before:")
            print_text(game_line(id, one.record))
    if json:
        print_json({"versions": len(found)})
    elif not found:
        complain(f"game {id} has no former versions")
    if not found:
        raise typer.Exit(NO)


def revert(
    id: Annotated[int, typer.Argument(metavar="ID", help="The game's number.")],
    version: Annotated[
        int, typer.Argument(metavar="VERSION", help="The number of the version, from `games history`.")
    ],
    store: StoreUrl = None,
    json: Json = False,
) -> None:
    """Go back to a former version of a game. The present one becomes a former version, so nothing is lost."""
    with open_store(store) as source:
        source.revert(id, version)
        now = source.game(id)
    if json:
        print_json({"id": id, "version": version})
    elif now is not None:
        print_text(game_line(id, now.record))
