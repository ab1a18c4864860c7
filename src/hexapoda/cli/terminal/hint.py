"""A hint as text: the best moves, the reason for the first, and its line.

Lays out a hint in the few lines below the board. `hexapoda.analysis.score` formats the scores and
`hexapoda.analysis.reason` the remarks on them.
"""

from __future__ import annotations

from typing import Any

from hexapoda.analysis.reason import hint_remarks, hint_text
from hexapoda.analysis.score import value_text
from hexapoda.engine import SearchInfo
from hexapoda.games.answer import Answer, Cell
from hexapoda.games.dialogue import Dialogue
from hexapoda.play import Advice
from hexapoda.text.line import numbered_line

__all__ = ["effort", "hint_answer"]

_CUT = " ..."


def hint_answer(dialogue: Dialogue, position: Any, advice: Advice, width: int | None) -> Answer:
    """Return the best moves, numbered in the text and on the board, with the reason for the first and its
    line. If it fits, the first move is written in words, with its notation in brackets.

    The text is kept within `width` columns where possible; None means no limit.
    """
    best = advice.best()
    entries, choices = [], []
    marks: dict[Cell, str] = {}
    for number, (move, info) in enumerate(best, 1):
        text = dialogue.format_move(position, move)
        score = value_text(info)
        spoken = dialogue.move_words(position, move)
        long = _entry(number, spoken, text if spoken != text else "", score)
        fits = number == 1 and (width is None or len(f"hint: {long}") <= width)
        entries.append(long if fits else _entry(number, text, score))
        choices.append(move)
        cell = dialogue.cell(move)
        if cell is not None:  # if two moves lead to the same cell, it shows the number of the better one
            marks.setdefault(cell, str(number))
    info = best[0][1]
    moves = f"hint: {entries[0]}"
    for entry in entries[1:]:
        if width is None or len(moves) + len(entry) + 2 <= width:  # otherwise its number is only on the board
            moves += f"  {entry}"
    remarks = hint_remarks(dialogue.game, position, info)
    why = hint_text(dialogue.game, position, info, remarks, None if width is None else width - len("1: "))
    facts = [remark.fact for remark in remarks if remark.text in why]
    marked = [cells for fact in facts if (cells := dialogue.game.facts.marked(fact))]
    lines = [moves, *([f"1: {why}"] if why else []), *([f"marked: {'; '.join(marked)}"] if marked else [])]
    if len(info.pv) > 1:
        line = numbered_line(position, info.pv, dialogue.format_move, plies_a_turn=dialogue.game.plies_a_turn)
        lines.append(f"line: {line}" if width is None else _shortened(f"line: {line}", width))
    return Answer(tuple(lines), marks=marks, choices=tuple(choices))


def _entry(number: int, move: str, *more: str) -> str:
    """Format a numbered move, followed by the non-empty parts of `more` in brackets."""
    about = ", ".join(part for part in more if part)
    return f"{number} {move} ({about})" if about else f"{number} {move}"


def effort(info: SearchInfo, unit: str) -> str:
    """Format a report as `54.4% to win, 61,250 playouts, 0.1 s`, without unknown or trivial parts. `unit`:
    the unit in which engines count their work, such as playouts.
    """
    parts = [value_text(info)]
    if info.nodes is not None and info.nodes > 1 and info.win_in != 1:
        parts.append(f"{info.nodes:,} {unit}, {info.time:.1f} s")
    return ", ".join(part for part in parts if part)


def _shortened(line: str, width: int) -> str:
    """Shorten a line to `width` columns, cutting between moves."""
    if len(line) <= width:
        return line
    cut = line[: width - len(_CUT) + 1]
    ends = [cut.rfind(mark) for mark in (",", "  ")]
    return line[: max(ends)].rstrip(" ,") + _CUT if max(ends) > 0 else line[: width - len(_CUT)] + _CUT
