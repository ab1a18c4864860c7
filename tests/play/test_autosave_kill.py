"""The autosave against kill -9: whenever the process dies, the file on the disk is whole."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexapoda.play import Autosave, Setup, unfinished_games
from hexapoda.play.session_json import restore_session

posix = pytest.mark.skipif(os.name != "posix", reason="needs signals")
DEADLINE = 60.0

# A process whose children play and take back without end, saving after every move as a terminal does. Each
# is killed at a random moment; `LAST` is the number of plies of the last game that it had saved.
KILLER = """
import os, random, select, signal, sys
from pathlib import Path
from hexapoda.play import Autosave, Setup

def play(reports):
    session = Setup("hive", ("human", "human")).session()
    autosave = Autosave("hive", Path(sys.argv[1]))
    while True:
        while session.position.ply < 40:
            session.play(session.position.legal_moves[0])
            autosave.save(session)
            os.write(reports, bytes([session.position.ply]))
        session.undo(40)

random.seed(1)
for _ in sys.stdin:
    source, target = os.pipe()
    child = os.fork()
    if not child:
        play(target)
    os.close(target)
    saved = b""
    for _ in range(random.randrange(1, 12)):
        saved = os.read(source, 1000) or saved
    select.select([], [], [], random.random() * 0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(source, 1000):
        saved = more
    os.close(source)
    print(saved[-1], flush=True)
"""


def check_kills(home: Path, rounds: int) -> None:
    file = home / "unfinished" / "hive-game.json"
    with subprocess.Popen(
        [sys.executable, "-c", KILLER, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as killer:
        assert killer.stdin is not None and killer.stdout is not None
        try:
            for _ in range(rounds):
                print(file=killer.stdin, flush=True)
                last = int(killer.stdout.readline())
                session = restore_session(file.read_text(encoding="utf-8"))
                assert session.position.ply in (last, last % 40 + 1), "neither the old game nor the new one"
                [found] = unfinished_games(["hive"])
                assert (found.path, found.record.plies) == (file, session.position.ply)
                # What one of them leaves behind is gone when the next one goes on with the game.
                assert sum(path.suffix == ".part" for path in file.parent.iterdir()) <= 1
        finally:
            killer.kill()


@posix
@pytest.mark.parametrize("rounds", [10, pytest.param(300, marks=pytest.mark.deep)])
def test_a_killed_terminal_leaves_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    check_kills(tmp_path, rounds)


def test_what_a_killed_process_left_is_removed_with_its_game_alone(tmp_path: Path) -> None:
    left = [tmp_path / name for name in (".hive-1.json.77-1.part", ".hive-2.json.77-1.part")]
    for path in left:
        path.write_text("{", encoding="utf-8")
    autosave = Autosave("hive", tmp_path / "hive-1.json")
    autosave.save(Setup("hive", ("human", "human")).session())
    assert [path.exists() for path in left] == [False, True]
    autosave.discard()
    assert [path.name for path in tmp_path.iterdir()] == [left[1].name]
