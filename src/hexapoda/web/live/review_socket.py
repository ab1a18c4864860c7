"""The WebSocket of a review, on which a page receives each new judgment, and can stop and resume the review.

Handles the messages. `frames` limits their size and rate.
"""

from __future__ import annotations

import asyncio

from fastapi import WebSocket
from pydantic import TypeAdapter

from hexapoda.web.live.frames import Received, accepted, answering, converse, joined
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.live_review import LiveReview
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.live.wishes import JoinReview, ReviewWish, parse

__all__ = ["watch_review"]

_JOIN: TypeAdapter[JoinReview] = TypeAdapter(JoinReview)
_WISHES: TypeAdapter[ReviewWish] = TypeAdapter(ReviewWish)


async def watch_review(socket: WebSocket, id: str) -> None:
    """Serve the socket of a page that watches a review. The first message must be `join`."""
    reviews: Reviews = socket.app.state.reviews
    async with accepted(socket):
        wish, _ = await joined(socket, _JOIN, reviews.settings)
        run = await reviews.find(id)
        listener = Listener(frozenset())

        async def act(message: Received) -> None:
            with answering(listener, message):
                if parse(_WISHES, message).type == "stop":
                    await asyncio.shield(reviews.stop(run))
                else:
                    reviews.resume(run)

        reviews.watch(run, listener)
        try:
            await _catch_up(run, reviews, listener, wish.version)
        except BaseException:
            reviews.leave(run, listener)
            raise
        await converse(socket, listener, reviews.settings, act, lambda: reviews.leave(run, listener))


async def _catch_up(run: LiveReview, reviews: Reviews, listener: Listener, version: int) -> None:
    """Send the judgments that are newer than the page's `version`, the summary and the progress."""
    if version > run.version:  # the server has been restarted since then
        version = -1
    news = await asyncio.to_thread(run.changes, version)
    for judgment in news:
        listener.post(f"judgment {judgment['ply']}", {"type": "judgment", **judgment})
    summary = await asyncio.to_thread(run.summary_json)
    listener.post("summary", {"type": "summary", "summary": summary})
    listener.post("progress", {"type": "progress", **reviews.progress(run)})
