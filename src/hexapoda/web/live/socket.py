"""The WebSocket of a game, on which a page plays or watches, and receives the state after each change.

Handles the messages. `frames` limits them and rejects malformed ones.
"""

from __future__ import annotations

import asyncio

from fastapi import WebSocket
from pydantic import ConfigDict, TypeAdapter

from hexapoda.play import Aid
from hexapoda.web.live.frames import Received, accepted, answering, converse, joined
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

__all__ = ["play_game"]

_JOIN: TypeAdapter[JoinGame] = TypeAdapter(JoinGame)
_WISHES: TypeAdapter[GameWish] = TypeAdapter(GameWish, config=ConfigDict(defer_build=True))


async def play_game(socket: WebSocket, id: str) -> None:
    """Serve the socket of a page that plays or watches a game. The first message must be `join`."""
    rooms: Rooms = socket.app.state.rooms
    async with accepted(socket):
        wish, ref = await joined(socket, _JOIN, rooms.settings)
        room = await rooms.find(id)
        owner = owner_of(socket)
        own = rooms.own_seats(room, owner) if wish.own else frozenset[int]()
        listener = Listener(rooms.seats_of(room, wish.keys) | own)
        await room.seat(listener.seats, owner, None if wish.name is None else clean_name(wish.name))
        await room.join(listener, ref)
        hints: set[asyncio.Task[None]] = set()

        async def act(message: Received) -> None:
            task = asyncio.create_task(_act(room, listener, message))
            if message.get("type") == "hint":  # a hint takes a second; other messages need not wait
                hints.add(task)
                task.add_done_callback(hints.discard)
            else:
                await asyncio.shield(task)  # a change is completed even if the page leaves

        def leave() -> None:
            room.leave(listener)
            for task in hints:
                task.cancel()

        await converse(socket, listener, rooms.settings, act, leave)


async def _act(room: Room, listener: Listener, message: Received) -> None:
    ref = message.get("ref")
    with answering(listener, message):
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
