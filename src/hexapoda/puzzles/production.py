"""`Production`: a run that makes a file of puzzles, and can be interrupted and resumed.

Writes the file and its companion, `FILE.state`, which lists the games searched so far. Both are replaced
atomically, and the companion is removed at the end. During the run, a lock, `FILE.lock`, keeps out other
processes.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.files.output_file import check_target
from hexapoda.puzzles.grading import graded
from hexapoda.puzzles.making import PuzzleMaker, PuzzleWishes, forced_wins_of
from hexapoda.puzzles.material import GameLine
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.puzzles.puzzle_file import read_puzzles, write_puzzles

__all__ = ["Production", "ProductionStep", "is_in_use"]

_SAVED = 10.0
"""Seconds between two saves while no new puzzle is found; a new puzzle is saved at once."""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class ProductionStep:
    """A progress report: a new puzzle, the error in a bad game, or, with neither, the end of a game."""

    games: int
    """How many games the run has reached, including those searched before it was resumed."""
    puzzle: Puzzle | None = None
    fault: InvalidGameError | None = None


class Production:
    """Makes the puzzles of one file. Until `close`, no other `Production` can use the file."""

    def __init__(
        self,
        target: Path,
        wishes: PuzzleWishes,
        *,
        tries: int,
        count: int | None = None,
        seconds: float | None = None,
        resume: bool = False,
        force: bool = False,
        stop: Any = None,
    ) -> None:
        """`tries`: how many times each level tries to solve a puzzle (0: no grading). `count`: the number of
        puzzles after which the run ends. `seconds`: its time limit. `stop`: a `StopToken` that interrupts it.

        Raises `UsageError` if the file cannot be written, if it exists and neither `resume` nor `force` is
        set, if another process is making its puzzles, or if the run cannot be resumed.
        """
        self._target = target
        self._state = target.with_name(f"{target.name}.state")
        self._wishes = wishes
        self._tries = tries
        self._count = count
        self._end = None if seconds is None else time.monotonic() + seconds
        self._stop = stop
        self._makers: dict[str, PuzzleMaker] = {}
        self.puzzles: dict[str, Puzzle] = {}
        self._done: set[str] = set()
        if not resume:
            check_target(target, force=force)
        elif not self._state.exists():
            raise _nothing_to_resume(self._state)
        try:
            self._lock = take_lock(_lock_path(target))
        except OSError as error:
            raise UsageError(f"cannot write {str(target)!r}: {error.strerror}") from None
        if self._lock is None:
            raise UsageError(f"another process is making the puzzles of {str(target)!r}")
        try:
            if resume:
                self._restore()
        except BaseException:
            self.close()
            raise
        self._saved = time.monotonic()

    def close(self) -> None:
        """Release the lock, so that another process can make the puzzles of this file."""
        lock, self._lock = self._lock, None
        if lock is not None:
            with contextlib.suppress(OSError):
                _lock_path(self._target).unlink()
            lock.release()  # only after unlinking, or the lock of another process could be deleted

    @property
    def going(self) -> bool:
        """Whether to go on: the run was not stopped, and has not reached its time limit or its count."""
        return not (
            (self._stop is not None and self._stop.stopped)
            or (self._end is not None and time.monotonic() > self._end)
            or self._has_enough
        )

    @property
    def _has_enough(self) -> bool:
        return self._count is not None and len(self.puzzles) >= self._count

    @property
    def interrupted(self) -> bool:
        """Whether the run was stopped by its `StopToken`, so that it can be resumed."""
        return self._stop is not None and bool(self._stop.stopped)

    def done(self, mark: str) -> bool:
        """Return whether the run has already searched the game with this mark."""
        return mark in self._done

    def run(
        self,
        games: Iterable[tuple[str, Callable[[], GameLine]] | InvalidGameError],
        wanted: Callable[[GameLine], bool] = lambda line: True,
    ) -> Iterator[ProductionStep]:
        """Make the puzzles of the `games` that are `wanted`, and yield reports. Each game is a pair of its
        mark and a function, which returns the game and is called only if the mark is new.
        """
        number = 0
        for entry in games:
            if not self.going:
                break
            if isinstance(entry, InvalidGameError):
                yield ProductionStep(number, fault=entry)
                continue
            mark, line = entry
            number += 1
            if mark in self._done:
                continue
            try:
                found = line()
                if wanted(found):
                    yield from self._search(number, found)
            except InvalidGameError as error:
                yield ProductionStep(number, fault=error)
            if self.going or not self.interrupted:
                self._done.add(mark)
            if time.monotonic() - self._saved > _SAVED:
                self.save()
            yield ProductionStep(number)

    def save(self) -> None:
        """Write the puzzles found so far, and the companion. Raises `UsageError`."""
        if self.puzzles:
            write_puzzles(self._target, self.puzzles.values(), force=True)
        state = {"version": _VERSION, "file": self._target.name, "done": sorted(self._done)}
        try:
            write_atomically(self._state, json.dumps(state) + "\n")
        except OSError as error:
            raise UsageError(f"cannot write {str(self._state)!r}: {error.strerror}") from None
        self._saved = time.monotonic()

    def finish(self) -> None:
        """Write the file and remove the companion. Raises `UsageError`."""
        self.save()
        self._state.unlink(missing_ok=True)

    def _search(self, number: int, line: GameLine) -> Iterator[ProductionStep]:
        maker = self._makers.get(line.game.name)
        if maker is None:
            maker = self._makers[line.game.name] = PuzzleMaker(line.game, self._wishes, self._stop)
        wins = forced_wins_of(line.game)
        for puzzle in maker.puzzles(line, lambda: self.going):
            if puzzle.id in self.puzzles:
                continue
            if self._tries:
                puzzle = graded(puzzle, wins, self._tries, lambda: not self.interrupted)
                if not puzzle.tries:
                    return  # interrupted: the resumed run searches the game again
            self.puzzles[puzzle.id] = puzzle
            self.save()
            yield ProductionStep(number, puzzle)
            if self.interrupted or self._has_enough:  # not at the time limit: puzzles already found are kept
                return

    def _restore(self) -> None:
        try:
            state = json.loads(self._state.read_text("utf-8"))
            if state["version"] != _VERSION:
                raise ValueError("it is from another version")
            self._done = {str(mark) for mark in state["done"]}
        except FileNotFoundError:
            raise _nothing_to_resume(self._state) from None
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(f"cannot resume from {str(self._state)!r}: {error}") from None
        if self._target.exists():
            try:
                self.puzzles = {puzzle.id: puzzle for puzzle in read_puzzles(self._target)}
            except HexapodaError as error:
                raise UsageError(f"cannot resume: {error}") from None


def is_in_use(target: Path) -> bool:
    """Return whether a process is making the puzzles of this file."""
    path = _lock_path(target)
    if not path.exists():
        return False
    try:
        lock = take_lock(path)
    except OSError:
        return False
    if lock is not None:
        lock.release()
    return lock is None


def _lock_path(target: Path) -> Path:
    return target.with_name(f"{target.name}.lock")


def _nothing_to_resume(state: Path) -> UsageError:
    return UsageError(f"there is nothing to resume: {str(state)!r} does not exist")
