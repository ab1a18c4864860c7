"""Search lines and hints as JSON for pages."""

from __future__ import annotations

import json
from collections.abc import Iterable

from hexapoda.analysis.reason import hint_remarks, hint_text
from hexapoda.analysis.review_json import remark_json
from hexapoda.analysis.score import value_text
from hexapoda.engine import SearchInfo
from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.games.win_probability import win_probability
from hexapoda.host.search_work import SearchJob
from hexapoda.play import Advice
from hexapoda.text.line import line_texts
from hexapoda.web.answers.message import (
    AdviceJson,
    AnalysisLineJson,
    HintLineJson,
    LineFiguresJson,
    SearchLineJson,
    ThinkingMessage,
)

__all__ = ["advice_json", "analysis_json", "thinking_text"]

_PLIES = 12
"""The maximum length of a line in an analysis, in plies."""


def thinking_text(game: Game, search: SearchJob) -> str:
    """Return the message with the lines that a search has found so far. There must be at least one line."""
    found = search.lines
    lines = _lines_json(game, search.position, found)
    message: ThinkingMessage = {
        "type": "thinking",
        "player": search.position.turn,
        "lines": lines,
        "seconds": round(found[0].time, 2),
    }
    return json.dumps(message, allow_nan=False)


def _lines_json(game: Game, position: Position, lines: Iterable[SearchInfo]) -> list[SearchLineJson]:
    """Return the lines of a search as JSON, best first."""
    return [
        translated(
            SearchLineJson(
                text="  ".join(line_texts(position, info.pv, game.format_move)),
                score=value_text(info),
                depth=info.depth,
            )
        )
        for info in lines
    ]


def analysis_json(game: Game, position: Position, lines: Iterable[SearchInfo]) -> list[AnalysisLineJson]:
    """Return the nonempty lines of an analysis as JSON, best first."""
    found: list[AnalysisLineJson] = []
    for info in lines:
        texts = line_texts(position, info.pv[:_PLIES], game.format_move)
        if texts:
            figures = LineFiguresJson(
                pv=texts,
                score=value_text(info),
                depth=info.depth,
                nodes=info.nodes,
                win=_win(game, position, info),
                proven=None if info.win_in is None else "win" if info.win_in > 0 else "loss",
                win_in=info.win_in,
            )
            found.append({**game.move_json(position, info.pv[0]), **translated(figures)})
    return found


def _win(game: Game, position: Position, info: SearchInfo) -> float | None:
    """Return the win probability of player 0; None if the engine gives none and its score implies none."""
    own = info.win_probability
    if info.win_in is not None or (own is None and info.score is not None and game.analysis.POINT):
        own = win_probability(info.score, info.win_in)
    if own is None:
        return None
    return round(own if position.turn == 0 else 1 - own, 4)


def advice_json(game: Game, position: Position, advice: Advice) -> AdviceJson:
    """Return the best moves with their lines, best first, and the remarks on the best move."""
    best = advice.best()
    lines: list[HintLineJson] = []
    for move, info in best:
        [line] = _lines_json(game, position, [info])
        lines.append({**line, **game.move_json(position, move)})
    info = best[0][1]
    remarks = hint_remarks(game, position, info)
    return translated(
        AdviceJson(
            lines=lines,
            move=game.dialogue().move_words(position, best[0][0]),
            text=hint_text(game, position, info, remarks),
            remarks=[translated(remark_json(each)) for each in remarks],
        )
    )
