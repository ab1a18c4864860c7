"""The ladders as tasks of `hexapoda benchmark`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.arena.journal import Journal
from hexapoda.benchmark.ladder_task import LADDER_TASKS, open_ladder_journal, rate_on_ladder
from hexapoda.engine import Limit
from hexapoda.errors import EngineUnavailable, UsageError
from hexapoda.games import find_game, game_names
from hexapoda.registry import parse_engine
from tests.cli.command_line import complaint, objects, run


def test_a_task_has_every_ladder_of_its_game() -> None:
    for task in LADDER_TASKS.values():
        assert task.ladders() == find_game(task.game).ladders
    assert {task.game for task in LADDER_TASKS.values()} == {
        name for name in game_names() if find_game(name).ladders
    }


def test_a_ladder_that_was_changed_is_refused() -> None:
    task = replace(LADDER_TASKS["hex-ladder"], sha256="0" * 64)
    with pytest.raises(UsageError, match="task 'hex-ladder' have changed: they no longer match its checksum"):
        task.ladders()


def test_the_same_rating_has_the_same_journal_and_another_one_has_not(tmp_path: Path) -> None:
    task = LADDER_TASKS["hex-ladder"]
    bot = tmp_path / "bot.py"
    bot.write_text("from hexapoda.engines.random_engine import RandomEngine as Bot\n")

    def journal(text: str = f"{bot}:Bot", nodes: int = 5, seed: int = 1, within: float = 90) -> Journal:
        spec = parse_engine(text, task.game)
        return open_ladder_journal(
            task, task.ladders()[0], spec, Limit(nodes=nodes), seed=seed, within=within, folder=tmp_path
        )

    first = journal()
    assert journal().folder == first.folder and first.exists()
    others = [journal("random"), journal(nodes=6), journal(seed=2), journal(within=91)]
    bot.write_text(bot.read_text() + "# changed\n")
    others.append(journal())
    assert len({one.folder for one in (first, *others)}) == 6


def test_an_engine_that_cannot_be_created_leaves_nothing(tmp_path: Path) -> None:
    task = LADDER_TASKS["hex-ladder"]
    (tmp_path / "bot.py").write_text("class Bot:\n    def __init__(self):\n        raise OSError('no')\n")
    spec = parse_engine(f"{tmp_path}/bot.py:Bot", task.game)
    journal = open_ladder_journal(
        task, task.ladders()[0], spec, Limit(nodes=1), seed=1, folder=tmp_path / "all"
    )
    with pytest.raises(EngineUnavailable, match=r"bot\.py:Bot' could not be created: OSError: no"):
        rate_on_ladder(journal)
    assert not journal.exists()


@pytest.mark.slow
def test_the_command_rates_an_engine_and_goes_on(tmp_path: Path) -> None:
    arguments = ("benchmark", "hex-ladder", "mcts", "--nodes", "40", "--within", "400")
    ladders = LADDER_TASKS["hex-ladder"].ladders()
    rows = objects(*arguments, "--quiet")
    assert [row["variant"] for row in rows] == [ladder.variant for ladder in ladders]
    for row in rows:
        assert row["engine"] == "mcts" and row["nodes"] == 40 and row["within"] == 400 and row["games"] > 0
        assert row["low"] < row["elo"] < row["high"] <= row["elo"] + 800
    again = run(*arguments)
    assert f"mcts has {rows[0]['games']} games" in again.stderr and "95% interval" in again.stdout
    assert objects(*arguments, "--quiet") == rows
    assert "ladders: hex-ladder" in complaint("benchmark", "hex-wins", "--within", "40")
