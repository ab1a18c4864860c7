"""The overlays of Hex: the network's policy, the must-play region, virtual connections, dead and captured
cells, and the shortest way to connect.

This is the Hex implementation of `hexapoda.games.overlay.Overlays`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from itertools import combinations

from hexapoda._core.hex import (
    SolverCore,
    connections,
    inferior_cells,
    network_evaluate,
    solver_megabytes,
)
from hexapoda.errors import UsageError
from hexapoda.games.overlay import Overlay, OverlayCell, OverlayMarks, Tone
from hexapoda.hex.bit_board import bit_board
from hexapoda.hex.cell import Cell, by_row, format_cell
from hexapoda.hex.edge_templates import templates_of
from hexapoda.hex.fact_words import template_name
from hexapoda.hex.network import MAX_NETWORK_SIDE, network_weights, win_estimate
from hexapoda.hex.position import Position
from hexapoda.hex.shortest_way import shortest_way
from hexapoda.text.sentence import Sentence, joined, listed

__all__ = ["OVERLAYS", "show"]

OVERLAYS: tuple[Overlay, ...] = (
    Overlay(
        "policy",
        "p",
        Sentence("policy"),
        Sentence("Where the network expects a strong player to place a stone."),
    ),
    Overlay(
        "must-play",
        "m",
        Sentence("must-play"),
        Sentence("The cells on which the side to move may still win."),
    ),
    Overlay(
        "connections",
        "c",
        Sentence("connections"),
        Sentence("Stones and edges that stay connected whoever moves first."),
    ),
    Overlay(
        "dead",
        "d",
        Sentence("dead cells"),
        Sentence("Dead cells, and cells that one side has captured."),
    ),
    Overlay(
        "shortest",
        "s",
        Sentence("shortest way"),
        Sentence("The fewest stones that each side needs to connect."),
    ),
)
_COLORS = (Sentence("Black"), Sentence("White"))
_TONES: tuple[Tone, Tone] = ("first", "second")
_SMALLEST = 0.01
"""The smallest probability that the heat map shows, relative to the largest."""
_NAMED = 3
"""The maximum number of edge templates that are named for each color."""
_SEMI = 30
"""The maximum number of semi-connections that are compared for each pair of ends."""
_EDGES = ((-1, 0), (-1, 1))
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def show(position: Position, id: str, cell: Cell | None, seconds: float, /) -> OverlayMarks:
    """Return an overlay; see `hexapoda.games.overlay.Overlays`."""
    known: dict[str, Callable[[Position, float], OverlayMarks]] = {
        "policy": _policy,
        "must-play": _must_play,
        "connections": _connections,
        "dead": _dead,
        "shortest": _shortest,
    }
    if id not in known:
        raise UsageError(f"no overlay is called {id!r}: expected one of {', '.join(known)}")
    if position.outcome() is not None:
        chain = tuple(OverlayCell(each, "mark") for each in position.winning_chain())
        return OverlayMarks(chain, text=Sentence("The game is over."))
    return known[id](position, seconds)


def _policy(position: Position, seconds: float) -> OverlayMarks:
    played = position.moves
    _, logits = network_evaluate(position, network_weights(), played[-1] if played else None)
    top = max(logit for _, logit in logits)
    shares = [(move.cell, math.exp(logit - top)) for move, logit in logits]
    total = sum(share for _, share in shares)
    cells = tuple(
        OverlayCell(
            cell, value=round(share, 3), label=f"{100 * share / total:.0f}" if share / total >= 0.03 else ""
        )
        for cell, share in shares
        if cell is not None and share >= _SMALLEST
    )
    if position.columns * position.rows > MAX_NETWORK_SIDE**2:
        text = Sentence("The network cannot estimate the chances on a board this large.")
        return OverlayMarks(cells, text=text)
    side, percent = _name(position), 100 * win_estimate(position)  # as in `hexapoda eval` without a proof
    text = Sentence(
        "The network and random games give {side} a {percent:.0f}% chance of winning.",
        side=side,
        percent=percent,
    )
    return OverlayMarks(cells, text=text)


def _must_play(position: Position, seconds: float) -> OverlayMarks:
    if position.swap_now is not None:
        return OverlayMarks(text=Sentence("A swap is possible, so no cell can be ruled out."))
    size = max(64, solver_megabytes(position.columns, position.rows, 1))
    began = time.monotonic()
    found = SolverCore(position.columns, position.rows, [], 1, size).contenders(position, seconds)
    partial = time.monotonic() - began >= 0.95 * seconds
    free = len(position.legal_moves)
    if len(found) >= free:
        text = Sentence("No threat was found that limits the choice.")
        return OverlayMarks(text=text, partial=partial)
    if not found:
        text = Sentence("{side} loses wherever it plays.", side=_name(position))
        return OverlayMarks(text=text, partial=partial)
    named = {"side": _name(position), "free": free}
    if len(found) == 1:
        text = Sentence("{side} must play on one cell out of {free}: all others lose.", **named)
    else:
        text = Sentence(
            "{side} must play on one of {count} cells out of {free}: all others lose.",
            count=len(found),
            **named,
        )
    return OverlayMarks(tuple(OverlayCell(each, "mark") for each in found), text=text, partial=partial)


def _connections(position: Position, seconds: float) -> OverlayMarks:
    """Mark the smallest virtual connection found between any two groups or edges of a color, and the edge
    templates that are named.
    """
    cells: dict[Cell, Tone] = {}
    lines: list[tuple[Cell, Cell]] = []
    parts, templates = [], []
    partial = False
    for color in (0, 1):
        groups = _groups(position.stones(color))
        best, all_found = _smallest(position, color, seconds / 2)
        partial = partial or not all_found
        for (first, second), carrier in best.items():
            _tone(cells, carrier, color)
            if first[0] >= 0:
                lines.append(_nearest(groups[first], groups[second]))
        if len(best) == 1:
            text = Sentence("{side} has 1 virtual connection", side=_COLORS[color])
        else:
            text = Sentence("{side} has {count} virtual connections", side=_COLORS[color], count=len(best))
        if _EDGES in best:
            text = Sentence("{text}, is connected from edge to edge, and wins", text=text)
        parts.append(text)
        for stone, name, free in _templates(position, color):
            template = template_name(name)
            templates.append(Sentence("{stone} by {template}", stone=format_cell(stone), template=template))
            _tone(cells, free, color)
    if templates:
        parts.append(Sentence("joined to an edge: {templates}", templates=listed(templates)))
    marks = tuple(OverlayCell(cell, tone) for cell, tone in sorted(cells.items()))
    return OverlayMarks(marks, tuple(lines), Sentence("{said}.", said=joined("; ", parts)), partial)


def _tone(cells: dict[Cell, Tone], carrier: Iterable[Cell], color: int) -> None:
    """Give cells the tone of a color, or that of a mark if they have the other color's."""
    for each in carrier:
        cells[each] = "mark" if cells.get(each, _TONES[color]) != _TONES[color] else _TONES[color]


def _templates(position: Position, color: int) -> list[tuple[Cell, str, list[Cell]]]:
    """Return edge templates of a color, at most `_NAMED`, each with its stone, its name and its empty cells:
    for each group and each edge that it does not touch, the smallest template, unless that is a mere bridge
    to the edge.
    """
    board = bit_board(position.columns, position.rows)
    own, other = (board.mask(position.stones(each)) for each in (color, 1 - color))
    found: dict[tuple[int, int], tuple[int, Cell, str, int]] = {}
    for stone in position.stones(color):
        group = board.flood(board.bits[stone], own)
        for each in templates_of(board, color, stone, other):
            if not group & board.edges[color][each.edge]:
                free = each.carrier & ~own
                at = (free.bit_count(), stone, each.name, free)
                found[group, each.edge] = min(at, found.get((group, each.edge), at))
    named = [at for at in sorted(found.values()) if at[2] != "II"]
    return [(stone, name, list(board.cells(free))) for _, stone, name, free in named[:_NAMED]]


def _smallest(
    position: Position, color: int, seconds: float
) -> tuple[dict[tuple[Cell, Cell], set[Cell]], bool]:
    """Return the smallest carrier found for each pair of groups or edges, and whether time sufficed for all.

    Two semi-connections with no cell in common form a full connection. They are combined here because the
    core stops combining them once the winner is proven.
    """
    end = time.monotonic() + seconds
    best: dict[tuple[Cell, Cell], set[Cell]] = {}
    semi: dict[tuple[Cell, Cell], list[set[Cell]]] = {}
    found = connections(position, color, [], 0.8 * seconds, True)
    all_found = time.monotonic() < end - 0.2 * seconds
    for first, second, carrier, key in found:
        pair = (min(first, second), max(first, second))
        if key is not None:
            semi.setdefault(pair, []).append(set(carrier))
        elif carrier and (pair not in best or len(carrier) < len(best[pair])):
            best[pair] = set(carrier)
    for pair, carriers in semi.items():
        if pair in best:
            continue
        if time.monotonic() > end:
            return best, False
        both = [one | other for one, other in combinations(carriers[:_SEMI], 2) if not one & other]
        if both:
            best[pair] = min(both, key=len)
    return best, all_found


def _dead(position: Position, seconds: float) -> OverlayMarks:
    dead, black, white, _ = inferior_cells(position)
    cells = [OverlayCell(each, "dim", label="x") for each in dead]
    cells += [OverlayCell(each, _TONES[0]) for each in black]
    cells += [OverlayCell(each, _TONES[1]) for each in white]
    text = Sentence(
        "{dead} dead; {black} captured by Black, {white} by White.",
        dead=len(dead),
        black=len(black),
        white=len(white),
    )
    return OverlayMarks(tuple(cells), text=text)


def _shortest(position: Position, seconds: float) -> OverlayMarks:
    cells: dict[Cell, Tone] = {}
    parts = []
    for color in (0, 1):
        way = shortest_way(position, color)
        if way is None:
            parts.append(Sentence("{side} is cut off", side=_COLORS[color]))
            continue
        for each in way:
            cells[each] = "mark" if each in cells else _TONES[color]
        if len(way) == 1:
            parts.append(Sentence("{side} needs 1 stone", side=_COLORS[color]))
        else:
            parts.append(Sentence("{side} needs {count} stones", side=_COLORS[color], count=len(way)))
    marks = tuple(
        OverlayCell(cell, tone) for cell, tone in sorted(cells.items(), key=lambda item: by_row(item[0]))
    )
    return OverlayMarks(marks, text=Sentence("{said} to connect.", said=joined(", ", parts)))


def _groups(stones: frozenset[Cell]) -> dict[Cell, list[Cell]]:
    """Return the group of each stone."""
    found: dict[Cell, list[Cell]] = {}
    for stone in stones:
        if stone in found:
            continue
        group = [stone]
        found[stone] = group
        for cell in group:
            for column, row in _AROUND:
                neighbor = (cell[0] + column, cell[1] + row)
                if neighbor in stones and neighbor not in found:
                    found[neighbor] = group
                    group.append(neighbor)
    return found


def _nearest(first: list[Cell], second: list[Cell]) -> tuple[Cell, Cell]:
    """Return the closest pair of stones of two groups."""

    def far(pair: tuple[Cell, Cell]) -> tuple[int, tuple[Cell, Cell]]:
        (column, row), (other_column, other_row) = pair
        right, down = other_column - column, other_row - row
        return max(abs(right), abs(down), abs(right + down)), pair

    return min(((one, other) for one in first for other in second), key=far)


def _name(position: Position) -> Sentence:
    return _COLORS[position.color_to_move]
