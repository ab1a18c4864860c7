"""Exports or deletes everything that belongs to one owner: `export_lines`, `delete_all`.

This covers games and analyses in the store, games played on the server, reviews, exercises, puzzle progress
and the email address. When one player's data is deleted, a game between two people is kept for the other
player.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.files.file_lock import take_lock
from hexapoda.practice.collection import Collection, is_owner
from hexapoda.puzzles.progress import PuzzleProgress
from hexapoda.web.live.review_file import review_folder
from hexapoda.web.live.reviewed_games import notes_of
from hexapoda.web.live.room_file import archive_folder, owners_in, room_folder
from hexapoda.web.mail.subscription import delete_subscription, find_subscription

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["Deleted", "delete_all", "export_lines"]


@dataclass(frozen=True, slots=True)
class Deleted:
    """How much was deleted.

    Attributes:
        stored: games and analyses in the store.
        played: games that were played on the server.
        reviews: reviews of games.
        exercises: practice exercises.
        puzzles: 1 if there was puzzle progress.
        notices: 1 if there was an email address.
        open: games and reviews that were not deleted because a server had them open.
    """

    stored: int
    played: int
    reviews: int
    exercises: int
    puzzles: int
    notices: int
    open: int

    @property
    def things(self) -> int:
        """The total number of deleted items."""
        return self.stored + self.played + self.reviews + self.exercises + self.puzzles + self.notices


def export_lines(store: Store, owner: str, damaged: list[int]) -> Iterator[str]:
    """Yield a line of JSON for each item of an owner's data. Its `kind` is `game`, `analysis`, `played`,
    `review`, `exercise`, `puzzles` or `notices`. If an exercise or the puzzle progress is damaged, its line
    contains the text of the file. The secret keys of games are not exported. The numbers of unreadable games
    in the store are appended to `damaged`.
    """
    for found in store.export_owner(owner, damaged):
        yield _line(
            {"kind": found.kind, "id": found.id, "name": found.name, "updated": found.updated}
            | found.tree().to_json()
        )
    for path, content in _rooms(owner):
        shown = {name: value for name, value in content.items() if name not in ("keys", "web")}
        yield _line({"kind": "played", "id": path.stem, **shown})
    for note in notes_of(owner):
        with contextlib.suppress(OSError, ValueError):
            content = json.loads((review_folder() / f"{note.review}.json").read_text("utf-8"))
            sides = {name: side for name, side in content.get("sides", {}).items() if name == owner}
            yield _line({"kind": "review", "id": note.review, **content, "sides": sides})
    if (subscription := find_subscription(owner)) is not None:
        yield _line({"kind": "notices", "address": subscription.address, "confirmed": subscription.confirmed})
    if is_owner(owner):
        collection = Collection(owner)
        for card in collection.cards(removed=True):
            yield _line({"kind": "exercise", "id": card.id, **card.to_json()})
        for path in collection.faults:
            yield _line({"kind": "exercise", "id": path.stem, "damaged": _text_of(path)})
        path = PuzzleProgress.path(owner)
        if path.exists():
            try:
                yield _line({"kind": "puzzles", **PuzzleProgress.load(owner).to_json()})
            except UsageError:
                yield _line({"kind": "puzzles", "damaged": _text_of(path)})


def delete_all(store: Store, owner: str) -> Deleted:
    """Delete all of an owner's data, and remove the owner as a player from other people's reviews. Games and
    reviews that a server has open are kept.
    """
    stored = store.delete_owner(owner)
    played = reviews = left = 0
    for path, content in _rooms(owner):
        with _locked(path) as free:
            if not free:
                left += 1
                continue
            owners = owners_in(content.get("web"))
            if set(owners) <= {owner, ""}:
                path.unlink(missing_ok=True)
            else:
                web = content["web"]
                assert isinstance(web, dict)  # otherwise it would have no owners
                web["owners"] = ["" if one == owner else one for one in owners]
                write_atomically(path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
            played += 1
    for note in notes_of(owner):
        path = review_folder() / f"{note.review}.json"
        with _locked(path) as free:
            if not free:
                left += 1
                continue
            reviews += path.exists()
            path.unlink(missing_ok=True)
            note.path.unlink(missing_ok=True)
    for path, review in _played_reviews(owner):
        with _locked(path) as free:
            if not free:
                left += 1
                continue
            del review["sides"][owner]
            write_atomically(path, json.dumps(review, ensure_ascii=False, allow_nan=False) + "\n")
    exercises = Collection(owner).delete() if is_owner(owner) else 0
    puzzles = int(is_owner(owner) and PuzzleProgress.delete(owner))
    notices = int(delete_subscription(owner))
    return Deleted(stored, played, reviews, exercises, puzzles, notices, left)


def _played_reviews(owner: str) -> Iterator[tuple[Path, dict[str, dict[str, int]]]]:
    """Yield the path and content of each review that names an owner as one of the players."""
    for path in list(review_folder().glob("*.json")):
        with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):
            text = path.read_text("utf-8")
            if owner in text and owner in (content := json.loads(text)).get("sides", {}):
                yield path, content


def _rooms(owner: str) -> Iterator[tuple[Path, dict[str, object]]]:
    for path in (*room_folder().glob("*.json"), *archive_folder().glob("*.json")):
        with contextlib.suppress(OSError, ValueError, AttributeError):
            content = json.loads(path.read_text("utf-8"))
            if owner in owners_in(content.get("web")):
                yield path, content


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """Lock a file as the server does; yield whether the lock was free."""
    lock_path = path.with_suffix(".lock")
    lock = take_lock(lock_path)
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock_path.unlink(missing_ok=True)
            lock.release()


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _line(content: dict[str, object]) -> str:
    return json.dumps(content, ensure_ascii=True, allow_nan=False) + "\n"
