"""A game with variations as JSON for pages: the boards, moves, comments, glyphs and evaluations of its nodes.

To keep the JSON small, all nodes but the first have only the changes from their parent's board. A part of a
game that cannot be replayed is left out, and `faults` says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar, cast

from hexapoda.analysis.review_tree import read_remarks
from hexapoda.errors import HexapodaError
from hexapoda.games.page_files import PLAIN_BOARD, board_name
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.games.win_probability import SCALE, win_probability
from hexapoda.page.board_change import board_change
from hexapoda.page.opening_json import opening_of
from hexapoda.page.result_json import result_json
from hexapoda.record import Ending, GameRecord, GameTree, Mark, MoveRecord, Node
from hexapoda.record.repair import Repair
from hexapoda.record.replay import tree_of
from hexapoda.text.sentence import message_of

if TYPE_CHECKING:
    from pydantic import JsonValue

    from hexapoda.games.json_types import BoardJson
    from hexapoda.page.json_types import (
        FaultJson,
        ListedGameJson,
        MarkJson,
        NodeAnalysisJson,
        NodeJson,
        NodePlayedJson,
        NodeReviewJson,
        RecordJson,
        RepairJson,
    )

__all__ = ["MOST_NODES", "filled", "listed_game", "played_json", "record_json"]

_Fields = TypeVar("_Fields", bound=Mapping[str, object])

MOST_NODES = 5_000
"""The maximum number of nodes in a record for a page; even a whole book on an opening has fewer."""
_PATH = ("moves", "text")
"""The fields of a board that can be derived from the moves before it, and whose size grows with them."""


def listed_game(tree: GameTree) -> ListedGameJson:
    """Return a game as a row in a list of games."""
    header = tree.header
    return {
        "game": header.game,
        "variant": header.variant,
        "names": [player.name for player in header.players],
        "result": header.result if header.finished else None,
        "plies": sum(1 for _ in tree.main_line()),
        "date": header.date,
        "event": header.event,
    }


def record_json(game: GameTree | GameRecord, *, scale: float = SCALE) -> RecordJson:
    """Return a game as JSON. `scale` converts the scores of its analysis to win probabilities, as in
    `hexapoda.games.win_probability`. Raises `HexapodaError` if not even its start can be read.
    """
    tree = game if isinstance(game, GameTree) else tree_of(game)
    header = tree.header
    start = tree.start
    first, second = header.players
    faults = {str(fault) for fault in tree.faults}
    record: RecordJson = {
        "game": header.game,
        "variant": start.variant,
        "rules": dict(tree.game.rules_of(start)),
        "start": header.start,
        "names": (first.name, second.name) if first.name or second.name else None,
        "engines": (first.engine, second.engine) if first.engine or second.engine else None,
        "result": header.result if header.finished else None,
        "opening": opening_of(tree),
        "headers": _headers(header),
        "faults": [_fault(fault) for fault in tree.faults],
        "repairs": [_repair(repair) for repair in tree.repairs if repair.text not in faults],
        "nodes": [],
    }
    if header.source_name:  # without the folder of the file, which should stay private
        record["source"] = header.source_name
    if header.number != -1:
        record["number"] = header.number
    if header.seed is not None:
        record["seed"] = header.seed
    for node in _nodes(tree, start, scale):
        if len(record["nodes"]) == MOST_NODES:
            record["cut"] = True
            break
        record["nodes"].append(node)
    return record


def _nodes(tree: GameTree, position: Position, scale: float) -> Iterator[NodeJson]:
    """Yield the nodes, parents first. A single position is updated with push and pop."""
    game = tree.game
    board = game.board_json(position)
    # The evaluation of the start is for the player who would have moved before it.
    root: NodeJson = {"id": 0, "parent": None, "board": board}
    _annotate(root, tree.root, 1 - position.turn, scale)
    if (over := result_json(game, position)) is not None:
        root["result"] = over
    yield root
    path = [(tree.root, 0, _without_path(board))]
    plain = board_name(game) == PLAIN_BOARD  # this board shows the position as text
    for id, node in enumerate(tree.walk()):
        if node.parent is None:
            continue
        while path[-1][0] is not node.parent:
            path.pop()
            position.pop()
        _, parent, before = path[-1]
        player = position.turn
        move = game.recorded_move(position, node.text)
        found: NodeJson = {"id": id, "parent": parent, "move": game.move_json(position, move)}
        game.push_recorded(position, move)
        shown = game.board_json(position)
        after = _without_path(shown)
        found["change"] = board_change(before, {**after, "text": shown["text"]} if plain else after)
        _annotate(found, node, player, scale)
        if (over := result_json(game, position)) is not None:
            found["result"] = over
        path.append((node, id, after))
        yield found


def _without_path(board: BoardJson) -> dict[str, JsonValue]:
    return {key: cast("JsonValue", value) for key, value in board.items() if key not in _PATH}


def _annotate(found: NodeJson, node: Node, player: int, scale: float) -> None:
    """Add the comments, glyphs and evaluations of a node; `player` is the player who moved. `comment` is what
    people wrote; `comments` are all comments in the file, if they differ from it.
    """
    if node.marks:
        found["marks"] = [_mark(one) for one in node.marks]
    if node.nags:
        found["nags"] = sorted(node.nags)
        if node.glyphs:
            found["glyphs"] = node.glyphs
    comments, remarks = read_remarks(node)
    if comments:
        found["comment"] = "\n".join(comments)
    if node.comments not in ([], [found.get("comment")]):
        found["comments"] = node.comments
    if remarks is not None:
        review: NodeReviewJson = {
            "judgment": remarks.judgment,
            "best": remarks.best,
            "words": remarks.words,
            "reason": remarks.reason,
            "reply": list(remarks.reply),
        }
        found["review"] = filled(review)
    evaluation = node.evaluation
    if evaluation is not None:
        analysis: NodeAnalysisJson = {
            "score": evaluation.score,
            "win_in": evaluation.win_in,
            "depth": evaluation.depth,
        }
        if evaluation.score is not None or evaluation.win_in is not None:
            win = win_probability(evaluation.score, evaluation.win_in, scale)
            analysis["win"] = round(win if player == 0 else 1 - win, 4)
        found["analysis"] = analysis
    if node.played is not None and (played := played_json(node.played)):
        found["played"] = played


def played_json(move: MoveRecord) -> NodePlayedJson:
    """Return what the player reported with a move, as JSON."""
    found: NodePlayedJson = {"book": True} if move.book else {}
    if move.score is not None:
        found["score"] = move.score
    if move.win_in is not None:
        found["win_in"] = move.win_in
    if move.depth is not None:
        found["depth"] = move.depth
    if move.nodes is not None:
        found["nodes"] = move.nodes
    if move.time is not None:
        found["time"] = move.time
    return found


def _mark(mark: Mark) -> MarkJson:
    found: MarkJson = {
        "kind": mark.kind,
        "cells": list(mark.cells),
        "color": mark.color,
        "text": mark.text,
    }
    return filled(found)


def filled(fields: _Fields) -> _Fields:
    """Return an object without its empty fields: None, empty strings and empty lists."""
    return cast(_Fields, {name: value for name, value in fields.items() if value not in (None, "", [])})


def _headers(header: GameRecord) -> dict[str, str]:
    """Return the headers that a page shows for a game, besides the players and the result."""
    own = {"date": header.date, "event": header.event, "detail": header.detail}
    if header.ending is not Ending.UNKNOWN:
        own["ending"] = header.ending.value
    return {**dict(header.tags), **{name: text for name, text in own.items() if text}}


def _fault(error: HexapodaError) -> FaultJson:
    found: FaultJson = {
        "text": message_of(error),
        "line": getattr(error, "line", None),
        "ply": getattr(error, "ply", None),
    }
    return translated(filled(found))


def _repair(repair: Repair) -> RepairJson:
    found: RepairJson = {"kind": repair.kind, "text": repair.text, "line": repair.line, "ply": repair.ply}
    return translated(filled(found))
