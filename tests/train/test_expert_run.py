"""Expert iteration: it goes on where it was killed, keeps the better network, and stops at damage."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.util
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena.journal import Journal
from hexapoda.errors import EngineError, InvalidGameError, UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.nets.shipped import find_network
from hexapoda.train.expert.game_lines import games_of
from hexapoda.train.gates import Gates
from tests.cli.command_line import objects
from tests.train.expert_runs import (
    CONFIG,
    TINY,
    expert_run,
    files,
    finish,
    play_here,
    with_expert,
    with_gate,
)

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


class Killed(BaseException):
    """Ends a run as a kill does: nothing is written any more."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run that was not interrupted."""
    folder = tmp_path_factory.mktemp("expert") / "whole"
    finish(expert_run(folder))
    return folder


def test_what_a_run_makes(whole: Path) -> None:
    made = files(whole)
    assert set(made) == {
        *("games-00001.jsonl", "games-00002.jsonl", "gates.json", "generations.json", "progress.jsonl"),
        *("network-00001.net", "network-00002.net", "network.net"),
    }
    kinds = [(one["kind"], one["iteration"]) for one in made["progress.jsonl"]]
    assert kinds == [("iteration", 1), ("match", 1), ("iteration", 2), ("match", 2)]
    first, _, second, match = made["progress.jsonl"]
    assert first["games"] == first["decisive"] == 4 and first["positions"] > 5 and first["value_loss"] > 0
    games = [json.loads(line) for line in made["games-00002.jsonl"].splitlines()]
    assert second["plies"] == sum(len(game["moves"]) for game in games) / 4
    assert {game["variant"] for game in games} <= {"6x6", "7x7"}
    # Without a network at the beginning, the first games are played without one, the others with the first.
    [terms] = {json.dumps(json.loads(line)["terms"]) for line in made["games-00001.jsonl"].splitlines()}
    assert json.loads(terms)["without"] == ["network"] and json.loads(terms)["network"] == ""
    guide = hashlib.sha256(made["network-00001.net"]).hexdigest()
    assert all(game["terms"]["network"] == guide and not game["without"] for game in games)
    header = read_network(whole / "network-00002.net").header
    assert header.training["iteration"] == 2 and header.training["learned"]["from"] == guide
    assert match["against"] == 1 and sum(match["result"]["pairs"]) == 1
    journal = Journal(whole / "matches" / "match-00002")
    assert [player.name for player in next(journal.records()).players] == [
        "net:network-00002.net,search=rave",
        "net:network-00001.net,search=rave",
    ]
    assert len(list(journal.records())) == 2


def test_a_kill_before_any_write_changes_nothing(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_here(monkeypatch)
    real, killed, stage = Path.replace, set[tuple[str, str]](), ""

    def replace(path: Path, target: Path) -> Path:
        if target.name != "running.json" and (stage, str(target)) not in killed:
            killed.add((stage, str(target)))
            raise Killed
        return real(path, target)

    def progress(what: str, done: int, all: int) -> None:
        if what in ("self-play", "match") and done > 0 and (stage, f"{what} {done}") not in killed:
            killed.add((stage, f"{what} {done}"))
            raise Killed

    # Every file but those of games is written beside itself and then takes the place of the old one.
    monkeypatch.setattr(Path, "replace", replace)
    folder, going = tmp_path / "run", True
    while going:
        stage, made = "open", None
        try:
            made = expert_run(folder)
            stage = f"{made.iteration} {len(made.gates.reports)}"
            finish(made, progress)
            going = False
        except Killed:
            continue
        finally:
            if made is not None:
                made.close()
    names = [Path(what).name for _, what in killed]
    assert names.count("generations.json") == names.count("gates.json") == 2
    assert names.count("learning-00001.pt") == names.count("network-00002.net") == 1
    assert {"self-play 1", "self-play 4", "match 1", "games.jsonl"} <= set(names)
    assert files(folder) == files(whole)


def test_learning_goes_on_in_the_middle(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexapoda.train.expert import learning

    play_here(monkeypatch)
    monkeypatch.setattr(learning, "SAVED", 0)
    steps = []

    def progress(what: str, done: int, all: int) -> None:
        if what == "learning":
            steps.append(done)
            if len(steps) in (3, 6):
                raise Killed

    for _ in range(2):
        part = expert_run(tmp_path / "run")
        with pytest.raises(Killed):
            part.step(progress)
        part.close()
    assert (tmp_path / "run" / "learning-00001.pt").exists()
    part = expert_run(tmp_path / "run")
    assert part.progress_text == "some games of generation 1"
    finish(part, progress)
    assert steps[:10] == list(range(1, 11)), "no step was done twice"
    assert files(tmp_path / "run") == files(whole)
    assert not list((tmp_path / "run").glob("learning-*"))


@pytest.mark.slow
def test_a_real_kill_and_another_place(whole: Path, tmp_path: Path) -> None:
    config, folder = tmp_path / "small.toml", tmp_path / "run"
    config.write_text(CONFIG.replace("seed = 3", "seed = 1"))
    command = [sys.executable, "-m", "hexapoda", "train", str(config), "--folder", str(folder)]
    match = folder / "matches" / "match-00002" / "games.jsonl"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not match.exists() or not match.stat().st_size:
            assert process.poll() is None
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    moved = tmp_path / "moved"
    shutil.move(folder, moved)
    objects("train", str(config), "--folder", str(moved))
    assert files(moved) == files(whole)


@pytest.mark.slow
def test_a_worse_network_is_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch)
    settings = dataclasses.replace(
        TINY,
        expert=with_expert(start="hex", blocks=6, rate=20.0).expert,
        gate=dataclasses.replace(TINY.gate, games=8, variant="7x7", nodes=50, openings=""),
    )
    folder = tmp_path / "run"
    learner = expert_run(folder, settings)
    assert learner.gate_due and learner.current == 0
    first = learner.gate()
    assert (first.iteration, first.against, first.published) == (0, None, True)
    learner.step()
    second = learner.gate()
    assert second.result is not None and second.against == 0
    assert second.result.score < 0.4 and not second.published
    start = folder / "network-00000.net"
    assert (read_network(start).values == read_network(find_network("hex")).values).all()
    assert learner.network_file.read_bytes() == start.read_bytes()
    # The next games are played with the published network; learning goes on from the last one.
    learner.step()
    learner.close()
    game = json.loads((folder / "games-00002.jsonl").read_text("utf-8").splitlines()[0])
    assert game["terms"]["network"] == hashlib.sha256(start.read_bytes()).hexdigest()
    learned = read_network(folder / "network-00002.net").header.training["learned"]
    assert learned["from"] == hashlib.sha256((folder / "network-00001.net").read_bytes()).hexdigest()
    curve = {one.iteration: one for one in learner.gates.curve()}
    assert curve[0].elo == 0 and curve[1].elo < -50 and curve[1].error > 0
    learner.close()
    published: list[int] = []
    monkeypatch.setattr(Gates, "publish", lambda gates, number: published.append(number))
    expert_run(folder, without_matches(settings)).close()
    assert published == [2], "without matches the last network counts, and no other takes its place before"


def test_without_matches_the_last_network_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_here(monkeypatch)
    settings = dataclasses.replace(
        with_gate(every=0, nodes=0), expert=dataclasses.replace(TINY.expert, window=2), seed=5
    )
    learner = finish(expert_run(tmp_path, settings))
    assert not learner.gates.reports and not (tmp_path / "matches").exists()
    assert (tmp_path / "network.net").read_bytes() == (tmp_path / "network-00002.net").read_bytes()
    learned = read_network(tmp_path / "network.net").header.training["learned"]
    assert len(learned["games"]) == 2 and learned["seed"] == 6
    # Of the games of earlier generations too, what is learned from is what was played.
    games = tmp_path / "games-00001.jsonl"
    games.write_text(games.read_text("utf-8").replace("6x6", "7x7", 1) + "\n", "utf-8")
    longer = expert_run(tmp_path, dataclasses.replace(settings, expert=with_more(settings.expert)))
    longer.step()  # the window has passed
    longer.close()
    (tmp_path / "generations.json").unlink()
    with pytest.raises(UsageError, match=r"generations\.json' has 0 generations, .* beside it has 3"):
        expert_run(tmp_path, settings)


def without_matches(settings: Any) -> Any:
    return dataclasses.replace(settings, gate=dataclasses.replace(settings.gate, every=0))


def with_more(expert: Any) -> Any:
    return dataclasses.replace(expert, generations=3, processes=2)


def test_every_so_many_generations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch)
    settings = dataclasses.replace(with_gate(every=2, time=0.01, nodes=0, openings="none"), seed=2)
    learner = finish(expert_run(tmp_path, settings))
    assert [(one.iteration, one.against) for one in learner.gates.reports] == [(2, None)]
    assert learner.iteration == 2


def test_damage_is_named(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch)
    folder = tmp_path / "run"
    shutil.copytree(whole, folder)
    longer = with_expert(generations=3, window=2)
    fixed = {"expert": {"window": 2}}
    stored = json.loads((folder / "settings.json").read_text("utf-8"))
    stored["expert"] |= fixed["expert"]
    (folder / "settings.json").write_text(json.dumps(stored), "utf-8")

    def go_on() -> None:
        again = expert_run(folder, longer)
        try:
            finish(again)
        finally:
            again.close()

    for name, damage, message in (
        ("generations.json", "{", r"generations\.json' is damaged"),
        ("generations.json", "[{}]", r"generations\.json' is damaged: 'iteration' is missing"),
        ("generations.json", "{}", r"generations\.json' is damaged: expected a list"),
        ("generations.json", "[]", r"generations\.json' has 0 generations, .* beside it has 2"),
        ("gates.json", "[3]", r"gates\.json' is damaged: match 1"),
        ("network-00002.net", "junk", r"network-00002\.net' is (not a network|damaged)"),
        ("games-00002.jsonl", "junk\n", r"games-00002\.jsonl' is damaged: the checksum is wrong"),
        ("games-00003.jsonl", "junk\n", r"games-00003\.jsonl:1: "),
        ("games-00003.jsonl", "my precious file", r"games-00003\.jsonl' is not a file of games"),
        (
            "games-00003.jsonl",
            '{"moves": [], "terms": 3}\n',
            r"games-00003\.jsonl has games with different terms",
        ),
        (
            "learning-00003.pt",
            "junk",
            r"00003\.pt' is damaged: the checksum is wrong; without the file, this",
        ),
        (
            "settings.json",
            '{"game": "hex", "expert": 5}',
            r"settings\.json' is damaged: expert is not a table",
        ),
        ("settings.json", "{", r"cannot read .*settings\.json"),
        ("settings.json", '{"game": "hex", "self_play": {}}', "has a run of another kind"),
        ("settings.json", '{"game": "hex"}', "is not empty and has no training run"),
    ):
        path = folder / name
        content = path.read_bytes() if path.exists() else None
        path.parent.mkdir(exist_ok=True)
        path.write_text(damage, "utf-8")
        if message:
            with pytest.raises(UsageError, match=message):
                go_on()
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    go_on()


def test_matches_of_generations_that_are_missing(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "run")
    (tmp_path / "run" / "progress.jsonl").unlink()
    (tmp_path / "run" / "generations.json").unlink()
    with pytest.raises(
        UsageError, match=r"gates\.json' has a match of .* iteration 2, but the run has reached only 0"
    ):
        expert_run(tmp_path / "run")


def test_a_folder_belongs_to_one_run(whole: Path, tmp_path: Path) -> None:
    from hexapoda.train.run_settings import RunSettings
    from hexapoda.train.training_run import TrainingRun

    with pytest.raises(UsageError, match=r"has a run with a different 'expert\.rate'"):
        expert_run(whole, with_expert(rate=0.5))
    with pytest.raises(UsageError, match="has a run with a different 'seed'"):
        expert_run(whole, dataclasses.replace(TINY, seed=9))
    with pytest.raises(UsageError, match="has a run of another kind"):
        TrainingRun(whole, RunSettings("hex", "3x3"))
    begun = expert_run(whole, dataclasses.replace(with_gate(score=0.7, every=2)))
    assert begun.complete
    with pytest.raises(UsageError, match="another process is training in"):
        expert_run(whole)
    with pytest.raises(UsageError, match="no match is due after generation 2"):
        begun.gate()
    begun.close()


def test_a_run_goes_on_without_its_gpu(whole: Path, tmp_path: Path) -> None:
    shutil.copytree(whole, tmp_path / "run")
    file = tmp_path / "run" / "settings.json"
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), "device": "cuda"}), "utf-8")
    expert_run(tmp_path / "run").close()
    assert json.loads(file.read_text("utf-8"))["device"] == "cpu"


def test_a_start_that_cannot_be_learned_from(tmp_path: Path) -> None:
    shutil.copy(find_network("hex"), tmp_path / "mine.net")
    with pytest.raises(
        UsageError, match=r"expert\.start: .*mine\.net' has 6 blocks, but expert\.blocks is 1"
    ):
        expert_run(tmp_path / "run", with_expert(start="mine.net"), tmp_path)
    with pytest.raises(UsageError, match=r"no network is called '.*none\.net'"):
        expert_run(tmp_path / "run", with_expert(start="none.net"), tmp_path)
    with pytest.raises(UsageError, match="the header says architecture 'board'"):
        expert_run(tmp_path / "run", with_expert(start="hex-5x5"), tmp_path)
    begun = expert_run(tmp_path / "run", with_expert(start="mine.net", blocks=6), tmp_path)
    begun.gate()
    begun.close()
    (tmp_path / "mine.net").unlink()  # it was copied
    begun = expert_run(tmp_path / "run", with_expert(start="mine.net", blocks=6), tmp_path)
    with pytest.raises(UsageError, match="no match is due"):
        begun.gate()
    begun.close()
    (tmp_path / "run" / "network-00000.net").unlink()
    with pytest.raises(UsageError, match=r"cannot read the network .*network-00000\.net"):
        expert_run(tmp_path / "run", with_expert(start="mine.net", blocks=6), tmp_path)


def test_a_network_that_never_plays_is_reported(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexapoda.arena.game_runner import fault_record
    from hexapoda.record import Ending
    from hexapoda.train import arena_gate

    def play_games(settings: Any, numbers: Any, *_: Any) -> Any:
        for number in numbers:
            pairing = settings.pairing(number)
            yield fault_record(pairing, settings, [], pairing.players.index(0), Ending.CRASH, "it crashed")

    monkeypatch.setattr(arena_gate, "play_games", play_games)
    copy_without_last_gate(whole, tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "matches" / "match-00002")
    again = expert_run(tmp_path / "run")
    with pytest.raises(EngineError, match="lost all its games through faults, such as"):
        again.gate()
    again.close()
    monkeypatch.undo()  # whatever the cause was, it has passed
    finish(expert_run(tmp_path / "run"))
    assert files(tmp_path / "run") == files(whole)


def copy_without_last_gate(whole: Path, run: Path) -> None:
    """Copy a run whose last match is played and not yet written down."""
    shutil.copytree(whole, run)
    gates = json.loads((whole / "gates.json").read_text("utf-8"))
    (run / "gates.json").write_text(json.dumps(gates[:1]), "utf-8")
    (run / "progress.jsonl").unlink()


def test_a_damaged_match_is_named(whole: Path, tmp_path: Path) -> None:
    copy_without_last_gate(whole, tmp_path / "run")
    journal = tmp_path / "run" / "matches" / "match-00002" / "games.jsonl"
    journal.write_text(journal.read_text("utf-8").replace("{", "}", 1), "utf-8")
    again = expert_run(tmp_path / "run")
    with pytest.raises(InvalidGameError, match=r"match-00002/games\.jsonl:1: not a game record"):
        again.gate()
    again.close()


def test_games_of_a_match_are_not_thrown_away(whole: Path, tmp_path: Path) -> None:
    copy_without_last_gate(whole, tmp_path / "run")
    games = tmp_path / "run" / "matches" / "match-00002" / "games.jsonl"
    before = games.read_bytes()
    again = expert_run(tmp_path / "run", with_gate(nodes=21))
    with pytest.raises(UsageError, match="match-00002' has games that were played with other settings"):
        again.gate()
    again.close()
    assert games.read_bytes() == before


@pytest.mark.parametrize("left", [1, 200])
def test_a_first_game_that_was_cut_is_played_again(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    play_here(monkeypatch)
    (tmp_path / "run").mkdir()
    shutil.copy(whole / "settings.json", tmp_path / "run")
    start = (whole / "games-00001.jsonl").read_bytes()[:left]
    (tmp_path / "run" / "games-00001.jsonl").write_bytes(start)
    finish(expert_run(tmp_path / "run"))
    assert files(tmp_path / "run") == files(whole)


def test_games_go_on_with_the_network_that_they_began_with(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the settings of the matches now publish another one."""
    play_here(monkeypatch)
    folder = tmp_path / "run"
    longer = with_expert(generations=3)
    shutil.copytree(whole, folder)
    gates = json.loads((folder / "gates.json").read_text("utf-8"))
    gates[-1]["published"] = False
    (folder / "gates.json").write_text(json.dumps(gates), "utf-8")
    (folder / "progress.jsonl").unlink()

    def stop(what: str, done: int, all: int) -> None:
        if (what, done) == ("self-play", 2):
            raise KeyboardInterrupt

    begun = expert_run(folder, longer)
    assert begun.gates.published == 1
    with pytest.raises(KeyboardInterrupt):
        begun.step(stop)
    begun.close()
    later = expert_run(folder, dataclasses.replace(longer, gate=with_gate(every=0).gate))
    later.step()
    later.close()
    used = {game["terms"]["network"] for game in games_of([folder / "games-00003.jsonl"])}
    assert used == {hashlib.sha256((folder / "network-00001.net").read_bytes()).hexdigest()}


def test_boards_have_no_order(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_here(monkeypatch)
    finish(expert_run(tmp_path, with_expert(boards={"7x7": 1, "6x6": 1})))
    assert (tmp_path / "games-00002.jsonl").read_bytes() == (whole / "games-00002.jsonl").read_bytes()


def test_a_folder_whose_path_engines_cannot_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"expected a folder whose path has no ',' and no '='"):
        expert_run(tmp_path / "a=b")


def test_openings_of_a_file_beside_the_settings(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_here(monkeypatch)
    (tmp_path / "lines.txt").write_text("a1 b2 c3\n", "utf-8")
    settings = with_gate(openings="lines.txt")
    made = finish(expert_run(tmp_path / "run", settings, tmp_path))
    journal = Journal(tmp_path / "run" / "matches" / "match-00002")
    assert journal.settings().opening_source == "lines.txt"
    for record in journal.records():
        assert [move.text for move in record.moves[:3]] == ["a1", "b2", "c3"]
    assert made.complete
