"""The opening tree of Hive: its file, how positions are found in it, and how it is made."""

from __future__ import annotations

import gzip
import random
from collections import Counter
from importlib.resources import files

import pytest

from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.games.win_probability import win_probability
from hexapoda.hive import Position
from hexapoda.hive.opening_tree import opening_moves
from hexapoda.hive.position_keys import opening_keys, signed_key
from hexapoda.hive.variant import VARIANTS
from tools import hive_opening_tree
from tools.hive_opening_tree import Tree


def rows(variant: str) -> list[tuple[int, str, int]]:
    """The rows of a variant in the file: depth, move and score."""
    text = gzip.decompress((files("hexapoda.hive") / "data" / "opening_tree.gz").read_bytes()).decode()
    found: list[tuple[int, str, int]] = []
    inside = False
    for line in text.splitlines():
        if not line.startswith(" "):
            inside = line == variant
        elif inside:
            move, score, *results = line.strip().split("\t")
            assert len(results) in (0, 3) and all(int(result) >= 0 for result in results)
            found.append((len(line) - len(line.lstrip()), move, int(score)))
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_row_is_a_legal_move_and_has_the_score_of_the_best_reply(variant: str) -> None:
    board = Position(variant)
    scores: dict[int, int] = {}
    replies: dict[int, int] = {}
    for depth, move, score in rows(variant):
        while board.ply >= depth:
            board.pop()
        before = signed_key(board)
        assert board.ply == depth - 1
        board.push_text(move)
        assert signed_key(board) not in scores
        scores[signed_key(board)] = score
        replies[before] = max(score, replies.get(before, score))
    firsts = {row[1] for row in rows(variant) if row[0] == 1}
    assert len(firsts) == 4 + len(variant.removeprefix("Base").removeprefix("+"))
    # A better reply may be in another branch, whose order of moves came first.
    assert all(scores[key] <= -best for key, best in replies.items() if key in scores)


def test_symmetric_positions_and_other_orders_of_moves_have_the_same_moves() -> None:
    one, other = Position("Base"), Position("Base")
    for move in ("wG1", "bB1 wG1-"):
        one.push_text(move)
    for move in ("wG1", "bB1 \\wG1"):
        other.push_text(move)
    found, turned = opening_moves(one), opening_moves(other)
    assert found and [(move.win_probability, move.results) for move in found] == [
        (move.win_probability, move.results) for move in turned
    ]
    assert found == sorted(found, key=lambda move: -move.win_probability)
    best = rows("Base")[0]
    first = opening_moves(Position("Base"))[0]
    assert (first.texts, first.win_probability) == ((best[1],), win_probability(best[2]))


def test_a_position_beyond_the_tree_has_no_moves() -> None:
    rng, position = random.Random(1), Position("Base+MLP")
    while position.ply < 30:
        position.push(rng.choice(list(position.legal_moves)))
    assert opening_moves(position) == []


def test_a_position_that_was_not_searched_has_no_moves() -> None:
    # Only one move leads to a position of the tree, by another order of moves, and it is a mistake.
    position = Position.from_game_string("Base;InProgress;White[3];wB1;bG1 wB1/;wA1 -wB1;bQ bG1/")
    assert opening_moves(position) == []


def test_every_shown_move_is_as_good_as_its_position() -> None:
    board, shown = Position("Base"), 0
    for number, (depth, move, score) in enumerate(rows("Base")):
        while board.ply >= depth:
            board.pop()
        board.push_text(move)
        if number % 20 == 0 and (found := opening_moves(board)):
            assert found[0].win_probability >= 1 - win_probability(score) - 0.002
            shown += 1
    assert shown > 20


def test_the_engine_plays_from_it() -> None:
    engine = AlphaBetaEngine(book=True, seed=3)
    position = Position("Base+MLP")
    found = opening_moves(position)
    infos: list[SearchInfo] = []
    result = engine.search(position, Limit(nodes=1), infos.append)
    assert infos == [result.info]
    assert result.info.depth is None and result.info.win_probability is not None
    assert result.info.win_probability >= found[0].win_probability - 0.02
    assert position.format_move(result.move) in {text for move in found for text in move.texts}
    assert engine.search(position, Limit(nodes=1)) == result
    of_level = AlphaBetaEngine(book=True, level=5, seed=3).search(position, Limit(nodes=1))
    assert of_level.info.depth is not None  # the levels stay as strong as they are
    AlphaBetaEngine(book=True, multipv=3, seed=3).search(position, Limit(depth=1), infos.append)
    assert [info.multipv for info in infos[-3:]] == [1, 2, 3]


def test_the_tree_grows_where_little_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree("Base")
    assert tree.next_line() == ()
    tree.add((), [("wA1", 10.0), ("wB1", 0.0), ("wG1", -200.0)])
    assert tree.next_line() == ("wA1",)
    tree.add(("wA1",), [("bA1 wA1-", 60.0), ("bA1 /wA1", 60.0), ("bB1 wA1-", -300.0)])  # two are symmetric
    assert tree.next_line() == ("wB1",)  # every position of the first plies
    monkeypatch.setattr(hive_opening_tree, "ALL_MOVES", 0)
    # wA1 is worth -60 now, so wB1 is the best move.
    assert tree.next_line() == ("wB1",)
    tree.add(("wB1",), [("bA1 wB1-", 100.0)])
    assert tree.next_line() == ("wA1", "bA1 wA1-")
    results = {opening_keys("Base", ["wG1"])[-1]: Counter({0: 2, 2: 1})}
    written = list(tree.rows(results))
    assert written == [
        "Base",
        " wA1\t-60",
        "  bA1 wA1-\t60",
        "  bB1 wA1-\t-300",
        " wB1\t-100",
        "  bA1 wB1-\t100",
        " wG1\t-200\t2\t0\t1",
    ]
