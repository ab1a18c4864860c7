"""`Collection`: the cards of one person, each in its own file.

The files are in the folder `practice/OWNER` of the data folder. They are replaced atomically: if the process
is killed, the old or the new card remains. A damaged file costs one card. The folder's modification time
shows whether any card changed. A lock serializes the changes of several servers.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.data_folder import data_folder, write_atomically
from hexapoda.files.file_lock import hold_lock
from hexapoda.practice.card import Card, merged
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.memory import LATEST, AnswerRating, Memory
from hexapoda.text.sentence import Sentence

__all__ = ["MOST_CARDS", "AddedCards", "CardCount", "Collection", "is_owner"]

MOST_CARDS = 3000
"""The maximum number of cards per person, which take about 15 MB."""
_OWNER = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ID = re.compile(r"[0-9a-f]{16}")
_SETTLED = 2 * 10**9
"""Nanoseconds after which another change gives a folder a new modification time, on any file system."""
_PATIENCE = 10.0
"""Seconds to wait for the lock."""


@dataclass(frozen=True, slots=True)
class AddedCards:
    """The outcome of `Collection.add`.

    Attributes:
        new: how many cards were made.
        merged: how many exercises were merged with an existing card for the same position.
        left: how many exercises were skipped, for lack of room or because the card's file is damaged.
    """

    new: int = 0
    merged: int = 0
    left: int = 0


class Collection:
    """The cards of one person. Any thread may use it."""

    def __init__(self, owner: str, most: int = MOST_CARDS) -> None:
        """`owner`: the person's id, which names the folder; `most`: the maximum number of cards. Raises
        `UsageError` if `owner` is not a valid id.
        """
        if not is_owner(owner):
            raise UsageError(f"{owner[:80]!r} is not an owner id: expected letters, digits, - and _")
        self.owner = owner
        self._most = most
        self.folder = data_folder() / "practice" / owner
        self.faults: list[Path] = []
        """The files that were damaged or unreadable when the folder was last read."""
        self._version = 0
        self._known: dict[Path, tuple[tuple[int, int], Card]] = {}
        self._order: list[Card] = []
        self._seen: int | None = None
        """The folder's modification time when it was read; None if a later change might not alter it."""
        self._reading = threading.Lock()

    def cards(self, now: float | None = None, *, removed: bool = False) -> list[Card]:
        """Return the cards, the earliest due first; with `removed`, also the removed cards. Files that are
        damaged or cannot be read are skipped; `faults` lists them.
        """
        at = time.time() if now is None else now
        with self._reading:
            self._look()
            found = [_pulled_back(card, at) for card in self._order if removed or not card.removed]
        return sorted(found, key=_order)

    def version(self) -> int:
        """Return a number that grows when a card changes, even if another server changes it."""
        with self._reading:
            self._look()
            return self._version

    def card(self, id: str) -> Card:
        """Return a card, even if it is removed. Raises `UsageError` if there is none with this id,
        `InvalidGameError` if its file is damaged, and `OSError`.
        """
        if _ID.fullmatch(id):
            with contextlib.suppress(FileNotFoundError):
                return _pulled_back(_read(self._path(id)), time.time())
        raise UsageError(Sentence("there is no exercise {id!r}", id=id[:40]))

    def add(
        self, exercises: Iterable[Exercise], now: float | None = None, *, room: int | None = None
    ) -> AddedCards:
        """Add exercises. If `room` is given, make at most that many new cards. If the position
        already has a card, `merged` combines the two. Raises `OSError`.
        """
        at = _time(now)
        with self._changing():
            count = sum(1 for _ in self._paths())
            most = self._most if room is None else min(self._most, count + room)
            new = met = left = 0
            for exercise in exercises:
                old = self._old(exercise.id)
                if old is not None:
                    card = merged(old, exercise, at)
                    if card != old:
                        self._write(card)
                    met += 1
                elif self._path(exercise.id).exists() or count >= most:
                    left += 1  # a damaged file is not overwritten: the user may repair it
                else:
                    self._write(Card(exercise, Memory(at), at))
                    new, count = new + 1, count + 1
            return AddedCards(new, met, left)

    def answer(self, id: str, rating: AnswerRating, attempt: str, now: float | None = None) -> Card:
        """Count an answer, once per attempt, and return the new card. Raises what `card` raises."""
        self.card(id)  # before `_changing`, so that a wrong id creates no folder
        with self._changing():
            card = self.card(id)
            after = card.answered(rating, attempt, _time(now))
            if after != card:
                self._write(after)
            return after

    def set_removed(self, id: str, removed: bool) -> Card:
        """Remove a card or restore it, and return the new card. Raises what `card` raises."""
        self.card(id)
        with self._changing():
            card = replace(self.card(id), removed=removed)
            self._write(card)
            return card

    def withdraw(self, review: str, keep: int | None = None) -> int:
        """Withdraw a review as a source of all cards but those of player `keep`. This is for a user who first
        chose the wrong side of the game. Return how many cards changed. Raises `OSError`.

        A card without another source is deleted. If it was answered, it is only marked as removed, and comes
        back when a review finds its position again. Cards that the person removed stay as they are.
        """
        if not self.folder.is_dir():
            return 0
        with self._changing():
            count = 0
            for path in list(self._paths()):
                card = self._old(path.stem)
                if card is None or card.removed or card.exercise.player == keep:
                    continue
                if all(one.review != review for one in card.exercise.sources):
                    continue
                count += 1
                rest = tuple(one for one in card.exercise.sources if one.review != review)
                if rest or card.answers:
                    exercise = replace(card.exercise, sources=rest)
                    self._write(replace(card, exercise=exercise, removed=not rest))
                else:
                    path.unlink(missing_ok=True)
            return count

    def delete(self) -> int:
        """Delete all cards permanently and return how many there were. Raises `OSError`."""
        if not self.folder.is_dir():
            return 0
        with self._changing():
            count = sum(1 for _ in self._paths())
            for path in list(self._paths()):
                path.unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)
        return count

    def _look(self) -> None:
        """Read the files that changed since the folder was last read."""
        now = time.time_ns()
        try:
            changed = self.folder.stat().st_mtime_ns
        except OSError:
            changed = 0  # there is no folder yet
        if changed == self._seen:
            return
        found, faults = dict[Path, tuple[tuple[int, int], Card]](), list[Path]()
        for path in self._paths():
            try:
                state = path.stat()
                stamp = (state.st_mtime_ns, state.st_size)
                old = self._known.get(path)
                found[path] = old if old is not None and old[0] == stamp else (stamp, _read(path))
            except FileNotFoundError:
                pass  # it was just deleted
            except (InvalidGameError, OSError):
                faults.append(path)
        same = found.keys() == self._known.keys() and all(
            entry is self._known[path] for path, entry in found.items()
        )
        if not same or faults != self.faults:
            self._version += 1
            self._order = sorted((card for _, card in found.values()), key=_order)
        self._known, self.faults = found, faults
        self._seen = changed if now - changed > _SETTLED else None

    def _paths(self) -> Iterator[Path]:
        return self.folder.glob("[0-9a-f]*.json")

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}.json"

    def _old(self, id: str) -> Card | None:
        """Return the card with this id; None if there is none or it cannot be read."""
        with contextlib.suppress(OSError, InvalidGameError):
            return _pulled_back(_read(self._path(id)), time.time())
        return None

    def _write(self, card: Card) -> None:
        text = json.dumps(card.to_json(), ensure_ascii=False, allow_nan=False)
        write_atomically(self._path(card.id), text + "\n")

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Hold the folder's lock, against other threads and processes. Raises `OSError`, which includes a
        `TimeoutError` after `_PATIENCE` seconds.
        """
        with hold_lock(self.folder / "lock", _PATIENCE, "the exercises are in use"):
            yield


class CardCount:
    """Counts the cards of all owners. Reads only the folders that changed since the last count."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int]] = {}

    def count(self) -> int:
        """Return the number of card files, including removed cards. Any thread may call it."""
        found: dict[str, tuple[int, int]] = {}
        with contextlib.suppress(OSError), os.scandir(data_folder() / "practice") as folders:
            for folder in folders:
                with contextlib.suppress(OSError):  # it was just deleted, or is not a folder
                    changed = folder.stat().st_mtime_ns
                    known = self._known.get(folder.name)
                    if known is None or known[0] != changed:
                        known = (changed, sum(1 for _ in Path(folder).glob("*.json")))
                    found[folder.name] = known
        self._known = found
        return sum(count for _, count in found.values())


def is_owner(text: str) -> bool:
    """Return whether `text` is a valid owner id."""
    return _OWNER.fullmatch(text) is not None


def _time(now: float | None) -> float:
    """Return the time of a change: `now` or the current time, but at most `LATEST`."""
    return min(time.time() if now is None else now, LATEST)


def _pulled_back(card: Card, now: float) -> Card:
    """Return the card without the times that a wrong clock set: see `Memory.pulled_back`."""
    memory = card.memory.pulled_back(now)
    return card if memory is card.memory else replace(card, memory=memory)


def _order(card: Card) -> tuple[float, str]:
    return card.memory.due, card.id


def _refuse(constant: str) -> None:
    """Raise `ValueError` for NaN and infinity, which `_write` never writes."""
    raise ValueError(f"{constant} is not a finite number")


def _read(path: Path) -> Card:
    try:
        value = json.loads(path.read_bytes().decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise InvalidGameError(f"{path.name} is damaged: {error}") from None
    card = Card.from_json(value)
    if card.id != path.stem:
        raise InvalidGameError(f"{path.name} is damaged: it contains the exercise {card.id!r}")
    return card
