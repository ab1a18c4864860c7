"""Finding and reading a match folder, which the arena's journal wrote.

Owns how MATCH on the command line becomes settings and records.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexapoda.arena.journal import Journal
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import UsageError
from hexapoda.record import GameRecord

__all__ = ["MatchFolder", "read_match"]

_SETTINGS, _GAMES = "settings.json", "games.jsonl"


@dataclass(frozen=True, slots=True)
class MatchFolder:
    """The contents of a match folder."""

    name: str
    settings: MatchSettings | None
    """None if the folder contains only games."""
    records: tuple[GameRecord, ...]
    """Sorted by number."""


def read_match(match: str | Path, matches: Path | None = None) -> MatchFolder:
    """Read the match in the folder `match`, or in the folder of that name in `matches`.

    Raises `UsageError` if there is no match or it has no games, `InvalidGameError` if a file is damaged.
    """
    folder = Path(match)
    if not (folder / _GAMES).is_file() and matches is not None and Path(match).name == str(match):
        folder = matches / match
    if not (folder / _GAMES).is_file():
        places = f" nor below {str(matches)!r}" if matches is not None else ""
        known = sorted(path.parent.name for path in matches.glob(f"*/{_GAMES}"))[-5:] if matches else []
        hint = f" (the latest matches: {', '.join(known)})" if known else ""
        raise UsageError(f"no {_GAMES} of a match in {str(match)!r}{places}{hint}")
    journal = Journal(folder)
    settings = journal.settings() if (folder / _SETTINGS).is_file() else None
    records = sorted(journal.records(), key=lambda record: record.number)
    if not records:
        raise UsageError(f"the match {folder.resolve().name!r} has no finished game yet: nothing to report")
    return MatchFolder(folder.resolve().name, settings, tuple(records))
