"""Connections that send too little, or are too many."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from hexapoda.web.connection import limited_protocol
from hexapoda.web.settings import WebSettings

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def talk(settings: WebSettings, act: Callable[[int], Awaitable[None]]) -> None:
    """Run a server, and call `act` with its port."""

    async def run() -> None:
        with socket.socket() as made:
            made.bind(("127.0.0.1", 0))
            made.listen()
            config = uvicorn.Config(
                answer, http=limited_protocol(settings), lifespan="off", log_level="critical"
            )
            server = uvicorn.Server(config)
            serving = asyncio.create_task(server.serve(sockets=[made]))
            try:
                async with asyncio.timeout(30):
                    await act(made.getsockname()[1])
            finally:
                server.should_exit = True
                await serving

    asyncio.run(run())


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


def test_connections_of_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.web.connection.is_loopback", lambda address: False)

    async def served(port: int, meanwhile: Callable[[], Awaitable[None]] | None = None) -> bool:
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

    async def act(port: int) -> None:
        async def second() -> None:
            assert not await served(port)

        assert await served(port, second)
        while not await served(port):  # the server hears of the end a moment later
            pass

    talk(WebSettings(connections_per_address=1), act)
