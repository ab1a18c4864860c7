"""The WebSocket of a room: what a page may send, and what it gets.

Owns the messages and their limits. A message that cannot be understood is answered with an error; junk that
is not JSON, or too much of it, ends the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from hexapoda.errors import HexapodaError
from hexapoda.web.live.listener import Listener, SlowListener
from hexapoda.web.live.room import Room
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.problem import Problem, close_reason
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings

__all__ = ["serve_socket"]

_POLICY, _TOO_BIG, _UNSUPPORTED = 1008, 1009, 1003
_TYPES = "move, undo, redo, resign, draw, accept, decline, pause, teach, go-on, hint or why"
_JOIN_SECONDS = 10.0
"""Seconds in which the first message must come."""
_SEND_SECONDS = 10.0
"""Seconds that a client may take to accept a message."""


class _Junk(Exception):
    """What a client sent is not a message; `code` closes the connection."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


async def serve_socket(socket: WebSocket, id: str, rooms: Rooms, log: RefusalLog) -> None:
    """Serve one page until it leaves. What is refused goes to `log`."""
    await socket.accept()
    try:
        await _serve(socket, id, rooms)
    except WebSocketDisconnect:
        return
    except (_Junk, Problem) as error:
        code, text = (error.code, error.reason) if isinstance(error, _Junk) else (_POLICY, error.text)
        log.add(socket.client.host if socket.client else "", socket.url.path, text)
        # A page can read a message, but often not why a socket was closed.
        message: dict[str, Any] = {"type": "error", "text": text}
        if isinstance(error, Problem):
            message["status"] = error.status  # a page tries again unless the game is gone
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(json.dumps(message))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(code, close_reason(text))


async def _serve(socket: WebSocket, id: str, rooms: Rooms) -> None:
    """Let a page join, and pass its messages on. Raises `_Junk`, `Problem` and `WebSocketDisconnect`."""
    settings = rooms.settings
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            message = await _receive(socket, settings)
    except TimeoutError:
        raise _Junk(_POLICY, "expected a message of type join") from None
    keys = _keys(message)
    room = await rooms.find(id)
    listener = Listener(rooms.seats_of(room, keys))
    await room.join(listener, message.get("ref"))
    sending = asyncio.create_task(_send(socket, listener))
    receiving = asyncio.create_task(_follow(socket, room, listener, settings))
    try:
        done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(listener)
        for task in (sending, receiving):
            task.cancel()
        await asyncio.wait((sending, receiving))
    for task in done:
        task.result()


async def _send(socket: WebSocket, listener: Listener) -> None:
    try:
        while True:
            text = await listener.next()
            # Not `wait_for`: in Python 3.11 it loses a cancellation that comes as the sending ends.
            async with asyncio.timeout(_SEND_SECONDS):
                await socket.send_text(text)
    except (SlowListener, TimeoutError):
        raise _Junk(_POLICY, "this page does not read its messages") from None


async def _follow(socket: WebSocket, room: Room, listener: Listener, settings: WebSettings) -> None:
    """Do what the messages of a page say, one after the other."""
    hints: set[asyncio.Task[None]] = set()
    rate = Rate(settings.messages_per_second, 3 * settings.messages_per_second)
    try:
        while True:
            message = await _receive(socket, settings)
            if not rate.take():
                raise _Junk(_POLICY, "too many messages")
            task = asyncio.create_task(_act(room, listener, message))
            if message.get("type") == "hint":  # takes a second; other messages need not wait
                hints.add(task)
                task.add_done_callback(hints.discard)
            else:
                await asyncio.shield(task)  # a change that has begun is finished even if the page leaves
    finally:
        for task in hints:
            task.cancel()


async def _act(room: Room, listener: Listener, message: dict[str, Any]) -> None:
    ref = message.get("ref")
    try:
        match message.get("type"):
            case "move":
                ply = message.get("ply")
                if ply is not None and (not isinstance(ply, int) or isinstance(ply, bool)):
                    raise Problem(400, "ply must be an integer")
                await room.move(listener, _text(message, "move"), ply, ref)
            case "undo":
                await room.undo(listener, ref)
            case "redo":
                await room.redo(listener, ref)
            case "resign":
                await room.resign(listener, ref)
            case "draw":
                await room.offer_draw(listener, ref)
            case "accept":
                await room.answer_offer(listener, True, ref)
            case "decline":
                await room.answer_offer(listener, False, ref)
            case "pause":
                await room.pause(listener, _flag(message, "on"), ref)
            case "teach":
                await room.teach(listener, _flag(message, "on"), ref)
            case "go-on":
                await room.go_on(listener, ref)
            case "hint":
                await room.hint(listener, ref)
            case "why":
                await room.why(listener, _text(message, "move"), ref)
            case _:
                raise Problem(400, f"expected a type: {_TYPES}")
    except HexapodaError as error:
        listener.answer(_error(str(error), message))
    except Problem as problem:
        listener.answer(_error(problem.text, message))


async def _receive(socket: WebSocket, settings: WebSettings) -> dict[str, Any]:
    """Return the next message. Raises `_Junk` and `WebSocketDisconnect`."""
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    text = received.get("text")
    if text is None:
        raise _Junk(_UNSUPPORTED, "expected JSON as text")
    if len(text) > settings.message_bytes or len(text.encode("utf-8", "replace")) > settings.message_bytes:
        raise _Junk(_TOO_BIG, f"a message may have {settings.message_bytes} bytes")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise _Junk(_UNSUPPORTED, "expected a JSON object") from None
    if not isinstance(message, dict):
        raise _Junk(_UNSUPPORTED, "expected a JSON object")
    ref = message.get("ref")
    if not (ref is None or isinstance(ref, int) or (isinstance(ref, str) and len(ref) <= 100)):
        raise _Junk(_UNSUPPORTED, "expected a number or a short text as ref")
    return message


def _keys(message: dict[str, Any]) -> list[str]:
    keys = message.get("keys", [])
    if message.get("type") != "join" or not isinstance(keys, list) or len(keys) > 2:
        raise _Junk(_POLICY, "expected a message of type join with keys")
    if not all(isinstance(key, str) and len(key) <= 100 for key in keys):
        raise _Junk(_POLICY, "expected keys as texts")
    return keys


def _text(message: dict[str, Any], name: str) -> str:
    text = message.get(name)
    if not isinstance(text, str) or not text.strip() or len(text) > 200:
        raise Problem(400, f"expected {name} as a text of at most 200 characters")
    return text.strip()


def _flag(message: dict[str, Any], name: str) -> bool:
    flag = message.get(name)
    if not isinstance(flag, bool):
        raise Problem(400, f"expected {name} as true or false")
    return flag


def _error(text: str, message: dict[str, Any]) -> dict[str, Any]:
    error = {"type": "error", "text": text}
    return error if message.get("ref") is None else {**error, "ref": message["ref"]}
