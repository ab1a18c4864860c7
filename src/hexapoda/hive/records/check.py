"""Replaying every game below some paths and reporting on each.

`hexapoda games check` prints the reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType

from hexapoda.games.record_files import GameReport, check_files, no_games
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.reading import drafts
from hexapoda.hive.records.replay import claim, replay

_SWITCHES = MappingProxyType({"opening": "opening=free", "repetition": "repetition=off"})


def check_paths(paths: Iterable[str | Path]) -> Iterator[GameReport]:
    """Replay every game of every file at or below the paths, sorted by name, without hidden files and
    folders. Invalid files do not stop the run. Raises `UsageError`, before the first report, for a missing
    path.
    """
    return check_files(paths, lambda text, source, named: check_text(text, source, named=named))


def check_text(text: str, source: str, *, named: bool = True) -> Iterator[GameReport]:
    """Replay every game of a text. A text without games gives one report that says why: an error, unless the
    file was found in a folder (`named` is false) and is of another kind.
    """
    sniffed, found = drafts(text, source)
    if sniffed.format is None:
        yield no_games(text, source, sniffed, named=named)
        return
    for draft in found:
        yield report(draft)


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
        rules=tuple(_SWITCHES[name] for name in played.rules),
        error=None if error is None else str(error),
        ply=None if error is None else error.ply,
        repetition_ply=played.repetition_ply,
    )
