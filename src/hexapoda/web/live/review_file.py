"""`ReviewFile`: the file of a review, from which the review continues after a restart.

The folder `web/reviews` of the data folder contains one file for each review, and a lock file while a server
has the review in memory, so that two servers do not overwrite each other's work.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from filelock import BaseFileLock

from hexapoda.analysis.review_passes import PassesState
from hexapoda.analysis.review_state import state_from_json, state_json
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.games import find_game
from hexapoda.record import GameRecord, GameTree
from hexapoda.text.sentence import Sentence, sentence_from_json, sentence_json

__all__ = ["ReviewFile", "SavedReview", "review_folder", "review_status"]


@dataclass(frozen=True, slots=True)
class SavedReview:
    """The content of a file: the game, the status of its review, and the results so far."""

    tree: GameTree
    status: str
    trouble: str
    state: PassesState
    sides: dict[str, int] = field(default_factory=dict)
    """The player, 0 or 1, that each owner was in the game."""


class ReviewFile:
    """The file of one review. It is locked from the first `save` or `load` until `release`."""

    def __init__(self, id: str) -> None:
        """`id`: the id of the review, which names the file."""
        self.id = id
        self.path = review_folder() / f"{id}.json"
        self._lock: BaseFileLock | None = None
        self._released = False

    def save(self, review: SavedReview) -> None:
        """Write the file. Raises `OSError`, and `UsageError` if another server has the review open."""
        content = {
            "game": review.tree.to_json(),
            "status": review.status,
            "trouble": sentence_json(review.trouble),
            "state": state_json(review.state),
            "sides": review.sides,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._take()
        try:
            write_atomically(self.path, json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n")
        finally:
            if self._released:  # another thread released it during this save
                self.release()

    def load(self) -> SavedReview:
        """Return the saved review. Raises `OSError`, `UsageError` if another server has it open, and
        `InvalidGameError` if the file is damaged.
        """
        self.path.stat()  # raises if there is no file, before a lock file is created
        with contextlib.suppress(OSError):  # a read-only folder can still be read
            self._take()
        try:
            return _parsed(self.path.read_bytes())
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Unlock the file, so that another server can open the review."""
        self._released = True
        lock, self._lock = self._lock, None
        if lock is not None:
            _release(lock)

    def _take(self) -> None:
        if self._lock is None:
            self._lock = take_lock(_lock_path(self.path))
            if self._lock is None:
                raise UsageError(Sentence("another server has it open"))


def _parsed(found: bytes) -> SavedReview:
    try:
        content = json.loads(found.decode("utf-8"))
        if "game" in content:
            tree = GameTree.from_json(content["game"])
        else:  # saved by a version that did not keep variations
            record = GameRecord.from_json(content["record"])
            tree = GameTree(find_game(record.game), record)
        plies = tree.to_record().plies
        state = state_from_json(content["state"])
        for ply in {*state.moves, *state.deep}:
            if not 1 <= ply <= plies:
                raise ValueError(f"ply {ply} is not in the game: expected 1 to {plies}")
        sides = {str(owner): int(player) for owner, player in content.get("sides", {}).items()}
        if not {*sides.values()} <= {0, 1}:
            raise ValueError(f"'sides' is {sides!r:.80}: expected players 0 and 1")
        trouble = sentence_from_json(content["trouble"])
        return SavedReview(tree, str(content["status"]), trouble, state, sides)
    except (
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        OverflowError,
        RecursionError,
        UsageError,
    ) as error:
        raise InvalidGameError(f"the saved review is damaged: {error}") from error


def review_status(id: str) -> str | None:
    """Return the status of the review with this id, as saved in its file; None if the file cannot be read."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        content = json.loads((review_folder() / f"{id}.json").read_bytes())
        return str(content["status"])
    return None


def review_folder() -> Path:
    """Return the folder of the review files."""
    return data_folder() / "web" / "reviews"


def _lock_path(path: Path) -> Path:
    return path.with_suffix(".lock")


def _release(lock: BaseFileLock) -> None:
    with contextlib.suppress(OSError):
        Path(lock.lock_file).unlink()
    lock.release()  # only after unlinking, or another server's lock file could be deleted
