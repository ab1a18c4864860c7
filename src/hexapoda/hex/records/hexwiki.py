"""Diagrams of HexWiki: `<hexboard size="5x5" contents="R a1 1:c3 B b2 2:d4 E *:e5" />`.

R and B precede the stones of Red, our Black, and of Blue; E precedes cells without a stone. The text before a
colon is a label of the cell. Stones labeled 1, 2 and so on are the moves of a game, in this order; the others
are on the board before the first move. Other labels become marks. Diagrams are read, but not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexapoda.errors import HexapodaError
from hexapoda.hex.cell import MAX_SIDE, Cell, format_cell, parse_cell
from hexapoda.hex.position import Position
from hexapoda.hex.records.line import Word, line_draft
from hexapoda.hex.variant import variant_of
from hexapoda.record import Mark
from hexapoda.record.draft import Draft, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.line_counter import LineCounter
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["HEXWIKI"]

_NAME = "hexwiki"
_TAG = re.compile(r"<hexboard\b([^<>]{0,20000})>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_SIZE = re.compile(r"\s*([0-9]{1,4})\s*x\s*([0-9]{1,4})\s*", re.IGNORECASE)
_COLORS = {"R": 0, "B": 1}
_CELL = re.compile(r"[a-z][0-9]{1,2}", re.IGNORECASE)


def _detect(head: Head) -> bool:
    return "<hexboard" in head.text.lower()


def _read(text: str, source: str) -> Iterator[Draft]:
    lines = LineCounter(text)
    for found in _TAG.finditer(text):
        line = lines.at(found.start())
        attributes = {name.lower(): one or other for name, one, other in _ATTRIBUTE.findall(found[1])}
        try:
            yield _diagram(attributes.get("size", ""), attributes.get("contents", ""), source, line)
        except HexapodaError as error:
            yield unreadable("hex", _NAME, source, line, message_of(error))


def _diagram(size: str, contents: str, source: str, line: int) -> Draft:
    """Return the draft of a diagram. Raises `HexapodaError`."""
    board = _SIZE.fullmatch(size)
    columns, rows = (int(board[1]), int(board[2])) if board is not None else (0, 0)
    if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise HexapodaError(
            Sentence("{text} is not a board: expected a size such as 11x11", text=quoted(size))
        )
    stones: tuple[list[Cell], list[Cell]] = ([], [])
    numbered: dict[int, Word] = {}
    marks = []
    color: int | None = None
    for word in contents.split():
        label, _, cell = word.rpartition(":")
        if not _CELL.fullmatch(cell):
            color = _COLORS.get(word.upper())  # None for E and for other commands, such as shades
            continue
        place = parse_cell(cell)
        name = format_cell(place)
        number = int(label) if label.isascii() and label.isdigit() and len(label) < 5 else 0
        if color is not None and number and number not in numbered:
            numbered[number] = Word(word, name, color)
            continue
        if color is not None:
            stones[color].append(place)
        if label:
            marks.append(Mark("label", (name,), text=label))
    moves = [numbered[number] for number in sorted(numbered)]
    variant = variant_of(columns, rows)
    start = Position.from_stones(variant, *stones, color_to_move=moves[0].color if moves else None)
    is_usual = not stones[0] and not stones[1] and start.color_to_move == 0
    draft = line_draft(_NAME, source, line, moves, variant=variant, start=None if is_usual else start.text())
    if marks:
        [draft.root, *draft.root.main_line()][-1].marks = marks
    return draft


HEXWIKI = RecordFormat(_NAME, _detect, _read, title="HexWiki")
