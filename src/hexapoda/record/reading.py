"""Reading games: detecting the game and the format of text, and replaying the games in it.

Contains the functions that read files and strings with games of any kind. A game's formats are rows of a
table (see `format`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.game_file import (
    NUL,
    Contents,
    existing,
    files_below,
    games_in,
    is_fault,
    load,
    marked_damage,
    nul_line,
)
from hexapoda.games import Game, find_game, game_names
from hexapoda.record.draft import reading_error
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.replay import ReadGame, replay
from hexapoda.record.report import GameReport
from hexapoda.record.tree import GameTree
from hexapoda.text.sentence import Sentence, message_of

__all__ = [
    "NoGames",
    "Sniffed",
    "check_paths",
    "open_text",
    "read_games",
    "read_text",
    "scan_games",
    "scan_text",
    "sniff",
    "walk_file",
    "walk_paths",
    "walk_text",
]

_REASONS = ("damaged", "other", "unknown")
"""The kinds of text without games, from the most helpful reason to the least."""
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Sniffed:
    """What text contains: its game and format, or why it has no games.

    Attributes:
        game: the name of the game; None if there are no games, or if each of them names its own.
        format: the row of the format; None if there are no games.
        contents: the same in words, for messages.
    """

    game: str | None
    format: RecordFormat | None
    contents: Contents


@dataclass(frozen=True, slots=True)
class NoGames:
    """A file or a string without games.

    Attributes:
        source: the file, or the name of the string.
        reason: why it has no games.
        error: why this is an error; None for an intact file of another kind, which is skipped.
    """

    source: str
    reason: str
    error: InvalidGameError | UsageError | None

    @property
    def unreadable(self) -> InvalidGameError | UsageError | None:
        """The error, under the same name as in `ReadGame`."""
        return self.error

    @property
    def report(self) -> GameReport:
        """The report on the file or string."""
        line = getattr(self.error, "line", None)
        error = None if self.error is None else str(self.error)
        skipped = self.reason if self.error is None else None
        return GameReport(self.source, line, None, None, 0, None, None, (), error, skipped)


def sniff(text: str, game: str | None = None) -> Sniffed:
    """Return what text contains, judging by its first lines and never by a file name. With `game`, only the
    formats of this game and the journal are tried. NUL bytes are ignored if there are games: the games that
    contain them become errors later.
    """
    return _sniff(_normal(text), game)


def scan_text(
    text: str, source: str = "<text>", game: str | None = None, *, named: bool = True
) -> Iterator[ReadGame]:
    """Yield every game in text, as far as it can be read. Raises `InvalidGameError` at once if there are
    none. With `named` false, for a file that the user did not name, an intact file of another kind is
    not an error.
    """
    sniffed, games = open_text(text, source, game)
    if sniffed.format is None and is_fault(source, sniffed.contents, named=named):
        raise _no_games(source, sniffed.contents.reason)
    return games


def open_text(text: str, source: str, game: str | None = None) -> tuple[Sniffed, Iterator[ReadGame]]:
    """Return what text contains, and an iterator over its games, each as far as it can be read."""
    text = _normal(text)
    sniffed = _sniff(text, game)
    if sniffed.format is None:
        return sniffed, iter(())
    drafts = sniffed.format.read(text, source)
    if "\0" in text:
        drafts = marked_damage(drafts, text, lambda line: reading_error(source, line, None, NUL))
    return sniffed, map(replay, drafts)


def read_text(text: str, source: str = "<text>", game: str | None = None) -> Iterator[GameTree]:
    """Yield the games in text of any format. Raises `InvalidGameError` if there are none, and at the first
    game whose main line is not legal to its end.
    """
    return (found.checked() for found in scan_text(text, source, game))


def walk_paths(paths: Iterable[str | Path], game: str | None = None) -> Iterator[ReadGame | NoGames]:
    """Yield every game of the files at or below the paths, and a `NoGames` for each file without games. The
    files are sorted by name; hidden files and folders are skipped. Raises `UsageError` at once for a missing
    path.
    """
    roots = existing(paths)
    return (
        found
        for root in roots
        for file in files_below(root)
        for found in walk_file(file, game, named=file == root)
    )


def walk_file(path: Path, game: str | None = None, *, named: bool = True) -> Iterator[ReadGame | NoGames]:
    """Yield every game of a file, as `walk_text` does, or a `NoGames` if the file cannot be read."""
    try:
        text = load(path)
    except UsageError as error:
        yield NoGames(str(path), message_of(error), error)
        return
    yield from walk_text(text, str(path), game, named=named)


def walk_text(
    text: str, source: str, game: str | None = None, *, named: bool = True
) -> Iterator[ReadGame | NoGames]:
    """Yield every game in text, as far as it can be read, or a `NoGames`, which has an error if the user
    `named` the file, or if it is a damaged file of games.
    """
    sniffed, games = open_text(text, source, game)
    if sniffed.format is None:
        error = None
        if is_fault(source, sniffed.contents, named=named):
            reason = Sentence("no games: {reason}", reason=sniffed.contents.reason)
            error = InvalidGameError(reason, source=source, line=nul_line(text))
        yield NoGames(source, sniffed.contents.reason, error)
    yield from games


def scan_games(
    path: str | Path,
    game: str | None = None,
    *,
    on_bad_file: Callable[[InvalidGameError | UsageError], None] | None = None,
) -> Iterator[ReadGame]:
    """Yield every game of a file, or of all files below a folder, as far as it can be read. In a folder,
    files without games are skipped. Raises `UsageError` for a file that cannot be read, and
    `InvalidGameError` if there are no games, or at a damaged file of games. In a folder, `on_bad_file`, if
    given, is called with the error of a bad file instead, and reading continues with the next file.
    """
    source, empty = str(Path(path)), True
    reason: str = Sentence("it is an empty folder")
    for found in walk_paths([path], game):
        if isinstance(found, ReadGame):
            empty = False
            yield found
        elif found.error is not None:
            damaged = isinstance(found.error, InvalidGameError)
            error = _no_games(found.source, found.reason) if damaged else found.error
            if on_bad_file is None or found.source == source:
                raise error
            on_bad_file(error)
        else:
            reason = Sentence("none of its files contains games")
    if empty:
        raise InvalidGameError(f"'{source}' contains no games: {reason}", source=source)


def read_games(path: str | Path, game: str | None = None) -> Iterator[GameTree]:
    """Yield the games of a file, or of all files below a folder. Raises `UsageError` for a file that cannot
    be read, and `InvalidGameError` if there are no games, and at the first game whose main line is not legal
    to its end.
    """
    return (found.checked() for found in scan_games(path, game))


def check_paths(paths: Iterable[str | Path]) -> Iterator[tuple[Game | None, GameReport]]:
    """Yield a report on each game of the files at or below the paths, paired with its `Game`, and a report on
    each file without games, paired with None. Files that cannot be read do not stop the run. Raises
    `UsageError`, before the first report, for a missing path.
    """
    return (
        (found.tree.game if isinstance(found, ReadGame) else None, found.report)
        for found in walk_paths(paths)
    )


def _normal(text: str) -> str:
    """Return text with LF line ends and without byte order marks, which concatenated files also have in the
    middle. Halves of surrogate pairs, which no file can hold, become replacement characters.
    """
    return _SURROGATE.sub("\ufffd", text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n"))


def _sniff(text: str, name: str | None) -> Sniffed:
    head = Head.of(text)
    if not head.text.strip():
        found = [Contents(None, Sentence("it is empty"), "damaged")]
    else:
        found = []
        for game, format in _formats(name):
            contents = format.detect(head)
            if contents is True:
                return Sniffed(game, format, games_in(format.name))
            if contents is not False:
                found.append(contents)
        found.append(Contents(None, Sentence("the format is not known"), "unknown"))
    line = nul_line(text)
    if line is not None:
        reason = Sentence("it is not a text file: line {line} has a NUL byte", line=line)
        found = [Contents(None, reason, "damaged")]
    return Sniffed(None, None, min(found, key=lambda contents: _REASONS.index(contents.kind)))


def _formats(name: str | None) -> Iterator[tuple[str | None, RecordFormat]]:
    """Yield the formats of a game or of all games, and then those that belong to no game."""
    from hexapoda.record.journal import JOURNAL

    for each in game_names() if name is None else [find_game(name).name]:
        records = find_game(each).records
        if records is not None:
            for format in records.FORMATS:
                yield each, format
    yield None, JOURNAL


def _no_games(source: str, reason: str) -> InvalidGameError:
    text = Sentence("{source} contains no games: {reason}", source=source, reason=reason)
    return InvalidGameError(text, source=source)
