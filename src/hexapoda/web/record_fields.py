"""`RecordFields`: a game with variations in a request, and `read_tree`, which converts it to a tree.

A page can send back any game that it can open, so comments are limited only by the size of the whole request.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from hexapoda.analysis.review_tree import edited_comments
from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.page.record_json import MOST_NODES
from hexapoda.record import (
    Ending,
    GameRecord,
    GameTree,
    Mark,
    MoveEvaluation,
    MoveRecord,
    Node,
    PlayerRecord,
)
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.position_fields import LongText, MoveText, RuleText, named_game
from hexapoda.web.problem import Problem

__all__ = ["RecordFields", "read_tree"]

_WINNERS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}


class MoveFields(BaseModel):
    """A move as the server sends it; only its text is used."""

    move: MoveText


class AnalysisFields(BaseModel):
    """The evaluation of a move, from the point of view of the player who made it."""

    score: float | None = Field(default=None, allow_inf_nan=False)
    win_in: int | None = None
    depth: int | None = None


class PlayedFields(AnalysisFields):
    """The report of the engine that made the move."""

    nodes: int | None = None
    time: float | None = Field(default=None, ge=0, le=1e9, allow_inf_nan=False)
    book: bool = False


class MarkFields(BaseModel):
    """A mark on the board after a move."""

    kind: str = Field(max_length=40)
    cells: list[Annotated[str, StringConstraints(max_length=40)]] = Field(max_length=2)
    color: str = Field(default="", max_length=40)
    text: str = ""


class NodeFields(BaseModel):
    """A node of a record. Fields that follow from the moves, such as the board, are ignored."""

    id: int = Field(ge=0, le=10**9)
    parent: int | None = Field(default=None, ge=0, le=10**9)
    move: MoveText | MoveFields | None = None
    comment: str = Field(default="", description="The comment that people wrote.")
    comments: list[str] = Field(
        default_factory=list, description="All comments as in the file, including those of a review."
    )
    nags: list[Annotated[int, Field(ge=1, le=255)]] = Field(default_factory=list)
    marks: list[MarkFields] = Field(default_factory=list)
    analysis: AnalysisFields | None = None
    played: PlayedFields | None = None

    @property
    def text(self) -> str:
        """The text of the move; empty for the root."""
        return self.move.move if isinstance(self.move, MoveFields) else self.move or ""


class RecordFields(BaseModel):
    """A record in the form of `hexapoda.page.record_json`."""

    model_config = ConfigDict(extra="ignore")

    game: str = Field(max_length=40)
    variant: str | None = Field(default=None, max_length=40)
    rules: dict[RuleText, RuleText] = Field(default_factory=dict, max_length=20)
    start: LongText | None = None
    names: tuple[str, str] | None = None
    engines: tuple[str, str] | None = None
    result: Literal["1-0", "0-1", "1/2-1/2"] | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    source: str = ""
    number: int = -1
    seed: int | None = None
    nodes: list[NodeFields] = Field(max_length=MOST_NODES + 1)


def read_tree(fields: RecordFields) -> tuple[GameTree, dict[int, Node]]:
    """Return the tree that the fields describe, and its nodes by id. Raises `Problem` 400, which names the
    wrong node.
    """
    game = named_game(fields.game)
    try:
        tree = GameTree(game, _header(fields, game))
    except HexapodaError as error:
        raise Problem(400, message_of(error), "record") from None
    children: dict[int, list[NodeFields]] = {}
    known: set[int] = set()
    for item in fields.nodes:
        if item.id in known or (item.parent is not None and item.parent not in known):
            raise Problem(400, f"node {item.id} has no parent before it, or a duplicate id", "record.nodes")
        known.add(item.id)
        if item.parent is not None:
            children.setdefault(item.parent, []).append(item)
        elif len(known) > 1:
            raise Problem(400, f"node {item.id} has no parent: only the first node has none", "record.nodes")
    nodes = {item.id: tree.root for item in fields.nodes[:1]}
    for item in fields.nodes[:1]:
        _annotate(tree.root, item)
    position = tree.start
    path = [tree.root]
    todo = [(item, 0) for item in reversed(children.get(next(iter(nodes), 0), []))]
    while todo:
        item, depth = todo.pop()
        while len(path) > depth + 1:
            path.pop()
            position.pop()
        try:
            move = game.recorded_move(position, item.text)
            text = game.format_move(position, move)
            game.push_recorded(position, move)
        except HexapodaError as error:
            raise Problem(
                400,
                Sentence("node {id}, {text!r}: {why}", id=item.id, text=item.text, why=message_of(error)),
                "record.nodes",
                node=item.id,
            ) from None
        nodes[item.id] = _add(path[-1], text, item)
        path.append(nodes[item.id])
        todo += [(child, depth + 1) for child in reversed(children.get(item.id, []))]
    return tree, nodes


def _add(parent: Node, text: str, item: NodeFields) -> Node:
    node = parent.child(text)
    if node is None:
        reported = {} if item.played is None else item.played.model_dump()
        node = parent.add(MoveRecord(text, **reported))
    _annotate(node, item)
    return node


def _annotate(node: Node, item: NodeFields) -> None:
    """Add the annotations in the fields to a node. Raises `Problem` 400."""
    node.nags |= set(item.nags)
    node.comments += edited_comments(item.comments, item.comment)
    found = {} if item.analysis is None else item.analysis.model_dump(exclude_none=True)
    if found:
        node.evaluation = MoveEvaluation(**found)
    try:
        node.marks += [Mark(one.kind, tuple(one.cells), one.color, one.text) for one in item.marks]
    except HexapodaError as error:
        raise Problem(400, message_of(error), "record.nodes", node=item.id) from None


def _header(fields: RecordFields, game: Game) -> GameRecord:
    names, engines = fields.names or ("", ""), fields.engines or ("", "")
    headers = dict(fields.headers)
    ending = headers.get("ending", "")
    known = ending in {each.value for each in Ending}
    if known:
        del headers["ending"]
    return GameRecord(
        game.name,
        game.parse_variant(fields.variant) if fields.variant else game.variants[0],
        (PlayerRecord(names[0], engines[0]), PlayerRecord(names[1], engines[1])),
        (),
        None if fields.result is None else _WINNERS[fields.result],
        fields.result is not None,
        Ending(ending) if known else Ending.UNKNOWN,
        tuple(game.changed_rules(fields.rules).items()),
        fields.start,
        detail=headers.pop("detail", ""),
        date=headers.pop("date", ""),
        event=headers.pop("event", ""),
        source=fields.source,
        number=fields.number,
        seed=fields.seed,
        tags=tuple(headers.items()),
    )
