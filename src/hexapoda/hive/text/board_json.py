"""Positions and moves as plain data for JSON, as in `show --format json`, `moves --json` and the UHP
extension `board json`.

A cell is `[q, r]`, with q to the east and r to the south-east; the first piece of the game is at `[0, 0]`.
"""

from __future__ import annotations

from typing import Any

from hexapoda.hive import Move, Position

__all__ = ["board_json", "move_json", "rules_json"]

_PLAYERS = ("White", "Black")


def board_json(position: Position) -> dict[str, Any]:
    """Return everything about `position` as dicts, lists, strings and numbers.

    `pieces` are sorted by height, then by index; `hands` are the unplayed pieces of each player; `resting` is
    the piece that moved in the last ply, or null; `moves` are the canonical MoveStrings of the game so far.
    """
    pieces = sorted(position.pieces().items(), key=lambda item: (item[1][1], item[0].index))
    resting = position.resting
    played = position.moves
    return {
        "game": "hive",
        "variant": position.variant,
        "rules": rules_json(position),
        "player": position.turn,
        "turn": _PLAYERS[position.turn],
        "ply": position.ply,
        "state": position.state,
        "moves": _move_strings(position, played),
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
    """Return the rule switches of a position, as `HiveGame.initial` takes them."""
    return {"opening": position.opening, "repetition": "on" if position.repetition else "off"}


def move_json(position: Position, move: Move) -> dict[str, Any]:
    """Return a legal move of `position`: `move` is its MoveString, `from` and `to` are cells.

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


def _move_strings(position: Position, played: list[Move]) -> list[str]:
    replay = position.start
    texts = []
    for move in played:
        texts.append(replay.format_move(move))
        replay.push(move)
    return texts
