"""Who may do what in a game: checks that raise `UsageError`."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.play import Session
from hexapoda.web.live.listener import Listener

__all__ = ["people", "require_all", "require_turn"]


def people(session: Session) -> frozenset[int]:
    """Return the seats of people."""
    return frozenset(seat for seat, player in enumerate(session.players) if player.human)


def require_turn(session: Session, listener: Listener, ply: int | None) -> None:
    """Raise unless a person is to move, and this page may move for that person. `ply`: where the page thinks
    that the game is.
    """
    if session.result() is not None:
        raise UsageError("the game is over")
    if ply is not None and ply != session.position.ply:
        raise UsageError(f"the game has gone on: it is at ply {session.position.ply}, not {ply}")
    if not session.player.human:
        raise UsageError(f"it is the turn of {session.player.name}")
    if session.position.turn not in listener.seats:
        raise UsageError(f"this page does not play {session.side}")


def require_all(session: Session, listener: Listener, what: str) -> None:
    """Raise unless this page plays for all people of the game, or for both engines."""
    if not (people(session) or {0, 1}) <= listener.seats:
        raise UsageError(f"{what} needs the consent of both players")
