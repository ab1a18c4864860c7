"""`Matches`: the matches in a folder, for the pages that list and watch them.

Finds the matches, keeps a few of them in memory, and limits how long a request may read. The name that a page
sends is looked up among the existing folders, and never becomes a path.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from pathlib import Path

from hexapoda.arena.journal import match_folder
from hexapoda.games import DEFAULT_GAME, find_game
from hexapoda.text.sentence import Sentence, reason_of
from hexapoda.web.answers.match import MatchRowJson
from hexapoda.web.matches.watched_match import WatchedMatch
from hexapoda.web.problem import Problem
from hexapoda.web.runs.runs import Runs
from hexapoda.web.runs.watched_run import games_of
from hexapoda.web.settings import WebSettings
from hexapoda.web.versioned_json import compact_json, versioned_json

__all__ = ["Matches"]

_SETTINGS, _GAMES, _RUNNING = "settings.json", "games.jsonl", "running.json"
_SECONDS = 0.5
"""Seconds that a request may spend reading. A long journal takes several requests, and the page shows the
progress.
"""
_KEPT = 8
"""The maximum number of matches in memory. A match with 10,000 games takes about 10 MB."""
_BRIEFS = 500
"""The maximum number of matches whose rows in the list are cached."""
_Stamp = tuple[tuple[int, int], ...]
"""The modification time and the size of each file of a match."""


class Matches:
    """The matches of one folder. Any thread may use it; calls run one at a time."""

    def __init__(self, settings: WebSettings, runs: Runs) -> None:
        """`settings`: the folder, and whether pages may show it; `runs`: the training runs, whose matches are
        not in the list.
        """
        self._settings, self._runs = settings, runs
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, WatchedMatch] = OrderedDict()
        self._briefs: OrderedDict[str, tuple[_Stamp, MatchRowJson]] = OrderedDict()

    def list_json(self, offset: int, limit: int, since: str) -> bytes:
        """Return up to `limit` matches after the first `offset` as JSON, the most recently changed first. If
        `since` is still the version of the list, return only the version. Raises `Problem`.
        """
        with self._lock:
            found, trouble = self._found()
            until = time.monotonic() + _SECONDS
            answer = {
                "matches": [
                    self._brief(folder, stamp, until) for folder, stamp in found[offset : offset + limit]
                ],
                "total": len(found),
                "offset": offset,
                "trouble": trouble,
                "command": _command(),
            }
        return versioned_json(answer, since)

    def match_json(self, id: str, since: str) -> bytes:
        """Return a match and its running games as JSON. If `since` is the current version of the match, the
        match is left out. Raises `Problem`.
        """
        with self._lock:
            match = self._find(id)
            whole = match.match_json()
            running = match.running_json()
            version = match.version
        answer = {"id": match.id, "version": version, "running": running}
        return compact_json({**answer, "match": None if version == since else whole})

    def games_json(self, id: str, offset: int, limit: int, only: str) -> bytes:
        """Return some games of a match as JSON. Raises `Problem`."""
        with self._lock:
            return compact_json(self._find(id).games_json(offset, limit, only))

    def game_json(self, id: str, number: int) -> bytes:
        """Return one game of a match as JSON. Raises `Problem`."""
        with self._lock:
            return compact_json(self._find(id).game_json(number))

    # ---- the folder --------------------------------------------------------------------------------

    def _found(self) -> tuple[list[tuple[Path, _Stamp]], str]:
        """Return the folders of the matches with their stamps, the latest first, and an error message, which
        is empty if their parent folder can be read. Raises `Problem` if pages may not see that folder.
        """
        if not self._settings.shows_matches:
            raise Problem(
                403, Sentence("this server does not show its matches: start it with --matches to show them")
            )
        found: list[tuple[Path, _Stamp]] = []
        try:
            for folder in (self._settings.matches or match_folder()).iterdir():
                stamp = tuple(_stamp(folder / name) for name in (_SETTINGS, _GAMES, _RUNNING))
                if stamp[0] != (0, 0):
                    found.append((folder, stamp))
        except FileNotFoundError:
            pass  # no match has been played yet
        except OSError as error:
            return [], f"the folder of matches cannot be read: {reason_of(error)}"
        return sorted(found, key=lambda each: (max(time for time, _ in each[1]), each[0].name))[::-1], ""

    def _find(self, id: str) -> WatchedMatch:
        """Return a match after reading its new data. Raises `Problem`."""
        if (named := games_of(id)) is not None:
            match = self._match(self._runs.games_folder(*named), id)
            match.update(_SECONDS)
            return match
        folder = next((folder for folder, _ in self._found()[0] if folder.name == id), None)
        if folder is None:
            raise Problem(404, Sentence("there is no match {id!r}", id=id[:100]))
        match = self._match(folder, id)
        match.update(_SECONDS)
        return match

    def _match(self, folder: Path, id: str) -> WatchedMatch:
        match = self._kept.get(id)
        if match is None:
            match = self._kept[id] = WatchedMatch(folder, id)
        self._kept.move_to_end(id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return match

    def _brief(self, folder: Path, stamp: _Stamp, until: float) -> MatchRowJson:
        known = self._briefs.get(folder.name)
        # A match that is listed as running may have been killed, and a kill changes no file.
        if known is None or known[0] != stamp or known[1]["running"] or known[1]["share"] < 1:
            left = until - time.monotonic()
            # When the time is up, read little more than the settings, and do not keep the match: it must not
            # evict the one that is being read.
            match = self._match(folder, folder.name) if left > 0 else WatchedMatch(folder, folder.name)
            match.update(max(left, 0.0))
            known = self._briefs[folder.name] = (stamp, match.brief_json())
        self._briefs.move_to_end(folder.name)
        while len(self._briefs) > _BRIEFS:
            self._briefs.popitem(last=False)
        return known[1]


def _stamp(path: Path) -> tuple[int, int]:
    try:
        state = path.stat()
    except (OSError, ValueError):
        return (0, 0)
    return (state.st_mtime_ns, state.st_size)


def _command() -> str:
    """Return an example of a command that plays a match: the default engine against another engine."""
    game = find_game(DEFAULT_GAME)
    best = game.default_engine
    other = next((name for name in game.engines if name != best), best)
    return f"hexapoda match {best} {other} --games 20 --time 0.5"
