"""What shared code may ask of a game's record files: detecting a format, checking, and converting.

Owns the protocol `RecordFiles`, and `GameReport`. `any_game` detects the game of a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.game_file import Contents, existing, files_below, is_fault, load, nul_line

__all__ = ["Check", "GameReport", "RecordFiles", "check_files", "games_below", "no_games"]

Draft = TypeVar("Draft")
Played = TypeVar("Played")


@dataclass(frozen=True, slots=True)
class GameReport:
    """The result of replaying one game, or the reason why a file was skipped.

    Attributes:
        file: the file of the game.
        line: the line where the game begins, from 1; None for a skipped file.
        format: the format of the game; None for a skipped file.
        variant: the variant played; None if it is unknown.
        plies: the number of replayed plies: all, or those before the error.
        state: the state of the board after them, ignoring repetition; None if nothing could be replayed.
        claimed: the result that the record claims.
        rules: the rule switches that the game needs, as for `--rule`: `opening=free`, `swap=pieces`.
        error: line, ply, text and reason; None if the whole game is legal.
        skipped: why the file holds no games.
        ply: the ply of the error.
        repetition_ply: the first ply after which a position has occurred three times.
    """

    file: str
    line: int | None
    format: str | None
    variant: str | None
    plies: int
    state: str | None
    claimed: str | None
    rules: tuple[str, ...]
    error: str | None
    skipped: str | None = None
    ply: int | None = None
    repetition_ply: int | None = None

    @property
    def ok(self) -> bool:
        """Whether there is no error; a skipped file has none."""
        return self.error is None

    def as_dict(self) -> dict[str, object]:
        """Return the report as a JSON object."""
        return {**asdict(self), "rules": list(self.rules)}


Check = Callable[[str, str, bool], Iterable[GameReport]]
"""Returns the reports on a text. Its arguments are the text, the name of its file, and whether the user named
this file; otherwise it was found in a folder."""


class RecordFiles(Protocol):
    """The record files of a game, usually the module `files` of the game's `records`."""

    WRITABLE: tuple[str, ...]
    """The formats that can be written."""

    def sniff(self, text: str, /) -> Contents:
        """Return the format of a text, or why it has no games of this kind."""

    def check_text(self, text: str, source: str, *, named: bool = True) -> Iterator[GameReport]:
        """Replay every game of a text and yield a report on each. For a text without games, yield one report
        that says why: an error, unless the file was found in a folder (`named` is false) and is of another
        kind.
        """

    def convert(
        self,
        in_path: str | Path,
        out_path: str | Path,
        *,
        format: str | None = None,
        plain: bool = False,
        force: bool = False,
    ) -> int:
        """Write all games of a file, or of all files below a folder, into one file; return their number.

        Raises `UsageError` for bad paths and formats, `FileInTheWayError` if the output file exists and
        `force` is not given, and `InvalidGameError` at the first bad game or if there are none.
        """


def check_files(paths: Iterable[str | Path], check: Check) -> Iterator[GameReport]:
    """Yield the reports on every file at or below the paths, sorted by name, without hidden files and
    folders.

    Invalid files do not stop the run. Raises `UsageError`, before the first report, for a missing path.
    """
    roots = existing(paths)
    return (
        report
        for root in roots
        for file in files_below(root)
        for report in _check_file(file, file == root, check)
    )


def no_games(text: str, source: str, contents: Contents, *, named: bool) -> GameReport:
    """Return the report on a text without games."""
    error = f"no games: {contents.reason}" if is_fault(source, contents, named=named) else None
    skipped = contents.reason if error is None else None
    return GameReport(source, nul_line(text), None, None, 0, None, None, (), error, skipped)


def games_below(
    source: Path,
    drafts: Callable[[str, str], tuple[Contents, Iterable[Draft]]],
    replay: Callable[[Draft], Played],
) -> Iterator[Played]:
    """Replay and yield the games of a file, or of all files below a folder.

    Raises `InvalidGameError` at the first bad game or damaged file, and if there are no games.
    """
    found = False
    reason = "it is an empty folder"
    for file in files_below(source):
        contents, games = drafts(load(file), str(file))
        if is_fault(file, contents, named=False):
            raise InvalidGameError(f"'{file}' holds no games: {contents.reason}", source=str(file))
        for draft in games:
            found = True
            yield replay(draft)
        reason = contents.reason if file == source else "none of its files contains games"
    if not found:
        raise InvalidGameError(f"'{source}' holds no games: {reason}", source=str(source))


def _check_file(path: Path, named: bool, check: Check) -> Iterable[GameReport]:
    try:
        text = load(path)
    except UsageError as error:
        return [GameReport(str(path), None, None, None, 0, None, None, (), str(error))]
    return check(text, str(path), named)
