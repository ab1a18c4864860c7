"""Output files: which are replaced, which are written to in place, and which stay as they are."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexapoda.errors import FileInTheWayError, UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.files.output_file import check_target, write_bytes, write_text, write_texts

posix = pytest.mark.skipif(os.name != "posix", reason="needs pipes, modes and devices")
DEADLINE = 60


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_only_with_force(tmp_path: Path) -> None:
    target = tmp_path / "games.txt"
    assert write_texts(target, ["one\n", "two\n"]) == 2
    with pytest.raises(FileInTheWayError, match=r"games\.txt' already exists: choose another name"):
        write_text(target, "three")
    assert target.read_bytes() == b"one\ntwo\n"
    write_text(target, "three", force=True)
    write_bytes(tmp_path / "picture", b"\0\xff")
    assert target.read_text() == "three"
    assert names(tmp_path) == ["games.txt", "picture"]


def test_nothing_to_write_writes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "games.txt"
    assert write_texts(target, []) == 0
    assert names(tmp_path) == []
    target.write_text("precious")
    assert write_texts(target, [], force=True) == 0
    assert target.read_text() == "precious"


def test_an_error_while_writing_leaves_the_file(tmp_path: Path) -> None:
    def texts() -> Iterator[str]:
        yield "half"
        raise ValueError("a bad game")

    target = tmp_path / "games.txt"
    for before in ([], ["games.txt"]):
        with pytest.raises(ValueError, match="a bad game"):
            write_texts(target, texts(), force=True)
        assert names(tmp_path) == before
        target.write_text("precious")
    assert target.read_text() == "precious"


def test_a_file_that_appears_meanwhile_stays(tmp_path: Path) -> None:
    target = tmp_path / "games.txt"

    def texts() -> Iterator[str]:
        yield "mine"
        target.write_text("somebody else's")

    with pytest.raises(FileInTheWayError):
        write_texts(target, texts())
    assert target.read_text() == "somebody else's"
    assert names(tmp_path) == ["games.txt"]


def test_no_folder_is_created_or_replaced(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "no" / "x.txt", "there is no such folder"),
        (tmp_path, "it is a folder"),
        (Path(), "it is a folder"),
        (Path("/"), "it is a folder"),
        (tmp_path / "a\0b", "is not a file name"),
        (tmp_path / ("x" * 300), "too long"),
    ):
        for force in (False, True):
            with pytest.raises(UsageError, match=reason):
                write_text(path, "text", force=force)
    assert names(tmp_path) == []


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    target, link, dangling = tmp_path / "deep" / "file", tmp_path / "link", tmp_path / "dangling"
    target.write_text("old")
    link.symlink_to("deep/file")
    dangling.symlink_to("deep/new")
    with pytest.raises(FileInTheWayError):
        write_text(link, "new")
    write_text(link, "new", force=True)
    write_text(dangling, "new")
    write_atomically(link, "newer")
    assert link.is_symlink() and dangling.is_symlink()
    assert (target.read_text(), dangling.read_text()) == ("newer", "new")
    assert names(tmp_path / "deep") == ["file", "new"]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_mode_of_a_file_is_kept(tmp_path: Path, mode: int) -> None:
    target = tmp_path / "secret"
    target.write_text("old")
    target.chmod(mode)
    write_text(target, "new", force=True)
    assert stat.S_IMODE(target.stat().st_mode) == mode
    write_atomically(target, "newer")
    assert stat.S_IMODE(target.stat().st_mode) == mode
    fresh, plain = tmp_path / "fresh", tmp_path / "plain"
    write_text(fresh, "new")
    plain.write_text("new")
    assert fresh.stat().st_mode == plain.stat().st_mode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can change the owner")
def test_the_owner_of_a_file_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "theirs"
    target.write_text("old")
    os.chown(target, 12345, 23456)
    write_text(target, "new", force=True)
    assert (target.stat().st_uid, target.stat().st_gid) == (12345, 23456)


@posix
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[str] = []
    for write in (lambda: write_texts(pipe, ["one", "two"]), lambda: write_atomically(pipe, "three")):
        reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
        reader.start()
        write()
        reader.join(DEADLINE)
    assert received == ["onetwo", "three"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names(tmp_path) == ["pipe"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_is_written_to(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/full")
    for path in (Path("/dev/full"), link):
        with pytest.raises(UsageError, match="no space left on device"):
            write_text(path, "text")
        with pytest.raises(OSError, match="No space left"):
            write_atomically(path, "text")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    write_text("/dev/null", "text")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_standard_output_is_continued(tmp_path: Path, name: str) -> None:
    code = (
        "import sys; from hexapoda.files.output_file import is_stdout, write_text; "
        f"print('before', flush=True); write_text('{name}', 'text\\n'); print(is_stdout('{name}'))"
    )
    target = tmp_path / "out"
    with target.open("wb") as file:
        subprocess.run([sys.executable, "-c", code], stdout=file, timeout=DEADLINE, check=True)
    assert target.read_text() == "before\ntext\nTrue\n"
    assert names(tmp_path) == ["out"]


@posix
def test_file_and_folder_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(number: int) -> None:
        synced.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        real(number)

    monkeypatch.setattr(os, "fsync", fsync)
    write_text(tmp_path / "x", "text")
    write_atomically(tmp_path / "y", "text")
    assert synced == ["file", "folder"] * 2


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "a.txt"
    with pytest.raises(OSError, match="No space") as error:
        write_atomically(path, "text")
    assert error.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def test_a_target_is_checked_before_the_work(tmp_path: Path) -> None:
    check_target(tmp_path / "new")
    (tmp_path / "old").write_text("")
    check_target(tmp_path / "old", force=True)
    with pytest.raises(FileInTheWayError):
        check_target(tmp_path / "old")


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("\u68cb" * 83 + ".pgn")  # 253 bytes
    write_text(path, "one")
    write_text(path, "two", force=True)
    assert path.read_text("utf-8") == "two" and len(list(tmp_path.iterdir())) == 1
