"""What shared code asks of a game about files of records: the format of a text, checking, and converting.

Owns `RecordFiles`, a protocol, and `GameReport`. Which game a text is of is found out in `any_game`.
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
    """What came of replaying one game, or why a file was skipped.

    Attributes:
        file: where the game is.
        line: where it begins, from 1; None for a skipped file.
        format: its format; None for a skipped file.
        variant: the variant played; None when it is not known.
        plies: plies replayed: all, or those before the error.
        state: what the board says after them, repetition ignored; None when nothing could be played.
        claimed: what the record says.
        rules: the rule switches that the game needs, as `--rule` takes them: `opening=free`, `swap=pieces`.
        error: line, ply, text and reason; None when the whole game is legal.
        skipped: why the file holds no games.
        ply: the ply of the error.
        repetition_ply: the ply that made the first third occurrence of a position.
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
        """Whether nothing is wrong; a skipped file is all right."""
        return self.error is None

    def as_dict(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {**asdict(self), "rules": list(self.rules)}


Check = Callable[[str, str, bool], Iterable[GameReport]]
"""Makes the reports on a text, called by a name, which the user gave or which was met in a folder."""


class RecordFiles(Protocol):
    """The files of a game: usually the package `records` of the game."""

    WRITABLE: tuple[str, ...]
    """The formats that can be written."""

    def sniff(self, text: str, /) -> Contents:
        """The format of a text, or why it holds no games of this game."""

    def check_text(self, text: str, source: str, *, named: bool = True) -> Iterator[GameReport]:
        """Replay every game of a text; a single report says why when it holds none.

        That is a fault unless the file was met in a folder (`named` is false) and is of another kind.
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
        """Write all games of a file, or of all files below a folder, into one file; returns how many.

        Raises `UsageError` for paths and formats, `FileInTheWayError` for a file that would be replaced
        without `force`, and `InvalidGameError` at the first bad game or when there are none.
        """


def check_files(paths: Iterable[str | Path], check: Check) -> Iterator[GameReport]:
    """The reports on every file at or below the paths, in order of name, hidden folders left out.

    Nothing that a file contains ends the run. Raises `UsageError`, before the first report, for a missing
    path.
    """
    roots = existing(paths)
    return (
        report
        for root in roots
        for file in files_below(root)
        for report in _check_file(file, file == root, check)
    )


def no_games(text: str, source: str, contents: Contents, *, named: bool) -> GameReport:
    """The report on a text without games."""
    error = f"no games: {contents.reason}" if is_fault(source, contents, named=named) else None
    skipped = contents.reason if error is None else None
    return GameReport(source, nul_line(text), None, None, 0, None, None, (), error, skipped)


def games_below(
    source: Path,
    drafts: Callable[[str, str], tuple[Contents, Iterable[Draft]]],
    replay: Callable[[Draft], Played],
) -> Iterator[Played]:
    """The games of a file, or of all files below a folder, replayed.

    Raises `InvalidGameError` at the first bad game, at a damaged file, and when there are no games.
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
        reason = contents.reason if file == source else "none of its files has any"
    if not found:
        raise InvalidGameError(f"'{source}' holds no games: {reason}", source=str(source))


def _check_file(path: Path, named: bool, check: Check) -> Iterable[GameReport]:
    try:
        text = load(path)
    except UsageError as error:
        return [GameReport(str(path), None, None, None, 0, None, None, (), str(error))]
    return check(text, str(path), named)
