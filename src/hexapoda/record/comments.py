"""Comments on the main line of a record: a tag with a JSON list of pairs, each a ply and a text."""

from __future__ import annotations

import json
from dataclasses import replace

from hexapoda.errors import InvalidGameError
from hexapoda.record.game_record import GameRecord
from hexapoda.record.replay import tree_of
from hexapoda.record.tree import GameTree

__all__ = ["record_with_comments", "tree_with_comments"]

_COMMENTS = "Comments"
"""The name of the tag."""


def record_with_comments(tree: GameTree) -> GameRecord:
    """Return the record of a tree, with the comments of its main line in a tag."""
    record = tree.to_record()
    comments = [(node.ply, text) for node in (tree.root, *tree.main_line()) for text in node.comments]
    if not comments:
        return record
    return replace(record, tags=(*record.tags, (_COMMENTS, json.dumps(comments, ensure_ascii=False))))


def tree_with_comments(record: GameRecord) -> GameTree:
    """Return the tree of a record, with the comments in its tag. Raises `InvalidGameError`."""
    text = dict(record.tags).get(_COMMENTS, "[]")
    try:
        comments = [(int(ply), str(words)) for ply, words in json.loads(text)]
    except (TypeError, ValueError, RecursionError):
        raise InvalidGameError(
            f"the tag {_COMMENTS} is {text!r:.80}: expected a list of comments, each [ply, text]"
        ) from None
    tags = tuple(tag for tag in record.tags if tag[0] != _COMMENTS)
    tree = tree_of(replace(record, tags=tags))
    nodes = {node.ply: node for node in (tree.root, *tree.main_line())}
    for ply, words in comments:
        if ply in nodes:
            nodes[ply].comments.append(words)
    return tree
