"""The WebSocket of a room: what a page may send, and what it gets.

Owns the messages. `frames` owns their limits, and what happens to junk.
"""

from __future__ import annotations

import asyncio

from fastapi import WebSocket
from pydantic import ConfigDict, TypeAdapter

from hexapoda.errors import HexapodaError
from hexapoda.play import Aid
from hexapoda.text.sentence import message_of
from hexapoda.web.live.frames import POLICY, Junk, converse, error_message, receive, talk
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.player_name import clean_name
from hexapoda.web.live.room import Room
from hexapoda.web.live.rooms import Rooms
from hexapoda.web.live.wishes import (
    GameWish,
    HelpWish,
    JoinGame,
    MoveWish,
    PlainWish,
    SwitchWish,
    WhyWish,
    parse,
)
from hexapoda.web.owner import owner_of
from hexapoda.web.problem import Problem
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog
from hexapoda.web.settings import WebSettings

__all__ = ["serve_socket"]

_JOIN: TypeAdapter[JoinGame] = TypeAdapter(JoinGame)
_WISHES: TypeAdapter[GameWish] = TypeAdapter(GameWish, config=ConfigDict(defer_build=True))
_JOIN_SECONDS = 10.0
"""Seconds in which the first message must come."""


async def serve_socket(socket: WebSocket, id: str, rooms: Rooms, log: RefusalLog) -> None:
    """Serve one page until it leaves. What is refused goes to `log`."""
    await talk(socket, log, lambda: _serve(socket, id, rooms))


async def _serve(socket: WebSocket, id: str, rooms: Rooms) -> None:
    """Add a page, and pass its messages on. Raises `Junk`, `Problem` and `WebSocketDisconnect`."""
    settings = rooms.settings
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            message = await receive(socket, settings)
    except TimeoutError:
        raise Junk(POLICY, "expected a message of type join") from None
    wish = parse(_JOIN, message)
    room = await rooms.find(id)
    owner = owner_of(socket)
    own = rooms.own_seats(room, owner) if wish.own else frozenset[int]()
    listener = Listener(rooms.seats_of(room, wish.keys) | own)
    await room.seat(listener.seats, owner, None if wish.name is None else clean_name(wish.name))
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


async def _act(room: Room, listener: Listener, message: dict[str, object]) -> None:
    ref = message.get("ref")
    try:
        match parse(_WISHES, message):
            case MoveWish(move=move, ply=ply):
                await room.move(listener, move, ply, ref)
            case WhyWish(move=move):
                await room.why(listener, move, ref)
            case SwitchWish(type="pause", on=on):
                await room.pause(listener, on, ref)
            case SwitchWish(on=on):
                await room.teach(listener, on, ref)
            case HelpWish(kind=kind):
                await room.help(listener, Aid(kind), ref)
            case PlainWish(type="undo"):
                await room.undo(listener, ref)
            case PlainWish(type="redo"):
                await room.redo(listener, ref)
            case PlainWish(type="resign"):
                await room.resign(listener, ref)
            case PlainWish(type="draw"):
                await room.offer(listener, "draw", ref)
            case PlainWish(type="offer-help"):
                await room.offer(listener, "help", ref)
            case PlainWish(type="accept"):
                await room.answer_offer(listener, True, ref)
            case PlainWish(type="decline"):
                await room.answer_offer(listener, False, ref)
            case PlainWish(type="go-on"):
                await room.go_on(listener, ref)
            case PlainWish(type="hint"):
                await room.hint(listener, ref)
    except HexapodaError as error:
        listener.answer(error_message(message_of(error)), ref)
    except Problem as problem:
        listener.answer(error_message(problem.text, problem.field), ref)
