"""Replaying every game below some paths and reporting on each.

Owns `check_paths` and `GameReport`, for `hexapoda games check`. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.game_file import existing, files_below, is_fault, load, nul_line
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import claim, replay


@dataclass(frozen=True, slots=True)
class GameReport:
    """The result of replaying one game, or why a file was skipped."""

    file: str
    line: int | None
    """Where the game starts, from 1; None for a skipped file."""
    format: str | None
    variant: str | None
    """The game type played."""
    plies: int
    """The number of plies replayed: all, or those before the error."""
    state: str | None
    """The state of the board after them, repetition ignored; None if nothing could be played."""
    claimed: str | None
    rules: tuple[str, ...]
    """The rule switches that the game needs off: `opening`, `repetition`."""
    error: str | None
    """Line, ply, text and reason; None when the whole game is legal."""
    skipped: str | None = None
    """Why the file holds no games."""
    ply: int | None = None
    """The ply of the error."""
    repetition_ply: int | None = None
    """The ply of the first third occurrence of a position."""

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
    unread = error is not None and not draft.texts and draft.variant is None
    state = None if unread else played.position.state
    return GameReport(
        file=draft.source,
        line=draft.line,
        format=draft.format,
        variant=None if unread else played.variant,
        plies=played.position.ply,
        state=state,
        claimed=draft.claimed if state is None else claim(draft, state),
        rules=played.rules,
        error=None if error is None else str(error),
        ply=None if error is None else error.ply,
        repetition_ply=played.repetition_ply,
    )
