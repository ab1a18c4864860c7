"""Lossless JSON for game trees: the header and a flat list of nodes.

The store and saved analyses share this format; `GameTree` replays the moves. In `nodes`, the root is number
0, every node comes after its parent, and the main continuation before the others. A node is an object, or
only the text of its move if it has nothing else. Its parent is the node before it in the list, unless
`parent` gives another number. The list is flat because JSON parsers limit the depth of nesting.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any

from hexapoda.errors import HexapodaError, InvalidGameError
from hexapoda.record.game_record import GameRecord, check_value, json_fault, move_from_json, move_json
from hexapoda.record.mark import Mark
from hexapoda.record.node import MoveEvaluation, Node
from hexapoda.text.sentence import Sentence

__all__ = ["MOST_NODES", "is_plain", "nodes_from_json", "nodes_json", "tree_from_json", "tree_json"]

MOST_NODES = 200_000
"""The maximum number of nodes in a tree besides the root; the largest published opening books have fewer."""
_EVALUATION = ("score", "win_in", "depth")
_EVALUATION_KINDS = ((float, int, NoneType), (int, NoneType), (int, NoneType))


def tree_json(header: GameRecord, root: Node) -> dict[str, Any]:
    """Return a tree as a JSON object. Raises `InvalidGameError` if it has more than `MOST_NODES` nodes."""
    found = header.to_json()
    del found["moves"]
    return {"header": found, "nodes": nodes_json(root)}


def tree_from_json(value: Mapping[str, Any] | str) -> tuple[GameRecord, Node]:
    """Return the header and the root of a tree from the output of `tree_json`, as an object or as text.
    Replays nothing. Raises `InvalidGameError`.
    """
    try:
        if isinstance(value, str):
            value = json.loads(value)
        if not isinstance(value, Mapping):
            raise ValueError(f"it is {value!r:.40}: expected an object")
        header, nodes = value["header"], value["nodes"]
        if not isinstance(header, Mapping):
            raise ValueError(f"the header is {header!r:.40}: expected an object")
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise InvalidGameError(f"not a game tree: {json_fault(error)}") from error
    return GameRecord.from_json({**header, "moves": ()}), nodes_from_json(nodes)


def is_plain(root: Node) -> bool:
    """Return whether a tree is only a line of moves, without variations or annotations."""
    node: Node | None = root
    while node is not None:
        if node.branches or _annotations(node):
            return False
        node = None if node.tail else node.next
    return True


def nodes_json(root: Node) -> list[Any]:
    """Return the nodes of a tree as a JSON list. Raises `InvalidGameError` if there are too many."""
    out: list[Any] = []
    numbers: dict[int, int] = {}
    for number, node in enumerate(root.walk()):
        if number > MOST_NODES:
            raise InvalidGameError(
                Sentence("a game has more than {most} moves and variations", most=MOST_NODES)
            )
        found: dict[str, Any] = {} if node.played is None else move_json(node.played)
        found |= _annotations(node)
        if node.parent is not None:
            parent = numbers[id(node.parent)]
            if parent != number - 1:
                found["parent"] = parent
        if not node.is_last:
            numbers[id(node)] = number
        out.append(found["move"] if len(found) == 1 and "move" in found else found)
    return out


def nodes_from_json(values: Any) -> Node:
    """Return the root of a tree from the output of `nodes_json`. Replays nothing. Raises
    `InvalidGameError`.
    """
    if not isinstance(values, Sequence) or isinstance(values, str) or not values:
        raise InvalidGameError(f"the nodes of a game tree are {values!r:.40}: expected a list with a root")
    if len(values) > MOST_NODES + 1:
        raise InvalidGameError(Sentence("a game has more than {most} moves and variations", most=MOST_NODES))
    nodes: list[Node] = []
    texts: dict[int, set[str]] = {}
    for number, value in enumerate(values):
        try:
            node = Node()
            if isinstance(value, str):
                value = {"move": value}
            elif not isinstance(value, Mapping):
                raise ValueError(f"it is {value!r:.40}: expected a move or an object")
            if number:
                node.played = move_from_json(value)
                if not node.text:
                    raise ValueError("its move is empty")
                _append(nodes, number, value.get("parent", number - 1), node, texts)
            _annotate(node, value)
        except HexapodaError as error:
            raise InvalidGameError(f"node {number} of a game tree: {error}") from error
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise InvalidGameError(f"node {number} of a game tree: {json_fault(error)}") from error
        nodes.append(node)
    return nodes[0]


def _append(nodes: Sequence[Node], number: int, place: Any, node: Node, texts: dict[int, set[str]]) -> None:
    """Make `node` the last continuation of node number `place`. `texts` has the moves after each node with
    several continuations, because comparing a hundred thousand siblings one by one would take minutes.
    """
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < number:
        raise ValueError(f"parent is {place!r:.40}: expected a number from 0 to {number - 1}")
    parent = nodes[place]
    if not parent.is_last:
        known = texts.setdefault(place, {parent.variations[0].text})
        if node.text in known:
            raise ValueError(f"the move {node.text!r:.40} is listed twice")
        known.add(node.text)
    node.parent = parent
    node.ply = parent.ply + 1
    parent.append(node)


def _annotations(node: Node) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if node.is_bare:
        return found
    if node.comments:
        found["comments"] = list(node.comments)
    if node.nags:
        found["nags"] = sorted(node.nags)
    if node.evaluation is not None:
        values = ((name, getattr(node.evaluation, name)) for name in _EVALUATION)
        known = {name: value for name, value in values if value is not None and math.isfinite(value)}
        if known:
            found["evaluation"] = known
    if node.marks:
        found["marks"] = [_mark_json(mark) for mark in node.marks]
    return found


def _mark_json(mark: Mark) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": mark.kind, "cells": list(mark.cells)}
    found |= {"color": mark.color} if mark.color else {}
    return found | ({"text": mark.text} if mark.text else {})


def _annotate(node: Node, value: Mapping[str, Any]) -> None:
    comments = value.get("comments", ())
    if isinstance(comments, str):
        raise ValueError(f"comments are {comments!r:.40}: expected a list of strings")
    for comment in comments:
        if not isinstance(comment, str):
            raise ValueError(f"a comment is {comment!r:.40}: expected a string")
        node.comments.append(comment)
    for nag in value.get("nags", ()):
        if isinstance(nag, bool) or not isinstance(nag, int) or not 1 <= nag <= 255:
            raise ValueError(f"a glyph is {nag!r:.40}: expected a number from 1 to 255")
        node.nags.add(nag)
    for mark in value.get("marks", ()):
        cells = tuple(map(str, mark["cells"]))
        node.marks.append(
            Mark(str(mark["kind"]), cells, str(mark.get("color", "")), str(mark.get("text", "")))
        )
    if "evaluation" in value:
        values = [value["evaluation"].get(name) for name in _EVALUATION]
        for name, number, kinds in zip(_EVALUATION, values, _EVALUATION_KINDS, strict=True):
            check_value(name, number, kinds)
        if any(number is not None for number in values):
            node.evaluation = MoveEvaluation(*values)
