"""The syntax of SGF: trees of nodes, properties and values, with line numbers.

Owns scanning and escaping; `sgf` knows what the properties mean for Hex. Not recursive, so any nesting depth
works.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["MAX_NODES", "SgfNode", "SgfTree", "escape", "read_trees"]

MAX_NODES = 50_000
"""The maximum number of nodes in a tree: far more than in a thoroughly analyzed game."""

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<mark>[();])|(?P<name>[A-Za-z]+)\s*(?=\[)|\[(?P<value>[^\]\\]*(?:\\.[^\]\\]*)*)\]",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
_NEXT_TREE = re.compile(r"^[ \t]*\([ \t\n]*;", re.MULTILINE)


@dataclass(slots=True, eq=False)
class SgfNode:
    """A node: its properties by name, in file order, and its children."""

    line: int
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[SgfNode] = field(default_factory=list)

    def first(self, name: str) -> str | None:
        """Return the first value of a property."""
        values = self.properties.get(name)
        return values[0] if values else None


@dataclass(frozen=True, slots=True)
class SgfTree:
    """A game tree; `fault` is the line and the reason of a syntax error."""

    line: int
    root: SgfNode
    fault: tuple[int, str] | None


def read_trees(text: str) -> Iterator[SgfTree]:
    """Yield the trees of a file. After an error, reading resumes at the next line that begins a tree."""
    at, line, counted = text.find("("), 1, 0
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        tree, at = _read_tree(text, at, line)
        yield tree


def escape(value: str) -> str:
    """Escape a text as the value of a property."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def _read_tree(text: str, start: int, first_line: int) -> tuple[SgfTree, int]:
    """Return the tree that opens at `start`, and the offset of the next one, or -1."""
    line, at, count = first_line, start, 0
    top = SgfNode(first_line)  # the parent of the root, for the loop
    node = top
    branches: list[SgfNode] = []
    values: list[str] | None = None
    while at < len(text):
        match = _TOKEN.match(text, at)
        kind = match.lastgroup if match is not None else None
        mark = match["mark"] if match is not None else None
        if match is None or (kind == "value" and values is None) or (kind == "name" and node is top):
            found = text[at : at + 40].split("\n")[0]
            return _broken(
                text, at, first_line, top, line, f"{found!r} is not SGF: expected 'NAME[value]' or ')'"
            )
        if kind == "value" and values is not None:
            values.append(_ESCAPED.sub(_unescaped, match["value"]))
        elif kind == "name":
            name = "".join(c for c in match["name"] if c.isupper())  # old files write `White` for `W`
            values = node.properties.setdefault(name or match["name"].upper(), [])
        elif mark is not None:
            values = None
            if mark == "(":
                branches.append(node)
            elif mark == ")":
                node = branches.pop()
                if not branches:
                    root = top.children[0] if top.children else SgfNode(first_line)
                    return SgfTree(first_line, root, None), text.find("(", match.end())
            else:
                count += 1
                if count > MAX_NODES:
                    reason = f"more than {MAX_NODES} nodes: expected a game"
                    return _broken(text, at, first_line, top, line, reason)
                child = SgfNode(line)
                node.children.append(child)
                node = child
        line += match[0].count("\n")
        at = match.end()
    return _broken(text, at, first_line, top, line, "the text ends inside a game: expected ')'")


def _broken(text: str, at: int, first_line: int, top: SgfNode, line: int, why: str) -> tuple[SgfTree, int]:
    root = top.children[0] if top.children else SgfNode(first_line)
    following = _NEXT_TREE.search(text, at)
    return SgfTree(first_line, root, (line, why)), text.index("(", following.start()) if following else -1


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1] == "\n" else match[1]
