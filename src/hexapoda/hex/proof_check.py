"""The checker of Hex proof files. It depends on the rules of the game, but not on the solver.

This module defines the rules of proofs and the file format; `docs/reference/hex-proofs.md` explains both, and
why the rules are sound. It imports neither the core nor any other module of Hex. `proof_writer` writes the
files.

A set of cells is an integer. Bit `row * columns + column` stands for a cell; the bits after the last cell
stand for the four edges, in the order of `EDGES`.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hexapoda.errors import UsageError

__all__ = ["COLORS", "EDGES", "HEADER", "Case", "Claim", "Decision", "ProofCheck", "bits", "read_proof"]

HEADER = "hexapoda-hex-proof 1"
"""The first line of a file."""
COLORS = ("black", "white")
EDGES = ("top", "bottom", "left", "right")
"""Black's edges, then White's."""

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_CELL = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_BOARD = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)
_MOST = 26
_LONGEST = 1 << 16
"""Lines must be shorter than this. Those of real proofs have a few hundred characters."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way to join the ends of a claim: a stone on `key`, after which all `claims` hold at the same time.
    If `key` is None, they hold without such a stone, wherever the other side moves first.

    `captured` are pairs of cells that the side captures; `claims` are the indices of earlier claims.
    """

    key: int | None
    captured: tuple[tuple[int, int], ...]
    claims: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim that a side with the `stones` and both `ends` can join the ends, even if the other side moves
    first, provided that it has no stone on a cell of the `carrier`. `stones` and `carrier` are masks of
    cells.
    """

    ends: tuple[int, int]
    stones: int
    carrier: int
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """The winner, 0 for Black or 1 for White, the winner's next move if the proof needs one, and the index of
    the claim that proves it.
    """

    winner: int
    move: int | None
    claim: int


class ProofCheck:
    """Checks claims and what they prove about a position. Raises `UsageError` for text that is not a
    position.

    Attributes:
        claims: the claims so far; all of them are proven.
        winner: the decision on who wins the position; None if the winner is not proven.
        moves: the decisions on first moves, by the cell of the move.
        like: the moves that were decided by rotating the board by half a turn. Each maps to its image, whose
            decision it shares.
    """

    def __init__(self, position: str) -> None:
        board, *fields = position.split() or [""]
        size = _BOARD.fullmatch(board)
        if size is None or max(map(int, size.groups())) > _MOST:
            raise UsageError(f"{board!r} is not a board: expected one such as 7x7, at most {_MOST}x{_MOST}")
        self.columns, self.rows = map(int, size.groups())
        self.cells = self.columns * self.rows
        self.neighbors = self._all_neighbors()
        self.stones, self.to_move = [0, 0], 0
        for field in fields:
            name, _, value = field.partition("=")
            if name in COLORS and not self.stones[COLORS.index(name)]:
                self.stones[COLORS.index(name)] = sum(
                    1 << cell for cell in {*map(self.cell, value.split(","))}
                )
            elif name == "to-move" and value in COLORS:
                self.to_move = COLORS.index(value)
            else:
                raise UsageError(f"unexpected field {field!r}: expected black=, white= or to-move=")
        if self.stones[0] & self.stones[1]:
            raise UsageError("a cell has two stones")
        self.claims: list[Claim] = []
        self.winner: Decision | None = None
        self.moves: dict[int, Decision] = {}
        self.like: dict[int, int] = {}

    @property
    def position(self) -> tuple[int, int, int, int, int]:
        """The position: columns, rows, Black's stones, White's stones, and the color to move."""
        return self.columns, self.rows, self.stones[0], self.stones[1], self.to_move

    def cell(self, text: str) -> int:
        """Return the number of a cell. Raises `UsageError` if the board has no such cell."""
        match = _CELL.fullmatch(text)
        column, row = (ord(match[1]) - 97, int(match[2]) - 1) if match else (-1, -1)
        if not (0 <= column < self.columns and row < self.rows):
            raise UsageError(f"{text!r} is not a cell of the board")
        return row * self.columns + column

    def add(self, ends: tuple[int, int], stones: int, cases: tuple[Case, ...]) -> Claim:
        """Check a claim, add it to the claims and return it. Raises `UsageError` if its cases do not prove
        it.
        """
        known = stones | 1 << ends[0] | 1 << ends[1]
        carrier, shared = 0, -1
        for number, case in enumerate(cases, 1):
            try:
                needed = self._needed(ends, known, case)
            except UsageError as error:
                raise UsageError(f"case {number}: {error}") from None
            carrier |= needed
            shared &= 0 if case.key is None else needed
        if shared:
            raise UsageError("all cases need the same cell: the other side can play there")
        claim = Claim(ends, stones, carrier, cases)
        self.claims.append(claim)
        return claim

    def _needed(self, ends: tuple[int, int], known: int, case: Case) -> int:
        """Return the cells, besides the `known` stones, on which a case allows no stone of the other side.
        Raises `UsageError` if the case does not join the ends.
        """
        own = known if case.key is None else known | 1 << case.key
        colors = [color for color in (0, 1) if {*ends} == {*self.edges(color)}]
        for pair in case.captured:
            if not colors or not self.captures(colors[0], pair, own):
                raise UsageError("a pair of cells is not captured")
            own |= 1 << pair[0] | 1 << pair[1]
        free = 0
        links = []
        for number in case.claims:
            if not 0 <= number < len(self.claims):
                raise UsageError("there is no such earlier claim")
            claim = self.claims[number]
            links.append(1 << claim.ends[0] | 1 << claim.ends[1])
            if (claim.stones | links[-1]) & ~own:
                raise UsageError(f"claim {number + 1} needs more stones")
            if claim.carrier & ~own & free:
                raise UsageError(f"claim {number + 1} needs a cell that another claim needs")
            free |= claim.carrier & ~own
        if not self._joined(ends, own, links):
            raise UsageError("the ends are not joined")
        return (own | free) & ~known

    def captures(self, color: int, pair: tuple[int, int], own: int) -> bool:
        """Return whether a stone of a color on either of two cells makes a stone of the other side on the
        other cell useless.

        It is useless if all its neighbors that could belong to the other side touch each other: then no path
        from edge to edge needs it.
        """
        others = sum(1 << edge for edge in self.edges(1 - color)) | (1 << self.cells) - 1
        for dead, stone in (pair, pair[::-1]):
            around = self.neighbors[dead] & others & ~(own | 1 << stone)
            if any(around & ~self.neighbors[each] & ~(1 << each) for each in bits(around)):
                return False
        return True

    def _joined(self, ends: tuple[int, int], stones: int, links: list[int]) -> bool:
        """Return whether touching stones and links join two ends. An edge can be an end of the path, but not
        a step on it.
        """
        reached = new = 1 << ends[0]
        while new:
            more = 0
            for each in bits(new):
                more |= self.neighbors[each]
            for link in links:
                if link & new:
                    more |= link
            new = more & stones & ~reached
            reached |= new
            if new >> ends[1] & 1:
                return True
        return False

    def decide(self, after: int | None, winner: int, move: int | None, number: int) -> None:
        """Check that claim `number` proves that `winner` wins after a stone on `after`, or in the position
        itself if `after` is None. Record the decision. `move` is the winner's next move, or None if the claim
        holds without one. Raises `UsageError`.
        """
        stones, mover = [*self.stones], self.to_move
        if after is not None:
            self._place(after, stones, mover)
            mover = 1 - mover
        if move is not None:
            if mover != winner:
                raise UsageError("the other side is to move")
            self._place(move, stones, mover)
        if not 0 <= number < len(self.claims):
            raise UsageError("there is no such claim")
        claim = self.claims[number]
        if {*claim.ends} != {*self.edges(winner)}:
            raise UsageError("the claim is not about the edges of the winner")
        if claim.stones & ~stones[winner]:
            raise UsageError("the claim needs a stone that is not there")
        if claim.carrier & stones[1 - winner]:
            raise UsageError("the claim needs a cell that has a stone of the other side")
        if after is None:
            self.winner = Decision(winner, move, number)
        else:
            self.moves[after] = Decision(winner, move, number)

    def _place(self, cell: int, stones: list[int], color: int) -> None:
        if (stones[0] | stones[1]) >> cell & 1:
            raise UsageError("the cell already has a stone")
        stones[color] |= 1 << cell

    @property
    def turns(self) -> bool:
        """Whether half a turn of the board leaves the position unchanged."""
        return all(
            stones == sum(1 << self.cells - 1 - cell for cell in bits(stones)) for stones in self.stones
        )

    def turn(self, after: int, like: int) -> None:
        """Copy the decision on the first move `like` to `after`, its image under half a turn of the board.
        Raises `UsageError`.
        """
        if not self.turns:
            raise UsageError("half a turn changes the position")
        if after != self.cells - 1 - like or like not in self.moves:
            raise UsageError("the move is not a decided move rotated by half a turn")
        self.moves[after] = self.moves[like]
        self.like[after] = like

    def edges(self, color: int) -> tuple[int, int]:
        """Return the bit numbers of a color's two edges."""
        return self.cells + 2 * color, self.cells + 2 * color + 1

    def _all_neighbors(self) -> list[int]:
        neighbors = [0] * (self.cells + 4)
        for cell in range(self.cells):
            row, column = divmod(cell, self.columns)
            for right, down in _STEPS:
                if 0 <= column + right < self.columns and 0 <= row + down < self.rows:
                    neighbors[cell] |= 1 << (row + down) * self.columns + column + right
            at = (row == 0, row == self.rows - 1, column == 0, column == self.columns - 1)
            for edge, touches in enumerate(at, self.cells):
                if touches:
                    neighbors[cell] |= 1 << edge
                    neighbors[edge] |= 1 << cell
        return neighbors

    def read(self, line: str) -> None:
        """Check a line of a file, other than the first two. Raises `UsageError`."""
        head, colon, rest = line.partition(":")
        words = head.split()
        if self.winner is not None:
            raise UsageError("nothing may follow the winner")
        if not colon and words[:1] == ["winner"] and len(words) == 4:
            self.decide(None, self._color(words[1]), self._key(words[2]), _number(words[3]))
        elif not colon and words[:1] == ["after"] and len(words) == 5:
            move = self._key(words[3])
            self.decide(self.cell(words[1]), self._color(words[2]), move, _number(words[4]))
        elif not colon and words[:1] == ["after"] and len(words) == 4 and words[2] == "turned":
            self.turn(self.cell(words[1]), self.cell(words[3]))
        elif len(words) >= 3 and words[3:4] in ([], ["with"]) and rest:
            if _number(words[0]) != len(self.claims):
                raise UsageError(f"expected claim {len(self.claims) + 1}, found {words[0]!r}")
            first, second = (self._end(word) for word in words[1:3])
            stones = sum(1 << cell for cell in {*map(self.cell, words[4:])})
            self.add((first, second), stones, tuple(self._case(text.split()) for text in rest.split("|")))
        else:
            raise UsageError("expected a claim, a move or the winner")

    def _case(self, words: list[str]) -> Case:
        key = self._key(words[0] if words else "")
        pairs = [word.split("+") for word in words[1:] if "+" in word]
        if any(len(pair) != 2 for pair in pairs):
            raise UsageError("expected two captured cells, such as a1+b1")
        captured = tuple((self.cell(one), self.cell(two)) for one, two in pairs)
        return Case(key, captured, tuple(_number(word) for word in words[1:] if "+" not in word))

    def _end(self, word: str) -> int:
        return self.cells + EDGES.index(word) if word in EDGES else self.cell(word)

    def _key(self, word: str) -> int | None:
        return None if word == "-" else self.cell(word)

    def _color(self, word: str) -> int:
        if word not in COLORS:
            raise UsageError(f"{word!r} is not a color")
        return COLORS.index(word)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise UsageError(f"{word!r} is not the number of a claim")
    return int(word) - 1


def bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set in a mask, the lowest first."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def read_proof(path: Path, *, tick: Callable[[], None] = lambda: None) -> ProofCheck:
    """Check a file line by line, and return what it proves. The file may be compressed by gzip.

    `tick` is called before each line after the first two, and may raise an exception to end the check. Raises
    `UsageError`, with the number of the line, for a line that is wrong, and for a file that cannot be read.
    """
    number = 0
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with gzip.open(path, "rt", encoding="ascii") if packed else path.open(encoding="ascii") as lines:
            number = 1
            if lines.readline(_LONGEST).rstrip("\n") != HEADER:
                raise UsageError(f"expected {HEADER!r}")
            number = 2
            check = ProofCheck(lines.readline(_LONGEST))
            while line := lines.readline(_LONGEST):
                number += 1
                tick()
                if len(line) == _LONGEST:
                    raise UsageError(f"expected a line of fewer than {_LONGEST} characters")
                check.read(line)
    except (OSError, EOFError, UnicodeError, zlib.error) as error:
        raise UsageError(f"cannot read {str(path)!r}: {error}") from None
    except UsageError as error:
        raise UsageError(f"{str(path)!r}, line {number}: {error}") from None
    return check
