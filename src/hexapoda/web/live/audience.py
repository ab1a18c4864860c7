"""`Audience`: the pages that watch a game, and what is sent to them.

Used in the thread of the event loop only, except for `seats`.
"""

from __future__ import annotations

import json

from hexapoda.web.answers.game import GameStateJson
from hexapoda.web.answers.message import StateMessage
from hexapoda.web.live.listener import Listener

__all__ = ["Audience"]


class Audience:
    """The listeners of one game."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose keys are held by pages that are open. May be asked in any thread."""
        return frozenset(seat for listener in tuple(self.listeners) for seat in listener.seats)

    def tell(
        self,
        state: GameStateJson,
        listener: Listener | None = None,
        ref: object = None,
        *,
        but: Listener | None = None,
    ) -> None:
        """Send the state: to `listener` as its answer, to all others as news, except to one."""
        message: StateMessage = {"type": "state", "own": None, **state}
        text = json.dumps(message, ensure_ascii=False, allow_nan=False)
        for each in self.listeners - {but}:
            if each is listener:
                each.answer(message, ref)
            else:
                each.post_text("state", text)

    def post(self, kind: str, text: str) -> None:
        """Send a message to all, unless a newer one of this kind replaces it first."""
        for each in self.listeners:
            each.post_text(kind, text)

    def seat_again(self, seats: dict[int, int]) -> None:
        """Give the pages other seats, by the ones that they have, and tell them which."""
        for each in self.listeners:
            each.seats = frozenset(seats[seat] for seat in each.seats if seat in seats)
            each.post("own", {"type": "seats", "own": sorted(each.seats)})
