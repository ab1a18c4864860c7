"""Writes Hex proof files: turns the solver's results into claims that anyone can check.

This module searches for claims. The solver supplies the moves; `proof_links` explains virtual connections,
and `proof_check` checks every claim.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Iterator

from hexapoda._core import StopToken
from hexapoda._core.hex import ConnectionMap
from hexapoda.errors import UsageError
from hexapoda.hex.cell import by_row, format_cell
from hexapoda.hex.position import Position
from hexapoda.hex.proof_check import COLORS, ProofCheck, bits
from hexapoda.hex.proof_claims import ClaimStore, Route
from hexapoda.hex.proof_fill import captured_pairs, without_filled
from hexapoda.hex.proof_links import Option, ProofLinks, fewest, shortest_chain
from hexapoda.hex.solve import HexSolver

__all__ = ["MOST_CELLS", "ProofWriter", "check_board", "stones_text"]

MOST_CELLS = 64
"""Proofs are written only for boards of at most this many cells; the checker has no such limit."""


class _Stopped(Exception):
    """The time ran out, or the writer was stopped."""


class ProofWriter:
    """Writes a proof of who wins a position and, on request, of which first moves win.

    Args:
        position: the position; a swap that is still possible is ignored.
        solver: a solver for its board.
        begun: an earlier proof about the position, which is extended in place.
        time: the time limit in seconds; None for no limit.
        stop: ends the work early.
        on_progress: called with the number of claims, about once for each proven position.

    Attributes:
        check: the checker, with all claims and decisions so far.

    Raises `UsageError` for a board with more than `MOST_CELLS` cells.
    """

    def __init__(
        self,
        position: Position,
        solver: HexSolver,
        *,
        begun: ProofCheck | None = None,
        time: float | None = None,
        stop: StopToken | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> None:
        check_board(position)
        self._solver, self._stop, self._on_progress = solver, stop, on_progress
        self._until = math.inf if time is None else clock.monotonic() + time
        self.check = begun or ProofCheck(stones_text(position))
        self._claims = ClaimStore(self.check)
        self._map = ConnectionMap(position.columns, position.rows)
        self._all = (1 << self.check.cells) - 1

    def write(self, *, all_moves: bool = False, on_move: Callable[[], object] | None = None) -> bool:
        """Prove who wins, and with `all_moves` also who wins after each first move. Return False if the work
        was stopped or the time ran out, otherwise True.

        `on_move` is called whenever a first move is decided.
        """
        check = self.check
        try:
            if all_moves and self._chain(check.stones[0], 0) == self._chain(check.stones[1], 1) == 0:
                for cell in bits(self._all & ~(check.stones[0] | check.stones[1])):
                    if cell not in check.moves:
                        self._decide_move(cell)
                        if on_move is not None:
                            on_move()
            if check.winner is None:
                self._decide(None, *check.stones)
        except _Stopped:
            return False
        return True

    def text(self) -> Iterator[str]:
        """Yield the lines of the file. Until the winner is proven they contain all claims, so that a later
        writer can continue.
        """
        return self._claims.text()

    @property
    def claim_count(self) -> int:
        """The number of claims in the file."""
        return len(self._claims.claims_of_file())

    def _decide_move(self, cell: int) -> None:
        check = self.check
        like = check.cells - 1 - cell
        if like in check.moves and check.turns:
            check.turn(cell, like)
            return
        stones = [*check.stones]
        stones[check.to_move] |= 1 << cell
        self._decide(cell, *stones)

    def _decide(self, after: int | None, black: int, white: int) -> None:
        to_move = self.check.to_move if after is None else 1 - self.check.to_move
        position = self._position(black, white, to_move)
        winner = self._solver.winner(position, time=self._left, stop=self._stop)
        if winner is None:
            raise _Stopped
        own, other = (black, white) if winner == 0 else (white, black)
        move = None
        if to_move == winner and not self._chain(own, winner):
            move = self._reply(own, other, winner)
        route = self._prove(own if move is None else own | 1 << move, other, winner)
        self.check.decide(after, winner, move, self._claim(route, winner))

    def _claim(self, route: Route, color: int) -> int:
        """Return the index of a claim that states what a route proves."""
        edges = self.check.edges(color)
        if len(route.claims) == 1 and not route.captured and self.check.claims[route.claims[0]].ends == edges:
            return route.claims[0]
        return self._claims.add(edges, route.stones, [route.case(None)])

    def _prove(self, own: int, other: int, color: int) -> Route:
        """Return a route from edge to edge for a color that wins even if the other side moves."""
        known = self._claims.win(color, own, other)
        if known is not None:
            return known
        self._count()
        joined = self._chain(own, color)
        route = Route((), joined, 0) if joined else self._search(own, other, color)
        self._claims.add_win(color, route)
        return route

    def _search(self, own: int, other: int, color: int) -> Route:
        # Give the other side the dead cells and the cells that it has captured: the color wins without them.
        dead, _, captured = self._map.fill(own, other, color)
        other |= dead | captured
        pairs = captured_pairs(self.check, own, self._all & ~(own | other), color)
        filled = own
        for one, two in pairs:
            filled |= 1 << one | 1 << two
        joined = self._chain(filled, color)
        route = Route((), joined, 0) if joined else self._search_filled(filled, other, color)
        return without_filled(self.check, route, own, pairs, color)

    def _search_filled(self, own: int, other: int, color: int) -> Route:
        links = ProofLinks(self._claims, self._map, own, other, color)
        win = links.win
        if win is not None:
            return win
        free = self._all & ~(own | other)
        options = list(links.options())
        left = free
        for cells, _, _ in options:
            left &= cells
        for key, route in self._claims.wins_by_a_move(color, own, other):
            cells = route.carrier & ~own | 1 << key
            if left & ~cells:
                options.append((cells, key, route))
                left &= cells
        answers = {cell: self._answers(own, other | 1 << cell, color) for cell in bits(left)}
        # Begin with the moves that need a search: the answer to one may also answer others.
        for cell in sorted(answers, key=lambda each: bool(answers[each])):
            if left >> cell & 1:
                for option in answers[cell] or [self._answer(own, other | 1 << cell, color)]:
                    options.append(option)
                    left &= option[0]
        chosen = [options[index] for index in fewest(free, [cells for cells, _, _ in options]) or []]
        stones = 0
        for _, first, route in chosen:
            stones |= route.stones & ~(0 if first is None else 1 << first)
        cases = [route.case(first) for _, first, route in chosen]
        number = self._claims.add(self.check.edges(color), stones, cases)
        return Route((number,), stones, self.check.claims[number].carrier)

    def _answers(self, own: int, other: int, color: int) -> list[Option]:
        """Return the options that virtual connections provide; empty if a search is needed."""
        links = ProofLinks(self._claims, self._map, own, other, color)
        win = links.win
        return list(links.options()) if win is None else [(0, None, win)]

    def _answer(self, own: int, other: int, color: int) -> Option:
        key = self._reply(own, other, color)
        route = self._prove(own | 1 << key, other, color)
        return route.carrier | 1 << key, key, route

    def _reply(self, own: int, other: int, color: int) -> int:
        """Return a winning move of a color. Raises `_Stopped`."""
        for key, _ in self._claims.wins_by_a_move(color, own, other):
            return key
        stones = (own, other) if color == 0 else (other, own)
        cell = self._solver.best(self._position(*stones, color), time=self._left, stop=self._stop)
        if cell is None:
            raise _Stopped
        return cell[1] * self.check.columns + cell[0]

    def _chain(self, own: int, color: int) -> int:
        """Return the stones of a shortest chain from edge to edge; 0 if there is none."""
        first, second = (self.check.neighbors[edge] for edge in self.check.edges(color))
        return shortest_chain(self.check.neighbors, own, first & own, second)

    def _position(self, black: int, white: int, to_move: int) -> Position:
        cells = [[divmod(cell, self.check.columns)[::-1] for cell in bits(mask)] for mask in (black, white)]
        return Position.from_stones(self._solver.variant, *cells, color_to_move=to_move)

    @property
    def _left(self) -> float | None:
        """The seconds left; None without a limit."""
        return None if self._until == math.inf else max(1e-6, self._until - clock.monotonic())

    def _count(self) -> None:
        if clock.monotonic() >= self._until or (self._stop is not None and self._stop.stopped):
            raise _Stopped
        if self._on_progress is not None:
            self._on_progress(len(self.check.claims))


def check_board(position: Position) -> None:
    """Raise `UsageError` for a board with more than `MOST_CELLS` cells."""
    if position.columns * position.rows > MOST_CELLS:
        raise UsageError(f"cannot write a proof for {position.variant}: expected at most {MOST_CELLS} cells")


def stones_text(position: Position) -> str:
    """Return the position as the second line of a file: its stones and the color to move."""
    fields = [position.variant]
    for color, name in enumerate(COLORS):
        cells = sorted(position.stones(color), key=by_row)
        fields += [f"{name}={','.join(map(format_cell, cells))}"] if cells else []
    return " ".join([*fields, f"to-move={COLORS[position.color_to_move]}"])
