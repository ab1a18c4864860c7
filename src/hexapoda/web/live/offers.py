"""`Offers`: draws, takebacks and engine help that one player offers to the other.

Tracks the open offer, and decides whether an engine accepts a draw. The room calls it while holding its lock.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hexapoda.engine import SearchInfo
from hexapoda.errors import UsageError
from hexapoda.games.win_probability import win_probability
from hexapoda.play import Aid, LiveGame
from hexapoda.text.sentence import Sentence
from hexapoda.web.answers.game import OfferJson
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.rights import people

__all__ = ["Offers", "accepts_draw"]

_Grant: TypeAlias = Callable[[Callable[[], object], Listener, object], Awaitable[None]]
_Tell: TypeAlias = Callable[[Listener, object], None]


@dataclass(frozen=True, slots=True)
class _Offer:
    """An open offer. A change of the game ends it, but an offer of help survives moves and takebacks."""

    kind: Literal["draw", "undo", "help"]
    by: int
    """The player who made it."""


class Offers:
    """The open offer of one game, if there is one."""

    def __init__(self, live: LiveGame, grant: _Grant, tell: _Tell) -> None:
        """`grant`: makes the agreed change of the game; `tell`: sends the state to the pages."""
        self.scores: list[SearchInfo | None] = [None, None]
        """The search report of each engine's latest move, by seat; None if there is none."""
        self._live = live
        self._session = live.session
        self._grant = grant
        self._announce = tell
        self._open: _Offer | None = None

    def to_json(self) -> OfferJson | None:
        """Return the open offer with `kind` and `by`, or None."""
        return None if self._open is None else {"kind": self._open.kind, "by": self._open.by}

    def clear(self) -> None:
        """Drop the open offer after a change of the game. An offer of help stays open until the game is over
        or the players agree on help.
        """
        asked = self._open is not None and self._open.kind == "help"
        if not asked or Aid.AGREED in self._session.aids or self._session.result() is not None:
            self._open = None

    async def draw(self, listener: Listener, ref: object) -> None:
        """Offer a draw. An engine accepts or declines based on its latest score. If one page plays for both
        people, the game is drawn at once. Raises `UsageError`.
        """
        session, own = self._session, self._own_seats(listener)
        if not session.game.draws:
            raise UsageError(Sentence("a game of {title} cannot be a draw", title=session.game.title))
        if session.result() is not None:
            raise UsageError(Sentence("the game is over"))
        engine = next((seat for seat in (0, 1) if not session.players[seat].human), None)
        if engine is None and len(own) == 1:
            await self._propose(_Offer("draw", min(own)), listener, ref)
        elif engine is None or accepts_draw(self.scores[engine]):
            await self._grant(self._live.agree_draw, listener, ref)
        else:
            listener.answer({"type": "declined", "kind": "draw", "by": engine}, ref)

    async def takeback(self, listener: Listener, ref: object) -> None:
        """Ask the other person for permission to take back the player's latest move, or to undo the end of
        the game. Raises `UsageError`.
        """
        session, seat = self._session, min(self._own_seats(listener))
        if session.lost_on_time:
            raise UsageError(Sentence("a loss on time cannot be undone"))
        if session.result() is None and len(session.texts) < self._plies(seat):
            raise UsageError(Sentence("no move can be taken back"))
        await self._propose(_Offer("undo", seat), listener, ref)

    async def help(self, listener: Listener, ref: object) -> None:
        """Propose to the other person that an engine may help both players. Raises `UsageError`."""
        session, own = self._session, self._own_seats(listener)
        if session.humans < 2 or len(own) != 1:
            raise UsageError(Sentence("only two people on two pages need to agree on help"))
        if session.result() is not None:
            raise UsageError(Sentence("the game is over"))
        if Aid.AGREED in session.aids:
            raise UsageError(Sentence("you have already agreed on help"))
        await self._propose(_Offer("help", min(own)), listener, ref)

    async def answer(self, listener: Listener, yes: bool, ref: object) -> None:
        """Accept or decline the open offer. The player who made it withdraws it by declining. Raises
        `UsageError`.
        """
        offer = self._open
        if offer is None:
            raise UsageError(Sentence("there is no open offer"))
        if not self._own_seats(listener) - {offer.by} and yes:
            raise UsageError(Sentence("only the other player can accept the offer"))
        if yes:
            await self._accept(offer, listener, ref)
            return
        self._open = None
        self._announce(listener, ref)

    async def _propose(self, offer: _Offer, listener: Listener, ref: object) -> None:
        """Make an offer, or accept the other player's open offer if it is of the same kind."""
        other = self._open
        if other is not None and other.kind == offer.kind and other.by != offer.by:
            await self._accept(other, listener, ref)
            return
        self._open = offer
        self._announce(listener, ref)

    async def _accept(self, offer: _Offer, listener: Listener, ref: object) -> None:
        session = self._session
        if offer.kind == "draw":
            await self._grant(self._live.agree_draw, listener, ref)
        elif offer.kind == "help":
            await self._grant(lambda: self._live.note_help(Aid.AGREED), listener, ref)
        else:
            plies = None if session.result() is not None else self._plies(offer.by)
            await self._grant(lambda: self._live.undo(plies), listener, ref)

    def _plies(self, seat: int) -> int:
        """Return how many plies to undo to take back the latest move of a player."""
        return 2 if self._session.position.turn == seat else 1

    def _own_seats(self, listener: Listener) -> frozenset[int]:
        own = listener.seats & people(self._session)
        if not own:
            raise UsageError(Sentence("this page does not play: the game needs the consent of both players"))
        return own


def accepts_draw(info: SearchInfo | None) -> bool:
    """Return whether an engine accepts a draw. `info`: the search report of its latest move.

    A draw counts as half a win, so the engine accepts unless its win probability exceeds one half. An engine
    without scores never accepts.
    """
    if info is None:
        return False
    if info.win_in is None and info.win_probability is not None:
        return info.win_probability <= 0.5
    if info.win_in is None and info.score is None:
        return False
    return win_probability(info.score, info.win_in) <= 0.5
