"""The result of a game that ended on the board, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.play.result import GameResult

if TYPE_CHECKING:
    from hexapoda.page.json_types import ResultJson

__all__ = ["result_json"]


def result_json(game: Game, position: Position) -> ResultJson | None:
    """Return the result of a game that ended on the board; None if the board position is not final."""
    outcome = position.outcome()
    if outcome is None:
        return None
    wording = game.wording
    name = "" if outcome.winner is None else wording.player(position, outcome.winner)
    text = GameResult(outcome.winner, name, wording.reason(outcome)).text
    found: ResultJson = {"winner": outcome.winner, "text": text}
    return translated(found)
