"""The terminal command `review`: the mistakes in the game so far, and better moves.

`hexapoda.analysis.review` does the analysis, and `hexapoda.cli.review_view` formats it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexapoda.cli.interruption import first_interrupt
from hexapoda.engine import Limit
from hexapoda.errors import UsageError
from hexapoda.host import close_engine
from hexapoda.record import GameTree
from hexapoda.registry import default_spec

if TYPE_CHECKING:
    from hexapoda.analysis.review_move import MoveReview
    from hexapoda.cli.terminal.table import Table

__all__ = ["review_lines"]

_SECONDS = 0.3
"""The default time per position in seconds: the review of a short game takes half a minute."""


def review_lines(table: Table, seconds: float | None) -> list[str]:
    """Review the game so far and return the lines to show. Ctrl+C ends the review early. `seconds`: the time
    per position; by default `_SECONDS`, or an engine's time per move in this game if that is shorter.

    Raises `UsageError` if there is no move to review.
    """
    from hexapoda.analysis.review import ReviewSettings, first_to_review, review_game
    from hexapoda.analysis.review_summary import summarize
    from hexapoda.cli import review_view as view
    from hexapoda.cli.review_mistakes import mistake_lines

    session = table.session
    if not session.texts:
        raise UsageError("no move has been played: there is nothing to review")
    record = session.record()
    tree = GameTree(session.game, record)
    spec = default_spec(session.game.name)
    limit = Limit(time=seconds or min(_SECONDS, table.options.limit.time or 1))
    settings = ReviewSettings(spec.text, limit, first_to_review(record))
    show = table.progress("reviewing", "shows the result so far")
    total = len(settings.plies(len(session.texts)))
    found: list[MoveReview] = []
    stopped: list[bool] = []
    engine = spec.create()
    try:
        with first_interrupt(lambda: stopped.append(True)):
            for move in review_game(tree, engine, settings):
                found.append(move)
                show(f", {len(found)} of {total} moves")
                if stopped:
                    break
    finally:
        close_engine(engine)
    width = table.screen.size[0]
    style = view.ReviewStyle.of(tree, width)
    summary = summarize(record, found, total)
    lines = [line.plain for line in view.heading(record, settings, style.players)]
    for side in summary.sides:
        if not any(move.player == side.player and move.judgment.is_error for move in found):
            lines += ["", f"{style.players[side.player]} made no mistake."]
    lines += [line.plain for line in mistake_lines(tree, found, style, boards=True)]
    lines += ["", *(line.plain for line in view.move_lines(found, record, style))]
    return lines
