"""Which review a game has: `review_of` and `note_review`.

Owns the folder `web/reviewed` of the data folder: one small file for each game of an owner, named by a hash
of its moves and its date, with the id of its review and the owner. So a game that was played here and the
same game in the library have one review, which is found again from both, whatever its players are called.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.files.data_folder import write_atomically
from hexapoda.record import GameTree
from hexapoda.web.live.review_file import review_folder

__all__ = ["ReviewNote", "note_review", "notes_of", "review_of"]


@dataclass(frozen=True, slots=True)
class ReviewNote:
    """That an owner has a review."""

    path: Path
    review: str
    """The id of the review."""
    owner: str


def review_of(owner: str, tree: GameTree) -> str | None:
    """Return the id of an owner's review of a game; None if there is none. The review may be gone."""
    note = _read(_place(owner, tree))
    return None if note is None else note.review


def note_review(owner: str, tree: GameTree, id: str) -> None:
    """Note the review of a game. Without this note the game is reviewed anew."""
    place = _place(owner, tree)
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(place, json.dumps({"review": id, "owner": owner}) + "\n")


def notes_of(owner: str) -> list[ReviewNote]:
    """Return the notes of one owner."""
    return [note for note in _notes() if note.owner == owner]


def _notes() -> Iterator[ReviewNote]:
    for place in list(_folder().glob("*.json")):
        note = _read(place)
        if note is not None:
            yield note


def _read(place: Path) -> ReviewNote | None:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        content = json.loads(place.read_text("utf-8"))
        return ReviewNote(place, str(content["review"]), str(content["owner"]))
    return None


def _folder() -> Path:
    return review_folder().parent / "reviewed"


def _place(owner: str, tree: GameTree) -> Path:
    header = tree.header
    game = [
        owner,
        header.game,
        header.variant,
        sorted(header.rules),
        header.start,
        header.date,
        [node.text for node in tree.main_line()],
    ]
    digest = hashlib.sha256(json.dumps(game, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()
    return _folder() / f"{digest[:32]}.json"
