"""`Reviews`: all reviews on the server, by their secret ids, and the queue of waiting reviews.

First passes come before second passes, so that every owner sees results soon. Within a pass, reviews that are
being watched come before the others, and clients take fair turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
import threading
import time
from collections.abc import Callable

from hexapoda.analysis.review_opening import OpeningReview
from hexapoda.analysis.review_passes import PassesState
from hexapoda.errors import HexapodaError, QueueFull
from hexapoda.host.fair_queue import FairQueue
from hexapoda.record import GameTree
from hexapoda.text.sentence import Sentence, message_of, reason_of
from hexapoda.web.answers.review import MoveJudgmentJson, ReviewJson, ReviewProgressJson, TriedMoveJson
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.live_review import DONE, FAILED, STOPPED, WAITING, LiveReview
from hexapoda.web.live.move_judges import MoveJudges
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.review_engines import TRIED, ReviewEngines
from hexapoda.web.live.review_file import ReviewFile, SavedReview, review_folder
from hexapoda.web.live.reviewed_games import note_review, notes_of, review_of
from hexapoda.web.live.tried_move import move_judgment_json
from hexapoda.web.owner import LOCAL
from hexapoda.web.problem import Problem
from hexapoda.web.quotas import Quota
from hexapoda.web.refusal_log import LOGGER
from hexapoda.web.settings import WebSettings

__all__ = ["Reviews"]

_ID = re.compile(r"[0-9a-f]{32}")
_END_SECONDS = 0.5
"""Seconds for which `close` waits for each review thread to end. The files contain the results so far."""


class Reviews:
    """The reviews in memory and those on disk, which are loaded when needed."""

    def __init__(
        self,
        settings: WebSettings,
        pool: PagePool,
        opening: Callable[[GameTree], OpeningReview | None] | None = None,
    ) -> None:
        """`opening`: looks up the opening of a game in the store; None if there is no store."""
        self.settings = settings
        self._pool = pool
        self._opening = opening
        self.finished: Callable[[LiveReview], None] = lambda review: None
        """Called in the thread of a review when both passes are complete."""
        self.quota = Quota(
            lambda count: Sentence(
                "you have asked for {count} reviews here today: ask for the next one later", count=count
            ),
            settings.reviews_a_day_per_owner,
            settings.reviews_a_day_per_address,
        )
        """How many reviews one visitor may ask for in a day."""
        self._runs: dict[str, LiveReview] = {}
        self._loading = asyncio.Lock()
        self._creating = asyncio.Lock()  # so that two simultaneous requests share one review
        self._queue: FairQueue[LiveReview] = FairQueue(
            lambda run: run.client,
            lambda run: (run.next_pass, not run.listeners),
            each=settings.reviews_waiting_per_client,
            most=settings.reviews_waiting,
        )
        self._change = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closed = False
        self._judges = MoveJudges("hexapoda tries")

    async def create(self, tree: GameTree, owner: str, client: str) -> LiveReview:
        """Return an owner's review of a game, or queue a new one for `client` if there is none. Raises
        `Problem` and `HexapodaError`.
        """
        async with self._creating:
            known = await asyncio.to_thread(review_of, owner, tree)
            if known is not None:
                with contextlib.suppress(Problem):  # the old review is gone or damaged
                    return await self.find(known)
            return await self._create(tree, owner, client)

    async def _create(self, tree: GameTree, owner: str, client: str) -> LiveReview:
        game, plies = tree.game, tree.to_record().plies
        if not game.analysis.REVIEWS:
            raise Problem(
                400,
                Sentence(
                    "games of {title} cannot be reviewed: no engine here evaluates them", title=game.title
                ),
                "game",
            )
        if plies > self.settings.review_plies:
            raise Problem(
                400,
                Sentence(
                    "the game has {plies} moves: expected at most {most}",
                    plies=plies,
                    most=self.settings.review_plies,
                ),
                "text",
            )
        if owner != LOCAL:
            await asyncio.to_thread(self._check_kept, owner)
        self._check_queue(client)
        id = secrets.token_hex(16)
        async with self._loading:
            self._make_space()
            run = LiveReview(
                ReviewFile(id),
                SavedReview(tree, WAITING, "", PassesState()),
                self._pool,
                self.settings,
                self._opening,
                client,
                self._finish,
            )
            self._runs[id] = run
        await asyncio.to_thread(run.save)  # before queueing; pages show whether it failed
        await asyncio.to_thread(note_review, owner, tree, id)
        self.enqueue(run)
        return run

    async def find(self, id: str) -> LiveReview:
        """Return the review with this id, loading it if necessary. A review that is loaded with the status
        `waiting` is queued again. Raises `Problem`.
        """
        if _ID.fullmatch(id) is None:
            raise Problem(404, Sentence("there is no such review"))
        run = self._runs.get(id)
        if run is None:
            async with self._loading:
                run = self._runs.get(id)
                if run is None:
                    self._make_space()
                    run = self._runs[id] = await self._load(id)
                    if run.status == WAITING:
                        self.enqueue(run)
        run.used = time.monotonic()
        return run

    def running(self, owner: str) -> list[LiveReview]:
        """Return the working and queued reviews in memory of games that an owner played: first the working
        ones, then the others in queue order.
        """
        found = [run for run in self._runs.values() if owner in run.sides and not run.has_ended]
        return sorted(found, key=lambda run: self._place(run) or 0)

    def done(self) -> set[str]:
        """Return the ids of the finished reviews in memory. Their files may not say so yet."""
        return {id for id, run in self._runs.items() if run.status == DONE}

    def progress(self, run: LiveReview) -> ReviewProgressJson:
        """Return the progress of a review, with its place in the queue."""
        return run.progress_json(self._place(run))

    def full(self, run: LiveReview, owner: str) -> ReviewJson:
        """Return everything about a review, including which player the owner was."""
        return {**run.full_json(owner), "place": self._place(run)}

    def enqueue(self, run: LiveReview) -> None:
        """Queue a review. Does nothing if it is already queued or working, or after `close`."""
        with self._change:
            if self._closed or run in self._queue or run.working:
                return
            run.wait_again()
            self._queue.push(run)
            if len(self._threads) < self.settings.reviews_at_once:
                thread = threading.Thread(target=self._work, name="hexapoda reviews", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._change.notify()
        self._tell_places()

    async def stop(self, run: LiveReview) -> None:
        """Stop a working or queued review. `resume` continues it."""
        with self._change:
            waited = run in self._queue
            if waited:
                self._queue.remove(run)
            elif run.working or run.status == WAITING:
                run.stop()
        if waited:
            await asyncio.to_thread(run.set_stopped)
            self._tell_places()

    def resume(self, run: LiveReview) -> None:
        """Queue a stopped or failed review again. Raises `Problem` 429."""
        if run.status in (STOPPED, FAILED):
            self._check_queue(run.client)
            self.enqueue(run)

    async def try_move(self, run: LiveReview, ply: int, text: str) -> TriedMoveJson:
        """Judge another move in place of the one played at `ply`. Raises `Problem` and `HexapodaError`."""
        return await self._judges.judge(run.id, run.try_move, ply, text)

    async def judge_move(self, client: str, tree: GameTree, text: str) -> MoveJudgmentJson:
        """Judge a move at the end of a game, for a client. Raises `Problem` and `HexapodaError`."""
        game = tree.game

        def judge() -> MoveJudgmentJson:
            with contextlib.closing(ReviewEngines(self._pool, game.name, client, TRIED)) as engines:
                return move_judgment_json(tree, text, engines, self.settings.review_deep)

        if not game.analysis.REVIEWS:
            raise Problem(
                400,
                Sentence("no engine here evaluates positions of {title}", title=game.title),
                "game",
            )
        return await self._judges.judge(client, judge)

    def watch(self, run: LiveReview, listener: Listener) -> None:
        """Add a page that watches a review. Raises `Problem` if there are too many."""
        if len(run.listeners) >= self.settings.listeners:
            raise Problem(429, Sentence("too many pages are watching this review"))
        run.listeners.add(listener)

    def leave(self, run: LiveReview, listener: Listener) -> None:
        """Remove a page that watched a review."""
        run.listeners.discard(listener)
        run.used = time.monotonic()

    async def sweep(self) -> None:
        """Drop from memory the reviews that have ended and have not been watched for a while."""
        late = time.monotonic() - self.settings.idle_seconds
        for run in [run for run in self._runs.values() if self._idle(run) and run.used < late]:
            self._drop(run)

    async def close(self) -> None:
        """Stop all reviews. Unfinished reviews are saved as waiting, so they continue after a restart."""
        with self._change:
            self._closed = True
            self._queue.clear()
            self._change.notify_all()
            threads = list(self._threads)
        for run in self._runs.values():
            run.leave_unfinished()
        self._judges.close()
        for thread in threads:
            await asyncio.to_thread(thread.join, _END_SECONDS)
        for run in self._runs.values():
            run.file.release()

    def _place(self, run: LiveReview) -> int | None:
        with self._change:
            order = list(self._queue)
            return order.index(run) + 1 if run in order else None

    def _check_kept(self, owner: str) -> None:
        """Raise `Problem` if an owner or the server has too many reviews. None is deleted to make room."""
        kept = len(notes_of(owner))
        if kept >= self.settings.reviews_per_owner:
            raise Problem(429, Sentence("you have {count} reviews here, the most allowed", count=kept))
        if sum(1 for _ in review_folder().glob("*.json")) >= self.settings.review_files:
            raise Problem(503, Sentence("this server has reached its limit of saved reviews"))

    def _check_queue(self, client: str) -> None:
        """Raise `Problem` 429 if a client may not queue another review."""
        with self._change:
            try:
                self._queue.check(client)
            except QueueFull as full:
                text = (
                    Sentence("too many of your reviews are waiting here: try again later")
                    if full.own
                    else Sentence("too many reviews are waiting here: try again later")
                )
                raise Problem(429, text) from None

    def _tell_places(self) -> None:
        with self._change:
            order = list(self._queue)
        for place, run in enumerate(order, 1):
            if run.listeners:
                run.tell_progress(place)

    def _work(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: len(self._queue) or self._closed)
                run = self._queue.pop()
                if self._closed or run is None:
                    return
                which = run.begin()
            self._tell_places()
            run.work(which)
            with self._change:  # so that no stop comes between the check and the queueing
                stopped = run.stopping
                if run.status == WAITING and not stopped:
                    self.enqueue(run)
            if run.status == WAITING and stopped and not self._closed:
                run.set_stopped()

    def _idle(self, run: LiveReview) -> bool:
        return not run.listeners and run.has_ended

    def _finish(self, run: LiveReview) -> None:
        self.finished(run)

    def _make_space(self) -> None:
        """If there are too many reviews in memory, drop the ended review that has been unwatched the longest.
        Raises `Problem` 429 if none can be dropped.
        """
        while len(self._runs) >= self.settings.reviews:
            idle = [run for run in self._runs.values() if self._idle(run)]
            if not idle:
                raise Problem(429, Sentence("too many games are being reviewed here: try again later"))
            self._drop(min(idle, key=lambda run: run.used))

    def _drop(self, run: LiveReview) -> None:
        del self._runs[run.id]
        run.file.release()

    async def _load(self, id: str) -> LiveReview:
        file = ReviewFile(id)
        try:
            saved = await asyncio.to_thread(file.load)
            run = LiveReview(file, saved, self._pool, self.settings, self._opening, finished=self._finish)
            await asyncio.to_thread(run.check)
            return run
        except FileNotFoundError:
            raise Problem(404, Sentence("there is no such review")) from None
        except (OSError, HexapodaError) as error:
            file.release()
            LOGGER.warning("%s cannot be read: %s", file.path, error)
            reason = reason_of(error) if isinstance(error, OSError) else message_of(error)
            raise Problem(409, Sentence("the review cannot be read: {why}", why=reason)) from error
