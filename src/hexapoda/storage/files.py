"""Reads game files for the store, and writes stored games as text.

Owns the format `.jsonl`, with records as JSON, such as the journals of matches. The `Game.archive` of each
game reads and writes the other formats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.game_file import is_fault, load, nul_line
from hexapoda.games import ReadRecord, find_game, game_names
from hexapoda.games.any_game import sniff
from hexapoda.record import GameRecord
from hexapoda.sentence import Sentence, message_of
from hexapoda.storage.indexing import IndexedGame, archive_of, index, indexed

__all__ = ["NotGames", "game_formats", "game_text", "read_file", "read_text"]


@dataclass(frozen=True, slots=True)
class NotGames:
    """A file without games, and what it is instead."""

    reason: str


def read_file(
    path: Path, *, named: bool = True
) -> Iterator[IndexedGame | InvalidGameError | UsageError | NotGames]:
    """Yield the games of a file; for one that cannot be replayed, its error.

    Errors of the file are yielded, too: a `UsageError` if it cannot be opened. A file without games yields an
    `InvalidGameError` if the user `named` it or if it is a damaged game file, otherwise `NotGames`.
    """
    try:
        text = load(path)
    except UsageError as error:
        yield error
        return
    yield from read_text(text, path, named=named)


def read_text(
    text: str, path: Path, *, named: bool = True
) -> Iterator[IndexedGame | InvalidGameError | NotGames]:
    """Yield the games of a text, as `read_file` does for a file with this content. `path` need not exist: its
    extension tells records as JSON from other formats, and messages name it.
    """
    if path.suffix.lower() == ".jsonl":
        yield from _records(text, str(path))
        return
    game, contents = sniff(text)
    if game is None:
        if is_fault(path, contents, named=named):
            reason = f"no games: {contents.reason}"
            yield InvalidGameError(reason, source=str(path), line=nul_line(text))
        else:
            yield NotGames(contents.reason)
        return
    archive = archive_of(game)
    for found in archive.read_records(text, str(path)) if archive is not None else ():
        yield indexed(*found, bare=True) if isinstance(found, ReadRecord) else found


def game_formats() -> tuple[str, ...]:
    """The formats that `game_text` writes, for all games. Two games may use the same name for a format."""
    archives = (find_game(name).archive for name in game_names())
    return tuple(dict.fromkeys(format for one in archives if one is not None for format in one.FORMATS))


def game_text(game: GameRecord, format: str) -> str:
    """Return a stored game as text in one of the formats of its archive, with a final newline.

    Raises `InvalidGameError` for a game that the format cannot hold, such as a Hex game in a Hive format.
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
                yield InvalidGameError(
                    Sentence("line {number}: {why}", number=number, why=message_of(error)),
                    source=source,
                    line=number,
                )
