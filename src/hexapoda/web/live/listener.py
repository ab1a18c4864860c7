"""`Listener`: one socket that watches a game, a review or an analysis, and the messages queued for it.

A newer state replaces an older one that is still unsent, so a slow client skips states, and its queue stays
bounded.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import TypeAlias

from hexapoda.web.answers.message import AnalysisMessage, GameMessage, ReviewMessage

__all__ = ["Listener", "Message", "SlowListener"]

Message: TypeAlias = GameMessage | ReviewMessage | AnalysisMessage

_WAITING = 64
"""The maximum number of queued answers. Only a client that keeps asking and never reads can exceed it."""


class SlowListener(Exception):
    """The client does not read the answers to its messages."""


class Listener:
    """The outgoing messages of one socket. Only the thread of the event loop may use it."""

    def __init__(self, seats: frozenset[int]) -> None:
        """`seats`: the seats for which this client may move."""
        self.seats = seats
        self._latest: dict[str, str] = {}
        self._answers: deque[str] = deque()
        self._ready = asyncio.Event()
        self._overflow = False

    def post(self, kind: str, message: Message, ref: object = None) -> None:
        """Queue a message. A newer message of the same kind replaces it if it is still unsent. `ref`: as in
        `answer`.
        """
        self.post_text(kind, _text(message, ref))

    def post_text(self, kind: str, text: str) -> None:
        """Queue a message as `post` does, given as JSON text that many listeners can share."""
        self._latest.pop(kind, None)  # so that messages are sent in posting order
        self._latest[kind] = text
        self._ready.set()

    def answer(self, message: Message, ref: object = None) -> None:
        """Queue a message that no other message replaces. `ref`: the `ref` of the message that it answers, if
        there is one. If too many answers are queued, `next` raises `SlowListener`.
        """
        if len(self._answers) >= _WAITING:
            self._overflow = True
        else:
            self._answers.append(_text(message, ref))
        self._ready.set()

    async def next(self) -> str:
        """Wait for the next message and return it as JSON text. Raises `SlowListener`."""
        while True:
            if self._overflow:
                raise SlowListener
            if self._answers:
                return self._answers.popleft()
            if self._latest:
                return self._latest.pop(next(iter(self._latest)))
            self._ready.clear()
            await self._ready.wait()


def _text(message: Message, ref: object) -> str:
    """Return a message as JSON in ASCII, because an answer quotes text from the page, which may contain half
    of a surrogate pair.
    """
    return json.dumps(message if ref is None else {**message, "ref": ref}, allow_nan=False)
