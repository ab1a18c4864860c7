"""`opening_finder`: looks up how the opening of a reviewed game scored in the library."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hexapoda.analysis.review_opening import OpeningReview, opening_review
from hexapoda.errors import HexapodaError
from hexapoda.record import GameTree
from hexapoda.web.library.library import Library
from hexapoda.web.problem import Problem

__all__ = ["opening_finder"]

_SECONDS = 10.0
"""How many seconds a review waits for the library before it continues without the opening."""


def opening_finder(library: Library) -> Callable[[GameTree], OpeningReview | None]:
    """Return a function that looks up the opening of a game. It returns None if the library cannot answer,
    and may be called in any thread except that of the running event loop.
    """
    loop = asyncio.get_running_loop()

    def find(tree: GameTree) -> OpeningReview | None:
        asked = asyncio.run_coroutine_threadsafe(
            library.read(lambda store: opening_review(tree, store)), loop
        )
        try:
            return asked.result(_SECONDS)
        except (Problem, HexapodaError, TimeoutError):
            asked.cancel()
            return None

    return find
