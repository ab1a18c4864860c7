"""GameStrings of other programs for `newgame`: any numbers, and games that are valid to a point only."""

from __future__ import annotations

import pytest

from hexapoda.protocols.uhp.server import UhpServer
from tests.protocols.sources import random_source


def test_pieces_may_have_any_numbers() -> None:
    """Board Game Arena and OpenSpiel write the number on the piece, so `wA3` may come first."""
    server = UhpServer(random_source())
    game = r"Base;InProgress;White[4];wA3;bS2 wA3-;wQ -wA3;bQ bS2-;wA1 \wQ;bS1 bQ/"
    ours = r"Base;InProgress;White[4];wA1;bS1 wA1-;wQ -wA1;bQ bS1-;wA2 \wQ;bS2 bQ/"
    assert server.respond(f"newgame {game}") == [ours, "ok"]
    assert server.respond(r"play wA2 -wQ")[0].endswith(r";wA2 -wQ")


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("wA3;bS2 wA3-;wQ -wA3;bQ wA3", "invalidmove ply 4 'bQ wA3': "),
        ("wA3;bS2 wA2-;wQ -wA3", "invalidmove ply 2 'bS2 wA2-': "),
        ("wS1;bS1 wS1-;nonsense;wQ -wS1", "invalidmove ply 3 'nonsense': "),
        ("wA4;bS1 wA4-", "invalidmove ply 1 'wA4': "),
    ],
)
def test_the_first_wrong_ply_is_named_and_the_game_stays(moves: str, message: str) -> None:
    server = UhpServer(random_source())
    server.respond("newgame Base+M")
    (before, _) = server.respond("play wM")
    answer = server.respond(f"newgame Base;InProgress;White[3];{moves}")
    assert answer[0].startswith(message) and answer[1:] == ["ok"]
    assert server.respond("play bM wM-")[0].startswith("Base+M;InProgress;White[2];wM;")
    assert server.respond("undo") == [before, "ok"]
