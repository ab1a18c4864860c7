"""Reads game files for the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.game_file import is_fault, load, nul_line
from hexapoda.record import ReadGame
from hexapoda.record.reading import open_text
from hexapoda.storage.indexing import IndexedGame, indexed

__all__ = ["NotGames", "read_file", "read_text"]


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
    """Yield the games of a text, as `read_file` does for a file with this content. `path` need not exist;
    messages name it.
    """
    sniffed, games = open_text(text, str(path))
    if sniffed.format is None:
        contents = sniffed.contents
        if is_fault(path, contents, named=named):
            reason = f"no games: {contents.reason}"
            yield InvalidGameError(reason, source=str(path), line=nul_line(text))
        else:
            yield NotGames(contents.reason)
        return
    for found in games:
        yield found.error or _indexed(found)


def _indexed(found: ReadGame) -> IndexedGame:
    tree = found.tree
    record = tree.to_record()
    archive = tree.game.archive
    keys = () if archive is None else archive.game_keys(found.position)
    game = indexed(record, [move.text for move in record.moves], keys)
    return game if tree.is_plain else replace(game, root=tree.root)
