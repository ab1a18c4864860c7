"""The commands about records, engines and this machine, and what goes for every command."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import hexapoda
from hexapoda.cli import doctor, group, output
from hexapoda.cli.app import command_line
from hexapoda.engines.external import ExternalEngine, add_external
from tests.cli.command_line import START, WON, complaint, objects, run

DEADLINE = 60
COMMANDS = (
    "play",
    "match",
    "tournament",
    "report",
    "review",
    "engines",
    "uhp",
    "htp",
    "bestmove",
    "show",
    "moves",
    "explain",
    "eval",
    "perft",
    "solve",
    "games",
    "bench",
    "doctor",
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def process(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hexapoda", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=DEADLINE,
        check=False,
        env={**os.environ, **environment},
    )


def test_the_version() -> None:
    assert run("--version").stdout == f"hexapoda {hexapoda.__version__}\n"


def test_help_names_every_command_and_every_command_has_help() -> None:
    text = run("--help").stdout
    assert run("-h").stdout == text and run().stdout.split() == text.split()
    for command in COMMANDS:
        assert command in text
        assert "Usage" in run(command, "--help").stdout
    for command in ("check", "convert"):
        assert "Usage" in run("games", command, "--help").stdout
    assert "missing command" in complaint("games")


@pytest.mark.parametrize("command", [("rate",), ("games", "players", "alias")])
def test_a_paragraph_of_help_fills_the_lines(command: tuple[str, ...]) -> None:
    """A line ends only where the next word would not fit."""
    shown = process(*command, "--help", COLUMNS="80").stdout.split("╭")[0].splitlines()
    text = [line.strip() for line in shown]
    assert "" in text[3:]  # the help has more than one paragraph
    for line, following in pairwise(text[1:]):
        if line and following:
            assert len(f"{line} {following.split()[0]}") > 77


def test_the_shell_can_learn_to_complete(tmp_path: Path) -> None:
    settings = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", "HOME": str(tmp_path)}
    shown = process("--show-completion", "bash", **settings)
    assert shown.returncode == 0 and "complete -o default" in shown.stdout
    assert process("--install-completion", "bash", **settings).returncode == 0
    assert "hexapoda" in (tmp_path / ".bashrc").read_text(encoding="utf-8")
    words = {"_HEXAPODA_COMPLETE": "complete_bash", "COMP_WORDS": "hexapoda pe", "COMP_CWORD": "1"}
    assert process(**words).stdout.split() == ["perft"]


def printed_by(code: str) -> str:
    """What Python prints that runs the code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=DEADLINE, check=True
    ).stdout.strip()


def test_help_loads_no_core() -> None:
    """Each of these packages takes longer to load than the whole help takes."""
    command = [sys.executable, "-X", "importtime", "-m", "hexapoda", "--help"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in found.stderr.splitlines()}
    assert "hexapoda.cli.app" in loaded and len(loaded) < 500  # 427 when this was written
    slow = ("hexapoda._core", "numpy", "torch", "sqlalchemy", "fastapi", "pydantic")
    assert [name for name in loaded if name.startswith(slow)] == []
    code = (
        "import sys; from hexapoda.cli.app import command_line; command_line(); "
        "print([m for m in sys.modules if m.startswith(('hexapoda._core', 'numpy', 'rich'))])"
    )
    assert printed_by(code) == "[]"


def test_a_command_is_put_together_alone() -> None:
    code = (
        "import sys; from hexapoda.cli.app import command_line; command_line('perft'); "
        "print([m for m in ('perft', 'games', 'match') if f'hexapoda.cli.{m}' in sys.modules])"
    )
    assert printed_by(code) == "['perft']"


def test_the_version_needs_no_command() -> None:
    assert get_command(command_line("--version")).commands == {}  # type: ignore[attr-defined]


def test_of_a_group_only_the_command_that_is_meant_is_put_together() -> None:
    def put_together(second: str) -> set[str]:
        games: Any = get_command(command_line("games", second))
        return set(games.commands["games"].commands)

    assert put_together("search") == {"search"}
    whole = put_together("")
    assert {"search", "check", "players"} <= whole
    assert put_together("players") == put_together("serach") == whole  # a group itself, and a slip
    assert "did you mean 'search'" in complaint("games", "serach")


def test_games_check_tells_good_from_bad(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(WON + "\n", encoding="utf-8")
    assert run("games", "check", str(tmp_path)).stdout.startswith(
        "1 game (1 gamestring): 1 good, 0 repaired, 0 bad"
    )
    (tmp_path / "notes.md").write_text("no game here\n", encoding="utf-8")
    (tmp_path / "bad.txt").write_text("Base;InProgress;White[2];wS1;bS1 wS1-;wA1 bS1-\n", encoding="utf-8")
    rows = {Path(row["file"]).name: row for row in objects("games", "check", str(tmp_path), code=1)}
    assert set(rows) == {"good.txt", "notes.md", "bad.txt"}
    wanted = {"file", "line", "format", "variant", "plies", "state", "claimed", "rules", "error"}
    assert all(wanted <= set(row) for row in rows.values())
    good = rows["good.txt"]
    assert (good["line"], good["variant"], good["plies"], good["state"]) == (1, "Base", 37, "WhiteWins")
    assert good["error"] is None and good["rules"] == []
    assert "ply 3" in rows["bad.txt"]["error"]
    assert rows["notes.md"]["skipped"]
    text = run("games", "check", str(tmp_path), code=1).stdout
    assert (
        "bad.txt:1: " in text
        and "1 good, 0 repaired, 1 bad; 1 file without games" in text
        and "good.txt" not in text
    )
    everything = run("games", "check", "--all", str(tmp_path), code=1).stdout
    assert "good.txt:1: Base, 37 plies, WhiteWins" in everything
    assert "nowhere" in complaint("games", "check", str(tmp_path / "nowhere"))


def test_games_convert_writes_and_reads(tmp_path: Path) -> None:
    source = tmp_path / "game.txt"
    source.write_text(WON + "\n", encoding="utf-8")
    assert objects("games", "convert", str(source), str(tmp_path / "a.pgn"))[0]["games"] == 1
    assert (
        "1 game written" in run("games", "convert", str(tmp_path / "a.pgn"), str(tmp_path / "b.uhp")).stdout
    )
    assert (tmp_path / "b.uhp").read_text(encoding="utf-8").strip() == WON
    run("games", "convert", str(source), str(tmp_path / "c.dat"), "--format", "pgn")
    assert (tmp_path / "c.dat").read_text(encoding="utf-8") == (tmp_path / "a.pgn").read_text(
        encoding="utf-8"
    )
    complaint("games", "convert", str(source), str(tmp_path / "d.unknown"))
    complaint("games", "convert", str(tmp_path / "none"), str(tmp_path / "e.pgn"))
    assert not (tmp_path / "e.pgn").exists()


def test_engines_are_listed_with_options() -> None:
    rows = {row["name"]: row for row in objects("engines", "--game", "hive")}
    assert {"greedy", "random"} <= set(rows)
    assert rows["greedy"]["options"][0]["name"] == "seed" and rows["greedy"]["summary"]
    assert "seed=-1" in run("engines").stdout


def test_the_game_may_stand_before_the_command_or_behind_it() -> None:
    def names(*words: str) -> list[str]:
        return [row["name"] for row in objects(*words)]

    of_hex = names("engines", "--game", "hex")
    assert "rave" in of_hex and "alphabeta" in names("engines", "list")
    assert names("engines", "--game", "hex", "list") == names("engines", "list", "--game", "hex") == of_hex
    assert "rave" in run("engines", "--game", "hex", "list").stdout
    assert json.loads(run("engines", "--json", "list").stdout.splitlines()[0])["game"] == "hive"
    assert "'chess'" in complaint("engines", "--game", "chess", "list")


def test_the_backtrace_of_an_engine_is_kept_out_of_the_message(home: Path) -> None:
    fake = Path(__file__).parent.parent / "fakes" / "uhp_engine.py"
    add_external(ExternalEngine("hive", "rusty", "uhp", (sys.executable, str(fake), "panic")))
    text = run("engines", "check", "rusty", "--games", "0", code=1).stdout
    (line,) = [line for line in text.splitlines() if "best moves" in line]
    assert "panicked at src/board.rs:12:5: index out of bounds: the len is 3" in line
    assert "frame_" not in text
    log = home / "logs" / "check-rusty.log"
    assert f"(its full output: {log})" in line
    assert "core::panicking::frame_89" in log.read_text()


def test_a_check_asks_with_bestmove_also_an_engine_that_can_analyze(home: Path) -> None:
    command = (sys.executable, "-m", "hexapoda.cli.uhp_entry", "random:seed=1")
    add_external(ExternalEngine("hive", "ours", "uhp", command, log=str(home / "talk.log")))
    run("engines", "check", "ours", "--games", "0")
    log = (home / "talk.log").read_text()
    assert "> bestmove depth 1\n" in log and "> bestmove nodes 100\n" in log and "> analyze" not in log


def test_bench_prints_a_row_a_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def measure(seconds: float) -> Iterator[dict[str, object]]:
        asked.append(seconds)
        yield {"name": "perft", "unit": "leaves", "per_second": 1234567.0, "checksum": "00ff", "seconds": 0.1}

    monkeypatch.setattr("hexapoda.hive.bench.run", measure)
    row, *of_hex = objects("bench", "--seconds", "0.02")
    assert {"playouts 11x11", "proof 7x7"} <= {row["name"] for row in of_hex}
    assert row["per_second"] == 1234567.0 and row["checksum"] == "00ff"
    monkeypatch.setattr("hexapoda.hex.bench.run", measure)
    assert "1,234,567 leaves/s  checksum 00ff" in run("bench", "-s", "0.01").stdout
    assert "seconds" in complaint("bench", "--seconds", "0")
    assert asked == [0.02, 0.01, 0.01]


def test_doctor_finds_what_is_there_and_what_is_not(home: Path) -> None:
    rows = {row["name"]: row for row in objects("doctor")}
    assert {"python", "hexapoda", "core", "numpy", "fastapi", "compiler", "data folder"} <= set(rows)
    assert rows["core"]["status"] == "ok" and rows["data folder"]["detail"].startswith(str(home))
    for row in rows.values():
        assert row["status"] in {"ok", "missing", "bad"}
        assert row["status"] == "ok" or row["fix"]
    text = run("doctor").stdout
    assert "core" in text and "hive alphabeta: " in text and "hex rave: " in text


def test_doctor_names_what_must_be_mended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", broken)
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "file" / "home"))
    rows = {row["name"]: row for row in objects("doctor", code=1)}
    assert rows["numpy"]["status"] == "bad" and rows["numpy"]["fix"].endswith("-m pip install numpy")
    for name, extra in (("torch", "train"), ("onnx", "onnx"), ("psycopg", "postgres"), ("gymnasium", "envs")):
        assert rows[name]["status"] == "missing"
        assert rows[name]["fix"].endswith(f"pip install 'hexapoda[{extra}]'")
    assert "mypy" not in rows
    assert rows["data folder"]["status"] == "bad"


def test_uhp_serves() -> None:
    done = process("uhp", "random:seed=5", stdin="newgame Base+MLP\nplay wS1\nexit\n")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith("id ") and "Base+MLP;InProgress;Black[1];wS1\nok\n" in done.stdout
    assert process("uhp", "nobody").returncode == 2


def test_json_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    folder = tmp_path / "Bücher ♞"
    folder.mkdir()
    (folder / "game.txt").write_text(WON + "\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "hexapoda.cli.app", "games", "check", "--json", str(folder)],
        capture_output=True,
        timeout=DEADLINE,
        check=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    assert "Bücher ♞" in json.loads(done.stdout.decode("utf-8"))["file"]


def test_json_never_holds_nan(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_json({"a": float("nan"), "b": [float("inf"), {"c": -float("inf")}], "d": 1.5})
    assert capsys.readouterr().out == '{"a": null, "b": [null, {"c": null}], "d": 1.5}\n'


def test_a_closed_pipe_is_no_trouble() -> None:
    command = f"{sys.executable} -m hexapoda.cli.app moves hive --position '{START}' --json | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        text=True,
        timeout=DEADLINE,
        check=False,
    )
    assert done.stderr == "" and done.stdout.count("\n") == 1


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs signals")
def test_a_long_count_can_be_interrupted() -> None:
    counting = subprocess.Popen(
        [sys.executable, "-m", "hexapoda.cli.app", "perft", "hive", "--depth", "12", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert counting.stdout is not None
        assert '"depth": 1' in counting.stdout.readline()
        counting.send_signal(signal.SIGINT)
        _, complaints = counting.communicate(timeout=DEADLINE)
        assert counting.returncode in (-signal.SIGINT, 130)
        assert "Traceback" not in complaints
    finally:
        counting.kill()


def test_a_bug_is_one_line_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from hexapoda.cli.app import command_line

    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("hexapoda.hive.game.perft", fail)
    result = CliRunner().invoke(command_line("perft"), ["perft", "hive", "--depth", "1"])
    assert result.exit_code == group.WRONG
    assert result.stderr.count("\n") == 1 and "internal error" in result.stderr and "a bug" in result.stderr
    monkeypatch.setenv("HEXAPODA_DEBUG", "1")
    assert isinstance(
        CliRunner().invoke(command_line("perft"), ["perft", "hive", "--depth", "1"]).exception, RuntimeError
    )


@pytest.mark.parametrize("command", [("games", "list"), ("engines", "list"), ("play", "hive", "--resume")])
def test_a_home_of_nobody_is_a_wrong_setting(
    command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", "~no-such-user/games")
    assert "'~no-such-user/games': this user has no known home folder" in complaint(*command)


def test_a_rest_without_end_is_refused() -> None:
    assert "--delay" in complaint("play", "hive", "--white", "random", "--black", "random", "--delay", "inf")
