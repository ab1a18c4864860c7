"""The command `games owner`: what belongs to one person, to export or to delete."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexapoda.cli.game_store.options import StoreUrl, complain_of_damage, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import counted, print_json, print_text, print_written
from hexapoda.cli.subject import Force, Json
from hexapoda.errors import UsageError

__all__ = ["owner"]


def owner(
    whose: Annotated[
        str,
        typer.Argument(
            metavar="OWNER",
            help="local, for this user, or the key of a visitor of a shared server.",
        ),
    ],
    store: StoreUrl = None,
    *,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="OUT", help="Write everything to this file, as JSON lines."),
    ] = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete everything for good. There is no way back.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Count, export or delete what belongs to one person: games, analyses, games on the server,
    reviews, exercises.

    With --export and --delete, it is exported first, and nothing is deleted if a game is damaged. A game
    between two people stays with the other one. What a running server has open is left. Exit code 0: done,
    1: nothing belongs to OWNER, a game is damaged, or something was left.
    """
    from hexapoda.files.output_file import check_target, write_texts
    from hexapoda.web.belongings import delete_all, export_lines
    from hexapoda.web.owner import is_key, owner_with

    if not whose.strip():
        raise UsageError("OWNER is empty: expected local, a key, or an owner")
    # An owner looks like a key. Nothing belongs to the hash of an owner.
    names = (whose, owner_with(whose)) if is_key(whose) else (whose,)
    if export is not None:
        check_target(export, force=force)
    with open_store(store, read_only=not delete, create=delete) as source:
        damaged: dict[str, list[int]] = {name: [] for name in names}
        found = {name: list(export_lines(source, name, damaged[name])) for name in names}
        name = next((one for one in names if found[one] or damaged[one]), whose)
        lines, unread = found[name], damaged[name]
        if not lines and not unread:
            complain(f"nothing belongs to {whose!r}")
            raise typer.Exit(NO)
        if export is not None:
            write_texts(export, iter(lines), force=force)
            if not json:
                print_written(f"{counted(len(lines), 'thing')} written to {export}", export)
        kept = delete and export is not None and bool(unread)  # what could not be exported would be lost
        deleted = delete_all(source, name) if delete and not kept else None
    if json:
        counts = None if deleted is None else deleted.things
        left = 0 if deleted is None else deleted.open
        print_json({"things": len(lines), "damaged": unread, "deleted": counts, "left": left})
    elif deleted is not None:
        print_text(
            f"deleted: {deleted.stored} games and analyses, {deleted.played} games on the server, "
            f"{deleted.reviews} reviews, {deleted.exercises} exercises"
            + (", the progress in puzzles" if deleted.puzzles else "")
            + (", the email address" if deleted.notices else "")
        )
    elif export is None:
        print_text(
            f"{counted(len(lines), 'thing')} of {whose}; --export OUT writes them, --delete deletes them"
        )
    if deleted is not None and deleted.open:
        complain(f"{counted(deleted.open, 'thing')} left, which a running server has open")
    if unread:
        complain_of_damage(unread)
        if kept:
            complain("nothing was deleted: the file lacks these; --delete without --export deletes them")
    if unread or (deleted is not None and deleted.open):
        raise typer.Exit(NO)
