"""Matches between networks of a run: the games, what is published, going on, and damage."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexapoda._core import nn
from hexapoda.arena.statistics import Encounter, Pentanomial, bradley_terry
from hexapoda.arena.statistics.elo import variance_ratio
from hexapoda.errors import UsageError
from hexapoda.games import find_game
from hexapoda.nets.network_file import read_network
from hexapoda.registry import parse_engine
from hexapoda.train import network_match
from hexapoda.train.gates import Gates, older_networks
from hexapoda.train.network_match import play_gate
from hexapoda.train.progress import read_progress
from hexapoda.train.reports import GateReport, NetworkMatch, RatingMatch, elo_curve
from hexapoda.train.run_settings import (
    GateSettings,
    LearnerSettings,
    NetworkSettings,
    RunSettings,
    SelfPlaySettings,
)
from tests.nn.plain_board_network import weight_count

RUN = RunSettings(
    "hex",
    "3x3",
    iterations=4,
    threads=1,
    network=NetworkSettings(channels=4, blocks=1),
    self_play=SelfPlaySettings(games=8, simulations=4, considered=2),
    learner=LearnerSettings(window=2, updates=2, batch=16),
    gate=GateSettings(every=2, games=16, simulations=4, random_plies=3),
)
needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


def with_gate(**gate: Any) -> RunSettings:
    return dataclasses.replace(RUN, gate=dataclasses.replace(RUN.gate, **gate))


def network(seed: int) -> nn.BoardNetwork:
    """A network for Hex 3x3 with random weights, which knows nothing."""
    encodings = find_game("hex").encodings
    assert encodings is not None
    planes, height, width = encodings.encoder("planes", "3x3", {}).shape
    sizes = {"planes": planes, "height": height, "width": width, "channels": 4, "blocks": 1}
    sizes |= {"kinds": 1, "others": 0}
    weights = np.random.default_rng(seed).normal(0, 0.5, weight_count(sizes)).astype(np.float32)
    return nn.BoardNetwork(weights=weights, **sizes)


def match(*arguments: Any, **settings: Any) -> NetworkMatch:
    return network_match.play_match(*arguments, **settings)[0]


def test_a_network_is_as_strong_as_itself() -> None:
    same = match(RUN, network(1), network(1), seed=3)
    assert same.pairs == (0, 0, 8, 0, 0) and (same.wins, same.draws, same.losses) == (8, 0, 8)
    assert (same.score, same.elo) == (0.5, 0.0)


def test_a_match_follows_from_its_seed_and_its_colors() -> None:
    settings = with_gate(games=60, simulations=2)
    steps: list[tuple[int, int]] = []
    found = match(settings, network(1), network(2), 3, lambda done, all: steps.append((done, all)))
    assert found == match(dataclasses.replace(settings, threads=3), network(1), network(2), seed=3)
    assert found != match(settings, network(1), network(2), seed=4)
    assert steps[-1] == (60, 60) and sorted(steps) == steps
    swapped = match(settings, network(2), network(1), seed=3)
    assert swapped.pairs == found.pairs[::-1] and (swapped.wins, swapped.losses) == (found.losses, found.wins)
    assert found.wins + found.losses == 60 == 2 * sum(found.pairs)


def test_with_a_long_search_both_play_well() -> None:
    def points(simulations: int) -> float:
        return match(with_gate(games=60, simulations=simulations), network(5), network(6), 1).score

    assert points(1) != 0.5 and abs(points(600) - 0.5) < 0.1


def test_openings_differ() -> None:
    """Each has as many random plies, so that few pairs are the same game."""
    found = match(with_gate(games=200, simulations=2), network(1), network(2), seed=3)
    assert found.low is not None and found.high is not None and found.high - found.low > 40


def test_games_that_are_cut_are_draws() -> None:
    short = dataclasses.replace(RUN, self_play=dataclasses.replace(RUN.self_play, max_plies=4))
    found = match(short, network(1), network(2), seed=3)
    assert found.draws == 16 and found.pairs == (0, 0, 8, 0, 0)


def reports(*results: tuple[int, int, tuple[int, int, int, int, int], bool]) -> list[GateReport]:
    """Of matches as (iteration, against, pairs, published)."""
    made = [GateReport(2, None, None, True)]
    for iteration, against, pairs, published in results:
        wins, draws = divmod(sum(k * count for k, count in enumerate(pairs)), 2)
        result = NetworkMatch.of(wins, draws, 2 * sum(pairs) - wins - draws, pairs)
        made.append(GateReport(iteration, against, result, published))
    return made


def test_the_curve_adds_the_matches_up(tmp_path: Path) -> None:
    gates = Gates(tmp_path, partial(play_gate, tmp_path, RUN), due=RUN.match_due, score=0.5, older=0)
    assert gates.curve() == []
    gates.reports = reports(
        (4, 2, (5, 0, 40, 0, 55), True), (6, 4, (30, 0, 50, 0, 20), False), (8, 4, (0, 0, 50, 0, 50), True)
    )
    curve = {rating.iteration: rating for rating in gates.curve()}
    assert list(curve) == [2, 4, 6, 8] and curve[2].elo == curve[2].error == 0
    assert curve[4].elo == pytest.approx(191, abs=1)
    assert curve[6].elo == pytest.approx(191 - 35, abs=1)
    assert curve[8].elo == pytest.approx(191 + 191, abs=1)
    assert 0 < curve[4].error < curve[8].error and not curve[8].drawn_game_added
    assert_most_likely(gates)
    assert gates.published == 8
    gates.reports = reports((4, 2, (0, 0, 0, 0, 100), True))
    assert gates.curve()[1].drawn_game_added and gates.curve()[1].elo > 700
    gates.reports = reports(
        (4, 2, (0, 0, 0, 0, 100), True), (6, 4, (9, 5, 20, 7, 9), True), (8, 6, (40, 0, 9, 0, 1), False)
    )
    assert_most_likely(gates)


def test_matches_against_older_networks_bring_a_curve_down() -> None:
    """Each network beats the one before by far, and the first one by no more."""
    steps = reports(*((one, one - 2, (5, 0, 40, 0, 55), True) for one in (4, 6, 8)))
    sums = {one.iteration: one for one in elo_curve(steps)}
    assert sums[8].elo == pytest.approx(3 * 191, abs=1)
    far = NetworkMatch.of(150, 0, 50, (5, 0, 40, 0, 55))
    linked = [*steps[:-1], dataclasses.replace(steps[-1], older=(RatingMatch(2, far),))]
    curve = {one.iteration: one for one in elo_curve(linked)}
    assert 191 < curve[8].elo < 3 * 191 and curve[8].error < sums[8].error


@pytest.mark.parametrize(
    ("known", "most", "met"),
    [
        ([(0, None)], 2, []),
        ([(0, None), (1, 0)], 2, []),
        ([(0, None), (1, 0), (2, 1)], 2, [0]),
        ([(0, None), (1, 0), (2, 0)], 2, []),  # it met that one already
        ([(number, number - 1 if number else None) for number in range(10)], 2, [7, 5]),
        ([(number, number - 1 if number else None) for number in range(10)], 3, [7, 5, 1]),
        ([(number, number - 1 if number else None) for number in range(10)], 0, []),
    ],
)
def test_older_networks_are_met_further_and_further_back(
    known: list[tuple[int, int | None]], most: int, met: list[int]
) -> None:
    found = [GateReport(iteration, against, None, True) for iteration, against in known]
    assert older_networks(found, most) == met


def assert_most_likely(gates: Gates) -> None:
    """The ratings are those of the pool of all networks."""
    met = [
        Encounter(
            str(one.iteration),
            str(one.against),
            one.result.score * 2 * sum(one.result.pairs),
            2 * sum(one.result.pairs),
            variance_ratio(Pentanomial(one.result.pairs)),
        )
        for one in gates.reports
        if one.result is not None
    ]
    pool = {int(rating.name): rating for rating in bradley_terry(met, anchor="2")}
    for rating in gates.curve():
        other = pool[rating.iteration]
        assert (rating.elo, rating.error) == pytest.approx((other.elo, other.error), abs=1e-6)
        assert rating.drawn_game_added == other.held


@needs_torch
def test_older_matches_that_were_cut_are_played_when_the_run_goes_on(tmp_path: Path) -> None:
    longer = dataclasses.replace(RUN, iterations=8)
    whole = training(tmp_path / "whole", longer)
    wanted = finish(whole)
    assert [[one.against for one in report.older] for report in wanted] == [[], [], [2], [4]]
    [last] = wanted[-1].older
    assert last.result.wins + last.result.draws + last.result.losses == RUN.gate.games // 2
    assert (tmp_path / "whole" / "matches" / "match-00008-00004" / "games.jsonl").exists()

    run = training(tmp_path / "cut", longer)
    while not (run.iteration == 8 and run.gate_due):
        run.gate() if run.gate_due else run.step()
    ended = []

    def stop(what: str, done: int, all: int) -> None:
        ended.append((done, all))
        if ended.count((all, all)) and len(run.gates.reports) == 4:  # the first match is over
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.gate(stop)
    run.close()
    again = training(tmp_path / "cut", longer)
    assert again.gates.reports[-1].older == () and again.gate_due and not again.complete
    finish(again)
    assert again.gates.reports == wanted and again.complete
    assert read_progress(tmp_path / "cut").matches == tuple(wanted)
    again.close()
    # Without the older network the run is complete too: that match decides nothing.
    gates = json.loads((tmp_path / "cut" / "gates.json").read_text("utf-8"))
    gates[-1]["older"] = []
    (tmp_path / "cut" / "gates.json").write_text(json.dumps(gates), "utf-8")
    (tmp_path / "cut" / "network-00004.net").rename(tmp_path / "kept.net")
    assert training(tmp_path / "cut", longer).complete


def training(folder: Path, settings: RunSettings = RUN) -> Any:
    from hexapoda.train.training_run import TrainingRun

    return TrainingRun(folder, settings)


def finish(run: Any) -> list[GateReport]:
    return [
        report
        for report in iter(lambda: None if run.complete else run.gate() if run.gate_due else run.step(), None)
        if isinstance(report, GateReport)
    ]


@needs_torch
def test_a_network_waits_for_its_match(tmp_path: Path) -> None:
    run = training(tmp_path)
    with pytest.raises(UsageError, match="no match is due after iteration 0"):
        run.gate()
    run.step()
    assert not run.gate_due and run.network_file.exists(), "before the first match each network is published"
    run.step()
    assert run.gate_due and not run.complete
    with pytest.raises(UsageError, match="a match is due"):
        run.step()
    assert run.gate() == GateReport(2, None, None, True)
    assert run.network_file.read_bytes() == (tmp_path / "network-00002.net").read_bytes()


@needs_torch
@pytest.mark.parametrize(("score", "published"), [(0.0, 4), (1.01, 2)])
def test_the_score_decides_what_is_published(tmp_path: Path, score: float, published: int) -> None:
    run = training(tmp_path, with_gate(score=score))
    found = finish(run)
    assert [(one.iteration, one.against) for one in found] == [(2, None), (4, 2)]
    assert found[1].published == (published == 4) and run.gates.published == published
    file, wanted = (read_network(tmp_path / f"network{which}.net") for which in ("", f"-0000{published}"))
    assert (file.values == wanted.values).all() and wanted.header.elo is None
    [first, last] = run.gates.curve()
    low, value, high = (round(last.elo + error) for error in (-last.error, 0, last.error))
    elo = {"value": value, "low": low, "high": high, "against": "network 2 of its run"}
    engines = (
        parse_engine(f"net:{tmp_path}/network{which}.net", "hex") for which in ("", f"-0000{published}")
    )
    assert len({engine.version() for engine in engines}) == 1, "the Elo does not make it another engine"
    assert first.elo == 0 and file.header.elo == (elo if published == 4 else None)


@needs_torch
def test_a_run_that_ends_in_a_match_goes_on_with_it(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole")
    wanted = finish(whole)
    run = training(tmp_path / "cut")
    while run.iteration < 4:
        run.gate() if run.gate_due else run.step()

    def stop(what: str, done: int, all: int) -> None:
        raise KeyboardInterrupt(what)

    with pytest.raises(KeyboardInterrupt, match="match"):
        run.gate(stop)
    run.close()
    # As if it was killed before the copy was written.
    (tmp_path / "cut" / "network.net").unlink()
    again = training(tmp_path / "cut")
    assert again.gate_due and again.network_file.exists()
    assert finish(again) == wanted[1:] and again.gates.reports == whole.gates.reports
    assert again.network_file.read_bytes() == whole.network_file.read_bytes()
    again.close()
    reopened = training(tmp_path / "cut")
    assert reopened.complete and reopened.gates.reports == wanted


@needs_torch
def test_the_last_network_is_measured_too_and_none_without_gates(tmp_path: Path) -> None:
    odd = dataclasses.replace(RUN, iterations=3)
    assert [one.iteration for one in finish(training(tmp_path / "odd", odd))] == [2, 3]
    off = training(tmp_path / "off", with_gate(every=0))
    assert finish(off) == [] and off.network_file.exists()
    assert not (tmp_path / "off" / "gates.json").exists()


@needs_torch
def test_damage_to_the_matches_is_named(tmp_path: Path) -> None:
    run = training(tmp_path)
    finish(run)
    run.close()
    gates = tmp_path / "gates.json"
    whole = gates.read_text("utf-8")

    def changed(entry: int, name: str, value: Any) -> str:
        stored = json.loads(whole)
        stored[entry][name] = value
        return json.dumps(stored)

    good = json.loads(whole)[1]["counts"]
    counts = [
        {**good, **odd}
        for odd in ({"pairs": [1, 2]}, {"wins": 99}, {"wins": "2"}, {"draws": 1.0}, {"pairs": [0] * 5})
    ]
    for damaged in (
        whole[:-9],
        "[1]",
        "{}",
        '[{"iteration": 2}]',
        "[" * 100_000,
        changed(1, "iteration", None),
        changed(1, "iteration", 2),
        changed(1, "against", 3),
        changed(1, "published", "no"),
        changed(1, "counts", None),
        changed(0, "counts", good),
        *(changed(1, "counts", odd) for odd in counts),
        json.dumps(json.loads(whole) * 2),
    ):
        gates.write_text(damaged, "utf-8")
        with pytest.raises(UsageError, match=r"gates.json' is damaged"):
            training(tmp_path)
    gates.write_text(whole, "utf-8")
    file = tmp_path / f"network-{run.gates.published:05}.net"
    content = file.read_bytes()
    file.unlink()
    with pytest.raises(UsageError, match="cannot read the network"):
        training(tmp_path)
    copy = run.network_file.read_bytes()
    other = (tmp_path / f"network-{6 - run.gates.published:05}.net").read_bytes()
    for damaged_file, message in (
        (content[:-1] + bytes([content[-1] ^ 1]), "is damaged"),
        (other, "is not the network after"),
    ):
        file.write_bytes(damaged_file)
        with pytest.raises(UsageError, match=f"{file.name}.*{message}"):
            training(tmp_path)
    assert run.network_file.read_bytes() == copy, "the good copy stays"


@needs_torch
def test_a_run_from_before_there_were_gates_goes_on(tmp_path: Path) -> None:
    run = training(tmp_path, with_gate(every=0))
    finish(run)
    run.close()
    path = tmp_path / "settings.json"
    stored = json.loads(path.read_text("utf-8"))
    del stored["gate"]
    path.write_text(json.dumps(stored), "utf-8")
    again = training(tmp_path)
    assert again.gate_due and finish(again) == [GateReport(4, None, None, True)]
    again.close()
    assert json.loads(path.read_text("utf-8"))["gate"] == {**dataclasses.asdict(RUN.gate), "engines": []}
    assert training(tmp_path).complete


@needs_torch
def test_a_run_may_be_made_shorter_and_its_matches_changed(tmp_path: Path) -> None:
    run = training(tmp_path, with_gate(every=3))
    run.step()
    run.close()
    short = training(tmp_path, dataclasses.replace(with_gate(every=3, games=4), iterations=1))
    assert short.gate_due and finish(short) == [GateReport(1, None, None, True)]
    short.close()
    off = training(tmp_path, with_gate(every=0))
    off.step()
    assert off.complete is False and off.network_file.read_bytes() != off.gates.file(1).read_bytes()


@needs_torch
def test_a_kill_before_the_first_network_is_written(tmp_path: Path) -> None:
    run = training(tmp_path)
    run.step()
    run.close()
    run.network_file.unlink()
    assert training(tmp_path).network_file.exists()
