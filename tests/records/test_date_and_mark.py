"""Dates as files write them, and marks on the board."""

from __future__ import annotations

import pytest

from hexapoda.errors import InvalidGameError
from hexapoda.record.date import format_tag_date, read_date
from hexapoda.record.mark import KINDS, MARK, Mark, format_mark, parse_mark


@pytest.mark.parametrize(
    ("text", "date", "tag"),
    [
        ("2018.11.03", "2018-11-03", "2018.11.03"),
        ("2018/1/3", "2018-01-03", "2018.01.03"),
        ("2024.??.??", "2024", "2024.??.??"),
        ("2024.05.??", "2024-05", "2024.05.??"),
        ("2024-05", "2024-05", "2024.05.??"),
        ("30-Jan-2024_16:10:56", "2024-01-30", "2024.01.30"),
        ("Sat Jun 22 10:50:36 PDT 2019", "2019-06-22", "2019.06.22"),
        ("3 November 2018", "2018-11-03", "2018.11.03"),
        ("2024-05-03T16:10:56Z", "2024-05-03T16:10:56Z", "2024.05.03"),
        ("2023.02.29", "", ""),
        ("2023-13-01", "", ""),
        ("2024-05-03T26:10:56Z", "", ""),
        ("????.??.??", "", ""),
        ("yesterday", "", ""),
        ("", "", ""),
    ],
)
def test_dates(text: str, date: str, tag: str) -> None:
    assert read_date(text) == date
    assert format_tag_date(date) == tag


@pytest.mark.parametrize(
    "mark",
    [
        Mark("circle", ("e4",)),
        *(Mark(kind, ("e4", "f5")[:cells]) for kind, cells in KINDS.items()),
        Mark("arrow", ("0,0", "-3,12"), "red"),
        Mark("label", ("aa26",), "", 'a "b" \\c'),
    ],
)
def test_marks_come_back(mark: Mark) -> None:
    found = MARK.fullmatch(format_mark(mark))
    assert found is not None and parse_mark(found) == mark


@pytest.mark.parametrize(
    ("kind", "cells", "color", "message"),
    [
        ("star", ("e4",), "", "unknown mark 'star'"),
        ("arrow", ("e4",), "", "mark 'arrow' on 'e4': expected 2 cell"),
        ("circle", ("nowhere",), "", "mark 'circle' on 'nowhere'"),
        ("circle", ("e4",), "puce", "unknown color 'puce'"),
    ],
)
def test_other_marks_are_refused(kind: str, cells: tuple[str, ...], color: str, message: str) -> None:
    with pytest.raises(InvalidGameError, match=message):
        Mark(kind, cells, color)
