"""Portable Game Notation as Mzinga and hivegame.com write it: reader and writer.

Owns tags, numbered plies (the numbers count plies, not turns), comments in braces and result words. Reads
only the main line and skips variations and annotation glyphs; `pgn_tree` reads those. A file may contain
several games. `reading` has already removed the byte order mark and normalized line ends. Format:
https://github.com/jonthysell/Mzinga/wiki/MzingaViewer (files "saved as PGN").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hexapoda.errors import InvalidGameError
from hexapoda.hive.records.draft import GameDraft, reading_error
from hexapoda.hive.records.game import RecordedGame
from hexapoda.hive.records.pgn_text import escape_comment, escape_value, unescape_comment, unescape_value
from hexapoda.hive.records.result import FINISHED, RESULT_WORDS, is_result, read_result
from hexapoda.hive.text.game_string import move_texts
from hexapoda.hive.text.move_text import quoted
from hexapoda.hive.variant import parse_variant

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]')
_NUMBER = re.compile(r"([0-9]{1,6})\.+(?:\s+|$|(?=[wbp]))")
_RESULT = re.compile(rf"(?:{'|'.join(map(re.escape, RESULT_WORDS))})\s*$", re.IGNORECASE)
_GLYPHS = re.compile(r"(?:(?:\$[0-9]{1,3}|[!?]{1,2})(?=[\s{}()$]|$)\s*)+")
# What ends a move: a comment or glyph, the number of the next move, or the result at the end of the line.
_AFTER_MOVE = re.compile(rf"[{{($]|(?<=\S)[!?]|\s[0-9]{{1,6}}\.+(?=\s|$)|\s{_RESULT.pattern}", re.IGNORECASE)
_SPACE = re.compile(r"\s*")
_PARENTHESIS = re.compile(r"[(){}]")
_SHOWN = 200
"""How many characters of a line are copied for a message, which may quote fewer."""
_COMMAND = re.compile(r"\[%(?:eval|play)\b")
_BARE_MOVE = re.compile(r"[wb][QSBGAMLP][1-3]?(\s|$)|pass$")

# Mzinga writes these first, in this order.
_FIRST_TAGS = ("GameType", "Date", "Event", "Site", "Round", "White", "Black", "Result")


def read_pgn(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of a PGN text. After an error, reading resumes at the next block of tags."""
    builder: _Builder | None = None
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if builder is not None and builder.is_complete(line):
            yield builder.draft()
            builder = None
        if builder is None:
            if not line:
                continue
            builder = _Builder(source, number)
        builder.feed(line, number)
    if builder is not None:
        yield builder.draft()


def pgn_tags(game: RecordedGame) -> dict[str, str]:
    """Return the non-empty tags of a game, Mzinga's first."""
    tags = dict.fromkeys(_FIRST_TAGS, "")
    tags |= {name: value for name, value in game.tags.items() if re.fullmatch(r"[A-Za-z0-9_]+", name)}
    tags["GameType"] = game.variant
    tags["White"], tags["Black"] = game.white or "", game.black or ""
    if game.claimed is not None or not tags["Result"] or read_result(tags["Result"]) is not None:
        tags["Result"] = game.claimed or game.state
    return {name: value for name, value in tags.items() if value}


def write_pgn(game: RecordedGame) -> str:
    """Return the main line in Mzinga's format, with all tags and comments and a final newline."""
    tags = pgn_tags(game)
    lines = [f'[{name} "{escape_value(value)}"]' for name, value in tags.items()]
    comments: dict[int, list[str]] = {}
    for ply, comment in game.comments:
        text = "\n".join(map(escape_comment, comment.split("\n")))
        comments.setdefault(ply, []).append("{" + text + "}")
    body = comments.pop(0, [])
    for ply, move in enumerate(move_texts(game.position()), 1):
        body.append(f"{ply}. {move}")
        body += comments.pop(ply, [])
    if body:
        lines += ["", *body]
    return "\n".join([*lines, "", tags["Result"], ""])


class _Builder:
    """Collects the lines of one game."""

    def __init__(self, source: str, line: int) -> None:
        self._source = source
        self._line = line
        self._last = line
        self._tags: dict[str, str] = {}
        self._texts: list[str] = []
        self._lines: list[int] = []
        self._comments: list[tuple[int, str]] = []
        self._open_comment: list[str] | None = None
        self._comment_line = line
        self._result: str | None = None
        self._in_moves = False
        self._depth = 0  # open parentheses of variations
        self._in_remark = False  # within a comment of a variation
        self._annotated = False
        self._all: list[str] = []
        self._error: InvalidGameError | None = None

    def is_complete(self, line: str) -> bool:
        """Return whether this line begins another game."""
        after_moves = self._in_moves or self._result is not None
        in_comment = self._open_comment is not None or self._in_remark
        return after_moves and not in_comment and _TAG.fullmatch(line) is not None

    def feed(self, line: str, number: int) -> None:
        """Read the next line."""
        self._all.append(line)
        self._last = number if line else self._last
        if self._error is not None:
            return
        at = self._pass_over(line, 0) if self._depth else 0
        if self._open_comment is not None:
            self._continue_comment(self._open_comment, line[at:])
            return
        if at == len(line):
            return
        if at:
            self._read_moves(line, number, at)
        elif line.startswith("["):
            self._read_tag(line, number)
        elif is_result(line):
            self._result = line
        else:
            self._read_moves(line, number, 0)

    def draft(self) -> GameDraft:
        """Return the game read so far."""
        tags = self._tags
        error = self._error
        variant = None
        if error is None and self._open_comment is not None:
            error = reading_error(
                self._source, self._comment_line, None, "a comment is not closed: expected '}'"
            )
        if error is None and self._depth:
            error = reading_error(
                self._source, self._comment_line, None, "a variation is not closed: expected ')'"
            )
        header = self._header_fault()
        if header is not None:
            error, self._texts, self._lines = header, [], []
        elif "GameType" in tags:
            variant = parse_variant(tags["GameType"])
        claimed = read_result(tags.get("Result", ""))
        if claimed is None and self._result is not None:
            claimed = read_result(self._result)
        unfinished = None
        if self._result is None and tags.get("Result") in FINISHED:  # Mzinga writes the result twice
            unfinished = reading_error(
                self._source,
                self._last,
                len(self._texts) + 1,
                f"the game is cut off: expected more moves or the result {tags['Result']!r}",
            )
        return GameDraft(
            source=self._source,
            line=self._line,
            format="pgn",
            variant=variant,
            texts=tuple(self._texts),
            lines=tuple(self._lines),
            claimed=claimed,
            white=tags.get("White") or None,
            black=tags.get("Black") or None,
            tags=tags,
            comments=tuple((ply, unescape_comment(text)) for ply, text in self._comments),
            annotated="\n".join(self._all).strip() if self._annotated else "",
            error=error,
            unfinished=unfinished,
        )

    def _header_fault(self) -> InvalidGameError | None:
        """Return the error in the tags that makes a replay impossible, or None."""
        reason = None
        try:
            parse_variant(self._tags.get("GameType", "Base"))
        except InvalidGameError as fault:
            reason = str(fault)
        if "Start" in self._tags:  # an analysis tree: `hexapoda.record` reads it
            start = quoted(self._tags["Start"])
            reason = f"the game starts from {start}: expected a game from an empty board"
        return None if reason is None else reading_error(self._source, self._line, None, reason)

    def _read_tag(self, line: str, number: int) -> None:
        match = _TAG.fullmatch(line)
        if match is None:
            self._fail(number, None, f'{quoted(line)} is not a tag: expected [Name "value"]')
            return
        self._tags[match[1]] = unescape_value(match[2])

    def _read_moves(self, line: str, number: int, at: int) -> None:
        """Read a line from offset `at`. The line is not copied, because it may be as long as the file."""
        self._in_moves = True
        while at < len(line) and self._error is None:
            if line[at] == "{":
                end = line.find("}", at)
                if end < 0:
                    self._open_comment = [line[at + 1 :]]
                    self._comment_line = number
                    return
                self._comment(line[at + 1 : end])
                at = _SPACE.match(line, end + 1).end()  # type: ignore[union-attr]
            elif line[at] == "(" and self._texts:
                self._annotated = True
                self._comment_line = number
                self._depth = 1
                at = self._pass_over(line, at + 1)
            elif _RESULT.match(line, at) is not None:
                self._result = line[at:]
                return
            elif (glyphs := _GLYPHS.match(line, at)) is not None:
                self._annotated = True
                at = glyphs.end()
            else:
                at = self._read_ply(line, number, at)

    def _read_ply(self, line: str, number: int, at: int) -> int:
        """Read the ply at offset `at` of the line; return the offset of the rest."""
        ply = len(self._texts) + 1
        match = _NUMBER.match(line, at)
        shown = line[at : at + _SHOWN]
        if match is None and not _BARE_MOVE.match(line, at):
            self._fail(
                number, ply, f"{quoted(shown)} is not a ply: expected '{ply}. ' and a move, or a result"
            )
            return at
        if match is not None and int(match[1]) != ply:
            self._fail(number, ply, f"{quoted(shown)} has the number {match[1]}: expected {ply}")
            return at
        begin = at if match is None else match.end()
        found = _AFTER_MOVE.search(line, begin)
        end = len(line) if found is None else found.start()
        move = line[begin:end].strip()
        if not move:
            self._fail(number, ply, f"{quoted(shown)} has no move: expected a move after the number")
            return at
        self._texts.append(move)
        self._lines.append(number)
        return _SPACE.match(line, end).end()  # type: ignore[union-attr]

    def _pass_over(self, line: str, at: int) -> int:
        """Return the offset after the variations that are open at `at`."""
        for match in _PARENTHESIS.finditer(line, at):
            sign = match[0]
            if self._in_remark:
                self._in_remark = sign != "}"
            elif sign == "{":
                self._in_remark = True
            elif sign != "}":
                self._depth += 1 if sign == "(" else -1
                if not self._depth:
                    return _SPACE.match(line, match.end()).end()  # type: ignore[union-attr]
        return len(line)

    def _continue_comment(self, comment: list[str], line: str) -> None:
        end = line.find("}")
        comment.append(line if end < 0 else line[:end])
        if end >= 0:
            self._open_comment = None
            self._comment("\n".join(comment))

    def _comment(self, text: str) -> None:
        self._annotated |= _COMMAND.search(text) is not None
        self._comments.append((len(self._texts), text.strip()))

    def _fail(self, line: int, ply: int | None, reason: str) -> None:
        self._error = reading_error(self._source, line, ply, reason)
