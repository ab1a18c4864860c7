"""Positions and moves as plain data for JSON, as in `show --format json`, `moves --json` and the UHP
extension `board json`.

A cell is `[q, r]`, with q to the east and r to the south-east; the first piece of the game is at `[0, 0]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hexapoda.hive import Cell, Move, Position
from hexapoda.hive.text.notation import CANONICAL_STEPS
from hexapoda.hive.text.uhp_move import AFTER, BEFORE

if TYPE_CHECKING:
    from hexapoda.hive.text.json_types import HiveBoardJson, HiveMoveJson

__all__ = ["board_json", "move_json", "moves_json", "rules_json"]

_PLAYERS = ("White", "Black")
_SIGNS: Final = tuple(
    (step, *next((sign, "") for sign, way in BEFORE.items() if way == step))
    if step in BEFORE.values()
    else (step, *next(("", sign) for sign, way in AFTER.items() if way == step))
    for step in CANONICAL_STEPS
)
"""The canonical steps, each with the signs before and after the reference piece."""


def board_json(position: Position) -> HiveBoardJson:
    """Return `position` as plain dicts, lists, strings and numbers.

    `pieces` are sorted by height, then by index; `hands` are the unplayed pieces of each player; `resting` is
    the piece that moved in the last ply, or null; `moves` are the canonical MoveStrings of the game so far.
    """
    pieces = sorted(position.pieces().items(), key=lambda item: (item[1][1], item[0].index))
    resting = position.resting
    return {
        "game": "hive",
        "variant": position.variant,
        "rules": rules_json(position),
        "player": position.turn,
        "turn": _PLAYERS[position.turn],
        "ply": position.ply,
        "state": position.state,
        "moves": position._uhp_texts(),
        "text": position.text(),
        "turn_number": position.turn_number,
        "pieces": [
            {"piece": str(piece), "cell": list(cell), "height": height} for piece, (cell, height) in pieces
        ],
        "hands": {
            player: [str(piece) for piece in position.hand(color)] for color, player in enumerate(_PLAYERS)
        },
        "resting": None if resting is None else str(resting),
    }


def rules_json(position: Position) -> dict[str, str]:
    """Return the rule switches of a position, as `HiveGame.initial` expects them."""
    return {"opening": position.opening, "repetition": "on" if position.repetition else "off"}


def move_json(position: Position, move: Move) -> HiveMoveJson:
    """Return a legal move of `position` as JSON: `move` is its MoveString, `from` and `to` are cells.

    `piece` and `to` are null for a pass; `from` is null for a pass and for a placement.
    """
    kind = move.kind
    return {
        "move": position.format_move(move),
        "piece": None if move.piece is None else str(move.piece),
        "from": None if move.origin is None else list(move.origin),
        "to": None if move.to is None else list(move.to),
        "kind": None if kind is None else kind.value,
    }


def moves_json(position: Position) -> list[HiveMoveJson]:
    """Return `move_json` of each legal move, finding the tops of the stacks only once."""
    tops: dict[Cell, str] = {}
    below: dict[Cell, str] = {}
    for standing, (cell, _) in sorted(position.pieces().items(), key=lambda item: item[1][1]):
        if cell in tops:
            below[cell] = tops[cell]
        tops[cell] = str(standing)
    # All moves to a cell share the second word of their MoveStrings, unless it names the moving piece.
    words: dict[Cell, tuple[Cell | None, str]] = {}
    last, kind_text = None, ""
    found: list[HiveMoveJson] = []
    for move in position.legal_moves:
        piece, to, origin, kind = move.piece, move.to, move.origin, move.kind
        if piece is None or to is None or kind is None:
            found.append(move_json(position, move))
            continue
        if kind is not last:  # reading the value of an enum member is slow
            last, kind_text = kind, kind.value
        if to not in words:
            words[to] = _place(to, tops)
        beside, word = words[to]
        if beside is not None and beside == origin:
            left = dict(tops)
            del left[beside]
            _, word = _place(to, left | {beside: below[beside]} if beside in below else left)
        name = str(piece)
        found.append(
            {
                "move": name + word,
                "piece": name,
                "from": None if origin is None else list(origin),
                "to": list(to),
                "kind": kind_text,
            }
        )
    return found


def _place(to: Cell, tops: Mapping[Cell, str]) -> tuple[Cell | None, str]:
    """Return the cell of the reference piece for moves to the cell `to`, and the second word of their
    MoveStrings with a leading space. If no piece is on or beside the cell, return None and an empty string.
    """
    if to in tops:
        return to, f" {tops[to]}"
    for (right, down), before, after in _SIGNS:
        cell = (to[0] - right, to[1] - down)
        reference = tops.get(cell)
        if reference is not None:
            return cell, f" {before}{reference}{after}"
    return None, ""
