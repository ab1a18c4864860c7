"""The figures of a match as JSON for pages, with a board for each opening."""

from __future__ import annotations

from hexapoda.arena.figures import OpeningKeys, OpeningResults, figures_of, position_after
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.games import find_game
from hexapoda.web.answers.match import FiguresJson, MatchOpeningJson

__all__ = ["figures_json"]


def figures_json(settings: MatchSettings, board: Scoreboard, keys: OpeningKeys) -> FiguresJson:
    """Return the figures of `arena.figures` as JSON. `keys`: a cache that later calls reuse."""
    figures = figures_of(settings, board, keys)
    return {
        "engines": list(figures.engines),
        "first_move": figures.first_move,
        "lengths": figures.lengths,
        "openings": [_opening_json(settings, one) for one in figures.openings],
        "booked": figures.booked,
        "openings_left": figures.openings_left,
        "games_left": figures.games_left,
    }


def _opening_json(settings: MatchSettings, one: OpeningResults) -> MatchOpeningJson:
    position = position_after(one.opening, settings)
    return {
        "moves": list(one.opening.moves),
        "board": None if position is None else find_game(settings.game).board_json(position),
        "games": one.games,
        "wins": one.results.wins,
        "draws": one.results.draws,
        "losses": one.results.losses,
    }
