"""`Unfinished`: a summary of an unfinished game, which the server keeps so that it need not load the game.

It is made from a saved file or from a game in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from hexapoda.clock import Clock
from hexapoda.play import Session
from hexapoda.record import GameRecord
from hexapoda.web.live.room_file import RoomFile, open_seat_in, owners_in

__all__ = ["Unfinished"]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A summary of an unfinished game."""

    owners: tuple[str, str]
    """The owners of both seats."""
    network: str = field(default="", compare=False)
    """The network of its creator; empty for a game from an earlier run of the server, because it is not
    saved.
    """
    game: str = ""
    """The name of the game."""
    variant: str = ""
    open: bool = False
    """Whether a seat is open to anyone."""
    people: bool = False
    """Whether both players are people."""
    control: str = ""
    """The time control as text; empty if there is no clock."""
    timed: bool = False
    """Whether its clock requires both players to be present, unlike a clock with days per move."""
    turn: int | None = None
    """The player to move; None if the file is from a version that did not save it."""
    ply: int = 0
    due: float | None = None
    """When the player to move runs out of time, by `ServedTime`; None unless a clock with days is running."""

    @classmethod
    def of_file(cls, record: GameRecord, saved: Mapping[str, object], now: float) -> Self:
        """Summarize the game in a file. `now`: the time of `ServedTime`. Raises `InvalidGameError`."""
        web, turn = saved.get("web"), saved.get("turn")
        kept = saved.get("clock")
        clock = Clock.from_json(kept, now=lambda: now) if isinstance(kept, Mapping) else None
        return cls(
            owners_in(web),
            game=record.game,
            variant=record.variant,
            open=open_seat_in(web) is not None,
            people=not any(player.engine for player in record.players),
            control="" if clock is None else clock.controls[0].text,
            timed=clock is not None and not clock.lasts,
            turn=turn if isinstance(turn, int) and turn in (0, 1) else None,
            ply=record.plies,
            due=_due(clock, now),
        )

    @classmethod
    def of_game(cls, session: Session, file: RoomFile, now: float, network: str) -> Self:
        """Summarize a game in memory. `now`: the time of `ServedTime`; `network`: its creator's network."""
        return cls(
            file.owners,
            network,
            game=session.game.name,
            variant=session.position.variant,
            open=file.open_seat is not None,
            people=session.humans == 2,
            control="" if session.clock is None else session.clock.controls[0].text,
            timed=session.clock is not None and not session.clock.lasts,
            turn=session.position.turn,
            ply=len(session.texts),
            due=_due(session.clock, now),
        )


def _due(clock: Clock | None, now: float) -> float | None:
    if clock is None or not clock.lasts or clock.running is None:
        return None
    return now + clock.left(clock.running)
