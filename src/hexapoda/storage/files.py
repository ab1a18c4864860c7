"""Reading game files for the store, and writing stored games as text.

Owns `.jsonl` files with records as JSON, such as the journals of matches; `Game.archive` reads all others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.game_file import is_fault, load, nul_line
from hexapoda.game_kind import game_of_text
from hexapoda.games import ReadRecord
from hexapoda.hive.records.sniff import sniff
from hexapoda.record import GameRecord
from hexapoda.storage.indexing import IndexedGame, archive_of, index, indexed

__all__ = ["FORMATS", "NotGames", "game_text", "read_file"]

FORMATS = ("pgn", "sgf", "hexworld", "gamestring")
"""The formats of `game_text`: PGN of Hive, SGF and links of Hex, and the lines of both games."""


@dataclass(frozen=True, slots=True)
class NotGames:
    """A file of another kind, and what it is."""

    reason: str


def read_file(
    path: Path, *, named: bool = True
) -> Iterator[IndexedGame | InvalidGameError | UsageError | NotGames]:
    """Yield the games of a file; for one that cannot be replayed, its error. Never raises for the content: a
    file that cannot be opened yields a `UsageError`; one without games yields an `InvalidGameError` if it was
    `named` or is damaged, and `NotGames` if it was found in a folder.
    """
    try:
        text = load(path)
    except UsageError as error:
        yield error
        return
    if path.suffix == ".jsonl":
        yield from _records(text, str(path))
        return
    game = game_of_text(text)
    if game is None:
        contents = sniff(text)
        if is_fault(path, contents, named=named):
            reason = f"no games: {contents.reason}"
            yield InvalidGameError(reason, source=str(path), line=nul_line(text))
        else:
            yield NotGames(contents.reason)
        return
    archive = archive_of(game)
    for found in archive.read_records(text, str(path)) if archive is not None else ():
        yield indexed(*found, bare=True) if isinstance(found, ReadRecord) else found


def game_text(game: GameRecord, format: str) -> str:
    """Return a stored game in one of `FORMATS`, with a final newline. Raises `InvalidGameError` for a game
    that the format cannot represent.
    """
    archive = archive_of(game.game)
    if archive is None:
        raise InvalidGameError(f"games of {game.game!r} cannot be written as {format}: expected json")
    return archive.record_text(game, format)


def _records(text: str, source: str) -> Iterator[IndexedGame | InvalidGameError]:
    """Read a journal: one JSON record per line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield index(GameRecord.from_json(line))
            except HexapodaError as error:
                yield InvalidGameError(f"line {number}: {error}", source=source, line=number)
