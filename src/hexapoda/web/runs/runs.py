"""`Runs`: the training runs in a folder, as pages list and watch them.

Finds the runs, and keeps a limited number of them in memory. The name that a page sends is looked up among
the existing folders, and never becomes a path.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

from hexapoda.games import find_game, game_names
from hexapoda.text.sentence import Sentence, reason_of
from hexapoda.train.run_folder import games_folder, runs_folder
from hexapoda.web.problem import Problem
from hexapoda.web.runs.watched_run import WatchedRun
from hexapoda.web.settings import WebSettings
from hexapoda.web.versioned_json import compact_json, version_of, versioned_json

__all__ = ["Runs"]

_KEPT = 50
"""The maximum number of runs in memory and in the list. A run with 1,000 iterations takes about 1 MB."""


class Runs:
    """The runs of one folder. Any thread may use it; calls run one at a time."""

    def __init__(self, settings: WebSettings) -> None:
        """`settings`: the folder, and whether pages may see it."""
        self._settings = settings
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, WatchedRun] = OrderedDict()

    def list_json(self, since: str) -> bytes:
        """Return up to 50 runs as JSON, the most recently changed first. If `since` is still the version of
        the list, return only the version. Raises `Problem`.
        """
        with self._lock:
            found, trouble = self._found()
            name, text = _example()
            answer = {
                "runs": [self._run(folder).brief_json() for folder in found[:_KEPT]],
                "total": len(found),
                "trouble": trouble,
                "config": {"name": name, "text": text},
                "command": f"hexapoda train {name}",
            }
        return versioned_json(answer, since)

    def run_json(self, id: str, since: str) -> bytes:
        """Return a run and its current work as JSON, without the run if `since` is still its version.
        Raises `Problem`.
        """
        with self._lock:
            run = self._run(self._find(id))
            whole, now = run.run_json(), run.now_json()
        version = version_of(whole)
        return compact_json(
            {"id": id, "version": version, "now": now, "run": None if version == since else whole}
        )

    def games_folder(self, id: str, name: str) -> Path:
        """Return the folder with the journal of a run's games of this name, such as the self-play of one
        iteration. Raises `Problem`.
        """
        folder = games_folder(self._find(id)) / name
        if not folder.is_dir():
            raise Problem(
                404, Sentence("the training run {id!r} has no games {name!r}", id=id[:100], name=name)
            )
        return folder

    def _found(self) -> tuple[list[Path], str]:
        """Return the folders of the runs, the latest first, and an error message, which is empty if their
        parent folder can be read. Raises `Problem` if pages may not see that folder.
        """
        if not self._settings.shows_runs:
            raise Problem(
                403,
                Sentence("this server does not show training runs: start it with --runs to show them"),
            )
        found: list[tuple[float, Path]] = []
        try:
            for folder in (self._settings.runs or runs_folder()).iterdir():
                if (changed := WatchedRun.changed(folder)) is not None and _is_text(folder.name):
                    found.append((changed, folder))
        except FileNotFoundError:
            pass  # nothing has been trained yet
        except OSError as error:
            return [], f"the folder of runs cannot be read: {reason_of(error)}"
        return [folder for _, folder in sorted(found, reverse=True)], ""

    def _find(self, id: str) -> Path:
        folder = next((folder for folder in self._found()[0] if folder.name == id), None)
        if folder is None:
            raise Problem(404, Sentence("there is no training run {id!r}", id=id[:100]))
        return folder

    def _run(self, folder: Path) -> WatchedRun:
        """Return a run after reading its new data."""
        run = self._kept.get(folder.name)
        if run is None:
            run = self._kept[folder.name] = WatchedRun(folder)
        self._kept.move_to_end(folder.name)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        run.update()
        return run


def _example() -> tuple[str, str]:
    """Return the name and the text of a small settings file for a first try."""
    game = next(game for name in game_names() if (game := find_game(name)).quick_variant)
    variant = game.quick_variant
    return f"{game.name}-{variant}.toml", f'game = "{game.name}"\nvariant = "{variant}"\n'


def _is_text(name: str) -> bool:
    """Return whether pages can name a folder, whose name may contain bytes that are not text."""
    return name.isprintable()
