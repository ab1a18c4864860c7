"""Tables with a GameString in each row and tabs between the columns.

Implements the format `tsv`: determines which column holds the games, and which other columns become tags.
Column names are case-insensitive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from hexapoda.files.game_file import Contents
from hexapoda.hive.game import HIVE
from hexapoda.hive.records.game_strings import game_string_draft
from hexapoda.hive.records.result import claims, read_result
from hexapoda.record.date import read_date
from hexapoda.record.draft import Draft, reading_error, unreadable
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.game_record import PlayerRecord
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

__all__ = ["TABLE", "no_rows"]

_NAME: Final = "tsv"
_COLUMN: Final = "gamestring"
"""The name of the column with the games. Without it, the first column that contains GameStrings is used."""
_SAMPLED_ROWS: Final = 50
"""How many rows at the start of a table are searched to find this column."""
_CELL = re.compile(r"Base(\+[MLP]{1,3})?;[A-Za-z]+;[A-Za-z]+\[[0-9]+\](;|$)")
_DERIVED = frozenset({_COLUMN, "gametype", "claimed_result", "board_state", "plies", "white", "black"})
"""Columns that repeat the game or are read into other fields; all other columns are kept as tags."""


def no_rows(source: str, line: int, format: str) -> Draft:
    """Return the draft of a table without rows."""
    reason = Sentence("no rows after the header: expected games")
    return unreadable(HIVE.name, format, source, line, reason)


def _detect(head: Head) -> bool | Contents:
    if not head.lines or "\t" not in head.lines[0]:
        return False
    if _column(head.lines) is not None:
        return True
    if all(re.fullmatch(r"\w[\w ]*", name.strip()) for name in head.lines[0].split("\t")):
        return Contents(None, Sentence("it is a table without a column '{column}'", column=_COLUMN), "other")
    return False


def _column(lines: Sequence[str]) -> int | None:
    """Return the column that contains GameStrings, according to the first lines; None if there is none."""
    names = [name.strip().lower() for name in lines[0].split("\t")]
    if _COLUMN in names:
        return names.index(_COLUMN)
    rows = [line.split("\t") for line in lines[:_SAMPLED_ROWS]]
    for column in range(len(names)):
        cells = [row[column] for row in rows if len(row) > column]
        if sum(_CELL.match(cell) is not None for cell in cells) * 2 >= len(cells):
            return column
    return None


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games of a table. Its first line is a header, unless it contains a game."""
    lines = text.split("\n")
    top = next((index for index, line in enumerate(lines) if line.strip()), 0)
    column = _column(lines[top : top + _SAMPLED_ROWS])
    header = [name.strip() for name in lines[top].split("\t")]
    if column is None:
        reason = Sentence("{text} has no column '{column}'", text=quoted(lines[top]), column=_COLUMN)
        yield unreadable(HIVE.name, _NAME, source, top + 1, reason)
        return
    headless = _CELL.match(header[column]) is not None
    if headless:
        header = [f"column_{index}" for index in range(1, len(header) + 1)]
        header[column] = _COLUMN
    if not headless and not any(line.strip() for line in lines[top + 1 :]):
        yield no_rows(source, top + 1, _NAME)
    for number, line in enumerate(lines, 1):
        if not line.strip() or (number == top + 1 and not headless):
            continue
        fields = line.split("\t")
        if len(fields) <= column or not fields[column].strip():
            reason = Sentence(
                "{text} has nothing in column {column}: expected a game string there",
                text=quoted(line),
                column=column + 1,
            )
            yield unreadable(HIVE.name, _NAME, source, number, reason)
            continue
        row = list(zip(header, (field.strip() for field in fields), strict=False))
        yield _draft(row, fields[column], source, number)


def _draft(row: Sequence[tuple[str, str]], cell: str, source: str, line: int) -> Draft:
    """Return the game in `cell`. `row` holds the fields of the line with their column names."""
    draft = game_string_draft(cell, source, line, _NAME)
    fields = {name.lower(): value for name, value in row}
    claimed = fields.get("claimed_result")
    error = draft.error
    if ";" not in cell and read_result(claimed or "") not in (None, "NotStarted"):
        reason = Sentence(
            "{text} has no moves, but the result is {result}: expected a game string",
            text=quoted(cell),
            result=quoted(claimed or ""),
        )
        error = error or reading_error(source, line, None, reason)
    header = replace(
        draft.header,
        players=(PlayerRecord(fields.get("white", "")), PlayerRecord(fields.get("black", ""))),
        date=read_date(fields.get("date", "")),
        tags=tuple((name, value) for name, value in row if value and name.lower() not in _DERIVED),
    )
    if claimed is not None:
        header = replace(header, **claims(read_result(claimed)))
    return replace(draft, header=header, error=error)


TABLE = RecordFormat(_NAME, _detect, _read)
