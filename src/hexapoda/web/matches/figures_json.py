"""The figures of a match as JSON for pages, with a board for each opening."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hexapoda.arena.figures import OpeningKeys, OpeningResults, figures_of, position_after
from hexapoda.arena.scoreboard import Scoreboard
from hexapoda.arena.settings import MatchSettings
from hexapoda.games import find_game

__all__ = ["figures_json"]


def figures_json(settings: MatchSettings, board: Scoreboard, keys: OpeningKeys) -> dict[str, Any]:
    """Return the figures of `arena.figures`. `keys` is kept from one call to the next."""
    figures = figures_of(settings, board, keys)
    return asdict(figures) | {"openings": [_opening_json(settings, one) for one in figures.openings]}


def _opening_json(settings: MatchSettings, one: OpeningResults) -> dict[str, Any]:
    position = position_after(one.opening, settings)
    return {
        "moves": list(one.opening.moves),
        "board": None if position is None else find_game(settings.game).board_json(position),
        "games": one.games,
        **asdict(one.results),
    }
