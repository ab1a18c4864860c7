"""Reading the games of a file: detecting the format and choosing the reader.

Owns the entry points for reading: `scan_games` continues after a bad game, `read_games` and `read_text` stop
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hexapoda.errors import InvalidGameError
from hexapoda.game_file import NUL, Contents, load, marked_damage
from hexapoda.hex.records.draft import GameDraft, reading_error
from hexapoda.hex.records.game import RecordedGame
from hexapoda.hex.records.hexworld import read_hexworld
from hexapoda.hex.records.move_list import read_lines
from hexapoda.hex.records.replay import record
from hexapoda.hex.records.sgf import read_sgf
from hexapoda.hex.records.sniff import sniff

__all__ = ["drafts", "read_games", "read_text", "scan_games"]

_READERS = {"sgf": read_sgf, "hexworld": read_hexworld, "gamestring": read_lines}


def scan_games(path: str | Path) -> Iterator[RecordedGame | InvalidGameError]:
    """Yield every game of a file, and an error in place of each game that cannot be read or replayed. A file
    without games yields nothing. Raises `UsageError` if the file cannot be read.
    """
    for draft in drafts(load(path), str(path))[1]:
        try:
            yield record(draft)
        except InvalidGameError as error:
            yield error


def read_games(path: str | Path) -> Iterator[RecordedGame]:
    """Yield every game of a file. Raises `InvalidGameError` at the first bad one, or if there are none, and
    `UsageError` if the file cannot be read.
    """
    yield from read_text(load(path), str(path))


def read_text(text: str, source: str = "<text>") -> Iterator[RecordedGame]:
    """Yield every game of a text in any format. Raises `InvalidGameError` as `read_games` does."""
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        raise InvalidGameError(f"{source} holds no games: {sniffed.reason}", source=source)
    for draft in found:
        yield record(draft)


def drafts(text: str, source: str) -> tuple[Contents, Iterator[GameDraft]]:
    """Return the detected format of a text, and its games, not yet replayed. There are none if the format is
    unknown.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    sniffed = sniff(text)
    if sniffed.format is None:
        return sniffed, iter(())
    found = _READERS[sniffed.format](text, source)
    if "\0" in text:
        found = marked_damage(found, text, lambda line: reading_error(source, line, None, NUL))
    return sniffed, found
