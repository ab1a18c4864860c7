"""Reads texts with games and writes files for pages, in worker processes.

Defines the calls and their arguments. The worker processes import this module, so it must not import
FastAPI.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from hexapoda.page.record_json import record_json
from hexapoda.record import GameTree, Node
from hexapoda.text.sentence import Sentence
from hexapoda.web.exports import ExportedFile, export
from hexapoda.web.position_fields import PositionFields, find_position
from hexapoda.web.problem import Problem
from hexapoda.web.record_fields import RecordFields, read_tree
from hexapoda.web.record_text import read_records
from hexapoda.web.versioned_json import fast_json

__all__ = ["ExportFields", "RecordSource", "read_one_game", "read_source", "read_whole", "write_export"]


class RecordSource(PositionFields):
    """The source of a record: a text with games, a position, or a record as a page sends it."""

    record: RecordFields | None = None
    text: Annotated[str, StringConstraints(max_length=1_000_000)] | None = None
    index: int | None = Field(default=None, ge=0, le=100_000, description="The game in the text, from 0.")


class ExportFields(PositionFields):
    """What to export: the game that led to a position, or a record."""

    record: RecordFields | None = None
    format: str = Field(max_length=40)
    at: int | None = Field(default=None, ge=0, description="The id of a node of the record.")


def read_source(fields: RecordSource) -> bytes:
    """Return the game or the list of games as JSON. Raises `Problem` and `HexapodaError`."""
    if fields.record is not None:
        tree, _ = read_tree(fields.record)
        return fast_json({"count": 1, "index": 0, "format": None, "record": record_json(tree)})
    if fields.text is not None:
        return fast_json(read_records(fields.text, fields.game, fields.index, fields.rules))
    record = record_json(GameTree.from_position(find_position(fields).position))
    return fast_json({"count": 1, "index": 0, "format": None, "record": record})


def read_whole(fields: RecordFields) -> dict[str, object]:
    """Return the tree that a record describes, in the form of `GameTree.to_json`. Raises `Problem`."""
    return read_tree(fields)[0].to_json()


def write_export(fields: ExportFields) -> ExportedFile:
    """Return the exported file. Raises `Problem` and `HexapodaError`."""
    if fields.record is None:
        tree = GameTree.from_position(find_position(fields).position)
        return export(tree, _last(tree), fields.format)
    tree, nodes = read_tree(fields.record)
    if fields.at is not None and fields.at not in nodes:
        raise Problem(400, f"the record has no node {fields.at}", "at")
    return export(tree, _last(tree) if fields.at is None else nodes[fields.at], fields.format)


def read_one_game(text: str, number: int | None) -> dict[str, object]:
    """Return one game of a text, in the form of `GameTree.to_json`. `number`: its number, from 1. Raises
    `Problem` if the text has several games and no number is given, and `HexapodaError`.
    """
    from hexapoda.analysis.review_input import MOST_COUNTED, SeveralGamesError, read_game_text

    try:
        return read_game_text(text, Sentence("the text"), number).to_json()
    except SeveralGamesError as error:
        if error.count is None:
            reason = Sentence("the text contains more than {most} games: choose one", most=MOST_COUNTED)
        else:
            reason = Sentence("the text contains {count} games: choose one, 1 to {count}", count=error.count)
        raise Problem(400, reason, "number") from None


def _last(tree: GameTree) -> Node:
    return [tree.root, *tree.main_line()][-1]
