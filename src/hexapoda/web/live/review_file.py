"""`ReviewFile`: the file of a review, from which it goes on after a restart.

Owns the folder `web/reviews` of the data folder.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from hexapoda.analysis.review_passes import PassesState
from hexapoda.analysis.review_state import state_from_json, state_json
from hexapoda.data_folder import data_folder, write_atomically
from hexapoda.errors import InvalidGameError
from hexapoda.games import find_game
from hexapoda.record import GameRecord, GameTree

__all__ = ["SavedReview", "load_review", "save_review", "tidy_reviews"]


@dataclass(frozen=True, slots=True)
class SavedReview:
    """What a file holds: the game, how far its review is, and what is known."""

    tree: GameTree
    status: str
    trouble: str
    state: PassesState
    themes: dict[int, list[str]]
    """What the better moves would have done, by the ply of the error."""


def save_review(id: str, review: SavedReview) -> None:
    """Write the file of a review. Raises `OSError`."""
    content = {
        "record": review.tree.to_record().to_json(),
        "status": review.status,
        "trouble": review.trouble,
        "state": state_json(review.state),
        "themes": {str(ply): texts for ply, texts in review.themes.items()},
    }
    write_atomically(_path(id), json.dumps(content, ensure_ascii=False, allow_nan=False) + "\n")


def load_review(id: str) -> SavedReview:
    """Return the review with this id. Raises `OSError`, and `InvalidGameError` if the file is damaged."""
    found = _path(id).read_bytes()
    try:
        content = json.loads(found.decode("utf-8"))
        record = GameRecord.from_json(content["record"])
        themes = {int(ply): [str(one) for one in texts] for ply, texts in content["themes"].items()}
        return SavedReview(
            GameTree(find_game(record.game), record),
            str(content["status"]),
            str(content["trouble"]),
            state_from_json(content["state"]),
            themes,
        )
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise InvalidGameError(f"the saved review is damaged: {error}") from error


def tidy_reviews(most: int, *, keep: Collection[str] = ()) -> None:
    """Delete the oldest files until at most `most` are left. Reviews in `keep`, by id, stay."""
    found: list[tuple[float, Path]] = []
    for path in _folder().glob("*.json"):
        with contextlib.suppress(OSError):
            found.append((path.stat().st_mtime, path))
    surplus = max(len(found) - most, 0)
    for _, path in sorted(one for one in found if one[1].stem not in keep)[:surplus]:
        with contextlib.suppress(OSError):
            path.unlink()


def _folder() -> Path:
    return data_folder() / "web" / "reviews"


def _path(id: str) -> Path:
    return _folder() / f"{id}.json"
