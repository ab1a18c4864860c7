"""`PuzzleProgress`: which puzzles a person solved, when each comes back, and which one is next.

The data folder contains `puzzles/progress.json` for its owner, and `puzzles/progress/OWNER.json` for each
visitor of a server. A solved puzzle moves up one box and comes back later; a failed one starts again in the
first box.
"""

from __future__ import annotations

import contextlib
import errno
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import DATA_OWNER, data_folder, write_atomically
from hexapoda.puzzles.puzzle import HARDEST, Puzzle

__all__ = ["PAUSES", "PuzzleCard", "PuzzleProgress"]

_MINUTE, _DAY = 60.0, 24 * 3600.0
PAUSES = (10 * _MINUTE, _DAY, 3 * _DAY, 7 * _DAY, 21 * _DAY, 60 * _DAY)
"""The seconds until a puzzle comes back, by box."""
_FIRST_LEVEL = 3.0
_SPREAD = 3.0
"""A puzzle this many grades above the person's level is expected to be solved once in eleven attempts."""
_STEP = 0.6
"""The maximum change of the level after one attempt."""
_VERSION = 1
_PATIENCE = 10.0
"""Seconds to wait for the lock."""


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """A person's progress with one puzzle.

    Attributes:
        box: 0 after a failure; each success raises it by one, up to the last box.
        due: when the puzzle comes back, in seconds since 1970.
        solved, failed: how often the person solved it and failed.
        attempt: the name of the last attempt, so that a repeated request does not count twice.
    """

    box: int = 0
    due: float = 0.0
    solved: int = 0
    failed: int = 0
    attempt: str = ""

    @property
    def state(self) -> str:
        """How the last attempt ended: `solved` or `failed`."""
        return "solved" if self.box else "failed"


@dataclass(slots=True)
class PuzzleProgress:
    """The progress of one person."""

    levels: dict[str, float] = field(default_factory=dict)
    """The person's level in each game, on the scale of the grades."""
    streak: int = 0
    """How many puzzles were solved in a row since the last failure."""
    cards: dict[str, PuzzleCard] = field(default_factory=dict)
    """The cards, by the ids of the puzzles."""
    owner: str = DATA_OWNER

    @staticmethod
    def path(owner: str = DATA_OWNER) -> Path:
        """Return the path of an owner's file."""
        folder = data_folder() / "puzzles"
        return folder / "progress.json" if owner == DATA_OWNER else folder / "progress" / f"{owner}.json"

    @classmethod
    @contextlib.contextmanager
    def changing(cls, owner: str = DATA_OWNER) -> Iterator[PuzzleProgress]:
        """Yield an owner's progress under a lock, and save it if the block ends without an error. Raises
        `UsageError` for a damaged file, and `OSError`, such as `TimeoutError` if the lock is not released in
        time.
        """
        with cls._alone(owner):
            progress = cls.load(owner)
            yield progress
            progress.save()

    @classmethod
    def delete(cls, owner: str = DATA_OWNER) -> bool:
        """Delete an owner's progress permanently. Return whether there was one. Raises `OSError`."""
        path = cls.path(owner)
        if not path.exists():
            return False
        with cls._alone(owner):
            path.unlink(missing_ok=True)
            path.with_suffix(".lock").unlink(missing_ok=True)
        return True

    @classmethod
    @contextlib.contextmanager
    def _alone(cls, owner: str) -> Iterator[None]:
        """Hold the lock of an owner's file, against other threads and processes. Raises `OSError`, such as
        `TimeoutError` if the lock is not released within `_PATIENCE` seconds.
        """
        path = cls.path(owner)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(path.with_suffix(".lock"), timeout=_PATIENCE, thread_local=False):
                yield
        except Timeout:
            raise TimeoutError(errno.ETIMEDOUT, "the puzzle progress is in use", str(path)) from None

    @classmethod
    def load(cls, owner: str = DATA_OWNER) -> PuzzleProgress:
        """Return an owner's progress, which is empty if there is no file. Raises `UsageError` for a file that
        is damaged or cannot be read.
        """
        path = cls.path(owner)
        try:
            value = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return cls(owner=owner)
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError(f"cannot read {str(path)!r}: {error}") from None
        try:
            if value["version"] != _VERSION:
                raise ValueError(f"its version is {value['version']!r:.20}, expected {_VERSION}")
            cards = {str(id): _card(card) for id, card in value["cards"].items()}
            levels = {str(game): _finite(level) for game, level in value["levels"].items()}
            return cls(levels, int(value["streak"]), cards, owner)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise UsageError(
                f"{str(path)!r} is damaged ({error}): repair it, or remove it to start over"
            ) from None

    def save(self) -> None:
        """Write the file atomically. Raises `OSError`."""
        write_atomically(self.path(self.owner), json.dumps(self.to_json(), indent=1) + "\n")

    def to_json(self) -> dict[str, Any]:
        """Return the contents of the file as a JSON object."""
        cards = {id: asdict(card) for id, card in self.cards.items()}
        return {"version": _VERSION, "levels": self.levels, "streak": self.streak, "cards": cards}

    def level(self, game: str) -> float:
        """Return the person's level in a game, on the scale of the grades."""
        return self.levels.get(game, _FIRST_LEVEL)

    def record(self, puzzle: Puzzle, solved: bool, now: float, attempt: str = "") -> None:
        """Count the result of an attempt, unless it has the name of the last attempt at this puzzle. `now`:
        seconds since 1970.
        """
        old = self.cards.get(puzzle.id, PuzzleCard())
        if attempt and attempt == old.attempt:
            return
        box = min(old.box + 1, len(PAUSES) - 1) if solved else 0
        self.cards[puzzle.id] = PuzzleCard(
            box, now + PAUSES[box], old.solved + solved, old.failed + (not solved), attempt
        )
        self.streak = self.streak + 1 if solved else 0
        level = self.level(puzzle.game)
        expected = 1 / (1 + 10 ** ((puzzle.grade - level) / _SPREAD))
        self.levels[puzzle.game] = min(float(HARDEST), max(1.0, level + _STEP * (solved - expected)))

    def merge(self, other: PuzzleProgress) -> None:
        """Add the progress that the person made elsewhere: of two cards for a puzzle, keep the one with more
        attempts. Merging the same progress twice changes nothing.
        """
        if not self.cards:
            self.streak = other.streak
        for id, card in other.cards.items():
            own = self.cards.get(id, PuzzleCard())
            if own.solved + own.failed < card.solved + card.failed:
                self.cards[id] = card
        for game, level in other.levels.items():
            self.levels.setdefault(game, level)

    def next(self, puzzles: Iterable[Puzzle], now: float, shown: str = "") -> Puzzle | None:
        """Return the puzzle to solve next: the one that has been due longest, else the new one whose grade is
        closest to the person's level, else the one that is due first. None if there are no puzzles. `shown`:
        the id of the puzzle on the screen, which is returned only if there is no other.
        """
        every = list(puzzles)
        pool = [puzzle for puzzle in every if puzzle.id != shown] or every
        seen = sorted(
            (puzzle for puzzle in pool if puzzle.id in self.cards), key=lambda each: self.cards[each.id].due
        )
        if seen and self.cards[seen[0].id].due <= now:
            return seen[0]
        fresh = [puzzle for puzzle in pool if puzzle.id not in self.cards]
        if fresh:
            return min(
                fresh, key=lambda each: (abs(each.grade - self.level(each.game)), each.length, each.id)
            )
        return seen[0] if seen else None


def _card(value: Any) -> PuzzleCard:
    box, solved, failed = int(value["box"]), int(value["solved"]), int(value["failed"])
    if not 0 <= box < len(PAUSES) or solved < 0 or failed < 0:
        raise ValueError(f"a card has box {box}")
    return PuzzleCard(box, _finite(value["due"]), solved, failed, str(value.get("attempt", "")))


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{number} is not finite")
    return number
