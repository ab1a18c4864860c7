"""What the terminal says when a person asks for a hint: the best moves, the reason, and how it may go on.

Owns the wording, and that it fits into the few lines below the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.analysis.reason import reason
from hexapoda.analysis.score import score_text
from hexapoda.cli.terminal.answer import Answer
from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.hive import Cell, Move, Position
from hexapoda.hive.game import HIVE
from hexapoda.hive.text.line import numbered_line

__all__ = ["hint_answer"]

_MOST = 3
_CUT = " ..."


def hint_answer(
    position: Position, result: SearchResult, lines: Sequence[SearchInfo], notation: str, width: int
) -> Answer:
    """The answer of a search: its best moves numbered, here and on the board, why, and the line of the first.

    `lines` are the best ones that the engine told of. The lines of the answer are made to fit into `width`,
    the most important one first.
    """
    best = _best(result, lines)
    entries, choices = [], []
    marks: dict[Cell, str] = {}
    for number, (move, info) in enumerate(best, 1):
        text = position.format_move(move, notation)
        score = score_text(info)
        entries.append(f"{number} {text} ({score})" if score else f"{number} {text}")
        choices.append(move)
        if move.to is not None:  # two moves may lead to one cell; the better one has its number there
            marks.setdefault(move.to, str(number))
    info = best[0][1]
    moves = f"hint: {entries[0]}"
    for entry in entries[1:]:
        if len(moves) + len(entry) + 2 <= width:  # where there is no room its number stands on the board
            moves += f"  {entry}"
    why = reason(HIVE, position, info, width - len("1: "))
    told = [moves, *([f"1: {why}"] if why else [])]
    if len(info.pv) > 1:
        told.append(_shortened(f"line: {numbered_line(position, info.pv, notation)}", width))
    return Answer(tuple(told), marks=marks, choices=tuple(choices))


def _best(result: SearchResult, lines: Sequence[SearchInfo]) -> list[tuple[Move, SearchInfo]]:
    """The move that was chosen and the best others, each with what is known of it."""
    first = next((info for info in lines if info.pv[:1] == (result.move,)), result.info)
    if first.pv[:1] != (result.move,):
        first = SearchInfo(first.depth, first.nodes, first.time, (result.move,))
    others = [(info.pv[0], info) for info in lines if info.pv and info.pv[0] != result.move]
    return [(result.move, first), *others][:_MOST]


def _shortened(line: str, width: int) -> str:
    """`line`, cut after a whole move where it is too long."""
    if len(line) <= width:
        return line
    cut = line[: width - len(_CUT) + 1]
    ends = [cut.rfind(mark) for mark in (",", "  ")]
    return line[: max(ends)].rstrip(" ,") + _CUT if max(ends) > 0 else line[: width - len(_CUT)] + _CUT
