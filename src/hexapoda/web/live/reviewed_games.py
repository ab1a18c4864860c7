"""Records which review belongs to a game: `review_of` and `note_review`.

The folder `web/reviewed` of the data folder contains a small file for each reviewed game of an owner, with
the owner and the id of the review. The file name is a hash of the owner, the game, its variant, rules, start,
date and moves. It does not depend on the players' names, so a game that was played here and its copy in the
library share a review.
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
    """A record of which review an owner has of a game."""

    path: Path
    review: str
    """The id of the review."""
    owner: str


def review_of(owner: str, tree: GameTree) -> str | None:
    """Return the id of an owner's review of a game, which may have been deleted; None if there is none."""
    note = _read(_path(owner, tree))
    return None if note is None else note.review


def note_review(owner: str, tree: GameTree, id: str) -> None:
    """Record an owner's review of a game. If this fails, the game is reviewed again on the next request."""
    path = _path(owner, tree)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps({"review": id, "owner": owner}) + "\n")


def notes_of(owner: str) -> list[ReviewNote]:
    """Return all notes of one owner."""
    return [note for note in _notes() if note.owner == owner]


def _notes() -> Iterator[ReviewNote]:
    for path in list(_folder().glob("*.json")):
        note = _read(path)
        if note is not None:
            yield note


def _read(path: Path) -> ReviewNote | None:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        content = json.loads(path.read_text("utf-8"))
        return ReviewNote(path, str(content["review"]), str(content["owner"]))
    return None


def _folder() -> Path:
    return review_folder().parent / "reviewed"


def _path(owner: str, tree: GameTree) -> Path:
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
