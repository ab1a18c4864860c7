"""GameStrings, one per line, and plain lists of moves without a variant.

Implements the line-based formats `gamestring` and `moves`. `hexapoda.hive.text.game_string` reads the fields
of one GameString.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from hexapoda.errors import InvalidGameError, InvalidPositionError
from hexapoda.hive.game import HIVE
from hexapoda.hive.records.result import claims
from hexapoda.hive.text.game_string import format_game_string, split_game_string, turn_fault
from hexapoda.record.draft import Draft, Ply, draft_header, reading_error
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.pgn import MAX_PLIES
from hexapoda.record.tree import GameTree
from hexapoda.text.sentence import message_of

__all__ = ["GAME_STRINGS", "game_string_draft"]

_NAME = "gamestring"
_PIECE = r"[wb][QSBGAMLP][1-3]?"
_MOVES_LINE = re.compile(rf"{_PIECE}\s*(;|$)")
_FIELD = re.compile(
    rf"\s*(?:{_PIECE}(?:\s+[-/\\]?{_PIECE}[-/\\]?)?|pass|Base(?:\+[MLP]{{1,3}})?"
    r"|NotStarted|InProgress|Draw|WhiteWins|BlackWins|(?:White|Black)\[[0-9]+\])\s*",
    re.IGNORECASE,
)


def _detect(head: Head) -> bool:
    texts = [line for line in head.lines if not line.lstrip().startswith("#")]
    return bool(texts) and sum(map(_is_game, texts)) * 2 >= len(texts)


def _is_game(line: str) -> bool:
    """Return whether at least half of the fields between semicolons look like parts of a GameString."""
    fields = line.rstrip().rstrip(";").split(";")
    hits = sum(_FIELD.fullmatch(field) is not None for field in fields)
    return hits * 2 >= len(fields)


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield a game for each line, except blank lines and those that begin with `#`."""
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if line and not line.startswith("#"):
            yield _moves(line, source, number) or game_string_draft(line, source, number, _NAME)


def _moves(line: str, source: str, number: int) -> Draft | None:
    if not _MOVES_LINE.match(line):
        return None
    root = Ply(line=number)
    error = _add(root, line.removesuffix(";").split(";"), source, number)
    return Draft(draft_header(HIVE.name, source), root, "moves", number, error=error)


def game_string_draft(text: str, source: str, number: int, format: str) -> Draft:
    """Return the game of a GameString. If `text` is not one, the draft has an error instead of moves."""
    root = Ply(line=number)
    try:
        game = split_game_string(text)
    except InvalidGameError as fault:
        bad = reading_error(source, number, None, message_of(fault))
        bad.__cause__ = fault
        return Draft(draft_header(HIVE.name, source), root, format, number, error=bad)
    error = _add(root, game.moves, source, number)
    reason = turn_fault(game)
    if error is None and reason is not None:
        error = reading_error(source, number, len(game.moves) + 1, reason)
    header = draft_header(HIVE.name, source, game.variant, **claims(game.state))
    return Draft(header, root, format, number, error=error)


def _add(root: Ply, texts: Sequence[str], source: str, line: int) -> InvalidGameError | None:
    """Add a line of plies; return the error if there are too many."""
    root.add_line(texts[:MAX_PLIES])
    if len(texts) <= MAX_PLIES:
        return None
    return reading_error(source, line, MAX_PLIES + 1, f"more than {MAX_PLIES:,} plies: expected a game")


def _write(tree: GameTree, plain: bool) -> str:
    """Return the main line as a GameString. Its state follows from the board."""
    *_, last = [tree.root, *tree.main_line()]
    position: Any = tree.position(last)
    try:
        return format_game_string(position) + "\n"
    except InvalidPositionError as error:
        raise InvalidGameError(message_of(error)) from error


GAME_STRINGS = RecordFormat(
    _NAME,
    _detect,
    _read,
    _write,
    (".txt", ".gs", ".uhp", ".gamestring", ".gamestrings"),
    title="GameString",
)
