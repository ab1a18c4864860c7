"""The facts of Hex: checkable statements about a position and about the move just played.

This is the Hex implementation of `hexapoda.games.fact.Facts`. It finds the facts; `fact_words` puts them into
words. In these definitions A is the color of the player who gains, V the other color. An end is an edge of a
color or a group of its stones, which is named by one of them. Two ends are joined if stones of the color lead
from one to the other; an edge joins the stones that touch it. They are connected inside some free cells if
the color can join them when the opponent moves first and both sides move on these cells only.

Facts about a position:

    stones-needed  The game is not over. V needs at least `count` more stones, 1 or more, to join its edges,
                   and stones on `cells` would do.
    connected      A's edges are connected inside `cells`; or A has won, and its stones on `cells` join them.
    must-answer    The game is not over, and V is to move and may not swap. If A moved first, A could join its
                   edges inside `cells` and the cells named in `pieces[1:]`, even after V took any one of the
                   named cells. So V loses unless it moves on one of `cells`.

Facts about the move just played, a stone on the cell x that does not end the game:

    wasted-intrusion  V played x, one of `cells`. Before, A's ends `pieces[1:]` were not joined, but they were
                      connected inside `cells`. So A can restore the connection.
    double-intrusion  A played x, one of `cells`. Before, V's ends `pieces[1:3]` were not joined, but they
                      were connected inside `cells`; so were `pieces[3:]`. On at least two other cells of
                      `cells`, a stone of A would separate one of the pairs now, even if V had stones on all
                      the rest. So V can restore only one connection there.
    links             A played x. A's ends `pieces[1:]` are joined or connected inside `cells`. Without the
                      stone on x they would not be joined even if A had stones on all of `cells`. Before, both
                      ends were there. They are not both edges. If they are joined now, `cells` are x and the
                      stones of the ends.
    cut               A played x, one of `cells`. With a stone of V on x, V's ends `pieces[1:]` would be
                      joined, or connected inside the other cells. Now they would not be joined even if V had
                      stones on all of the other cells. They are not both edges.
    edge-template     A played x, which with `cells` and stones of A makes up the template `pieces[3]` of
                      `hexapoda.hex.edge_templates` at A's edge `pieces[2]`; `pieces[1]` is x. The group of x
                      does not touch the edge, but is connected to it inside `cells`.
    ladder            A played x, a cell on row `pieces[2]`, 2 to 4, from A's edge `pieces[1]`. The group of x
                      does not touch that edge. V has a stone on one of the two cells below x, toward the
                      edge, and the other, `cells[0]`, is free. `cells[1]` is the free cell on the row of x
                      that touches x and `cells[0]`; `cells[2]` is the other cell below `cells[1]`, also free;
                      and so on. V answers on `cells[0]`, A plays on `cells[1]`, V answers on `cells[2]`, and
                      so on. After x and after each later stone, `count` times in all (2 or more), A could
                      join the edge on free cells of the rows below if it moved again.
    ladder-escape     A played x as for a ladder, and `cells[:count]` continue as there, to a stone of A that
                      touches the stone `pieces[3]` of another group of A. Both groups are connected to the
                      edge: the group of x inside `cells`, the other group inside `cells[count:]`.
    dead-cell         V played x, `cells[0]`, which was dead.
    captured-cell     V played x, `cells[0]`, which is dead if A plays on the free cell `cells[1]`; and if V
                      had played there instead, a stone of A on x would have made `cells[1]` dead.

A cell is dead if a stone on it cannot change the winner: however the free cells around it are filled, its
neighbors of each color, edges included, are joined to each other without it.

`pieces[0]` is "black" or "white", the color A, and cells are named as in moves. `count` is the number of
`cells`, except for ladders. It is 0 for `connected` if A has won, and for `links` if the ends are joined:
then `cells` are stones. It is None for dead and captured cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hexapoda._core.hex import connections
from hexapoda.games.fact import Fact, FactKind
from hexapoda.hex.bit_board import BitBoard, bit_board
from hexapoda.hex.cell import Cell, by_row, format_cell
from hexapoda.hex.dead_cells import capturing_reply, is_dead
from hexapoda.hex.edge_ladder import EdgeLadder, edge_ladders
from hexapoda.hex.edge_templates import templates_of
from hexapoda.hex.fact_words import COLORS, EDGES, KINDS, marked, phrase
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position
from hexapoda.hex.shortest_way import way_between
from hexapoda.hex.side_links import EDGE_NODES, Ends, SideLinks, ends_now

__all__ = ["KINDS", "FactKind", "along", "marked", "phrase", "proofs"]

_FULL_PLIES = 2
"""The number of plies after which connections are searched without the OR rule, which takes most of the time.
Connections found earlier are kept until a stone of the opponent breaks them."""
_THREATS = 24
"""The maximum number of cells in the union of the threats behind one `must-answer` fact."""
_PROOF_SECONDS = 0.4
"""The time limit of each of the two searches for a proof, in seconds."""
_SMALL = 6
"""The maximum size of each carrier in a double intrusion."""


def along(position: Position, line: Sequence[Move], /) -> list[tuple[Fact, ...]]:
    """Return the facts about the position, then those after each move of a legal line."""
    at = position.copy()
    board = bit_board(at.columns, at.rows)
    before = [SideLinks.of(at, board, color) for color in (0, 1)]
    found = [_unique(_states(at, board, before, 0))]
    for ply, move in enumerate(line, 1):
        cell, mover = move.cell, at.color_to_move
        facts = [] if cell is None else list(_dead(at, cell, ply))
        at.push(move)
        if cell is None:
            before = [SideLinks.of(at, board, color) for color in (0, 1)]
        elif not at.is_game_over():
            after = list(before)
            after[mover] = before[mover].with_stone(at, board, mover, cell, ply > _FULL_PLIES)
            after[1 - mover] = before[1 - mover].against(board.bits[cell])
            facts += _events(at, board, (before, after), cell, mover, ply)
            before = after
        found.append(_unique([*_states(at, board, before, ply), *facts]))
    return found


def proofs(position: Position, winner: int, /) -> tuple[Fact, ...]:
    """Return the fact that player `winner`, who is not to move, is connected from edge to edge, whatever the
    size of the carrier; () if no proof is found. No proof is sought if the game is over or a swap is
    possible.
    """
    color = 0 if position.player_of(0) == winner else 1
    if position.is_game_over() or color == position.color_to_move or position.swap_now is not None:
        return ()
    for thorough in (False, True):
        found = connections(position, color, [], _PROOF_SECONDS, groups=True, thorough=thorough)
        carriers = [
            sorted(carrier, key=by_row)
            for one, other, carrier, key in found
            if key is None and {one, other} == {*EDGE_NODES}
        ]
        if carriers:
            _, cells = min((len(carrier), tuple(carrier)) for carrier in carriers)
            return (Fact("connected", winner, 0, (COLORS[color],), cells, len(cells)),)
    return ()


def _unique(facts: Iterator[Fact] | list[Fact]) -> tuple[Fact, ...]:
    """Return the first fact of each key."""
    found: dict[tuple[str, int, str], Fact] = {}
    for fact in facts:
        found.setdefault(fact.key, fact)
    return tuple(found.values())


def _states(position: Position, board: BitBoard, sides: Sequence[SideLinks], ply: int) -> Iterator[Fact]:
    over = position.winning_color
    if over is not None:
        yield Fact(
            "connected", position.player_of(over), ply, (COLORS[over],), position.winning_chain(), count=0
        )
        return
    free = board.all & ~sides[0].stones & ~sides[1].stones
    for color, side in enumerate(sides):
        player = position.player_of(color)
        way = way_between(board, side.stones, free, color)
        if way:
            yield Fact("stones-needed", 1 - player, ply, (COLORS[1 - color],), way, len(way))
        fulls = side.fulls.get(EDGE_NODES)
        if fulls:
            cells = _cells(board, _smallest(fulls))
            yield Fact("connected", player, ply, (COLORS[color],), cells, len(cells))
        elif color != position.color_to_move and position.swap_now is None:
            must, rest = _must_play([mask for mask, _ in side.semis.get(EDGE_NODES, ())])
            if must and 2 * must.bit_count() <= free.bit_count():
                cells, names = _cells(board, must), map(format_cell, board.cells(rest))
                yield Fact("must-answer", player, ply, (COLORS[color], *names), cells, len(cells))


def _must_play(threats: list[int]) -> tuple[int, int]:
    """Choose some threats; return the cells that they have in common, and their other cells. The first is the
    smallest threat, and each further threat leaves fewer cells in common. Without threats both are 0.
    """
    threats.sort(key=lambda mask: (mask.bit_count(), mask))
    must = union = threats[0] if threats else 0
    for threat in threats[1:]:
        if must & ~threat and must & threat and (union | threat).bit_count() <= _THREATS:
            must, union = must & threat, union | threat
    return must, union & ~must


def _events(
    position: Position,
    board: BitBoard,
    sides: tuple[Sequence[SideLinks], Sequence[SideLinks]],
    cell: Cell,
    mover: int,
    ply: int,
) -> Iterator[Fact]:
    """Yield the facts about the stone that `mover` has just placed on a cell, except the fact that the
    cell was dead. `sides`: the links of both colors before and after the move.
    """
    before, after = sides
    bit = board.bits[cell]
    own, other = position.player_of(mover), position.player_of(1 - mover)
    other_side = before[1 - mover]
    for ends, mask in _intruded(other_side, bit):
        yield _about_ends(board, "wasted-intrusion", other, ply, 1 - mover, 1 - mover, ends, mask)
    for first, second, mask in _doubles(board, other_side, bit, 1 - mover):
        names = (*_names(first, 1 - mover), *_names(second, 1 - mover))
        cells = _cells(board, mask)
        yield Fact("double-intrusion", own, ply, (COLORS[mover], *names), cells, len(cells))
        break
    if not before[mover].wins:
        for ends, mask in _links(board, before[mover], after[mover], bit, mover):
            fact = _about_ends(board, "links", own, ply, mover, mover, ends, mask)
            stones = before[mover].groups[ends[0]] | before[mover].groups[ends[1]] | bit
            yield fact if fact.count else replace(fact, cells=_cells(board, stones))
            break
    if not other_side.wins:
        for ends, mask in _cuts(board, other_side, after[1 - mover], cell, 1 - mover):
            yield _about_ends(board, "cut", own, ply, mover, 1 - mover, ends, mask)
            break
    yield from _template(position, board, after[mover], cell, mover, ply)
    for ladder in edge_ladders(position, cell):
        if not after[mover].groups[EDGE_NODES[ladder.edge]] & bit:
            yield from _ladders(board, after[mover], ladder, cell, own, mover, ply)
    reply = capturing_reply(position, cell, 1 - mover)
    if reply is not None and not is_dead(position, cell):
        yield Fact("captured-cell", other, ply, (COLORS[1 - mover],), (cell, reply))


def _template(
    position: Position, board: BitBoard, side: SideLinks, cell: Cell, color: int, ply: int
) -> Iterator[Fact]:
    """Yield the edge template of the stone just played; of several, the one with the fewest free cells."""
    other = board.mask(position.stones(1 - color))
    found = [
        ((each.carrier & ~side.stones).bit_count(), number, each)
        for number, each in enumerate(templates_of(board, color, cell, other))
        if not side.groups[EDGE_NODES[each.edge]] & board.bits[cell]
    ]
    for count, _, template in sorted(found)[:1]:
        pieces = (COLORS[color], format_cell(cell), EDGES[color][template.edge], template.name)
        cells = _cells(board, template.carrier & ~side.stones)
        yield Fact("edge-template", position.player_of(color), ply, pieces, cells, count)


def _ladders(
    board: BitBoard, side: SideLinks, ladder: EdgeLadder, cell: Cell, player: int, color: int, ply: int
) -> Iterator[Fact]:
    """Yield the fact that a ladder reaches an escape if that is proven, otherwise that a ladder is played."""
    escape = _ladder_escape(board, side, ladder, cell, player, color, ply)
    if escape is not None:
        yield escape
        return
    pieces = (COLORS[color], EDGES[color][ladder.edge], str(ladder.row))
    stairs = ladder.cells[: len(ladder.cells) - 1 + len(ladder.cells) % 2]
    if len(stairs) > 1:
        yield Fact("ladder", player, ply, pieces, stairs, ladder.threats)


def _ladder_escape(
    board: BitBoard, side: SideLinks, ladder: EdgeLadder, cell: Cell, player: int, color: int, ply: int
) -> Fact | None:
    """Return the fact that a ladder reaches an escape; None if that is not proven."""
    if ladder.end is None:
        return None
    pieces = (COLORS[color], EDGES[color][ladder.edge], str(ladder.row), format_cell(ladder.end))
    edge, run = EDGE_NODES[ladder.edge], board.mask(ladder.cells)
    here, there = side.node_of(board.bits[cell]), side.node_of(board.bits[ladder.end])
    if here == there:
        return None
    through = 0
    if ladder.row > 2:  # on the second row, the ladder reaches the edge wherever the opponent does not answer
        fulls = side.fulls.get(_ends(here, edge))
        if not fulls:
            return None
        through = _smallest(fulls)
    behind = [0] if there == edge else side.fulls.get(_ends(there, edge), [])
    behind = [mask for mask in behind if not mask & run]
    if not behind:
        return None
    rest = (through | _smallest(behind)) & ~run
    cells = (*ladder.cells, *_cells(board, rest))
    return Fact("ladder-escape", player, ply, pieces, cells, len(ladder.cells))


def _ends(one: Cell, other: Cell) -> Ends:
    return (one, other) if one < other else (other, one)


def _dead(position: Position, cell: Cell, ply: int) -> Iterator[Fact]:
    """Yield the fact that a cell is dead, if it is. The side to move is about to play on the cell."""
    color = 1 - position.color_to_move
    if is_dead(position, cell):
        yield Fact("dead-cell", position.player_of(color), ply, (COLORS[color],), (cell,))


def _intruded(side: SideLinks, bit: int) -> Iterator[tuple[Ends, int]]:
    """Yield the smallest connection into which the opponent plays. Yield none if the opponent also plays into
    a connection that has no other cell in common with the smallest: then no single reply restores both.
    """
    found = _broken(side, bit)
    if found:
        _, mask, ends = found[0]
        if all(mask & other & ~bit for _, other, _ in found):
            yield ends, mask


def _doubles(board: BitBoard, side: SideLinks, bit: int, color: int) -> Iterator[tuple[Ends, Ends, int]]:
    """Yield the pairs of connections into which one stone of the opponent intrudes, if only one of the two
    can be restored inside their cells. Pairs of small connections come first.
    """
    found = [each for each in _broken(side, bit) if each[0] <= _SMALL]
    for at, (_, mask, ends) in enumerate(found):
        for _, other, other_ends in found[:at]:
            if mask & other != bit:
                continue
            rest, parting = (mask | other) & ~bit, 0
            for cell in board.singles(rest):
                parting += not (
                    _joined(board, side, ends, rest & ~cell, color)
                    and _joined(board, side, other_ends, rest & ~cell, color)
                )
            if parting > 1:
                yield other_ends, ends, mask | other


def _broken(side: SideLinks, bit: int) -> list[tuple[int, int, Ends]]:
    """Return the connections that a stone of the opponent breaks, the smallest first: size, carrier and ends.
    Ends that keep another connection are skipped.
    """
    found = list[tuple[int, int, Ends]]()
    for ends, carriers in side.fulls.items():
        if all(mask & bit for mask in carriers):
            mask = _smallest(carriers)
            found.append((mask.bit_count(), mask, ends))
    return sorted(found)


def _links(
    board: BitBoard, before: SideLinks, after: SideLinks, bit: int, color: int
) -> Iterator[tuple[Ends, int]]:
    """Yield pairs of ends that a stone joins or connects: pairs of groups before pairs with an edge, and
    small carriers first.
    """
    now = after.nodes_of(before.groups)
    found = list[tuple[bool, int, int, Ends]]()
    nodes = sorted(before.groups)
    for at, one in enumerate(nodes):
        for other in nodes[at + 1 :]:
            ends = (one, other)
            if ends == EDGE_NODES or ends in before.fulls:
                continue
            joined = ends_now(now, ends)
            if joined is None:
                found.append((one[0] < 0, 0, 0, ends))
            elif joined in after.fulls:
                mask = _smallest(after.fulls[joined])
                found.append((one[0] < 0, mask.bit_count(), mask, ends))
    for _, _, mask, ends in sorted(found):
        if not _joined(board, before, ends, mask & ~bit, color):
            yield ends, mask


def _cuts(
    board: BitBoard, before: SideLinks, after: SideLinks, cell: Cell, color: int
) -> Iterator[tuple[Ends, int]]:
    """Yield pairs of ends that a stone keeps apart: pairs of groups before pairs with an edge, and small
    carriers first.
    """
    found = list[tuple[bool, int, int, Ends]]()
    for ends, semis in before.semis.items():
        if ends == EDGE_NODES or ends in before.fulls or ends in after.fulls or ends in after.semis:
            continue
        for mask, key in semis:
            if key == cell:
                found.append((ends[0][0] < 0, mask.bit_count(), mask, ends))
    bit = board.bits[cell]
    for _, _, mask, ends in sorted(found):
        if not _joined(board, before, ends, mask & ~bit, color):
            yield ends, mask


def _joined(board: BitBoard, side: SideLinks, ends: Ends, more: int, color: int) -> bool:
    """Return whether two ends would be joined if the color also had the stones `more`."""
    one, other = (board.edges[color][node[1]] if node[0] < 0 else side.groups[node] for node in ends)
    stones = side.stones | more
    return board.joined(one, other, stones, color)


def _about_ends(
    board: BitBoard, kind: str, gains: int, ply: int, gainer: int, owner: int, ends: Ends, mask: int
) -> Fact:
    """Return a fact about two ends of the color `owner`."""
    pieces = (COLORS[gainer], *_names(ends, owner))
    return Fact(kind, gains, ply, pieces, _cells(board, mask), mask.bit_count())


def _names(ends: Ends, color: int) -> list[str]:
    """Return the names of two ends, an edge last."""
    nodes = sorted(ends, key=lambda node: (node[0] < 0, node))
    return [EDGES[color][node[1]] if node[0] < 0 else format_cell(node) for node in nodes]


def _smallest(masks: Sequence[int]) -> int:
    return min(masks, key=lambda mask: (mask.bit_count(), mask))


def _cells(board: BitBoard, mask: int) -> tuple[Cell, ...]:
    return tuple(board.cells(mask))
