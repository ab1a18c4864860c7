"""Files of self-play games, and the processes that play them."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hexapoda.errors import EngineError, UsageError
from hexapoda.train.expert.game_lines import append_games, games_of


def play_game(number: int) -> dict[str, Any]:
    return {"number": number, "moves": []}


def ignore(done: int, all: int) -> None:
    """Called after each game."""


def play_second_first(task: tuple[int, Path]) -> dict[str, Any]:
    """Game 0 ends after game 1."""
    number, folder = task
    if number == 1:
        (folder / "ended").touch()
    while number == 0 and not (folder / "ended").exists():
        time.sleep(0.005)
    return play_game(number)


def play_not(number: int) -> dict[str, Any]:
    if number == 1:
        raise ValueError("no such game")
    return play_game(number)


def play_and_die(number: int) -> dict[str, Any]:
    if number == 1:
        os._exit(7)
    return play_game(number)


def test_a_run_goes_on_after_the_games_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append_games(path, play_game, [0, 1], 1, ignore)
    with path.open("a") as file:
        file.write('{"number": 2, "mo')
    append_games(path, play_game, [0, 1, 2, 3], 1, ignore)
    assert [game["number"] for game in games_of([path])] == [0, 1, 2, 3]


def test_only_files_are_played_into(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("pipe", "."):
        with pytest.raises(UsageError, match="is not a regular file"):
            append_games(tmp_path / name, play_game, [0], 1, ignore)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_games_are_written_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    path, reported = tmp_path / "games.jsonl", list[tuple[int, int]]()
    tasks = [(number, tmp_path) for number in range(5)]
    append_games(path, play_second_first, tasks, 3, lambda done, all: reported.append((done, all)))
    assert [game["number"] for game in games_of([path])] == [0, 1, 2, 3, 4]
    assert reported == [(done, 5) for done in range(6)]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (play_not, "game 2 failed: ValueError: no such game"),
        (play_and_die, "the process of game 2 ended with code 7; the games before it are kept"),
    ],
)
def test_a_game_that_fails_is_reported_and_the_games_before_it_are_kept(
    tmp_path: Path, function: Any, message: str
) -> None:
    path = tmp_path / "games.jsonl"
    with pytest.raises(EngineError, match=message):
        append_games(path, function, [0, 1, 2], 1, ignore)
    assert [game["number"] for game in games_of([path])] == [0]


def test_more_games_than_there_are_to_play(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append_games(path, play_game, [0, 1], 1, ignore)
    with pytest.raises(UsageError, match=r"games\.jsonl has 2 games: expected at most 1"):
        append_games(path, play_game, [0], 1, ignore)


@pytest.mark.timeout(60)
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    script = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from hexapoda.train.expert.game_lines import append_games\n"
        "from tests.train.test_game_lines import play_pid\n"
        "def reported(done, all):\n"
        "    if done: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"append_games(Path({str(tmp_path / 'games.jsonl')!r}), play_pid, [0, 1], 1, reported)\n"
    )
    found = subprocess.run([sys.executable, "-c", script], check=False, timeout=50, env=dict(os.environ))
    assert found.returncode == -9
    [game] = games_of([tmp_path / "games.jsonl"])
    while alive(game["pid"]):
        time.sleep(0.005)


def play_pid(number: int) -> dict[str, Any]:
    return {"pid": os.getpid(), "moves": []}


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_full_disk_is_reported_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    append_games(path, play_game, [0], 1, ignore)
    before = path.read_bytes()
    open_path = Path.open

    class Full(io.FileIO):
        def write(self, content: Any, /) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def opened(self: Path, mode: str = "r", *args: Any, **options: Any) -> Any:
        return Full(self, "ab") if mode == "ab" else open_path(self, mode, *args, **options)

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(UsageError, match=r"cannot write '.*games\.jsonl': No space left"):
        append_games(path, play_game, [0, 1], 1, ignore)
    assert path.read_bytes() == before


def test_a_number_with_too_many_digits_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"moves": ' + "1" * 5000 + "}\n", "utf-8")
    with pytest.raises(UsageError, match=r"games\.jsonl:1: "):
        list(games_of([path]))
