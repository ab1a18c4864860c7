"""Which review a game has: `review_of` and `note_review`.

Owns the folder `web/reviewed` of the data folder: one small file for each game of an owner, named by a
hash of the game, with the id of its review. So a game that was played here and the same game in the library
have one review, which is found again from both.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

from hexapoda.data_folder import write_atomically
from hexapoda.record import GameTree
from hexapoda.web.live.review_file import review_folder

__all__ = ["forget_gone_reviews", "note_review", "review_of"]


def review_of(owner: str, tree: GameTree) -> str | None:
    """Return the id of an owner's review of a game; None if there is none. The review may be gone."""
    with contextlib.suppress(OSError):
        return _place(owner, tree).read_text("utf-8").strip()
    return None


def note_review(owner: str, tree: GameTree, id: str) -> None:
    """Note the review of a game. Without this note the game is reviewed anew."""
    place = _place(owner, tree)
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(place, id + "\n")


def forget_gone_reviews() -> None:
    """Delete the notes about reviews that are gone."""
    for place in _folder().glob("*.txt"):
        with contextlib.suppress(OSError):
            if not (review_folder() / f"{place.read_text('utf-8').strip()}.json").exists():
                place.unlink(missing_ok=True)


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
        [[player.name, player.engine] for player in header.players],
        header.date,
        [node.text for node in tree.main_line()],
    ]
    digest = hashlib.sha256(json.dumps(game, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()
    return _folder() / f"{digest[:32]}.txt"
