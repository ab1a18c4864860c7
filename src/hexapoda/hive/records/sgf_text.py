"""The syntax of SGF: trees, nodes and properties, with line numbers.

Owns scanning; `boardspace` knows what the properties mean. Variations are skipped: of nested trees, only the
first child is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<mark>[();])"
    r"|(?P<name>[A-Za-z][A-Za-z0-9]*(?:-[0-9]+)?)?\s*\[(?P<value>[^\]\\]*(?:\\.[^\]\\]*)*)\]",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\([\\\]:])")
_NEXT_TREE = re.compile(r"^[ \t]*\([ \t\n]*;", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Property:
    """One value of one property."""

    name: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Tree:
    """One game tree; `fault` is the line of a syntax error and the text there."""

    line: int
    properties: tuple[Property, ...]
    fault: tuple[int, str] | None


def read_trees(text: str) -> Iterator[Tree]:
    """Yield the trees of a text. After an error, reading resumes at the next line that begins a tree."""
    at, line = text.find("("), 1
    counted = 0
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        tree, at = _read_tree(text, at, line)
        yield tree


def _read_tree(text: str, start: int, first_line: int) -> tuple[Tree, int]:
    """Return the tree that opens at `start`, and the offset of the next one, or -1."""
    line = first_line
    properties: list[Property] = []
    depth = 0
    closed_child = False  # everything after the first child is a variation
    name = ""
    at = start
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            snippet = text[at : at + 40].split("\n")[0]
            following = _NEXT_TREE.search(text, at)
            resume = text.index("(", following.start()) if following else -1
            return Tree(first_line, tuple(properties), (line, snippet)), resume
        mark = match["mark"]
        if mark == "(":
            # A tree with its own header is not a variation: the previous tree was not closed.
            if depth and re.match(r"\(\s*;\s*GM\[", text[at : at + 80]):
                return Tree(first_line, tuple(properties), (line, "(;GM[")), at
            depth += 1
        elif mark == ")":
            depth -= 1
            closed_child = True
            if depth == 0:
                return Tree(first_line, tuple(properties), None), text.find("(", match.end())
        elif match["value"] is not None:
            name = (match["name"] or name).upper()  # some programs write `p0`
            if not closed_child:
                properties.append(Property(name, _ESCAPE.sub(r"\1", match["value"]), line))
        line += match[0].count("\n")
        at = match.end()
    return Tree(first_line, tuple(properties), (line, "")), -1
