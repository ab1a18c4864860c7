"""Forced wins: puzzles, the plain truth of a few plies, bounds, and what ends a search."""

from __future__ import annotations

import csv
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from hexapoda._core import StopToken
from hexapoda._core import hive as core
from hexapoda.errors import UsageError
from hexapoda.hive import PASS, VARIANTS, Position
from hexapoda.hive.solve import Solution, solve
from tests.analysis.midgames import besieged, midgame, plain_win, shuffled

DATA = Path(__file__).parent / "data"
WIN_IN_FIVE = (
    "Base Black[7] wA2 wQ@1,0 wS1@-2,2 wG1@-1,1 wA1@0,0 wA2@3,-1 "
    "bQ@2,0 bS1@2,-1 bB1@1,-1 bB2@1,-2 bG1@2,1 bG2@3,1"
)
DEEP = "Base+ML White[11] - wQ@0,0 wS1@1,-1 wS2@0,1 wA1@-1,0 wA2@1,0 bQ@1,1"
COVERED = "Base White[5] - wQ@0,0 bB1@0,0^1 bQ@1,0"
SHUFFLED = (
    "Base+LP Black[11] wG2 wQ@0,0 wB1@1,-1^1 wG1@2,0 wG2@1,1 wL@0,2 "
    "bQ@1,0 bS1@-1,0 bS2@0,1 bG1@-2,0 bA1@1,-1 bA2@-1,2 bL@1,2"
)
SHUFFLES = ("bA2 /bG1", "wG2 bS1\\", "bA2 wG2\\", "wG2 bQ\\", "bA2 /bG1", "wG2 bS1\\", "bA2 wG2\\")
LINES_THAT_NEED_SEARCH = (
    ("Base White[11] - wQ@0,0 wS1@1,-2 wG1@2,-2 wA1@-1,-1 wA2@2,2 bQ@1,0 bS1@1,-1 bB1@3,-2 bB2@0,0^1 "
     "bG1@-1,0 bG2@2,-1 bG3@1,2 bA1@1,1 bA2@0,-2 bA3@0,-1", "draw"),
    ("Base+L Black[11] - wQ@0,0 wS1@3,0 wS2@-1,-2 wB1@5,-4 wB2@-1,1^1 wG1@4,-3 wA1@-1,-3 wA2@3,-2 wL@1,-3 "
     "bQ@2,0 bS1@0,-2 bS2@0,-1 bB1@6,-5 bB2@2,-1 bG1@1,1 bG2@-1,1 bA1@2,1 bA2@1,-1 bL@0,1", "win"),
    ("Base+L Black[11] - wQ@0,0 wS1@0,1 wS2@2,-1 wB1@1,-1^1 wG1@-1,-1 wG2@1,-1 wA1@3,-3 wA2@2,-2 wL@3,-1 "
     "bQ@1,0 bS1@0,-1 bB1@0,0^1 bB2@2,0 bG1@0,2", "loss"),
)  # fmt: skip
"""Positions whose line takes more search once the result is proven, and the result."""
Record = Callable[[str, object], None]


def table(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def check_line(position: Position, found: Solution) -> None:
    """The line is a legal game of the length told that ends as told."""
    end = position.copy()
    for move in found.line:
        assert end.outcome() is None
        end.push(move)
    outcome = end.outcome()
    assert outcome is not None and len(found.line) == found.plies
    winner = {"win": position.turn, "loss": 1 - position.turn, "draw": None}[found.result]
    assert outcome.winner == winner


def signed(found: Solution) -> int:
    return {"win": 1, "loss": -1}.get(found.result, 0) * (found.plies or 0)


def compare(position: Position, plies: int) -> int:
    """`solve` against the plain truth; returns it."""
    truth = core.exhaustive_win(position, plies)
    found = solve(position, plies)
    assert signed(found) == truth, (found, truth, position.game_string(), position.text())
    if found.result == "draw":
        check_line(position, found)
    elif found.result != "unknown":
        assert found.shortest and found.searched == (found.plies or 0) - 1
        check_line(position, found)
    else:
        assert found.plies is None and found.line == () and found.searched == plies
    return truth


def compare_many(seed: int, count: int, most_lines: int) -> Counter[str]:
    """Compare so many positions, some again where the first move of the win has stood on the board twice."""
    rng = Random(seed)
    met: Counter[str] = Counter()
    while met["positions"] < count:
        position = midgame(rng, most_lines, 3)
        truth = compare(position, 3)
        met.update(["positions", position.variant, f"repetition {'on' if position.repetition else 'off'}"])
        met["wins" if truth > 0 else "losses" if truth < 0 else "neither"] += 1
        line = solve(position, 3).line
        if truth == 3:
            lost = position.copy()
            lost.push(line[0])
            assert compare(lost, 3) == -2
            met.update(["positions", "losses"])
        again = shuffled(rng, position, line[0] if line else rng.choice(list(position.legal_moves)))
        if again is not position:
            met["positions"] += 1
            met["thwarted by repetition"] += compare(again, 3) != truth
    return met


@pytest.mark.parametrize("puzzle", table("puzzles.tsv"), ids=lambda row: row["id"])
def test_puzzles(puzzle: dict[str, str]) -> None:
    position = Position.from_game_string(puzzle["gamestring"])
    found = solve(position, time=60)
    assert found.result == "win" and found.plies is not None and found.plies <= int(puzzle["plies"])
    assert found.nodes < 100_000  # some tenths of a second
    assert position.format_move(found.line[0]) == puzzle["answer"]
    check_line(position, found)


@pytest.mark.parametrize("puzzle", table("win_in_1.tsv"), ids=lambda row: row["id"])
def test_wins_in_one_are_seen_at_once(puzzle: dict[str, str]) -> None:
    position = Position.from_game_string(puzzle["gamestring"])
    found = solve(position)
    assert (found.result, found.plies, found.nodes) == ("win", 1, 0)
    check_line(position, found)


def test_the_plain_truth_is_true() -> None:
    """The reference in the core against one in Python, on positions with few moves."""
    rng = Random(3)
    met: Counter[int] = Counter()
    for plies, most_lines, count in ((2, 700, 40), (3, 1_000, 12)):
        for _ in range(count):
            position = midgame(rng, most_lines, plies)
            truth = plain_win(position, plies)
            assert core.exhaustive_win(position, plies) == truth
            met[truth] += 1
    assert {1, -2, 0} <= set(met)


def test_all_moves_that_win_are_found() -> None:
    rng = Random(7)
    met: Counter[int] = Counter()
    while met.total() < 60 or min(met[1], met[2]) < 5:
        position = midgame(rng, 200_000, 3)  # among many moves, often more than one wins
        wins = []
        for move in position.legal_moves:
            after = position.copy()
            after.push(move)
            end = after.outcome()
            if core.exhaustive_win(after, 2) < 0 if end is None else end.winner == position.turn:
                wins.append(move)
        assert core.winning_moves(position, 3, 1_000, None, 0.0, None) == wins, position.text()
        assert len(core.winning_moves(position, 3, 1, None, 0.0, None) or ()) == min(len(wins), 1)
        if wins:
            assert core.winning_moves(position, 3, 1_000, wins[0], 0.0, None) == wins[1:]
        met[min(len(wins), 2)] += 1
    stopped = StopToken()
    stopped.stop()
    hard = Position.from_game_string(table("puzzles.tsv")[0]["gamestring"])
    assert core.winning_moves(hard, 8, 1_000, None, 0.0, stopped) is None


def test_a_move_that_wins_at_once_is_found_without_generating_all() -> None:
    rng = Random(5)
    met: Counter[bool] = Counter()
    while met.total() < 2_000:
        position = besieged(rng, rng.choice(VARIANTS), True)
        if position is None:
            continue
        win = core.winning_move(position)
        assert (win is not None) == (core.exhaustive_win(position, 1) == 1), position.text()
        met[win is not None] += 1
        if win is not None:
            position.push(win)
            outcome = position.outcome()
            assert outcome is not None and outcome.winner == 1 - position.turn, position.text()
    assert min(met[True], met[False]) > 250


def test_three_plies_as_exhaustive_search_finds_them(record_property: Record) -> None:
    met = compare_many(11, 60, 60_000)
    record_property("met", dict(met))
    assert min(met["wins"], met["losses"], met["neither"]) >= 3


def test_repetition_thwarts_a_win() -> None:
    """What the win's first move leads to has stood on the board twice: its next time is a draw."""
    for repetition, expected in ((True, 0), (False, 3)):
        position = Position.from_text(SHUFFLED, repetition=repetition)
        for text in SHUFFLES:
            position.push(position.parse_move(text))
        assert compare(position, 3) == expected
        position.push(position.parse_move("wG2 bQ\\"))
        found = solve(position, 2)
        assert (found.result, found.plies) == (("draw", 0) if repetition else ("loss", 2))


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(4))
def test_four_plies_as_exhaustive_search_finds_them(seed: int) -> None:
    rng = Random(seed)
    for _ in range(25):
        compare(midgame(rng, 6_000_000, 4), 4)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10))
def test_three_plies_of_a_thousand_positions(seed: int, record_property: Record) -> None:
    met = compare_many(seed, 100, 3_000_000)
    record_property("met", dict(met))


@pytest.mark.parametrize("row", table("puzzles.tsv")[2:], ids=lambda row: row["id"])
def test_no_win_is_told_beyond_the_plies(row: dict[str, str]) -> None:
    position = Position.from_game_string(row["gamestring"])
    length = solve(position).plies
    assert length is not None
    short = solve(position, length - 1)
    assert (short.result, short.searched, short.line) == ("unknown", length - 1, ())
    assert [solve(position, length + more).plies for more in (0, 1, 2)] == [length] * 3


def test_a_loss_is_proven_too() -> None:
    position = Position.from_text(WIN_IN_FIVE)
    position.push(solve(position, 5).line[0])
    assert solve(position, 3).result == "unknown"
    found = solve(position, 4)
    assert (found.result, found.plies) == ("loss", 4)
    check_line(position, found)


def test_a_deep_win_holds_against_any_answer() -> None:
    """Found by the search without a bound; the winner goes on winning whatever the loser plays."""
    found = solve(Position.from_text(DEEP), nodes=200_000)
    assert found.result == "win" and found.plies is not None and found.plies > found.searched + 1
    assert not found.shortest and len(found.line) <= found.plies
    rng = Random(4)
    for _ in range(3):
        position = Position.from_text(DEEP)
        while position.outcome() is None:
            found = solve(position, nodes=200_000)
            assert found.result == "win"
            position.push(found.line[0])
            if position.outcome() is None:
                position.push(rng.choice(list(position.legal_moves)))
        assert position.state == "WhiteWins"


def test_a_side_that_can_only_pass_is_lost_slowly() -> None:
    position = Position.from_text(COVERED)
    found = solve(position, 10)
    assert (found.result, found.plies) == ("loss", 10)
    assert found.line[::2] == (PASS,) * 5
    check_line(position, found)


def test_draws() -> None:
    """White surrounds both queens at once; whatever else it plays, Black wins."""
    position = Position.from_text(
        "Base White[11] - wQ@0,0 wS1@0,-1 wS2@0,1 wB1@1,-2 wG1@1,1 "
        "bQ@1,0 bS1@1,2 bB1@-1,1 bG1@2,0 bG2@0,2 bA1@2,-1 bA2@-1,0"
    )
    assert solve(position, 1).result == "unknown"
    found = solve(position)
    assert (found.result, found.plies, found.shortest) == ("draw", 1, False)
    check_line(position, found)
    position.push(found.line[0])
    over = solve(position)
    assert (over.result, over.plies, over.line) == ("draw", 0, ())


def test_a_game_that_is_over() -> None:
    position = Position.from_game_string(table("win_in_1.tsv")[0]["gamestring"])
    position.push(solve(position).line[0])
    found = solve(position)
    assert (found.result, found.plies, found.line) == ("loss", 0, ())


def test_bounds_end_the_search() -> None:
    position = Position("Base+MLP")
    found = solve(position, nodes=2_000)
    assert found.result == "unknown" and found.nodes <= 2_000
    assert solve(position, time=0.05).result == "unknown"
    stop = StopToken()
    seen: list[tuple[int, int]] = []
    threading.Timer(0.3, stop.stop).start()
    found = solve(position, stop=stop, on_progress=lambda searched, nodes: seen.append((searched, nodes)))
    assert found.result == "unknown" and seen and seen == sorted(seen) and seen[-1][0] <= found.searched


@pytest.mark.parametrize(("text", "result"), LINES_THAT_NEED_SEARCH)
def test_the_line_of_a_proof_heeds_the_bounds(text: str, result: str) -> None:
    position = Position.from_text(text, repetition=False)
    few, enough = 1, solve(position, nodes=100_000).nodes + 1
    while few < enough:
        middle = (few + enough) // 2
        if solve(position, nodes=middle).result == "unknown":
            few = middle + 1
        else:
            enough = middle
    found = solve(position, nodes=enough)
    assert found.result == result and found.plies is not None
    assert found.nodes <= enough, "the line took more than the proof left"
    whole = solve(position, nodes=2 * enough)
    assert whole.nodes > enough and found.plies == whole.plies, "the position says nothing about the bounds"
    check_line(position, whole)
    assert 0 < len(found.line) <= found.plies
    end = position.copy()
    for move in found.line:
        end.push(move)
    position.push(found.line[0])
    after = solve(position, found.plies)
    assert after.result == {"win": "loss", "loss": "win", "draw": "draw"}[result]


@pytest.mark.parametrize(
    ("bound", "complaint"),
    [
        ((0, None), "0 plies"),
        ((201, None), "201 plies"),
        ((None, 0), "0 positions"),
        ((None, 1 << 63), "1 to 9223"),
    ],
)
def test_bounds_that_make_no_sense(bound: tuple[int | None, int | None], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        solve(Position(), plies=bound[0], nodes=bound[1])


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("inf"), float("nan")])
def test_times_that_make_no_sense(seconds: float) -> None:
    with pytest.raises(UsageError, match="expected a number above 0"):
        solve(Position(), time=seconds)
