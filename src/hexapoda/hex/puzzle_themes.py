"""The themes of a Hex puzzle: what its solution is about. Each theme is a claim about positions and moves.

This module checks the claims; `hexapoda.hex.chain_search` proves those about connections.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from hexapoda._core import StopToken
from hexapoda.hex.cell import Cell, neighbors
from hexapoda.hex.chain_search import ChainSearch, bits
from hexapoda.hex.edge_templates import height
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position
from hexapoda.text.sentence import Sentence

__all__ = ["MUST_PLAY", "THREAT", "TITLES", "must_play", "themes_of"]

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "ladder": Sentence("ladder"),
        "edge-template": Sentence("edge template"),
        "bridge": Sentence("bridge"),
        "must-play": Sentence("must-play"),
    }
)
"""The themes and their titles."""

THREAT = 3
"""The maximum number of stones in a threat that creates a must-play region."""
MUST_PLAY = range(2, 9)
"""The sizes of must-play regions that count as a theme: a single cell leaves no choice."""
_TEMPLATE_ROWS = (2, 3, 4)
"""The rows on which the stone of an edge template stands, counted from 1 at the edge."""


def themes_of(
    position: Position, solution: Sequence[Move], end: float, stop: StopToken | None = None
) -> tuple[str, ...]:
    """Return the themes of a puzzle in the order of `TITLES`. Raises `SearchEnded` after `end`, in seconds of
    `time.monotonic`.

    - ladder: the winner places two adjacent stones in a row along one of its edges, on the second to the
      fourth row, and the reply in between touches both, one row nearer to the edge.
    - edge template: a stone of the winner, other than the last one, is on the second to the fourth row from
      one of its edges and cannot be cut off from it, even without the help of other stones and higher rows.
    - bridge: the first stone and another stone of the winner, to which no stones connect it, have two free
      neighbors in common.
    - must-play: at the start, the loser threatens to win with at most three stones, and a stone on any of two
      to eight cells prevents that.
    """
    color, columns, rows = position.color_to_move, position.columns, position.rows
    cells = [move.cell for move in solution if move.cell is not None]
    found = set[str]()
    if any(
        _is_ladder(cells[number : number + 3], color, columns, rows) for number in range(0, len(cells), 2)
    ):
        found.add("ladder")
    at = position.copy()
    for number, move in enumerate(solution[:-1]):
        if number % 2 == 0 and _is_template(at, ChainSearch(at, color, end, stop), cells[number]):
            found.add("edge-template")
        at.push(move)
    if _is_bridge(position, cells[0]):
        found.add("bridge")
    if len(must_play(position, end, stop)) in MUST_PLAY:
        found.add("must-play")
    return tuple(theme for theme in TITLES if theme in found)


def must_play(position: Position, end: float, stop: StopToken | None = None) -> tuple[Cell, ...]:
    """Return the cells on which a stone of the side to move stops the shortest threat of the other side; ()
    if there is no threat with at most `THREAT` stones. Raises `SearchEnded`.
    """
    search = ChainSearch(position, 1 - position.color_to_move, end, stop)
    for stones in range(1, THREAT + 1):
        carrier = search.win(search.own, search.other, stones)
        if carrier:
            found = 0
            for bit in bits(carrier):
                if not search.win(search.own, search.other | bit, stones):
                    found |= bit
            return tuple(search.cells(found))
    return ()


def _is_ladder(cells: Sequence[Cell], color: int, columns: int, rows: int) -> bool:
    """Return whether the three moves are two stones of a ladder and the reply between them."""
    if len(cells) < 3:
        return False
    first, reply, second = cells
    around = neighbors(reply, columns, rows)
    if second not in neighbors(first, columns, rows) or first not in around or second not in around:
        return False
    for edge in (0, 1):
        here, there, below = (height(cell, color, edge, columns, rows) for cell in (first, second, reply))
        if here == there == below + 1 and here <= 4:
            return True
    return False


def _is_template(position: Position, search: ChainSearch, cell: Cell) -> bool:
    color, columns, rows = position.color_to_move, position.columns, position.rows
    stone, free = search.bit(cell), sum(search.bit(each) for each in _free(position))
    for edge in (0, 1):
        row_of_stone = height(cell, color, edge, columns, rows)
        if row_of_stone in _TEMPLATE_ROWS:
            within = sum(
                search.bit((column, row))
                for column in range(columns)
                for row in range(rows)
                if height((column, row), color, edge, columns, rows) <= row_of_stone
            )
            link = search.to_edge(stone, edge, within & free)
            if link.win_after_reply(link.own, link.other, row_of_stone):
                return True
    return False


def _is_bridge(position: Position, cell: Cell) -> bool:
    columns, rows = position.columns, position.rows
    own, free = position.stones(position.color_to_move), _free(position)
    around = set(neighbors(cell, columns, rows))
    chain, todo = set[Cell](), [cell]
    while todo:
        new = (set(neighbors(todo.pop(), columns, rows)) & own) - chain
        chain |= new
        todo += new
    return any(
        len(around & set(neighbors(stone, columns, rows)) & free) == 2 for stone in own - chain - around
    )


def _free(position: Position) -> frozenset[Cell]:
    taken = position.stones(0) | position.stones(1)
    every = ((column, row) for column in range(position.columns) for row in range(position.rows))
    return frozenset(cell for cell in every if cell not in taken)
