"""The mistakes of a review in detail: the board, what went wrong, the better line, and the refutation.

Selects the moves to show, and formats them.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from rich.text import Text

from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview, verdict
from hexapoda.cli.review_view import ReviewStyle, move_text
from hexapoda.cli.search_view import wrap_line
from hexapoda.coach import spelled_out
from hexapoda.record import GameTree

__all__ = ["mistake_lines"]

_INDENT = 6
"""The indentation of the text about a move, in columns."""


def mistake_lines(
    tree: GameTree, moves: Sequence[MoveReview], style: ReviewStyle, *, boards: bool
) -> Iterator[Text]:
    """Yield the lines that show the mistakes, in the order of the game, with a board for each if `boards`.

    Inaccuracies appear only in the table of moves.
    """
    shown = [move for move in moves if move.judgment.is_error and move.judgment is not Judgment.INACCURACY]
    if not shown:
        return
    position = tree.start
    texts = [node.text for node in tree.main_line()]
    yield Text()
    yield Text("Mistakes", style="bold")
    for move in shown:
        while position.ply - tree.start.ply < move.ply - 1:
            text = texts[position.ply - tree.start.ply]
            position.push(tree.game.parse_move(position, text))
        yield Text()
        if boards:
            for line in tree.game.diagram(position).split("\n"):
                yield Text(line.rstrip())
            yield Text()
        reason = " ".join(spelled_out(tree.game, remark) for remark in move.remarks)
        yield from _mistake(move, reason, style)


def _mistake(move: MoveReview, reason: str, style: ReviewStyle) -> Iterator[Text]:
    room = max(style.width - 1 - _INDENT, 40)
    head = f"{style.turn_of(move.ply):>4}. {style.players[move.player]} {move_text(move)}  "
    first, *more = textwrap.wrap(
        verdict(move, plies=style.counts_plies), room, initial_indent=" " * (len(head) - _INDENT)
    )
    yield Text(head).append(first.lstrip(), style="bold")
    for part in more:
        yield Text(" " * _INDENT).append(part, style="bold")
    parts = wrap_line(f"better: {', '.join(move.line)}", room)
    if move.reply:
        parts += wrap_line(f"reply:  {', '.join(move.reply)}", room)
    for part in (*parts, *textwrap.wrap(reason, room)):
        yield Text(" " * _INDENT + part)
