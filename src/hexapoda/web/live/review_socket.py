"""The WebSocket of a review: a page that watches gets each new judgment, and may stop the review.

Owns the messages. `frames` owns their limits.
"""

from __future__ import annotations

import asyncio

from fastapi import WebSocket
from pydantic import TypeAdapter

from hexapoda.web.live.frames import POLICY, Junk, converse, error_message, receive, talk
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.live_review import LiveReview
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.live.wishes import JoinReview, ReviewWish, parse
from hexapoda.web.problem import Problem
from hexapoda.web.rate import Rate
from hexapoda.web.refusal_log import RefusalLog

__all__ = ["serve_review"]

_JOIN: TypeAdapter[JoinReview] = TypeAdapter(JoinReview)
_WISHES: TypeAdapter[ReviewWish] = TypeAdapter(ReviewWish)
_JOIN_SECONDS = 10.0
"""Seconds in which the first message must come."""


async def serve_review(socket: WebSocket, id: str, reviews: Reviews, log: RefusalLog) -> None:
    """Serve one page until it leaves. What is refused goes to `log`."""

    async def work() -> None:
        version = await _joined(socket, reviews)
        run = await reviews.find(id)
        listener = Listener(frozenset())
        reviews.watch(run, listener)
        try:
            await _catch_up(run, reviews, listener, version)
        except BaseException:
            reviews.leave(run, listener)
            raise
        await converse(
            socket,
            listener,
            lambda: _follow(socket, run, reviews, listener),
            lambda: reviews.leave(run, listener),
        )

    await talk(socket, log, work)


async def _joined(socket: WebSocket, reviews: Reviews) -> int:
    """Return the version that a page has seen. Raises `Junk`."""
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            message = await receive(socket, reviews.settings)
    except TimeoutError:
        raise Junk(POLICY, "expected a message of type join") from None
    return parse(_JOIN, message).version


async def _catch_up(run: LiveReview, reviews: Reviews, listener: Listener, version: int) -> None:
    """Send what the page has not seen."""
    if version > run.version:  # of a server that was restarted meanwhile
        version = -1
    news = await asyncio.to_thread(run.changes, version)
    for judgment in news:
        listener.post(f"judgment {judgment['ply']}", {"type": "judgment", **judgment})
    summary = await asyncio.to_thread(run.summary_json)
    listener.post("summary", {"type": "summary", "summary": summary})
    listener.post("progress", {"type": "progress", **reviews.progress(run)})


async def _follow(socket: WebSocket, run: LiveReview, reviews: Reviews, listener: Listener) -> None:
    """Do what the messages of a page say."""
    settings = reviews.settings
    rate = Rate(settings.messages_per_second, 3 * settings.messages_per_second)
    while True:
        message = await receive(socket, settings)
        if not rate.take():
            raise Junk(POLICY, "too many messages")
        try:
            if parse(_WISHES, message).type == "stop":
                await asyncio.shield(reviews.stop(run))
            else:
                reviews.resume(run)
        except Problem as problem:
            listener.answer(error_message(problem.text, problem.field), message.get("ref"))
