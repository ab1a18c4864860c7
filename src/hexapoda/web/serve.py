"""Runs the server, and shuts it down within a few seconds.

Ctrl+C closes all games, whose files stay, and leaves no process behind. `hexapoda.web.listening` chooses the
port.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from hexapoda.web.app import create_app
from hexapoda.web.connection import limited_protocol
from hexapoda.web.refusal_log import LOGGER, FewLines
from hexapoda.web.settings import WebSettings

__all__ = ["serve"]

_SPARE = 100
"""The number of connections besides WebSockets. They serve requests, which are short."""
_LAST_ANSWERS = 1
"""Seconds in which open requests may still be answered after Ctrl+C."""
_CLOSING = 5.0
"""Seconds for the whole shutdown."""
_LAST_WORK = 0.3
"""Seconds for the remaining threads to end once everything is closed."""


def serve(settings: WebSettings, made: socket.socket, on_ready: Callable[[str, str], None]) -> None:
    """Serve on the socket `made` until Ctrl+C; the process ends soon after. `on_ready` is called once the
    page can be opened, with the address to show and the address to open in the browser. Refusals are logged
    to standard error.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    LOGGER.addHandler(handler)
    _allow_files(settings.sockets + settings.rooms + 4 * _SPARE)
    port = made.getsockname()[1]
    app = create_app(replace(settings, port=port))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=limited_protocol(settings),
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_max_queue=8,
        proxy_headers=False,  # `guard` reads them, and only those of trusted proxies
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=_LAST_ANSWERS,
        limit_concurrency=settings.sockets + _SPARE,
        lifespan="on",
    )
    logging.getLogger("uvicorn.error").addFilter(FewLines())
    server = _Server(config, lambda: on_ready(*_addresses(settings, port)), lambda: app.state.rooms.warm())
    with contextlib.suppress(KeyboardInterrupt):  # the usual end
        asyncio.run(_serve(server, made))


async def _serve(server: uvicorn.Server, made: socket.socket) -> None:
    try:
        await server.serve(sockets=[made])
    finally:
        _end_within(_LAST_WORK)


def _allow_files(wanted: int) -> None:
    """Raise the limit on open files to `wanted` if the system permits: each connection is an open file."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and soft != resource.RLIM_INFINITY:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _Server(uvicorn.Server):
    """A server that reports when it is ready, and then prepares for the first game."""

    def __init__(
        self, config: uvicorn.Config, on_start: Callable[[], None], prepare: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._on_start = on_start
        self._prepare = prepare

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_start()
            await asyncio.to_thread(self._prepare)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        _end_within(_CLOSING)
        await super().shutdown(sockets)


def _end_within(seconds: float) -> None:
    """End the process after some seconds if it is still running. Python would wait for every thread, even a
    thread that is reading a long text for a page that has been closed. Nothing is lost: games are saved after
    every move, and changes of the library are atomic.
    """

    def end() -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def _addresses(settings: WebSettings, port: int) -> tuple[str, str]:
    """Return the address of the page for the owner of the data folder, and one that works only once. Without
    a token, both are the plain address.
    """
    host = settings.host
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    page = f"http://{shown}:{port}{settings.root_path}"
    if settings.token is None:
        return page, page
    return f"{page}?token={settings.token}", f"{page}?ticket={settings.ticket}"
