"""`PuzzleProgress`: what the user has solved, which puzzles come back and when, and which one is next.

Owns the file `puzzles/progress.json` of the data folder. A solved puzzle moves one box up and comes back
later; a failed one begins again in the first box. The page keeps its own progress, by the same rules.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.puzzles.puzzle import HARDEST, Puzzle

__all__ = ["PuzzleCard", "PuzzleProgress"]

_MINUTE, _DAY = 60.0, 24 * 3600.0
PAUSES = (10 * _MINUTE, _DAY, 3 * _DAY, 7 * _DAY, 21 * _DAY, 60 * _DAY)
"""Seconds until a puzzle comes back, by box."""
_FIRST_LEVEL = 3.0
_SPREAD = 3.0
"""How many grades are between a puzzle that is solved half of the time and one that is solved by one in
eleven."""
_STEP = 0.6
_VERSION = 1


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """What is known about one puzzle.

    Attributes:
        box: 0 after a failure; each success moves it one up.
        due: when it comes back, in seconds since 1970.
        solved, failed: how often.
    """

    box: int = 0
    due: float = 0.0
    solved: int = 0
    failed: int = 0

    @property
    def state(self) -> str:
        """`solved` or `failed`, as the last attempt ended."""
        return "solved" if self.box else "failed"


@dataclass(slots=True)
class PuzzleProgress:
    """The progress of one user."""

    levels: dict[str, float] = field(default_factory=dict)
    """The level in each game, on the scale of the grades."""
    streak: int = 0
    """How many puzzles in a row were solved."""
    cards: dict[str, PuzzleCard] = field(default_factory=dict)
    """By the id of the puzzle."""

    @staticmethod
    def path() -> Path:
        """Return the file."""
        return data_folder() / "puzzles" / "progress.json"

    @classmethod
    def load(cls) -> PuzzleProgress:
        """Read the file; without one, nothing was solved. Raises `UsageError` for a damaged file."""
        path = cls.path()
        try:
            value = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError(f"cannot read {str(path)!r}: {error}") from None
        try:
            if value["version"] != _VERSION:
                raise ValueError(f"its version is {value['version']!r:.20}, expected {_VERSION}")
            cards = {str(id): _card(card) for id, card in value["cards"].items()}
            levels = {str(game): float(level) for game, level in value["levels"].items()}
            return cls(levels, int(value["streak"]), cards)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise UsageError(
                f"{str(path)!r} is damaged ({error}): repair or remove it to begin anew"
            ) from None

    def save(self) -> None:
        """Write the file atomically. Raises `OSError`."""
        cards = {id: asdict(card) for id, card in self.cards.items()}
        value = {"version": _VERSION, "levels": self.levels, "streak": self.streak, "cards": cards}
        write_atomically(self.path(), json.dumps(value, indent=1) + "\n")

    def level(self, game: str) -> float:
        """Return the level in a game."""
        return self.levels.get(game, _FIRST_LEVEL)

    def record(self, puzzle: Puzzle, solved: bool, now: float) -> None:
        """Count an attempt. `now`: seconds since 1970."""
        old = self.cards.get(puzzle.id, PuzzleCard())
        box = min(old.box + 1, len(PAUSES) - 1) if solved else 0
        self.cards[puzzle.id] = replace(
            old, box=box, due=now + PAUSES[box], solved=old.solved + solved, failed=old.failed + (not solved)
        )
        self.streak = self.streak + 1 if solved else 0
        level = self.level(puzzle.game)
        expected = 1 / (1 + 10 ** ((puzzle.grade - level) / _SPREAD))
        self.levels[puzzle.game] = min(float(HARDEST), max(1.0, level + _STEP * (solved - expected)))

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
    return PuzzleCard(box, float(value["due"]), solved, failed)
