"""Comments on the main line of a record: a tag with a JSON list of pairs, each a ply and a text."""

from __future__ import annotations

import json

from hexapoda.errors import InvalidGameError
from hexapoda.record import GameRecord

__all__ = ["COMMENTS", "comments_of"]

COMMENTS = "Comments"
"""The name of the tag."""


def comments_of(game: GameRecord) -> tuple[tuple[int, str], ...]:
    """Return the comments of a record, each with the number of plies before it. Raises `InvalidGameError`."""
    text = dict(game.tags).get(COMMENTS, "[]")
    try:
        return tuple((int(ply), str(words)) for ply, words in json.loads(text))
    except (TypeError, ValueError, RecursionError):
        raise InvalidGameError(
            f"the tag {COMMENTS} is {text!r:.80}: expected a list of comments, each [ply, text]"
        ) from None
