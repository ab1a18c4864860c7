"""Games in plain text: what is told, and what happens to answers that are no legal moves."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from hexapoda.errors import EngineResigned, UsageError
from hexapoda.train.text_game import TextGame, TextTurn


def listed(turn: TextTurn) -> list[str]:
    found = re.search(r"^Legal moves \((\d+)\): (.*)$", turn.text, re.MULTILINE)
    assert found is not None, turn.text
    moves = found[2].split(", ")
    assert len(moves) == int(found[1])
    return moves


@pytest.mark.parametrize("game", ["hive", "hex", "y"])
@pytest.mark.usefixtures("game_of_y")
def test_a_game_by_the_moves_that_the_text_lists(game: str) -> None:
    choose, rewards = Random(1), set()
    play = TextGame(game, opponent="random", variant={"hex": "3x3"}.get(game), max_plies=200)
    for seed in range(6):
        turn = play.reset(seed)
        while not turn.over:
            assert listed(turn) == play.legal_moves() and turn.reward == 0
            move = choose.choice(listed(turn))
            turn = play.step(f"I think about it.\n\n`{move}`\n")
            assert turn.played == move and turn.text.startswith(f"You played {move}.")
        outcome = play.position.outcome()
        winner = None if outcome is None else outcome.winner
        assert turn.reward == (0 if winner is None else 1 if winner == play.player else -1)
        assert ("The game was cut off: it is too long." in turn.text) == (outcome is None)
        rewards.add(turn.reward)
        assert ("You have won" in turn.text, "You have lost" in turn.text) == (
            turn.reward == 1,
            turn.reward == -1,
        )
        with pytest.raises(UsageError, match=r"call reset\(\)"):
            play.step(move)
    assert play.mistakes == 0 and len(rewards) > 1  # the games did not all end alike
    play.close()


def test_an_answer_that_is_no_legal_move_is_told_why() -> None:
    play = TextGame("hive", player=0, tries=3)
    turn = play.reset(1)
    assert "Hive, Base, ply 1: White is to move; you are White." in turn.text
    turn = play.step("wQ")
    assert (
        "tournament opening" in turn.text
        and "2 tries are left." in turn.text
        and not turn.over
        and turn.played == ""
    )
    turn = play.step("no idea")
    assert "not a move" in turn.text and "1 try is left." in turn.text and "wS1" in listed(turn)
    assert play.position.ply == 0
    assert not play.step("wS1").over  # a move gives all tries back
    for _ in range(2):
        assert not play.step("").over
    turn = play.step("wQ wQ")
    assert (turn.reward, turn.over, play.mistakes) == (-1, True, 5) and "last try" in turn.text


def test_settings_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    play = TextGame("hex", variant="3x3", player=1, rules={"swap": "pieces"}, max_plies=3, diagram=True)
    turn = play.reset(1)
    assert re.match(
        r"The opponent plays [abc][123]\.\nHex, 3x3, ply 2: White is to move; you are White\.", turn.text
    )
    assert "swap-pieces" in listed(turn) and "\n   a   b   c\n" in turn.text
    turn = play.step("swap-pieces")
    assert turn.over and turn.reward == 0 and "too long" in turn.text

    def resign(position: Any) -> Any:
        raise EngineResigned("enough")

    play = TextGame("hex", variant="3x3", player=0)
    assert "a   b   c" not in play.reset(1).text
    monkeypatch.setattr(play.opponent, "choose", resign)
    turn = play.step("b2")
    assert (turn.reward, turn.over, turn.played) == (1, True, "b2") and "resigns" in turn.text
    wrong: dict[str, Any]
    for wrong in ({"player": 2}, {"tries": 0}, {"max_plies": True}, {"variant": 3}, {"rules": "swap=off"}):
        with pytest.raises(UsageError, match=f"{next(iter(wrong))} must be"):
            TextGame("hex", **wrong)
