"""Matches of a run's networks against engines."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hexapoda.arena.journal import Journal
from hexapoda.cli.train_report import print_curve
from hexapoda.errors import UsageError
from hexapoda.nets.network_file import read_network
from hexapoda.train.progress import read_progress
from hexapoda.train.reports import GateReport, NetworkMatch, RatingMatch, elo_curve, engine_ratings
from hexapoda.train.run_folder import gate_name, is_games_name
from hexapoda.train.run_settings import settings_of
from tests.cli.command_line import complaint, objects, run
from tests.train.training_runs import CONFIG, TINY, finish, training

needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
ENGINES = ("random:seed=3", "mcts:seed=3,nodes=40")
GATED = replace(TINY, iterations=4, gate=replace(TINY.gate, games=12, engines=ENGINES))


def match(wins: int, losses: int) -> NetworkMatch:
    """A match in which the same player won both games of a pair, as far as possible."""
    return NetworkMatch.of(wins, 0, losses, (losses // 2, 0, wins % 2, 0, wins // 2))


def test_engines_are_rated_with_the_networks() -> None:
    level, weak = "alphabeta:level=3", "random"
    reports = [
        GateReport(2, None, None, True, engines=(RatingMatch(level, match(10, 90)),)),
        GateReport(
            4,
            2,
            match(90, 10),
            True,
            engines=(RatingMatch(level, match(50, 50)), RatingMatch(weak, match(99, 1))),
        ),
    ]
    first, second = elo_curve(reports)
    assert (first.iteration, first.elo) == (2, 0) and second.iteration == 4
    (strongest, elo, error), (other, less, _) = engine_ratings(reports)
    assert (strongest, other) == (level, weak)
    assert elo == pytest.approx(second.elo, abs=1) and 300 < elo < 420 and 50 < error < 150
    assert less < -300
    for number, report in enumerate(reports):
        assert GateReport.from_json(report.to_json(), "result", reports[:number]) == report
    assert elo_curve(reports[:1]) == [], "one network alone has no curve"
    before, zero = elo_curve(reports, zero=4)
    assert zero.elo == 0 and (before.elo, before.error) == pytest.approx((-second.elo, second.error))
    # An engine that lost every game has no Elo, and does not change that of the networks.
    hopeless = RatingMatch("random:seed=1", match(100, 0))
    more = [reports[0], replace(reports[1], engines=(*reports[1].engines, hopeless))]
    assert elo_curve(more) == elo_curve(reports) and engine_ratings(more) == engine_ratings(reports)
    twice = reports[1].to_json() | {"engines": [reports[0].to_json()["engines"][0]] * 2}
    with pytest.raises(ValueError, match="different engines"):
        GateReport.from_json(twice, "result", reports[:1])


def test_names_and_settings() -> None:
    names = {gate_name(4, engine) for engine in ("random", "mcts", "a:b=/c d\n")}
    assert len(names) == 3 and all(map(is_games_name, names))
    for wrong in ("match-00004-engine-", "match-00004-engine-12345678/..", "match-00004-engine-1234567G"):
        assert not is_games_name(wrong)
    table = {"game": "hex", "gate": {"engines": ["random", "mcts"]}}
    assert settings_of(table).gate.engines == ("random", "mcts")
    for value in ("random", ["random", 3], {"a": "b"}):
        with pytest.raises(UsageError, match=r'gate.engines must be a list of strings, such as \["a", "b"\]'):
            settings_of({"game": "hex", "gate": {"engines": value}})
    with pytest.raises(UsageError, match=r"gate\.engines must be at most 16 engines"):
        settings_of({"game": "hex", "gate": {"engines": [f"mcts:seed={seed}" for seed in range(17)]}})


def test_the_table_has_the_engines(capsys: pytest.CaptureFixture[str]) -> None:
    engine = RatingMatch("mcts:nodes=9", match(30, 10))
    reports = [GateReport(2, None, None, True), GateReport(4, 2, match(30, 10), True, engines=(engine,))]
    gates = SimpleNamespace(reports=reports, curve=lambda: elo_curve(reports))
    print_curve(cast("Any", SimpleNamespace(gates=gates, unit="iteration")))
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows] == ["iteration", "2", "4", "mcts:nodes=9"]
    assert rows[1][1] == rows[3][1] == "+0" and rows[2][1].startswith("+1")


@needs_torch
def test_each_measured_network_meets_the_engines(tmp_path: Path) -> None:
    whole = training(tmp_path / "whole", GATED)
    finish(whole)
    reports = whole.gates.reports
    assert [[one.against for one in report.engines] for report in reports] == [list(ENGINES)] * 2
    assert all(one.result.wins + one.result.losses == 6 for report in reports for one in report.engines)
    assert read_progress(whole.folder).matches == tuple(reports)
    assert [one.iteration for one in whole.gates.curve()] == [2, 4]
    assert {text for text, *_ in engine_ratings(reports)} == set(ENGINES)
    journal = Journal(whole.folder / "matches" / gate_name(4, ENGINES[1]))
    assert len(list(journal.records())) == 6
    assert journal.settings().engines == ("net:network-00004.net", "mcts:seed=3")
    whole.close()
    # An engine that was added later is met by the last network, and by those after it.
    more = replace(GATED, gate=replace(GATED.gate, engines=(*ENGINES, "montecarlo:seed=1,nodes=30")))
    again = training(tmp_path / "whole", more)
    assert again.gate_due and not again.complete
    finish(again)
    assert [len(report.engines) for report in again.gates.reports] == [2, 3]
    again.close()


@needs_torch
def test_a_match_against_an_engine_goes_on(tmp_path: Path) -> None:
    run = training(tmp_path / "run", GATED)
    run.step()
    run.step()
    seen: list[tuple[int, int]] = []

    def cut(what: str, done: int, all: int) -> None:
        seen.append((done, all))
        if seen.count((3, 6)) == 2:  # in the match against the second engine
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.gate(cut)
    run.close()
    again = training(tmp_path / "run", GATED)
    [report] = again.gates.reports
    assert [one.against for one in report.engines] == [ENGINES[0]] and again.gate_due
    played = Journal(again.folder / "matches" / gate_name(2, ENGINES[1]))
    kept = list(played.records())
    assert 3 <= len(kept) < 6
    again.gate()
    assert list(played.records())[: len(kept)] == kept
    assert len(again.gates.reports[0].engines) == 2 and not again.gate_due
    again.close()


@needs_torch
@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ('engines = ["nothing"]', "gate.engines, 'nothing': no hex engine is called 'nothing'"),
        ('engines = ["mcts:seed=x"]', "gate.engines, 'mcts:seed=x': "),
        ('engines = ["mcts:nodes=abc"]', "gate.engines, 'mcts:nodes=abc': "),
        ('engines = ["random"]\nrandom_plies = 9', "gate.engines, 'random': "),
        ('engines = ["random"]\nrandom_plies = 1000', "gate.random_plies must be at most 999"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(tmp_path: Path, setting: str, message: str) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"{CONFIG}{setting}\n", "utf-8")
    assert message in complaint("train", str(config), "--folder", str(tmp_path / "run"))
    assert not (tmp_path / "run").exists()


@needs_torch
def test_a_match_of_other_weights_or_settings_is_played_again(tmp_path: Path) -> None:
    first = training(tmp_path / "run", replace(GATED, iterations=2))
    finish(first)
    first.close()
    [report] = first.gates.reports
    for path in (tmp_path / "run").iterdir():
        if path.name not in ("matches", "settings.json"):
            path.unlink()
    other = replace(GATED, iterations=2, learner=replace(GATED.learner, learning_rate=0.05))
    second = training(tmp_path / "run", other)
    finish(second)
    assert second.gates.reports[0].engines != report.engines
    header = read_network(second.network_file).header
    assert "engines" not in header.training["settings"]["gate"], "they may have private paths"
    second.close()


@needs_torch
def test_the_command_prints_the_matches_against_engines(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(CONFIG + 'engines = ["random:seed=3"]\n', "utf-8")
    text = run("train", str(config), "--folder", str(tmp_path / "run")).stdout
    assert text.count("against random:seed=3 +") == 2
    config.write_text(config.read_text("utf-8").replace("iterations = 2", "iterations = 3"), "utf-8")
    found: list[Any] = objects("train", str(config), "--folder", str(tmp_path / "run"), "--json")
    [last] = [one for one in found if one["kind"] == "match"]
    assert [one["against"] for one in last["engines"]] == ["random:seed=3"]
