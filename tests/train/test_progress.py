"""The log of a run: the same after a kill between any two writes; what is damaged; the games; TensorBoard."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib.util
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexapoda.arena import heartbeat
from hexapoda.arena.journal import Journal
from hexapoda.games import find_game
from hexapoda.record import Ending
from hexapoda.train.played_games import write_self_play
from hexapoda.train.progress import read_progress, write_progress
from hexapoda.train.reports import GateReport, NetworkMatch, WarmReport
from hexapoda.train.run_folder import PROGRESS
from hexapoda.train.run_settings import GateSettings, LearnerSettings, RunSettings, SelfPlaySettings
from hexapoda.train.run_state import RunStateFile, read_run_state
from tests.cli.command_line import complaint, objects
from tests.train.training_runs import CONFIG, TINY, finish, training, weights
from tests.web.run_folders import iterations, matches, random_games

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
needs_tensorboard = pytest.mark.skipif(
    importlib.util.find_spec("tensorboard") is None, reason="TensorBoard is not installed"
)
TIMES = ("seconds", "self_play_seconds", "learning_seconds", "games_per_hour", "positions_per_second")


SHORT = dataclasses.replace(
    TINY,
    iterations=2,
    self_play=SelfPlaySettings(games=8, simulations=4, considered=2),
    learner=LearnerSettings(window=2, updates=2, batch=16),
    gate=GateSettings(every=1, games=4, simulations=4, score=0.0),
)


def lines(folder: Path) -> list[dict[str, Any]]:
    """The log without its times."""
    found = [json.loads(line) for line in (folder / PROGRESS).read_text("utf-8").splitlines()]
    return [{name: value for name, value in one.items() if name not in TIMES} for one in found]


def journals(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted((folder / "matches").rglob("*.json*"))
    }


class Killed(BaseException):
    """Ends a run as a kill does: nothing is written any more."""


@needs_torch
def test_a_kill_before_any_write_loses_no_line_and_doubles_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = training(tmp_path / "whole", SHORT)
    finish(whole)
    expected, games = lines(tmp_path / "whole"), journals(tmp_path / "whole")
    assert [(one["kind"], one["iteration"]) for one in expected] == [
        ("iteration", 1),
        ("match", 1),
        ("iteration", 2),
        ("match", 2),
    ]
    assert list(games) == [
        f"matches/{name}/{file}"
        for name in ("match-00002", "self-play-00001", "self-play-00002")
        for file in ("games.jsonl", "settings.json")
    ]
    folder = tmp_path / "part"
    run, names = killed_before_every_write(folder, SHORT, expected, monkeypatch)
    assert names.count("checkpoint.pt") == names.count("gates.json") == 2 and len(names) > 20
    assert names.count(PROGRESS) >= 3 and names.count("games.jsonl") == 3
    assert weights(run) == weights(whole)
    assert lines(folder) == expected and journals(folder) == games


def killed_before_every_write(
    folder: Path, settings: RunSettings, expected: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> tuple[Any, list[str]]:
    """Train to the end, but kill the run before each file that it writes, once. Return the run and the names
    of the files. Every log on the way must be the beginning of the expected one.
    """
    real, killed, stage = Path.replace, set(), ""

    def replace(path: Path, target: Path) -> Path:
        if (stage, target) not in killed:
            killed.add((stage, target))
            raise Killed
        return real(path, target)

    # Every file of a run is written beside itself and then takes the place of the old one.
    monkeypatch.setattr(Path, "replace", replace)
    while True:
        stage, run = "open", None
        try:
            run = training(folder, settings)
            found = lines(folder) if (folder / PROGRESS).exists() else []
            assert found == expected[: len(found)]
            done = (run.warm.report is not None, run.iteration, len(run.gates.reports))
            assert len(found) == sum(done)
            stage = f"{run.warm.parts} {done}"
            finish(run)
            return run, [target.name for _, target in killed]
        except Killed:
            continue
        finally:
            if run is not None:
                run.close()


@pytest.mark.deep
@needs_torch
def test_a_real_kill(tmp_path: Path) -> None:
    config = tmp_path / "small.toml"
    config.write_text(CONFIG.replace("iterations = 2", "iterations = 500"))
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "hexapoda", "train", str(config), "--folder", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not (folder / PROGRESS).exists() or len(lines(folder)) < 5 or read_run_state(folder) is None:
            assert process.poll() is None
            time.sleep(0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    killed = lines(folder)
    assert read_run_state(folder) is not None, "nobody has removed the file"
    config.write_text(CONFIG.replace("iterations = 2", f"iterations = {len(killed)}"))
    objects("train", str(config), "--folder", str(folder))
    found = lines(folder)
    assert found[: len(killed)] == killed and read_progress(folder).trouble == ""
    numbers = [one["iteration"] for one in found if one["kind"] == "iteration"]
    assert numbers == list(range(1, len(killed) + 1)) and len(found) == 2 * len(killed)
    assert read_run_state(folder) is None


@needs_torch
def test_the_times_of_self_play_survive_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = training(tmp_path)
    clock = iter([0.0, 40.0, 50.0])
    with monkeypatch.context() as patch, pytest.raises(StopIteration):
        patch.setattr(time, "perf_counter", lambda: next(clock))
        run.step()
    run.close()
    again = training(tmp_path)
    report = again.step()
    assert report.self_play_seconds == 40.0 and 0 < report.learning_seconds < 40
    assert report.games_per_hour == 16 * 90 and report.positions_per_second == report.positions / 40
    assert read_progress(tmp_path).iterations == (report,)


# ---- the file --------------------------------------------------------------------------------------


WARM = WarmReport(90, 10, 5000, 3.2, 0.9, 0.25, 12.5)
FIRST = GateReport(0, None, None, True)


def test_a_warm_start_comes_first(tmp_path: Path) -> None:
    write_progress(tmp_path, iterations(2), [FIRST], WARM)
    found = read_progress(tmp_path)
    assert found.warm_start == WARM and found.warm_start.seconds == 12.5 and found.trouble == ""
    assert list(found.iterations) == iterations(2) and list(found.matches) == [FIRST]
    path = tmp_path / PROGRESS
    warm, *others = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert others[0]["kind"] == "match"
    for name, value, message in (
        ("predicted", 1.5, "predicted 1.5: expected a number from 0 to 1"),
        ("games", 3.5, "games 3.5: expected an integer"),
        ("policy_loss", "3", "policy_loss '3': expected a number"),
        ("seconds", -1, "seconds -1: expected a number from 0 to 1e15"),
        ("positions", None, "positions None: expected an integer"),
    ):
        path.write_text(json.dumps({**warm, name: value}) + "\n", "utf-8")
        assert read_progress(tmp_path).trouble == f"{PROGRESS}, line 1: {message}"


def test_what_was_written_is_read(tmp_path: Path) -> None:
    assert read_progress(tmp_path).trouble == "" and not read_progress(tmp_path).iterations
    write_progress(tmp_path, iterations(8), matches(4))
    found = read_progress(tmp_path)
    assert list(found.iterations) == iterations(8) and list(found.matches) == matches(4)
    assert found.iterations[0].self_play_seconds == 2.0 and found.trouble == ""
    written = (tmp_path / PROGRESS).stat()
    write_progress(tmp_path, iterations(8), matches(4))
    assert (tmp_path / PROGRESS).stat().st_ino == written.st_ino, "what is there is not written again"


def test_damage_is_named_with_its_line(tmp_path: Path) -> None:
    write_progress(tmp_path, iterations(4), matches(2))
    path = tmp_path / PROGRESS
    good = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    match = next(k for k, one in enumerate(good) if one["kind"] == "match" and one["result"])

    def changed(line: int, name: str, value: Any) -> list[Any]:
        return [*good[:line], {**good[line], name: value}, *good[line + 1 :]]

    result = good[match]["result"]
    for line, damaged, message in (
        (2, changed(1, "iteration", 3), "iteration 3: expected 2"),
        (2, changed(1, "games", "16"), "games '16': expected an integer"),
        (2, changed(1, "games", True), "games True: expected an integer"),
        (2, changed(1, "plies", None), "plies None: expected a number"),
        (2, changed(1, "policy_loss", float("nan")), "policy_loss nan: expected a number from 0 to 1e15"),
        (2, changed(1, "value_loss", 1e300), "value_loss 1e+300: expected a number from 0 to 1e15"),
        (2, changed(1, "positions", 10**400), "000: expected a number from 0 to 1e15"),
        (2, changed(1, "self_play_seconds", -1), "self_play_seconds -1: expected"),
        (2, changed(1, "learning_seconds", 1e-308), "1e-308: expected 0, or at least 0.001"),
        (2, changed(1, "games", 0), "games 0: expected at least 1"),
        (2, changed(1, "decisive", 17), "17 of 16 games are decisive"),
        (2, [good[0], {"kind": "iteration"}], "'iteration' is missing"),
        (2, [good[0], []], "list indices must be integers"),
        (2, [good[0], 5], "'int' object"),
        (match + 1, changed(match, "against", 1), "expected a match against 2"),
        (match + 1, changed(match, "iteration", 3), "a match after iteration 3: expected one after 4"),
        (match + 1, changed(match, "result", {**result, "wins": 99}), "no match has the counts"),
        (match + 1, changed(match, "result", {**result, "wins": 10**30}), "expected eight counts"),
        (match + 1, changed(match, "result", None), "expected a match against 2"),
    ):
        path.write_text("".join(json.dumps(one) + "\n" for one in damaged), "utf-8")
        found = read_progress(tmp_path)
        assert found.trouble.startswith(f"{PROGRESS}, line {line}: ") and message in found.trouble
        assert len(found.iterations) + len(found.matches) == line - 1
    path.write_text("[" * 100_000, "utf-8")
    assert read_progress(tmp_path).trouble.startswith(f"{PROGRESS}, line 1: ")
    with path.open("wb") as file:
        file.truncate(17 * 1024**2)
    assert read_progress(tmp_path).trouble == f"{PROGRESS}: more than 16777216 bytes"


# ---- the games -------------------------------------------------------------------------------------


@needs_torch
def test_the_games_of_a_match_are_those_that_counted(tmp_path: Path) -> None:
    run = training(tmp_path)
    finish(run)
    report = run.gates.reports[-1]
    journal = Journal(tmp_path / "matches" / "match-00003")
    settings, records = journal.settings(), list(journal.records())
    assert len(records) == settings.total == 10 and settings.names[0] == "net:network-00003.net"
    points = [record.score_of(settings.pairing(record.number).players.index(0)) or 0.0 for record in records]
    assert points.count(1.0) == report.result.wins and points.count(0.0) == report.result.losses
    pairs = [first + second for first, second in zip(points[::2], points[1::2], strict=True)]
    assert [pairs.count(half / 2) for half in range(5)] == list(report.result.pairs)
    for record in records:
        opening = settings.pairing(record.number).opening.moves
        book = tuple(move.text for move in record.moves if move.book)
        assert book == opening and len(opening) == TINY.gate.random_plies
        position = find_game("hex").initial("3x3", {})
        find_game("hex").play_texts(position, [move.text for move in record.moves])
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == record.winner
    own = list(Journal(tmp_path / "matches" / "self-play-00001").records())
    assert len(own) == 4 and all(record.ending is Ending.NORMAL for record in own)


def test_a_cut_game_is_recorded_as_a_draw(tmp_path: Path) -> None:
    settings = RunSettings("hive", "Base", self_play=SelfPlaySettings(max_plies=6))
    write_self_play(tmp_path, settings, 7, random_games(settings, 2, random_plies=3))
    first, _ = Journal(tmp_path / "matches" / "self-play-00007").records()
    assert (first.ending, first.winner, first.finished, first.plies) == (Ending.MOVE_CAP, None, True, 6)
    assert [move.book for move in first.moves] == [True] * 3 + [False] * 3
    network = "network after iteration 6"
    assert [player.name for player in first.players] == [network, f"{network} (2)"]


# ---- what it does now ------------------------------------------------------------------------------


def test_the_state_follows_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "_PAUSE", 0.01)

    def until(wanted: Callable[[Any], bool]) -> Any:
        end = time.monotonic() + 30
        while not ((found := read_run_state(tmp_path)) and wanted(found)):
            assert time.monotonic() < end
            time.sleep(0.005)
        return found

    with RunStateFile(tmp_path, 1) as state:
        assert until(lambda found: True).work == ""
        state.work(1, "self-play", 3, 8)
        first = until(lambda found: found.done == 3)
        state.work(1, "self-play", 4, 8)
        assert until(lambda found: found.done == 4).since == first.since
        state.work(1, "learning", 1, 5)
        later = until(lambda found: found.work == "learning")
        assert later.since >= first.since and (later.iteration, later.done, later.all) == (1, 1, 5)
    assert read_run_state(tmp_path) is None


# ---- TensorBoard -----------------------------------------------------------------------------------


def scalars(folder: Path, name: str) -> list[tuple[int, float]]:
    """The points of a curve."""
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

    [file] = (folder / "tensorboard").iterdir()
    return [
        (event.step, round(value.tensor.float_val[0], 4))
        for event in EventFileLoader(str(file)).Load()
        for value in event.summary.value
        if value.tag == name
    ]


@needs_torch
@needs_tensorboard
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_event_files_have_every_step_once(tmp_path: Path) -> None:
    from hexapoda.train.event_files import EventFiles

    def steps(name: str) -> list[tuple[int, float]]:
        return scalars(tmp_path, name)

    with contextlib.closing(EventFiles(tmp_path)) as files:
        files.update(iterations(3), matches(1))
        files.update(iterations(4), matches(2))
    assert steps("loss/policy") == [(1, 2.0), (2, 1.0), (3, 0.6667), (4, 0.5)]
    elo = [steps(f"elo/{name}") for name in ("rating", "low", "high")]
    with contextlib.closing(EventFiles(tmp_path)) as files:  # the run goes on
        files.update(iterations(4), matches(2))
        files.update(iterations(5), matches(2))
    assert steps("loss/value") == [(1, 1.0), (2, 0.5), (3, 0.3333), (4, 0.25), (5, 0.2)]
    assert [steps(f"elo/{name}") for name in ("rating", "low", "high")] == elo
    [(two, first), (four, rating)], [(_, low)], [(_, high)] = elo
    assert (two, first, four) == (2, 0, 4) and low < rating < high


@needs_torch
@needs_tensorboard
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_event_files_begin_with_the_warm_start(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    from hexapoda.train.event_files import EventFiles

    with contextlib.closing(EventFiles(tmp_path)) as files:
        files.update([], [FIRST])
    shown = EventAccumulator(str(tmp_path / "tensorboard")).Reload()
    with contextlib.closing(EventFiles(tmp_path)) as files:  # the run goes on while somebody looks
        files.update([], [FIRST])
    assert [one.step for one in shown.Reload().Scalars("elo/rating")] == [0]


@needs_torch
@needs_tensorboard
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_elo_in_event_files_is_that_of_the_time_of_the_match(tmp_path: Path) -> None:
    """A network that loses all games changes all ratings: but not when the run is interrupted after it."""
    from hexapoda.train.event_files import EventFiles

    lost = GateReport(8, 6, NetworkMatch.of(0, 0, 6, (3, 0, 0, 0, 0)), False)
    measured = [*matches(3)[:2], dataclasses.replace(matches(3)[2], published=True), lost]
    found = []
    for number, parts in enumerate(((1, 2, 3, 4), (4,))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with contextlib.closing(EventFiles(folder)) as files:
            for count in parts:
                files.update(iterations(2 * count), measured[:count])
        found.append(scalars(folder, "elo/rating"))
    assert found[0] == found[1] and [step for step, _ in found[0]] == [2, 4, 6, 8]


@needs_torch
@needs_tensorboard
def test_the_command_writes_event_files(tmp_path: Path) -> None:
    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    command = ("train", str(config), "--folder", str(tmp_path / "run"), "--tensorboard")
    objects(*command)
    [file] = (tmp_path / "run" / "tensorboard").iterdir()
    size = file.stat().st_size
    objects(*command)
    [again] = (tmp_path / "run" / "tensorboard").iterdir()
    assert again.name != file.name and again.stat().st_size > size / 2


@needs_torch
def test_without_tensorboard_its_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    config = tmp_path / "small.toml"
    config.write_text(CONFIG)
    message = complaint("train", str(config), "--folder", str(tmp_path / "run"), "--tensorboard")
    assert "pip install 'hexapoda[tensorboard]'" in message
