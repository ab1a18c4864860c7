"""The files of games: locks, damage, and how many are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.file_lock import take_lock
from hexapoda.web.live.room_file import RoomFile
from hexapoda.web.live.room_folder import UNTOUCHED_SECONDS, tidy_rooms
from hexapoda.web.settings import WebSettings
from tests.web.pages import create, open_page, serving

ID = "0" * 32


def names(home: Path) -> set[str]:
    return {path.stem for path in (home / "web").glob("*.json")}


def make_old(home: Path, id: str, seconds: float) -> None:
    path = home / "web" / f"{id}.json"
    moment = path.stat().st_mtime - seconds
    os.utime(path, (moment, moment))


def test_a_file_is_locked_before_it_is_read(home: Path) -> None:
    folder = home / "web"
    folder.mkdir(parents=True)
    (folder / f"{ID}.json").write_text("half written", "utf-8")
    lock = take_lock(folder / f"{ID}.lock")
    assert lock is not None
    with pytest.raises(UsageError, match="another server"):
        RoomFile.load(ID)
    lock.release()
    for _ in range(2):  # the first one leaves no lock
        with pytest.raises(InvalidGameError, match="not a saved game"):
            RoomFile.load(ID)


def test_a_game_that_does_not_exist_leaves_nothing(home: Path) -> None:
    with pytest.raises(FileNotFoundError):
        RoomFile.load(ID)
    assert not home.exists()


def games(home: Path) -> dict[str, str]:
    """A finished game, one without moves and one that goes on; all are closed."""
    with serving() as client:
        made = {name: create(client, "hex", variant="5x5") for name in ("finished", "empty", "running")}
        for name in ("finished", "running"):
            with open_page(client, made[name]["id"], made[name]["keys"]) as (page, _):
                page.move("a1")
                if name == "finished":
                    page.ask("resign")
    return {name: state["id"] for name, state in made.items()}


def test_games_that_were_never_played_go_after_a_day(home: Path) -> None:
    ids = games(home)
    for id in ids.values():
        make_old(home, id, UNTOUCHED_SECONDS - 60)
    assert tidy_rooms(10) == 0
    for id in ids.values():
        make_old(home, id, 120)
    assert tidy_rooms(10, keep={ids["empty"]}) == 0
    assert tidy_rooms(10) == 1 and names(home) == {ids["finished"], ids["running"]}


def test_finished_games_leave_first(home: Path) -> None:
    ids = games(home)
    make_old(home, ids["running"], 3600)
    assert tidy_rooms(2) == 1 and names(home) == {ids["empty"], ids["running"]}
    assert tidy_rooms(1) == 1 and names(home) == {ids["running"]}
    lock = take_lock(home / "web" / f"{ids['running']}.lock")
    assert lock is not None and tidy_rooms(0) == 0, "a server has it open"
    lock.release()
    assert tidy_rooms(0) == 1 and not list((home / "web").iterdir())


def test_the_server_keeps_as_many_files_as_it_may(home: Path) -> None:
    ids = games(home)
    with serving(WebSettings(files=2)) as client:
        assert client.portal is not None
        rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]
        client.portal.call(rooms.sweep)
        assert names(home) == {ids["empty"], ids["running"]}
        create(client, "hex", variant="5x5")
        client.portal.call(rooms.sweep)
        assert len(names(home)) == 2, "also between two looks into all files"


def test_the_processes_end_even_if_a_game_cannot_be_closed(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    create(client, "hex", variant="5x5")
    assert client.portal is not None
    rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]

    async def fail(**_: object) -> bool:
        raise RuntimeError("stuck")

    [room] = rooms._rooms.values()
    closing = room.close
    monkeypatch.setattr(room, "close", fail)
    rooms.warm()
    assert rooms.pool.processes
    client.portal.call(rooms.close)
    assert not rooms.pool.processes
    assert "could not be closed" in caplog.text
    client.portal.call(closing)
