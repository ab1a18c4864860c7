"""A lock on a file belongs to one holder, and to nobody once its process is dead."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hexapoda.files.file_lock import take_lock

HOLDER = """
import sys
from pathlib import Path
from hexapoda.files.file_lock import take_lock

lock = take_lock(Path(sys.argv[1]))
print(lock is not None, flush=True)
sys.stdin.read()
"""


def test_a_lock_is_taken_once_until_it_is_released(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = take_lock(path)
    assert first is not None and take_lock(path) is None
    releaser = threading.Thread(target=first.release)
    releaser.start()
    releaser.join()
    assert take_lock(path) is not None


def test_the_system_releases_the_lock_of_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "True\n"
        assert take_lock(path) is None
        holder.kill()
        holder.wait(timeout=60)
    assert take_lock(path) is not None


def test_a_file_that_cannot_be_opened_is_an_error_and_not_a_held_lock(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        take_lock(tmp_path)
