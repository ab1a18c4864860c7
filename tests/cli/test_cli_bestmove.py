"""The command `bestmove`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hexapoda.cli.search_view import wrap_line
from hexapoda.hive import Position
from tests.arena.settings import bot
from tests.cli.command_line import START, WON, complaint, objects, run
from tests.terminal.emulator import Emulator

THINKER = f"{Path(__file__).parents[1] / 'fakes' / 'thinker.py'}:Thinker"
DEADLINE = 60
ASK = ("bestmove", "hive", "--position", START)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_an_object_for_everything_it_tells_and_the_move_last() -> None:
    rows = objects(*ASK, "--engine", THINKER, "--multipv", "2", "--depth", "3")
    position = Position.from_game_string(START)
    assert [(row["depth"], row["multipv"]) for row in rows[:-1]] == [
        (depth, number) for depth in (1, 2, 3) for number in (1, 2)
    ]
    assert rows[4] == {
        "depth": 3, "seldepth": 6, "multipv": 1, "score": 29, "win_in": None, "win_probability": None,
        "nodes": 3000, "nps": 100_000, "seconds": 0.03, "pv": rows[4]["pv"],
    }  # fmt: skip
    assert len(rows[4]["pv"]) == 3
    for text in rows[4]["pv"]:  # each in the position in which it is played
        position.push(position.parse_move(text))
    last = rows[-1]
    move = Position.from_game_string(START).legal_moves[0]
    assert last["move"] == rows[4]["pv"][0] and last["piece"] == str(move.piece)
    assert last["engine"] == f"{THINKER}:multipv=2"
    assert {key: last[key] for key in rows[4]} == rows[4]


def test_the_move_stands_on_the_first_line() -> None:
    text = run(*ASK, "--engine", THINKER, "--depth", "2", "--multipv", "2").stdout.splitlines()
    move = Position.from_game_string(START).legal_moves[0]
    assert Position.from_game_string(START).parse_move(text[0]) == move
    assert text[1].split() == ["score", "depth", "line"]
    assert text[2].startswith(f"1  +19    2/5    3. {text[0]}, b") and text[3].startswith(
        "2  +18    2/5    3. "
    )
    assert text[4:] == ["2,000 nodes in 0.0 s, 100 k/s"]
    one = run(*ASK, "--engine", "greedy").stdout.splitlines()
    assert one[2].split()[1:3] == ["1", "3."] and len(one) == 4


def test_lines_are_broken_between_moves() -> None:
    play = r"3. wA1 -bQ, bG1 /bA1  4. wQ \wS1, bL bQ-  5. pass, bA1 wQ/"
    for width in range(14, len(play) + 1):
        parts = wrap_line(play, width)
        assert max(map(len, parts)) <= width and " ".join(parts).split() == play.split()
        assert all(part.endswith(("bQ,", "bA1", "wS1,", "bQ-", "pass,", "wQ/")) for part in parts)
    assert len(wrap_line(play, 14)) == 6 and wrap_line(play, len(play)) == [play]


@pytest.mark.parametrize(("proof", "words"), [(5, "proven win within 5 plies"), (-1, "proven loss in 1 ply")])
def test_what_is_proven_is_said_to_be(proof: int, words: str) -> None:
    arguments = (*ASK, "--engine", f"{THINKER}:proof={proof}", "--depth", "1")
    assert f"\n{words}  1/4" in run(*arguments).stdout
    row = objects(*arguments)[0]
    assert (row["score"], row["win_in"]) == (None, proof)


@pytest.mark.parametrize(
    ("bounds", "depth"),
    [(["--nodes", "4000"], 4), (["--depth", "2", "--nodes", "9000"], 2), (["--time", "0"], 1)],
)
def test_the_first_bound_ends_it(bounds: list[str], depth: int) -> None:
    assert objects(*ASK, "--engine", THINKER, *bounds)[-1]["depth"] == depth


def test_without_a_bound_it_takes_two_seconds() -> None:
    script = Path("clock.py")
    with_folder = Path(os.environ["HEXAPODA_HOME"]).parent / script
    with_folder.write_text(
        "from hexapoda.engine import Engine, SearchInfo, SearchResult\n"
        "class Clock(Engine):\n"
        "    name = 'clock'\n"
        "    def search(self, position, limit, on_info=None):\n"
        "        move = position.legal_moves[0]\n"
        "        return SearchResult(move, SearchInfo(0, 1, 0.0, (move,), score=limit.time))\n",
        encoding="utf-8",
    )
    assert objects(*ASK, "--engine", f"{with_folder}:Clock")[-1]["score"] == 2
    assert objects(*ASK, "--engine", f"{with_folder}:Clock", "--depth", "9")[-1]["score"] is None


def test_the_strongest_engine_is_asked_and_the_level_reaches_it() -> None:
    assert objects(*ASK, "--nodes", "200")[-1]["engine"] == "alphabeta"
    assert objects(*ASK, "--nodes", "200", "--level", "3")[-1]["engine"] == "alphabeta:level=3"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--engine", "greedy", "--level", "3"], "engine 'greedy' has no option 'level': it has seed"),
        (["--engine", "greedy", "--multipv", "2"], "engine 'greedy' has no option 'multipv': it has seed"),
        (["--level", "11"], "option 'level' must be one of 1, 1.5, 2, "),
        (["--level", "3.3"], ", 10, not 3.3"),
        (
            ["--engine", "alphabeta:level=2", "--level", "2"],
            "--level and 'alphabeta:level=2' both set 'level'",
        ),
        (["--engine", "gredy"], "did you mean 'greedy'?"),
        (["--depth", "0"], "--depth"),
        (["--time", "-1"], "--time"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], words: str) -> None:
    assert words in complaint(*ASK, *arguments)


def test_there_is_no_move_in_a_finished_game_or_nowhere() -> None:
    told = complaint("bestmove", "hive", "--position", WON)
    assert told == "hexapoda: the game is over (WhiteWins): there is no move to find\n"
    assert objects("bestmove", "hive", "--variant", "Base+M", "--rule", "opening=free", "--nodes", "50")


def test_an_engine_that_fails_is_named(tmp_path: Path) -> None:
    script = tmp_path / "bad.py"
    script.write_text(
        "from hexapoda.engine import Engine\n"
        "class Bad(Engine):\n"
        "    name = 'bad'\n"
        "    def search(self, position, limit, on_info=None):\n"
        "        raise RuntimeError('no idea')\n",
        encoding="utf-8",
    )
    assert "engine 'bad' failed: RuntimeError: no idea" in complaint(*ASK, "--engine", f"{script}:Bad")


@contextmanager
def asking(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command as a process of its own; `closed.txt` there tells whether the engine was closed."""
    (folder / "closed.txt").touch()
    process = subprocess.Popen(
        [sys.executable, "-m", "hexapoda.cli.app", *ASK, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=DEADLINE)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_gives_the_best_move_so_far(tmp_path: Path) -> None:
    with asking(tmp_path, "--engine", THINKER, "--depth", "1000000", "--json") as process:
        assert process.stdout is not None
        for _ in range(3):
            assert "depth" in json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=DEADLINE)
        assert (process.returncode, errors) == (0, "")
        assert "move" in json.loads(out.splitlines()[-1])
    assert (tmp_path / "closed.txt").read_text(encoding="utf-8") == "closed"


def test_a_reader_that_goes_away_ends_it(tmp_path: Path) -> None:
    with asking(tmp_path, "--engine", THINKER, "--depth", "1000000", "--json") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=DEADLINE) in (0, 1)
        assert process.stderr is not None
        with process.stderr:
            assert process.stderr.read() == ""
        process.stdout = process.stderr = None
    assert (tmp_path / "closed.txt").read_text(encoding="utf-8") == "closed"


def test_a_terminal_shows_what_it_sees_until_it_is_stopped(home: Path) -> None:
    with Emulator([*ASK, "--engine", THINKER, "--multipv", "2", "--depth", "1000000"], home) as terminal:
        terminal.see("Ctrl+C stops with the best move so far")
        terminal.see("k/s")
        assert all(len(line) <= 80 for line in terminal.lines)
        terminal.process.sendcontrol("c")
        assert terminal.end() == 0
        assert "Ctrl+C takes" not in terminal.text  # only the answer is left
        found = [line for line in terminal.lines if line and not line.startswith("^C")]
        assert found[1].split() == ["score", "depth", "line"] and found[-1].endswith("k/s")


@pytest.mark.parametrize("game", ["hive", "hex"])
def test_without_a_position_the_game_begins(game: str) -> None:
    words = ("--engine", "random", "--seed", "7")
    found = {run("bestmove", game, *words).stdout.splitlines()[0] for _ in range(2)}
    assert len(found) == 1
    other = {run("bestmove", game, *words[:3], str(seed)).stdout.splitlines()[0] for seed in range(8)}
    assert len(other) > 1


def test_a_seed_is_said_once_and_to_an_engine_that_takes_it() -> None:
    start = ("bestmove", "hive", "--seed", "1", "--engine")
    assert "both set 'seed'" in complaint(*start, "random:seed=2")
    assert "has no option 'seed'" in complaint(*start, bot("Good"))


def test_what_an_engine_does_not_report_is_a_dash() -> None:
    text = run("bestmove", "hive", "--engine", bot("Silent")).stdout.splitlines()
    assert text[-1].endswith(" s") and "node" not in text[-1]
    *_, last = objects("bestmove", "hive", "--engine", bot("Silent"))
    assert (last["depth"], last["nodes"], last["nps"]) == (None, None, None)


def test_a_bot_that_crashes_is_told_where() -> None:
    position = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1/"
    text = complaint("bestmove", "hive", "--position", position, "--engine", bot("Raises"))
    assert "ZeroDivisionError: a mistake in the bot (misbehaving.py:" in text
    text = complaint("bestmove", "hive", "--position", position, "--engine", bot("Bare"))
    assert "a Move: expected a SearchResult, such as SearchResult(move)" in text
