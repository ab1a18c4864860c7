"""Reading GameStrings, one per line or in a column of a table, and plain move lists without a variant.

Owns the line-based formats `gamestring`, `moves` and `tsv`. `hexapoda.hive.text.game_string` reads a single
GameString.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hexapoda.errors import InvalidGameError
from hexapoda.hive.records.draft import GameDraft, no_rows, reading_error
from hexapoda.hive.records.result import read_result
from hexapoda.hive.text.game_string import GameString, split_game_string, turn_fault
from hexapoda.hive.text.move_text import quoted
from hexapoda.sentence import message_of

COLUMN = "gamestring"
"""The column with the games. If no column has this name, the first that contains GameStrings is used."""

_SAMPLED_ROWS = 50
_MOVES_LINE = re.compile(r"[wb][QSBGAMLP][1-3]?\s*(;|$)")
_GAME_CELL = re.compile(r"Base(\+[MLP]{1,3})?;[A-Za-z]+;[A-Za-z]+\[[0-9]+\](;|$)")
# Columns that repeat the content of the game; all others are kept as tags.
_DERIVED = frozenset({COLUMN, "gametype", "claimed_result", "board_state", "plies", "white", "black"})


def read_lines(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of a text with one game per line; skip blank lines and those that begin with `#`."""
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            yield _line_draft(line, source, number)


def game_column(lines: Sequence[str]) -> int | None:
    """Return the column of a tab-separated table that contains GameStrings, according to its first lines; or
    None.
    """
    names = [name.strip().lower() for name in lines[0].split("\t")]
    if COLUMN in names:
        return names.index(COLUMN)
    rows = [line.split("\t") for line in lines[:_SAMPLED_ROWS]]
    for column in range(len(names)):
        cells = [row[column] for row in rows if len(row) > column]
        if sum(_GAME_CELL.match(cell) is not None for cell in cells) * 2 >= len(cells):
            return column
    return None


def read_table(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of a tab-separated table. Its first line is a header, unless it contains a game."""
    lines = text.split("\n")
    top = next((index for index, line in enumerate(lines) if line.strip()), 0)
    column = game_column(lines[top : top + _SAMPLED_ROWS])
    header = [name.strip() for name in lines[top].split("\t")]
    if column is None:
        error = reading_error(source, top + 1, None, f"{quoted(lines[top])} has no column {COLUMN!r}")
        yield GameDraft(source, top + 1, "tsv", None, (), error=error)
        return
    headless = _GAME_CELL.match(header[column]) is not None
    if headless:
        header = [f"column_{index}" for index in range(1, len(header) + 1)]
        header[column] = COLUMN
    if not headless and not any(line.strip() for line in lines[top + 1 :]):
        yield GameDraft(source, top + 1, "tsv", None, (), error=no_rows(source, top + 1))
    for number, line in enumerate(lines, 1):
        if not line.strip() or (number == top + 1 and not headless):
            continue
        fields = line.split("\t")
        if len(fields) <= column or not fields[column].strip():
            reason = f"{quoted(line)} has nothing in column {column + 1}, expected a game string there"
            error = reading_error(source, number, None, reason)
            yield GameDraft(source, number, "tsv", None, (), error=error)
            continue
        row = dict(zip(header, (field.strip() for field in fields), strict=False))
        yield _table_draft(row, fields[column], source, number)


def _line_draft(line: str, source: str, number: int) -> GameDraft:
    if _MOVES_LINE.match(line):
        texts = line.split(";")
        if not texts[-1].strip():
            texts.pop()  # a closing semicolon
        return GameDraft(source, number, "moves", None, tuple(texts))
    game, error = _split(line, source, number)
    if game is None:
        return GameDraft(source, number, "gamestring", None, (), error=error)
    return GameDraft(source, number, "gamestring", game.variant, game.moves, claimed=game.state, error=error)


def _table_draft(row: dict[str, str], cell: str, source: str, number: int) -> GameDraft:
    tags = {name: value for name, value in row.items() if value and name.lower() not in _DERIVED}
    game, error = _split(cell, source, number)
    if game is None:
        return GameDraft(source, number, "tsv", None, (), tags=tags, error=error)
    claimed = row.get("claimed_result")
    if game.state is None and read_result(claimed or "") not in (None, "NotStarted"):
        reason = f"{quoted(cell)} has no moves, but the result is {claimed!r}: expected a game string"
        error = reading_error(source, number, None, reason)
    return GameDraft(
        source,
        number,
        "tsv",
        game.variant,
        game.moves,
        claimed=game.state if claimed is None else read_result(claimed),
        white=row.get("white") or None,
        black=row.get("black") or None,
        tags=tags,
        error=error,
    )


def _split(text: str, source: str, number: int) -> tuple[GameString | None, InvalidGameError | None]:
    """Return the fields of a GameString and its error; either may be None. A truncated one has both."""
    try:
        game = split_game_string(text)
        reason = turn_fault(game)
        cut = None if reason is None else reading_error(source, number, len(game.moves) + 1, reason)
        return game, cut
    except InvalidGameError as fault:
        error = reading_error(source, number, None, message_of(fault))
        error.__cause__ = fault
        return None, error
