"""Reading the games of a file: detects the format and chooses the reader.

Owns the entry points of the package: `scan_games` continues after a bad game, `read_games` stops there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexapoda.errors import InvalidGameError
from hexapoda.game_file import NUL, Contents, load, marked_damage
from hexapoda.hive.records.bga import read_bga
from hexapoda.hive.records.boardspace import read_boardspace
from hexapoda.hive.records.draft import GameDraft, reading_error
from hexapoda.hive.records.game import RecordedGame
from hexapoda.hive.records.game_strings import read_lines, read_table
from hexapoda.hive.records.pgn import read_pgn
from hexapoda.hive.records.replay import record
from hexapoda.hive.records.sniff import sniff

_READERS = {
    "gamestring": read_lines,
    "tsv": read_table,
    "pgn": read_pgn,
    "boardspace": read_boardspace,
    "bga": read_bga,
}


def scan_games(path: str | Path) -> Iterator[RecordedGame | InvalidGameError]:
    """Yield every game of a file; for a game that cannot be replayed, its error. Yields nothing if the file
    has no games. Raises `UsageError` if it cannot be opened.
    """
    for draft in drafts(load(path), str(path))[1]:
        try:
            yield record(draft)
        except InvalidGameError as error:
            yield error


def read_games(path: str | Path) -> Iterator[RecordedGame]:
    """Yield every game of a file. Raises `InvalidGameError` at the first bad game, or if there are none, and
    `UsageError` if the file cannot be opened.
    """
    yield from read_text(load(path), str(path))


def read_text(text: str, source: str = "<text>") -> Iterator[RecordedGame]:
    """Yield every game of a text in any format. Raises the errors of `read_games`."""
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        raise InvalidGameError(f"{source} holds no games: {sniffed.reason}", source=source)
    for draft in found:
        yield record(draft)


def drafts(text: str, source: str) -> tuple[Contents, Iterator[GameDraft]]:
    """Return the detected format of a text and its games before replay; none if the format is unknown."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    sniffed = sniff(text)
    if sniffed.format is None:
        return sniffed, iter(())
    found = _READERS[sniffed.format](text, source)
    if "\0" in text:
        found = marked_damage(found, text, lambda line: reading_error(source, line, None, NUL))
    return sniffed, found
