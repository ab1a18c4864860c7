"""The conversation with a page on a WebSocket: what a page may send, how often, and how it learns of errors.

This module limits the messages. An invalid message is answered with an error. A message that is not a JSON
object ends the connection, and so do too many messages. `socket`, `analysis_socket` and `review_socket`
define what the messages mean.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import TypeAlias, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter

from hexapoda.errors import HexapodaError
from hexapoda.games.translations import translated
from hexapoda.text.sentence import message_of
from hexapoda.web.answers.message import ErrorMessage
from hexapoda.web.live.listener import Listener, SlowListener
from hexapoda.web.live.wishes import parse
from hexapoda.web.problem import Problem, close_reason
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings

__all__ = ["Received", "accepted", "answering", "converse", "error_message", "joined"]

Wish = TypeVar("Wish")
Received: TypeAlias = dict[str, object]
"""A message from a page, as JSON."""

_POLICY, _TOO_BIG, _UNSUPPORTED = 1008, 1009, 1003
_SEND_SECONDS = 10.0
"""Seconds that a client may take to accept a message."""
_JOIN_SECONDS = 10.0
"""Seconds within which the first message must arrive."""


class Junk(Exception):
    """A client sent an unacceptable message. `code`: the close code for the connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@contextlib.asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[None]:
    """Accept a socket for the block that serves it. If the block raises `Junk` or `Problem`, log the error,
    tell the page and close the socket. A disconnect ends the block without an error.
    """
    await socket.accept()
    try:
        yield
    except WebSocketDisconnect:
        return
    except (Junk, Problem) as error:
        code, text = (error.code, error.reason) if isinstance(error, Junk) else (_POLICY, error.text)
        log: RefusalLog = socket.app.state.log
        log.add(socket.client.host if socket.client else "", socket.url.path, text)
        # A page can read a message, but often not the reason why a socket was closed.
        message = error_message(text)
        if isinstance(error, Problem):
            message["status"] = error.status  # a page reconnects unless the game is gone
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(json.dumps(message))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(code, close_reason(text))


async def joined(socket: WebSocket, form: TypeAdapter[Wish], settings: WebSettings) -> tuple[Wish, object]:
    """Return a page's first message and its `ref`. Raises `Junk`, `Problem` and `WebSocketDisconnect`."""
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            message = await _receive(socket, settings)
    except TimeoutError:
        raise Junk(_POLICY, "expected a message of type join") from None
    return parse(form, message), message.get("ref")


async def converse(
    socket: WebSocket,
    listener: Listener,
    settings: WebSettings,
    act: Callable[[Received], Coroutine[object, object, None]],
    on_leave: Callable[[], None],
) -> None:
    """Call `act` for each message of a page, one at a time, while sending the messages of the listener.
    When receiving or sending ends, call `on_leave`, then raise the exception that ended it.
    """
    sending = asyncio.create_task(_send(socket, listener))
    receiving = asyncio.create_task(_follow(socket, settings, act))
    try:
        done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        on_leave()
        for task in (sending, receiving):
            task.cancel()
        await asyncio.wait((sending, receiving))
    for task in done:
        task.result()


@contextlib.contextmanager
def answering(listener: Listener, message: Received) -> Iterator[None]:
    """Context manager for acting on a message. Errors raised in the block are sent as the answer."""
    try:
        yield
    except HexapodaError as error:
        listener.answer(error_message(message_of(error)), message.get("ref"))
    except Problem as problem:
        listener.answer(error_message(problem.text, problem.field), message.get("ref"))


async def _follow(
    socket: WebSocket, settings: WebSettings, act: Callable[[Received], Coroutine[object, object, None]]
) -> None:
    rate = Rate(settings.messages_per_second, 3 * settings.messages_per_second)
    while True:
        message = await _receive(socket, settings)
        if not rate.take():
            raise Junk(_POLICY, "too many messages")
        await act(message)


async def _receive(socket: WebSocket, settings: WebSettings) -> Received:
    """Return the next message. Raises `Junk` and `WebSocketDisconnect`."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise Junk(_UNSUPPORTED, "expected JSON as text")
    if len(text) > settings.message_bytes or len(text.encode("utf-8", "replace")) > settings.message_bytes:
        raise Junk(_TOO_BIG, f"a message may have at most {settings.message_bytes} bytes")
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
    """Return an error as a message. `field`: the part of the refused message that is wrong."""
    error: ErrorMessage = {"type": "error", "text": text}
    if field is not None:
        error["field"] = field
    return translated(error)


async def _send(socket: WebSocket, listener: Listener) -> None:
    try:
        while True:
            text = await listener.next()
            # Not `wait_for`: in Python 3.11 it loses a cancellation that arrives just as the sending ends.
            async with asyncio.timeout(_SEND_SECONDS):
                await socket.send_text(text)
    except (SlowListener, TimeoutError):
        raise Junk(_POLICY, "this page does not read its messages") from None
