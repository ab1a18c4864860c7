"""`ask`: whoever asks an engine gets a legal move in time, or a clear error."""

import threading
import time
from typing import Any

import pytest

from hexapoda.engine import Engine, Limit, OnInfo, SearchInfo, SearchResult, ask
from hexapoda.errors import EngineError, UsageError
from hexapoda.hive import Move, Piece, Position


class Player(Engine):
    """Answers what it is told to."""

    name = "player"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.told = threading.Event()

    def search(self, position: Any, limit: Limit, on_info: OnInfo | None = None) -> SearchResult:
        """Answer."""
        move = self.answer(self, position) if callable(self.answer) else self.answer
        return SearchResult(move, SearchInfo(0, 1, 0.0, ()))

    def stop(self) -> None:
        """Remember."""
        self.told.set()


def first(_: Player, position: Position) -> Move:
    return position.legal_moves[0]


def test_a_good_answer() -> None:
    position = Position()
    assert ask(Player(first), position, Limit(nodes=1)).move == position.legal_moves[0]


def test_the_position_is_safe() -> None:
    def vandal(_: Player, position: Position) -> Move:
        move = position.legal_moves[0]
        position.push(move)
        return move

    position = Position()
    ask(Player(vandal), position, Limit())
    assert position.ply == 0


def test_an_engine_that_ignores_the_clock_is_stopped() -> None:
    def patient(player: Player, position: Position) -> Move:
        assert player.told.wait(30)
        return position.legal_moves[0]

    began = time.monotonic()
    ask(Player(patient), Position(), Limit(time=0.05))
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("answer", [None, "wA1", Move(Piece("wQ"), (0, 0)), Move(Piece("wA1"), (5, 5))])
def test_what_is_no_legal_move(answer: object) -> None:
    with pytest.raises(EngineError, match="not a legal move"):
        ask(Player(answer), Position(), Limit())


def test_an_engine_that_raises() -> None:
    def broken(_: Player, position: Position) -> Move:
        raise KeyError("lost")

    with pytest.raises(EngineError, match="KeyError"):
        ask(Player(broken), Position(), Limit())


def test_own_errors_pass_through() -> None:
    def picky(_: Player, position: Position) -> Move:
        raise UsageError("no nodes here")

    with pytest.raises(UsageError, match="no nodes"):
        ask(Player(picky), Position(), Limit())
