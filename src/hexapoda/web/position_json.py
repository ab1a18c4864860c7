"""A position as JSON for pages: the board, the legal moves, the last move and the result."""

from __future__ import annotations

from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.page.opening_json import opening_json
from hexapoda.page.result_json import result_json
from hexapoda.web.answers.parts import MoveJson
from hexapoda.web.answers.position import PositionJson
from hexapoda.web.position_fields import NamedPosition

__all__ = ["last_move", "position_json"]


def position_json(named: NamedPosition) -> PositionJson:
    """Return a position as JSON. A page can send back its `game`, `variant`, `rules`, `start` and `moves` as
    `PositionFields`.
    """
    game, position = named.game, named.position
    board = game.board_json(position)
    result = result_json(game, position)
    return {
        "game": game.name,
        "variant": board["variant"],
        "rules": board["rules"],
        "start": named.start,
        "moves": board["moves"],
        "board": board,
        "legal": list(game.moves_json(position)) if result is None else [],
        "last": last_move(game, position),
        "result": result,
        "opening": opening_json(game, position),
    }


def last_move(game: Game, position: Position) -> MoveJson | None:
    """Return the last move as JSON; None if no move was played."""
    if not position.moves:
        return None
    before = position.copy()
    move = before.pop()
    return game.move_json(before, move)
