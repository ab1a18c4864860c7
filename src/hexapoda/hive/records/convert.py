"""Writing games as GameStrings and as PGN, and converting records to these formats.

Owns the choice of the format. PGN keeps players, tags, comments, variations, glyphs and the claimed result.
Plain PGN keeps the tags and the moves, a GameString the variant and the moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from hexapoda.game_file import existing, format_of
from hexapoda.games.record_files import games_below
from hexapoda.hive.records.annotated import write_annotated
from hexapoda.hive.records.game import RecordedGame
from hexapoda.hive.records.pgn import write_pgn
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import record
from hexapoda.output_file import write_texts

WRITABLE = ("gamestring", "pgn")
"""The formats that can be written."""


def convert(
    in_path: str | Path,
    out_path: str | Path,
    *,
    format: str | None = None,
    plain: bool = False,
    force: bool = False,
) -> int:
    """Write all games of a file, or of all files below a folder, into one file; return their number. `format`
    is one of `WRITABLE`, or None to choose by the file extension of `out_path`. `plain` omits the parts of
    PGN that some programs cannot read: comments, variations, glyphs. A file at `out_path` is replaced only
    with `force`, and never changed by a call that fails. Raises `UsageError` for bad paths and formats,
    `FileInTheWayError` if the file exists, `InvalidGameError` for a bad game or if there are no games.
    """
    [source] = existing([in_path])
    games = games_below(source, drafts, record)  # read only after the format and `out_path` are checked
    return write_games(games, out_path, format, plain=plain, force=force)


def write_games(
    games: Iterable[RecordedGame],
    path: str | Path,
    format: str | None = None,
    *,
    plain: bool = False,
    force: bool = False,
) -> int:
    """Write games into a file atomically; return their number. If there are no games, no file is written.
    Raises `UsageError` and `FileInTheWayError` as `convert` does.
    """
    chosen = format_of(Path(path), WRITABLE, format, game="Hive")

    def texts() -> Iterator[str]:
        for number, game in enumerate(games):
            if chosen == "pgn":
                yield ("\n" if number else "") + _pgn(game, plain)
            else:
                yield game.game_string() + "\n"

    return write_texts(path, texts(), force=force)


def _pgn(game: RecordedGame, plain: bool) -> str:
    if plain:
        return write_pgn(replace(game, comments=()))
    return write_annotated(game) if game.annotated else write_pgn(game)
