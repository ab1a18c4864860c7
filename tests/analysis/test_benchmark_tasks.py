"""The frozen tasks of `hexapoda benchmark`: their answers are right, and engines are scored by them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from hexapoda.benchmark.measuring import measure
from hexapoda.benchmark.task import TASKS, find_task
from hexapoda.engine import Limit
from hexapoda.errors import EngineError, UsageError
from hexapoda.games import find_game
from hexapoda.hex import Position
from hexapoda.hex.solve import HexSolver
from hexapoda.registry import parse_engine
from tests.cli.command_line import complaint, objects, run


@pytest.mark.parametrize("name", TASKS)
def test_the_moves_of_a_task_are_legal_and_counted(name: str) -> None:
    task = find_task(name)
    positions = task.positions()
    assert len({each.text for each in positions}) == len(positions) == 200
    for each in positions:
        position = find_game(task.game).parse_position(each.text, each.rules)
        assert len(position.legal_moves) == each.legal > len(each.best) > 0
        assert all(position.is_legal(position.parse_move(text)) for text in each.best)


def test_the_moves_of_hex_win_and_no_others() -> None:
    rng, positions = Random(1), find_task("hex-wins").positions()
    for each in rng.sample([one for one in positions if one.text.startswith("5x5")], 5):
        position = Position.from_text(each.text)
        solver = HexSolver(position.variant)
        for move in position.legal_moves:
            after = position.copy()
            after.push(move)
            wins = after.winning_color if after.is_game_over() else solver.winner(after)
            assert (wins == position.color_to_move) == (str(move) in each.best)


def test_a_task_that_was_changed_is_refused() -> None:
    changed = replace(find_task("hex-wins"), sha256="0" * 64)
    with pytest.raises(UsageError, match="the checksum is wrong"):
        changed.positions()
    with pytest.raises(UsageError, match="task"):
        find_task("hex-winz")


def test_a_strong_engine_scores_more_than_chance_and_a_random_one_does_not() -> None:
    task = find_task("hex-wins")
    *boards, chance = measure(task, parse_engine("random", "hex"), Limit(nodes=1), 1)
    assert [score.variant for score in boards] == ["5x5", "6x6", "7x7", "8x8"]
    assert [score.positions for score in boards] == [50] * 4 and chance.positions == 200
    low, high = chance.interval
    assert low < chance.chance < high
    again = measure(task, parse_engine("random", "hex"), Limit(nodes=1), 1)
    assert again[-1] == chance
    asked: list[tuple[int, int]] = []
    network = measure(
        task, parse_engine("net:hex", "hex"), Limit(nodes=1), 1, lambda *numbers: asked.append(numbers)
    )
    assert network[-1].interval[0] > high and asked[-1] == (200, 200)


BOTS = """
from hexapoda.engine import Engine, SearchResult

class Mute(Engine):
    name = "mute"
    def search(self, position, limit, on_info=None):
        return None

class Careless(Mute):
    def search(self, position, limit, on_info=None):
        move = list(position.legal_moves)[0]
        position.push(move)
        return SearchResult(move)
"""


def test_a_bot_may_fail_and_may_change_its_position(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    task = find_task("hex-wins")
    with pytest.raises(EngineError, match="mute"):
        measure(task, parse_engine(f"{tmp_path}/bots.py:Mute", "hex"), Limit(nodes=1), 1)
    scores = measure(task, parse_engine(f"{tmp_path}/bots.py:Careless", "hex"), Limit(nodes=1), 1)
    assert scores[-1].positions == 200


def test_the_command() -> None:
    assert "hive-wins" in run("benchmark").stdout
    listed = {row["task"]: row.get("positions", row.get("opponents")) for row in objects("benchmark")}
    assert listed["hex-wins"] == listed["hive-wins"] == 200 and listed["hive-ladder"] == 38
    rows = objects("benchmark", "hive-wins", "random", "--nodes", "1", "--seed", "3", "--quiet")
    assert rows[-1]["variant"] == "all" and rows[-1]["positions"] == 200
    assert rows[-1]["engine"] == "random" and rows[-1]["nodes"] == 1
    assert rows[-1]["low"] <= rows[-1]["chance"] <= rows[-1]["high"]
    assert "95% interval" in run("benchmark", "hive-wins").stdout
    limits = [objects("benchmark", "hive-wins", *words)[-1] for words in ((), ("random", "--time", "0.5"))]
    assert [(row["nodes"], row["time"]) for row in limits] == [(1000, None), (None, 0.5)]
    assert "cannot be combined" in complaint("benchmark", "hex-wins", "--nodes", "1", "--time", "1")
