"""Judges a move that a visitor tries, with the better line, the refutation, and the coach's remarks.

The move is appended to the game and reviewed as its last move.
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
    """Judge a move at the end of a game's main line. The earlier moves matter, because a position may occur
    for the third time. `known`: an earlier analysis of the position before the move, which is then not
    searched again. Raises `HexapodaError` if the move is illegal or an engine fails.
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
