"""The files of games: locks, damage, and how many are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.file_lock import take_lock
from hexapoda.web.live.room_file import RoomFile
from hexapoda.web.live.room_folder import QUIET_SECONDS, UNTOUCHED_SECONDS, RoomFolder
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


def archived(home: Path) -> set[str]:
    return {path.stem for path in (home / "web" / "archive").glob("*.json")}


def test_games_that_were_never_played_go_after_a_day(home: Path) -> None:
    ids = games(home)
    folder = RoomFolder(WebSettings())
    for id in ids.values():
        make_old(home, id, UNTOUCHED_SECONDS - 60)
    folder.tidy(keep={ids["finished"]})
    assert names(home) == set(ids.values()) and not archived(home)
    for id in ids.values():
        make_old(home, id, 120)
    folder.tidy(keep={ids["empty"], ids["finished"]})
    assert names(home) == set(ids.values())
    folder.tidy()
    assert names(home) == {ids["running"]} and archived(home) == {ids["finished"]}


def test_a_game_with_a_move_is_never_removed(home: Path) -> None:
    ids = games(home)
    for id in ids.values():
        make_old(home, id, 10 * QUIET_SECONDS)
    lock = take_lock(home / "web" / f"{ids['finished']}.lock")
    assert lock is not None
    RoomFolder(WebSettings(files=0, archived_games=0)).tidy()
    assert names(home) == {ids["finished"], ids["running"]}, "a server has the first one open"
    lock.release()
    RoomFolder(WebSettings(files=0, archived_games=0)).tidy()
    assert names(home) == {ids["running"]} and archived(home) == {ids["finished"]}
    assert not list((home / "web").rglob("*.lock")), "and nothing else is left"
    with serving() as client:
        for id in (ids["finished"], ids["running"]):
            assert client.get(f"/api/v1/games/{id}").json()["board"]["moves"] == ["a1"]
    assert archived(home) == {ids["finished"]}


def test_given_moves_alone_keep_no_file(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5", moves=["c3"])
        wish = {"ids": [made["id"]], "keys": {made["id"]: made["keys"][:1]}}
        [row] = client.post("/api/v1/games/list", json=wish).json()["games"]
        assert (row["plies"], row["begun"]) == (1, False)
    assert names(home) == {made["id"]}
    make_old(home, made["id"], UNTOUCHED_SECONDS + 60)
    RoomFolder(WebSettings()).tidy()
    assert not names(home) and not archived(home)


def test_a_finished_game_is_archived_when_nobody_has_it_open(home: Path) -> None:
    with serving(WebSettings(rooms=1)) as client:
        made = create(client, "hex", variant="5x5")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.move("a1")
            page.ask("resign")
            assert not archived(home)
        other = create(client, "hex", variant="5x5")
        assert archived(home) == {made["id"]} and names(home) == {other["id"]}
        with open_page(client, made["id"], made["keys"]) as (page, state):
            assert state["result"]["winner"] == 0 and state["own"] == [0, 1]
            page.ask("undo")
            assert page.move("b2")["board"]["ply"] == 2
    assert not archived(home) and made["id"] in names(home), "it goes on, and its clock is looked after"


def test_a_damaged_game_is_kept(home: Path) -> None:
    (home / "web").mkdir(parents=True)
    (home / "web" / f"{ID}.json").write_text("half written", "utf-8")
    RoomFolder(WebSettings()).tidy()
    assert archived(home) == {ID}


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
    assert rooms.pool.workers.processes
    client.portal.call(rooms.close)
    assert not rooms.pool.workers.processes
    assert "could not be closed" in caplog.text
    client.portal.call(closing)
