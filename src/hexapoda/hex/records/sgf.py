"""Hex games in SGF: the standard form of HexGui and the Computer Olympiad, and the dialect of LittleGolem.

This module defines the meaning of the properties. A move is a cell (`B[e4]`), `swap-pieces`, `swap-sides`,
`pass`, `resign` or `forfeit`. In LittleGolem's dialect, cells are two letters, column and row (`W[ei]` is
e9), a swap is `swap`, and the moves of PB, who moves first, may have the letter W. `resign` and `forfeit` end
the game and do not count as plies. B and W are colors of stones, so after `swap-sides` the moves of PB have
the letter W.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from hexapoda.errors import HexapodaError, InvalidGameError, InvalidMoveError
from hexapoda.files.game_file import Contents
from hexapoda.hex.cell import MAX_SIDE, Cell, format_cell, parse_cell
from hexapoda.hex.position import Position
from hexapoda.hex.records.line import stones
from hexapoda.hex.records.sgf_header import read_header, root_properties
from hexapoda.hex.variant import variant_of
from hexapoda.record import Ending, GameTree, Node
from hexapoda.record.draft import Draft, Ply, draft_header, reading_error
from hexapoda.record.format import Head, RecordFormat
from hexapoda.record.repair import Repair
from hexapoda.record.sgf import GAME, SgfNode, SgfTree, annotate_ply, format_sgf, not_this_game, read_sgf
from hexapoda.text.sentence import Sentence, message_of

__all__ = ["SGF"]

_NAME = "sgf"
_LETTERS = "BW"
_START = re.compile(r"\(\s*;\s*(?:[A-Za-z]+\s*\[|\))")
_LITTLE_GOLEM = re.compile(r"SO\[\s*(?:https?://)?(?:www\.)?littlegolem\.", re.IGNORECASE)
_HEX = re.compile(r"EV\[hex\.|;\s*[BW]\[(?:[a-z][0-9]{1,2}|swap[a-z-]*)\]", re.IGNORECASE)
_HEADER = 4096
"""The maximum length of a LittleGolem header, in characters."""
_SIZE = re.compile(r"\s*([0-9]{1,4})\s*(?::\s*([0-9]{1,4})\s*)?")
_TWO_LETTERS = re.compile(r"[a-z]{2}", re.IGNORECASE)
_WORDS = frozenset({"swap", "swap-pieces", "swap-sides", "pass"})
_GIVEN_UP = {"resign": "", "forfeit": "forfeit"}
_SET_UP = (("AB", 0), ("AW", 1), ("AE", None))
_TO_MOVE = {"b": 0, "black": 0, "w": 1, "white": 1, "1": 0, "2": 1}


def _detect(head: Head) -> bool | Contents:
    if _START.search(head.text) is None:
        return False
    game = GAME.search(head.text)
    if game is None and (_LITTLE_GOLEM.search(head.text) or _HEX.search(head.text)):
        return True
    if game is not None and game[1] == "11":
        return True
    return not_this_game(head.text)


def _read(text: str, source: str) -> Iterator[Draft]:
    """Yield the games of an SGF file, one per tree."""
    for tree in read_sgf(text, unescaped=_is_unescaped):
        yield _Game(tree, source).draft()


def _is_unescaped(text: str, at: int) -> bool:
    """Return whether the game that begins at `at` is from LittleGolem, which escapes nothing."""
    found = _LITTLE_GOLEM.search(text, at, at + _HEADER)
    return found is not None and text.find("\n(;", at, found.start()) < 0


def _write(tree: GameTree, plain: bool) -> str:
    start = tree.start
    colors: dict[int, int] = {}
    following = {id(tree.root): start.color_to_move}  # type: ignore[attr-defined]
    for node in tree.walk():
        if node.parent is not None:
            color = colors[id(node)] = following[id(node.parent)]
            following[id(node)] = color if node.text == "swap-sides" else 1 - color

    def move(node: Node) -> tuple[str, str]:
        return _LETTERS[colors[id(node)]], node.text

    return format_sgf(root_properties(tree, plain=plain).items(), tree.root, move, plain=plain)


class _Game:
    """One tree, read node by node."""

    def __init__(self, tree: SgfTree, source: str) -> None:
        self._tree = tree
        self._source = source
        self._variant = variant_of(11, 11)
        self._stones: dict[Cell, int] = {}
        self._to_move: int | None = None
        self._resigned: int | None = None
        self._forfeit = False
        self._root = Ply(line=tree.line)
        self._repairs: list[Repair] = []
        moves = list(_moves_of(tree.root))
        self._two_letters = any(_TWO_LETTERS.fullmatch(value.strip()) for _, value in moves)
        self._flipped = self._two_letters and moves[0][0] == "W"
        self._first = next((_LETTERS.index(name) for name, _ in moves if not self._two_letters), None)

    def draft(self) -> Draft:
        """Return the draft of the tree's game."""
        root, line = self._tree.root, self._tree.line
        try:
            self._variant = _variant(root)
            self._moves(root)
            start = self._start()
        except HexapodaError as fault:
            error = reading_error(self._source, line, None, message_of(fault))
            header = draft_header("hex", self._source)
            return Draft(header, Ply(line=line), _NAME, line, error=error)
        header, repairs = read_header(root, self._source, self._variant, start)
        if self._resigned is not None and header.winner is None:
            header = replace(header, detail="forfeit" if self._forfeit else header.detail)
        if self._resigned is not None and header.ending is Ending.UNKNOWN and not self._forfeit:
            header = header if header.detail else replace(header, ending=Ending.RESIGN)
        return Draft(
            header,
            self._root,
            _NAME,
            line,
            self._resigned,
            self._syntax_error(),
            repairs=(*self._repairs, *repairs),
        )

    def _syntax_error(self) -> InvalidGameError | None:
        if self._tree.fault is None:
            return None
        line, reason = self._tree.fault
        ply = sum(1 for _ in self._root.main_line()) + 1
        return reading_error(self._source, line, ply, reason)

    def _start(self) -> Position:
        """Return the position before the first move. The color to move is the one that PL names, otherwise
        the color of the first move.
        """
        stones = [[cell for cell, color in self._stones.items() if color == side] for side in (0, 1)]
        to_move = self._first if self._to_move is None else self._to_move
        return Position.from_stones(self._variant, *stones, color_to_move=to_move)

    # Nodes

    def _moves(self, root: SgfNode) -> None:
        """Read the root and every branch. If the game is a single line of stones, it is added as a whole."""
        ply = self._read(root, self._root, main=True)
        is_usual = ply is self._root and not self._stones and self._to_move is None
        texts = self._line(root) if is_usual else None
        if texts:
            ply.add_line(texts, lambda: self._branches(root, ply))
        else:
            self._branches(root, ply)

    def _line(self, root: SgfNode) -> list[str] | None:
        """Return the moves after the root if they are a single line of stones of alternating colors without
        other properties, as in most files; None otherwise.
        """
        texts: list[str] = []
        node = root
        while node.children is not None:
            if len(node.children) > 1:
                return None
            [node] = node.children
            if len(node.properties) != 1:
                return None
            name, value, _ = node.properties[0]
            if name != _LETTERS[len(texts) % 2]:
                return None
            texts.append(value)
        return stones(texts)

    def _branches(self, root: SgfNode, ply: Ply) -> None:
        """Read the nodes after the root. Each node is released once it is read, so that memory never holds a
        large tree twice.
        """
        todo: list[tuple[SgfNode, Ply, bool]] = [(root, ply, True)]
        while todo:
            node, ply, main = todo.pop()
            if node is not root:
                ply = self._read(node, ply, main=main)
            if node.children is not None:
                *others, first = reversed(node.children)
                todo += [(child, ply, False) for child in others]
                todo.append((first, ply, main))
                node.children = None

    def _read(self, node: SgfNode, ply: Ply, *, main: bool) -> Ply:
        """Read a node; return the ply of its last move, or `ply` if it has none."""
        for found in node.properties:
            if found.name in ("AB", "AW", "AE", "PL") and (not main or ply.parent is not None):
                reason = Sentence(
                    "stones are set up after a move: expected AB, AW, AE and PL before the first"
                )
                text = f"{found.name}[{found.value[:40]}]"
                return ply.add(text, found.line, target=InvalidGameError(reason))
            if found.name in ("AB", "AW", "AE"):
                self._set_up(found.name, found.value)
            elif found.name == "PL":
                self._to_move = _color(found.value)
        for found in node.properties:
            if found.name in ("B", "W"):
                ply = self._move(ply, found.name, found.value, found.line, main=main)
        annotate_ply(ply, node, self._marked)
        return ply

    def _set_up(self, name: str, value: str) -> None:
        color = dict(_SET_UP)[name]
        for cell in self._cells(name, value):
            if color is None:
                self._stones.pop(cell, None)
            else:
                self._stones[cell] = color

    def _cells(self, name: str, value: str) -> list[Cell]:
        """Return the cells of a point, or of a rectangle of points such as `b2:c3`. Raises
        `InvalidGameError`.
        """
        first, colon, second = value.partition(":")
        try:
            cells = [self._cell(first), self._cell(second if colon else first)]
        except InvalidMoveError:
            raise InvalidGameError(
                Sentence("{text} is not a cell: expected a cell such as e4", text=f"{name}[{value[:40]}]")
            ) from None
        (left, top), (right, bottom) = cells
        columns = range(min(left, right), max(left, right) + 1)
        return [(column, row) for row in range(min(top, bottom), max(top, bottom) + 1) for column in columns]

    def _move(self, ply: Ply, name: str, value: str, line: int, *, main: bool) -> Ply:
        color = _LETTERS.index(name) ^ self._flipped
        word = value.strip().lower()
        if word in _GIVEN_UP:
            if main:  # a resignation in a variation does not end the game
                self._resigned, self._forfeit = color, word == "forfeit"
            return ply
        target: str | HexapodaError = word or "pass"
        if word and word not in _WORDS:
            try:
                target = _cell_text(word, self._two_letters)
            except InvalidMoveError:
                target = InvalidMoveError(
                    Sentence(
                        "not a move: expected a cell such as e4, swap-pieces, swap-sides, pass, resign or "
                        "forfeit"
                    )
                )
        return ply.add(f"{name}[{value[:40]}]", line, color=color, target=target)

    def _cell(self, text: str) -> Cell:
        return parse_cell(_cell_text(text.strip().lower(), self._two_letters))

    def _marked(self, text: str) -> str | None:
        try:
            return _cell_text(text.strip().lower(), self._two_letters)
        except InvalidMoveError:
            return None


@lru_cache(maxsize=2048)
def _cell_text(word: str, two_letters: bool) -> str:
    """Return the canonical text of a cell. Raises `InvalidMoveError`."""
    if two_letters and _TWO_LETTERS.fullmatch(word):
        return format_cell((ord(word[0]) - ord("a"), ord(word[1]) - ord("a")))
    return format_cell(parse_cell(word))


def _variant(root: SgfNode) -> str:
    """Return the board that the root names, 11x11 if it names none. Raises `InvalidGameError` for a bad size,
    or if the root names another game.
    """
    game = root.first("GM")
    if game is not None and game.strip() != "11":
        raise InvalidGameError(
            Sentence("GM[{number}] is another game: expected GM[11], Hex", number=game[:20])
        )
    size = root.first("SZ")
    if size is None:
        return variant_of(11, 11)
    match = _SIZE.fullmatch(size)
    columns = int(match[1]) if match else 0
    rows = int(match[2] or match[1]) if match else 0
    if not (1 <= columns <= MAX_SIDE and 1 <= rows <= MAX_SIDE):
        raise InvalidGameError(
            Sentence(
                "SZ[{size}] is not a board: expected SZ[n] or SZ[columns:rows], 1 to {most}",
                size=size[:20],
                most=MAX_SIDE,
            )
        )
    return variant_of(columns, rows)


def _color(word: str) -> int:
    if word.strip().lower() not in _TO_MOVE:
        raise InvalidGameError(Sentence("PL[{text}] is not a color: expected PL[B] or PL[W]", text=word[:20]))
    return _TO_MOVE[word.strip().lower()]


def _moves_of(root: SgfNode) -> Iterator[tuple[str, str]]:
    """Yield the moves of the main line, as letter and value."""
    node = root
    while True:
        for found in node.properties:
            if found.name in ("B", "W"):
                yield found.name, found.value
        if node.children is None:
            return
        node = node.children[0]


SGF = RecordFormat(_NAME, _detect, _read, _write, (".sgf", ".hsgf"), whole=True, title="SGF")
