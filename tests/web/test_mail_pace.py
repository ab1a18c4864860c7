"""Games with days for a move: their clock runs while nobody watches, and stands while the server does."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hexapoda.clock import Clock, TimeControl
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.web.live.served_time import ServedTime
from tests.web.pages import create, open_page, serving

DAY = 86_400.0


def later(client: TestClient, seconds: float) -> None:
    """Let time pass for the clocks that last."""
    rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]
    rooms.served._before += seconds


def about(seconds: float) -> Any:
    """Seconds of a clock that may have run during the test."""
    return pytest.approx(seconds, abs=60)


def sweep(client: TestClient) -> None:
    rooms: Any = client.app.state.rooms  # type: ignore[attr-defined]
    assert client.portal is not None
    client.portal.call(rooms.sweep)


def begun(client: TestClient, clock: str = "3d") -> Any:
    """A game that both have opened, one after the other."""
    made = create(client, "hex", variant="5x5", clock=clock)
    for key in made["keys"]:
        with open_page(client, made["id"], [key]):
            pass
    return made


def clock_of(client: TestClient, made: Any) -> Any:
    return client.get(f"/api/v1/games/{made['id']}").json()["clock"]


def row(client: TestClient, made: Any, seat: int = 0) -> Any:
    asked = {"ids": [made["id"]], "keys": {made["id"]: [made["keys"][seat]]}}
    [found] = client.post("/api/v1/games/list", json=asked).json()["games"]
    return found


def test_it_begins_when_both_have_come_and_needs_nobody_there(client: TestClient) -> None:
    made = create(client, "hex", variant="5x5", clock="3d")
    assert made["clock"] == {"left": [3 * DAY, 3 * DAY], "running": None, "control": "3d"}
    with open_page(client, made["id"], made["keys"][:1]) as (_, joined):
        assert joined["clock"]["running"] is None, "the friend has not come yet"
    with open_page(client, made["id"], made["keys"][1:]) as (_, joined):
        assert joined["clock"]["running"] == 0, "although the first one is away"
    later(client, DAY)
    assert clock_of(client, made)["left"][0] == about(2 * DAY)
    with open_page(client, made["id"], made["keys"][:1]) as (page, _):
        moved = page.move("a1")["clock"]
        assert moved["left"] == [about(3 * DAY), about(3 * DAY)] and moved["running"] == 1


def test_time_passes_without_the_game_in_memory_but_not_without_the_server(home: Path) -> None:
    with serving() as client:
        made = begun(client)
        later(client, DAY)
    with serving() as client:
        state = clock_of(client, made)
        assert state["left"][0] == about(2 * DAY) and state["running"] == 0
    with serving() as client:
        later(client, DAY)  # the game is only a file meanwhile
        found = row(client, made)
        assert found["own"] == [0] and found["turn"] == 0 and found["control"] == "3d"
        assert found["left"] == about(DAY)


def test_a_killed_server_takes_no_time_from_anybody(home: Path) -> None:
    with serving() as client:
        made = begun(client)
        later(client, DAY)
        sweep(client)  # keeps the time
        kept = (home / "web-time").read_text("ascii")
        later(client, DAY)
        with open_page(client, made["id"], made["keys"][:1]) as (page, _):
            page.move("a1")
    (home / "web-time").write_text(kept, "ascii")
    with serving() as client:
        left = clock_of(client, made)["left"]
        assert left[1] == about(3 * DAY)
    for damage in ("", "nonsense", "nan", "-5"):
        (home / "web-time").write_text(damage, "ascii")
        assert 0 <= ServedTime().now() < 60, damage
    with serving() as client:
        assert clock_of(client, made)["left"][1] == about(3 * DAY)


def test_a_game_that_nobody_has_open_ends_on_time(home: Path) -> None:
    with serving() as client:
        made = begun(client, "1d")
    with serving() as client:
        later(client, DAY + 1)
        sweep(client)
        state = client.get(f"/api/v1/games/{made['id']}").json()
        assert state["result"]["winner"] == 1 and "out of time" in state["result"]["text"]
        assert row(client, made)["over"]


def test_a_full_disk_stops_no_clock_and_no_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(time: ServedTime) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(ServedTime, "keep", full)
    with serving() as client:
        made = begun(client, "1d")
    assert not list((home / "web").glob("*.lock")), "the games are closed with the server"
    with serving() as client:
        later(client, DAY + 1)
        sweep(client)
        assert json.loads((home / "web" / f"{made['id']}.json").read_text("utf-8"))["finished"]


def test_a_rematch_has_the_same_days(client: TestClient) -> None:
    made = begun(client)
    with open_page(client, made["id"], made["keys"][:1]) as (page, _):
        page.ask("resign")
    found = client.post(f"/api/v1/games/{made['id']}/rematch", json={"keys": made["keys"][:1]}).json()
    assert client.get(f"/api/v1/games/{found['id']}").json()["clock"]["control"] == "3d"


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        ({"clock": "15d"}, "1 to 14 days"),
        ({"clock": "0d"}, "days per move"),
        ({"clock": "1.5d"}, "not a clock"),
        ({"clock": "3d", "seats": ["human", "level-1"]}, "an engine cannot wait for days"),
    ],
)
def test_what_is_refused(client: TestClient, wish: dict[str, Any], text: str) -> None:
    answer = client.post("/api/v1/games", json={"game": "hex", "seats": ["human", "human"], **wish})
    assert answer.status_code == 400 and text in answer.json()["error"]["text"]


def test_days_are_only_for_the_page() -> None:
    with pytest.raises(UsageError, match="only for games between two people in the browser"):
        TimeControl.parse("3d")
    with pytest.raises(UsageError, match="only for games between two people in the browser"):
        TimeControl.of({"clock": "3d"})
    control = TimeControl.parse("3d", days=True)
    assert (control.text, str(control), control.for_move) == ("3d", "3 days per move", 3 * DAY)
    for wrong in ({"days": 0}, {"days": 1, "time": 2.0}, {"days": 1, "base": 60.0}, {"days": "1"}):
        with pytest.raises(UsageError, match="days per move"):
            TimeControl.from_json(wrong)


def test_a_clock_of_days_is_kept_while_it_runs() -> None:
    time = [100.0]
    clock = Clock(TimeControl(days=1), now=lambda: time[0])
    clock.start(1)
    time[0] += 1000
    kept = json.loads(json.dumps(clock.to_json()))
    time[0] += 500
    restored = Clock.from_json(kept, now=lambda: time[0])
    assert restored.running == 1 and restored.left(1) == DAY - 1500 and restored.left(0) == DAY
    assert restored.stop() == 1500 and restored.left(1) == DAY
    for damage in ({"running": 2}, {"running": True}, {"at": "x"}, {"at": float("nan")}, {"days": "x"}):
        with pytest.raises(InvalidGameError, match="damaged"):
            Clock.from_json({**kept, **damage})
