"""`LastGames`: reviews of a visitor's latest finished games, whose mistakes become exercises.

This module chooses the games, and `Reviews` reviews them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.errors import HexapodaError
from hexapoda.games import find_game
from hexapoda.record import GameTree
from hexapoda.record.replay import tree_of
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.practice import GameReviewJson, LastGamesJson
from hexapoda.web.library.finished_games import FinishedGames
from hexapoda.web.library.library import Library
from hexapoda.web.live.live_review import DONE, LiveReview
from hexapoda.web.live.practice import Practice
from hexapoda.web.live.review_file import review_status
from hexapoda.web.live.reviewed_games import review_of
from hexapoda.web.live.reviews import Reviews
from hexapoda.web.problem import Problem
from hexapoda.web.visitor import Visitor

if TYPE_CHECKING:
    from hexapoda.storage import Store

__all__ = ["MOST_GAMES", "LastGames"]

MOST_GAMES = 10
"""The maximum number of reviews that may be asked for at once."""
_LOOKED_AT = 30
"""The number of an owner's latest games that are searched for unreviewed ones."""
_SHORTEST = 8
"""The minimum length of a game in plies. Shorter games were abandoned before anything happened."""


class LastGames:
    """Finds the games and starts their reviews. Only the thread of the event loop may use it."""

    def __init__(
        self, library: Library, finished: FinishedGames, reviews: Reviews, practice: Practice
    ) -> None:
        """`library`: contains the games; `finished`: adds games to the library once they are over."""
        self._library = library
        self._finished = finished
        self._reviews = reviews
        self._practice = practice

    async def read(self, owner: str) -> LastGamesJson:
        """Return an owner's running and queued reviews; if there are none, also how many of the latest games
        have no finished review.
        """
        running = self._reviews.running(owner)
        games = [] if running else await self._games(owner)
        sides = [(run, run.sides.get(owner)) for run in running]
        reviews = [self._json(run, player) for run, player in sides if player is not None]
        return {"reviews": reviews, "games": len(games)}

    async def begin(self, visitor: Visitor, client: str, count: int) -> LastGamesJson:
        """Start reviews of the latest `count` games without a finished review; stopped reviews continue. If a
        limit is reached, start as many as it allows. Raises `Problem` or `HexapodaError` if none can start.
        """
        owner, begun = visitor.owner, 0
        for tree, seat in (await self._games(owner))[:count]:
            try:
                self._reviews.quota.take(visitor)
                run = await self._reviews.create(tree, owner, client)
                if run.sides.get(owner) is None:
                    await self._practice.set_side(run, owner, seat)
                self._reviews.resume(run)
            except (Problem, HexapodaError):
                if not begun:
                    raise
                break
            begun += 1
        if not begun:
            raise Problem(404, Sentence("you have no finished games left to review"))
        return await self.read(owner)

    async def stop(self, owner: str) -> LastGamesJson:
        """Stop an owner's running and queued reviews. `begin` continues them."""
        for run in self._reviews.running(owner):
            await self._reviews.stop(run)
        return await self.read(owner)

    async def _games(self, owner: str) -> list[tuple[GameTree, int]]:
        await self._finished.settled()
        most, done = self._reviews.settings.review_plies, self._reviews.done()
        return await self._library.read(lambda store: _unreviewed(store, owner, most, done))

    def _json(self, run: LiveReview, player: int) -> GameReviewJson:
        header = run.tree.header
        first, second = (player.name for player in header.players)
        return {
            "progress": self._reviews.progress(run),
            "game": header.game,
            "variant": header.variant,
            "names": (first, second),
            "date": header.date,
            "player": player,
        }


def _unreviewed(store: Store, owner: str, most: int, done: set[str]) -> list[tuple[GameTree, int]]:
    """Return an owner's games without a finished review, latest first, each with the player, 0 or 1, that the
    owner was. `done`: ids of reviews that are known to be done, so that their files need not be read.
    """
    from hexapoda.storage import GameFilter

    wanted = GameFilter(player="you", owners=(owner,), min_plies=_SHORTEST, max_plies=most)
    games = []
    for found in store.search(wanted, limit=_LOOKED_AT, newest=True, damaged=[]):
        seats = [seat for seat, player in enumerate(found.record.players) if player.name == "you"]
        if len(seats) != 1 or not found.record.finished or not find_game(found.record.game).analysis.REVIEWS:
            continue
        tree = tree_of(found.record, found.root())
        review = review_of(owner, tree)
        if review is None or (review not in done and review_status(review) != DONE):
            games.append((tree, seats[0]))
    return games
