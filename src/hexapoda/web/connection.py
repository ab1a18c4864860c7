"""`limited_protocol`: connections that a client cannot hold open by sending or reading slowly.

Limits the time and size of each request's head, the number of pipelined requests on a connection, the time
that a client may take to read a response, and the number of connections from one address. `guard`
limits bodies.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from hexapoda.text.sentence import Sentence
from hexapoda.web.problem import problem_json
from hexapoda.web.proxies import TrustedProxies
from hexapoda.web.settings import WebSettings, is_loopback
from hexapoda.web.visitor import network_of

__all__ = ["limited_protocol"]

_PIPELINED = 20
"""The maximum number of requests queued on one connection. Browsers wait for each response."""


_BAD = Sentence("the request cannot be understood")
_LARGE = Sentence("the address and the headers of a request are too long")


class _TooMuchError(Exception):
    """A head is too large, or too many requests are queued."""


def limited_protocol(settings: WebSettings) -> type[asyncio.Protocol]:
    """Return the protocol class for the connections of one server."""
    counts: Counter[str] = Counter()
    proxies = TrustedProxies(settings.trusted_proxies)

    class LimitedProtocol(HttpToolsProtocol):
        """One connection. It is no longer counted once it becomes a WebSocket."""

        _address = ""
        _sending_timer: asyncio.TimerHandle | None = None
        """Ends a connection whose client does not send."""
        _reading_timer: asyncio.TimerHandle | None = None
        """Ends a connection whose client does not read."""
        _in_head = _in_body = _upgraded = _large = False
        _unread = 0
        """The number of bytes received of a head that is still incomplete."""
        _read = 0
        """The number of bytes of the address and headers that the parser has reported for this head."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if not is_loopback(address) and not proxies.trusts(address):
                address = network_of(address)
                if counts[address] >= settings.connections_per_address:
                    transport.abort()  # an orderly close would cost resources too
                    return
                self._address = address
                counts[address] += 1
            self._expect_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            self._unset_keepalive_if_required()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self) -> None:
            self._upgraded = True
            self._leave()  # from now on `guard` counts it
            super().handle_websocket_upgrade()

        def data_received(self, data: bytes) -> None:
            only_head = not self._in_body
            super().data_received(data)
            if self._in_head and only_head:
                # The parser reports a header only once it is complete.
                self._unread += len(data)
                if self._unread > settings.head_bytes and not self.transport.is_closing():
                    self._refuse(431, _LARGE)
            self._watch()

        def send_400_response(self, msg: str) -> None:
            self._refuse(431, _LARGE) if self._large else self._refuse(400, _BAD)

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._in_head, self._unread, self._read = True, 0, 0

        def on_url(self, url: bytes) -> None:
            self._count(len(url))
            super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            self._count(len(name) + len(value) + len(": \r\n"))
            super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self._in_head, self._in_body = False, True
            super().on_headers_complete()
            if len(self.pipeline) > _PIPELINED:
                raise _TooMuchError

        def on_message_complete(self) -> None:
            self._in_body = False
            super().on_message_complete()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def pause_writing(self) -> None:
            super().pause_writing()
            if self._reading_timer is None:
                self._reading_timer = self.loop.call_later(settings.answer_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._stop_reading_timer()

        def timeout_keep_alive_handler(self) -> None:
            self._close_slowly()

        def _refuse(self, status: int, text: str) -> None:
            """Respond with an error as JSON, and close the connection."""
            body = json.dumps(problem_json(text)).encode()
            head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close"
            self.transport.write(STATUS_LINE[status] + head.encode() + b"\r\n\r\n" + body)
            self.transport.close()

        def _count(self, size: int) -> None:
            self._read += size
            if self._read > settings.head_bytes:
                self._large = True
                raise _TooMuchError

        def _watch(self) -> None:
            """Start the timer if the client must send something: a head, or the rest of a body whose request
            was already answered. Between two requests, uvicorn has its own timer.
            """
            answering = self.cycle is not None and not self.cycle.response_complete
            if answering or self._upgraded or self.timeout_keep_alive_task is not None:
                self._stop_sending_timer()
            elif self._sending_timer is None:
                self._expect_head()

        def _expect_head(self) -> None:
            self._sending_timer = self.loop.call_later(settings.head_seconds, self._close_slowly)

        def _close_slowly(self) -> None:
            """Close the connection, but leave the client some time to read the end of a response."""
            self.transport.close()
            self._sending_timer = self.loop.call_later(settings.answer_seconds, self.transport.abort)

        def _stop_sending_timer(self) -> None:
            if self._sending_timer is not None:
                self._sending_timer.cancel()
                self._sending_timer = None

        def _stop_reading_timer(self) -> None:
            if self._reading_timer is not None:
                self._reading_timer.cancel()
                self._reading_timer = None

        def _leave(self) -> None:
            """Stop counting the connection, which has ended or is becoming a WebSocket."""
            self._stop_sending_timer()
            self._stop_reading_timer()
            address, self._address = self._address, ""
            if address:
                counts[address] -= 1
                if not counts[address]:
                    del counts[address]

    return LimitedProtocol
