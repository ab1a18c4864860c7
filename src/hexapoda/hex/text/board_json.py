"""Positions and moves as JSON objects: the output of `show --format json` and `moves --json`.

Cells are `[column, row]`, both from 0: a1 is `[0, 0]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.hex.cell import by_row
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position

if TYPE_CHECKING:
    from hexapoda.hex.text.json_types import HexBoardJson, HexMoveJson

__all__ = ["board_json", "move_json", "moves_json", "rules_json"]

_COLORS = ("Black", "White")


def board_json(position: Position) -> HexBoardJson:
    """Return a complete description of `position` as a JSON object.

    `turn` is the color to move, and `player` the number of the player to move, 0 or 1; player 0 plays White
    after a swap of sides. Stones are listed row by row. `winning_chain` is empty until the game is over.
    `moves` are the moves since the initial position; `text` contains that position and the moves.
    """
    return {
        "game": "hex",
        "variant": position.variant,
        "rules": rules_json(position),
        "player": position.turn,
        "turn": _COLORS[position.color_to_move],
        "ply": position.ply,
        "state": position.state,
        "moves": [str(move) for move in position.moves],
        "text": position.game_string(),
        "columns": position.columns,
        "rows": position.rows,
        "sides_swapped": position.sides_swapped,
        "stones": {
            name: [list(cell) for cell in sorted(position.stones(color), key=by_row)]
            for color, name in enumerate(_COLORS)
        },
        "winning_chain": [list(cell) for cell in position.winning_chain()],
    }


def rules_json(position: Position) -> dict[str, str]:
    """Return the swap rule of a position in the form that `HexGame.initial` expects."""
    return {"swap": position.swap}


def move_json(position: Position, move: Move) -> HexMoveJson:
    """Return a move as a JSON object: its text, its kind, and the cell of the stone, None for a swap."""
    return {
        "move": position.format_move(move),
        "kind": move.kind.value,
        "cell": None if move.cell is None else list(move.cell),
    }


def moves_json(position: Position) -> list[HexMoveJson]:
    """Return `move_json` of each legal move."""
    last, kind_text = None, ""
    found: list[HexMoveJson] = []
    for move in position.legal_moves:
        kind, cell = move.kind, move.cell
        if kind is not last:  # reading the value of an enumeration member is slow
            last, kind_text = kind, kind.value
        found.append({"move": str(move), "kind": kind_text, "cell": None if cell is None else list(cell)})
    return found
