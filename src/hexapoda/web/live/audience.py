"""`Audience`: the pages that watch a game, and what is sent to them.

Only the thread of the event loop may use it, except for `seats`.
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
        """The seats whose keys are held by open pages. Any thread may read it."""
        return frozenset(seat for listener in tuple(self.listeners) for seat in listener.seats)

    def tell(
        self,
        state: GameStateJson,
        listener: Listener | None = None,
        ref: object = None,
        *,
        but: Listener | None = None,
    ) -> None:
        """Send the state to all listeners except `but`; `listener` receives it as the answer to its message
        `ref`.
        """
        message: StateMessage = {"type": "state", "own": None, **state}
        text = json.dumps(message, ensure_ascii=False, allow_nan=False)
        for each in self.listeners - {but}:
            if each is listener:
                each.answer(message, ref)
            else:
                each.post_text("state", text)

    def post(self, kind: str, text: str) -> None:
        """Send a message to all listeners. A newer message of the same kind replaces it if it is unsent."""
        for each in self.listeners:
            each.post_text(kind, text)

    def seat_again(self, seats: dict[int, int]) -> None:
        """Replace every `seat` of the pages with `seats[seat]`, or remove it if `seats` lacks it, and notify
        the pages.
        """
        for each in self.listeners:
            each.seats = frozenset(seats[seat] for seat in each.seats if seat in seats)
            each.post("own", {"type": "seats", "own": sorted(each.seats)})
