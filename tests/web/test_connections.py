"""Connections that send too little, or are too many."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from hexapoda.web.connection import limited_protocol
from hexapoda.web.settings import WebSettings

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


LARGE = 8 * 1024**2
"""Bytes of an answer that no system keeps for a client that does not read."""


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answer a request without reading its body, or repeat the messages of a WebSocket."""
    if scope["type"] == "websocket":
        while (message := await receive())["type"] != "websocket.disconnect":
            start = message["type"] == "websocket.connect"
            await send({"type": "websocket.accept"} if start else {"type": "websocket.send", "text": "ok"})
        return
    body = b"x" * LARGE if scope["path"] == "/large" else b"ok"
    size = str(len(body)).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", size)]})
    await send({"type": "http.response.body", "body": body})


def talk(
    settings: WebSettings, act: Callable[[int], Awaitable[None]], running: list[uvicorn.Server] | None = None
) -> None:
    """Run a server, which is added to `running`, and call `act` with its port."""

    async def run() -> None:
        with socket.socket() as made:
            made.bind(("127.0.0.1", 0))
            made.listen()
            config = uvicorn.Config(
                answer,
                http=limited_protocol(settings),
                ws="websockets-sansio",
                lifespan="off",
                log_level="critical",
            )
            server = uvicorn.Server(config)
            if running is not None:
                running.append(server)
            serving = asyncio.create_task(server.serve(sockets=[made]))
            try:
                async with asyncio.timeout(30):
                    await act(made.getsockname()[1])
            finally:
                server.should_exit = True
                await serving

    # In a thread: the browser of other tests may have left its loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


@pytest.mark.parametrize("before", [b"", REQUEST])
@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\nX-Slow: ", b"\r\n"])
def test_the_head_of_every_request_must_come_soon(before: bytes, sent: bytes) -> None:
    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if before:
            writer.write(before)
            assert b"ok" in await reader.readuntil(b"ok")
        writer.write(sent)
        await reader.read()  # until the server closes the connection
        writer.close()

    talk(WebSettings(head_seconds=0.05), act)


def test_a_connection_that_asks_again_stays() -> None:
    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(3):
            writer.write(REQUEST[:10])
            await writer.drain()
            writer.write(REQUEST[10:])
            assert b"ok" in await reader.readuntil(b"ok")
        writer.close()

    talk(WebSettings(head_seconds=10), act)


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 2_000,
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 2_000 + b"\r\n\r\n",
        b"GET /" + b"x" * 2_000,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 500 + b"\r\n",
    ],
)
@pytest.mark.parametrize("step", [100, 10_000])
@pytest.mark.parametrize("before", [b"", REQUEST])
def test_a_large_head_is_refused(head: bytes, step: int, before: bytes) -> None:
    """Whether it comes as a whole or in parts, in the first request or a later one."""

    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if before:
            writer.write(before)
            assert b"ok" in await reader.readuntil(b"ok")
        said = asyncio.create_task(reader.readline())
        for at in range(0, len(head), step):
            writer.write(head[at : at + step])
            await asyncio.wait([said], timeout=0.01)
            if said.done():  # sending more would lose the answer
                break
        assert (await said).startswith(b"HTTP/1.1 431")
        writer.close()

    talk(WebSettings(head_bytes=1_000), act)


def test_heads_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(20):  # together more than the limit
            writer.write(REQUEST.replace(b"x", b"x" * 900))
            assert b"ok" in await reader.readuntil(b"ok")
        writer.close()

    talk(WebSettings(head_bytes=1_000), act)


@pytest.mark.parametrize(("number", "refused"), [(20, False), (200, True)])
def test_requests_that_do_not_wait_for_answers(number: int, refused: bool) -> None:
    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST * number)
        if refused:
            assert b"HTTP/1.1 400" in await reader.read()
        else:
            for _ in range(number):
                await reader.readuntil(b"ok")
        writer.close()

    talk(WebSettings(), act)


def test_the_rest_of_a_body_after_the_answer_must_come_soon() -> None:
    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert b"ok" in await reader.readuntil(b"ok")
        with contextlib.suppress(ConnectionError):
            while True:  # until the server closes the connection
                writer.write(b"1\r\nx\r\n")
                await writer.drain()
                await asyncio.sleep(0.001)
        writer.close()

    talk(WebSettings(head_seconds=0.05), act)


@pytest.mark.parametrize("end", [b"", b"Connection: close\r\n"])
def test_a_client_that_does_not_read_is_dropped(end: bytes) -> None:
    servers: list[uvicorn.Server] = []

    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\n" + end + b"\r\n")
        connections = servers[0].server_state.connections
        for _ in range(2):  # until it is there, and until it is gone
            there = bool(connections)
            while bool(connections) is there:
                await asyncio.sleep(0.001)
        received = 0
        while part := await reader.read(2**16):
            received += len(part)
        assert received < LARGE
        writer.close()

    talk(WebSettings(head_seconds=0.1, answer_seconds=0.1), act, servers)


def test_a_web_socket_may_be_silent() -> None:
    """The times for heads and answers are not those of a WebSocket."""

    async def act(port: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}/", proxy=None) as socket:
            await asyncio.sleep(0.3)
            await socket.send("still there?")
            assert await socket.recv() == "ok"

    talk(WebSettings(head_seconds=0.05, answer_seconds=0.05), act)


@pytest.mark.parametrize(
    "junk",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
        b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\nHost : x\n\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_junk_in_place_of_a_request(junk: bytes) -> None:
    """The connection ends, and others are served."""

    async def act(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(junk)
        await reader.read()  # until the server closes the connection
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)
        assert b"ok" in await reader.readuntil(b"ok")
        writer.close()

    talk(WebSettings(head_seconds=0.2), act)


async def served(port: int, meanwhile: Callable[[], Awaitable[None]] | None = None) -> bool:
    """Whether a request is answered on a new connection, which stays open `meanwhile`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(REQUEST)
        await reader.readuntil(b"ok")
        if meanwhile is not None:
            await meanwhile()
        return True
    except (ConnectionError, asyncio.IncompleteReadError):
        return False
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def test_connections_of_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.web.connection.is_loopback", lambda address: False)

    async def act(port: int) -> None:
        async def second() -> None:
            assert not await served(port)

        assert await served(port, second)
        while not await served(port):  # the server hears of the end a moment later
            pass

    talk(WebSettings(connections_per_address=1), act)


def test_a_trusted_proxy_has_connections_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.web.connection.is_loopback", lambda address: False)

    async def act(port: int) -> None:
        async def second() -> None:
            assert await served(port)

        assert await served(port, second)

    talk(WebSettings(connections_per_address=1, trusted_proxies=("127.0.0.0/8",)), act)
