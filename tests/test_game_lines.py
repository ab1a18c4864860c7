"""Files of self-play games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexapoda.file_lock import take_lock
from tools.game_lines import games_of, play_on


def play_game(number: int) -> dict[str, Any]:
    return {"number": number, "moves": []}


def test_a_run_goes_on_after_the_games_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_on(path, play_game, [0, 1], 1)
    with path.open("a") as file:
        file.write('{"number": 2, "mo')
    play_on(path, play_game, [0, 1, 2, 3], 1)
    assert [game["number"] for game in games_of([path])] == [0, 1, 2, 3]


def test_two_processes_do_not_play_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_on(path, play_game, [0], 1)
    lock = take_lock(tmp_path / "games.jsonl.lock")
    assert lock is not None
    with pytest.raises(ValueError, match="another process"):
        play_on(path, play_game, [0, 1], 1)
    assert len(list(games_of([path]))) == 1
    lock.release()
    play_on(path, play_game, [0, 1], 1)
    assert len(list(games_of([path]))) == 2
