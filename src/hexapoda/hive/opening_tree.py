"""The opening tree of Hive: scores of opening moves from long searches, and results of games between engines.

Reads `data/opening_tree.gz`, which `tools/hive_opening_tree.py` writes. After the name of a variant, the
file has a row for each position, indented by one space per ply. A row has the move that leads to the
position, the score in hundredths of a point for the player who made the move and, if there were games, the
numbers of White's wins, Black's wins and draws. The score of a position comes from the best move in the tree
or, where the tree ends, from a search.
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
    """Return the tree's moves in a position, best first; empty if the moves of the position were not
    searched. Symmetric positions count as equal, and so do transpositions.
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
    """Return whether a search compared the moves of a position. In other positions, a move may lead back
    into the tree; if it is a bad move, the position's score is better than the move's.
    """
    if not position.ply:
        return True
    row = rows.get(position_key(position))
    return row is not None and best.win_probability >= 1 - win_probability(row.score) - _ROUNDED


_ROUNDED = 0.002
"""A tolerance for rounded scores: half a hundredth of a point changes a win probability by less."""


class _Row(NamedTuple):
    score: int
    results: tuple[int, int, int]


@cache
def _rows(variant: str) -> dict[int, _Row]:
    """Return the positions in the tree of a variant, by their keys in the position index."""
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
