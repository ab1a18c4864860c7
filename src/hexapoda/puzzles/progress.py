"""`PuzzleProgress`: what a person has solved, which puzzles come back and when, and which one is next.

Owns the files: `puzzles/progress.json` of the data folder for its owner, and `puzzles/progress/OWNER.json`
for the visitors of a server. A solved puzzle moves one box up and comes back later; a failed one begins again
in the first box.
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
"""Seconds until a puzzle comes back, by box."""
_FIRST_LEVEL = 3.0
_SPREAD = 3.0
"""How many grades are between a puzzle that is solved half of the time and one that is solved by one in
eleven."""
_STEP = 0.6
_VERSION = 1
_PATIENCE = 10.0
"""Seconds to wait for another change."""


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """What is known about one puzzle.

    Attributes:
        box: 0 after a failure; each success moves it one up.
        due: when it comes back, in seconds since 1970.
        solved, failed: how often.
        attempt: the name of the last attempt, so that a repeated request does not count twice.
    """

    box: int = 0
    due: float = 0.0
    solved: int = 0
    failed: int = 0
    attempt: str = ""

    @property
    def state(self) -> str:
        """`solved` or `failed`, as the last attempt ended."""
        return "solved" if self.box else "failed"


@dataclass(slots=True)
class PuzzleProgress:
    """The progress of one person."""

    levels: dict[str, float] = field(default_factory=dict)
    """The level in each game, on the scale of the grades."""
    streak: int = 0
    """How many puzzles in a row were solved."""
    cards: dict[str, PuzzleCard] = field(default_factory=dict)
    """The cards by the id of the puzzle."""
    owner: str = DATA_OWNER

    @staticmethod
    def path(owner: str = DATA_OWNER) -> Path:
        """Return the file of an owner."""
        folder = data_folder() / "puzzles"
        return folder / "progress.json" if owner == DATA_OWNER else folder / "progress" / f"{owner}.json"

    @classmethod
    @contextlib.contextmanager
    def changing(cls, owner: str = DATA_OWNER) -> Iterator[PuzzleProgress]:
        """Yield the progress of an owner, which is saved at the end. Others wait meanwhile. Raises
        `UsageError` for a damaged file, and `OSError`, also if it takes too long.
        """
        with cls._alone(owner):
            progress = cls.load(owner)
            yield progress
            progress.save()

    @classmethod
    def delete(cls, owner: str = DATA_OWNER) -> bool:
        """Delete the progress of an owner for good; return whether there was one. Raises `OSError`."""
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
        """Keep other changes out, of this process and of others. Raises `OSError`, also if it takes too
        long.
        """
        path = cls.path(owner)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(path.with_suffix(".lock"), timeout=_PATIENCE, thread_local=False):
                yield
        except Timeout:
            raise TimeoutError(errno.ETIMEDOUT, "the progress in puzzles is in use", str(path)) from None

    @classmethod
    def load(cls, owner: str = DATA_OWNER) -> PuzzleProgress:
        """Read the file of an owner; without one, nothing was solved. Raises `UsageError` for a damaged
        file.
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
                f"{str(path)!r} is damaged ({error}): repair or remove it to begin anew"
            ) from None

    def save(self) -> None:
        """Write the file atomically. Raises `OSError`."""
        write_atomically(self.path(self.owner), json.dumps(self.to_json(), indent=1) + "\n")

    def to_json(self) -> dict[str, Any]:
        """Return what the file holds."""
        cards = {id: asdict(card) for id, card in self.cards.items()}
        return {"version": _VERSION, "levels": self.levels, "streak": self.streak, "cards": cards}

    def level(self, game: str) -> float:
        """Return the level in a game."""
        return self.levels.get(game, _FIRST_LEVEL)

    def record(self, puzzle: Puzzle, solved: bool, now: float, attempt: str = "") -> None:
        """Count an attempt, once if it has a name. `now`: seconds since 1970."""
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
        """Add what a person has done elsewhere: of each puzzle, the card with more attempts stays. To merge
        the same twice changes nothing.
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
        """Return the puzzle to solve next: one that is due, else a new one whose grade is closest to the
        level, else the one that is due first. `shown`: not this one, if there is another.
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
        raise ValueError(f"{number} is no number to count with")
    return number
