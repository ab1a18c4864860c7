"""The syntax of PGN: tags, plies, variations, comments and glyphs. The moves stay unchecked text.

    12. bA1 wQ- $2 {[%eval -0.5,6] too early}
    (12. bB1 -wQ 13. wG1 bB1\\ (13. wS2 \\wQ))

Reads and writes all PGN: variations in parentheses, glyphs (`$n`, or `!`, `?!`, ... directly after a move),
comments in braces and after `;`, lines that begin with `%`, which are ignored, and result words. Move numbers
count plies. The game's own module interprets tags and moves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from hexapoda.errors import InvalidGameError
from hexapoda.record.annotation import annotate, commands
from hexapoda.record.comment_text import escape_comment, escape_value, unescape_comment, unescape_value
from hexapoda.record.draft import Ply, reading_error
from hexapoda.record.line_counter import LineCounter
from hexapoda.record.node import GLYPHS, Node
from hexapoda.text.quotation import quoted

__all__ = ["MAX_PLIES", "PgnGame", "PgnSyntax", "format_pgn", "read_pgn"]

MAX_PLIES = 50_000
"""The maximum number of plies in a game, variations included; even a thorough analysis has far fewer."""

_NAGS: Mapping[str, int] = MappingProxyType({glyph: nag for nag, glyph in GLYPHS.items()})
_SPACE = re.compile(r"\s+")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\][ \t]*(?=\n|;|$)')
_TAG_LINE = re.compile(r'^[ \t]*\[\s*[A-Za-z0-9_]+\s+".*"\s*\]', re.MULTILINE)
_NUMBER = re.compile(r"([0-9]{1,6})(?:\.+|(?=\s))")
_NAG = re.compile(r"\$([0-9]{1,3})(?![0-9])")
_SUFFIX = re.compile(r"[!?]+")
_PARENTHESIS = re.compile(r"\{[^}]*\}|;[^\n]*|[()]")
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PgnSyntax:
    """The parts of the syntax that depend on the game.

    Attributes:
        move: matches a move, without the glyphs after it.
        results: matches a result word.
    """

    move: re.Pattern[str]
    results: re.Pattern[str]


@dataclass(slots=True)
class PgnGame:
    """One game in PGN text.

    Attributes:
        line: the line where it starts, from 1.
        tags: the tags in the order of the file.
        root: the moves.
        result: the result word after the moves, or empty.
        error: why reading the main line ended early; None if it was read to its end.
        faults: why variations end early.
    """

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    root: Ply = field(default_factory=Ply)
    result: str = ""
    error: InvalidGameError | None = None
    faults: list[InvalidGameError] = field(default_factory=list)


def read_pgn(text: str, source: str, syntax: PgnSyntax) -> Iterator[PgnGame]:
    """Yield the games in text. After an error, reading resumes at the next block of tags."""
    scanner = _Scanner(text, source, syntax)
    while (game := scanner.game()) is not None:
        yield game


def format_pgn(tags: Mapping[str, str], root: Node, result: str, *, plain: bool = False) -> str:
    """Return one game, with a final newline. Each ply of the main line is on its own line, and its variations
    follow. `plain` leaves out variations, comments and glyphs.
    """
    lines = [f'[{name} "{escape_value(value)}"]' for name, value in tags.items()]
    lines.append("")
    if not plain and (remarks := _remarks(root).strip()):
        lines.append(remarks)
    node = root
    while node.variations:
        main, *others = node.variations
        if plain:
            lines.append(f"{main.ply}. {main.text}")
        else:
            lines.append(_ply(main))
            lines += [f"({_variation(other)})" for other in others]
        node = main
    if lines[-1]:
        lines.append("")
    return "\n".join([*lines, result, ""])


def _ply(node: Node) -> str:
    return f"{node.ply}. {node.text}{_remarks(node)}"


def _remarks(node: Node) -> str:
    if node.is_plain:
        return ""
    nags = "".join(f" ${nag}" for nag in sorted(node.nags))
    comments = [*commands(node), *map(escape_comment, node.comments)]
    return nags + "".join(f" {{{comment}}}" for comment in comments)


def _variation(first: Node) -> str:
    """Return a variation without its outer parentheses. Iterative, because long lines would exceed the
    recursion limit.
    """
    parts: list[str] = []
    todo: list[str | tuple[bool, Node]] = [(False, first), (True, first)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        is_ply, node = item
        if is_ply:
            parts.append(_ply(node))
        elif node.variations:
            main, *others = node.variations
            todo.append((False, main))
            for other in reversed(others):
                todo += [")", (False, other), (True, other), " ("]
            todo += [(True, main), " "]
    return "".join(parts)


def _add_plies(ply: Ply, texts: list[str], lines: list[int]) -> Ply:
    """Add a line of plies after a ply; return the last."""
    for text, line in zip(texts, lines, strict=True):
        ply = ply.add(text, line)
    return ply


class _Scanner:
    """A scanner that reads the text in one pass."""

    def __init__(self, text: str, source: str, syntax: PgnSyntax) -> None:
        self._text = text
        self._source = source
        self._syntax = syntax
        self._plain = re.compile(rf"\s*([0-9]{{1,6}})\.+\s*((?>{syntax.move.pattern}))(?![!?])")
        self._at = 0
        self._lines = LineCounter(text)
        self._plies = 0
        self._game = PgnGame(1)

    def game(self) -> PgnGame | None:
        """Return the next game, or None at the end."""
        ignored: list[str] = []
        self._skip(ignored)
        if self._at == len(self._text):
            return None
        self._game = game = PgnGame(self._line_here())
        game.root.line = game.line
        self._plies = 0
        try:
            self._tags(ignored)
            self._moves(game.root)
        except InvalidGameError as error:
            game.error = error
            following = _TAG_LINE.search(self._text, self._at)
            while following is not None and self._in_tags(following):
                following = _TAG_LINE.search(self._text, following.end())
            self._at = len(self._text) if following is None else following.start()
        return game

    def _in_tags(self, found: re.Match[str]) -> bool:
        """Return whether a tag belongs to the game that could not be read."""
        return self._game.root.is_last and self._at <= found.start() and self._only_tags(found.start())

    def _only_tags(self, end: int) -> bool:
        between = self._text[self._at : min(end, self._at + 10_000)]
        return all(line.lstrip().startswith("[") for line in between.split("\n") if line.strip())

    def _tags(self, comments: list[str]) -> None:
        game = self._game
        while (tag := self._match(_TAG)) is not None:
            game.tags[tag[1]] = unescape_value(tag[2])
            self._skip(comments)
        if self._text.startswith("[", self._at):
            raise self._error(None, f"{self._shown()} is not a tag", '[Name "value"]')
        annotate(game.root, (), comments, unescape_comment)

    def _moves(self, root: Ply) -> None:
        texts, lines = self._plain_line(1)
        root.add_line(texts, lambda: _add_plies(root, texts, lines))
        self._match(_SPACE)
        if self._result(root):
            return
        *_, current = [root, *root.main_line()]
        pending: list[str] = []
        branches: list[Ply] = []
        fresh = False  # a variation is open and has no move yet
        text = self._text
        while True:
            if not fresh:
                current = _add_plies(current, *self._plain_line(current.ply + 1))
            remarks: list[str] = []
            self._skip(remarks)
            pending, remarks = (pending + remarks, []) if fresh else (pending, remarks)
            fault: InvalidGameError | None = None
            here = text[self._at : self._at + 1]
            if not here or here == "[":
                annotate(current, (), remarks, unescape_comment)
                break
            if here == "{":
                remarks.append(self._comment())
            elif here == "(":
                if current.parent is None or fresh:
                    fault = self._error(current, "no move before the variation", "a variation after a move")
                else:
                    self._at += 1
                    branches.append(current)
                    annotate(current, (), remarks, unescape_comment)
                    remarks = []
                    current, fresh = current.parent, True
            elif here == ")":
                if not branches or fresh:
                    fault = self._error(current, "nothing to close", "a move or the result")
                else:
                    self._at += 1
                    annotate(current, (), remarks, unescape_comment)
                    remarks = []
                    current = branches.pop()
            elif not fresh and (nag := self._match(_NAG)) is not None:
                current.annotate(nags=[int(nag[1])])
            elif not fresh and (suffix := self._match(_SUFFIX)) is not None:
                fault = self._glyph(current, suffix[0])
            elif not branches and self._result(root, remarks):
                return
            else:
                try:
                    annotate(current, (), remarks, unescape_comment)
                    remarks = []
                    current = self._ply(current)
                    annotate(current, (), pending, unescape_comment)
                except InvalidGameError as error:
                    fault = error
                pending, fresh = [], False
            if fresh:
                pending += remarks
            else:
                annotate(current, (), remarks, unescape_comment)
            if fault is not None:
                if not branches or self._plies > MAX_PLIES:
                    raise fault
                self._game.faults.append(fault)
                self._skip_variation(current)
                current = branches.pop()
                pending, fresh = [], False
        if branches:
            raise self._error(current, "a variation is not closed", "')'")

    def _plain_line(self, number: int) -> tuple[list[str], list[int]]:
        """Read plies that consist of only a number and a move, as all plies of most games do; the first has
        the number `number`. Return their texts and their lines.
        """
        texts: list[str] = []
        lines: list[int] = []
        match, text = self._plain.match, self._text
        while self._plies < MAX_PLIES and (found := match(text, self._at)) and int(found[1]) == number:
            texts.append(" ".join(found[2].split()))
            lines.append(self._lines.at(found.start(2)))
            self._at = found.end()
            self._plies += 1
            number += 1
        return texts, lines

    def _result(self, root: Ply, remarks: Sequence[str] = ()) -> bool:
        """Read the result word, if it comes next, and the comments after it. The comments and `remarks`
        belong to the last ply.
        """
        result = self._match(self._syntax.results)
        if result is None:
            return False
        self._game.result = result[0]
        found = list(remarks)
        try:
            self._skip(found)
            while self._text.startswith("{", self._at):
                found.append(self._comment())
                self._skip(found)
        finally:  # even if the last comment is not closed
            if found:
                *_, last = [root, *root.main_line()]
                annotate(last, (), found, unescape_comment)
        return True

    def _ply(self, parent: Ply) -> Ply:
        number = self._match(_NUMBER)
        if number is not None and int(number[1]) != parent.ply + 1:
            raise self._error(parent, f"the number {number[1]}", f"{parent.ply + 1}.")
        if number is not None:
            self._match(_SPACE)
        begin = self._at
        move = self._match(self._syntax.move)
        if move is None:
            raise self._error(parent, self._shown(), "a move")
        self._plies += 1
        if self._plies > MAX_PLIES:
            raise self._error(parent, f"more than {MAX_PLIES:,} plies", "a game")
        ply = parent.add(" ".join(move[0].split()), self._lines.at(begin))
        suffix = self._match(_SUFFIX)
        if suffix is not None and (fault := self._glyph(ply, suffix[0])) is not None:
            raise fault
        return ply

    def _glyph(self, ply: Ply, suffix: str) -> InvalidGameError | None:
        if suffix not in _NAGS:
            return self._error(ply.parent, quoted(suffix), f"one of {' '.join(_NAGS)}")
        ply.annotate(nags=[_NAGS[suffix]])
        return None

    def _skip_variation(self, ply: Ply) -> None:
        """Move past the end of the open variation."""
        depth = 1
        for match in _PARENTHESIS.finditer(self._text, self._at):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if not depth:
                self._at = match.end()
                return
        raise self._error(ply, "a variation is not closed", "')'")

    def _comment(self) -> str:
        end = self._text.find("}", self._at)
        if end < 0:
            raise self._error(None, "a comment is not closed", "'}'")
        comment = self._text[self._at + 1 : end]
        self._at = end + 1
        return "\n".join(line.strip() for line in comment.split("\n")).strip()

    def _skip(self, comments: list[str]) -> None:
        """Move past blanks, lines that begin with `%`, and comments after `;`, which go to `comments`."""
        text = self._text
        while True:
            self._match(_SPACE)
            sign = text[self._at : self._at + 1]
            if not (sign == ";" or (sign == "%" and (self._at == 0 or text[self._at - 1] == "\n"))):
                return
            end = text.find("\n", self._at)
            end = len(text) if end < 0 else end
            if sign == ";" and (comment := text[self._at + 1 : end].strip()):
                comments.append(comment)
            self._at = end

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
        return found

    def _shown(self) -> str:
        return quoted(self._text[self._at : self._at + _SHOWN].split("\n")[0].rstrip())

    def _line_here(self) -> int:
        return self._lines.at(self._at)

    def _error(self, ply: Ply | None, found: str, expected: str) -> InvalidGameError:
        number = None if ply is None else ply.ply + 1
        return reading_error(self._source, self._line_here(), number, f"{found}: expected {expected}")
