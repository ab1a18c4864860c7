"""Record files of any game: detecting the game, checking, and converting.

Owns the detection of the game. The games read and write their own formats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.game_file import Contents, existing, files_below, load
from hexapoda.games.game import Game
from hexapoda.games.record_files import GameReport, RecordFiles, check_files, no_games
from hexapoda.games.table import find_game, game_names

__all__ = ["check_paths", "convert", "game_of_text", "sniff", "writable_formats"]

_REASONS = ("damaged", "other", "unknown")
"""The kinds of texts without games. If the `sniff` of different games return different kinds for a text, the
kind listed first here has the best reason."""


def sniff(text: str) -> tuple[str | None, Contents]:
    """Return the game whose records a text contains, and their format; None and the reason if it has no
    records.
    """
    found: list[Contents] = []
    for game, records in _readers():
        contents = records.sniff(text)
        if contents.format is not None:
            return game.name, contents
        found.append(contents)
    return None, min(found, key=lambda contents: _REASONS.index(contents.kind))


def game_of_text(text: str) -> str | None:
    """Return the game whose records a text contains; None if it has no known records."""
    return sniff(text)[0]


def writable_formats() -> tuple[str, ...]:
    """Return the formats that `convert` writes. Several games may have a format with the same name."""
    return tuple(dict.fromkeys(format for _, records in _readers() for format in records.WRITABLE))


def check_paths(paths: Iterable[str | Path]) -> Iterator[tuple[str | None, GameReport]]:
    """Replay every game of every file at or below the paths, sorted by name. Yields the name of the game
    played, as in the table of games, and a report; the name is None for a file without games.

    Invalid files do not stop the run. Raises `UsageError`, before the first report, for a missing path.
    """
    games: dict[str, str | None] = {}

    def check(text: str, source: str, named: bool) -> Iterator[GameReport]:
        game, contents = sniff(text)
        games[source] = game
        records = None if game is None else find_game(game).records
        if records is None:
            yield no_games(text, source, contents, named=named)
        else:
            yield from records.check_text(text, source, named=named)

    return ((games.get(report.file), report) for report in check_files(paths, check))


def convert(
    source: str | Path,
    target: str | Path,
    *,
    format: str | None = None,
    plain: bool = False,
    force: bool = False,
) -> tuple[str, int]:
    """Write all games of a file, or of all files below a folder, into one file. Return the name of the game
    played, as in the table of games, and the number of records written.

    Raises the errors of `RecordFiles.convert`, and `UsageError` if the files have records of different games.
    """
    [root] = existing([source])
    found = {game_of_text(load(file)) for file in files_below(root)} - {None}
    games = [game for game, _ in _readers() if game.name in found] or [game for game, _ in _readers()]
    if len(found) > 1:
        names = " and of ".join(game.title for game in games)
        raise UsageError(f"'{root}' holds games of {names}: expected only one of these")
    records = games[0].records
    assert records is not None
    return games[0].name, records.convert(source, target, format=format, plain=plain, force=force)


def _readers() -> list[tuple[Game, RecordFiles]]:
    """Return the games that have record files."""
    games = (find_game(name) for name in game_names())
    return [(game, game.records) for game in games if game.records is not None]
