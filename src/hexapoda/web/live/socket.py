"""The WebSocket of a room: what a page may send, and what it gets.

Owns the messages. `frames` owns their limits, and what happens to junk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from fastapi import WebSocket

from hexapoda.errors import HexapodaError
from hexapoda.play import Aid
from hexapoda.text.sentence import message_of
from hexapoda.web.live.frames import POLICY, Junk, converse, error_message, receive, talk
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.player_name import clean_name
from hexapoda.web.live.room import Room
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.owner import owner_of
from hexapoda.web.problem import Problem
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings

__all__ = ["serve_socket"]

_TYPES = "move, undo, redo, resign, draw, offer-help, accept, decline, pause, teach, go-on, hint, help or why"
_JOIN_SECONDS = 10.0
"""Seconds in which the first message must come."""


async def serve_socket(socket: WebSocket, id: str, rooms: Rooms, log: RefusalLog) -> None:
    """Serve one page until it leaves. What is refused goes to `log`."""
    await talk(socket, log, lambda: _serve(socket, id, rooms))


async def _serve(socket: WebSocket, id: str, rooms: Rooms) -> None:
    """Let a page join, and pass its messages on. Raises `Junk`, `Problem` and `WebSocketDisconnect`."""
    settings = rooms.settings
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            message = await receive(socket, settings)
    except TimeoutError:
        raise Junk(POLICY, "expected a message of type join") from None
    keys = _keys(message)
    room = await rooms.find(id)
    owner = owner_of(socket)
    own = rooms.own_seats(room, owner) if message.get("own") is True else frozenset[int]()
    listener = Listener(rooms.seats_of(room, keys) | own)
    await room.seat(listener.seats, owner, _name(message))
    await room.join(listener, message.get("ref"))
    await converse(
        socket, listener, lambda: _follow(socket, room, listener, settings), lambda: room.leave(listener)
    )


async def _follow(socket: WebSocket, room: Room, listener: Listener, settings: WebSettings) -> None:
    """Do what the messages of a page say, one after the other."""
    hints: set[asyncio.Task[None]] = set()
    rate = Rate(settings.messages_per_second, 3 * settings.messages_per_second)
    try:
        while True:
            message = await receive(socket, settings)
            if not rate.take():
                raise Junk(POLICY, "too many messages")
            task = asyncio.create_task(_act(room, listener, message))
            if message.get("type") == "hint":  # takes a second; other messages need not wait
                hints.add(task)
                task.add_done_callback(hints.discard)
            else:
                await asyncio.shield(task)  # a change that has begun is finished even if the page leaves
    finally:
        for task in hints:
            task.cancel()


async def _act(room: Room, listener: Listener, message: Mapping[str, object]) -> None:
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
                await room.offer(listener, "draw", ref)
            case "offer-help":
                await room.offer(listener, "help", ref)
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
            case "help":
                await room.help(listener, _aid(message), ref)
            case "why":
                await room.why(listener, _text(message, "move"), ref)
            case _:
                raise Problem(400, f"expected a type: {_TYPES}")
    except HexapodaError as error:
        listener.answer(error_message(message_of(error)), ref)
    except Problem as problem:
        listener.answer(error_message(problem.text), ref)


def _keys(message: Mapping[str, object]) -> list[str]:
    keys = message.get("keys", [])
    if message.get("type") != "join" or not isinstance(keys, list) or len(keys) > 2:
        raise Junk(POLICY, "expected a message of type join with keys")
    if not all(isinstance(key, str) and len(key) <= 100 for key in keys):
        raise Junk(POLICY, "expected keys as texts")
    return keys


def _name(message: Mapping[str, object]) -> str | None:
    name = message.get("name")
    if not (name is None or (isinstance(name, str) and len(name) <= 200)):
        raise Junk(POLICY, "expected a name as a short text")
    return None if name is None else clean_name(name)


def _text(message: Mapping[str, object], name: str) -> str:
    text = message.get(name)
    if not isinstance(text, str) or not text.strip() or len(text) > 200:
        raise Problem(400, f"expected {name} as a text of at most 200 characters")
    return text.strip()


def _aid(message: Mapping[str, object]) -> Aid:
    found = next((one for one in (Aid.LINES, Aid.ANALYSIS) if one == message.get("kind")), None)
    if found is None:
        raise Problem(400, f"expected a kind: {Aid.LINES} or {Aid.ANALYSIS}")
    return found


def _flag(message: Mapping[str, object], name: str) -> bool:
    flag = message.get(name)
    if not isinstance(flag, bool):
        raise Problem(400, f"expected {name} as true or false")
    return flag
