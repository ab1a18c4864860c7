"""Text tables: at any width, no digit is cut off."""

from __future__ import annotations

import pytest

from hexapoda.text.text_table import TextColumn, format_row, format_table, shorten

COLUMNS = [
    TextColumn("engine", "name"),
    TextColumn("games", "number"),
    TextColumn("score", "number"),
    TextColumn("Elo [95%]", "number"),
    TextColumn("note", "prose"),
]
NOTE = "a note that is rather long"
ROWS = [
    (
        "alphabeta:table_size=64,threads=1",
        12_000,
        "100.0%",
        "+186 [+112, +280]",
        "a note that is rather long",
    ),
    ("alphabeta:table_size=64,threads=2", 7, "0.0%", "-186 [-280, -112]", "-"),
]
NUMBERS = [str(cell) for row in ROWS for cell in row[1:4]]


def test_without_a_width_every_cell_is_whole() -> None:
    head, *lines = format_table(COLUMNS, ROWS)
    assert head.split() == ["engine", "games", "score", "Elo", "[95%]", "note"]
    assert [line.split("  ")[0] for line in lines] == [row[0] for row in ROWS]
    assert lines[0].endswith(NOTE)
    assert lines[0].index("100.0%") + len("100.0%") == lines[1].index("0.0%") + len("0.0%")


@pytest.mark.parametrize("width", [20, 40, 60, 80, 100, 200])
def test_no_width_costs_a_digit(width: int) -> None:
    lines = format_table(COLUMNS, ROWS, width)
    text = "\n".join(lines)
    assert all(number in text for number in NUMBERS)
    assert all(word in text for word in NOTE.split())
    assert width < 80 or max(map(len, lines)) <= width
    names = [line.split()[0] for line in lines if line.startswith("alp")]
    assert len(set(names)) == 2, "shortened names must still differ"


def test_names_keep_both_ends_and_wide_characters_take_two_cells() -> None:
    assert shorten("alphabeta:threads=2", 11) == "alpha\u2026ads=2"
    assert shorten("short", 11) == "short"
    assert shorten("\u7532\u4e59\u4e19\u4e01\u620a", 6) == "\u7532\u2026\u620a", (
        "a wide character takes two cells"
    )


def test_a_single_row_is_aligned_with_its_columns() -> None:
    columns = [TextColumn("name", width=6), TextColumn("n", "number", width=4)]
    assert format_row(columns, ("a", 7)) == ["a          7"]
    assert format_row(columns, ("longer than that", 123_456)) == ["longer than that  123456"]


def test_prose_wraps_below_itself() -> None:
    columns = [TextColumn(kind="text"), TextColumn(kind="prose")]
    lines = format_table(columns, [("ok", "one two three four five six seven eight")], 34)
    assert lines == ["ok  one two three four five six", "    seven eight"]


def test_gaps_shrink_before_names_are_shortened() -> None:
    columns = [TextColumn("", "name"), TextColumn("", "number")]
    assert format_table(columns, [("alphabeta:a=1", 12)], 17) == ["alphabeta:a=1  12"]
    assert format_table(columns, [("alphabeta:a=1", 12)], 16) == ["alphabeta:a=1 12"]
    assert format_table(columns, [("alphabeta:a=1", 12)], 15) == ["alphab\u2026a:a=1 12"]
