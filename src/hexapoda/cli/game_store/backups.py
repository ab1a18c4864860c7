"""The commands `games verify`, `games backup` and `games restore-backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexapoda.cli.game_store.options import StoreUrl, open_store
from hexapoda.cli.group import NO
from hexapoda.cli.output import counted, print_json, print_text
from hexapoda.cli.subject import Json

__all__ = ["backup", "restore_backup", "verify"]


def verify(store: StoreUrl = None, json: Json = False) -> None:
    """Check games, former versions and the trash against their checksums, and the index against the games.

    Names every game that is no longer as it was written; changes nothing. Exit code 1: something is wrong.
    """
    with open_store(store, read_only=True) as source:
        faults = source.verify()
        number = source.number_of_games() if not faults else None
    for fault in faults:
        if json:
            print_json({"game": fault.game, "fault": fault.text})
        else:
            print_text(fault.text)
    damaged = sorted({fault.game for fault in faults if fault.game is not None})
    if json:
        print_json({"faults": len(faults), "damaged": damaged})
    elif not faults:
        print_text(f"{counted(number or 0, 'game')}: all are as they were written")
    else:
        print_text(f"{counted(len(faults), 'fault')}, {counted(len(damaged), 'game')} concerned")
    if faults:
        raise typer.Exit(NO)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write; it must not exist.")],
    store: StoreUrl = None,
    json: Json = False,
) -> None:
    """Copy a snapshot of the store to a file, even while other programs write to the store.

    The file is an SQLite store, even if the original is on PostgreSQL. An existing file is never replaced.
    """
    with open_store(store, read_only=True) as source:
        source.back_up(file)
    with open_store(str(file), read_only=True) as copy:
        number = copy.number_of_games()
    if json:
        print_json({"file": str(file), "games": number})
    else:
        print_text(f"{counted(number, 'game')} copied to '{file}'")


def restore_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `games backup` wrote.")],
    store: StoreUrl = None,
    json: Json = False,
) -> None:
    """Fill a new or empty store from a backup, all or nothing. A store with games is never replaced."""
    from hexapoda.storage import open_backup

    # Open the backup first: a file that is not a backup must not leave an empty store behind.
    with open_backup(file) as backup, open_store(store, create=True) as target:
        number = target.restore_backup(backup)
        url = target.url
    if json:
        print_json({"store": url, "games": number})
    else:
        print_text(f"{counted(number, 'game')} restored from '{file}'")
