"""Detecting the format of a text by its content, never by its file name.

The majority of the lines decides. So a file with one damaged line is recognized and its error reported, and
prose about games is not mistaken for games.
"""

from __future__ import annotations

import re

from hexapoda.game_file import Contents, games_in, nul_line
from hexapoda.hive.records.bga import is_bga_header
from hexapoda.hive.records.game_strings import COLUMN, game_column
from hexapoda.sentence import Sentence

_HEAD_CHARS = 1 << 16
_HEAD_LINES = 200

_SGF_LINE = re.compile(r"\s*(\(\s*;|;|\)|P-?[0-9]\[|(GM|SU|VV|DT|GN|RE|TC|CM)\[)")
_SGF_START = re.compile(r"\s*\(\s*;\s*[A-Za-z]+\s*\[")
_SGF_GAME = re.compile(r"GM\[\s*([0-9]+)\s*\]")
_SGF_HIVE = re.compile(r"SU\[\s*hive|P[01]\[[0-9]+ (pick|dropb|move|done|start)", re.IGNORECASE)

_PIECE = r"[wb][QSBGAMLP][1-3]?"
_MOVE = rf"(?:{_PIECE}(?:\s+[-/\\]?{_PIECE}[-/\\]?)?|pass)"
_PGN_TAG = re.compile(r'\[\s*\w+\s+".*"?\s*\]?')
_PGN_GAME_TYPE = re.compile(r'^\s*\[\s*GameType\s+"', re.MULTILINE)
_PGN_PLY = re.compile(rf"\s*[0-9]+\.\s*{_MOVE}\s*")
_PGN_REMARK = re.compile(rf"\s*(?:\{{|\(\s*[0-9]+\.\s*{_MOVE})")
_GAME_FIELD = re.compile(
    rf"\s*(?:{_MOVE}|Base(?:\+[MLP]{{1,3}})?|NotStarted|InProgress|Draw|WhiteWins|BlackWins|(?:White|Black)\[[0-9]+\])\s*",
    re.IGNORECASE,
)
_JSON = re.compile(r'\s*(?:\{\s*(?:"|\})|\[\s*(?:[{\[\]"]|-?[0-9]|true|false|null))')
_BGA_ROW = re.compile(r".*\ttokenPlayed\t\[")


def sniff(text: str) -> Contents:
    """Return the format of a text, detected from its first lines: `boardspace`, `pgn`, `bga`, `tsv` or
    `gamestring` (which includes plain move lists). NUL bytes are ignored here; the games that contain them
    become errors later.
    """
    found = _sniff(text[:_HEAD_CHARS].replace("\0", ""))
    line = nul_line(text)
    if found.format is None and line is not None:
        return Contents(
            None, Sentence("it is not a text file: line {line} has a NUL byte", line=line), "damaged"
        )
    return found


def _sniff(head: str) -> Contents:
    if not head.strip():
        return Contents(None, Sentence("it is empty"), "damaged")
    if _JSON.match(head):
        return Contents(None, Sentence("it is JSON, not a file of games"), "other")
    lines = [line for line in head.split("\n")[:_HEAD_LINES] if line.strip()]
    first = lines[0]
    if "\t" in first:
        found = _sniff_table(lines)
        if found is not None:
            return found
    if _SGF_START.match(head) or _most(lines, _SGF_LINE):
        return _sniff_sgf(head)
    if _PGN_GAME_TYPE.match(first):  # even if the file is truncated
        return games_in("pgn")
    if _most(lines, _PGN_TAG, _PGN_PLY, _PGN_REMARK):
        if _PGN_GAME_TYPE.search(head) or any(_PGN_PLY.match(line) for line in lines):
            return games_in("pgn")
        return Contents(None, Sentence("it is a PGN without a move of Hive"), "other")
    texts = [line for line in lines if not line.lstrip().startswith("#")]
    if texts and sum(_is_game_line(line) for line in texts) * 2 >= len(texts):
        return games_in("gamestring")
    return Contents(None, Sentence("no games in a known format"), "unknown")


def _sniff_table(lines: list[str]) -> Contents | None:
    names = [name.strip().lower() for name in lines[0].split("\t")]
    if is_bga_header(names) or _most(lines, _BGA_ROW):
        return games_in("bga")
    if game_column(lines) is not None:
        return games_in("tsv")
    if all(re.fullmatch(r"\w[\w ]*", name) for name in names):
        return Contents(None, Sentence("it is a table without a column '{column}'", column=COLUMN), "other")
    return None


def _sniff_sgf(head: str) -> Contents:
    game = _SGF_GAME.search(head)
    if _SGF_HIVE.search(head) or (game is not None and game[1] == "27"):
        return games_in("boardspace")
    if game is None and ")" not in head:
        return Contents(None, Sentence("it is an SGF file that is cut off in its header"), "damaged")
    return Contents(None, _other_game(game), "other")


def _most(lines: list[str], *patterns: re.Pattern[str]) -> bool:
    hits = sum(any(pattern.match(line) for pattern in patterns) for line in lines)
    return hits * 2 > len(lines)


def _is_game_line(line: str) -> bool:
    """Return whether at least half of the fields between semicolons look like parts of a GameString."""
    fields = line.rstrip().rstrip(";").split(";")
    hits = sum(_GAME_FIELD.fullmatch(field) is not None for field in fields)
    return hits * 2 >= len(fields)


def _other_game(game: re.Match[str] | None) -> Sentence:
    if game is None:
        return Sentence("it is an SGF file of another game")
    return Sentence("it is an SGF file of another game (GM[{number}])", number=game[1])
