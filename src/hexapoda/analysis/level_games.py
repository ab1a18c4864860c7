"""The finished games that count toward a person's rating against the levels: `level_game`, `rated_levels`.

A game counts if it measures the person on the scale of the ladder: one person, without help, played an
opponent of the ladder in the variant for which the ladder is rated, from the usual start, and with the rules
that the page proposes.
"""

from __future__ import annotations

from hexapoda.analysis.level_rating import LevelGame
from hexapoda.games import Game
from hexapoda.games.ladder import Ladder
from hexapoda.play.aid import aids_in
from hexapoda.record import GameRecord
from hexapoda.registry import parse_engine

__all__ = ["level_game", "rated_levels"]


def rated_levels(game: Game, ladder: Ladder) -> dict[str, float]:
    """Return the ratings of a ladder's opponents, by engine text."""
    return {parse_engine(rung.engine, game.name).text: rung.elo for rung in ladder.rungs}


def level_game(game: Game, ladder: Ladder, record: GameRecord, levels: dict[str, float]) -> LevelGame | None:
    """Return the result of a game against a level; None if the game does not count. `levels` are the ratings
    that `rated_levels` returns.
    """
    people = [seat for seat, player in enumerate(record.players) if not player.engine]
    if not record.finished or len(people) != 1 or aids_in(record.tags):
        return None
    [seat] = people
    elo = levels.get(record.players[1 - seat].engine)
    if elo is None or record.variant != ladder.variant or record.start is not None:
        return None
    chosen = dict(record.rules)
    for rule in game.rules:
        usual = rule.choices[0]
        if chosen.get(rule.name, usual) != rule.advised.get(record.variant, usual):
            return None
    return LevelGame(elo, 0.5 if record.winner is None else float(record.winner == seat))
