"""The check of HTP engines finds every fault; engines of Hex are added, asked and matched by their names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hexapoda.arena.game_runner import make_seats, play_game
from hexapoda.arena.settings import MatchSettings
from hexapoda.cli.htp_entry import main
from hexapoda.clock import TimeControl
from hexapoda.engines.external import ExternalEngine, add_external
from hexapoda.protocols.conformance import CheckResult, ConformanceReport, check_conformance
from hexapoda.protocols.connection import Timeouts
from hexapoda.protocols.htp.client import HtpEngine
from hexapoda.record import Ending, GameRecord
from tests.cli.command_line import complaint, objects, run
from tests.protocols.fake_uhp import PATIENT, QUICK, nothing_left
from tests.protocols.test_htp_client import FAKE, OURS


def checked(*command: str, timeouts: Timeouts = QUICK) -> ConformanceReport:
    told: list[CheckResult] = []
    with nothing_left():
        engine = HtpEngine(command, name="fake", timeouts=timeouts)
        report = check_conformance(engine, games=1, on_check=told.append)
    assert tuple(told) == report.checks
    return report


def differing(report: ConformanceReport) -> dict[str, str]:
    return {check.name: check.detail for check in report.checks if not check.ok}


def test_our_own_server_conforms() -> None:
    report = checked(*OURS, "random:seed=2", timeouts=PATIENT)
    assert report.conforms, differing(report)
    assert report.identity == "hexapoda-random 0.1.0"
    assert {"5x5", "11x11", "19x19"} <= set(report.variants)
    assert "param_engine [string] max_time 10.0" in report.options
    assert {"loadsgf", "param_game"} <= set(report.extensions) and "play" not in report.extensions
    details = {check.name: check.detail for check in report.checks}
    assert int(details["legal moves"].split()[0]) > 100


def test_mohex_and_its_swap_conform() -> None:
    report = checked(*FAKE, "mohex")
    assert report.conforms, differing(report)
    assert "it swaps 2 of 2 first stones, and the game goes on" in [c.detail for c in report.checks]


@pytest.mark.parametrize(
    ("modes", "found"),
    [
        (
            ("forgets-a-cell", "keeps-its-board", "stubborn"),
            {
                "legal moves": "after '4x6': it lacks 1, such as 'd6'",
                "best moves": "it adds 1, such as",
                "quit": "it is still running 0.3 s after quit",
            },
        ),
        pytest.param(
            ("plays-anywhere", "deaf-to-undo", "no-numbers"),
            {
                "illegal moves": "should be refused",
                "undo": "answers 'undo' with '? not now'",
                "numbers and comments": "'7 name' is answered with '='",
            },
            marks=pytest.mark.deep,
        ),
        pytest.param(
            ("wrong-score", "dies-of-junk", "illegal"),
            {
                "final scores": "final_score is 'B+3.5' after a3",
                "junk": "it crashes on 'xyzzy'",
                "best moves": "answered 'z26'",
                "time": "answered 'z26'",
            },
            marks=pytest.mark.deep,
        ),
    ],
)
def test_every_fault_is_found(modes: tuple[str, ...], found: dict[str, str]) -> None:
    report = differing(checked(*FAKE, *modes))
    assert {name: words for name, words in found.items() if words in report.get(name, "")} == found, report
    assert "commands" not in report and "any order of colors" not in report


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def test_the_commands(home: Path) -> None:
    add = ("engines", "add", "mine", "--game", "hex", "--option", "seed=7")
    text = run(*add, "--", *OURS, "random").stdout
    assert text.startswith("mine added: hexapoda-random 0.1.0, plays 5x5, 7x7, 9x9, 11x11, ")
    assert '"param_engine seed" = "7"' in (home / "engines.toml").read_text()
    (row,) = [row for row in objects("engines", "--game", "hex") if row["name"] == "mine"]
    assert [(option["name"], option["default"]) for option in row["options"]][-1] == ("seed", 7.0)
    best = objects("bestmove", "hex", "--variant", "4x4", "--engine", "mine:seed=3", "--nodes", "5")
    assert best[-1]["engine"] == "mine:seed=3.0"
    for protocol, game, words in (("htp", "hive", "is not one of uhp"), ("uhp", "hex", "is not one of htp")):
        assert words in complaint("engines", "add", "x", "--protocol", protocol, "--game", game, "--", *OURS)


def played(*engines: str, control: TimeControl, rule: str = "off", margin: float = 0.2) -> list[GameRecord]:
    """Two games between engines that were added, in this process."""
    settings = MatchSettings(
        engines, games=2, game="hex", variant="4x4", rules=(("swap", rule),), control=control, margin=margin
    )
    seats = make_seats(settings)
    with nothing_left():
        try:
            return [play_game(settings.pairing(number), seats, settings) for number in (0, 1)]
        finally:
            for seat in seats.values():
                seat.close()


def test_the_server_plays_against_itself(home: Path) -> None:
    """Each side is a process of its own, and every move goes through the protocol twice."""
    add_external(ExternalEngine("hex", "one", "htp", (*OURS, "mcts:seed=1")))
    add_external(ExternalEngine("hex", "other", "htp", (*FAKE, "mohex"), log=str(home / "talk.log")))
    for record in played("one", "other", rule="pieces", control=TimeControl(time=0.02), margin=20):
        assert record.ending is Ending.NORMAL and record.winner in (0, 1)
        names = [player.name for player in record.players]
        assert (record.moves[1].text == "swap-pieces") == (names == ["one", "other"]) or names[1] == "one"
    assert "param_game allow_swap 1" in (home / "talk.log").read_text()


def test_whoever_resigns_has_lost_and_is_no_fault(home: Path) -> None:
    add_external(ExternalEngine("hex", "meek", "htp", (*FAKE, "resigns")))
    for record in played("meek", "random", control=TimeControl(time=5)):
        assert record.ending is Ending.RESIGN and record.winner is not None
        assert record.players[record.winner].name == "random"
        assert record.detail == "meek: engine 'meek' resigns"


def test_the_script_and_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.app", "htp", "random", "--time", "2.5"],
        input="boardsize 1\ngenmove b\nparam_engine\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and done.stdout.startswith("= \n\n= a1\n\n= \n[string] max_time 2.5\n")
    for arguments, message in (
        (["nobody"], "no hex engine is called 'nobody'"),
        (["random", "--level", "3"], "engine 'random' has no option 'level'"),
        (["--time", "-1"], "the time of a search must be a number of seconds from 0 up, not -1.0"),
        (["--level", "11"], "option 'level' must be one of 1, 1.5, 2,"),
    ):
        assert main(arguments) == 2
        assert message in capsys.readouterr().err
