"""Commands that write files: none replaces a file, makes a folder or writes nothing without being asked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import complaint, objects, run
from tests.fakes.scripted_engine import RESIGNED
from tests.pool_here import play_matches_here

FAKES = Path(__file__).parents[1] / "fakes" / "scripted_engine.py"
PRECIOUS = "precious"
DEADLINE = 60
MATCH = ("match", "random", "random:seed=1", "--games", "2", "--nodes", "1", "--move-cap", "4", "--quiet")
REVIEW = ("--engine", f"{FAKES}:Scripted", "--nodes", "10", "--quiet")
COMMANDS = {
    "convert": (("games", "convert", "game.txt", "OUT"), "out.pgn"),
    "export": (("games", "export", "OUT", "--store", "games.db"), "out.pgn"),
    "export json": (("games", "export", "OUT", "--store", "games.db"), "out.jsonl"),
    "match": ((*MATCH, "--out", "OUT"), "out.pgn"),
    "match csv": ((*MATCH, "--csv", "OUT"), "out.csv"),
    "report": (("report", "cup", "--out", "OUT"), "out.html"),
    "review": (("review", "game.txt", *REVIEW, "--out", "OUT"), "out.pgn"),
    "view": (("view", "game.txt", "--no-browser", "--out", "OUT"), "out.html"),
    "solve": (("solve", "hex", "--size", "2", "--map", "OUT"), "out.svg"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(RESIGNED + "\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def filed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_matches_here(monkeypatch)
    run("games", "import", "game.txt", "--store", "games.db")
    run(*MATCH, "--id", "cup")


@pytest.mark.usefixtures("filed")
@pytest.mark.parametrize("name", COMMANDS)
def test_no_file_is_replaced_without_force(name: str) -> None:
    words, target = COMMANDS[name]
    command = [target if word == "OUT" else word for word in words]
    Path(target).write_text(PRECIOUS, encoding="utf-8")
    assert f"'{target}' already exists: choose another name, or use --force" in complaint(*command)
    assert Path(target).read_text(encoding="utf-8") == PRECIOUS
    run(*command, "--force")
    written = Path(target).read_text(encoding="utf-8")
    assert PRECIOUS not in written and len(written) > len(PRECIOUS)
    Path(target).unlink()
    run(*command)
    assert Path(target).exists()
    missing = [f"no/where/{target}" if word == "OUT" else word for word in words]
    assert "there is no such folder" in complaint(*missing)
    assert not Path("no").exists()


@pytest.mark.usefixtures("filed")
def test_a_match_is_not_begun_when_its_file_cannot_be_written() -> None:
    before = list(Path("home/matches").iterdir())
    for option, name in (("--out", "x.pgn"), ("--csv", "x.csv")):
        Path(name).write_text(PRECIOUS, encoding="utf-8")
        complaint(*MATCH, option, name)
    assert list(Path("home/matches").iterdir()) == before


@pytest.mark.usefixtures("filed")
@pytest.mark.parametrize("target", ["out.pgn", "out.txt", "out.jsonl"])
def test_an_export_of_nothing_writes_nothing(target: str) -> None:
    command = ("games", "export", target, "--player", "typoname", "--store", "games.db")
    for exists in (False, True):
        result = run(*command, "--force", code=1)
        assert f"no game to write: '{target}' is unchanged" in result.stderr and not result.stdout
        assert objects(*command, "--force", code=1) == [{"games": 0, "left_out": 0, "file": None}]
        assert Path(target).exists() == exists
        Path(target).write_text(PRECIOUS, encoding="utf-8")
    assert Path(target).read_text(encoding="utf-8") == PRECIOUS


def test_a_review_is_resumed_into_its_own_file_alone() -> None:
    command = ("review", "game.txt", *REVIEW, "--out", "out.pgn")
    run(*command)
    Path("other.pgn").write_text(PRECIOUS, encoding="utf-8")
    assert "'other.pgn' already exists" in complaint("review", "out.pgn", "--resume", "--out", "other.pgn")
    run("review", "out.pgn", "--resume", "--quiet")


def test_a_file_of_decided_moves_is_replaced_by_more_of_them_alone() -> None:
    command = ("solve", "hex", "--size", "2", "--save", "moves.json")
    run(*command)
    run(*command)
    Path("moves.json").write_text(PRECIOUS, encoding="utf-8")
    assert "does not contain decided moves" in complaint(*command)
    assert Path("moves.json").read_text(encoding="utf-8") == PRECIOUS
    assert "there is no such folder" in complaint(*command[:-1], "no/moves.json")


@pytest.mark.usefixtures("filed")
def test_a_folder_is_no_target() -> None:
    command = ("games", "export", ".", "--store", "games.db", "--format", "pgn")
    assert complaint(*command) == "hexapoda: cannot write '.': it is a folder\n"


def hexapoda(*arguments: str, target: str) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, whose stdout is the file `target`."""
    with Path(target).open("wb") as file:
        return subprocess.run(
            [sys.executable, "-m", "hexapoda.cli.app", *arguments],
            stdout=file,
            stderr=subprocess.PIPE,
            timeout=DEADLINE,
            check=False,
        )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize(
    "command",
    [
        ("games", "list", "--store", "games.db"),
        ("games", "list", "--store", "games.db", "--json"),
        ("games", "export", "/dev/stdout", "--format", "pgn", "--store", "games.db"),
        ("perft", "hive", "--depth", "2"),
    ],
    ids=" ".join,
)
def test_a_full_disk_is_said_in_one_line(command: tuple[str, ...], folder: Path) -> None:
    run("games", "import", "game.txt", "--store", "games.db")
    done = hexapoda(*command, target="/dev/full")
    assert done.returncode == 2
    assert done.stderr.startswith(b"hexapoda: cannot write ")
    assert done.stderr.count(b"\n") == 1 and b"no space left on device" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="no such device here")
def test_games_go_to_standard_output_and_the_summary_does_not() -> None:
    done = hexapoda("games", "convert", "game.txt", "/dev/stdout", "--format", "gamestring", target="out.txt")
    assert (done.returncode, done.stderr) == (0, b"1 game written to /dev/stdout\n")
    assert Path("out.txt").read_text(encoding="utf-8").splitlines() == [
        ";".join(["Base", "InProgress", "White[6]", *RESIGNED.split(";")[3:]])
    ]


def test_a_review_with_a_variation_that_cannot_be_read_is_left_as_it_is() -> None:
    run("review", "game.txt", *REVIEW, "--out", "out.pgn")
    path = Path("out.pgn")
    path.write_text(path.read_text(encoding="utf-8").replace("2. ", "(1. wZ9) 2. ", 1), encoding="utf-8")
    damaged = path.read_text(encoding="utf-8")
    assert "wZ9" in damaged
    refused = complaint("review", "out.pgn", "--resume", "--quiet")
    assert "wZ9" in refused and "--resume would remove from 'out.pgn' what it cannot read" in refused
    assert path.read_text(encoding="utf-8") == damaged
    path.write_text(damaged.replace("[ReviewEngine", "[Reviewer"), encoding="utf-8")
    assert "is not a review" in complaint("review", "out.pgn", "--resume", "--quiet")


def test_a_review_names_the_variations_that_it_omits() -> None:
    lines = ['[GameType "Base"]', "", "1. wS1", "2. bS1 wS1-", "(2. bG1 wS1- {good})"]
    Path("bad.pgn").write_text("\n".join([*lines, *["(2. wZ9)"] * 7, "*", ""]), encoding="utf-8")
    words = ["review", "bad.pgn", *REVIEW]
    result = run(*words, "--out", "out.pgn")
    found = result.stderr.splitlines()
    assert len(found) == 6 and found[-1] == "hexapoda: 2 more faults of this kind"
    assert found[0].startswith("hexapoda: bad.pgn:6: ply 2: ") and "wZ9" in found[0]
    assert found[0].endswith("; omitted from the review")
    assert "{good}" in Path("out.pgn").read_text(encoding="utf-8")
    converted = run("games", "convert", "bad.pgn", "other.pgn").stderr.splitlines()
    assert len(converted) == 7 and "wZ9" in converted[0] and converted[0].endswith("; left out")
    assert "{good}" in Path("other.pgn").read_text(encoding="utf-8")
