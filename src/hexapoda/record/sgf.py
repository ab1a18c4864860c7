"""The syntax of SGF: trees of nodes, properties and values, with line numbers.

Implements scanning, writing and escaping for all SGF files; the games' own modules interpret the properties.
Nothing is recursive, so any nesting depth works.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hexapoda.files.game_file import Contents
from hexapoda.record.annotation import annotate, commands
from hexapoda.record.comment_text import escape_sgf_comment, unescape_comment
from hexapoda.record.draft import Ply
from hexapoda.record.line_counter import LineCounter
from hexapoda.record.mark import Mark
from hexapoda.record.node import Node
from hexapoda.text.sentence import Sentence

__all__ = [
    "GAME",
    "GLYPHS",
    "MAX_NODES",
    "Property",
    "SgfNode",
    "SgfTree",
    "annotate_ply",
    "format_sgf",
    "not_this_game",
    "read_sgf",
]

MAX_NODES = 50_000
"""The maximum number of nodes in a tree; even a thorough analysis has far fewer."""
GLYPHS: dict[int, tuple[str, str]] = {
    1: ("TE", "1"),
    2: ("BM", "1"),
    3: ("TE", "2"),
    4: ("BM", "2"),
    5: ("IT", ""),
    6: ("DO", ""),
}
"""The SGF property and value of each annotation glyph, by its number."""

Properties: TypeAlias = Iterable[tuple[str, Iterable[str]]]

_MARKS = {
    "CR": "circle",
    "SQ": "square",
    "TR": "triangle",
    "MA": "cross",
    "AR": "arrow",
    "LN": "line",
    "LB": "label",
}
_MOVES = frozenset({"B", "W", "BL", "WL"})
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<mark>[();])|(?P<name>[A-Za-z][A-Za-z0-9]*(?:-[0-9]+)?)\s*(?=\[)|(?P<value>\[)"
)
_PLAIN = re.compile(r"\[([^\]\\\n]*)\]")
_START = re.compile(r"\(\s*;")
_SMALL_NODE = re.compile(r"\s*;([A-Z]{1,2})\[([^\]\\\n]{0,20})\](?=\s*[;()])")
"""A whole node with one short value; most nodes have this form."""
_NEXT_TREE = re.compile(r"^[ \t]*\([ \t\n]*;", re.MULTILINE)
_OWN_HEADER = re.compile(r"\(\s*;\s*GM\[")
_AFTER_VALUE = re.compile(r"\]\s*(?=[A-Za-z][A-Za-z0-9]*\s*\[|[\[();]|$)")
_NEXT = "\n[%next]\n"
_WIDTH = 100


GAME = re.compile(r"GM\[\s*([0-9]{1,6})\s*\]")
"""The property with the number of the game played."""
_GAMES: dict[int, str] = {
    1: "Go",
    2: "Othello",
    3: Sentence("chess"),
    4: "Gomoku",
    5: Sentence("Nine Men's Morris"),
    6: Sentence("backgammon"),
    7: Sentence("Chinese chess"),
    8: "shogi",
    9: "Lines of Action",
    18: "Amazons",
    21: "TwixT",
}


class Property(NamedTuple):
    """One value of a property, and its line."""

    name: str
    value: str
    line: int


class SgfNode:
    """A node: its properties, in the order of the file, and its children (None if it has none)."""

    __slots__ = ("children", "line", "properties")

    def __init__(self, line: int, properties: list[Property] | None = None) -> None:
        self.line = line
        self.properties = [] if properties is None else properties
        self.children: list[SgfNode] | None = None

    def append(self, child: SgfNode) -> None:
        """Append a child."""
        if self.children is None:
            self.children = [child]  # takes less memory than a list that has grown
        else:
            self.children.append(child)

    def add(self, name: str, values: Iterable[str]) -> None:
        """Append the values of a property."""
        self.properties += [Property(name, value, self.line) for value in values]

    def values(self, name: str) -> list[str]:
        """Return the values of a property."""
        return [found.value for found in self.properties if found.name == name]

    def first(self, name: str) -> str | None:
        """Return the first value of a property; None if there is none."""
        for found in self.properties:
            if found.name == name:
                return found.value
        return None


@dataclass(frozen=True, slots=True)
class SgfTree:
    """A game tree. `fault` is the line and message of a syntax error after the last node, or None."""

    line: int
    root: SgfNode
    fault: tuple[int, str] | None


def not_this_game(head: str) -> Contents:
    """Return the `Contents` of an SGF file of another game, judging by its beginning, `head`."""
    found = GAME.search(head)
    if found is None and ")" not in head:
        return Contents(None, Sentence("it is an SGF file that is cut off in its header"), "damaged")
    if found is None:
        return Contents(None, Sentence("it is an SGF file of another game"), "other")
    name = _GAMES.get(int(found[1]))
    if name is None:
        reason = Sentence("it is an SGF file of another game (GM[{number}])", number=found[1])
    else:
        reason = Sentence("it is an SGF file of {game} (GM[{number}])", game=name, number=found[1])
    return Contents(None, reason, "other")


def read_sgf(text: str, *, unescaped: Callable[[str, int], bool] | None = None) -> Iterator[SgfTree]:
    """Yield the trees of a file; text before and between them is ignored. After an error, reading resumes at
    the next line that begins a tree. `unescaped(text, offset)` returns whether the tree at an offset is from
    a site that does not escape values: there, a backslash is an ordinary character, and a value ends at the
    first closing bracket that is followed by valid SGF.
    """
    found, lines = _START.search(text), LineCounter(text)
    while found is not None:
        at = found.start()
        escapes = unescaped is None or not unescaped(text, at)
        tree, at = _Scanner(text, at, lines.at(at), escapes).tree()
        yield tree
        found = None if at < 0 else _START.search(text, at)


def annotate_ply(ply: Ply, node: SgfNode, cell: Callable[[str], str | None]) -> None:
    """Add the comments, glyphs and marks of a node to a ply. `cell` returns the game's text for an SGF point,
    or None if the point is invalid; a mark on such a point is skipped.
    """
    if all(found.name in _MOVES for found in node.properties):
        return  # most nodes have only a move
    nags = [nag for nag, (name, value) in GLYPHS.items() if _has_glyph(node, name, value)]
    comments = [part for text in node.values("C") for part in text.split(_NEXT) if part.strip()]
    annotate(ply, nags, comments, unescape_comment)
    for found in node.properties:
        kind = _MARKS.get(found.name)
        if kind is None:
            continue
        first, _, second = found.value.partition(":")
        cells = [cell(first.strip())]
        if kind in ("arrow", "line"):
            cells.append(cell(second.strip()))
        known = [place for place in cells if place is not None]
        if len(known) == len(cells):
            ply.annotate(marks=[Mark(kind, tuple(known), text=second.strip() if kind == "label" else "")])


def format_sgf(
    header: Properties, root: Node, move: Callable[[Node], tuple[str, str]], *, plain: bool = False
) -> str:
    """Return the text of one game, with a final newline. `move` returns the name and the value of the
    property for a node's move. `plain` leaves out comments, glyphs, marks and variations.
    """
    lines = ["(;" + _properties(header) + _annotations(root, plain)]
    for piece in _pieces(root, move, plain):
        if len(lines[-1]) + len(piece) > _WIDTH or lines[-1].startswith("("):
            lines.append(piece)
        else:
            lines[-1] += piece
    return "\n".join(lines) + ")\n"


def _pieces(root: Node, move: Callable[[Node], tuple[str, str]], plain: bool) -> Iterator[str]:
    """Yield the text after the root in pieces, between which lines may break."""
    todo: list[Node | str] = _branches(root, plain)
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        else:
            name, value = move(item)
            yield f";{name}[{_escape(value)}]" + _annotations(item, plain)
            todo += _branches(item, plain)


def _branches(node: Node, plain: bool) -> list[Node | str]:
    """Return the continuations of a node, with their parentheses, in reverse order."""
    following = node.variations[:1] if plain else node.variations
    if len(following) < 2:
        return list(following)
    out: list[Node | str] = []
    for child in reversed(following):
        out += [")", child, "("]
    return out


def _annotations(node: Node, plain: bool) -> str:
    if plain or node.is_plain:
        return ""
    properties: dict[str, list[str]] = {}
    others = []
    for nag in sorted(node.nags):
        name, value = GLYPHS.get(nag, ("", ""))
        if not name or name in properties:
            others.append(nag)
        else:
            properties[name] = [value]
    comments = [*commands(node, others), *map(escape_sgf_comment, node.comments)]
    if comments:
        properties["C"] = [_NEXT.join(comments)]
    return _properties(properties.items())


def _properties(properties: Properties) -> str:
    return "".join(name + "".join(f"[{_escape(value)}]" for value in values) for name, values in properties)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _unescape(value: str) -> str:
    """Return a value without its escapes. Uses `str.replace` instead of a loop over the characters, because a
    value may be as long as the file.
    """
    if "\\" not in value:
        return value
    parts = value.split("\\\\")
    return "\\".join(
        part.replace("\\]", "]").replace("\\:", ":").replace("\\\n", "").replace("\\)", ")") for part in parts
    )


def _has_glyph(node: SgfNode, name: str, value: str) -> bool:
    first = node.first(name)
    return first is not None and value in ("", "2" if first == "2" else "1")


class _Scanner:
    """A scanner for one tree."""

    def __init__(self, text: str, start: int, line: int, escapes: bool) -> None:
        self._text = text
        self._at = start
        self._line = line
        self._first = line
        self._escapes = escapes
        self._top = SgfNode(line)  # a parent for the root, so that it needs no special case

    def tree(self) -> tuple[SgfTree, int]:
        """Return the tree, and the offset at which to search for the next one; -1 if there is no next one."""
        text, top = self._text, self._top
        node, name, count = top, "", 0
        branches: list[SgfNode] = []
        while self._at < len(text):
            small = _SMALL_NODE.match(text, self._at) if self._escapes and node is not top else None
            if small is not None and count < MAX_NODES:
                begin = small.start(1)
                if begin - self._at > 1:
                    self._line += text.count("\n", self._at, begin)
                found = Property(sys.intern(small[1]), sys.intern(small[2]), self._line)
                child = SgfNode(self._line, [found])
                node.append(child)
                node, name, count = child, "", count + 1
                self._at = small.end()
                continue
            match = _TOKEN.match(text, self._at)
            kind = match.lastgroup if match is not None else None
            if (
                match is None
                or kind is None
                or (kind == "value" and not name)
                or (kind == "name" and node is top)
            ):
                shown = text[self._at : self._at + 40].split("\n")[0]
                return self._broken(f"{shown!r} is not SGF: expected 'NAME[value]' or ')'")
            if kind == "value":
                line = self._line
                plain = _PLAIN.match(text, self._at) if self._escapes else None
                if plain is not None:
                    node.properties.append(Property(name, plain[1], line))
                    self._at = plain.end()
                    continue
                value = self._value()
                if value is None:
                    return self._broken("the text ends inside a value: expected ']'")
                node.properties.append(Property(name, value, line))
                continue
            mark = match["mark"]
            if kind == "name":
                name = _property_name(match["name"])
            elif mark == "(":
                # A tree with its own header is not a variation: the previous tree was not closed.
                if branches and _OWN_HEADER.match(text[self._at : self._at + 80]):
                    return self._broken("the next game begins before this one ends: expected ')'", self._at)
                name = ""
                branches.append(node)
            elif mark == ")":
                name = ""
                node = branches.pop()
                if not branches:
                    root = top.children[0] if top.children else SgfNode(self._first)
                    return SgfTree(self._first, root, None), match.end()
            elif mark == ";":
                name = ""
                count += 1
                if count > MAX_NODES:
                    return self._broken(f"the game has more than {MAX_NODES} nodes")
                child = SgfNode(self._line)
                node.append(child)
                node = child
            self._line += match[0].count("\n")
            self._at = match.end()
        return self._broken("the text ends inside a game: expected ')'")

    def _value(self) -> str | None:
        """Return the value that begins here, and move past it; None if it is not closed."""
        text, begin = self._text, self._at + 1
        end = text.find("]", begin) if self._escapes else self._raw_end(begin)
        while self._escapes and end >= 0 and self._is_escaped(begin, end):
            end = text.find("]", end + 1)
        if end < 0:
            return None
        value = text[begin:end]
        self._at = end + 1
        self._line += value.count("\n")
        return _unescape(value) if self._escapes else value

    def _raw_end(self, begin: int) -> int:
        found = _AFTER_VALUE.search(self._text, begin)
        return -1 if found is None else found.start()

    def _is_escaped(self, begin: int, at: int) -> bool:
        back = at
        while back > begin and self._text[back - 1] == "\\":
            back -= 1
        return (at - back) % 2 == 1

    def _broken(self, why: str, resume: int | None = None) -> tuple[SgfTree, int]:
        top = self._top
        root = top.children[0] if top.children else SgfNode(self._first)
        if resume is None:
            following = _NEXT_TREE.search(self._text, self._at)
            resume = -1 if following is None else following.start()
        return SgfTree(self._first, root, (self._line, why)), resume


def _property_name(name: str) -> str:
    """Return the canonical name of a property, such as `W` for `White` in old files, or `P0` for `p0`."""
    if name.isupper():
        return name
    return "".join(letter for letter in name if not letter.islower()) if name[0].isupper() else name.upper()
