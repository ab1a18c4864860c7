"""Stores for the tests: SQLite files, and a PostgreSQL server of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

SECONDS = 60


def binaries() -> Path | None:
    """The folder with the server's programs, Debian's or one on the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    program = found[-1] if found else shutil.which("initdb")
    return Path(program).resolve().parent if program else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The folder of the socket of a server that belongs to this run; a server refuses to run as root."""
    folder = binaries()
    if folder is None:
        pytest.skip("PostgreSQL's programs are missing: apt-get install postgresql")
    home = Path(tempfile.mkdtemp(prefix="hexapoda-pg-", dir="/tmp"))  # a socket's path must be short
    become: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(home, "postgres", "postgres")
        become = ["runuser", "-u", "postgres", "--"]

    def run(*words: str) -> None:
        done = subprocess.run(
            [*become, *words], timeout=SECONDS, cwd=home, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{words}: {done.stdout}"

    data = str(home / "data")
    try:
        run(str(folder / "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8",
            "--locale=C", "--no-sync")  # fmt: skip
        log, options = str(home / "log"), f"-k {home} -c listen_addresses= -c fsync=off"
        run(str(folder / "pg_ctl"), "-D", data, "-l", log, "-o", options, "-w", "-t", str(SECONDS), "start")
        try:
            yield str(home)
        finally:
            run(str(folder / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """A database that is empty: to make a new one for each test takes longer than most tests."""
    import psycopg

    with psycopg.connect(
        f"host={postgres_server} user=postgres dbname=postgres", autocommit=True
    ) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return f"postgresql://postgres@/postgres?host={postgres_server}"


ABOVE_THE_STORE = {"test_commands", "test_corrections"}
"""Modules whose tests add nothing about PostgreSQL to those of the store."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that needs a store on both databases; those above the store on PostgreSQL when deep."""
    known = metafunc.definition.iter_markers("parametrize")
    if "url" in metafunc.fixturenames and not any("url" in mark.args[0] for mark in known):
        deep = metafunc.module.__name__.rpartition(".")[2] in ABOVE_THE_STORE
        server = pytest.param("postgres", marks=pytest.mark.deep) if deep else "postgres"
        metafunc.parametrize("url", ["sqlite", server], indirect=True)


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be made."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the user's own store."""
    folder = tmp_path / "home"
    monkeypatch.setenv("HEXAPODA_HOME", str(folder))
    return folder
