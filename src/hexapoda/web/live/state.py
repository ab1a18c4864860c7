"""The state of a game as JSON for pages.

Defines the form of the message `state`. Each game writes its own positions and moves.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexapoda.games.translations import translated
from hexapoda.play import LiveGame, Session
from hexapoda.web.answers.game import ClockJson, SeatJson, SessionJson
from hexapoda.web.answers.parts import MoveJson, ResultJson

__all__ = ["game_state"]


def game_state(
    live: LiveGame,
    opponents: Mapping[str, tuple[str, str]],
    thinking: bool,
    trouble: str,
    seconds: tuple[float | None, float | None],
    present: frozenset[int],
) -> SessionJson:
    """Return the state of a game.

    `opponents`: the id and name of each engine by its text; `thinking`: whether the player to move is an
    engine that is searching; `trouble`: why an engine failed, or empty; `seconds`: each engine's time per
    move; `present`: the seats whose keys are held by open pages.
    """
    session = live.session
    position, result = session.position, session.result()
    turn = None if result is not None else position.turn
    to_move = turn is not None and session.player.human

    def shown(seat: int) -> SeatJson:
        player = session.players[seat]
        id, name = opponents.get(player.text, (None, player.name))
        return translated(
            SeatJson(
                human=player.human,
                name=name,
                opponent=id,
                seconds=seconds[seat],
                thinking=thinking and seat == turn,
                present=seat in present,
            )
        )

    return translated(
        SessionJson(
            board=session.game.board_json(position),
            legal=[session.game.move_json(position, move) for move in position.legal_moves]
            if to_move
            else [],
            last=_last_move(session),
            result=None if result is None else translated(ResultJson(winner=result.winner, text=result.text)),
            seats=(shown(0), shown(1)),
            clock=_clock(session),
            undo=(bool(session.texts) or result is not None) and not session.lost_on_time,
            redo=bool(session.undone) and result is None,
            trouble=trouble or live.trouble,
            given=session.given,
            help=sorted(session.aids) if session.tells_help else [],
            warning="" if result is not None else session.game.wording.warning(position),
        )
    )


def _last_move(session: Session) -> MoveJson | None:
    moves = session.position.moves
    if not moves:
        return None
    before = session.position.copy()
    move = before.pop()
    return session.game.move_json(before, move)


def _clock(session: Session) -> ClockJson | None:
    clock = session.clock
    if clock is None:
        return None
    return {
        "left": (round(clock.left(0), 3), round(clock.left(1), 3)),
        "running": clock.running,
        "control": clock.controls[0].text,
    }
