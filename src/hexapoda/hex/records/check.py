"""Replaying every game of a text and reporting on each.

Owns `GameReport` and how it is made, for `hexapoda games check`. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.game_file import existing, files_below, is_fault, load, nul_line
from hexapoda.hex.records.draft import GameDraft
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import replay

__all__ = ["GameReport", "check_paths", "report"]


@dataclass(frozen=True, slots=True)
class GameReport:
    """The result of replaying one game, or why a file was skipped.

    Attributes:
        file: its file.
        line: where the game starts, from 1; None for a skipped file.
        format: its format; None for a skipped file.
        variant: the board.
        plies: the number of plies replayed: all, or those before the error.
        state: the state of the board after them, by player; None if nothing could be played.
        claimed: the result that the record claims.
        rules: the rule that the game was played by, `swap=pieces` or `swap=sides`; empty without a swap.
        error: line, ply, text and reason; None when the whole game is legal.
        skipped: why the file holds no games.
        ply: the ply of the error.
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

    @property
    def ok(self) -> bool:
        """Whether there is no error; true for a skipped file."""
        return self.error is None

    def as_dict(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {**asdict(self), "rules": list(self.rules)}


def check_paths(paths: Iterable[str | Path]) -> Iterator[GameReport]:
    """Replay every game of every file at or below the paths, sorted by name, without hidden folders. No
    content of a file stops the run. Raises `UsageError`, before the first report, for a missing path.
    """
    roots = existing(paths)
    return (
        report for root in roots for file in files_below(root) for report in _check_file(file, file == root)
    )


def check_text(text: str, source: str, *, named: bool = True) -> Iterator[GameReport]:
    """Replay every game of a text. A text without games gives one report that says why: an error, unless the
    file was found in a folder (`named` is false) and is of another kind.
    """
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        error = f"no games: {sniffed.reason}" if is_fault(source, sniffed, named=named) else None
        skipped = sniffed.reason if error is None else None
        yield GameReport(source, nul_line(text), None, None, 0, None, None, (), error, skipped)
        return
    for draft in found:
        yield report(draft)


def unreadable(path: Path, error: UsageError) -> GameReport:
    """Return the report of a file that cannot be opened."""
    return GameReport(str(path), None, None, None, 0, None, None, (), str(error))


def _check_file(path: Path, named: bool) -> Iterator[GameReport]:
    try:
        text = load(path)
    except UsageError as error:
        yield unreadable(path, error)
    else:
        yield from check_text(text, str(path), named=named)


def report(draft: GameDraft) -> GameReport:
    """Replay one draft."""
    played = replay(draft)
    error = played.error
    unread = error is not None and not draft.root.variations and draft.size is None
    return GameReport(
        file=draft.source,
        line=draft.line,
        format=draft.format,
        variant=None if unread else played.variant,
        plies=len(played.position.moves),
        state=None if unread else played.state,
        claimed=None if unread else played.claimed(draft),
        rules=() if played.swap == "off" else (f"swap={played.swap}",),
        error=None if error is None else str(error),
        ply=None if error is None else error.ply,
    )
