"""Replaying every game of a text and reporting on each.

Makes the `GameReport`s that `hexapoda games check` prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hexapoda.games.record_files import GameReport, check_files, no_games
from hexapoda.hex.records.draft import GameDraft
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import replay

__all__ = ["GameReport", "check_paths", "report"]


def check_paths(paths: Iterable[str | Path]) -> Iterator[GameReport]:
    """Replay every game of every file at or below the paths, sorted by name, without hidden files and
    folders. Damaged files do not stop the run. Raises `UsageError`, before the first report, for a missing
    path.
    """
    return check_files(paths, lambda text, source, named: check_text(text, source, named=named))


def check_text(text: str, source: str, *, named: bool = True) -> Iterator[GameReport]:
    """Replay every game of a text. A text without games gives one report with the reason: an error, unless
    the file was only found in a folder (`named` is false) and is not a game file.
    """
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        yield no_games(text, source, sniffed, named=named)
        return
    for draft in found:
        yield report(draft)


def report(draft: GameDraft) -> GameReport:
    """Replay a draft and report on it."""
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
