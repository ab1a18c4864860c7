"""Several processes on one store: nothing is lost, nothing is doubled, whatever moment one is killed at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from hexapoda.storage import Store
from hexapoda.storage.connection import connect, store_url, writing
from tests.storage.played import random_records

ROOT = Path(__file__).parents[2]
SECONDS = 120

WRITER = """
import sys
from hexapoda.storage import Store

from tests.storage.played import random_records

url, first, number, chunk = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
games = random_records(number, first=first, plies=8)
print("ready", flush=True)
sys.stdin.readline()

def told():
    for count, game in enumerate(games):
        if count == 4 * chunk:
            print("half", flush=True)
        yield game

with Store.open(url) as store:
    added = store.add_many(told(), chunk=chunk)
print(added.added, added.duplicates, flush=True)
"""


def start(url: str, first: int, number: int, chunk: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, str(first), str(number), str(chunk)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def expect(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline().strip() == line


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def is_whole(url: str) -> None:
    """Every game has all its positions, and the database is sound."""
    engine = connect(store_url(url))
    with engine.connect() as connection:
        missing = connection.execute(
            text(
                "SELECT COUNT(*) FROM games LEFT JOIN "
                "(SELECT game_id, COUNT(*) AS number FROM positions GROUP BY game_id) AS indexed "
                "ON indexed.game_id = games.id WHERE kind = 'game' AND plies + 1 <> COALESCE(number, 0)"
            )
        ).scalar()
        assert missing == 0
        if engine.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
            assert connection.execute(text("PRAGMA foreign_key_check")).all() == []
    engine.dispose()


@pytest.mark.timeout(2 * SECONDS)
def test_writers_at_once_lose_and_double_nothing(url: str) -> None:
    # Both processes make the store, and write games of which they have some in common.
    spans = [(0, 20), (10, 20)]
    processes = [start(url, first, number, 2) for first, number in spans]
    try:
        for process in processes:
            expect(process, "ready")
        for process in processes:
            go(process)
        added = 0
        for process in processes:
            out, err = process.communicate(timeout=SECONDS)
            assert process.returncode == 0, err
            new, old = map(int, out.split()[-2:])
            assert new + old == 20
            added += new
    finally:
        for process in processes:
            process.kill()
            process.wait(SECONDS)
    assert added == 30
    with Store.open(url) as store:
        games = [game.record for game in store.records()]
    assert Counter(map(repr, games)) == Counter(map(repr, random_records(30, plies=8)))
    is_whole(url)


@pytest.mark.timeout(2 * SECONDS)
def test_after_a_kill_the_rest_can_be_filed(url: str) -> None:
    process = start(url, 0, 200, 10)
    try:
        expect(process, "ready")
        go(process)
        expect(process, "half")
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=SECONDS)
    finally:
        process.kill()
        process.wait(SECONDS)
    assert process.returncode == -signal.SIGKILL
    is_whole(url)
    with Store.open(url) as store:
        before = store.count()
        assert before >= 40  # four transactions were through
        added = store.add_many(random_records(200, plies=8))
        assert (added.added, added.duplicates) == (200 - before, before)
        assert [game.record for game in store.records()] == random_records(200, plies=8)
    is_whole(url)


def test_a_reader_is_not_kept_waiting_by_a_writer(url: str) -> None:
    with Store.open(url) as store:
        store.add_many(random_records(3))
        engine = connect(store_url(url))
        with writing(engine) as connection:
            connection.execute(text("INSERT INTO aliases VALUES ('x', 'y')"))
            assert store.aliases() == {}
        assert store.aliases() == {"x": "y"}
        engine.dispose()


def test_a_writer_is_alone_from_its_first_moment(url: str) -> None:
    Store.open(url).close()
    engine, other = connect(store_url(url)), connect(store_url(url))
    try:
        with writing(engine), other.connect() as connection:
            if other.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA busy_timeout = 0")
                connection.rollback()
                with pytest.raises(OperationalError, match="locked"):
                    connection.execution_options(hexapoda_write=True).begin()
                connection.invalidate()
            else:
                query = text("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND granted")
                assert connection.execute(query).scalar() == 1
    finally:
        engine.dispose()
        other.dispose()
    with Store.open(url) as store:
        assert store.add_many(random_records(2)).added == 2
