"""`SideLinks`: the groups of a color in a position, and their connections to each other and to the edges.

Defines which connections survive a move: a stone of the opponent breaks those that need its cell, and a stone
of the color adds new connections, which the core finds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from hexapoda._core.hex import connections
from hexapoda.hex.bit_board import BitBoard, bit_board
from hexapoda.hex.cell import Cell
from hexapoda.hex.position import Position

__all__ = ["EDGE_NODES", "LARGEST", "Ends", "SideLinks", "ends_now"]

_SECONDS = 0.1
"""The time limit for the connections of one color, in seconds. A call that runs out of time finds fewer."""
LARGEST = 30
"""The maximum size of a carrier: the tests can verify nearly all connections up to this size."""
EDGE_NODES: tuple[Cell, Cell] = ((-1, 0), (-1, 1))
"""The nodes of the two edges of a color."""
Ends: TypeAlias = tuple[Cell, Cell]
"""Two nodes as the core's `connections` returns them, the smaller one first."""


@dataclass(slots=True)
class SideLinks:
    """The groups of a color, its connections, and its threats to connect.

    Attributes:
        stones: the mask of the color's stones.
        groups: the mask of each group, by its lowest cell. The groups that touch an edge share the node of
            that edge, whose mask may be 0.
        fulls: the carriers of its connections, by their ends.
        semis: its threats to connect, by their ends. Each has a carrier and a key, the cell to play on.
    """

    stones: int
    groups: dict[Cell, int]
    fulls: dict[Ends, list[int]]
    semis: dict[Ends, list[tuple[int, Cell]]]

    @classmethod
    def of(cls, position: Position, board: BitBoard, color: int, quick: bool = False) -> SideLinks:
        """Return the links of a color. `quick` skips the connections that are slow to find. If the game is
        over, there are no groups and no links.
        """
        stones = board.mask(position.stones(color))
        side = cls(stones, {}, {}, {})
        if position.is_game_over():
            return side
        left = stones
        for node, edge in zip(EDGE_NODES, board.edges[color], strict=True):
            side.groups[node] = board.flood(edge, stones)
            left &= ~side.groups[node]
        while left:
            group = board.flood(left & -left, left)
            side.groups[next(board.cells(left & -left))] = group
            left &= ~group
        side.add_near(board, board.all & ~stones & ~board.mask(position.stones(1 - color)), color)
        for ends, carrier, key in _core_connections(_Asked(position, position.key, color, quick)):
            side.add(ends, carrier, key)
        return side

    def add(self, ends: Ends, carrier: int, key: Cell | None) -> None:
        """Add a connection, or a threat if there is a `key`."""
        if key is None:
            self.fulls.setdefault(ends, []).append(carrier)
        else:
            self.semis.setdefault(ends, []).append((carrier, key))

    def add_near(self, board: BitBoard, free: int, color: int) -> None:
        """Add the bridges, and the threats to join two ends with one stone. The core may miss them, because
        it stops as soon as it knows who wins.
        """
        beside = {node: board.around(group) & free for node, group in self.groups.items()}
        for node, edge in zip(EDGE_NODES, board.edges[color], strict=True):
            beside[node] |= edge & free
        nodes = sorted(beside)
        for at, one in enumerate(nodes):
            for other in nodes[at + 1 :]:
                common = beside[one] & beside[other]
                if common:
                    low = common & -common
                    high = 1 << (common.bit_length() - 1)
                    if low == high:
                        self.add((one, other), low, next(board.cells(low)))
                    else:
                        self.add((one, other), low | high, None)
                        if common != low | high:
                            middle = common & ~low & ~high
                            self.add((one, other), low | middle & -middle, None)
                            self.add((one, other), high | middle & -middle, None)

    @property
    def wins(self) -> bool:
        """Whether the color is connected from edge to edge. If so, other connections may be missing."""
        return EDGE_NODES in self.fulls

    def against(self, bit: int) -> SideLinks:
        """Return the links that remain after the opponent plays a stone on `bit`."""
        left = SideLinks(self.stones, self.groups, {}, {})
        for ends, carriers in self.fulls.items():
            kept = [mask for mask in carriers if not mask & bit]
            if kept:
                left.fulls[ends] = kept
        for ends, semis in self.semis.items():
            threats = [semi for semi in semis if not semi[0] & bit]
            if threats:
                left.semis[ends] = threats
        return left

    def with_stone(
        self, position: Position, board: BitBoard, color: int, cell: Cell, quick: bool
    ) -> SideLinks:
        """Return the links after the color plays on `cell`: those that the core finds now, and the earlier
        ones. `position` is the position after the move.
        """
        after = SideLinks.of(position, board, color, quick)
        now, rest = after.nodes_of(self.groups), ~board.bits[cell]
        for ends, carriers in self.fulls.items():
            joined = ends_now(now, ends)
            if joined is not None:
                for mask in carriers:
                    after.add(joined, mask & rest, None)
        for ends, semis in self.semis.items():
            joined = ends_now(now, ends)
            if joined is not None:
                for mask, key in semis:
                    after.add(joined, mask & rest, None if key == cell else key)
        return after

    def node_of(self, stone: int) -> Cell:
        """Return the node of the group that contains a stone."""
        return next(node for node, group in self.groups.items() if group & stone)

    def nodes_of(self, groups: dict[Cell, int]) -> dict[Cell, Cell]:
        """Return the current nodes of the groups of an earlier position, by their nodes in that position."""
        return {node: node if node[0] < 0 else self.node_of(stones) for node, stones in groups.items()}


@dataclass(frozen=True, slots=True)
class _Asked:
    """The arguments of a call to the core, as a cache key: `key` is compared instead of the position."""

    position: Position = field(compare=False)
    key: int
    color: int
    quick: bool


@lru_cache(maxsize=16)
def _core_connections(asked: _Asked) -> tuple[tuple[Ends, int, Cell | None], ...]:
    """Return the connections and threats that the core finds. They are cached because two lines that begin at
    the same position need the same links.
    """
    board = bit_board(asked.position.columns, asked.position.rows)
    without = ("captures", "or-rule") if asked.quick else ("captures",)
    found = connections(asked.position, asked.color, without, _SECONDS, groups=True, largest=LARGEST)
    return tuple(
        ((one, other) if one < other else (other, one), board.mask(carrier), key)
        for one, other, carrier, key in found
    )


def ends_now(nodes: dict[Cell, Cell], ends: Ends) -> Ends | None:
    """Return the current nodes of two earlier ends; None if they are one group now. `nodes` is the result of
    `nodes_of`.
    """
    one, other = nodes[ends[0]], nodes[ends[1]]
    if one == other:
        return None
    return (one, other) if one < other else (other, one)
