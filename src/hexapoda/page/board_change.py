"""The difference between two boards as JSON, so that a record need not repeat the board after each move.

A change is a list of edits `[path, value]` and `[path, cut, put]`. The path leads to a part of the board. The
first form sets that part. The second edits a list: it removes the items with the indices `cut`, and then
inserts each `[index, item]` of `put`, in order. `static/record_boards.js` applies changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import JsonValue

    from hexapoda.page.json_types import ChangeJson, PathJson, SetJson, SpliceJson

__all__ = ["board_change"]

_LONGEST = 0.5
"""If the number of changed items exceeds two plus this share of the new list, the whole list is sent."""


def board_change(before: Mapping[str, JsonValue], after: Mapping[str, JsonValue]) -> ChangeJson:
    """Return the edits that turn `before` into `after`. A removed key is set to None."""
    edits: ChangeJson = []
    _compare([], before, after, edits)
    return edits


def _compare(
    path: PathJson, before: Mapping[str, JsonValue], after: Mapping[str, JsonValue], edits: ChangeJson
) -> None:
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if isinstance(old, dict) and isinstance(new, dict):
            _compare([*path, key], old, new, edits)
        elif isinstance(old, list) and isinstance(new, list):
            edits.append(_list_edit([*path, key], old, new))
        else:
            edits.append(([*path, key], new))


def _list_edit(path: PathJson, old: list[JsonValue], new: list[JsonValue]) -> SetJson | SpliceJson:
    """Return `[path, cut, put]`, or `[path, new]` if that is hardly longer or items were reordered."""
    first, old_end, new_end = 0, len(old), len(new)
    while first < min(old_end, new_end) and old[first] == new[first]:
        first += 1
    while min(old_end, new_end) > first and old[old_end - 1] == new[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    cut, added = list(range(old_end - first)), list(range(new_end - first))
    if cut and added:  # otherwise items were only added, or only removed
        olds, news = [repr(item) for item in old[first:old_end]], [repr(item) for item in new[first:new_end]]
        cut, stay = _split(olds, Counter(olds) - Counter(news))
        added, kept = _split(news, Counter(news) - Counter(olds))
        if stay != kept:
            return path, new
    if len(cut) + len(added) > 2 + _LONGEST * len(new):
        return path, new
    return path, [first + at for at in cut], [(first + at, new[first + at]) for at in added]


def _split(items: list[str], wanted: Counter[str]) -> tuple[list[int], list[str]]:
    """Return the indices of the wanted items, and the other items."""
    left = Counter(wanted)
    indices, rest = [], []
    for at, item in enumerate(items):
        if left[item]:
            left[item] -= 1
            indices.append(at)
        else:
            rest.append(item)
    return indices, rest
