"""Games of Hex as SGF, FF[4] and GM[11].

Owns the order of properties and the line breaks. B and W are colors of stones, so after `swap-sides` the
player of PB has W. RE names the player, as in files of the Computer Olympiad.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexapoda.hex.cell import by_row, format_cell
from hexapoda.hex.position import BLACK, WHITE, Position
from hexapoda.hex.records.draft import Ply
from hexapoda.hex.records.sgf import GLYPHS
from hexapoda.hex.records.sgf_text import escape

__all__ = ["ENDING_LETTERS", "format_sgf", "root_properties"]

ENDING_LETTERS: Mapping[str, str] = {"resign": "R", "time": "T", "forfeit": "F"}
"""The letters of terminations in RE."""

_WIDTH = 100
_LETTERS = "BW"


def root_properties(
    start: Position,
    *,
    black: str = "",
    white: str = "",
    winner: int | None = None,
    ending: str = "",
    tags: Mapping[str, str] | None = None,
) -> dict[str, list[str]]:
    """Return the properties of the root: the board, players, result, other tags and initial stones."""
    columns, rows = start.columns, start.rows
    properties = {
        "FF": ["4"],
        "GM": ["11"],
        "CA": ["UTF-8"],
        "SZ": [str(columns) if columns == rows else f"{columns}:{rows}"],
    }
    if start.swap != "off":
        properties["RU"] = [f"swap={start.swap}"]
    for name, text in (("PB", black), ("PW", white)):
        if text:
            properties[name] = [text]
    if winner is not None:
        properties["RE"] = [f"{_LETTERS[winner]}+{ENDING_LETTERS.get(ending, '')}"]
    for name, text in (tags or {}).items():
        if name.isascii() and name.isalpha() and name.isupper() and len(name) <= 2 and text:
            properties.setdefault(name, [text])
    for name, color in (("AB", BLACK), ("AW", WHITE)):
        if cells := start.stones(color):
            properties[name] = [format_cell(cell) for cell in sorted(cells, key=by_row)]
    if start.stones(BLACK) or start.stones(WHITE) or start.color_to_move != BLACK:
        properties["PL"] = [_LETTERS[start.color_to_move]]
    return properties


def format_sgf(properties: Mapping[str, list[str]], root: Ply, *, plain: bool = False) -> str:
    """Return one game, with a final newline. Every ply must have a canonical text and a color. `plain` leaves
    out comments, glyphs and variations.
    """
    lines = ["(" + _node(properties) + _annotations(root, plain)]
    for piece in _pieces(root, plain):
        if len(lines[-1]) + len(piece) > _WIDTH or lines[-1].startswith("("):
            lines.append(piece)
        else:
            lines[-1] += piece
    return "\n".join(lines) + ")\n"


def _pieces(root: Ply, plain: bool) -> Iterator[str]:
    """Yield the text after the root in pieces; a line may break between two of them."""
    todo: list[Ply | str] = _branches(root, plain)
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        else:
            yield f";{_LETTERS[item.color or 0]}[{item.text}]" + _annotations(item, plain)
            todo += _branches(item, plain)


def _branches(ply: Ply, plain: bool) -> list[Ply | str]:
    """Return the continuations of a ply with their parentheses, last first."""
    following = ply.variations[:1] if plain else ply.variations
    if len(following) < 2:
        return list(following)
    out: list[Ply | str] = []
    for child in reversed(following):
        out += [")", child, "("]
    return out


def _annotations(ply: Ply, plain: bool) -> str:
    if plain:
        return ""
    properties: dict[str, list[str]] = {}
    for nag in sorted(ply.nags & GLYPHS.keys()):
        name, value = GLYPHS[nag]
        properties.setdefault(name, [value])
    if ply.comments:
        properties["C"] = ["\n\n".join(ply.comments)]
    return _node(properties)[1:]


def _node(properties: Mapping[str, list[str]]) -> str:
    return ";" + "".join(
        name + "".join(f"[{escape(value)}]" for value in values) for name, values in properties.items()
    )
