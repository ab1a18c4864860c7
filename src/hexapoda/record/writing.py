"""Writing games to files, and converting files from one format to another.

Chooses the format by name or by the file's extension. A format writes one game; see `format`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.game_file import existing, files_below
from hexapoda.files.output_file import write_texts
from hexapoda.games import Game, find_game, game_names
from hexapoda.record.format import RecordFormat
from hexapoda.record.journal import JOURNAL
from hexapoda.record.reading import scan_games
from hexapoda.record.tree import GameTree
from hexapoda.text.sentence import Sentence

__all__ = [
    "convert",
    "format_game",
    "format_of_path",
    "tree_format",
    "writable",
    "writable_formats",
    "write_games",
]


def writable(game: str | None = None) -> list[RecordFormat]:
    """Return the formats in which games of `game`, or of any game, can be written, the journal last."""
    records = [find_game(name).records for name in (game_names() if game is None else [game])]
    rows = [row for each in records if each is not None for row in each.FORMATS]
    return [row for row in (*rows, JOURNAL) if row.write is not None]


def writable_formats(game: str | None = None) -> tuple[str, ...]:
    """Return the names of the formats in which games of `game`, or of any game, can be written."""
    return tuple(dict.fromkeys(format.name for format in writable(game)))


def tree_format(game: str) -> RecordFormat:
    """Return the first format that keeps whole games of `game`: one of its own, or else the journal."""
    return next(row for row in writable(game) if row.whole)


def format_of_path(path: str | Path) -> str:
    """Return the name of the format for a file's extension. Raises `UsageError` if there is none."""
    suffix = Path(path).suffix.lower()
    _check(Path(path), None, None)
    return next(row.name for row in writable(None) if suffix in row.endings)


def format_game(tree: GameTree, format: str, *, plain: bool = False) -> str:
    """Return the text of one game in a format, with a final newline. `plain` leaves out comments, glyphs and
    variations, which some programs cannot read. Raises `InvalidGameError` for an unknown format, and for a
    game that the format cannot represent.
    """
    write = _format(tree.game.name, format).write
    assert write is not None
    return write(tree, plain)


def write_games(
    games: Iterable[GameTree],
    path: str | Path,
    format: str | None = None,
    *,
    plain: bool = False,
    force: bool = False,
    on_left_out: Callable[[InvalidGameError], None] | None = None,
) -> int:
    """Write games to a file atomically; return their number. Without games, no file is written. `format` is
    one of `writable_formats()`, or None to choose by the extension of the file. An existing file is replaced
    only with `force`, and stays unchanged after an error. Raises `UsageError` for an unknown format,
    `FileInTheWayError` for a file that would be replaced, and the errors of `format_game`. With
    `on_left_out`, a game that cannot be written in the format is skipped, and the function is called with its
    error.
    """
    target = Path(path)
    _check(target, format, None)

    def texts() -> Iterator[str]:
        first: Game | None = None
        for tree in games:
            try:
                row = _chosen(tree.game.name, target, format)
                if first not in (None, tree.game) and row is not JOURNAL:  # no reader accepts a mixed file
                    raise InvalidGameError(
                        Sentence(
                            "a file of {game} games cannot contain a game of {other}",
                            game=first.title,
                            other=tree.game.title,
                        )
                    )
                text = format_game(tree, row.name, plain=plain)
            except InvalidGameError as error:
                if on_left_out is None:
                    raise
                on_left_out(error)
                continue
            yield (row.between if first is not None else "") + text
            first = first or tree.game

    return write_texts(target, texts(), force=force)


def convert(
    source: str | Path,
    target: str | Path,
    *,
    format: str | None = None,
    plain: bool = False,
    force: bool = False,
    on_fault: Callable[[InvalidGameError], None] = lambda _: None,
    on_left_out: Callable[[InvalidGameError | UsageError], None] | None = None,
) -> tuple[str | None, int]:
    """Write all games of a file, or of all files below a folder, to one file. Return the name of the game
    played, or None if no game was found, and the number of games written. Raises the errors of `read_games`
    and `write_games`, and `UsageError` if the files hold different games. `on_fault` is called with the error
    of each variation that is omitted because it cannot be read. With `on_left_out`, bad games and a folder's
    bad files are skipped, and the function is called with their errors. `on_left_out` is ignored if `target`
    is one of the files read, because the skipped games would be lost.
    """
    [root] = existing([source])
    written: Game | None = None
    bad: Game | None = None
    if Path(target).exists() and any(file.exists() and file.samefile(target) for file in files_below(root)):
        on_left_out = None

    def trees() -> Iterator[GameTree]:
        nonlocal written, bad
        for found in scan_games(root, on_bad_file=on_left_out):
            try:
                tree = found.checked()
            except InvalidGameError as error:
                if on_left_out is None:
                    raise
                bad = bad or found.tree.game
                on_left_out(error)
                continue
            if written is None:
                _check(Path(target), format, tree.game.name)
                written = tree.game
            if tree.game.name != written.name:
                names = sorted((written.name, tree.game.name), key=game_names().index)
                titles = " and of ".join(find_game(name).title for name in names)
                raise UsageError(f"'{root}' contains games of {titles}, which cannot be written to one file")
            for fault in tree.faults:
                on_fault(fault)
            yield tree

    number = write_games(trees(), target, format, plain=plain, force=force, on_left_out=on_left_out)
    played = written or bad
    return None if played is None else played.name, number


def _check(path: Path, format: str | None, game: str | None) -> None:
    """Raise `UsageError` unless `format` or, if that is None, the extension of `path` stands for a format in
    which games of `game`, or of any game, can be written.
    """
    rows = writable(game)
    if format is not None and all(row.name != format for row in rows):
        of_game = f" of {find_game(game).title}" if game else ""
        expected = ", ".join(writable_formats(game))
        raise UsageError(f"cannot write games{of_game} as '{format[:40]}': expected one of {expected}")
    if format is None and not any(path.suffix.lower() in row.endings for row in rows):
        endings = " ".join(dict.fromkeys(ending for row in rows for ending in row.endings))
        of_game = f" of {find_game(game).title}" if game else ""
        raise UsageError(
            f"unknown format{of_game} for '{path.name}': expected one of the extensions {endings}"
        )


def _chosen(game: str, path: Path, format: str | None) -> RecordFormat:
    if format is not None:
        return _format(game, format)
    for row in writable(game):
        if path.suffix.lower() in row.endings:
            return row
    _check(path, None, game)
    raise AssertionError


def _format(game: str, name: str) -> RecordFormat:
    for row in writable(game):
        if row.name == name:
            return row
    expected = ", ".join(writable_formats(game))
    raise InvalidGameError(
        Sentence(
            "games of {game} cannot be written as {name}: expected one of {expected}",
            game=find_game(game).title,
            name=repr(name[:40]),
            expected=expected,
        )
    )
