"""The judgment on a move that a visitor asks about: the better line, the refutation, and what the coach says.

Defines how such a move becomes the last one of a game that is reviewed.
"""

from __future__ import annotations

from dataclasses import replace

from hexapoda.analysis.position_analysis import PositionAnalysis
from hexapoda.analysis.review import GameReviewer, ReviewSettings
from hexapoda.analysis.review_json import remark_json
from hexapoda.coach import describe
from hexapoda.engine import Limit
from hexapoda.games.translations import translated
from hexapoda.record import GameTree, MoveRecord
from hexapoda.web.answers.review import MoveJudgmentJson
from hexapoda.web.live.review_engines import ReviewEngines
from hexapoda.web.review_json import judgment_json

__all__ = ["move_judgment_json"]


def move_judgment_json(
    tree: GameTree,
    text: str,
    engines: ReviewEngines,
    limit: Limit,
    known: PositionAnalysis | None = None,
) -> MoveJudgmentJson:
    """Judge a move after the main line of a game, whose moves count: a position may occur for the third time.
    `known`: an analysis of the position, which is not searched again then. Raises `HexapodaError` if the move
    is not legal, or if an engine fails.
    """
    game, record = tree.game, tree.to_record()
    before = tree.position([tree.root, *tree.main_line()][-1])
    move = game.parse_move(before, text)
    played = (*record.moves, MoveRecord(game.format_move(before, move)))
    reviewer = GameReviewer(
        GameTree(game, replace(record, moves=played)),
        engines.engine,
        ReviewSettings(engines.spec.text, limit),
        {} if known is None else {record.plies: known},
        prover=engines.prover,
    )
    review = reviewer.review(len(played))
    after = before.copy()
    shown = game.move_json(before, move)
    after.push(move)
    return {
        **judgment_json(game, before, review, deep=True),
        "step": {"move": shown, "board": {**game.board_json(after), "moves": []}},
        "does": [translated(remark_json(remark)) for remark in describe(game, before, move)],
    }
