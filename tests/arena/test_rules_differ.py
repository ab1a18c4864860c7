"""Games in which the rules of the two sides differ: they have no result, and are counted apart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hexapoda.arena import game_runner
from hexapoda.arena.comparison import compare, result_json
from hexapoda.arena.match import Match, SequentialTest
from hexapoda.arena.progress import result_view
from hexapoda.arena.scoreboard import GameSummary, Scoreboard
from hexapoda.arena.settings import SprtSettings
from hexapoda.clock import TimeControl
from hexapoda.engines.external import ExternalEngine, add_external
from hexapoda.record import Ending, GameRecord, PlayerRecord
from tests.arena.settings import bot, small

FAKES = Path(__file__).parent.parent / "fakes"


def game(number: int, winner: int | None, ending: Ending = Ending.NORMAL) -> GameRecord:
    """A game of a match between the engines, which change sides."""
    names = ("random", "greedy") if number % 2 == 0 else ("greedy", "random")
    players = (PlayerRecord(names[0]), PlayerRecord(names[1]))
    finished = ending is not Ending.RULES_DIFFER
    return GameRecord("hive", "Base", players, (), winner, finished, ending, number=number)


RECORDS = [game(0, 0), game(1, 1), game(2, None, Ending.RULES_DIFFER), game(3, 0), game(4, 0), game(5, 1)]
"""The first and the last pair are two wins of `random`; the pair between them is not scored."""


def board_of(records: list[GameRecord]) -> Scoreboard:
    return Scoreboard(("random", "greedy"), map(GameSummary.of, records))


def test_a_match_goes_on_after_such_a_game() -> None:
    result = Match(small(bot("OtherRules"), "random", games=2)).run()
    assert result.finished
    for record in result.records():
        assert record.ending is Ending.RULES_DIFFER and record.winner is None
        assert not record.finished and record.result == "*"
        assert record.detail.endswith("OtherRules: a draw by my rules")
    assert result.board.results("random").games == 0 and result.board.faults == []
    out = result_json(result)
    assert out["unscored"] == 2 and out["endings"] == {"rules differ": 2} and out["score"] is None
    shown = "\n".join(line.plain for line in result_view(result))
    assert "Games not scored, because the rules of the engines differ: 2, such as game 1: " in shown


def test_it_counts_in_no_score() -> None:
    board = board_of(RECORDS)
    assert len(board.games) == 6 and len(board.unscored) == 1
    results = board.results("random")
    assert (results.wins, results.draws, results.losses) == (4, 0, 1)
    assert compare(board, "random", "greedy").pentanomial == (0, 0, 0, 0, 2)
    assert board.by_color == [3, 2, 0]


def test_the_sequential_test_leaves_its_pair_out() -> None:
    settings = small(games=6, sprt=SprtSettings(0, 10))
    with_it, without = SequentialTest(settings).update(board_of(RECORDS)), SequentialTest(settings)
    scored = without.update(board_of([*RECORDS[:2], game(2, 0), game(3, 1)]))
    assert with_it.llr == scored.llr != 0
    assert (with_it.pairs, scored.pairs) == (3, 2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))


def test_an_external_engine_with_another_rule_of_repetition() -> None:
    add_external(
        ExternalEngine("hive", "fake", "uhp", (sys.executable, str(FAKES / "uhp_engine.py"), "claims-draw"))
    )
    result = Match(small("fake", "random", control=TimeControl(depth=1), patience=5.0)).run()
    for record in result.records():
        assert record.ending is Ending.RULES_DIFFER
        assert "Draw, but by our rules the game goes on" in record.detail
    assert not result.board.faults


def passing_game(variant: str) -> GameRecord:
    """A game in which Black passes at once."""
    add_external(
        ExternalEngine("hex", "fake", "htp", (sys.executable, str(FAKES / "htp_engine.py"), "passes"))
    )
    settings = small(
        "fake", "random", game="hex", variant=variant, control=TimeControl(time=1.0), patience=5.0
    )
    seats = game_runner.make_seats(settings)
    try:
        return game_runner.play_game(settings.pairing(0), seats, settings)
    finally:
        for seat in seats.values():
            seat.close()


def test_a_pass_in_a_decided_game_does_not_lose_it() -> None:
    """KataHex passes when the game is decided. The side to move wins on an empty small board."""
    record = passing_game("4x4")
    assert record.ending is Ending.ADJUDICATED and record.finished
    assert record.winner == record.plies % 2
    assert record.detail == "fake: engine 'fake' passes, as if the game were decided; the win is proven"


def test_a_pass_in_an_open_game_is_not_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_runner, "_PROOF_SECONDS", 0.01)
    record = passing_game("13x13")
    assert record.ending is Ending.RULES_DIFFER and not record.finished
    assert record.detail.endswith("; no winner was proven")
