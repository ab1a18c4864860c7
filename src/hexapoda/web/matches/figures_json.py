"""The figures of a match as JSON for pages, with a board for each opening."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hexapoda.arena.figures import OpeningKeys, OpeningResults, figures_of
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.games import Game, find_game

__all__ = ["figures_json"]


def figures_json(settings: MatchSettings, board: Scoreboard, keys: OpeningKeys) -> dict[str, Any]:
    """Return the figures of `arena.figures`. `keys` is kept from one call to the next."""
    figures = figures_of(settings, board, keys)
    game = find_game(settings.game)
    return {
        "engines": [asdict(engine) for engine in figures.engines],
        "first_move": asdict(figures.first_move),
        "lengths": None if figures.lengths is None else asdict(figures.lengths),
        "openings": [_opening_json(game, one) for one in figures.openings],
        "booked": figures.booked,
        "openings_left": figures.openings_left,
        "games_left": figures.games_left,
    }


def _opening_json(game: Game, one: OpeningResults) -> dict[str, Any]:
    return {
        "moves": list(one.opening.moves),
        "board": None if one.position is None else game.board_json(one.position),
        "games": one.games,
        **asdict(one.results),
    }
