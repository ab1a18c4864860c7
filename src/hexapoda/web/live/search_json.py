"""The lines of a search as pages show them, and hints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexapoda.analysis.reason import reason
from hexapoda.analysis.score import value_text
from hexapoda.engine import SearchInfo
from hexapoda.games import Game
from hexapoda.line import line_texts
from hexapoda.play import Advice

__all__ = ["advice_json", "lines_json"]


def lines_json(game: Game, position: Any, lines: Iterable[SearchInfo]) -> list[dict[str, Any]]:
    """Return the lines of a search, the best first, each as `text`, `score` and `depth`."""
    return [
        {
            "text": "  ".join(line_texts(position, info.pv, game.format_move)),
            "score": value_text(info),
            "depth": info.depth,
        }
        for info in lines
    ]


def advice_json(game: Game, position: Any, advice: Advice) -> dict[str, Any]:
    """Return the best moves, the best first, and why the first one is good."""
    best = advice.best()
    lines = []
    for move, info in best:
        [line] = lines_json(game, position, [info])
        lines.append({**line, **game.move_json(position, move)})
    return {"lines": lines, "text": reason(game, position, best[0][1])}
