"""Plays games into a file for the tools, and counts them on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from hexapoda.train.expert.game_lines import play_on

Task = TypeVar("Task")


def play_counted(
    path: Path, play_game: Callable[[Task], dict[str, Any]], tasks: Sequence[Task], jobs: int
) -> None:
    """`play_on`, with a count of the games."""

    def count(done: int, all: int) -> None:
        print(f"\r{done} of {all} games", end="", file=sys.stderr, flush=True)

    play_on(path, play_game, tasks, jobs, count)
    print(file=sys.stderr)
