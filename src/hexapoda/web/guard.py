"""`Guard`: refuses requests that do not come from this server's own pages, and protects those pages.

Owns the checks of Host and Origin, the size of bodies, and the headers of every answer. A page of another
site can make a browser send requests here; it cannot forge these two headers.
"""

from __future__ import annotations

import ipaddress
import json
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexapoda.web.problem import problem_json
from hexapoda.web.settings import WebSettings

__all__ = ["Guard"]

_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        """`app`: the application; `settings`: its address and limits."""
        self._app = app
        self._settings = settings
        self._local = settings.host == "localhost" or _is_loopback(settings.host)
        names = {"localhost", *settings.names, settings.host}
        if not self._local:
            names.add(socket.gethostname())
        self._names = {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        trouble = self._trouble(Headers(scope=scope), scope)
        if trouble is not None:
            await _refuse(scope, receive, send, *trouble)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._app(scope, _Limited(receive, self._settings.body_bytes), _protected(send))

    def _trouble(self, headers: Headers, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the text of a refusal; None for a request that is welcome."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            return 400, f"unknown host {', '.join(hosts)[:80]!r}: start the server with --name to allow it"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != hosts[0].lower():
            return 403, f"requests from {origin[:80]!r} are not allowed"
        if (
            scope["type"] == "http"
            and headers.get("sec-fetch-site") == "cross-site"
            and scope["method"] != "GET"
        ):
            return 403, "requests from other sites are not allowed"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._settings.body_bytes:
            return 413, f"the body of a request may have {self._settings.body_bytes} bytes"
        return None

    def _is_own(self, host: str) -> bool:
        """Whether a Host header names this server. Addresses are safe: only a name can be made to point to
        this machine by somebody else.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return _is_loopback(name) if self._local else True


class _Limited:
    """Receives the body of a request, and ends the request if it is longer than allowed."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            return {"type": "http.disconnect"}
        return message


def _protected(send: Send) -> Send:
    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return protected


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, text: str) -> None:
    body = json.dumps(problem_json(text)).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    kind = "http"
    if scope["type"] == "websocket":
        await receive()  # the request to connect
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": text[:100]})
            return
        kind = "websocket.http"
    start: dict[str, Any] = {"type": f"{kind}.response.start", "status": status, "headers": headers}
    sender = _protected(send) if kind == "http" else send
    await sender(start)
    await sender({"type": f"{kind}.response.body", "body": body})


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
