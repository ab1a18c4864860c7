"""The command `train` with a table `[expert]`: what it prints, what it refuses, and its documentation."""

from __future__ import annotations

import dataclasses
import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexapoda.train.any_settings import read_any_settings
from hexapoda.train.expert.expert_settings import ExpertGateSettings, ExpertRunSettings
from hexapoda.train.expert.hex.rave_settings import RaveSettings
from tests.cli.command_line import complaint, objects, run
from tests.train.expert_runs import CONFIG

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


@pytest.mark.slow
def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    printed = objects("train", str(config))
    kinds = [(one["kind"], one["iteration"]) for one in printed]
    assert kinds == [("iteration", 1), ("match", 1), ("iteration", 2), ("match", 2)]
    assert printed[0]["games_per_hour"] > 0 and printed[0]["learning_seconds"] > 0
    folder = tmp_path / "home" / "runs" / "small"
    again = run("train", str(config))
    lines = again.stdout.splitlines()
    assert lines[0].split() == ["generation", "Elo", "published"] and lines[1].split()[:2] == ["1", "+0"]
    assert lines[-1] == f"2 generations are complete; the network is {folder / 'network.net'}"
    assert f"continuing after generation 2 in {folder}" in again.stderr
    [card] = objects("nets", str(folder / "network.net"))
    assert (card["game"], card["variant"]) == ("hex", None)
    search = ("--variant", "5x5", "--engine", f"net:{folder / 'network.net'},search=rave", "--nodes", "20")
    *_, answer = objects("bestmove", "hex", *search)
    assert answer["move"]
    config.write_text(CONFIG.replace("generations = 2", "generations = 3"))
    text = run("train", str(config)).stdout.splitlines()
    assert text[0].startswith("generation 3: 4 games, 4 decisive")
    assert (
        text[1].startswith("network after generation 3: ") and "against the one after generation" in text[1]
    )


@pytest.mark.slow
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    config, folder = tmp_path / "small.toml", tmp_path / "run"
    config.write_text(CONFIG.replace("games = 4", "games = 4000"))
    command = [sys.executable, "-m", "hexapoda", "train", str(config), "--folder", str(folder)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    games = folder / "games-00001.jsonl"
    while not games.exists() or games.stat().st_size == 0:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: all processes get it
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"interrupted; to continue: hexapoda train {config} --folder {folder}" in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[expert]\n[gate]\n", "gate.nodes is missing: expected nodes or a time"),
        ("expert = 3", "expert must be a table, such as [expert]"),
        ("iterations = 3\n[expert]", "no setting is called 'iterations'"),
        ("[expert]\nengine = 'mcts'", "expert.engine 'mcts': expected one of 'rave', 'alphabeta'"),
        ("[expert]\nengine = 3", "expert.engine must be a string, not 3"),
        ("[expert]\nplayout = 3", "no setting is called 'expert.playout'; did you mean 'playouts'?"),
        ("[expert]\ngenerations = 0", "expert.generations must be an integer from 1 up, not 0"),
        ("[expert]\nprocesses = 0", "expert.processes must be an integer from 1 to 256, not 0"),
        ("[expert]\ngames = 1", "expert.games must be an integer from 2 to"),
        ("[expert]\nplayouts = 0", "expert.playouts must be an integer from 1 up"),
        ("[expert]\nquick = 0", "expert.quick must be an integer from 1 up"),
        ("[expert]\nlong = 1.5", "expert.long must be a number from 0.0 to 1.0, not 1.5"),
        ("[expert]\nwindow = 0", "expert.window must be an integer from 1 to 256"),
        ("[expert]\nsteps = 9", "expert.steps must be an integer from 10 up, not 9"),
        ("[expert]\nrate = -1.0", "expert.rate must be a number from 0.0 to 1.0"),
        ("[expert]\nrate = 5", "expert.rate must be a number from 0.0 to 1.0, not 5"),
        ("[expert]\nbatch = 0", "expert.batch must be an integer from 1 to"),
        ("[expert]\nblocks = 0", "expert.blocks must be an integer from 1 to 256"),
        ("[expert]\nboards = 3", "expert.boards must be a table of integers from 1 up, such as"),
        ("[expert]\nboards = { 5x5 = 0 }", "expert.boards must be a table of integers from 1 up"),
        (
            "[expert]\nboards = { 5x6 = 1 }",
            "expert.boards: the network cannot be trained on '5x6': expected square",
        ),
        ("[expert]\nboards = { 20x20 = 1 }", "square boards of at most 19x19"),
        ("[expert]\nboards = { big = 1 }", "expert.boards: unknown board 'big'"),
        ("[gate]\ngames = 0", "gate.games must be an integer from 1 to"),
        ("[gate]\nscore = 2", "gate.score must be a number from 0.0 to 1.0, not 2"),
        ("[gate]\nnodes = -1", "gate.nodes must be an integer from 0 up"),
        ("[gate]\ntime = -1.0", "gate.time must be a number from 0.0 to 86400.0"),
        ("[gate]\nevery = -1", "gate.every must be an integer from 0 up"),
        ("[gate]\nvariant = '20x20'", "gate.variant '20x20': expected at most 361 cells"),
        ("[gate]\nvariant = 'wide'", "gate.variant: unknown board 'wide'"),
        ("[gate]\nopenings = 'nowhere.txt'", "cannot read"),
        ("[gate]\nvariant = '5x6'\nopenings = 'suite'", "no openings come with the package"),
        ("threads = 0", "threads must be an integer from 1 to 256"),
        ("seed = -1", "seed must be an integer from 0 up"),
    ],
)
def test_wrong_settings(tmp_path: Path, text: str, message: str) -> None:
    config = tmp_path / "config.toml"
    text = text if "[expert]" in text or "expert =" in text else text + "\n[expert]"
    if "[gate]" not in text:
        text += "\n[gate]\nnodes = 10"
    elif "[gate]\n" in text and "nodes" not in text and message.split()[0] != "gate.nodes":
        text = text.replace("[gate]\n", "[gate]\nnodes = 10\n")
    config.write_text(f"game = 'hex'\n{text}")
    assert message in complaint("train", str(config), "--folder", str(tmp_path / "run"))


def test_an_engine_plays_one_game(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("game = 'hive'\n[expert]\nengine = 'rave'\n[gate]\nnodes = 9")
    assert "expert.engine 'rave' plays hex, not 'hive'" in complaint("train", str(config))
    config.write_text("game = 'chess'\n[expert]\n[gate]\nnodes = 9")
    assert "game 'chess': expected 'hex' or 'hive', for which an engine" in complaint("train", str(config))


@pytest.mark.skipif(importlib.util.find_spec("tensorboard") is None, reason="TensorBoard is not installed")
def test_event_files(tmp_path: Path) -> None:
    config = tmp_path / "small.toml"
    config.write_text(CONFIG.replace("generations = 2", "generations = 1"))
    run("train", str(config), "--folder", str(tmp_path / "run"), "--tensorboard")
    assert len(list((tmp_path / "run" / "tensorboard").iterdir())) == 1


def test_the_documentation_has_all_settings() -> None:
    how_to = Path(__file__).parents[2] / "docs" / "how-to"
    settings = read_any_settings(how_to / "hex-rave.toml")
    assert isinstance(settings, ExpertRunSettings)
    assert settings.expert.start == "hex" and settings.gate.nodes == 15_000
    text = (how_to / "train-the-network-of-an-engine.md").read_text("utf-8")
    for table, kind in (("expert", RaveSettings), ("gate", ExpertGateSettings)):
        for field in dataclasses.fields(kind):
            assert f"`{table}.{field.name}`" in text or f"`.{field.name}`" in text, (table, field.name)
