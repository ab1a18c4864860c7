"""Puzzles: those of the package hold, files are checked, answers are judged, new ones are made and graded."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import HexapodaError, InvalidGameError, UsageError
from hexapoda.games import find_game, game_names
from hexapoda.hex import Position as HexPosition
from hexapoda.hex.forced_wins import HexForcedWins
from hexapoda.hive import Position
from hexapoda.hive.forced_wins import HiveForcedWins
from hexapoda.puzzles.attempt import Attempt, task
from hexapoda.puzzles.grading import graded
from hexapoda.puzzles.making import PuzzleMaker, PuzzleWishes, fault_of, forced_wins_of
from hexapoda.puzzles.material import file_games, file_positions
from hexapoda.puzzles.puzzle import Puzzle, puzzle_id
from hexapoda.puzzles.puzzle_file import all_puzzles, parse_puzzles, read_puzzles, write_puzzles
from tests.shared_data import SHARED

HIVE, HEX = (find_game(name) for name in game_names())
OURS = all_puzzles()
SEVERAL_WINS = {"w0001", "w0009", "w0013", "w0015", "w0017", "w0023", "w0024"}
"""The shared positions with several moves that win at once."""


def sample(game: str, length: int) -> Puzzle:
    return next(puzzle for puzzle in OURS if puzzle.game == game and puzzle.length == length)


def text_of(**changes: Any) -> str:
    value = sample("hive", 2).to_json() | changes
    return json.dumps({name: each for name, each in value.items() if each != "gone"})


def test_the_package_has_puzzles_of_both_games() -> None:
    for game in game_names():
        own = [puzzle for puzzle in OURS if puzzle.game == game]
        assert len(own) >= 40 and len({puzzle.length for puzzle in own}) >= 3
        assert min(puzzle.grade for puzzle in own) <= 3 and max(puzzle.grade for puzzle in own) >= 8
    for puzzle in OURS:
        assert puzzle.id == puzzle_id(puzzle.game, dict(puzzle.rules), puzzle.start)
        assert puzzle.tries >= 1 and len(puzzle.solved) == 10


@pytest.mark.parametrize("part", range(4))
def test_the_puzzles_of_the_package_are_proven_again(part: int) -> None:
    """A part of them; the deep test has all."""
    for puzzle in OURS[part::200]:
        assert fault_of(puzzle, find_game(puzzle.game)) is None, puzzle.id


@pytest.mark.deep
@pytest.mark.parametrize("part", range(20))
def test_all_puzzles_of_the_package_are_proven_again(part: int) -> None:
    """The longest proofs take 5 s of the processor, and a busy machine may give this test a tenth of it."""
    found = {puzzle.id: fault_of(puzzle, find_game(puzzle.game), seconds=120) for puzzle in OURS[part::20]}
    assert {id: fault for id, fault in found.items() if fault is not None} == {}


def test_a_false_puzzle_is_noticed() -> None:
    puzzle = sample("hive", 2)
    position = puzzle.position()
    other = next(move for move in position.legal_moves if position.format_move(move) != puzzle.solution[0])
    false = replace(puzzle, solution=(position.format_move(other), *puzzle.solution[1:]))
    assert "not only" in (fault_of(false, HIVE) or "")
    assert "expected a shortest win in 3" in (fault_of(replace(puzzle, length=3), HIVE) or "")


@pytest.mark.parametrize("search", ["winning_moves", "others_win", "themes_of"])
def test_a_proof_that_runs_out_of_time_names_what_is_open(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HiveForcedWins, search, lambda *_, **__: None)
    assert "undecided after 7 seconds" in (fault_of(sample("hive", 2), HIVE, seconds=7) or "")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "gone"}, "'id' is missing"),
        ({"id": "xyz"}, "'id' is 'xyz': expected ten hexadecimal digits"),
        ({"game": "go"}, "'game': "),
        ({"start": "Base nonsense"}, "'start': "),
        ({"solution": []}, "'solution' is []: expected a list of moves"),
        ({"solution": ["wA1 wS1"]}, "'solution': "),
        ({"length": 3}, "'length': 3 does not fit"),
        ({"length": True}, "'length' is True: expected a number from 1 to 10"),
        ({"refuted": 0}, "'refuted' is 0"),
        ({"solved": [4] * 10}, "'solved' is"),
        ({"rules": ["x"]}, "'rules' is"),
    ],
)
def test_a_bad_line_is_named(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidGameError) as error:
        list(parse_puzzles(f"\n{text_of(**changes)}\n", "own.jsonl"))
    assert str(error.value).startswith("own.jsonl:2: ") and said in str(error.value)


@pytest.mark.parametrize("line", ["{", "[]", '"x"', "[" * 100_000])
def test_junk_is_refused(line: str) -> None:
    with pytest.raises(InvalidGameError, match=r"own\.jsonl:1: "):
        list(parse_puzzles(line, "own.jsonl"))


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    assert write_puzzles(path, OURS[:5]) == 5
    assert read_puzzles(path) == OURS[:5]
    with pytest.raises(InvalidGameError, match=r"is also on line 1"):
        list(parse_puzzles(f"{text_of()}\n{text_of()}", "twice"))
    with pytest.raises(UsageError):
        write_puzzles(path, OURS[:5])


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("length", [1, 2, 3])
def test_the_solution_is_right_and_everything_else_is_answered(game: str, length: int) -> None:
    if (game, length) == ("hex", 1):
        return  # a win with one stone is no puzzle
    puzzle = sample(game, length)
    attempt = Attempt(puzzle)
    assert task(puzzle).endswith(f"to move and win in {length}")
    for number, text in enumerate(puzzle.solution[::2], 1):
        legal = list(attempt.position.legal_moves)
        others = [move for move in legal if attempt.position.format_move(move) != text]
        for move in others[:: max(1, len(others) // 5)]:
            answer = attempt.answer(move)
            if answer.verdict in ("wrong", "slow"):
                assert answer.reply is None or answer.after.is_legal(answer.reply)
            else:
                assert number > 1, "another first move wins"
        assert attempt.position.format_move(attempt.hint(2).move) == text
        answer = attempt.answer(attempt.game.parse_move(attempt.position, text))
        assert answer.verdict == ("solved" if number == length else "right")
        attempt.go_on(answer)
    outcome = attempt.position.outcome()
    assert outcome is not None and outcome.winner == attempt.player


def test_a_move_that_wins_too_late_is_told_from_one_that_does_not_win() -> None:
    verdicts = set()
    for puzzle in [puzzle for puzzle in OURS if puzzle.game == "hive" and puzzle.length == 1][:4]:
        attempt = Attempt(puzzle)
        wins = HiveForcedWins()
        for move in list(attempt.position.legal_moves)[:25]:
            answer = attempt.answer(move)
            verdicts.add(answer.verdict)
            if answer.verdict == "slow":
                assert wins.wins(attempt.position, move, 3, seconds=5)
    assert {"slow", "wrong"} <= verdicts


def test_moves_that_do_not_fit_a_puzzle_are_refused() -> None:
    puzzle = sample("hex", 2)
    for moves in (["a1"], ["zz", "a1"], list(puzzle.solution[:2]) * 2, [puzzle.solution[0]] * 2):
        with pytest.raises(InvalidGameError):
            Attempt(puzzle, moves)
    assert Attempt(puzzle, puzzle.solution[:2]).left == 1


def test_chains_agree_with_the_solver_on_small_boards() -> None:
    """Whoever wins at all wins with some number of stones, and the count of stones is the true minimum."""
    wins = HexForcedWins()
    for text in ("3x3", "3x3 b2", "4x4 black=b2 white=c3", "4x4 black=b2,c3 white=b3,d1"):
        position = HexPosition.from_text(text)
        length = wins.length(position, 8, seconds=20)
        assert length == _stones(position, position.color_to_move, 8), text


def _stones(position: Any, color: int, most: int) -> int | None:
    """The fewest stones with which `color` wins, by plain search."""

    def forced(at: Any, left: int) -> bool:
        if at.outcome() is not None:
            return bool(at.winning_color == color)
        if at.color_to_move == color:
            return left > 0 and any(forced(_played(at, move), left - 1) for move in at.legal_moves)
        return left > 0 and all(forced(_played(at, move), left) for move in at.legal_moves)

    return next((number for number in range(1, min(most, 4) + 1) if forced(position, number)), None)


def _played(position: Any, move: Any) -> Any:
    after = position.copy()
    after.push(move)
    return after


def test_a_win_by_the_reply_counts() -> None:
    """Every reply closes the queen of the one who replies."""
    row = _shared_rows()[1]
    position = Position.from_game_string(row["gamestring"])
    assert HiveForcedWins().length(position, 3, seconds=5) == 1


def _shared_rows() -> list[dict[str, str]]:
    path = Path(__file__).parents[1] / "analysis" / "data" / "puzzles.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.shared("hive_puzzles")
def test_the_shared_puzzles_are_imported_and_verified() -> None:
    found: dict[str, Puzzle] = {}
    ids: dict[str, str] = {}
    for name in ("puzzles.tsv", "win_in_1.tsv"):
        path = SHARED / "hive_puzzles" / name
        lines = path.read_text("utf-8").split("\n")
        maker = PuzzleMaker(HIVE, PuzzleWishes(longest=5, seconds=10))
        for line in file_positions(path):
            id = lines[int(line.source.rsplit(" ", 1)[1]) - 1].split("\t")[0]
            ids[id] = line.source
            for puzzle in maker.puzzles(line):
                found[id] = puzzle
                assert fault_of(puzzle, HIVE) is None
    assert len(ids) == 30
    assert set(ids) - set(found) == SEVERAL_WINS
    answers = {row["id"]: row["answer"] for row in _shared_rows()}
    assert {id: found[id].solution[0] for id in answers} == answers


def test_games_of_a_file_become_graded_puzzles(tmp_path: Path) -> None:
    """The last moves of a game that was won: the puzzle is found again."""
    puzzle = sample("hex", 2)
    position = puzzle.position()
    for text in puzzle.solution:
        position.push(position.parse_move(text))
    path = tmp_path / "won.txt"
    path.write_text(f"{position.game_string()}\n", encoding="utf-8")
    games = list(file_games(path))
    assert len(games) == 1 and not isinstance(games[0], InvalidGameError)
    found = list(PuzzleMaker(HEX, PuzzleWishes(shortest=2)).puzzles(games[0]))
    assert puzzle.start in {each.start for each in found}
    left = iter([True] * len(games[0].moves))  # then the time is over
    kept = PuzzleMaker(HEX, PuzzleWishes(shortest=2)).puzzles(games[0], lambda: next(left, False))
    assert [each.id for each in kept] == [each.id for each in found]
    same = next(each for each in found if each.start == puzzle.start)
    assert same.tries == 0 and same.solution[0] == puzzle.solution[0]
    again = graded(same, forced_wins_of(HEX), 1)
    assert again.tries == 1 and sum(again.solved) >= 3
    assert graded(same, forced_wins_of(HEX), 1, lambda: False) == same


def test_a_game_without_puzzles_says_so(game_of_y: None) -> None:
    with pytest.raises(UsageError, match="Y has no puzzles"):
        PuzzleMaker(find_game("y"), PuzzleWishes())
    with pytest.raises(HexapodaError):
        PuzzleWishes(shortest=3, longest=2)
