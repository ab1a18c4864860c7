"""`limited_protocol`: connections that cannot be held for long by somebody who sends little or nothing.

Owns the time for the head of each request of a connection, and the number of connections of one address. The
size of a head is limited by uvicorn, and that of a body by `guard`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hexapoda.web.settings import WebSettings, is_loopback

__all__ = ["limited_protocol"]


def limited_protocol(settings: WebSettings) -> type[asyncio.Protocol]:
    """Return the class of the connections of one server."""
    counts: Counter[str] = Counter()

    class LimitedProtocol(H11Protocol):
        """One connection, until it becomes a WebSocket."""

        _address = ""
        _alarm: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if not is_loopback(address):
                if counts[address] >= settings.connections_per_address:
                    transport.abort()  # no polite end: that would take resources too
                    return
                self._address = address
                counts[address] += 1
            self._expect_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._leave()  # from now on, `guard` counts it
            super().handle_websocket_upgrade(event)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def _watch(self) -> None:
            """Set the alarm while a head is on its way. Until it begins, uvicorn has an alarm of its own."""
            if self.conn.their_state is not h11.IDLE or self.timeout_keep_alive_task is not None:
                self._calm()
            elif self._alarm is None:
                self._expect_head()

        def _expect_head(self) -> None:
            self._alarm = self.loop.call_later(settings.head_seconds, self._late)

        def _late(self) -> None:
            self._alarm = None
            if not self.transport.is_closing():
                self.transport.close()

        def _calm(self) -> None:
            if self._alarm is not None:
                self._alarm.cancel()
                self._alarm = None

        def _leave(self) -> None:
            self._calm()
            address, self._address = self._address, ""
            if address:
                counts[address] -= 1
                if not counts[address]:
                    del counts[address]

    return LimitedProtocol
