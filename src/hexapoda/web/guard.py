"""`Guard`: refuses requests that do not come from this server's own pages, and protects those pages.

It checks the Host and Origin headers, limits the rate and size of requests, and adds security headers to
every response. A page from another site can make a browser send requests to this server, but cannot forge the
Host and Origin headers.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import socket
from collections import Counter
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexapoda.text.sentence import Sentence
from hexapoda.web.access import Access
from hexapoda.web.metrics import Metrics
from hexapoda.web.problem import Problem, close_reason, problem_json
from hexapoda.web.proxies import TrustedProxies, below_root, is_forwarded
from hexapoda.web.rate import Rates
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings, is_loopback, is_this_machine
from hexapoda.web.visitor import address_of, network_of

__all__ = ["UPLOADS", "Guard"]

UPLOADS = frozenset({"/api/v1/library/imports"})
"""The paths that accept file uploads, whose bodies may be larger than others."""

_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
)
"""Headers that are added to every response unless it sets them itself."""
_BODY_SECONDS = 20.0
"""Seconds for the body of a request to arrive, or for the next chunk of an upload."""


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(
        self, app: ASGIApp, settings: WebSettings, log: RefusalLog, build: str, metrics: Metrics
    ) -> None:
        """`app`: the application; `settings`: the server's address and limits; `log`: records refusals;
        `build`: the version of the page's files, sent with every response; `metrics`: counts responses and
        sockets.
        """
        self._app = app
        self._headers = (*_HEADERS, (b"x-hexapoda-build", build.encode("ascii")))
        self._settings = settings
        self._access = Access(settings)
        self._local = is_this_machine(settings.host)
        self._named = frozenset(name.lower() for name in settings.names)
        names = {"localhost", *settings.names, settings.host}
        if not self._local:
            names.add(socket.gethostname())
        self._names = {name.lower() for name in names}
        self._rates = Rates(settings.requests_per_second, 4 * settings.requests_per_second)
        self._sockets = metrics.sockets
        self._uploads: Counter[str] = Counter()
        self._log = log
        self._metrics = metrics
        self._proxies = TrustedProxies(settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope = below_root(self._proxies.seen_through(scope), self._settings.root_path)
        if scope["type"] == "http":
            send = self._counting(send)
        try:
            self._check(Headers(scope=scope), scope)
            await self._pass_on(scope, receive, send)
        except Problem as problem:
            self._log.add(address_of(scope), scope["path"], problem.text)
            await _refuse(scope, receive, send, problem, self._headers)
        except asyncio.CancelledError:  # Ctrl+C: the server no longer waits for requests
            if scope["type"] == "http":
                with contextlib.suppress(RuntimeError):  # the response has already begun
                    await _refuse(
                        scope,
                        receive,
                        send,
                        Problem(503, Sentence("the server is shutting down")),
                        self._headers,
                    )

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass an accepted request to the application. Raises `Problem`."""
        if not scope["path"]:  # the page's own path without its final slash
            await RedirectResponse(self._settings.root_path, 308)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            with _counted(self._sockets, network_of(address_of(scope))):
                await self._app(scope, receive, send)
            return
        send, most = _protected(send, self._headers), self._most_bytes(scope)
        if _is_upload(scope):
            with _counted(self._uploads, network_of(address_of(scope))):
                await self._app(scope, self._streamed(scope, receive, most), send)
        else:
            await self._app(scope, await self._with_body(receive, most), send)

    def _check(self, headers: Headers, scope: Scope) -> None:
        """Raise `Problem` if a request must be refused."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_own(hosts[0]):
            raise Problem(
                400,
                Sentence(
                    "unknown host {hosts!r}: allow it with the option --name", hosts=", ".join(hosts)[:80]
                ),
            )
        origin = headers.get("origin")
        if origin is not None and not self._is_own_site(origin, hosts[0].lower()):
            raise Problem(403, Sentence("requests from {origin!r} are not allowed", origin=origin[:80]))
        if self._settings.token is None and self._settings.local and is_forwarded(headers):
            raise Problem(
                403, Sentence("this request came through a proxy: allow it with the option --trusted-proxy")
            )
        # Behind a proxy that is not trusted, all requests seem to come from this machine. A local server
        # therefore also limits the rate of every visitor except the owner.
        shared = self._settings.local and not self._access.is_owner(scope)
        if shared or self._settings.trusted_proxies or not is_loopback(address_of(scope)):
            self._check_share(network_of(address_of(scope)), scope)
        if scope["type"] == "websocket" and self._sockets.total() >= self._settings.sockets:
            raise Problem(503, Sentence("too many pages are open: try again later"))
        length, most = headers.get("content-length", "0"), self._most_bytes(scope)
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            raise Problem(413, Sentence("the body of a request may have at most {most} bytes", most=most))

    def _check_share(self, network: str, scope: Scope) -> None:
        """Raise `Problem` 429 if an address exceeds its share of requests, sockets or uploads."""
        if not self._rates.take(network):
            raise Problem(429, Sentence("too many requests: wait a second"), retry_after=1)
        if scope["type"] == "websocket" and self._sockets[network] >= self._settings.sockets_per_address:
            raise Problem(429, Sentence("too many pages are open at this address: close one"))
        if _is_upload(scope) and self._uploads[network] >= self._settings.uploads_per_address:
            raise Problem(429, Sentence("too many uploads from this address: wait until one has finished"))

    def _most_bytes(self, scope: Scope) -> int:
        """Return the maximum size of the body of a request in bytes."""
        settings = self._settings
        if _is_upload(scope):
            return settings.import_bytes
        path, _, last = scope["path"].rpartition("/")
        takes_files = scope["path"] in settings.file_paths or (
            last.isdecimal() and path in settings.file_paths
        )
        return settings.file_bytes if takes_files else settings.body_bytes

    async def _with_body(self, receive: Receive, most: int) -> Receive:
        """Read the body, which may have up to `most` bytes, and return the `receive` callable that replays it
        to the application. Raises `Problem`.
        """
        body = bytearray()
        try:
            async with asyncio.timeout(_BODY_SECONDS):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise Problem(
                            413, Sentence("the body of a request may have at most {most} bytes", most=most)
                        )
                    if message["type"] == "http.disconnect" or not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Problem(408, Sentence("the body of the request did not arrive in time")) from None
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        return replay

    def _streamed(self, scope: Scope, receive: Receive, most: int) -> Receive:
        """Return a `receive` callable that passes on an upload in chunks. It raises `Problem` if the body
        has more than `most` bytes or arrives too slowly.
        """
        seen = 0
        loop = asyncio.get_running_loop()
        end = loop.time() + self._settings.upload_seconds

        def refused(status: int, text: str) -> Problem:
            self._log.add(address_of(scope), scope["path"], text)
            return Problem(status, text)

        async def counted() -> Message:
            nonlocal seen
            try:
                async with asyncio.timeout_at(min(end, loop.time() + _BODY_SECONDS)):
                    message = await receive()
            except TimeoutError:
                raise refused(408, Sentence("the body of the request did not arrive in time")) from None
            seen += len(message.get("body", b""))
            if seen > most:
                raise refused(413, Sentence("the body of a request may have at most {most} bytes", most=most))
            return message

        return counted

    def _counting(self, send: Send) -> Send:
        """Return a `send` callable that counts the response."""

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.count(message["status"])
            await send(message)

        return counted

    def _is_own_site(self, origin: str, host: str) -> bool:
        """Return whether a request comes from a page of this server. A proxy may have dropped the port from
        the Host header.
        """
        try:
            site = urlsplit(origin)
            name = site.hostname
        except ValueError:
            return False
        return site.netloc.lower() == host or (name == host and host in self._named)

    def _is_own(self, host: str) -> bool:
        """Return whether a Host header names this server. IP addresses are safe, because DNS rebinding,
        which makes a foreign host name resolve to this machine, requires a name.
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
        return is_loopback(name) if self._local else True


@contextlib.contextmanager
def _counted(counts: Counter[str], address: str) -> Iterator[None]:
    """Increase the count of an address while the block runs."""
    counts[address] += 1
    try:
        yield
    finally:
        counts[address] -= 1
        if not counts[address]:
            del counts[address]


def _is_upload(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in UPLOADS


def _protected(send: Send, added: Sequence[tuple[bytes, bytes]]) -> Send:
    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            names = {name for name, _ in own}
            message["headers"] = own + [pair for pair in added if pair[0] not in names]
        await send(message)

    return protected


async def _refuse(
    scope: Scope, receive: Receive, send: Send, problem: Problem, added: Sequence[tuple[bytes, bytes]]
) -> None:
    body = json.dumps(problem_json(problem.text, problem.field, **problem.details)).encode()
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *((name.encode(), value.encode()) for name, value in problem.headers.items()),
    ]
    kind = "http"
    if scope["type"] == "websocket":
        await receive()  # the handshake
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": close_reason(problem.text)})
            return
        kind = "websocket.http"
    start: Message = {
        "type": f"{kind}.response.start",
        "status": problem.status,
        # The rest of the body is not read, so the connection cannot be reused.
        "headers": [*headers, (b"connection", b"close")] if kind == "http" else headers,
    }
    sender = _protected(send, added) if kind == "http" else send
    await sender(start)
    await sender({"type": f"{kind}.response.body", "body": body})
