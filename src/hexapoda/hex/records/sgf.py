"""Games of Hex in SGF: the standard form, that of HexGui and the Computer Olympiad, and that of LittleGolem.

Owns the meaning of the properties. A move is a cell (`B[e4]`), `swap-pieces`, `swap-sides`, `pass`, `resign`
or `forfeit`. In LittleGolem's dialect cells are two letters, column and row (`W[ei]` is e9), a swap is
`swap`, and the moves of PB, who moves first, may have the letter W. `resign` and `forfeit` end the game and
do not count as plies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hexapoda.errors import InvalidGameError, InvalidMoveError
from hexapoda.hex.cell import MAX_SIDE, Cell, format_cell, parse_cell
from hexapoda.hex.records.draft import GameDraft, Ply, reading_error
from hexapoda.hex.records.sgf_text import SgfNode, SgfTree, read_trees
from hexapoda.sentence import message_of

__all__ = ["GLYPHS", "read_sgf"]

GLYPHS: Mapping[int, tuple[str, str]] = {
    1: ("TE", "1"),
    2: ("BM", "1"),
    3: ("TE", "2"),
    4: ("BM", "2"),
    5: ("IT", ""),
    6: ("DO", ""),
}
"""The annotation glyphs of moves by number, each with its SGF property and value."""

_LETTERS = "BW"
_SIZE = re.compile(r"\s*([0-9]{1,4})\s*(?::\s*([0-9]{1,4})\s*)?")
_TWO_LETTERS = re.compile(r"[a-z]{2}", re.IGNORECASE)
_RESULT = re.compile(r"\s*([BW])(?:\s*\+\s*(\w*))?", re.IGNORECASE)
_RULE = re.compile(r"swap[-=](pieces|sides|off)", re.IGNORECASE)
_SWAPS = {"swap": "swap", "swap-pieces": "swap-pieces", "swap-sides": "swap-sides", "pass": "pass"}
_GIVEN_UP = {"resign": "resign", "forfeit": "forfeit"}
_ENDINGS = {
    "r": "resign",
    "resign": "resign",
    "t": "time",
    "time": "time",
    "f": "forfeit",
    "forfeit": "forfeit",
}
_TO_MOVE = {"b": 0, "black": 0, "w": 1, "white": 1, "1": 0, "2": 1}
# Properties that become fields, or that the replay makes redundant.
_NOT_TAGS = frozenset(
    [
        "FF",
        "GM",
        "SZ",
        "PB",
        "PW",
        "RE",
        "PL",
        "AB",
        "AW",
        "AE",
        "C",
        "B",
        "W",
        "BL",
        "WL",
        "OB",
        "OW",
        "CA",
        "KM",
    ]
)


def read_sgf(text: str, source: str) -> Iterator[GameDraft]:
    """Yield the games of an SGF file, one per tree."""
    for tree in read_trees(text):
        yield _Game(tree, source).draft()


class _FaultError(Exception):
    """A property that cannot be read. Becomes the error of the draft."""

    def __init__(self, line: int, reason: str, ply: int | None = None) -> None:
        super().__init__(reason)
        self.line = line
        self.ply = ply


class _Game:
    """One tree, read node by node."""

    def __init__(self, tree: SgfTree, source: str) -> None:
        self._tree = tree
        self._source = source
        self._size = (11, 11)
        self._stones: dict[Cell, int] = {}
        self._to_move: int | None = None
        self._resigned: int | None = None
        self._ending = ""
        self._root = Ply(line=tree.line)
        self._last = self._root  # the ply read last
        self._two_letters = _has_two_letters(tree.root)
        self._flipped = self._two_letters and _first_letter(tree.root) == "W"

    def draft(self) -> GameDraft:
        """Return the game of the tree. A bad property becomes the error of the draft."""
        root = self._tree.root
        error: InvalidGameError | None = None
        try:
            self._header(root)
            self._moves(root)
            if self._tree.fault is not None:
                raise _FaultError(*self._tree.fault, self._last.ply + 1)
        except _FaultError as fault:
            error = reading_error(self._source, fault.line, fault.ply, message_of(fault))
        claimed, ending = self._claim(root.first("RE") or "")
        rule = _RULE.search(root.first("RU") or "")
        tags = {
            name: " ".join(values[0].split()) if name != "GC" else values[0].strip()
            for name, values in root.properties.items()
            if name not in _NOT_TAGS and values and values[0].strip() and len(name) <= 3
        }
        return GameDraft(
            source=self._source,
            line=self._tree.line,
            format="sgf",
            size=self._size,
            root=self._root,
            swap=rule[1].lower() if rule else None,
            stones=self._stones,
            to_move=self._to_move,
            claimed=claimed,
            resigned=self._resigned,
            ending=ending or self._ending,
            black=root.first("PB") or None,
            white=root.first("PW") or None,
            tags=tags,
            error=error,
        )

    # Header

    def _header(self, root: SgfNode) -> None:
        game = root.first("GM")
        if game is not None and game.strip() != "11":
            raise _FaultError(root.line, f"GM[{game[:20]}] is another game: expected GM[11], Hex")
        size = root.first("SZ")
        if size is not None:
            match = _SIZE.fullmatch(size)
            columns = int(match[1]) if match else 0
            rows = int(match[2] or match[1]) if match else 0
            if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
                raise _FaultError(
                    root.line,
                    f"SZ[{size[:20]}] is not a board: expected SZ[n] or SZ[columns:rows], 1 to {MAX_SIDE}",
                )
            self._size = columns, rows

    def _claim(self, text: str) -> tuple[int | None, str]:
        """Return the claimed winner and the termination. RE names players, not the colors of stones."""
        match = _RESULT.match(text)
        if match is None:
            return None, ""
        return _LETTERS.index(match[1].upper()), _ENDINGS.get((match[2] or "").lower(), "")

    # Nodes

    def _moves(self, root: SgfNode) -> None:
        """Read every branch. An error in a variation ends the reading, like one in the main line."""
        todo: list[tuple[SgfNode, Ply]] = [(root, self._root)]
        while todo:
            node, ply = todo.pop()
            ply = self._last = self._read(node, ply)
            todo += [(child, ply) for child in reversed(node.children)]

    def _read(self, node: SgfNode, ply: Ply) -> Ply:
        properties = node.properties
        if any(name in properties for name in ("AB", "AW", "AE", "PL")):
            self._set_up(node, ply)
        for name in ("B", "W"):
            for value in properties.get(name, ()):
                ply = self._move(node, ply, name, value)
        ply.comments += [text.strip() for text in properties.get("C", ()) if text.strip()]
        for nag, (name, value) in GLYPHS.items():
            if name in properties and value in ("", "2" if node.first(name) == "2" else "1"):
                ply.nags.add(nag)
        return ply

    def _set_up(self, node: SgfNode, ply: Ply) -> None:
        if ply.parent is not None or self._root.variations:
            raise _FaultError(
                node.line,
                "stones are set up after a move: expected AB, AW, AE and PL before the first",
                ply.ply + 1,
            )
        for name, color in (("AB", 0), ("AW", 1), ("AE", None)):
            for value in node.properties.get(name, ()):
                cell = self._cell(node, value, name)
                if color is None:
                    self._stones.pop(cell, None)
                else:
                    self._stones[cell] = color
        word = node.first("PL")
        if word is not None:
            if word.strip().lower() not in _TO_MOVE:
                raise _FaultError(node.line, f"PL[{word[:20]}] is not a color: expected PL[B] or PL[W]")
            self._to_move = _TO_MOVE[word.strip().lower()]

    def _move(self, node: SgfNode, ply: Ply, name: str, value: str) -> Ply:
        color = _LETTERS.index(name) ^ self._flipped
        word = value.strip().lower()
        written = f"{name}[{value[:40]}]"
        if word in _GIVEN_UP:
            if ply.ends_main_line:  # a resignation in a variation does not end the game
                self._resigned, self._ending = color, _GIVEN_UP[word]
            return ply
        if word in _SWAPS:
            return ply.add(_SWAPS[word], color, node.line, written)
        if not word:
            return ply.add("pass", color, node.line, written)
        return ply.add(format_cell(self._cell(node, value, name, ply.ply + 1)), color, node.line, written)

    def _cell(self, node: SgfNode, value: str, name: str, ply: int | None = None) -> Cell:
        word = value.strip()
        if self._two_letters and _TWO_LETTERS.fullmatch(word):
            column, row = (ord(letter) - ord("a") for letter in word.lower())
            return column, row
        try:
            return parse_cell(word)
        except InvalidMoveError:
            kind = "a move" if ply is not None else "a cell"
            words = ", swap-pieces, swap-sides, pass, resign or forfeit" if ply is not None else ""
            raise _FaultError(
                node.line, f"{name}[{value[:40]}] is not {kind}: expected a cell such as e4{words}", ply
            ) from None


def _moves_of(root: SgfNode) -> Iterator[tuple[str, str]]:
    """Yield the moves of the first branch, as letter and value."""
    node = root
    while True:
        for name in ("B", "W"):
            for value in node.properties.get(name, ()):
                yield name, value
        if not node.children:
            return
        node = node.children[0]


def _has_two_letters(root: SgfNode) -> bool:
    return any(_TWO_LETTERS.fullmatch(value.strip()) for _, value in _moves_of(root))


def _first_letter(root: SgfNode) -> str | None:
    return next((name for name, _ in _moves_of(root)), None)
