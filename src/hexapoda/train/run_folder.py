"""Where the folders of runs are, and in them the games that people may look at."""

from __future__ import annotations

import errno
import re
import stat
from pathlib import Path

from hexapoda.files.data_folder import data_folder

__all__ = [
    "SHOWN",
    "games_folder",
    "gate_name",
    "is_games_name",
    "network_name",
    "read_part",
    "runs_folder",
    "self_play_name",
]

SHOWN = 4
"""Games of an iteration that are kept for people to look at."""
_NAME = re.compile(r"(?:match|self-play)-[0-9]{5,12}")


def runs_folder() -> Path:
    """Return the folder of all runs of this user. Raises `OSError`."""
    return data_folder() / "runs"


def games_folder(run: Path) -> Path:
    """Return the folder of the journals of a run, named by `gate_name` and `self_play_name`."""
    return run / "matches"


def gate_name(iteration: int) -> str:
    """Return the name of the match after an iteration."""
    return f"match-{iteration:05}"


def network_name(iteration: int) -> str:
    """Return the name of the file with the network after an iteration."""
    return f"network-{iteration:05}.net"


def self_play_name(iteration: int) -> str:
    """Return the name of the games that an iteration has learned from."""
    return f"self-play-{iteration:05}"


def is_games_name(name: str) -> bool:
    """Whether a text is such a name."""
    return _NAME.fullmatch(name) is not None


def read_part(path: Path, largest: int) -> bytes:
    """Return the content of a file. Raises `ValueError` if it has more bytes than `largest`, and `OSError`,
    also for what is no file: to read a pipe could wait for ever.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a file", str(path))
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise ValueError(f"more than {largest} bytes")
    return content
