"""The frames of a WebSocket: what a page may send, and the answer to what is refused.

Owns the limits of messages. A message that cannot be understood is answered with an error; junk that is not
JSON, or too much of it, ends the connection. What the messages mean is up to `socket` and `analysis_socket`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine

from fastapi import WebSocket, WebSocketDisconnect

from hexapoda.games.translations import translated
from hexapoda.web.answers.message import ErrorMessage
from hexapoda.web.live.listener import Listener, SlowListener
from hexapoda.web.problem import Problem, close_reason
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings

__all__ = ["POLICY", "Junk", "converse", "error_message", "receive", "talk"]

POLICY, _TOO_BIG, _UNSUPPORTED = 1008, 1009, 1003
_SEND_SECONDS = 10.0
"""Seconds that a client may take to accept a message."""


class Junk(Exception):
    """What a client sent is not a message; `code` closes the connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


async def talk(
    socket: WebSocket, log: RefusalLog, work: Callable[[], Coroutine[object, object, None]]
) -> None:
    """Accept a socket and do the work until the page leaves. What is refused goes to `log`."""
    await socket.accept()
    try:
        await work()
    except WebSocketDisconnect:
        return
    except (Junk, Problem) as error:
        code, text = (error.code, error.reason) if isinstance(error, Junk) else (POLICY, error.text)
        log.add(socket.client.host if socket.client else "", socket.url.path, text)
        # A page can read a message, but often not why a socket was closed.
        message = error_message(text)
        if isinstance(error, Problem):
            message["status"] = error.status  # a page tries again unless the game is gone
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(json.dumps(message))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(code, close_reason(text))


async def converse(
    socket: WebSocket,
    listener: Listener,
    follow: Callable[[], Coroutine[object, object, None]],
    on_leave: Callable[[], None],
) -> None:
    """Send the messages of a listener while `follow` handles those of the page. When one of them ends, call
    `on_leave` before all else, and raise what ended it.
    """
    sending = asyncio.create_task(_send(socket, listener))
    receiving = asyncio.create_task(follow())
    try:
        done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        on_leave()
        for task in (sending, receiving):
            task.cancel()
        await asyncio.wait((sending, receiving))
    for task in done:
        task.result()


async def receive(socket: WebSocket, settings: WebSettings) -> dict[str, object]:
    """Return the next message. Raises `Junk` and `WebSocketDisconnect`."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise Junk(_UNSUPPORTED, "expected JSON as text")
    if len(text) > settings.message_bytes or len(text.encode("utf-8", "replace")) > settings.message_bytes:
        raise Junk(_TOO_BIG, f"a message may have {settings.message_bytes} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise Junk(_UNSUPPORTED, "expected a JSON object") from None
    if not isinstance(message, dict):
        raise Junk(_UNSUPPORTED, "expected a JSON object")
    ref = message.get("ref")
    if not (ref is None or isinstance(ref, int) or (isinstance(ref, str) and len(ref) <= 100)):
        raise Junk(_UNSUPPORTED, "expected a number or a short text as ref")
    return message


def error_message(text: str, field: str | None = None) -> ErrorMessage:
    """Return the answer to a message that is refused. `field`: the part of it that is wrong."""
    error: ErrorMessage = {"type": "error", "text": text}
    if field is not None:
        error["field"] = field
    return translated(error)


async def _send(socket: WebSocket, listener: Listener) -> None:
    try:
        while True:
            text = await listener.next()
            # Not `wait_for`: in Python 3.11 it loses a cancellation that comes as the sending ends.
            async with asyncio.timeout(_SEND_SECONDS):
                await socket.send_text(text)
    except (SlowListener, TimeoutError):
        raise Junk(POLICY, "this page does not read its messages") from None
