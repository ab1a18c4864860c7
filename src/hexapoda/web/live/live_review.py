"""`LiveReview`: the review of one game, the pages that watch it, and its file.

A thread works on the review and tells the pages about each judgment. `reviews` decides which review is next.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from hexapoda.analysis.json_types import ReviewSummaryJson
from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review import ReviewSettings, first_to_review
from hexapoda.analysis.review_json import summary_json
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_opening import OpeningReview
from hexapoda.analysis.review_passes import ReviewPasses
from hexapoda.analysis.review_themes import PlayedReview
from hexapoda.analysis.review_tree import ReviewedTree
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games.translations import translated
from hexapoda.record import GameTree
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.message import ReviewMessage
from hexapoda.web.answers.parts import PlayableJson
from hexapoda.web.answers.review import (
    JudgmentJson,
    ReviewJson,
    ReviewProgressJson,
    ReviewStatus,
    TriedMoveJson,
)
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.page_pool import PagePool
from hexapoda.web.live.review_engines import REVIEWED, TRIED, ReviewEngines
from hexapoda.web.live.review_file import ReviewFile, SavedReview
from hexapoda.web.live.tried_move import move_judgment_json
from hexapoda.web.refusal_log import LOGGER, failure_text
from hexapoda.web.review_json import game_json, judgment_json, position_json
from hexapoda.web.settings import WebSettings

__all__ = ["DONE", "FAILED", "PASSES", "STOPPED", "WAITING", "LiveReview"]

WAITING, DONE, STOPPED, FAILED = "waiting", "done", "stopped", "failed"
PASSES = ("fast", "deep")
"""The statuses of a review during its passes, one for each pass."""
_MOST_SIDES = 10
"""The maximum number of owners who may say that they played a game."""
_SAVES = 2.0
"""The minimum time between two saves during a pass, in seconds."""


class LiveReview:
    """One review. One thread works on it; other threads may read it, stop it and set its sides."""

    def __init__(
        self,
        file: ReviewFile,
        saved: SavedReview,
        pool: PagePool,
        settings: WebSettings,
        opening: Callable[[GameTree], OpeningReview | None] | None = None,
        client: str = "",
        finished: Callable[[LiveReview], None] = lambda review: None,
    ) -> None:
        """`file`: where it is saved; `opening`: looks up the opening of a game in the store, if there is one;
        `client`: the client that asked for it, empty if unknown; `finished`: called by the working thread
        after the last pass, before the review is saved as done. Raises `HexapodaError` if the game cannot be
        reviewed.
        """
        self.id = file.id
        self.client = client or file.id
        """The client whose turns in the pool the review uses."""
        self.file = file
        self.is_saved = True
        """Whether the last attempt to save succeeded."""
        self.tree = saved.tree
        self._first = first_to_review(saved.tree.to_record())
        # If the server was killed during a pass, the file has the status of that pass.
        self.status = WAITING if saved.status in PASSES else saved.status
        self.trouble = saved.trouble
        self.version = 0
        """Increases with every change."""
        self.listeners: set[Listener] = set()
        self.used = time.monotonic()
        self._state = saved.state
        self.sides = saved.sides
        """The player, 0 or 1, of each owner who played the game."""
        self.siding = threading.Lock()
        """Held while `sides` and these owners' exercises change together."""
        self._versions = dict.fromkeys(saved.state.moves, 0)
        self._pool = pool
        self._settings = settings
        self._opening = opening
        self._finished = finished
        self._engines = self._new_engines(REVIEWED)
        self._stopping = self._leaving = False
        self._loop = asyncio.get_running_loop()
        self._saved = 0.0
        self._saving = threading.Lock()
        self._looked_up = False
        self._known_opening: OpeningReview | None = None
        self._passes = self._new_passes()  # only for counting: these passes never search

    @property
    def working(self) -> bool:
        """Whether a pass is running or about to run."""
        return self.status in PASSES

    @property
    def has_ended(self) -> bool:
        """Whether the review is done, stopped or failed."""
        return self.status in (DONE, STOPPED, FAILED)

    @property
    def stopping(self) -> bool:
        """Whether the review was asked to stop."""
        return self._stopping

    @property
    def next_pass(self) -> int:
        """The next pass: 0, or 1 if the first one is complete."""
        return int(len(self._state.moves) >= len(self._passes.plies))

    # ---- for pages ---------------------------------------------------------------------------------

    def full_json(self, owner: str) -> ReviewJson:
        """Return everything about the review, including the player that the owner was."""
        return {
            **self.progress_json(),
            **game_json(self.tree),
            "judgments": list(self._judgments(self._moves())),
            "summary": self.summary_json(),
            "you": self.sides.get(owner),
        }

    def progress_json(self, place: int | None = None) -> ReviewProgressJson:
        """Return the progress of the review. `place`: its place in the queue, from 1; None if not queued."""
        return translated(
            ReviewProgressJson(
                id=self.id,
                status=cast("ReviewStatus", self.status),  # `check` validates a status from a file
                trouble=self.trouble,
                version=self.version,
                engine=self._engines.spec.name,
                done=len(self._state.moves),
                planned=len(self._passes.plies),
                again=len(self._state.deep),
                again_left=self._passes.left if self.next_pass else None,
                place=place,
                saved=self.is_saved,
            )
        )

    def summary_json(self) -> ReviewSummaryJson:
        """Return the summary of both players' moves."""
        return summary_json(
            self._passes.summary(),
            self._review_settings,
            self.tree.game.players,
            None,
            self._find_opening(),
        )

    def changes(self, version: int) -> list[JudgmentJson]:
        """Return the judgments that are newer than `version`."""
        versions = dict(self._versions)
        return list(self._judgments(move for move in self._moves() if versions.get(move.ply, 0) > version))

    def annotated(self) -> GameTree:
        """Return a copy of the game tree with the results of the review: glyphs, evaluations, better lines.
        The players' own comments are kept.
        """
        tree = GameTree.from_json(self.tree.to_json(), check=False)
        reviewed = ReviewedTree(tree, self._review_settings)
        for move in self._moves():
            reviewed.add(move)
        return reviewed.tree

    def position_before(self, ply: int) -> PlayableJson:
        """Return the position before the move at `ply`, with its legal moves. Raises `UsageError`."""
        self._check_ply(ply)
        played = [self.tree.root, *self.tree.main_line()][ply - 1]
        return position_json(self.tree.game, self.tree.position(played))

    def played(self, player: int) -> PlayedReview:
        """Return one player's part of the review, for a summary of several games."""
        return PlayedReview(self.id, self.tree.game, player, self.tree.to_record().plies, self._moves())

    @property
    def is_known(self) -> bool:
        """Whether both passes are complete."""
        return self.next_pass == 1 and not self._passes.left

    def known(self) -> dict[int, PositionAnalysis]:
        """Return the known analyses of positions, by the number of plies played before each."""
        return dict(self._state.known)

    def set_side(self, owner: str, player: int | None, *, own: bool = False) -> None:
        """Set which player an owner was; None for neither. The caller holds `siding`. `own`: whether the
        review is the owner's own, which exempts them from the limit on owners. Raises `UsageError` if the
        limit is exceeded.
        """
        sides = {name: side for name, side in self.sides.items() if name != owner}
        if player is not None:
            if owner not in self.sides and len(sides) >= _MOST_SIDES and not own:
                raise UsageError(Sentence("too many people say that they played this game"))
            sides[owner] = player
        self.sides = sides
        self.save()

    def check(self) -> None:
        """Raise `InvalidGameError` if the saved review cannot be shown, for example because somebody edited
        the file.
        """
        try:
            if self.status not in (WAITING, DONE, STOPPED, FAILED):
                raise ValueError(f"unknown status {self.status!r}")
            json.dumps(list(self._judgments(self._moves())), allow_nan=False)
            summary_json(self._passes.summary(), self._review_settings, self.tree.game.players, None, None)
        except Exception as error:  # damaged data can lead to any error
            raise InvalidGameError(f"the saved review is damaged: {error}") from error

    def try_move(self, ply: int, text: str) -> TriedMoveJson:
        """Judge the move `text` in place of the one played at `ply`, using the analysis in the review and a
        search. Raises `HexapodaError`.
        """
        self._check_ply(ply)
        record = self.tree.to_record()
        before = GameTree(self.tree.game, replace(record, moves=record.moves[: ply - 1]))
        known = self._state.known.get(ply - 1)
        with contextlib.closing(self._new_engines(TRIED)) as engines:  # the review's own may be closed
            found = move_judgment_json(before, text, engines, self._settings.review_deep, known)
        return {**found, "same": found["move"] == record.moves[ply - 1].text}

    # ---- work --------------------------------------------------------------------------------------

    def begin(self) -> int:
        """Mark the review as working; return the pass that comes next, 0 or 1."""
        which = self.next_pass
        self.status, self.trouble = PASSES[which], ""
        return which

    def work(self, which: int) -> None:
        """Run one pass in this thread, until it ends or `stop` is called. Never raises."""
        self._engines = self._new_engines(REVIEWED)
        if self._stopping:  # `stop` may have closed the previous engines
            self._engines.close()
        passes = self._new_passes()
        try:
            self._set(PASSES[which])
            for review in self._steps(passes, which):
                self._add(review, passes)
                if self._stopping:
                    break
            if self._stopping:
                self._set(self._stopped)
            elif which == len(PASSES) - 1:
                self._finished(self)
                self._set(DONE)
            else:
                self._set(WAITING)
        except Exception as error:
            if self._stopping:
                self._set(self._stopped)
            else:
                self._set(FAILED, failure_text(error, "a review"))
        finally:
            self._engines.close()

    def leave_unfinished(self) -> None:
        """Make a working review end soon, and save it as waiting, so that it continues after a restart."""
        if self.working:
            self._leaving = True
            self.stop()

    def stop(self) -> None:
        """Make the work end soon. Does not wait for it."""
        self._stopping = True
        self._engines.close()

    def wait_again(self) -> None:
        """Mark the review as queued."""
        self._stopping = False
        self.status, self.trouble = WAITING, ""

    def set_stopped(self) -> None:
        """Mark a queued review as stopped, and save it."""
        self._set(STOPPED)

    def save(self) -> None:
        """Write the file. If that fails, log the first error and continue; pages see that it is unsaved."""
        self._saved = time.monotonic()
        try:
            with self._saving:  # so that an older state cannot overwrite a newer one
                self.file.save(SavedReview(self.tree, self.status, self.trouble, self._state, self.sides))
            self.is_saved = True
        except (OSError, UsageError) as error:
            known, self.is_saved = not self.is_saved, False
            if not known:
                LOGGER.warning("%s cannot be saved: %s", self.file.path, error)

    def tell_progress(self, place: int | None = None) -> None:
        """Tell all pages the progress of the review."""
        self._post("progress", {"type": "progress", **self.progress_json(place)})

    def _steps(self, passes: ReviewPasses, which: int) -> Iterator[MoveReview]:
        return passes.second_pass() if which else passes.first_pass()

    def _add(self, review: MoveReview, passes: ReviewPasses) -> None:
        ply = review.ply
        self.version += 1
        self._versions[ply] = self.version
        if time.monotonic() - self._saved > _SAVES:
            self.save()
        if self.listeners:
            [judgment] = self._judgments([review])
            self._post(f"judgment {ply}", {"type": "judgment", **judgment})
            self._post("summary", {"type": "summary", "summary": self.summary_json()})
            self.tell_progress()

    def _set(self, status: str, trouble: str = "") -> None:
        self.status, self.trouble = status, trouble
        self.version += 1
        self.save()
        self.tell_progress()

    def _post(self, kind: str, message: ReviewMessage) -> None:
        text = json.dumps(message, allow_nan=False)

        def post() -> None:
            for listener in self.listeners:
                listener.post_text(kind, text)

        with contextlib.suppress(RuntimeError):  # the server has stopped
            self._loop.call_soon_threadsafe(post)

    def _new_engines(self, urgency: int) -> ReviewEngines:
        return ReviewEngines(self._pool, self.tree.game.name, self.client, urgency)

    def _new_passes(self) -> ReviewPasses:
        return ReviewPasses(
            self.tree,
            self._engines.engine,
            self._review_settings,
            self._settings.review_deep,
            self._state,
            prover=self._engines.prover,
        )

    # ---- what is known -----------------------------------------------------------------------------

    @property
    def _stopped(self) -> str:
        return WAITING if self._leaving else STOPPED

    @property
    def _review_settings(self) -> ReviewSettings:
        return ReviewSettings(self._engines.spec.text, self._settings.review_fast, self._first)

    def _moves(self) -> list[MoveReview]:
        return [move for _, move in sorted(dict(self._state.moves).items())]

    def _check_ply(self, ply: int) -> None:
        """Raise `UsageError` if the move at `ply` is not among the reviewed moves."""
        plies = self._passes.plies
        if ply not in plies:
            raise UsageError(
                Sentence(
                    "ply {ply} is not reviewed: expected {first} to {last}",
                    ply=ply,
                    first=plies[0],
                    last=plies[-1],
                )
            )

    def _judgments(self, moves: Iterable[MoveReview]) -> Iterator[JudgmentJson]:
        """Yield the judgments of `moves`, which are sorted by ply."""
        game, position = self.tree.game, self.tree.start
        texts = [node.text for node in self.tree.main_line()]
        played = 0
        for move in moves:
            while played < move.ply - 1:
                position.push(game.parse_move(position, texts[played]))
                played += 1
            yield judgment_json(game, position, move, deep=move.ply in self._state.deep)

    def _find_opening(self) -> OpeningReview | None:
        if self._opening is not None and not self._looked_up:
            self._known_opening = self._opening(self.tree)
            self._looked_up = True
        return self._known_opening
