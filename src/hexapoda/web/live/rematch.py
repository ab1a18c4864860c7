"""The `NewGame` of a rematch: the same game with the seats swapped."""

from __future__ import annotations

from collections.abc import Mapping

from hexapoda.play import HUMAN, Session
from hexapoda.web.api.schemas import NewGame

__all__ = ["rematch_wish"]


def rematch_wish(
    session: Session,
    opponents: Mapping[str, tuple[str, str]],
    seconds: tuple[float | None, float | None],
) -> NewGame:
    """Return the request for a rematch of `session`. `opponents`: the id and name of each engine, by its
    text; `seconds`: each engine's time per move, by seat.
    """
    record, clock = session.record(), session.clock
    first, second = (
        HUMAN if player.human else opponents.get(player.text, (HUMAN,))[0] for player in session.players
    )
    return NewGame(
        game=record.game,
        variant=None if record.start else record.variant,
        rules=dict(session.game.rules_of(session.position)),
        start=record.start,
        moves=session.texts[: session.given],
        seats=(second, first),
        clock=None if clock is None else clock.controls[0].text,
        seconds=(seconds[1], seconds[0]),
    )
