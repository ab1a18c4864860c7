"""The WebSocket of a review: a page that watches gets each new judgment, and may stop the review.

Owns the messages. Limits and junk are those of the socket of a game.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from hexapoda.web.live.listener import Listener
from hexapoda.web.live.review_run import ReviewRun
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.live.socket import Junk, receive_message, refuse, send_messages
from hexapoda.web.problem import Problem
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog

__all__ = ["serve_review"]

_POLICY = 1008
_JOIN_SECONDS = 10.0
"""Seconds in which the first message must come."""


async def serve_review(socket: WebSocket, id: str, reviews: Reviews, log: RefusalLog) -> None:
    """Serve one page until it leaves. What is refused goes to `log`."""
    await socket.accept()
    try:
        await _serve(socket, id, reviews)
    except WebSocketDisconnect:
        return
    except (Junk, Problem) as error:
        await refuse(socket, error, log)


async def _serve(socket: WebSocket, id: str, reviews: Reviews) -> None:
    settings = reviews.settings
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            message = await receive_message(socket, settings)
    except TimeoutError:
        raise Junk(_POLICY, "expected a message of type join") from None
    version = message.get("version", 0)
    if message.get("type") != "join" or not isinstance(version, int) or isinstance(version, bool):
        raise Junk(_POLICY, "expected a message of type join with a version")
    run = await reviews.find(id)
    listener = Listener(frozenset())
    reviews.watch(run, listener)
    try:
        await _catch_up(run, reviews, listener, version)
        sending = asyncio.create_task(send_messages(socket, listener))
        receiving = asyncio.create_task(_follow(socket, run, reviews, listener))
        try:
            done, _ = await asyncio.wait((sending, receiving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, receiving):
                task.cancel()
            await asyncio.wait((sending, receiving))
        for task in done:
            task.result()
    finally:
        reviews.leave(run, listener)


async def _catch_up(run: ReviewRun, reviews: Reviews, listener: Listener, version: int) -> None:
    """Send what the page has not seen."""
    if version > run.version:  # of a server that was restarted meanwhile
        version = -1
    news = await asyncio.to_thread(run.changes, version)
    for judgment in news:
        _post(listener, f"judgment {judgment['ply']}", {"type": "judgment", **judgment})
    summary = await asyncio.to_thread(run.summary_json)
    _post(listener, "summary", {"type": "summary", "summary": summary})
    _post(listener, "progress", {"type": "progress", **reviews.progress(run)})


async def _follow(socket: WebSocket, run: ReviewRun, reviews: Reviews, listener: Listener) -> None:
    """Do what the messages of a page say."""
    settings = reviews.settings
    rate = Rate(settings.messages_per_second, 3 * settings.messages_per_second)
    while True:
        message = await receive_message(socket, settings)
        if not rate.take():
            raise Junk(_POLICY, "too many messages")
        ref = {} if message.get("ref") is None else {"ref": message["ref"]}
        try:
            match message.get("type"):
                case "stop":
                    await asyncio.shield(reviews.stop(run))
                case "resume":
                    reviews.resume(run)
                case _:
                    raise Problem(400, "expected a type: stop or resume")
        except Problem as problem:
            listener.answer({"type": "error", "text": problem.text, **ref})


def _post(listener: Listener, kind: str, message: dict[str, Any]) -> None:
    listener.post_latest(kind, json.dumps(message, allow_nan=False))
