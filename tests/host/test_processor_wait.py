"""How long processes wait for a processor."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.host import processor_wait, thread_files
from hexapoda.host.processor_wait import ProcessorWait

Files = dict[tuple[str, str], dict[str, str]]


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    """What the system says of each thread, by process and file."""
    found: Files = {}

    def read(process: int | str, name: str) -> dict[str, str]:
        return found.get((str(process), name), {})

    for module in (processor_wait, thread_files):
        monkeypatch.setattr(module, "thread_files", read)
    return found


def test_the_thread_that_waits_longest_counts(files: Files) -> None:
    files["self", "schedstat"] = {"1": "0 1000000000 5", "2": "0 0 1"}
    wait = ProcessorWait()
    assert wait.seconds() == 0
    files["self", "schedstat"] = {"1": "9 1250000000 7", "2": "9 500000000 9", "3": "9 100000000 1"}
    assert wait.seconds() == 0.5


def test_the_processes_of_an_engine_count_too(files: Files) -> None:
    files["self", "schedstat"] = {"1": "0 0 0"}
    files["7", "schedstat"] = {"7": "0 5 0"}
    files["7", "children"] = {"7": "8 "}
    files["8", "schedstat"] = {"8": "0 0 0"}
    wait = ProcessorWait(7)
    files["self", "schedstat"] = {"1": "0 1000000000 0"}
    files["7", "schedstat"] = {}  # it has ended
    files["8", "schedstat"] = {"8": "0 2000000000 0"}
    assert wait.seconds() == 3.0


def test_a_system_that_does_not_count_has_no_waits(files: Files) -> None:
    assert ProcessorWait(7).seconds() == 0
    files["self", "schedstat"] = {"1": "0 0"}
    assert ProcessorWait().seconds() == 0


def test_a_thread_that_has_ended_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thread_files, "Path", lambda _: tmp_path)
    for number in range(9):
        (tmp_path / str(number)).mkdir()  # without a file: it ended after its folder was listed
    for number in (3, 7):
        (tmp_path / str(number) / "schedstat").write_text("0 1000000000 5", "ascii")
    wait = ProcessorWait()
    assert wait.seconds() == 0
    (tmp_path / "7" / "schedstat").write_text("0 3000000000 5", "ascii")
    assert wait.seconds() == 2.0


def test_a_process_that_is_gone_has_no_waits() -> None:
    assert ProcessorWait(2**22 + 1).seconds() >= 0
