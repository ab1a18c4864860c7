"""The ratings of a visitor against the engine levels, as JSON for the page: `level_ratings_json`.

They are computed from the finished games in the store, and are not stored themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.analysis.level_games import level_game, rated_levels
from hexapoda.analysis.level_rating import LevelRating, rate_against_levels
from hexapoda.games import Game, find_game, game_names
from hexapoda.play import friendly_opponent
from hexapoda.web.answers.owner import LevelChanceJson, LevelRatingJson
from hexapoda.web.opponents import opponents_by_id

if TYPE_CHECKING:
    from hexapoda.games.ladder import Ladder
    from hexapoda.storage import Store

__all__ = ["level_ratings_json"]

_READ = 400
"""The maximum number of an owner's latest games that are read for a ladder."""
_COUNTED = 100
"""The maximum number of these games that count, latest first, because people improve."""
_TOO_EASY = 0.75
"""Expected points above which a level is too easy, if there is a harder opponent."""


def level_ratings_json(store: Store, owner: str) -> list[LevelRatingJson]:
    """Return the owner's rating on each ladder of each game."""
    games = (find_game(name) for name in game_names())
    return [_rating_json(store, owner, game, ladder) for game in games for ladder in game.ladders]


def _rating_json(store: Store, owner: str, game: Game, ladder: Ladder) -> LevelRatingJson:
    from hexapoda.storage import GameFilter

    levels = rated_levels(game, ladder)
    wanted = GameFilter(game=game.name, variant=ladder.variant, player="you", owners=(owner,))
    found = store.search(wanted, limit=_READ, newest=True, damaged=[])
    results = [one for each in found if (one := level_game(game, ladder, each.record, levels)) is not None]
    rating = rate_against_levels(results[:_COUNTED], _prior(game, levels))
    known = {id: one.text for id, one in opponents_by_id(game).items() if one.level is not None}
    offered = [(id, levels[text]) for id, text in known.items() if text in levels]
    highest = max((place for place, text in enumerate(known.values()) if text in levels), default=-1)
    beyond = next(iter([*known][highest + 1 :]), None)
    return {
        "game": game.name,
        "variant": ladder.variant,
        "games": 0 if rating is None else rating.games,
        "rating": None if rating is None else round(rating.elo),
        "low": None if rating is None else round(rating.low),
        "high": None if rating is None else round(rating.high),
        "next": None if rating is None or not offered else _next_level(rating, offered, beyond),
        "levels": [
            LevelChanceJson(
                id=id, elo=round(elo), expected=None if rating is None else round(rating.expected(elo), 3)
            )
            for id, elo in offered
        ],
    }


def _prior(game: Game, levels: dict[str, float]) -> float:
    """Return the rating of the level offered to a beginner, or the lowest rating if that level has none."""
    return levels.get(friendly_opponent(game).text, min(levels.values()))


def _next_level(rating: LevelRating, levels: list[tuple[str, float]], beyond: str | None) -> str:
    """Return the level against which the expected points are closest to a half. `beyond`: an opponent above
    the ladder, which is returned for a visitor who beats all its levels.
    """
    if beyond is not None and all(rating.expected(elo) > _TOO_EASY for _, elo in levels):
        return beyond
    return min(levels, key=lambda level: abs(rating.expected(level[1]) - 0.5))[0]
