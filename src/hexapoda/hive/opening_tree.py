"""The opening tree of Hive: what long searches think of first moves, and how games between engines ended.

Reads `data/opening_tree.gz`, which `tools/hive_opening_tree.py` makes. After the name of a variant it has a
row for each position, indented by one space a ply: the move to it, the score for the mover in hundredths, and
the games that White won, that Black won and that were drawn, if there are any. The score of a position is
that of the best move in the tree, or of a search, if the tree ends there.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from hexapoda.games.opening_names import LONGEST_OPENING
from hexapoda.games.opening_tree import OpeningMove
from hexapoda.games.win_probability import win_probability
from hexapoda.hive.position import Position
from hexapoda.hive.position_keys import moves_by_key, position_key, signed_key

__all__ = ["opening_moves"]


def opening_moves(position: Position) -> list[OpeningMove]:
    """Return the moves of the tree in a position, best first; none if its moves were not searched. Positions
    are found up to symmetry, and in any order of moves.
    """
    rows = _rows(position.variant)
    if not rows or position.ply > LONGEST_OPENING:
        return []
    found = [
        OpeningMove(tuple(sorted(texts)), win_probability(rows[key].score), rows[key].results)
        for key, texts in moves_by_key(position).items()
        if key in rows
    ]
    found.sort(key=lambda move: (-move.win_probability, move.texts))
    return found if found and _is_searched(position, found[0], rows) else []


def _is_searched(position: Position, best: OpeningMove, rows: Mapping[int, _Row]) -> bool:
    """Return whether a search valued the moves of a position. In another one, some move may lead to a
    position of the tree too, but it can be a bad move: then the position itself is better than this move.
    """
    if not position.ply:
        return True
    row = rows.get(position_key(position))
    return row is not None and best.win_probability >= 1 - win_probability(row.score) - _ROUNDED


_ROUNDED = 0.002
"""More than the win probability of half a hundredth of a point: scores are rounded."""


class _Row(NamedTuple):
    score: int
    results: tuple[int, int, int]


@cache
def _rows(variant: str) -> dict[int, _Row]:
    """The positions of a variant by their keys in the index of positions."""
    text = gzip.decompress((files("hexapoda.hive") / "data" / "opening_tree.gz").read_bytes()).decode()
    found: dict[int, _Row] = {}
    board = Position(variant, opening="free", repetition=False)
    mine = False
    for line in text.splitlines():
        if not line.startswith(" "):
            if mine:
                break
            mine = line == variant
        elif mine:
            move, score, *results = line.lstrip().split("\t")
            depth = len(line) - len(line.lstrip())
            while board.ply >= depth:
                board.pop()
            board.push_text(move)
            white, black, drawn = map(int, results or (0, 0, 0))
            found[signed_key(board)] = _Row(int(score), (white, black, drawn))
    return found
