"""Which game the records of a text are of, and checking and converting files of either game.

Owns the choice between the readers of Hive and of Hex; everything else is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from hexapoda.errors import UsageError
from hexapoda.game_file import existing, files_below, load
from hexapoda.hex import records as hex_records
from hexapoda.hex.records.check import check_text as check_hex_text
from hexapoda.hex.records.sniff import sniff as sniff_hex
from hexapoda.hive import records as hive_records
from hexapoda.hive.records.check import check_text as check_hive_text
from hexapoda.hive.records.check import unreadable
from hexapoda.hive.records.sniff import sniff as sniff_hive

__all__ = ["WRITABLE", "GameName", "check_paths", "convert", "game_of_text"]

GameName = Literal["hive", "hex"]

WRITABLE = tuple(dict.fromkeys((*hive_records.WRITABLE, *hex_records.WRITABLE)))
"""The formats that can be written; `gamestring` is one of both games."""


def game_of_text(text: str) -> GameName | None:
    """The game whose records a text holds; None when it holds none that is known."""
    if sniff_hex(text).format is not None:
        return "hex"
    return "hive" if sniff_hive(text).format is not None else None


def check_paths(paths: Iterable[str | Path]) -> Iterator[tuple[GameName | None, Any]]:
    """The game and the report of every game of every file at or below the paths, in order of name.

    The game is None for a file that holds none. Nothing a file contains ends the run. Raises UsageError,
    before the first report, for a missing path.
    """
    roots = existing(paths)
    return (
        found for root in roots for file in files_below(root) for found in _check_file(file, file == root)
    )


def convert(
    source: str | Path,
    target: str | Path,
    *,
    format: str | None = None,
    plain: bool = False,
    force: bool = False,
) -> tuple[GameName, int]:
    """Write all games of a file, or of all files below a folder, into one file; which game, and how many.

    Raises as the games' own `convert` does, and UsageError when the files hold games of both.
    """
    [root] = existing([source])
    games = {game_of_text(load(file)) for file in files_below(root)} - {None}
    if len(games) > 1:
        raise UsageError(f"'{root}' holds games of Hive and of Hex: expected those of one game")
    if "hex" in games:
        return "hex", hex_records.convert(source, target, format=format, plain=plain, force=force)
    return "hive", hive_records.convert(source, target, format=format, plain=plain, force=force)


def _check_file(path: Path, named: bool) -> Iterator[tuple[GameName | None, Any]]:
    try:
        text = load(path)
    except UsageError as error:
        yield None, unreadable(path, error)
        return
    game = game_of_text(text)
    check = check_hex_text if game == "hex" else check_hive_text
    for report in check(text, str(path), named=named):
        yield game, report
