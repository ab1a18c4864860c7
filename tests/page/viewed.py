"""Files of games for the tests of pages: a reviewed game of Hive, one of Hex with a variation, one of Y."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from hexapoda.hive.game import HIVE
from hexapoda.record import (
    Ending,
    GameRecord,
    GameTree,
    MoveEvaluation,
    MoveRecord,
    PlayerRecord,
    format_game,
)
from tests.arena.match_made import game

EVIL = "</script><script>document.title='caught'</script><img src=x onerror=\"document.title='caught'\">"
HEX = "(;FF[4]GM[11]SZ[3]PB[Carl]PW[Dora]RE[B+];B[b2];W[a1](;B[b1]C[a bridge];W[a3];B[b3])(;B[c3]C[a try]))"
PLIES = 20


def hive_tree() -> GameTree:
    """A game with an evil name and comment, evaluations, marks and a variation at the sixth move."""
    record = replace(game(3, (EVIL, "Bob"), 0, plies=PLIES, told=False), event="Club cup")
    tree = GameTree(HIVE, record)
    nodes = list(tree.main_line())
    for ply, node in enumerate(nodes):
        node.evaluation = MoveEvaluation(score=25.0 * (ply % 5 - 2), depth=3)
    nodes[3].comments.append(EVIL)
    nodes[7].nags.add(4)
    start = tree.position(nodes[4])
    other = next(move for move in start.legal_moves if start.format_move(move) != nodes[5].text)
    tree.add_variation(nodes[4], start.format_move(other)).comments.append("Or this.")
    return tree


def hive_file(folder: Path) -> Path:
    """`hive_tree` as a PGN file."""
    path = folder / "club.pgn"
    path.write_text(format_game(hive_tree(), "pgn"), encoding="utf-8")
    return path


def hex_file(folder: Path) -> Path:
    path = folder / "hex.sgf"
    path.write_text(HEX + "\n", encoding="utf-8")
    return path


def bad_file(folder: Path) -> Path:
    """A game of Hive whose first move is none."""
    path = folder / "bad.txt"
    path.write_text("Base;InProgress;Black[1];wQ zz\n", encoding="utf-8")
    return path


def y_record() -> GameRecord:
    """A game of Y, whose board is its text."""
    players = (PlayerRecord("eve"), PlayerRecord("flo"))
    moves = tuple(MoveRecord(text) for text in ("1.1", "2.2", "2.1", "3.3", "3.1"))
    return GameRecord("y", "triangle-3", players, moves, 0, True, Ending.NORMAL)


def journal(folder: Path, *records: GameRecord) -> Path:
    path = folder / "games.jsonl"
    path.write_text("".join(json.dumps(record.to_json()) + "\n" for record in records), encoding="utf-8")
    return path
