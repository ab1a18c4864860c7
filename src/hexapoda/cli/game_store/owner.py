"""The command `games owner`: counts, exports or deletes the data of one person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.game_store.options import StoreUrl, complain_of_damage, open_store
from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import counted, print_json, print_text, print_written
from hexapoda.cli.subject import Force, Json
from hexapoda.errors import UsageError

if TYPE_CHECKING:
    from hexapoda.web.belongings import Deleted

__all__ = ["owner"]


def owner(
    whose: Annotated[
        str,
        typer.Argument(
            metavar="OWNER",
            help="local for this user, or the key or the id of a visitor of a shared server.",
        ),
    ],
    store: StoreUrl = None,
    *,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="OUT", help="Write everything to this file, as JSON lines."),
    ] = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete everything permanently. This cannot be undone.")
    ] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Count, export or delete the data of one person: games, analyses, games on the server,
    reviews, exercises, progress in puzzles and the email address.

    With --export and --delete, everything is exported first, and nothing is deleted if a game is damaged. A
    game between two people stays with the other player. Items that a running server has open are not deleted.
    Exit code 0: done, 1: nothing belongs to OWNER, a game is damaged, or something was not deleted.
    """
    from hexapoda.files.output_file import check_target, write_texts
    from hexapoda.web.belongings import delete_all, export_lines
    from hexapoda.web.owner import is_key, owner_with

    if not whose.strip():
        raise UsageError("OWNER is empty: expected local, a key, or the id of an owner")
    # An owner's id looks like a key, so try OWNER as an id and as a key. At most one of them owns data.
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
                print_written(f"{counted(len(lines), 'item')} written to {export}", export)
        incomplete = export is not None and bool(unread)  # deleting would lose the damaged games
        deleted = delete_all(source, name) if delete and not incomplete else None
    if json:
        counts = None if deleted is None else deleted.things
        left = 0 if deleted is None else deleted.open
        print_json({"things": len(lines), "damaged": unread, "deleted": counts, "left": left})
    elif deleted is not None:
        print_text(f"deleted: {_listed(deleted)}")
    elif export is None:
        print_text(
            f"{counted(len(lines), 'item')} of {whose}; --export OUT writes everything, --delete deletes it"
        )
    if deleted is not None and deleted.open:
        complain(f"not deleted: {counted(deleted.open, 'item')} that a running server has open")
    if unread:
        complain_of_damage(unread)
        if delete and incomplete:
            complain(
                "nothing was deleted, because the export is incomplete; "
                "--delete without --export deletes everything"
            )
    if unread or (deleted is not None and deleted.open):
        raise typer.Exit(NO)


def _listed(deleted: Deleted) -> str:
    """Return a list of the deleted items, such as `2 games on the server, 1 review`."""
    counts = {
        f"{counted(deleted.stored, 'record')} in the store": deleted.stored,
        f"{counted(deleted.played, 'game')} on the server": deleted.played,
        counted(deleted.reviews, "review"): deleted.reviews,
        counted(deleted.exercises, "exercise"): deleted.exercises,
        "the progress in puzzles": deleted.puzzles,
        "the email address": deleted.notices,
    }
    return ", ".join(text for text, count in counts.items() if count) or "nothing"
