"""`WatchedRun`: one training run as JSON, with its settings, its progress, and its current work.

Defines the form of this JSON, and how much of a long run it contains. `hexapoda.train` writes the files.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import cast

from hexapoda.errors import HexapodaError
from hexapoda.games import find_game
from hexapoda.text.sentence import reason_of
from hexapoda.train.any_settings import AnySettings, any_settings_of
from hexapoda.train.progress import RunProgress, read_progress
from hexapoda.train.reports import (
    GateReport,
    IterationReport,
    RatingMatch,
    WarmReport,
    elo_curve,
    published_iteration,
)
from hexapoda.train.run_folder import (
    PROGRESS,
    SETTINGS,
    SHOWN,
    games_folder,
    gate_name,
    is_games_name,
    read_part,
    self_play_name,
)
from hexapoda.train.run_settings import GateSettings
from hexapoda.train.run_state import RunState, read_run_state
from hexapoda.web.answers.run import (
    RatingMatchJson,
    RunIterationJson,
    RunMatchJson,
    RunRowJson,
    RunStateJson,
    RunWork,
    Setting,
    WarmStartJson,
    WholeRunJson,
)

__all__ = ["WatchedRun", "games_of"]

_LARGEST = 64 * 1024
"""The largest settings file that is read, in bytes."""
_LAST_TIME = 253_402_300_799.0
"""The end of the year 9999, the latest time that `datetime` supports. The time of a file may be later."""
_POINTS = 1000
"""The maximum number of iterations that are shown: a graph has no more pixels."""
_MATCHES = 1000
"""The maximum number of matches that are shown."""
_PREFIX = "run:"
"""The prefix of the ids that pages use for the games of runs, which they show as matches. Users cannot give a
match a name with this prefix.
"""
_Stamp = tuple[tuple[int, int, int], ...]


class WatchedRun:
    """A run that pages watch. It is not thread-safe."""

    def __init__(self, folder: Path) -> None:
        """`folder`: the folder of the run."""
        self.id = folder.name
        self._folder = folder
        self._stamp: _Stamp = ()
        self._whole: WholeRunJson | None = None
        self._state: RunState | None = None
        self._state_trouble = ""

    @staticmethod
    def changed(folder: Path) -> float | None:
        """Return when a run last changed, in seconds since the epoch; None if it has no settings file."""
        stamp = _stamp_of(folder)
        return _changed(stamp) if any(stamp[0]) else None

    def update(self) -> None:
        """Read the current state, and the other files if they have changed."""
        self._state, self._state_trouble = None, ""
        try:
            self._state = read_run_state(self._folder)
        except ValueError as error:
            self._state_trouble = str(error)
        stamp = _stamp_of(self._folder)
        if stamp != self._stamp:
            self._read(stamp)
            self._stamp = stamp

    def brief_json(self) -> RunRowJson:
        """Return the row of the run in a list."""
        whole = self.run_json()
        row: RunRowJson = {
            "id": whole["id"],
            "date": whole["date"],
            "trouble": whole["trouble"],
            "running": whole["running"],
            "done": whole["done"],
            "published": whole["published"],
            "elo": whole["elo"],
        }
        if "game" in whole:
            row["game"], row["variant"] = whole["game"], whole["variant"]
            row["total"], row["finished"] = whole["total"], whole["finished"]
        return row

    def run_json(self) -> WholeRunJson:
        """Return everything about the run except its current work."""
        whole = self._whole
        assert whole is not None, "update comes first"
        trouble = whole["trouble"] or self._state_trouble
        return {**whole, "running": self._state is not None, "trouble": trouble}

    def now_json(self) -> RunStateJson | None:
        """Return the current work of the run; None if it is not running."""
        state = self._state
        if state is None:
            return None
        return {
            "iteration": state.iteration,
            "work": cast(RunWork, state.work),
            "done": state.done,
            "all": state.all,
            "seconds": round(max(0.0, time.time() - state.since), 1),
        }

    def _read(self, stamp: _Stamp) -> None:
        progress = read_progress(self._folder)
        settings, trouble = _settings(self._folder / SETTINGS)
        iterations, matches = progress.iterations, progress.matches[-_MATCHES:]
        done = len(iterations)
        published = published_iteration(progress.matches)
        if published is None or not (settings.gate if settings else GateSettings()).every:
            published = done or None
        curve = elo_curve(progress.matches)
        listed = {one.iteration for one in matches}
        rating = next((point for point in curve if point.iteration == published), None)
        every = -(-done // _POINTS) or 1
        journals = _journals(self._folder)
        self._whole = {
            "id": self.id,
            "date": _time(_changed(stamp)),
            "trouble": trouble or progress.trouble,
            "running": False,
            "done": done,
            "published": published,
            "elo": rating,
            "settings": None if settings is None else _flat(asdict(settings)),
            "warm_start": None if progress.warm_start is None else _warm_start(progress.warm_start),
            "curve": [point for point in curve if point.iteration in listed],
            "matches": [self._match(one, journals) for one in matches],
            "more_matches": len(progress.matches) - len(matches),
            "every": every,
            # The last iteration is always listed.
            "iterations": [self._iteration(one, journals) for one in iterations[(done - 1) % every :: every]],
        }
        if settings is not None:
            self._whole["game"], self._whole["variant"] = settings.game, _variant(settings)
            self._whole["total"] = settings.iterations
            self._whole["finished"] = _finished(settings, progress)

    def _match(self, report: GateReport, journals: set[str]) -> RunMatchJson:
        return {
            "iteration": report.iteration,
            "against": report.against,
            "result": report.result,
            "published": report.published,
            "games": self._games(gate_name(report.iteration), journals),
            "older": [self._rating_match(report, one, journals) for one in report.older],
            "engines": [self._rating_match(report, one, journals) for one in report.engines],
        }

    def _rating_match(self, report: GateReport, match: RatingMatch, journals: set[str]) -> RatingMatchJson:
        games = self._games(gate_name(report.iteration, match.against), journals)
        return {"against": match.against, "result": match.result, "games": games}

    def _iteration(self, report: IterationReport, journals: set[str]) -> RunIterationJson:
        shown = self._games(self_play_name(report.iteration), journals)
        return {
            "iteration": report.iteration,
            "games": report.games,
            "decisive": report.decisive,
            "plies": report.plies,
            "policy_loss": report.policy_loss,
            "value_loss": report.value_loss,
            "positions": report.positions,
            "self_play_seconds": report.self_play_seconds,
            "learning_seconds": report.learning_seconds,
            "games_per_hour": report.games_per_hour,
            "positions_per_second": report.positions_per_second,
            "shown": shown,
            "shown_games": min(SHOWN, report.games) if shown else 0,
        }

    def _games(self, name: str, journals: set[str]) -> str | None:
        return f"{_PREFIX}{self.id}:{name}" if name in journals else None


def games_of(id: str) -> tuple[str, str] | None:
    """Return the run and the name of its games from an id with `_PREFIX`; None for any other id."""
    run, _, name = id.removeprefix(_PREFIX).rpartition(":")
    return (run, name) if id.startswith(_PREFIX) and run and is_games_name(name) else None


def _settings(path: Path) -> tuple[AnySettings | None, str]:
    """Return the settings in a file and an empty string; None and an error message if the file is bad."""
    try:
        values = json.loads(read_part(path, _LARGEST))
        if not isinstance(values, dict) or "game" not in values:
            raise ValueError("expected the settings of a run")
        return any_settings_of({name: value for name, value in values.items() if value is not None}), ""
    except OSError as error:
        return None, f"{path.name}: {reason_of(error)}"
    except (HexapodaError, ValueError, TypeError, RecursionError) as error:
        return None, f"{path.name}: {error}"[:300]


def _variant(settings: AnySettings) -> str:
    """Return the variant. If the settings omit it, return the default variant, or an empty string if the game
    is not installed.
    """
    with contextlib.suppress(HexapodaError):
        return str(find_game(settings.game).initial(settings.variant, settings.rules).variant)
    return settings.variant or ""


def _finished(settings: AnySettings, progress: RunProgress) -> bool:
    done = len(progress.iterations)
    last = progress.matches[-1].iteration if progress.matches else None
    return done >= settings.iterations and not settings.match_due(done, last)


def _warm_start(report: WarmReport) -> WarmStartJson:
    return {
        "games": report.games,
        "left_out": report.left_out,
        "positions": report.positions,
        "policy_loss": report.policy_loss,
        "value_loss": report.value_loss,
        "predicted": report.predicted,
        "seconds": report.seconds,
    }


def _flat(table: Mapping[str, object], where: str = "") -> dict[str, Setting]:
    """Return the settings of a table and its subtables by their full names, such as `gate.every`."""
    found: dict[str, Setting] = {}
    for name, value in table.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{where}{name}.")
        else:
            if isinstance(value, tuple):
                value = ", ".join(value)
            found[where + name] = cast(Setting, value)  # settings have no values of other types
    return found


def _journals(run: Path) -> set[str]:
    try:
        return set(os.listdir(games_folder(run)))  # noqa: PTH208 - only the names are needed
    except OSError:
        return set()


def _stamp_of(folder: Path) -> _Stamp:
    stamps = []
    for name in (SETTINGS, PROGRESS):
        try:
            state = (folder / name).stat()
        except (OSError, ValueError):
            stamps.append((0, 0, 0))
        else:
            stamps.append((state.st_mtime_ns, state.st_size, state.st_ino))
    return tuple(stamps)


def _changed(stamp: _Stamp) -> float:
    return min(max(nanoseconds for nanoseconds, _, _ in stamp) / 1e9, _LAST_TIME)


def _time(seconds: float) -> str:
    """Return a time as ISO 8601 in UTC."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="seconds")
