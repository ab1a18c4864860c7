"""How the opening of a reviewed game scored in the games of the library."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from hexapoda.analysis.review_opening import OpeningFigures, OpeningReview, opening_review
from hexapoda.errors import HexapodaError
from hexapoda.games.position import Position
from hexapoda.record import GameTree
from hexapoda.web.library.library import Library
from hexapoda.web.problem import Problem

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["opening_finder"]

_SECONDS = 10.0
"""The longest wait for the library. A review does without it."""


def opening_finder(library: Library) -> Callable[[GameTree], OpeningReview | None]:
    """Return a function that looks up the opening of a game, for any thread but that of the event loop that
    runs now. It returns None if the library cannot answer.
    """
    loop = asyncio.get_running_loop()

    def find(tree: GameTree) -> OpeningReview | None:
        def work(store: Store) -> OpeningReview | None:
            def figures(position: Position) -> OpeningFigures:
                totals = store.explore(position).totals
                return OpeningFigures(totals.games, totals.score(0))

            return opening_review(tree, figures)

        asked = asyncio.run_coroutine_threadsafe(library.read(work), loop)
        try:
            return asked.result(_SECONDS)
        except (Problem, HexapodaError, TimeoutError):
            asked.cancel()
            return None

    return find
