"""Checks what a page may do in a game, and whether what it shows counts as help."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.play import Aid, Session
from hexapoda.text.sentence import Sentence
from hexapoda.web.live.listener import Listener
from hexapoda.web.live.room_file import RoomFile
from hexapoda.web.problem import Problem

__all__ = [
    "is_helped",
    "people",
    "require_all",
    "require_analysis",
    "require_hint",
    "require_opponent",
    "require_turn",
]


def people(session: Session) -> frozenset[int]:
    """Return the seats of the human players."""
    return frozenset(seat for seat, player in enumerate(session.players) if player.human)


def require_opponent(file: RoomFile) -> None:
    """Raise `UsageError` if a seat is still offered to others: the game has not begun, and the sides may
    still be swapped.
    """
    if file.open_seat is not None:
        raise UsageError(Sentence("the game begins once somebody accepts it"))


def require_turn(session: Session, listener: Listener, ply: int | None) -> None:
    """Raise `UsageError` unless a person is to move and this page may move for that person. `ply`: the
    current ply according to the page; None if unknown.
    """
    if session.result() is not None:
        raise UsageError(Sentence("the game is over"))
    if ply is not None and ply != session.position.ply:
        raise UsageError(
            Sentence(
                "the game has moved on: it is at ply {ply}, not {asked}", ply=session.position.ply, asked=ply
            )
        )
    if not session.player.human:
        raise UsageError(Sentence("it is {name}'s turn", name=session.player.name))
    if session.position.turn not in listener.seats:
        raise UsageError(Sentence("this page does not play {side}", side=session.side))


def require_all(session: Session, listener: Listener, what: Sentence) -> None:
    """Raise `UsageError` unless this page has the seats of all people, or both if only engines play."""
    if not (people(session) or {0, 1}) <= listener.seats:
        raise UsageError(Sentence("{what} needs the consent of both players", what=what))


def is_helped(session: Session, listener: Listener) -> bool:
    """Return whether what this page shows counts as help for the record: the page plays for a person, the
    game is not over, and its record lists help.
    """
    return session.result() is None and session.tells_help and bool(people(session) & listener.seats)


def require_hint(session: Session, listener: Listener) -> None:
    """Raise `UsageError` unless this page may ask for a hint now. In a game between two people on two pages,
    both must have agreed to allow help.
    """
    require_turn(session, listener, None)
    if not people(session) <= listener.seats and Aid.AGREED not in session.aids:
        raise UsageError(Sentence("there are no hints in a game between two people unless both allow help"))


def require_analysis(session: Session, file: RoomFile) -> None:
    """Raise `Problem` 403 while two people on two pages play this game and have not agreed to allow help:
    nobody may copy its moves to the analysis before the game is over.
    """
    if file.apart and session.result() is None and Aid.AGREED not in session.aids:
        raise Problem(
            403,
            Sentence(
                "two people are playing this game: it can be analyzed once it is over, or if both allow help"
            ),
        )
