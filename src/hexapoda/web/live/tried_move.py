"""The judgment on a move that somebody asks about: the better line, the refutation, and what the coach says.

Owns how such a move becomes a game of one move that is reviewed.
"""

from __future__ import annotations

from dataclasses import replace

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.proof_engine import EngineProver
from hexapoda.analysis.review import GameReviewer, ReviewSettings
from hexapoda.analysis.review_json import remark_json
from hexapoda.coach import describe
from hexapoda.engine import Engine, Limit
from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.record import GameTree, MoveRecord
from hexapoda.web.answers.review import MoveJudgmentJson
from hexapoda.web.review_json import judgment_json, line_json

__all__ = ["move_judgment_json"]


def move_judgment_json(
    game: Game,
    before: Position,
    text: str,
    engine: Engine,
    prover: Engine,
    limit: Limit,
    known: PositionAnalysis | None = None,
) -> MoveJudgmentJson:
    """Judge a move in a position. `known`: an analysis of the position, which is not searched again then.
    Raises `HexapodaError` if the move is not legal, or if an engine fails.
    """
    move = game.parse_move(before, text)
    tree = GameTree(game)
    tree.header = replace(
        tree.header,
        variant=before.variant,
        rules=tuple(game.rules_of(before).items()),
        start=game.format_position(before),
    )
    tree = GameTree(game, replace(tree.header, moves=(MoveRecord(game.format_move(before, move)),)))
    reviewer = GameReviewer(
        tree,
        engine,
        ReviewSettings(engine.name, limit),
        {} if known is None else {0: known},
        prover=EngineProver(prover),
    )
    review = reviewer.review(1)
    after = before.copy()
    shown = game.move_json(before, move)
    after.push(move)
    return {
        **judgment_json(game, before, review, deep=True),
        "step": {"move": shown, "board": {**game.board_json(after), "moves": []}},
        "refutation": line_json(game, after, review.reply),
        "does": [translated(remark_json(remark)) for remark in describe(game, before, move)],
    }
