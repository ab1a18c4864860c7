"""Why a move is illegal: the rule that it breaks, in words and as data.

The core decides whether a move is legal; this module only explains why it is not.
"""

from __future__ import annotations

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.refusal import Refusal
from hexapoda.hex.cell import Cell, format_cell
from hexapoda.hex.move import Move, MoveKind
from hexapoda.hex.position import Position
from hexapoda.hex.rule import Rule
from hexapoda.hex.text.notation import resolve_move
from hexapoda.text.sentence import Sentence

__all__ = ["Refusal", "refuse", "why_not"]

_COLORS = (Sentence("black"), Sentence("white"))


def why_not(position: Position, move: Move | str) -> Refusal | None:
    """Return why a move, given as an object or as text, is illegal; None if it is legal.

    Raises `InvalidMoveError` for text that is not a move.
    """
    if isinstance(move, str):
        move = resolve_move(position, move)
    if position.is_legal(move):
        return None
    color = position.winning_color
    if color is not None:
        chain = position.winning_chain()
        if color == 0:
            text = Sentence("the game is over: black has joined its edges")
        else:
            text = Sentence("the game is over: white has joined its edges")
        return Refusal(Rule.GAME_OVER, text, chain)
    if move.cell is not None:
        return _no_place(position, move.cell)
    if move.kind is MoveKind.PASS:
        text = Sentence(
            "{color} cannot pass: every move in Hex places a stone or swaps",
            color=_COLORS[position.color_to_move],
        )
        return Refusal(Rule.NO_PASS, text)
    return _no_swap(position, move)


def refuse(position: Position, move: Move) -> IllegalMoveError:
    """Return the error to raise for an illegal move. Raises `UsageError` if the move is legal."""
    refusal = why_not(position, move)
    if refusal is None:
        raise UsageError(f"{move!r} is legal, expected an illegal move")
    return IllegalMoveError(refusal.text, rule=refusal.rule, cells=refusal.cells, move=move)


def _no_place(position: Position, cell: Cell) -> Refusal:
    named = format_cell(cell)
    color = position.color_at(cell)
    if color is not None:
        text = Sentence("{cell} is occupied by a {color} stone", cell=named, color=_COLORS[color])
        return Refusal(Rule.OCCUPIED, text, (cell,))
    text = Sentence(
        "{cell} is off the board: the cells of {variant} are a1 to {last}",
        cell=named,
        variant=position.variant,
        last=format_cell((position.columns - 1, position.rows - 1)),
    )
    return Refusal(Rule.OFF_BOARD, text, (cell,))


def _no_swap(position: Position, move: Move) -> Refusal:
    asked = str(move).removeprefix("swap-")
    if position.swap != asked:
        if position.swap == "off":
            text = Sentence("{move} is not a move of this game: it is played without a swap", move=move)
        else:
            text = Sentence(
                "{move} is not a move of this game: it is played with swap-{swap}",
                move=move,
                swap=position.swap,
            )
        return Refusal(Rule.SWAP_OFF, text)
    stones = position.stones(0) | position.stones(1)
    if position.ply == 0:
        text = Sentence(
            "{move} cannot be played before the first stone: only the second move of a game can be a swap",
            move=move,
        )
    elif position.ply == 1:
        text = Sentence(
            "{move} needs one black stone and nothing else on the board, and white to move", move=move
        )
    else:
        text = Sentence(
            "{move} cannot be played as move {number}: only the second move of a game can be a swap",
            move=move,
            number=position.ply + 1,
        )
    return Refusal(Rule.SWAP_NOT_NOW, text, tuple(sorted(stones)))
