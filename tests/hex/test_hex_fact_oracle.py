"""The oracle of the facts of Hex itself, against plain enumeration on small boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from tests.oracle.hex_carrier import EDGES, Carrier, Node
from tests.oracle.hex_facts import carrier_of, free_cells, is_dead, stones_between
from tests.oracle.hex_rules import OTHER, Cell, State, all_cells, winner


def random_states(seed: int, count: int, columns: int, rows: int, free: int) -> Iterator[State]:
    """Boards that are not over, with so many free cells."""
    rng = Random(seed)
    while count:
        cells = sorted(all_cells(State(columns, rows)))
        taken = rng.sample(cells, len(cells) - free)
        stones = frozenset((cell, rng.choice(tuple(OTHER))) for cell in taken)
        state = State(columns, rows, stones=stones)
        if winner(state) is None:
            count -= 1
            yield state


def joins(carrier: Carrier, one: Node, other: Node, *, first: bool) -> bool:
    """Whether the maker joins two ends, if every line is played to its end."""
    start, end = 1 << carrier.number[one], 1 << carrier.number[other]

    @cache
    def win(owned: int, free: int, maker: bool) -> bool:
        if carrier._flood(start, owned) & end:
            return True
        if not carrier._flood(start, owned | free) & end:
            return False
        bits = [1 << at for at in range(len(carrier.cells)) if free >> at & 1]
        if maker:
            return any(win(owned | bit, free & ~bit, False) for bit in bits)
        return all(win(owned, free & ~bit, True) for bit in bits)

    return win(carrier.owned, carrier.free, first)


def test_carriers_against_every_line() -> None:
    rng = Random(1)
    counts = [0, 0]
    for state in random_states(2, 400, 5, 5, 11):
        color = rng.choice(tuple(OTHER))
        cells: set[Cell] = set(rng.sample(sorted(free_cells(state)), rng.randint(2, 9)))
        carrier = carrier_of(state, color, cells)
        nodes: list[Node] = [*sorted(state.cells_of(color)), *EDGES[color]]
        ends = rng.sample(nodes, 2)
        for first in (False, True):
            truth = joins(carrier, *ends, first=first)
            assert carrier.joins(*ends, first=first) is truth, (state, color, cells, ends, first)
            counts[truth] += 1
    assert min(counts) > 100


def test_dead_cells_change_no_winner() -> None:
    found = 0
    for state in random_states(3, 60, 4, 4, 8):
        for cell in sorted(free_cells(state)):
            if is_dead(state, cell):
                found += 1
                rest = sorted(free_cells(state) - {cell})
                for colors in product(OTHER, repeat=len(rest)):
                    stones = state.stones | set(zip(rest, colors, strict=True))
                    winners = {winner(State(4, 4, stones=stones | {(cell, color)})) for color in OTHER}
                    assert len(winners) == 1, (state, cell)
    assert found > 20


def test_the_stones_that_a_color_needs() -> None:
    for state in random_states(4, 100, 4, 3, 6):
        for color in OTHER:
            fewest = None
            cells = sorted(free_cells(state))
            for chosen in product((False, True), repeat=len(cells)):
                stones = {(cell, color) for cell, take in zip(cells, chosen, strict=True) if take}
                if winner(State(4, 3, stones=state.stones | stones)) == color:
                    fewest = len(stones) if fewest is None else min(fewest, len(stones))
            assert stones_between(state, color) == fewest
