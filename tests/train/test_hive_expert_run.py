"""Expert iteration for the evaluation network of Hive: what a run makes, going on with it, settings."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
from pathlib import Path

import pytest

from hexapoda.arena.journal import Journal
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.train.any_settings import read_any_settings
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.expert.hive.alphabeta_settings import AlphaBetaSettings
from tests.cli.command_line import complaint, objects, run
from tests.train.expert_runs import HIVE_CONFIG, HIVE_TINY, expert_run, files, finish, play_here

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


class Killed(BaseException):
    """Ends a run as a kill does: nothing is written any more."""


def with_expert(**changed: object) -> ExpertRunSettings:
    assert isinstance(HIVE_TINY.expert, AlphaBetaSettings)
    return dataclasses.replace(HIVE_TINY, expert=dataclasses.replace(HIVE_TINY.expert, **changed))  # type: ignore[arg-type]


def test_a_run_from_scratch_and_one_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch)
    whole = tmp_path / "whole"
    finish(expert_run(whole, HIVE_TINY))
    made = files(whole)
    kinds = [(one["kind"], one["iteration"]) for one in made["progress.jsonl"]]
    assert kinds == [("iteration", 1), ("match", 1), ("iteration", 2), ("match", 2)]
    first = made["progress.jsonl"][0]
    assert first["policy_loss"] is None and 0 < first["value_loss"] < 4 and first["games"] == 3
    assert first["decisive"] <= 3 and first["positions"] > 10
    games = [json.loads(line) for line in made["games-00001.jsonl"].splitlines()]
    assert {game["variant"] for game in games} <= {"Base", "Base+MLP"}
    assert {game["players"][0]["engine"] for game in games} == {"alphabeta:evaluation=features"}
    second = [json.loads(line) for line in made["games-00002.jsonl"].splitlines()]
    assert {game["players"][0]["engine"] for game in second} == {"net:network-00001.net"}
    header = read_network(whole / "network-00002.net").header
    assert header.architecture == "hive-evaluation" and header.training["iteration"] == 2
    journal = Journal(whole / "matches" / "match-00002")
    names = [player.name for player in next(journal.records()).players]
    assert names == ["net:network-00002.net", "net:network-00001.net"]

    seen: set[tuple[int, str, int]] = set()
    while not complete_unless_killed(tmp_path / "killed", seen):
        pass
    assert {(0, "self-play", 2), (1, "learning", 5), (2, "match", 1)} <= seen
    assert files(tmp_path / "killed") == made


def complete_unless_killed(folder: Path, seen: set[tuple[int, str, int]]) -> bool:
    """Go on with a run, kill it at what is not in `seen`, and add that. Returns whether it is complete."""
    again = expert_run(folder, HIVE_TINY)

    def progress(what: str, done: int, all: int) -> None:
        step = again.iteration, what, done
        if step not in seen and (what != "learning" or done == 5):
            seen.add(step)
            raise Killed

    try:
        finish(again, progress)
    except Killed:
        again.close()
        return False
    return True


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    config = tmp_path / "small.toml"
    config.write_text(HIVE_CONFIG.replace("[expert]", '[expert]\nstart = "hive-evaluation"'))
    text = run("train", str(config)).stdout.splitlines()
    assert text[0] == "network at the start: published, the first"
    assert text[1].startswith("generation 1: 3 games, ") and "; loss of the value " in text[1]
    network = tmp_path / "home" / "runs" / "small" / "network.net"
    assert text[-1] == f"2 generations are complete; the network is {network}"
    [card] = objects("nets", str(network))
    assert (card["game"], card["architecture"]) == ("hive", "hive-evaluation")
    *_, answer = objects("bestmove", "hive", "--engine", f"net:{network}", "--nodes", "20")
    assert answer["move"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[expert]\nplayouts = 3", "no setting is called 'expert.playouts'"),
        ("[expert]\nnodes = 0", "expert.nodes must be an integer from 1 up, not 0"),
        ("[expert]\nshare = 1.5", "expert.share must be a number from 0.01 to 1.0, not 1.5"),
        ("[expert]\nsearch = -0.5", "expert.search must be a number from 0.0 to 1.0, not -0.5"),
        ('[expert]\nboards = { "Base+X" = 1 }', "expert.boards: unknown"),
        ("[expert]\nboards = { Base = 0 }", "expert.boards must be a table of integers from 1 up"),
        (
            '[expert]\nboards = { "Base+PLM" = 1, "Base+MLP" = 1 }',
            "expert.boards: expected each variant once",
        ),
        ("[expert]\ngames = 1073741824", "expert.games must be an integer from 2 to 1048576"),
        ("[expert]\nwindow = 1099511627776", "expert.window must be an integer from 1 to 256"),
        ("[gate]\ntime = 1e12", "gate.time must be a number from 0.0 to 86400.0"),
        ('[gate]\nopenings = "\\u0000"', "cannot read"),
        ('[gate]\nopenings = "~nobody.of.this.name/o.txt"', "cannot read"),
        ("[gate]\nvariant = 'wide'", "gate.variant: unknown"),
        ("[expert]\nengine = 'rave'", "expert.engine 'rave' plays hex, not 'hive'"),
        ("[expert]\nstart = 'hex'", "has the architecture 'hex': expected 'hive-evaluation'"),
    ],
)
def test_wrong_settings(tmp_path: Path, text: str, message: str) -> None:
    config = tmp_path / "config.toml"
    text = text if "[expert]" in text else text + "\n[expert]"
    text += "" if "[gate]" in text else "\n[gate]"
    text = text.replace("[gate]", "[gate]\nnodes = 10")
    config.write_text(f"game = 'hive'\n{text}")
    assert message in complaint("train", str(config), "--folder", str(tmp_path / "run"))


def test_a_folder_of_another_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch)
    one = with_expert(generations=1)
    finish(expert_run(tmp_path, one))
    from tests.train.expert_runs import TINY

    with pytest.raises(UsageError, match="has a run with a different 'game'"):
        expert_run(tmp_path, TINY)


def test_the_documentation_has_all_settings() -> None:
    how_to = Path(__file__).parents[2] / "docs" / "how-to"
    settings = read_any_settings(how_to / "hive-evaluation.toml")
    assert isinstance(settings, ExpertRunSettings) and isinstance(settings.expert, AlphaBetaSettings)
    assert settings.expert.start == "hive-evaluation"
    text = (how_to / "train-the-network-of-an-engine.md").read_text("utf-8")
    for field in dataclasses.fields(AlphaBetaSettings):
        assert f"`expert.{field.name}`" in text or f"`.{field.name}`" in text, field.name
