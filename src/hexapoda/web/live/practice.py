"""`Practice`: the exercises of all visitors, from reviews and repertoires, and the judging of answers.

The exercises of a review go to each owner who has stated which player they were in the game.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TypeVar

from hexapoda.analysis.proof_engine import EngineProver
from hexapoda.analysis.whole_search import WholeSearches
from hexapoda.engine import Limit
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games import game_names
from hexapoda.practice.card import Card
from hexapoda.practice.collection import AddedCards, CardCount, Collection
from hexapoda.practice.exercise import Exercise
from hexapoda.practice.harvest import harvest
from hexapoda.practice.judging import Judged, judge
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.answers.practice import PracticeJson
from hexapoda.web.live.live_review import LiveReview
from hexapoda.web.live.move_judges import MoveJudges
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.review_engines import TRIED, ReviewEngines
from hexapoda.web.live.reviewed_games import review_of
from hexapoda.web.owner import LOCAL
from hexapoda.web.practice_json import practice_json
from hexapoda.web.problem import Problem
from hexapoda.web.quotas import Quota
from hexapoda.web.rate import Rates
from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import WebSettings
from hexapoda.web.visitor import Visitor

__all__ = ["Practice"]

_Found = TypeVar("_Found")
_COLLECTIONS = 50
"""The maximum number of collections in memory. Each takes a few megabytes at most."""
_DAY = 24 * 3600.0
_FRESH = 60.0
"""Seconds for which a visitor's figures are cached if no card changes or becomes due."""
_SIDES_PER_ADDRESS = 3
"""How many visitors from one address may claim in a day to have played the game of a review that somebody
else requested. The limit applies to each review separately.
"""


@dataclass(slots=True)
class _Overview:
    """The cached figures of a collection, for one game or for all games."""

    version: int
    since: float
    until: float
    answer: PracticeJson


@dataclass(frozen=True, slots=True)
class _Entry:
    """A collection in memory."""

    collection: Collection
    overviews: dict[str | None, _Overview] = field(default_factory=dict)


class Practice:
    """The collections of all owners."""

    def __init__(self, settings: WebSettings, pool: PagePool) -> None:
        """`settings`: the limits; `pool`: the pool in which engines search."""
        self._settings = settings
        self._pool = pool
        self._collections: OrderedDict[str, _Entry] = OrderedDict()
        self._cards = CardCount()
        self._sides = Rates(_SIDES_PER_ADDRESS / _DAY, _SIDES_PER_ADDRESS)
        self._change = threading.Lock()
        self._judges = MoveJudges("hexapoda practice")
        self.quota = Quota(
            lambda count: Sentence(
                "you have added {count} lines to your repertoire today: add the next one later", count=count
            ),
            settings.lines_a_day_per_owner,
            settings.lines_a_day_per_address,
        )
        """How many repertoire lines one visitor may add in a day."""

    def of(self, owner: str) -> Collection:
        """Return the collection of an owner. Any thread may call it."""
        return self._entry(owner).collection

    def overview(self, owner: str, game: str | None) -> PracticeJson:
        """Return an owner's due exercises and figures, for one game or for all. Any thread may call it."""
        entry, now = self._entry(owner), time.time()
        collection = entry.collection
        version, known = collection.version(), entry.overviews.get(game)
        if known is None or known.version != version or not known.since <= now < known.until:
            cards = collection.cards(now, removed=True)
            soon = min((card.memory.due for card in cards if card.memory.due > now), default=math.inf)
            answer = practice_json(cards, len(collection.faults), now, game)
            known = entry.overviews[game] = _Overview(version, now, min(soon, now + _FRESH), answer)
        return known.answer

    def add(self, owner: str, exercises: Iterable[Exercise]) -> AddedCards:
        """Add exercises to an owner's collection, as many as fit. Raises `OSError`."""
        room = None if owner == LOCAL else self._settings.exercises - self._cards.count()
        return self.of(owner).add(exercises, room=room)

    async def take_side(self, visitor: Visitor, run: LiveReview) -> None:
        """Count a visitor who claims to have played the game of somebody else's review. Raises `Problem` 429
        if too many visitors from one address do so, because a review accepts only a few such claims and the
        actual players need theirs.
        """
        known = visitor.local or visitor.owner in run.sides
        if not known and await asyncio.to_thread(_is_own, run, visitor.owner):
            return
        if not known and not self._sides.take(f"{run.id} {visitor.network}"):
            raise Problem(429, Sentence("too many people say that they played this game"))

    def _entry(self, owner: str) -> _Entry:
        with self._change:
            found = self._collections.pop(owner, None) or _Entry(
                Collection(owner, self._settings.exercises_per_owner)
            )
            self._collections[owner] = found
            if len(self._collections) > _COLLECTIONS:
                self._collections.popitem(last=False)
            return found

    async def card(self, owner: str, id: str) -> Card:
        """Return a card. Raises `Problem` 404 if there is none, 409 if it cannot be read, and `OSError`."""

        def read() -> Card:
            card = self.of(owner).card(id)
            if card.exercise.game in game_names():
                card.exercise.position()  # raises if the file has been changed and is no longer valid
            return card

        return await self.kept(read)

    async def kept(self, ask: Callable[[], _Found]) -> _Found:
        """Call `ask`, which reads or changes a collection, in a thread. Raises the errors of `card`."""
        try:
            return await asyncio.to_thread(ask)
        except UsageError as error:
            raise Problem(404, message_of(error)) from None
        except HexapodaError as error:
            raise Problem(
                409, Sentence("the exercise cannot be read: {why}", why=message_of(error))
            ) from error

    def finished(self, run: LiveReview) -> None:
        """Add the exercises of a finished review to the collections of the owners who played the game.
        Never raises.
        """
        with run.siding:
            for owner, player in run.sides.items():
                try:
                    self._add(run, owner, player)
                except Exception as error:  # such as a full disk: the review itself is complete
                    LOGGER.warning("the exercises of review %s cannot be saved: %s", run.id, error)

    async def set_side(self, run: LiveReview, owner: str, player: int | None) -> AddedCards:
        """Set which player an owner was. If the review is complete, add the exercises of that player and
        withdraw those of the other player. Raises `HexapodaError` and `OSError`.
        """
        return await asyncio.to_thread(self._set_side, run, owner, player)

    async def judge(self, client: str, exercise: Exercise, moves: Sequence[str], move: str) -> Judged:
        """Judge `move`, played after the earlier `moves` of an attempt. Raises `Problem` as `MoveJudges`
        does, and `HexapodaError`.
        """
        return await self._judges.judge(client, self._judge, client, exercise, moves, move)

    def close(self) -> None:
        """Stop judging answers."""
        self._judges.close()

    def _set_side(self, run: LiveReview, owner: str, player: int | None) -> AddedCards:
        with run.siding:  # two pages may set different sides at once
            added, before = AddedCards(), run.sides.get(owner)
            if run.is_known:
                if before not in (None, player):  # if killed now, the side is unset, not wrong
                    run.set_side(owner, None)
                self.of(owner).withdraw(run.id, keep=player)
                if player is not None:  # before saving the side: if killed, the page asks again
                    added = self._add(run, owner, player)
            run.set_side(owner, player, own=before is not None or _is_own(run, owner))
            return added

    def _add(self, run: LiveReview, owner: str, player: int) -> AddedCards:
        return self.add(owner, harvest(run.tree, run.played(player), run.known()))

    def _judge(self, client: str, exercise: Exercise, moves: Sequence[str], move: str) -> Judged:
        until = time.monotonic() + self._settings.judge_seconds
        with closing(ReviewEngines(self._pool, exercise.game, client, TRIED)) as engines:
            return judge(
                exercise,
                move,
                WholeSearches(engines.engine, until),
                engines.spec.text,
                Limit(nodes=self._settings.judge_nodes),
                EngineProver(WholeSearches(engines.proofs, until)),
                moves,
            )


def _is_own(run: LiveReview, owner: str) -> bool:
    """Return whether an owner requested a review themselves."""
    return review_of(owner, run.tree) == run.id
