"""`hexapoda puzzle`: solving in a script, making with interrupt and resume, listing."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from hexapoda.puzzles.puzzle_file import all_puzzles, read_puzzles

OURS = all_puzzles()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def puzzle(home: Path, *arguments: str, script: str = "", code: int = 0) -> tuple[str, str]:
    result = CliRunner(env={"HEXAPODA_HOME": str(home)}).invoke(
        command_line("puzzle", *arguments[:1]), ["puzzle", *arguments], input=script, prog_name="hexapoda"
    )
    assert "internal error" not in result.stderr
    assert result.exit_code == code, (result.exit_code, result.stdout[-2000:], result.stderr)
    return result.stdout, result.stderr


def stats(home: Path) -> dict[str, dict[str, object]]:
    rows = [json.loads(line) for line in puzzle(home, "stats", "--json")[0].splitlines()]
    return {row["game"]: row for row in rows}


@pytest.mark.parametrize("game", ["hive", "hex"])
def test_a_puzzle_is_solved_after_a_hint_and_counted(home: Path, game: str) -> None:
    chosen = next(each for each in OURS if each.game == game and each.length == 2)
    script = f"hint\nmoves\n{chosen.solution[0]}\n{chosen.solution[2]}\n"
    out, _ = puzzle(home, "solve", chosen.id, script=script)
    assert "to move and win in 2" in out and "Right." in out and "Solved." in out
    if "one of the marked cells" in out:  # they are listed for those who do not see the board
        assert chosen.solution[0] in out.split("\nmarked: ")[1].splitlines()[0].split(", ")
    else:
        assert "Move the " in out
    assert stats(home)[game]["solved"] == 1
    listed = puzzle(home, "list", "--game", game, "--json")[0]
    states = {row["id"]: row["state"] for row in map(json.loads, listed.splitlines())}
    assert states.pop(chosen.id) == "solved" and set(states.values()) == {"new"}


def test_a_mistake_is_refuted_and_the_puzzle_counts_as_failed(home: Path) -> None:
    chosen = next(each for each in OURS if each.game == "hex" and each.length == 3)
    position = chosen.position()
    wrong = next(
        text for text in map(position.format_move, position.legal_moves) if text != chosen.solution[0]
    )
    script = f"{wrong}\n{wrong}\nnonsense\nwhy {wrong}\nsolution\n"
    out, _ = puzzle(home, "solve", chosen.id, script=script, code=1)
    assert out.count("replies") >= 2 and "The move is taken back" in out
    assert f"The solution: {', '.join(chosen.solution)}" in out
    assert stats(home)["hex"]["failed"] == 1
    # It comes back, and can be solved then.
    script = "".join(f"{text}\n" for text in chosen.solution[::2])
    assert "Solved." in puzzle(home, "solve", chosen.id, script=script)[0]


def test_without_an_id_puzzles_follow_each_other(home: Path) -> None:
    out, _ = puzzle(
        home, "solve", "--game", "hex", "--length", "2", script="next\nhelp\nagain\nnext\nquit\n", code=1
    )
    assert out.count("to move and win in 2") >= 3 and "hint: name the piece" in out
    assert "win in 4" in puzzle(home, "--length", "4", script="quit\n", code=1)[0]


def test_themes_and_variants_are_chosen(home: Path) -> None:
    def listed(*arguments: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in puzzle(home, "list", "--json", *arguments)[0].splitlines()]

    for theme, variant, kept in (("pin", "Base+M", "Base+M"), ("must-play", "9x9", "9x9")):
        found = {row["id"] for row in listed("--theme", theme, "--variant", variant)}
        assert found == {each.id for each in OURS if theme in each.themes and each.position().variant == kept}
        out = puzzle(home, "solve", "--theme", theme, "--variant", variant, script="next\nquit\n", code=1)[0]
        assert out.count(f" {kept}  ") >= 2
        assert (
            f" {kept}  " in puzzle(home, "--theme", theme, "--variant", variant, script="quit\n", code=1)[0]
        )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", "zzz"), "the ids of 0 of the puzzles begin with 'zzz'"),
        (("solve", "--length", "0"), "--length '0': expected a number from 1 up"),
        (("solve", "--grade", "3-2"), "--grade '3-2'"),
        (("list", "--theme", "fork"), "no theme 'fork': expected one of bridge, edge-template, gate, "),
        (("list", "--theme", "pin", "--game", "hex"), "no theme 'pin': expected one of bridge"),
        (("list", "--variant", "Chess"), "no game has a variant 'Chess': expected one such as "),
        (("list", "--variant", "Base", "--game", "hex"), "Base"),
        (("solve", "--file", "none.jsonl"), "none.jsonl"),
        (("--game", "hex", "list"), "options before 'list'"),
        (("make",), "expected games to search"),
        (("make", "--positions", "--game", "hex"), "--positions reads files"),
        (("make", "--game", "hex", "--levels", "0-3"), "--levels '0-3': expected levels from 1 to 10"),
        (("make", "--game", "hex", "--shortest", "4", "--longest", "2"), "puzzles of 4 to 2 moves"),
        (("make", "--game", "hex", "--variant", "Base"), "Base"),
        (("make", "none.pgn"), "none.pgn"),
        (("make", "--game", "hex", "--theme", "pin"), "Hex has no theme 'pin': expected one of ladder, "),
        (("make", "--game", "hex", "--resume"), "there is nothing to resume"),
    ],
)
def test_bad_use_is_explained(
    home: Path, arguments: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    monkeypatch.chdir(home)
    assert said in puzzle(home, *arguments, code=2)[1]


def test_a_game_without_puzzles_says_so(home: Path, game_of_y: None) -> None:
    for command in ("solve", "list", "make"):
        assert "Y has no puzzles" in puzzle(home, command, "--game", "y", code=2)[1]


def make(home: Path, out: Path, *arguments: str) -> tuple[str, str]:
    return puzzle(
        home, "make", "--game", "hex", "--variant", "5x5", "--shortest", "2", "--tries", "1", "--seed", "3",
        "-o", str(out), *arguments,
    )  # fmt: skip


def test_engines_play_games_for_puzzles(home: Path, tmp_path: Path) -> None:
    out, again = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    make(home, out, "--count", "2", "--levels", "4-6", "--plies", "9", "--seconds", "2")
    found = read_puzzles(out)
    assert len(found) == 2 and all(each.tries == 1 and each.length >= 2 for each in found)
    assert not out.with_name("a.jsonl.state").exists()
    make(home, again, "--count", "2", "--levels", "4-6", "--plies", "9", "--seconds", "2")
    assert again.read_bytes() == out.read_bytes()
    assert str(out) in puzzle(home, "make", "--game", "hex", "-o", str(out), code=2)[1]
    assert "exists" in puzzle(home, "make", "--game", "hex", "-o", str(out), code=2)[1]
    listed = puzzle(home, "list", "--file", str(out))[0]
    assert listed.endswith("2 puzzles\n")


def test_games_of_files_and_positions_are_searched(home: Path, tmp_path: Path) -> None:
    chosen = next(each for each in OURS if each.game == "hex" and each.length == 2)
    source, out = tmp_path / "positions.tsv", tmp_path / "out.jsonl"
    source.write_text(f"name\tposition\nx\t{chosen.start}\ny\t3x3\n", encoding="utf-8")
    said = puzzle(
        home, "make", str(source), "--positions", "--tries", "0", "--margin", "1", "-o", str(out), "--json"
    )[0]
    assert [json.loads(line).get("id") for line in said.splitlines()] == [chosen.id, None]
    assert read_puzzles(out)[0].source == "positions.tsv, line 2"
    puzzle(home, "make", str(source), "--positions", "--longest", "1", "-o", str(tmp_path / "no"), code=1)


def test_only_games_of_a_variant_and_puzzles_of_a_theme_are_taken(home: Path, tmp_path: Path) -> None:
    chosen = [
        next(
            each for each in OURS if each.game == "hex" and "must-play" in each.themes and size in each.start
        )
        for size in ("6x6", "7x7")
    ]
    source, out = tmp_path / "positions.txt", tmp_path / "out.jsonl"
    source.write_text("".join(f"{each.start}\n" for each in chosen), encoding="utf-8")
    usual = "make", str(source), "--positions", "--tries", "0", "--longest", "8", "--seconds", "9"
    puzzle(home, *usual, "--variant", "7X7", "--theme", "must-play", "-o", str(out))
    assert [each.start for each in read_puzzles(out)] == [chosen[1].start]
    err = puzzle(home, *usual, "--variant", "Chess", "-o", str(out), "--force", code=2)[1]
    assert "no game has a variant 'Chess'" in err
    puzzle(home, *usual, "--game", "hive", "-o", str(tmp_path / "none.jsonl"), code=1)
    missing = next(name for name in ("ladder", "bridge", "edge-template") if name not in chosen[0].themes)
    out.unlink()
    puzzle(home, *usual, "--variant", "6x6", "--theme", missing, "-o", str(out), code=1)


def test_games_of_the_store_are_searched(home: Path, tmp_path: Path) -> None:
    chosen = next(each for each in OURS if each.game == "hex" and each.length == 2)
    position = chosen.position()
    for text in chosen.solution:
        position.push(position.parse_move(text))
    games, out = tmp_path / "won.txt", tmp_path / "out.jsonl"
    games.write_text(f"{position.game_string()}\n", encoding="utf-8")
    runner = CliRunner(env={"HEXAPODA_HOME": str(home)})
    done = runner.invoke(
        command_line("games", "import"), ["games", "import", str(games)], prog_name="hexapoda"
    )
    assert done.exit_code == 0, done.output
    puzzle(home, "make", "--store", "default", "--shortest", "2", "--tries", "0", "-o", str(out))
    assert chosen.start in {each.start for each in read_puzzles(out)}


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a child")
def test_an_interrupted_run_is_resumed(home: Path, tmp_path: Path) -> None:
    out = tmp_path / "long.jsonl"
    arguments = ["--game", "hex", "--variant", "5x5", "--shortest", "2", "--tries", "1", "--seed", "3"]
    command = [sys.executable, "-m", "hexapoda", "puzzle", "make", *arguments, "-o", str(out)]
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HEXAPODA_HOME": str(home)},
    )
    assert running.stdout is not None
    first = running.stdout.readline()
    assert re.match(r"[0-9a-f]{10}  win in ", first)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130 and "--resume continues the run" in err
    before = read_puzzles(out)
    assert before[0].id == first.split()[0]
    puzzle(home, "make", *arguments, "-o", str(out), "--resume", "--count", str(len(before) + 1))
    after = read_puzzles(out)
    assert after[: len(before)] == before and len(after) == len(before) + 1
    assert not out.with_name("long.jsonl.state").exists()
