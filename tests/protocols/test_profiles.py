"""Engines that differ from their protocol in a known way: what the table says about them is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.engine import Limit
from hexapoda.errors import EngineIllegalMove, EnginePassed, EngineRulesDiffer
from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position
from hexapoda.protocols.profile import profile_of
from tests.protocols import test_htp_client as htp
from tests.protocols.fake_uhp import fake


def test_an_engine_is_known_by_the_name_that_it_reports() -> None:
    assert profile_of("Nokamute 1.0.3").repetition
    assert profile_of("hexapoda-rave 0.1.0").swaps_board
    unknown = profile_of("MoHex 2.0")
    assert not unknown.repetition and not unknown.swaps_board and not unknown.free_numbers


def test_another_rule_of_repetition_is_named() -> None:
    position = Position()
    for text in ("wS1", "bS1 wS1-", "wQ -wS1"):
        position.push(position.parse_move(text))
    with fake("claims-draw", "named:nokamute 1.0.3") as engine:
        for _ in range(2):
            with pytest.raises(
                EngineRulesDiffer, match=r"the game goes on \(it ignores which piece is resting\)"
            ):
                engine.search(position, Limit(depth=1))
        assert engine.search(Position(), Limit(depth=1)).move in Position().legal_moves


def test_a_new_piece_may_have_any_number() -> None:
    with fake("free-numbers", "named:OpenSpiel") as engine:
        position = Position()
        move = engine.search(position, Limit(depth=1)).move
        assert position.format_move(move) == "wA1"
        for text in ("wA1", "bS1 wA1-", "wQ -wA1", "bQ bS1-"):
            position.push(position.parse_move(text))
        with pytest.raises(EngineIllegalMove, match="answered 'wA3': "):  # it does not say where
            engine.search(position, Limit(depth=1))
    with fake("free-numbers") as engine, pytest.raises(EngineIllegalMove, match="answered 'wA3': "):
        engine.search(Position(), Limit(depth=1))


@pytest.mark.parametrize(("name", "boards"), [("hexapoda-swapper", 1), ("another", 2)])
def test_a_board_is_set_up_again_after_a_swap(tmp_path: Path, name: str, boards: int) -> None:
    """Unless the engine is known to have swapped on its own board too."""
    log = tmp_path / "talk.log"
    with htp.fake("swaps", f"named:{name}", log=log) as engine:
        position = htp.played("4x4", "b1", "pieces")
        position.push(engine.search(position, Limit()).move)
        position.push(position.parse_move("d4"))
        assert engine.search(position, Limit()).move in position.legal_moves
    assert htp.sent(log).count("boardsize 4") == boards


def test_a_pass_is_no_illegal_move() -> None:
    with htp.fake("passes") as engine:
        for _ in range(2):
            with pytest.raises(EnginePassed, match="engine 'fake' passes, as if the game were decided"):
                engine.search(HexPosition("3x3"), Limit())
