"""The boards of a record, put together as `static/record_boards.js` does."""

from __future__ import annotations

import copy
from typing import Any

__all__ = ["boards", "changed"]


def boards(record: Any) -> list[Any]:
    """The board of each node."""
    found: list[Any] = []
    for node in record["nodes"]:
        if node["parent"] is None:
            found.append(node["board"])
            continue
        board = changed(found[node["parent"]], node["change"])
        board["moves"].append(node["move"]["move"])
        found.append(board)
    return found


def changed(board: Any, change: Any) -> Any:
    """A board after a change."""
    board = copy.deepcopy(board)
    for path, *edit in change:
        part = board
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = edit[0] if len(edit) == 1 else _edited(part[path[-1]], *edit)
    return board


def _edited(items: list[Any], cut: list[int], put: list[list[Any]]) -> list[Any]:
    left = [item for at, item in enumerate(items) if at not in cut]
    for at, item in put:
        left.insert(at, item)
    return left
