"""`RecordFields`: a game with variations as a page sends it, and the tree that it describes."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from hexapoda.analysis.review_tree import ReviewRemarks, write_remarks
from hexapoda.errors import HexapodaError
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
from hexapoda.sentence import Sentence, message_of
from hexapoda.web.position_fields import LongText, MoveText, RuleText, named_game
from hexapoda.web.problem import Problem

__all__ = ["RecordFields", "read_tree"]

Comment = Annotated[str, StringConstraints(max_length=20_000)]
Header = Annotated[str, StringConstraints(max_length=1_000)]
_WINNERS = {"1-0": 0, "0-1": 1, "1/2-1/2": None}


class MoveFields(BaseModel):
    """A move as the server sends it; only its text counts."""

    move: MoveText


class AnalysisFields(BaseModel):
    """The evaluation of a move, for the player who made it."""

    score: float | None = Field(default=None, allow_inf_nan=False)
    win_in: int | None = Field(default=None, ge=-100_000, le=100_000)
    depth: int | None = Field(default=None, ge=0, le=100_000)


class PlayedFields(BaseModel):
    """What the player reported with the move."""

    score: float | None = Field(default=None, allow_inf_nan=False)
    win_in: int | None = Field(default=None, ge=-100_000, le=100_000)
    depth: int | None = Field(default=None, ge=0, le=100_000)
    nodes: int | None = Field(default=None, ge=0, le=2**62)
    time: float | None = Field(default=None, ge=0, le=1e9, allow_inf_nan=False)
    book: bool = False


class ReviewFields(BaseModel):
    """What a review said about a move."""

    judgment: Header = ""
    best: MoveText | Literal[""] = ""
    words: Comment = ""
    reason: Comment = ""
    reply: list[MoveText] = Field(default_factory=list, max_length=200)


class MarkFields(BaseModel):
    """A mark on the board after a move."""

    kind: str = Field(max_length=40)
    cells: list[Annotated[str, StringConstraints(max_length=40)]] = Field(max_length=2)
    color: str = Field(default="", max_length=40)
    text: Comment = ""


class NodeFields(BaseModel):
    """A node of a record. What follows from the moves, such as its board, is ignored."""

    id: int = Field(ge=0, le=10**9)
    parent: int | None = Field(default=None, ge=0, le=10**9)
    move: MoveText | MoveFields | None = None
    comment: Comment = ""
    nags: list[Annotated[int, Field(ge=1, le=255)]] = Field(default_factory=list, max_length=20)
    marks: list[MarkFields] = Field(default_factory=list, max_length=1_000)
    analysis: AnalysisFields | None = None
    played: PlayedFields | None = None
    review: ReviewFields | None = None

    @property
    def text(self) -> str:
        """The text of the move; empty for the root."""
        return self.move.move if isinstance(self.move, MoveFields) else self.move or ""


class RecordFields(BaseModel):
    """A record, in the form of `hexapoda.page.record_json`."""

    model_config = ConfigDict(extra="ignore")

    game: str = Field(max_length=40)
    variant: str | None = Field(default=None, max_length=40)
    rules: dict[RuleText, RuleText] = Field(default_factory=dict, max_length=20)
    start: LongText | None = None
    names: tuple[Header, Header] | None = None
    engines: tuple[Header, Header] | None = None
    result: Literal["1-0", "0-1", "1/2-1/2"] | None = None
    headers: dict[Header, Header] = Field(default_factory=dict, max_length=100)
    comment: Comment = ""
    nodes: list[NodeFields] = Field(max_length=MOST_NODES + 1)


def read_tree(fields: RecordFields) -> tuple[GameTree, dict[int, Node]]:
    """Return the tree that the fields describe, and its nodes by id. Raises `Problem`, which names the node
    whose move is not legal.
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
            raise Problem(400, f"node {item.id} has no parent before it, or its id twice", "record.nodes")
        known.add(item.id)
        if item.parent is not None:
            children.setdefault(item.parent, []).append(item)
        elif len(known) > 1:
            raise Problem(400, f"node {item.id} has no parent: only the first node has none", "record.nodes")
    for comment in dict.fromkeys([fields.comment, *(item.comment for item in fields.nodes[:1])]):
        if comment:
            tree.root.comments.append(comment)
    nodes = {item.id: tree.root for item in fields.nodes[:1]}
    for item in fields.nodes[:1]:
        tree.root.marks += _marks(item)
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
        node = Node(MoveRecord(text, **reported), parent, parent.ply + 1)
        parent.variations.append(node)
    node.nags |= set(item.nags)
    node.marks += _marks(item)
    if item.comment:
        node.comments.append(item.comment)
    said = item.analysis
    if said is not None and (said.score is not None or said.win_in):
        node.evaluation = MoveEvaluation(said.score, said.win_in, said.depth)
    if item.review is not None:
        found = item.review
        write_remarks(
            node, ReviewRemarks(found.judgment, found.best, found.words, found.reason, tuple(found.reply))
        )
    return node


def _marks(item: NodeFields) -> list[Mark]:
    """Return the marks of a node. Raises `Problem`."""
    try:
        return [Mark(one.kind, tuple(one.cells), one.color, one.text) for one in item.marks]
    except HexapodaError as error:
        raise Problem(400, message_of(error), "record.nodes", node=item.id) from None


def _header(fields: RecordFields, game: Any) -> GameRecord:
    names, engines = fields.names or ("", ""), fields.engines or ("", "")
    headers = dict(fields.headers)
    usual = {switch.name: switch.choices[0] for switch in game.rules}
    record = GameRecord(
        game.name,
        game.parse_variant(fields.variant) if fields.variant else game.variants[0],
        (PlayerRecord(names[0], engines[0]), PlayerRecord(names[1], engines[1])),
        (),
        None,
        False,
        Ending.UNKNOWN,
        tuple((name, value) for name, value in fields.rules.items() if usual.get(name) != value),
        fields.start,
        detail=headers.pop("detail", ""),
        date=headers.pop("date", ""),
        event=headers.pop("event", ""),
    )
    ending = headers.pop("ending", "")
    if fields.result is not None:
        known = ending in {each.value for each in Ending}
        record = replace(
            record,
            winner=_WINNERS[fields.result],
            finished=True,
            ending=Ending(ending) if known else Ending.UNKNOWN,
        )
    return replace(record, tags=tuple(headers.items()))
