"""The syntax of PGN with variations: reads and writes trees of plies, without checking the moves.

    12. bA1 wQ- $2 {[%eval -0.5,6] too early}
    (12. bB1 -wQ 13. wG1 bB1\\ (13. wS2 \\wQ))

Owns variations in parentheses, annotation glyphs (`$n`, or `!`, `?!`, ... directly after a move) and the
places of comments. `pgn` reads the main lines of the same files; `tree` interprets the trees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexapoda.errors import InvalidGameError
from hexapoda.hive.records.draft import reading_error
from hexapoda.hive.records.pgn_text import escape_value, unescape_value
from hexapoda.hive.records.result import RESULT_WORDS
from hexapoda.hive.text.move_text import quoted

MAX_PLIES = 50_000
"""The most plies of a tree, variations included: far more than in a thoroughly analyzed game."""

GLYPHS: Mapping[str, int] = MappingProxyType({"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6})
"""The suffixes of moves and their numeric annotation glyphs, as in chess."""

_PIECE = r"[wb][QSBGAMLP][1-3]?"
_SPACE = re.compile(r"\s+")
_TAG = re.compile(r'\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\][ \t]*(?=\n|$)')
_NUMBER = re.compile(r"([0-9]{1,6})\.+")
_NAG = re.compile(r"\$([0-9]{1,3})(?![0-9])")
_SUFFIX = re.compile(r"[!?]+")
_MOVE = re.compile(rf"(?:pass|{_PIECE}(?:[ \t]+[-/\\]?{_PIECE}[-/\\]?)?)(?=[\s{{}}()$!?]|$)")
_PARENTHESIS = re.compile(r"\{[^}]*\}|[()]")
_RESULT = re.compile(rf"(?:{'|'.join(map(re.escape, RESULT_WORDS))})(?=\s|$)", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class PgnNode:
    """One ply with its annotations; the root has no text."""

    text: str = ""
    parent: PgnNode | None = None
    ply: int = 0
    line: int = 0
    comments: list[str] = field(default_factory=list)
    """Escaped, as in the file: see `pgn_text`."""
    nags: set[int] = field(default_factory=set)
    children: list[PgnNode] = field(default_factory=list)
    """The continuations, the main one first."""

    def add(self, text: str, line: int = 0) -> PgnNode:
        """Append a continuation and return it."""
        child = PgnNode(text, self, self.ply + 1, line)
        self.children.append(child)
        return child


@dataclass(frozen=True, slots=True)
class PgnTree:
    """One game of a PGN text."""

    source: str
    line: int
    tags: Mapping[str, str]
    root: PgnNode
    result: str
    """The result word after the moves, or empty."""
    faults: tuple[InvalidGameError, ...] = ()
    """Why variations end early, in the order of the text."""

    def main_line(self) -> Iterator[PgnNode]:
        """Yield the nodes of the main line, from the first move on."""
        node = self.root
        while node.children:
            node = node.children[0]
            yield node


def parse_pgn_trees(
    text: str, source: str = "<text>", first_line: int = 1, *, skip_bad: bool = False
) -> Iterator[PgnTree]:
    """Yield the games of a text. Raises `InvalidGameError` at the first game that is not valid PGN. With
    `skip_bad`, a variation with a bad ply ends before it, and the error becomes one of the tree's faults.
    `first_line` is the number of the text's first line in its file.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    scanner = _Scanner(text, source, first_line, skip_bad)
    while (tree := scanner.game()) is not None:
        yield tree


def format_pgn_tree(tags: Mapping[str, str], root: PgnNode) -> str:
    """Return one game, with a final newline. Each ply of the main line is on its own line, and its variations
    follow.
    """
    lines = [f'[{name} "{escape_value(value)}"]' for name, value in tags.items()]
    lines.append("")
    if root.comments or root.nags:
        lines.append(_remarks(root).strip())
    node = root
    while node.children:
        main, *others = node.children
        lines.append(_ply(main))
        lines += [f"({_variation(other)})" for other in others]
        node = main
    if lines[-1]:
        lines.append("")
    return "\n".join([*lines, tags.get("Result", "*"), ""])


def _ply(node: PgnNode) -> str:
    return f"{node.ply}. {node.text}{_remarks(node)}"


def _remarks(node: PgnNode) -> str:
    nags = "".join(f" ${nag}" for nag in sorted(node.nags))
    return nags + "".join(f" {{{comment}}}" for comment in node.comments)


def _variation(first: PgnNode) -> str:
    """Return a variation without its outer parentheses. Iterative, because long lines would exceed the
    recursion limit.
    """
    parts: list[str] = []
    todo: list[str | tuple[bool, PgnNode]] = [(False, first), (True, first)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        is_ply, node = item
        if is_ply:
            parts.append(_ply(node))
        elif node.children:
            main, *others = node.children
            todo.append((False, main))
            for other in reversed(others):
                todo += [")", (False, other), (True, other), " ("]
            todo += [(True, main), " "]
    return "".join(parts)


class _Scanner:
    """Reads the text in one pass."""

    def __init__(self, text: str, source: str, line: int, skip_bad: bool) -> None:
        self._text = text
        self._source = source
        self._skip_bad = skip_bad
        self._faults: list[InvalidGameError] = []
        self._at = 0
        self._line = line
        self._counted = 0
        self._plies = 0

    def game(self) -> PgnTree | None:
        """Return the next game, or None at the end."""
        self._skip()
        if self._at == len(self._text):
            return None
        line = self._line_here()
        tags: dict[str, str] = {}
        while (tag := self._match(_TAG)) is not None:
            tags[tag[1]] = unescape_value(tag[2])
            self._skip()
        if self._text.startswith("[", self._at):
            found = quoted(self._text[self._at : self._at + 40].split("\n")[0])
            raise self._error(None, f"{found} is not a tag", '[Name "value"]')
        root = PgnNode(line=line)
        self._plies = 0
        self._faults = []
        result = self._moves(root)
        return PgnTree(self._source, line, tags, root, result, tuple(self._faults))

    def _moves(self, root: PgnNode) -> str:
        current, pending = root, list[str]()
        branches: list[PgnNode] = []
        fresh = False  # a variation is open and has no move yet
        text = self._text
        while True:
            self._skip()
            fault: InvalidGameError | None = None
            here = text[self._at : self._at + 1]
            if not here or here == "[":
                break
            if here == "{":
                (pending if fresh else current.comments).append(self._comment())
            elif here == "(":
                if current.parent is None or fresh:
                    fault = self._error(current, "no move before the variation", "a variation after a move")
                else:
                    self._at += 1
                    branches.append(current)
                    current, fresh = current.parent, True
            elif here == ")":
                if not branches or fresh:
                    fault = self._error(current, "nothing to close", "a move or the result")
                else:
                    self._at += 1
                    current = branches.pop()
            elif (nag := self._match(_NAG)) is not None and not fresh:
                current.nags.add(int(nag[1]))
            elif not branches and (result := self._match(_RESULT)) is not None:
                return result[0]
            else:
                try:
                    current = self._ply(current)
                    current.comments += pending
                except InvalidGameError as error:
                    fault = error
                pending, fresh = [], False
            if fault is not None:
                if not branches or not self._skip_bad or self._plies > MAX_PLIES:
                    raise fault
                self._faults.append(fault)
                self._skip_variation(current)
                current = branches.pop()
                pending, fresh = [], False
        if branches:
            raise self._error(current, "a variation is not closed", "')'")
        return ""

    def _ply(self, parent: PgnNode) -> PgnNode:
        number = self._match(_NUMBER)
        if number is not None and int(number[1]) != parent.ply + 1:
            raise self._error(parent, f"the number {number[1]}", f"{parent.ply + 1}.")
        if number is not None:
            self._skip()
        move = self._match(_MOVE)
        if move is None:
            raise self._error(parent, quoted(self._text[self._at : self._at + 40].split("\n")[0]), "a move")
        self._plies += 1
        if self._plies > MAX_PLIES:
            raise self._error(parent, f"more than {MAX_PLIES:,} plies", "a game")
        node = parent.add(" ".join(move[0].split()), self._line_here())
        suffix = self._match(_SUFFIX)
        if suffix is not None:
            if suffix[0] not in GLYPHS:
                raise self._error(parent, quoted(suffix[0]), f"one of {' '.join(GLYPHS)}")
            node.nags.add(GLYPHS[suffix[0]])
        return node

    def _skip_variation(self, node: PgnNode) -> None:
        """Move past the end of the open variation."""
        depth = 1
        for match in _PARENTHESIS.finditer(self._text, self._at):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if not depth:
                self._at = match.end()
                return
        raise self._error(node, "a variation is not closed", "')'")

    def _comment(self) -> str:
        end = self._text.find("}", self._at)
        if end < 0:
            raise self._error(None, "a comment is not closed", "'}'")
        comment = self._text[self._at + 1 : end]
        self._at = end + 1
        lines = [line.strip() for line in comment.split("\n")]
        return "\n".join(lines).strip()

    def _skip(self) -> None:
        self._match(_SPACE)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
        return found

    def _line_here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _error(self, node: PgnNode | None, found: str, expected: str) -> InvalidGameError:
        ply = None if node is None else node.ply + 1
        return reading_error(self._source, self._line_here(), ply, f"{found}: expected {expected}")
