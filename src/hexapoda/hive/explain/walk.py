"""Why a bug cannot move to a cell by itself.

The caller has checked that the piece is uncovered, not resting and not pinned, and that the cell is not its
own. Owns the reasons for each bug; for a mosquito, these are the reasons for the bugs that it copies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell, distance
from hexapoda.hive.explain.slides import Gate, Slides
from hexapoda.hive.explain.snapshot import BUG_NAMES, BUGS, NAMES, Pair, Snapshot, listed
from hexapoda.hive.piece import Bug, Piece
from hexapoda.hive.rule import Rule


class Walk:
    """Explains why one piece of the side to move cannot move to a cell."""

    def __init__(self, board: Snapshot, index: int) -> None:
        self._board = board
        self._name = NAMES[index]
        self._start, self._level = board.places[index]
        self._heights = board.lifted(index)
        self._slides = Slides(board, self._heights, self._start)
        self._copied: list[Piece] = []
        if BUGS[index] is not Bug.MOSQUITO:
            bugs = {BUGS[index]: self._name}
        elif self._level:
            bugs = {Bug.BEETLE: f"{self._name} as a beetle"}
        else:
            tops = board.tops_around(self._start)
            self._copied = [piece for piece in tops if BUGS[piece.index] is not Bug.MOSQUITO]
            bugs = {BUGS[p.index]: f"{self._name} as {_article(BUG_NAMES[p.index])}" for p in self._copied}
        self._bugs = bugs
        self._reasons: dict[Bug, Callable[[str, Cell], Refusal]] = {
            Bug.QUEEN: self._one_step,
            Bug.PILLBUG: self._one_step,
            Bug.BEETLE: self._one_step,
            Bug.ANT: self._ant,
            Bug.SPIDER: self._spider,
            Bug.GRASSHOPPER: self._grasshopper,
            Bug.LADYBUG: self._ladybug,
        }

    def refusal(self, to: Cell) -> Refusal:
        """Return why the piece cannot move to a cell."""
        if not self._bugs:
            return self._nothing_to_copy
        heights = self._heights
        if to in heights:
            beetle = self._bugs.get(Bug.BEETLE)
            return self._taken(to) if beetle is None else self._one_step(beetle, to)
        if not any(near in heights for near in self._board.around(to)):
            text = f"{self._name} cannot go to {to}: that cell touches no other piece"
            return Refusal(Rule.NO_CONTACT, text, (to,))
        found = [self._reasons[bug](who, to) for bug, who in self._bugs.items()]
        for refusal in found:
            if refusal.rule is not Rule.OUT_OF_REACH:
                return refusal
        return found[0] if len(found) == 1 else self._no_copy_reaches(to)

    @cached_property
    def _nothing_to_copy(self) -> Refusal:
        around = [near for near in self._board.around(self._start) if near in self._board.top]
        text = f"{self._name} touches only mosquitoes and has nothing to copy"
        pieces = tuple(self._board.top[near] for near in around)
        return Refusal(Rule.NOTHING_TO_COPY, text, tuple(around), pieces)

    def _no_copy_reaches(self, to: Cell) -> Refusal:
        bugs = listed((bug.name.lower() for bug in self._bugs), "nor")
        text = f"{self._name} reaches {to} neither as {bugs}"
        return Refusal(Rule.OUT_OF_REACH, text, (to,), tuple(self._copied))

    def _taken(self, to: Cell) -> Refusal:
        top = self._board.top[to]
        text = f"{self._name} cannot go to {to}: {top} is there"
        if self._copied:
            text += ", and it copies no beetle"
        if list(self._bugs) == [Bug.GRASSHOPPER]:
            line = self._line(to)
            if line and not line[1]:
                text += f", and the jump goes on to {line[0]}, the first empty cell"
        return Refusal(Rule.OCCUPIED, text, (to,), (top,))

    def _out_of_reach(self, who: str, to: Cell, why: str, cell: Cell | None = None) -> Refusal:
        return Refusal(Rule.OUT_OF_REACH, f"{who} {why}", (cell or to,), tuple(self._copied))

    def _barred(self, who: str, to: Cell, gate: Gate) -> Refusal:
        left, right = (self._board.top[cell] for cell in gate.posts)
        if self._slides.stuck:
            where = "out"
        elif gate.step[1] == to:
            where = f"into {to}"
        else:
            where = f"to {to}"
        text = f"{who} cannot slide {where}: gate between {left} and {right}"
        return Refusal(Rule.GATE, text, gate.posts, (left, right))

    def _height_gate(self, who: str, how: str, gate: Pair) -> Refusal:
        left, right = (self._board.top[cell] for cell in gate)
        text = f"{who} cannot {how}: gate between the higher stacks of {left} and {right}"
        return Refusal(Rule.HEIGHT_GATE, text, gate, (left, right))

    def _one_step(self, who: str, to: Cell) -> Refusal:
        far = distance(self._start, to)
        if far != 1:
            return self._out_of_reach(who, to, f"moves one cell, {to} is {far} away")
        sides = self._board.sides(self._start, to)
        if self._level or to in self._heights:
            return self._height_gate(who, _climb(self._level, self._heights.get(to, 0), to), sides)
        if sides[0] in self._heights:
            return self._barred(who, to, Gate(sides, (self._start, to)))
        text = f"{who} cannot slide to {to}: it would lose contact with the hive on the way"
        return Refusal(Rule.NO_CONTACT, text, (to, *sides))

    def _ant(self, who: str, to: Cell) -> Refusal:
        passage = self._slides.passages.get(to)
        if passage is None:
            return self._out_of_reach(who, to, f"cannot slide to {to}: the hive walls it off")
        return self._barred(who, to, passage[0])

    def _spider(self, who: str, to: Cell) -> Refusal:
        passage = self._slides.threes.get(to)
        if passage is not None:
            return self._barred(who, to, passage[0])
        slides = self._slides.lengths.get(to)
        if slides is None:
            return self._out_of_reach(who, to, f"has no path of exactly three slides to {to}")
        count = "1 slide" if slides == 1 else f"{slides} slides"
        return self._out_of_reach(who, to, f"moves exactly three slides, and {to} is {count} away")

    def _line(self, to: Cell) -> tuple[Cell, bool] | None:
        """Return the first empty cell on the straight line through `to`, and whether it comes before `to`;
        None if `to` is not on a straight line with the piece.
        """
        steps = distance(self._start, to)
        across, down = to[0] - self._start[0], to[1] - self._start[1]
        if across and down and across != -down:
            return None
        q, r = self._start
        for passed in range(1, steps + 1):
            cell = (q + across // steps * passed, r + down // steps * passed)
            if cell not in self._heights:
                return cell, passed < steps
        cell = to
        while cell in self._heights:
            cell = (cell[0] + across // steps, cell[1] + down // steps)
        return cell, False

    def _grasshopper(self, who: str, to: Cell) -> Refusal:
        line = self._line(to)
        if line is None:
            return self._out_of_reach(who, to, f"jumps in a straight line, {to} is not in line with it")
        empty, early = line
        if distance(self._start, empty) == 1:
            why = f"must jump over at least one piece, {empty} beside it is empty"
            return self._out_of_reach(who, to, why, empty)
        if early:
            why = f"lands on the first empty cell of the line, {empty}, before {to}"
        else:
            why = f"lands on the first empty cell of the line, {empty}, beyond {to}"
        return self._out_of_reach(who, to, why, empty)

    def _ladybug(self, who: str, to: Cell) -> Refusal:
        gates = self._crossings.get(to)
        if gates is None:
            far = distance(self._start, to)
            tail = f"{to} is {far} away" if far > 3 else f"no such path leads to {to}"
            return self._out_of_reach(who, to, f"goes two cells over the hive and one down, {tail}")
        gate, how = gates[0]
        return self._height_gate(who, how, gate)

    @cached_property
    def _crossings(self) -> dict[Cell, list[tuple[Pair, str]]]:
        """For each cell that a ladybug could reach if there were no height gates: the gates on the path with
        the fewest.
        """
        heights, start = self._heights, self._start
        best: dict[Cell, list[tuple[Pair, str]]] = {}
        for up in self._board.around(start):
            if up not in heights:
                continue
            for across in self._board.around(up):
                if across not in heights:
                    continue
                for down in self._board.around(across):
                    if down in heights or down == start:
                        continue
                    gates = self._gates_over(up, across, down)
                    if down not in best or len(gates) < len(best[down]):
                        best[down] = gates
        return best

    def _gates_over(self, up: Cell, across: Cell, down: Cell) -> list[tuple[Pair, str]]:
        """Return the height gates on the three steps of a ladybug, each with the blocked step in words."""
        steps = (
            (self._start, up, f"climb onto {up}"),
            (up, across, f"cross to {across}"),
            (across, down, f"come down to {down}"),
        )
        found = ((self._board.higher_on_both_sides(self._heights, a, b), how) for a, b, how in steps)
        return [(gate, how) for gate, how in found if gate is not None]


def _climb(under: int, height: int, to: Cell) -> str:
    """Describe a climbing step from the height `under` to a cell of the given height."""
    if height > under:
        return f"climb onto {to}"
    if height < under:
        return f"come down to {to}"
    return f"cross to {to}"


def _article(bug: str) -> str:
    return f"an {bug}" if bug[0] in "aeiou" else f"a {bug}"
