"""The check of external engines: ours passes, and every fake is found out by the right check."""

import json
import sys
from pathlib import Path

import pytest

from hexapoda.engine import Limit
from hexapoda.games import find_game
from hexapoda.hive import VARIANTS
from hexapoda.host import close_engine
from hexapoda.play.opponent import opponents
from hexapoda.protocols.conformance import CheckResult, ConformanceReport, check_conformance
from hexapoda.protocols.uhp.client import UhpEngine
from hexapoda.registry import parse_engine
from tests.cli.command_line import complaint, objects, run
from tests.protocols.fake_uhp import FAKE, IMPATIENT, OURS, PATIENT, QUICK, nothing_left

SILENT = ("stall", "deaf")


def checked(*modes: str, games: int = 0) -> ConformanceReport:
    with nothing_left():
        told: list[CheckResult] = []
        engine = UhpEngine(
            [*FAKE, *modes], name="fake", timeouts=IMPATIENT if modes and modes[0] in SILENT else QUICK
        )
        report = check_conformance(engine, games=games, on_check=told.append)
        assert tuple(told) == report.checks
        return report


def differing(report: ConformanceReport) -> dict[str, str]:
    return {check.name: check.detail for check in report.checks if not check.ok}


def test_our_own_server_conforms() -> None:
    with nothing_left():
        report = check_conformance(UhpEngine([*OURS, "random:seed=2"], timeouts=PATIENT), games=2)
    assert report.conforms, differing(report)
    assert report.identity == "hexapoda-random 0.1.0"
    assert report.variants == tuple(VARIANTS)
    assert {"milliseconds", "nodes"} <= set(report.extensions)
    details = {check.name: check.detail for check in report.checks}
    assert details["nodes"] == "'bestmove nodes 100' is answered with legal moves"
    assert details["repetition"] == "the third occurrence of a position is a draw for this engine"
    assert int(details["legal moves Base+MLP"].split()[3]) > 50


def test_a_plain_engine_conforms() -> None:
    report = checked()
    assert report.conforms, differing(report)
    assert report.extensions == ()
    details = {check.name: check.detail for check in report.checks}
    assert details["nodes"] == "plain UHP: no nodes"
    assert details["milliseconds"] == "plain UHP: whole seconds only"


def test_other_names_and_other_errors_conform() -> None:
    assert set(differing(checked("n"))) == {"questions in finished games"}
    assert differing(checked("z")) == {}
    assert "lines of junk; " in next(c.detail for c in checked("deaf").checks if c.name == "junk")


@pytest.mark.parametrize(
    ("mode", "names", "words"),
    [
        ("misses-moves", {"legal moves Base", "legal moves Base+MLP"}, ": it lacks 1, such as"),
        ("plays-illegal", {"illegal moves", "illegal games", "undo"}, ""),
        ("wrong-game", {"undo", "finished games"}, "which is another game"),
        (
            "n",
            {"questions in finished games"},
            "'bestmove depth 1' fails: engine 'fake' ended with",
        ),
        ("crash", {"best moves", "time"}, "ended with exit status 7"),
        ("stall", {"best moves", "time"}, "does not answer"),
        ("illegal", {"best moves", "time"}, "answered 'wQ'"),
        ("late", {"time"}, "took 1."),
        ("stubborn", {"exit"}, "it is still running 0.3 s after exit"),
    ],
)
def test_every_fault_is_found(mode: str, names: set[str], words: str) -> None:
    found = differing(checked(mode, games=1 if mode == "misses-moves" else 0))
    if mode == "plays-illegal":
        assert set(found) & names
    else:
        assert names <= set(found)
        assert any(words in detail for detail in found.values()), found
    healthy = "exit" if mode == "misses-moves" else "legal moves Base"
    assert healthy not in found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def test_the_commands(home: Path, tmp_path: Path) -> None:
    added = json.loads(
        run("engines", "add", "mine", "--option", "seed=7", "--json", "--", *OURS, "random").stdout
    )
    assert added == {
        "name": "mine",
        "game": "hive",
        "identity": "hexapoda-random 0.1.0",
        "variants": list(VARIANTS),
    }
    assert "'mine' already" in complaint("engines", "add", "mine", "--", *OURS)
    text = run("engines", "add", "mine", "--replace", "--log", "talk.log", "--", *OURS, "random").stdout
    assert text.startswith("mine added: hexapoda-random 0.1.0, plays Base, Base+M, ")
    assert (tmp_path / "talk.log").read_text().count(" > exit") == 1
    for arguments in (["engines"], ["engines", "list", "--game", "hive"]):
        rows = {row["name"]: row for row in objects(*arguments)}
        assert {"greedy", "random", "mine"} <= set(rows)
        assert [option["name"] for option in rows["mine"]["options"]] == ["seed"]
    assert "hexapoda.cli.uhp_entry random" in run("engines").stdout
    (report,) = objects("engines", "check", "mine", "--games", "0")
    assert report["conforms"] and report["engine"] == "mine" and len(report["checks"]) > 15
    assert run("engines", "check", "mine", "--games", "0").stdout.endswith("it conforms\n")
    assert objects("engines", "remove", "mine") == [{"name": "mine", "game": "hive"}]
    assert "is called 'mine': none has been added" in complaint("engines", "remove", "mine")
    assert "mine" not in run("engines").stdout


def test_an_engine_that_differs(home: Path) -> None:
    run("engines", "add", "lame", "--cwd", str(home.parent), "--", *FAKE, "n")
    (report,) = objects("engines", "check", "lame", "--games", "0", code=1)
    assert not report["conforms"]
    assert [check["name"] for check in report["checks"] if not check["ok"]] == ["questions in finished games"]
    text = run("engines", "check", "lame", "--games", "0", code=1).stdout
    assert "\ndiffers  questions in finished games" in text and "checks differ\n" in text
    assert json.loads(json.dumps(report)) == report


def test_a_program_is_found_from_everywhere(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "engine"
    program.parent.mkdir()
    program.write_text(
        f"#!/bin/sh\npwd > where.txt\nexec '{sys.executable}' -m hexapoda.cli.uhp_entry random\n"
    )
    program.chmod(0o755)
    run("engines", "add", "mine", "--cwd", "bin", "--", "bin/engine")
    monkeypatch.chdir("/")
    run("engines", "check", "mine", "--games", "0")
    assert (program.parent / "where.txt").read_text().strip() == str(program.parent)


@pytest.mark.parametrize("game", ["hive", "hex"])
def test_a_bot_in_a_script_gets_a_name(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """It then plays wherever an engine does, and is an opponent on the page."""
    (tmp_path / "my_bot.py").write_text(
        "from hexapoda.registry import parse_engine\n"
        f"Kind = type(parse_engine('random', {game!r}).create())\n"
        "class Bot(Kind):\n    name = 'my bot'\n"
    )
    text = run("engines", "add", "mine", "--game", game, "--", "my_bot.py:Bot:seed=7").stdout
    assert text.startswith("mine added: hexapoda-my_bot.py:Bot 0.1.0, plays ")
    monkeypatch.chdir("/")
    (opponent,) = [each for each in opponents(find_game(game)) if each.name == "mine"]
    engine = parse_engine(opponent.text, game).create()
    try:
        position = find_game(game).initial()
        assert engine.search(position, Limit(time=1.0)).move in position.legal_moves
    finally:
        close_engine(engine)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add", "x", "--", "no_bot.py:Bot"], "there is no file '"),
        (["add", "greedy", "--", "cat"], "'greedy' is the name of another engine"),
        (["add", "a:b", "--", *OURS], "'a:b' cannot be the name"),
        (["add", "x", "--protocol", "uci", "--", "cat"], "protocol 'uci' is not one of uhp"),
        (["add", "x", "--game", "chess", "--", "cat"], "no game is called 'chess'"),
        (["add", "x", "--", "./nowhere"], "engine 'x' cannot be started: "),
        (["add", "x", "--", "true"], "engine 'x' ended with exit status 0"),
        (["add", "x", "--option", "Seed", "--", "cat"], "--option 'Seed': expected NAME=VALUE"),
        (["add", "x", "--option", "sede=1", "--", *OURS], "no option 'sede': did you mean 'seed'?"),
        (["add", "x", "--option", "seed=x", "--", *OURS], "option 'seed' must be an integer"),
        (["check", "nobody"], "no external engine of hive is called 'nobody': none has been added"),
        (["ad"], "no such command 'ad'; did you mean 'add'?"),
    ],
)
def test_what_is_refused(home: Path, arguments: list[str], message: str) -> None:
    assert message in complaint("engines", *arguments)
    assert not home.exists()
