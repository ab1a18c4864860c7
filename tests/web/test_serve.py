"""The socket of the server, and how soon it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hexapoda.web.listening import listening_socket
from tests.browser import run_async
from tests.web.server_process import ServerProcess, running


def test_answers_are_not_delayed() -> None:
    """The system must send the body of an answer before the client has confirmed its head."""

    async def run() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            made = writer.get_extra_info("socket")
            found.set_result(made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening_socket("127.0.0.1", None) as made:
            server = await asyncio.start_server(connected, sock=made)
            _, writer = await asyncio.open_connection(*made.getsockname())
            no_delay = await found
            writer.close()
            server.close()
        return no_delay

    assert run_async(run())


SLOW = """
import os, time
from hexapoda.analysis import review_input

def slow(*_):
    with open(os.environ["READING"], "w") as pipe:
        pipe.write("reading")
    time.sleep(60)

review_input.read_game_text = slow
"""
"""A module that makes the processes of the server read every text for a minute."""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_ctrl_c_does_not_wait_for_a_long_text(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW, "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("READING", str(tmp_path / "reading"))
    os.mkfifo(tmp_path / "reading")
    with running(home) as server, ThreadPoolExecutor(1) as page:
        answer = page.submit(_review, server)
        assert (tmp_path / "reading").read_text("utf-8") == "reading"
        workers = server.children()
        began = time.monotonic()
        assert server.end(signal.SIGINT) == 0
        assert time.monotonic() - began < 10, "and not 60: usually 1.5"
        assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
        assert b" 503 " in answer.result()
        assert server.process.stdout is not None
        assert "Traceback" not in server.process.stdout.read()


def _review(server: ServerProcess) -> bytes:
    """Begin a review; the start of the answer."""
    with socket.create_connection(("127.0.0.1", server.port)) as page:
        body = b'{"text": "x"}'
        head = "POST /api/v1/reviews HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        page.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        return page.recv(1000)
