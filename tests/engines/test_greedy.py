"""The engine `greedy`: its formula against a plain second writing, its choices, its wins."""

import csv
import random

import pytest

from hexapoda.engine import Limit
from hexapoda.engines.hive.greedy import DRAW, LOSS, WIN, GreedyEngine, evaluate
from hexapoda.hive import PIECES, VARIANTS, Bug, Piece, Position, neighbors
from tests.shared_data import SHARED

PUZZLES = SHARED / "hive_puzzles" / "win_in_1.tsv"

WIN_IN_ONE = [
    (
        "Base+ML;InProgress;Black[12];wG1;bL wG1-;wL \\wG1;bM bL-;wQ -wG1;bQ /bM;wB1 /wG1;bA1 \\bM;wB1 wG1;"
        "bM wL/;wB1 bL;bA1 /wQ;wM -wL;bB1 -bA1;wB1 bQ;bA2 bA1\\;wA1 wB1-;bA2 \\wM;wA1 /bB1;bA3 bL/;wG2 wB1\\;"
        "bA3 -wQ;wA1 -bA2",
        "bM /wG1",
    ),
    (
        "Base;InProgress;White[15];wG1;bA1 -wG1;wQ wG1\\;bA2 -bA1;wA1 wQ-;bA3 bA2\\;wA2 wG1/;bQ \\bA1;"
        "wA1 \\bQ;bA2 wQ-;wA2 /bA3;bG1 bA2/;wA3 wA2\\;bG1 wQ\\;wA3 bQ/;bG2 bA2-;wA3 \\wG1;bS1 bA2\\;"
        "wG2 wA1/;bS1 /wQ;wG2 /wA1;bG3 /bS1;wB1 wG1/;bS2 bG2-;wS1 -wA1;bB1 bG3\\;wS1 wG2\\;bB2 \\bG2",
        "wA2 \\wA3",
    ),
]


def plain_value(position: Position, player: int) -> int:
    """The formula once more, cell by cell and without any shortcut."""
    outcome = position.outcome()
    if outcome is not None:
        return {player: 500, 1 - player: -500, None: 5}[outcome.winner]

    def occupied_neighbors(piece: Piece) -> int:
        cell = position.cell_of(piece)
        return 0 if cell is None else sum(position.height(beside) > 0 for beside in neighbors(cell))

    def of(color: int) -> tuple[int, int, int]:
        on_board = [p for p in PIECES if p.color == color and position.cell_of(p) is not None]
        queen = next(p for p in PIECES if p.color == color and p.bug is Bug.QUEEN)
        free = [p for p in on_board if occupied_neighbors(p) < 6]
        return occupied_neighbors(queen), len(free), len(on_board)

    own_queen, own_free, own_board = of(player)
    their_queen, their_free, their_board = of(1 - player)
    return 10 * (their_queen - own_queen) + 2 * (own_free - their_free) + (own_board - their_board)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_value_is_the_formula(variant: str) -> None:
    choose = random.Random(f"formula {variant}")
    seen = {"surrounded": 0, "covered": 0, "over": 0}
    engine = GreedyEngine(seed=1)
    for _ in range(10):
        position = Position(variant)
        for _ in range(90):
            for player in (0, 1):
                assert evaluate(position, player) == plain_value(position, player)
            if position.outcome() is not None:
                seen["over"] += 1
                break
            cells = {cell for cell, _ in position.pieces().values()}
            seen["surrounded"] += any(all(b in cells for b in neighbors(cell)) for cell in cells)
            seen["covered"] += any(height for _, height in position.pieces().values())
            # Mostly random, but now and then on toward a queen: games have to end, too.
            eager = choose.random() < 0.3
            moves = list(position.legal_moves)
            position.push(engine.search(position, Limit()).move if eager else choose.choice(moves))
    assert all(seen.values()), seen


def test_the_value_of_an_early_board() -> None:
    # Queens with one neighbor each, two pieces each, all free.
    position = Position.from_game_string("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    assert evaluate(position, 0) == evaluate(position, 1) == 0
    # One more piece, and free, but it stands beside the own queen.
    position.push(position.parse_move("wA1 -wQ"))
    assert evaluate(position, 0) == -10 + 2 + 1
    assert evaluate(position, 1) == 10 - 2 - 1


def test_the_best_move_is_the_best_value() -> None:
    choose = random.Random("best")
    engine = GreedyEngine(seed=1)
    position = Position("Base+MLP")
    for _ in range(70):
        if position.outcome() is not None:
            break
        player, values = position.turn, {}
        for move in position.legal_moves:
            position.push(move)
            values[move] = plain_value(position, player)
            position.pop()
        result = engine.search(position, Limit(depth=1))
        assert result.info.score == values[result.move] == max(values.values())
        assert result.info.nodes == len(values)
        position.push(choose.choice(list(position.legal_moves)))


def test_ties_are_broken_by_the_seed_and_evenly() -> None:
    # Every first move of White is worth the same: one free piece more.
    counts: dict[str, int] = {}
    for seed in range(600):
        move = GreedyEngine(seed=seed).search(Position("Base+MLP"), Limit(depth=1)).move
        counts[str(move.piece)] = counts.get(str(move.piece), 0) + 1
    assert len(counts) == 7
    assert min(counts.values()) > 50, counts


@pytest.mark.parametrize(("game", "answer"), WIN_IN_ONE)
def test_it_takes_a_win_in_one(game: str, answer: str) -> None:
    position = Position.from_game_string(game)
    player = position.turn
    result = GreedyEngine(seed=0).search(position, Limit(depth=1))
    assert (result.info.score, result.info.win_in) == (WIN, 1)
    position.push(result.move)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == player
    position.pop()
    position.push(position.parse_move(answer))
    assert evaluate(position, player) == WIN
    assert evaluate(position, 1 - player) == LOSS


@pytest.mark.shared("hive_puzzles/win_in_1.tsv")
def test_it_takes_every_shared_win_in_one() -> None:
    with PUZZLES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert rows
    for row in rows:
        position = Position.from_game_string(row["gamestring"])
        result = GreedyEngine(seed=0).search(position, Limit(depth=1))
        assert result.info.win_in == 1, row["id"]


def test_a_repetition_is_worth_a_draw_only_where_it_counts() -> None:
    shuffle = "wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-"
    game = "Base;InProgress;White[1];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;" + shuffle + ";" + shuffle
    strict = Position.from_game_string(game)
    assert evaluate(strict, 0) == evaluate(strict, 1) == DRAW
    loose = Position.from_game_string(game, repetition=False)
    assert evaluate(loose, 0) == plain_value(loose, 0) == 0


def test_it_beats_random() -> None:
    from hexapoda.engines.random_engine import RandomEngine

    points = 0.0
    for seed in range(20):
        players = (GreedyEngine(seed=seed), RandomEngine(seed=seed))
        greedy = seed % 2
        position = Position("Base")
        while position.outcome() is None and position.ply < 300:
            position.push(players[(position.turn + greedy) % 2].search(position, Limit(depth=1)).move)
        outcome = position.outcome()
        winner = None if outcome is None else outcome.winner
        points += 0.5 if winner is None else float(winner == greedy)
    assert points >= 15
