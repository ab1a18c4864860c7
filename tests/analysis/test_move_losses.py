"""How much moves lose: the sample, the judgment of a position by scripted engines, means and intervals."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, cast

import pytest

from hexapoda.analysis.move_losses import MoveJudge, mean_loss, sampled
from hexapoda.engine import Limit
from hexapoda.games.win_probability import SCALE
from hexapoda.hive import analysis as hive_analysis
from hexapoda.hive.game import HIVE
from hexapoda.record.given_moves import given_tag
from tests.analysis.test_review import OTHER, PLAYED, game, score
from tests.cli.command_line import WON
from tests.fakes.scripted_engine import Say, ScriptedEngine


@pytest.fixture(autouse=True)
def _no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hive_analysis, "new_prover", lambda: None)
    monkeypatch.setattr(hive_analysis, "OPENING", 0)


class Opponent:
    """Plays one move."""

    def __init__(self, text: str) -> None:
        self._text = text

    def begin(self, seed: int) -> None:
        pass

    def choose(self, position: Any) -> Any:
        return position.parse_move(self._text)


def judged(before: Say, after: Say, *opponents: str) -> dict[str, Any] | None:
    """What is lost in the fifth ply, `wB1 \\wS1`; each position after it is worth `after` to the opponent."""
    engine = ScriptedEngine({4: before, 5: after})
    [one] = [one for one in sampled(game(), 99, "") if one.ply == 5]
    movers = cast("Any", {text: Opponent(text) for text in opponents})
    return MoveJudge(HIVE, engine, Limit(nodes=1), SCALE).losses(one, movers, 1)


def test_a_move_loses_what_the_best_one_has_more() -> None:
    found = judged(Say(score(0.7), line=OTHER), Say(score(0.5)), "wA1 wQ\\", OTHER[0])
    assert found is not None and list(found) == ["", "wA1 wQ\\", OTHER[0]]
    for name in ("", "wA1 wQ\\"):
        assert found[name].probability == pytest.approx(0.2)
        assert found[name].points == pytest.approx(SCALE * math.log(7 / 3) / 100)
    assert found[OTHER[0]] == (0, 0), "the best move"
    best = judged(Say(score(0.7), line=PLAYED), Say(score(0.5)))
    assert best == {"": (0, 0)}
    better = judged(Say(score(0.6), line=OTHER), Say(score(0.2)))
    assert better == {"": (0, 0)}, "it loses nothing"


@pytest.mark.parametrize("before", [0.03, 0.97])
def test_decided_positions_are_left_out(before: float) -> None:
    assert judged(Say(score(before), line=OTHER), Say(score(0.5))) is None


def test_the_sample_is_random_and_has_no_openings_and_no_forced_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tree = game(WON)
    every = sampled(tree, 99, "a")
    assert [one.ply for one in every] == list(range(1, 38))
    assert [one.player for one in every] == [0, 1] * 18 + [0]
    assert all(one.position.ply == one.ply - 1 and len(one.position.legal_moves) > 1 for one in every)
    monkeypatch.setattr(hive_analysis, "OPENING", 6)
    few = [tuple(one.ply for one in sampled(tree, 5, seed)) for seed in "abcdef"]
    assert all(len(plies) == 5 and plies == tuple(sorted(plies)) and plies[0] > 6 for plies in few)
    assert len(set(few)) > 3 and sampled(tree, 5, "a")[0].ply == few[0][0]
    tree.header = replace(tree.header, tags=given_tag(36))
    assert [one.ply for one in sampled(tree, 99, "a")] == [37], "the others were given when the game began"
    tree.header = replace(tree.header, tags=given_tag(37))
    assert sampled(tree, 99, "a") == [], "nobody has moved"


def test_the_interval_is_that_of_games() -> None:
    one = mean_loss({1: [0.1, 0.3]})
    assert (one.positions, one.games, one.error) == (2, 1, None) and one.mean == pytest.approx(0.2)
    # With one position each it is that of a mean.
    values = [0.0, 0.1, 0.5, 0.2] * 3
    single = mean_loss(dict(enumerate([value] for value in values)))
    variance = sum((value - 0.2) ** 2 for value in values) / 11
    assert single.mean == pytest.approx(0.2)
    assert single.error == pytest.approx(1.959964 * math.sqrt(variance / 12), rel=1e-5)
    # The same position twice in each game says no more than once.
    assert mean_loss(dict(enumerate([value] * 2 for value in values))).error == pytest.approx(single.error)
    assert mean_loss(dict(enumerate([value] for value in values[:9]))).error is None
    with pytest.raises(ValueError, match="at least one loss"):
        mean_loss({1: []})
