"""Why a bug cannot move to a cell by itself.

The caller has checked that the piece is uncovered, not resting and not pinned, and that the cell is not its
own. This module finds the reasons for each bug; the reasons for a mosquito are those for the bugs that it
copies.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from hexapoda.games.refusal import Refusal
from hexapoda.hive.cell import Cell, distance
from hexapoda.hive.explain.slides import Gate, Slides
from hexapoda.hive.explain.snapshot import BUGS, Pair, Snapshot
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.rule import Rule
from hexapoda.hive.text.piece_names import BUG_NAMES
from hexapoda.text.sentence import Sentence, joined


class Walk:
    """Explains why one piece of the side to move cannot move to a cell."""

    def __init__(self, board: Snapshot, index: int) -> None:
        self._board = board
        self._name = PIECES[index]
        self._start, self._level = board.places[index]
        self._heights = board.lifted(index)
        self._slides = Slides(board, self._heights, self._start)
        self._copied: list[Piece] = []
        if BUGS[index] is not Bug.MOSQUITO:
            bugs: dict[Bug, Piece | Sentence] = {BUGS[index]: self._name}
        elif self._level:
            bugs = {Bug.BEETLE: self._like(Bug.BEETLE)}
        else:
            tops = board.tops_around(self._start)
            self._copied = [piece for piece in tops if BUGS[piece.index] is not Bug.MOSQUITO]
            bugs = {BUGS[piece.index]: self._like(BUGS[piece.index]) for piece in self._copied}
        self._bugs = bugs
        self._reasons: dict[Bug, Callable[[Piece | Sentence, Cell], Refusal]] = {
            Bug.QUEEN: self._one_step,
            Bug.PILLBUG: self._one_step,
            Bug.BEETLE: self._one_step,
            Bug.ANT: self._ant,
            Bug.SPIDER: self._spider,
            Bug.GRASSHOPPER: self._grasshopper,
            Bug.LADYBUG: self._ladybug,
        }

    def _like(self, bug: Bug) -> Sentence:
        """Return the name of the mosquito when it moves like another bug."""
        return Sentence("{piece} as {bug}", piece=self._name, bug=_with_article(bug))

    def refusal(self, to: Cell) -> Refusal:
        """Return why the piece cannot move to a cell."""
        if not self._bugs:
            return self._nothing_to_copy
        heights = self._heights
        if to in heights:
            beetle = self._bugs.get(Bug.BEETLE)
            return self._taken(to) if beetle is None else self._one_step(beetle, to)
        if not any(neighbor in heights for neighbor in self._board.around(to)):
            text = Sentence(
                "{piece} cannot go to {to}: that cell touches no other piece", piece=self._name, to=to
            )
            return Refusal(Rule.NO_CONTACT, text, (to,))
        found = [self._reasons[bug](who, to) for bug, who in self._bugs.items()]
        for refusal in found:
            if refusal.rule is not Rule.OUT_OF_REACH:
                return refusal
        return found[0] if len(found) == 1 else self._no_copy_reaches(to)

    @cached_property
    def _nothing_to_copy(self) -> Refusal:
        around = [neighbor for neighbor in self._board.around(self._start) if neighbor in self._board.top]
        text = Sentence("{piece} touches only mosquitoes and has nothing to copy", piece=self._name)
        pieces = tuple(self._board.top[neighbor] for neighbor in around)
        return Refusal(Rule.NOTHING_TO_COPY, text, tuple(around), pieces)

    def _no_copy_reaches(self, to: Cell) -> Refusal:
        *others, last = (_with_article(bug) for bug in self._bugs)
        text = Sentence(
            "{piece} cannot reach {to} as {bugs} or {bug}",
            piece=self._name,
            to=to,
            bugs=joined(", ", others),
            bug=last,
        )
        return Refusal(Rule.OUT_OF_REACH, text, (to,), tuple(self._copied))

    def _taken(self, to: Cell) -> Refusal:
        top = self._board.top[to]
        text = Sentence("{piece} cannot go to {to}: {other} is there", piece=self._name, to=to, other=top)
        if self._copied:
            text = Sentence("{text}, and it copies no beetle", text=text)
        if list(self._bugs) == [Bug.GRASSHOPPER]:
            line = self._line(to)
            if line and not line[1]:
                text = Sentence(
                    "{text}, and the jump goes on to {next}, the first empty cell", text=text, next=line[0]
                )
        return Refusal(Rule.OCCUPIED, text, (to,), (top,))

    def _out_of_reach(self, text: Sentence, cell: Cell) -> Refusal:
        return Refusal(Rule.OUT_OF_REACH, text, (cell,), tuple(self._copied))

    def _barred(self, who: Piece | Sentence, to: Cell, gate: Gate) -> Refusal:
        left, right = (self._board.top[cell] for cell in gate.posts)
        named = {"who": who, "left": left, "right": right}
        if self._slides.stuck:
            text = Sentence("{who} cannot slide out: {left} and {right} form a gate", **named)
        elif gate.step[1] == to:
            text = Sentence("{who} cannot slide into {to}: {left} and {right} form a gate", to=to, **named)
        else:
            text = Sentence("{who} cannot slide to {to}: {left} and {right} form a gate", to=to, **named)
        return Refusal(Rule.GATE, text, gate.posts, (left, right))

    def _height_gate(self, who: Piece | Sentence, how: Sentence, gate: Pair) -> Refusal:
        left, right = (self._board.top[cell] for cell in gate)
        text = Sentence(
            "{who} cannot {step}: the higher stacks of {left} and {right} form a gate",
            who=who,
            step=how,
            left=left,
            right=right,
        )
        return Refusal(Rule.HEIGHT_GATE, text, gate, (left, right))

    def _one_step(self, who: Piece | Sentence, to: Cell) -> Refusal:
        far = distance(self._start, to)
        if far != 1:
            text = Sentence("{who} moves one cell, but {to} is {far} cells away", who=who, to=to, far=far)
            return self._out_of_reach(text, to)
        sides = self._board.sides(self._start, to)
        if self._level or to in self._heights:
            return self._height_gate(who, _climb(self._level, self._heights.get(to, 0), to), sides)
        if sides[0] in self._heights:
            return self._barred(who, to, Gate(sides, (self._start, to)))
        text = Sentence(
            "{who} cannot slide to {to}: it would lose contact with the hive on the way", who=who, to=to
        )
        return Refusal(Rule.NO_CONTACT, text, (to, *sides))

    def _ant(self, who: Piece | Sentence, to: Cell) -> Refusal:
        passage = self._slides.passages.get(to)
        if passage is None:
            text = Sentence("{who} cannot slide to {to}: the hive walls it off", who=who, to=to)
            return self._out_of_reach(text, to)
        return self._barred(who, to, passage[0])

    def _spider(self, who: Piece | Sentence, to: Cell) -> Refusal:
        passage = self._slides.threes.get(to)
        if passage is not None:
            return self._barred(who, to, passage[0])
        slides = self._slides.lengths.get(to)
        if slides is None:
            text = Sentence("{who} has no path of exactly three slides to {to}", who=who, to=to)
        elif slides == 1:
            text = Sentence("{who} moves exactly three slides, but {to} is 1 slide away", who=who, to=to)
        else:
            text = Sentence(
                "{who} moves exactly three slides, but {to} is {slides} slides away",
                who=who,
                to=to,
                slides=slides,
            )
        return self._out_of_reach(text, to)

    def _line(self, to: Cell) -> tuple[Cell, bool] | None:
        """Return the first empty cell on the straight line through `to`, and whether it comes before `to`;
        None if `to` is not in line with the piece.
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

    def _grasshopper(self, who: Piece | Sentence, to: Cell) -> Refusal:
        line = self._line(to)
        if line is None:
            text = Sentence("{who} jumps in a straight line, but {to} is not in line with it", who=who, to=to)
            return self._out_of_reach(text, to)
        empty, early = line
        named = {"who": who, "empty": empty}
        if distance(self._start, empty) == 1:
            text = Sentence(
                "{who} must jump over at least one piece, but {empty} beside it is empty", **named
            )
        elif early:
            text = Sentence(
                "{who} lands on the first empty cell of the line, {empty}, before {to}", to=to, **named
            )
        else:
            text = Sentence(
                "{who} lands on the first empty cell of the line, {empty}, beyond {to}", to=to, **named
            )
        return self._out_of_reach(text, empty)

    def _ladybug(self, who: Piece | Sentence, to: Cell) -> Refusal:
        gates = self._crossings.get(to)
        if gates is None:
            far = distance(self._start, to)
            if far > 3:
                text = Sentence(
                    "{who} moves two cells over the hive and one down, but {to} is {far} cells away",
                    who=who,
                    to=to,
                    far=far,
                )
            else:
                text = Sentence(
                    "{who} moves two cells over the hive and one down, but no such path leads to {to}",
                    who=who,
                    to=to,
                )
            return self._out_of_reach(text, to)
        gate, how = gates[0]
        return self._height_gate(who, how, gate)

    @cached_property
    def _crossings(self) -> dict[Cell, list[tuple[Pair, Sentence]]]:
        """The gates on the path with the fewest gates to each cell that a ladybug could reach if there were
        none.
        """
        heights, start = self._heights, self._start
        best: dict[Cell, list[tuple[Pair, Sentence]]] = {}
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

    def _gates_over(self, up: Cell, across: Cell, down: Cell) -> list[tuple[Pair, Sentence]]:
        """Return the height gates on the three steps of a ladybug, each with the blocked step in words."""
        steps = (
            (self._start, up, Sentence("climb onto {to}", to=up)),
            (up, across, Sentence("cross to {to}", to=across)),
            (across, down, Sentence("come down to {to}", to=down)),
        )
        found = ((self._board.higher_on_both_sides(self._heights, a, b), how) for a, b, how in steps)
        return [(gate, how) for gate, how in found if gate is not None]


def _with_article(bug: Bug) -> Sentence:
    """Return the name of a bug with its indefinite article."""
    name = BUG_NAMES[bug]
    return Sentence("an {bug}", bug=name) if bug is Bug.ANT else Sentence("a {bug}", bug=name)


def _climb(under: int, height: int, to: Cell) -> Sentence:
    """Describe a climbing step from the height `under` to a cell of the given height."""
    if height > under:
        return Sentence("climb onto {to}", to=to)
    if height < under:
        return Sentence("come down to {to}", to=to)
    return Sentence("cross to {to}", to=to)
