"""Whether a fact about a position of Hex is true, decided from the definitions alone, in plain Python.

Imports nothing from hexapoda. The definitions are those of `hexapoda.hex.facts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Protocol

from tests.oracle.hex_carrier import EDGES, POSITIONS, Carrier, Node, edge_cells
from tests.oracle.hex_rules import (
    OTHER,
    Cell,
    State,
    all_cells,
    cell_of,
    chain_length,
    edges,
    may_swap,
    neighbors,
    play,
    winner,
)


class FactLike(Protocol):
    """The parts of a fact."""

    @property
    def kind(self) -> str: ...
    @property
    def gains(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def pieces(self) -> tuple[str, ...]: ...
    @property
    def cells(self) -> tuple[Cell, ...]: ...
    @property
    def count(self) -> int | None: ...


def holds(state: State, fact: FactLike, line: Sequence[str], *, positions: int = POSITIONS) -> bool | None:
    """Whether a fact about a line of moves from a position is true; None if that takes too many positions."""
    if not 0 <= fact.ply <= len(line) or not fact.pieces or fact.pieces[0] not in OTHER:
        return False
    before = after = state
    for move in line[: fact.ply]:
        before, after = after, play(after, move)
    color = fact.pieces[0]
    if owner(after, color) != fact.gains or len(set(fact.cells)) != len(fact.cells):
        return False
    if not set(fact.cells) <= all_cells(after):
        return False
    if fact.kind in STATES:
        return STATES[fact.kind](after, fact, color, positions)
    stone = line[fact.ply - 1] if fact.ply else "swap"
    if fact.kind not in EVENTS or stone.startswith("swap") or winner(after) is not None:
        return False
    return EVENTS[fact.kind](before, after, cell_of(stone), fact, color, positions)


def owner(state: State, color: str) -> int:
    return state.owner_of_black if color == "black" else 1 - state.owner_of_black


def free_cells(state: State) -> set[Cell]:
    return all_cells(state) - {cell for cell, _ in state.stones}


def carrier_of(state: State, color: str, cells: set[Cell]) -> Carrier:
    return Carrier(state.columns, state.rows, color, state.cells_of(color), cells)


def joins(
    state: State,
    color: str,
    cells: set[Cell],
    ends: tuple[Node, Node],
    positions: int,
    *,
    first: bool = False,
) -> bool | None:
    """Whether a color joins two ends inside cells; `first`: it moves first, otherwise the opponent does. None
    if that takes more positions than that.
    """
    stones = frozenset(state.cells_of(color))
    return _joins((state.columns, state.rows), color, stones, frozenset(cells), ends, positions, first)


@lru_cache(maxsize=1 << 12)
def _joins(
    size: tuple[int, int],
    color: str,
    stones: frozenset[Cell],
    cells: frozenset[Cell],
    ends: tuple[Node, Node],
    positions: int,
    first: bool,
) -> bool | None:
    return Carrier(*size, color, stones, cells).joins(*ends, first=first, positions=positions)


def stones_between(state: State, color: str) -> int | None:
    """How many stones a color lacks on the cheapest chain between its edges: Bellman and Ford's way."""
    first, last = edges(state, color)
    price = {cell: 0 if state_color(state, cell) == color else 1 for cell in all_cells(state)}
    blocked = state.cells_of(OTHER[color])
    best = {cell: price[cell] for cell in first - blocked}
    changed = True
    while changed:
        changed = False
        for cell in list(best):
            for near in neighbors(cell):
                if near in price and near not in blocked and best[cell] + price[near] < best.get(near, 1000):
                    best[near] = best[cell] + price[near]
                    changed = True
    return min((best[cell] for cell in last if cell in best), default=None)


def state_color(state: State, cell: Cell) -> str | None:
    return next((color for color in OTHER if (cell, color) in state.stones), None)


def stones_needed(state: State, fact: FactLike, color: str, positions: int) -> bool:
    victim = OTHER[color]
    if winner(state) is not None or not fact.cells or not set(fact.cells) <= free_cells(state):
        return False
    if fact.count != len(fact.cells) or fact.count != stones_between(state, victim):
        return False
    filled = State(state.columns, state.rows, stones=state.stones | {(cell, victim) for cell in fact.cells})
    return chain_length(filled, victim) is not None


def connected(state: State, fact: FactLike, color: str, positions: int) -> bool | None:
    if winner(state) is not None:
        chain = frozenset((cell, color) for cell in fact.cells)
        only = State(state.columns, state.rows, stones=chain)
        return fact.count == 0 and chain <= state.stones and chain_length(only, color) is not None
    cells = set(fact.cells)
    if fact.count != len(cells) or not cells <= free_cells(state):
        return False
    return joins(state, color, cells, EDGES[color], positions)


def must_answer(state: State, fact: FactLike, color: str, positions: int) -> bool | None:
    cells, others = set(fact.cells), {cell_of(text) for text in fact.pieces[1:]}
    if winner(state) is not None or may_swap(state) or state.to_move == color:
        return False
    if fact.count != len(cells) or not cells | others <= free_cells(state) or cells & others:
        return False
    if not others:
        return joins(state, color, cells, EDGES[color], positions, first=True)
    stones, size = frozenset(state.cells_of(color)), (state.columns, state.rows)
    return _avoids(size, color, stones, frozenset(cells | others), frozenset(others), positions)


@lru_cache(maxsize=1 << 12)
def _avoids(
    size: tuple[int, int],
    color: str,
    stones: frozenset[Cell],
    cells: frozenset[Cell],
    others: frozenset[Cell],
    positions: int,
) -> bool | None:
    carrier = Carrier(*size, color, stones, cells)
    return carrier.joins_after(*EDGES[color], others, positions=positions)


def ends_of(
    state: State, color: str, fact: FactLike, names: Sequence[str] | None = None, count: int | None = None
) -> tuple[Node, Node] | None:
    """The ends of a connection: stones or edges of the color."""
    found: list[Node] = []
    for text in fact.pieces[1:] if names is None else names:
        if text in EDGES[color]:
            found.append(text)
        elif text[:1].isalpha() and text[1:].isdigit() and cell_of(text) in state.cells_of(color):
            found.append(cell_of(text))
        else:
            return None
    if len(found) != 2 or (fact.count if count is None else count) != len(fact.cells):
        return None
    return found[0], found[1]


def group_of(state: State, color: str, end: Node) -> set[Cell]:
    """The stones of a color that hang together with a stone, or with an edge."""
    stones = state.cells_of(color)
    wave = edge_cells(state.columns, state.rows, end) & stones if isinstance(end, str) else {end}
    group = set(wave)
    while wave:
        wave = {near for cell in wave for near in neighbors(cell)} & stones - group
        group |= wave
    return group


def wasted(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool | None:
    ends = ends_of(before, color, fact)
    cells = set(fact.cells)
    if ends is None or before.to_move == color or stone not in cells or not cells <= free_cells(before):
        return False
    if carrier_of(before, color, cells).joined(*ends, filled=False):
        return False
    return joins(before, color, cells, ends, positions)


def double_intrusion(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool | None:
    victim = OTHER[color]
    pairs = [ends_of(before, victim, fact, names) for names in (fact.pieces[1:3], fact.pieces[3:])]
    cells = set(fact.cells)
    if before.to_move != color or stone not in cells or not cells <= free_cells(before):
        return False
    parting = set[Cell]()
    for ends in pairs:
        if ends is None or carrier_of(before, victim, cells).joined(*ends, filled=False):
            return False
        for cell in cells - {stone}:
            if not carrier_of(after, victim, cells - {stone, cell}).joined(*ends, filled=True):
                parting.add(cell)
    if len(parting) < 2:
        return False
    connected = [ends and joins(before, victim, cells, ends, positions) for ends in pairs]
    return False if False in connected else None if None in connected else True


def links(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool | None:
    ends = ends_of(before, color, fact)
    cells = set(fact.cells)
    if ends is None and fact.count == 0:  # by stones: those of the ends, and the one that joins them
        ends = ends_of(before, color, fact, count=len(cells))
        if ends is None or cells != {stone}.union(*(group_of(before, color, end) for end in ends)):
            return False
        cells = set()
    if ends is None or before.to_move != color or not cells <= free_cells(after):
        return False
    if set(ends) == set(EDGES[color]) or carrier_of(before, color, cells).joined(*ends, filled=True):
        return False
    return joins(after, color, cells, ends, positions)


def cut(before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int) -> bool | None:
    victim = OTHER[color]
    ends = ends_of(before, victim, fact)
    cells = set(fact.cells)
    if ends is None or before.to_move != color or stone not in cells or not cells <= free_cells(before):
        return False
    if set(ends) == set(EDGES[victim]) or carrier_of(after, victim, cells - {stone}).joined(
        *ends, filled=True
    ):
        return False
    taken = State(before.columns, before.rows, stones=before.stones | {(stone, victim)})
    return joins(taken, victim, cells - {stone}, ends, positions)


SHAPES = {
    # For each template the cells of its rows, that of the stone first: from, to, and those that are left out.
    # 0 is the column of the stone on the board, with the edge at the bottom.
    "II": ((0, 0, ()), (-1, 0, ())),
    "IIIa": ((0, 1, ()), (-1, 1, ()), (-2, 1, ())),
    "IIIb": ((-1, 1, ()), (-2, 1, ()), (-3, 1, (-1,))),
    "IVa": ((0, 1, ()), (-2, 2, ()), (-3, 2, ()), (-4, 2, ())),
    "IVd": ((-1, 1, ()), (-3, 2, ()), (-4, 2, (-1,)), (-5, 2, ())),
    "Va": ((-1, 1, ()), (-2, 2, ()), (-4, 3, ()), (-5, 3, ()), (-6, 3, ())),
}


def shape_at(stone: Cell, color: str, edge: str, name: str, mirrored: bool) -> set[Cell]:
    """The cells of a template beside a stone, which may lie beyond the board."""
    found = set[Cell]()
    for down, (first, last, without) in enumerate(SHAPES[name]):
        for right in range(first, last + 1):
            if (right, down) != (0, 0) and right not in without:
                found.add((-right - down if mirrored else right, down))
    if edge in ("top", "left"):
        found = {(-right, -down) for right, down in found}
    if color == "white":
        found = {(down, right) for right, down in found}
    return {(stone[0] + right, stone[1] + down) for right, down in found}


def row_of(state: State, cell: Cell, edge: str) -> int:
    """The row of a cell, counted from an edge."""
    lines = {"top": cell[1], "bottom": state.rows - 1 - cell[1], "left": cell[0]}
    return lines.get(edge, state.columns - 1 - cell[0]) + 1


def edge_template(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool | None:
    if before.to_move != color or len(fact.pieces) != 4:
        return False
    _, name, edge, shape = fact.pieces
    if not name[:1].isalpha() or not name[1:].isdigit() or cell_of(name) != stone:
        return False
    if edge not in EDGES[color] or shape not in SHAPES or row_of(after, stone, edge) != len(SHAPES[shape]):
        return False
    cells = set(fact.cells)
    if fact.count != len(cells) or carrier_of(after, color, cells).joined(stone, edge, filled=False):
        return False
    shapes = [shape_at(stone, color, edge, shape, mirrored) for mirrored in (False, True)]
    if cells not in [each & free_cells(after) for each in shapes if each <= all_cells(after)]:
        return False
    if not any(
        each <= all_cells(after) and each <= cells | after.cells_of(color) and cells <= each
        for each in shapes
    ):
        return False
    if shape == "Va":  # its own test proves it, once
        return True
    return joins(after, color, cells, (stone, edge), positions)


def ladder(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool | None:
    if len(fact.pieces) != 3 or len(fact.cells) < 3 or len(fact.cells) != 2 * (fact.count or 0) - 1:
        return False
    return runs(before, after, stone, fact, fact.cells, color, positions) is not None


def ladder_escape(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool | None:
    count, cells = fact.count or 0, set(fact.cells)
    if len(fact.pieces) != 4 or count < 2 or count % 2 or not cells <= free_cells(after):
        return False
    end, edge = fact.pieces[3], fact.pieces[1]
    if not end[:1].isalpha() or not end[1:].isdigit() or cell_of(end) not in after.cells_of(color):
        return False
    escape = cell_of(end)
    run = fact.cells[:count]
    ended = runs(before, after, stone, fact, run, color, positions)
    if ended is None or escape not in neighbors(run[-1]):
        return False
    if carrier_of(after, color, set()).joined(stone, escape, filled=False):
        return False
    found = [
        joins(after, color, cells, (stone, edge), positions),
        joins(ended, color, cells - set(run), (escape, edge), positions),
    ]
    return False if False in found else None if None in found else True


def runs(
    before: State,
    after: State,
    stone: Cell,
    fact: FactLike,
    cells: Sequence[Cell],
    color: str,
    positions: int,
) -> State | None:
    """The board after a ladder has run along some cells, by turns an answer and the next stone; None if it is
    not a ladder.
    """
    edge, row = fact.pieces[1:3]
    if before.to_move != color or edge not in EDGES[color] or row not in ("2", "3", "4"):
        return None
    if row_of(after, stone, edge) != int(row):
        return None
    if carrier_of(after, color, set()).joined(stone, edge, filled=False):
        return None
    at, state = stone, after
    for number, answer in enumerate(cells[::2]):
        below = {
            near
            for near in neighbors(at)
            if near in all_cells(state) and row_of(state, near, edge) < int(row)
        }
        if len(below) != 2 or answer not in below & free_cells(state):
            return None
        [other] = below - {answer}
        if other not in state.cells_of(OTHER[color]):
            return None
        region = {
            cell
            for cell in free_cells(state)
            if row_of(state, cell, edge) < int(row) and abs(cell[0] - at[0]) + abs(cell[1] - at[1]) < 10
        }
        if joins(state, color, region, (at, edge), positions, first=True) is False:
            return None
        state = with_stone(state, answer, OTHER[color])
        if 2 * number + 1 < len(cells):
            following = cells[2 * number + 1]
            if row_of(state, following, edge) != int(row):
                return None
            if following not in neighbors(at) & neighbors(answer) & free_cells(state):
                return None
            state = with_stone(state, following, color)
            at = following
    return state


def sides_beside(state: State, cell: Cell, color: str, filled: dict[Cell, str]) -> int:
    """How many groups the stones of a color beside a cell form, with the edges that the cell touches."""
    stones = dict(state.stones) | filled
    nodes: set[Node] = {near for near in neighbors(cell) if stones.get(near) == color}
    nodes |= {edge for edge, its in zip(EDGES[color], edges(state, color), strict=True) if cell in its}
    groups = 0
    while nodes:
        groups += 1
        wave = {nodes.pop()}
        while wave:
            reached = {node for node in nodes for near in wave if beside(state, color, node, near)}
            nodes -= reached
            wave = reached
    return groups


def beside(state: State, color: str, one: Node, other: Node) -> bool:
    if isinstance(one, str):
        one, other = other, one
    if isinstance(one, str):
        return False
    if isinstance(other, str):
        return one in edges(state, color)[EDGES[color].index(other)]
    return other in neighbors(one)


def is_dead(state: State, cell: Cell) -> bool:
    around = sorted((neighbors(cell) & free_cells(state)) - {cell})
    for colors in product(OTHER, repeat=len(around)):
        filled = dict(zip(around, colors, strict=True))
        if any(sides_beside(state, cell, color, filled) > 1 for color in OTHER):
            return False
    return True


def dead_cell(before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int) -> bool:
    return (
        before.to_move != color
        and fact.pieces == (color,)
        and fact.cells == (stone,)
        and fact.count is None
        and is_dead(before, stone)
    )


def captured_cell(
    before: State, after: State, stone: Cell, fact: FactLike, color: str, positions: int
) -> bool:
    if before.to_move == color or fact.pieces != (color,) or fact.count is not None or len(fact.cells) != 2:
        return False
    if fact.cells[0] != stone or fact.cells[1] not in free_cells(after):
        return False
    return all(
        is_dead(with_stone(before, reply, color), cell) for cell, reply in (fact.cells, fact.cells[::-1])
    )


def with_stone(state: State, cell: Cell, color: str) -> State:
    return State(state.columns, state.rows, stones=state.stones | {(cell, color)})


STATES = {"stones-needed": stones_needed, "connected": connected, "must-answer": must_answer}
EVENTS = {
    "wasted-intrusion": wasted,
    "double-intrusion": double_intrusion,
    "links": links,
    "cut": cut,
    "ladder": ladder,
    "ladder-escape": ladder_escape,
    "edge-template": edge_template,
    "dead-cell": dead_cell,
    "captured-cell": captured_cell,
}
