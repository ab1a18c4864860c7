"""Games survive a reload, a restart and a kill; the server leaves nothing behind."""

from __future__ import annotations

import json
import signal
import socket
import time
import urllib.error
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.web.pages import create, open_page, serving
from tests.web.server_process import free_port, running, wait_until_gone

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")


def state_at(page: ClientConnection, ply: int) -> Any:
    """The first state at a ply, or later."""
    while True:
        message = json.loads(page.recv())
        if message["type"] == "state" and message["board"]["ply"] >= ply:
            return message


def move(page: ClientConnection, text: str) -> None:
    page.send(json.dumps({"type": "move", "move": text}))


def test_a_game_after_a_restart(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", "human", "level-1", variant="5x5", clock="500+1")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.move("a1")
            played = page.state(lambda state: state["board"]["ply"] == 2)
            undone = page.ask("undo")
    with serving() as client:
        state = client.get(f"/api/v1/games/{made['id']}").json()
        assert state["board"] == undone["board"] and state["redo"]
        assert [seat["name"] for seat in state["seats"]] == [seat["name"] for seat in undone["seats"]]
        assert 0 < state["clock"]["left"][0] < 502 and state["clock"]["running"] is None
        with open_page(client, made["id"], made["keys"]) as (page, _):
            again = page.ask("redo")
            assert again["board"]["moves"] == played["board"]["moves"]


def test_a_finished_game_after_a_restart(home: Path) -> None:
    with serving() as client:
        made = create(client, "hex", variant="5x5")
        with open_page(client, made["id"], made["keys"]) as (page, _):
            page.ask("resign")
    with serving() as client:
        assert client.get(f"/api/v1/games/{made['id']}").json()["result"]["winner"] == 1


def test_two_servers_do_not_play_one_game(home: Path) -> None:
    with serving() as first, serving() as second:
        made = create(first, "hex", variant="5x5")
        answer = second.get(f"/api/v1/games/{made['id']}")
        assert answer.status_code == 409 and "another server" in answer.json()["error"]["text"]


@pytest.mark.slow
def test_kill_in_the_middle_of_a_game(home: Path) -> None:
    port = free_port()
    with running(home, port) as server:
        assert server.first_line == f"hexapoda is ready at http://127.0.0.1:{port}/  (Ctrl+C ends it)\n"
        made = server.create("hive", "human", "level-10")
        with server.page(made) as page:
            move(page, "wS1")
            assert state_at(page, 1)["seats"][1]["thinking"]
            workers = server.children()
            assert workers
            assert server.end(signal.SIGKILL) == -signal.SIGKILL
            with pytest.raises(ConnectionClosed):
                state_at(page, 3)
        wait_until_gone(workers)
    with running(home, port) as server, server.page(made) as page:
        state = state_at(page, 2)
        assert state["board"]["moves"][0] == "wS1" and len(state["board"]["moves"]) == 2
        move(page, state["legal"][0]["move"])
        assert state_at(page, 3)


def test_ctrl_c_leaves_nothing(home: Path) -> None:
    with running(home) as server:
        while not server.children():  # a process for engines, before a game needs it
            time.sleep(0.02)
        made = server.create("hive", "human", "level-10")
        with server.page(made) as page:
            move(page, "wS1")
            assert state_at(page, 1)["seats"][1]["thinking"]
            workers = server.children()
            assert server.end(signal.SIGINT) == 0
            with pytest.raises(ConnectionClosed) as closed:
                state_at(page, 3)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        wait_until_gone(workers)
        assert server.process.stdout is not None and server.process.stdout.read() == ""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", server.port))


def test_refusals_of_the_real_server(home: Path) -> None:
    with running(home) as server:
        made = server.create("hex", "human", "human", variant="5x5")
        with server.page(made) as page, server.page(made) as junk:
            junk.send("x" * 20_000)
            with pytest.raises(ConnectionClosed) as closed:
                state_at(junk, 1)
            assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
            with socket.create_connection(("127.0.0.1", server.port)) as raw:
                raw.sendall(b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                assert raw.recv(100).startswith(b"HTTP/1.1 404")
            with socket.create_connection(("127.0.0.1", server.port)) as raw:
                raw.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)
                assert raw.recv(100).startswith(b"HTTP/1.1 4")
            with socket.create_connection(
                ("127.0.0.1", server.port)
            ) as raw:  # the second head is limited too
                raw.sendall(b"GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                answer = raw.recv(100)
                assert answer.startswith(b"HTTP/1.1 200")
                raw.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)
                while b"HTTP/1.1 431" not in answer or b"too long" not in answer:
                    more = raw.recv(10_000)
                    assert more, "closed without an answer"
                    answer += more
            with pytest.raises(urllib.error.HTTPError) as missing:
                server.get("/api/v1/games/" + "0" * 32)
            with missing.value:
                assert missing.value.code == 404
            move(page, "a1")
            assert state_at(page, 1)["board"]["moves"] == ["a1"]


def test_sockets_that_are_opened_and_dropped(home: Path) -> None:
    with running(home) as server:
        made = server.create("hex", "human", "human", variant="5x5")
        upgrade = (
            f"GET /api/v1/games/{made['id']}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        with server.page(made) as page:
            state_at(page, 0)
            for number in range(500):  # benchmarks/hostile_sockets.py opens 10,000
                with socket.create_connection(("127.0.0.1", server.port)) as dropped:
                    if number % 2:
                        dropped.sendall(upgrade.encode())
            move(page, "a1")
            assert state_at(page, 1)["board"]["moves"] == ["a1"]
        assert server.end(signal.SIGINT) == 0
        assert server.process.stdout is not None
        assert len(server.process.stdout.read().splitlines()) < 200


def test_a_port_that_is_taken(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with running(home, taken.getsockname()[1]) as server:
            assert "cannot listen on '127.0.0.1' at port" in server.first_line
            assert server.process.wait() == 2


def test_a_host_that_does_not_exist(home: Path) -> None:
    with running(home, None, "--host", "host.invalid") as server:
        assert "cannot listen on 'host.invalid'" in server.first_line
        assert server.process.wait() == 2
