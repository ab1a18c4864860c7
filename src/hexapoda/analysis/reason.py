"""Why a move is good, in words: a proof, or what the game's analysis finds good in its line.

Owns the wording of proofs, and the choice between the two. The game's `analysis` has the other phrases. This
module does not search.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hexapoda.engine import SearchInfo
from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.text.line import play_line
from hexapoda.text.sentence import Sentence

__all__ = ["forced_end", "line_moves", "reason", "reason_instead"]


def reason(game: Game, position: Any, info: SearchInfo, width: int | None = None) -> str:
    """Return why the line of `info` is good in `position`, in at most `width` characters if possible."""
    if info.win_in is not None:
        return forced_end(info.win_in)
    after, texts = play_line(position, info.pv, game.format_move)
    if after.outcome() is not None:
        return Sentence("The game ends there.")
    if not texts:
        return ""
    found = game.analysis.explain(position, info.pv[: len(texts)]).text(width)
    return found or Sentence("Nothing much changes.")


def reason_instead(game: Game, position: Any, better: Sequence[str], played: Sequence[str]) -> str:
    """Return why the first of two lines is better than the second; empty if there is no reason to give."""
    lines = [line_moves(game, position, line) for line in (better, played)]
    if not all(lines):
        return ""
    found = game.analysis.explain(position, lines[0], lines[1], you=False)
    return found.text() if found.good else ""


def forced_end(win_in: int) -> str:
    """Return the text for a proof: `Wins by force in at most 5 plies.` for 5."""
    plies = abs(win_in)
    if win_in == 1:
        return Sentence("Wins at once.")
    if win_in > 0:
        return Sentence("Wins by force in at most {plies} plies.", plies=plies)
    if plies == 1:
        return Sentence("Every move loses by force; this one holds out for at most 1 ply.")
    return Sentence("Every move loses by force; this one holds out for at most {plies} plies.", plies=plies)


def line_moves(game: Game, position: Any, texts: Sequence[str]) -> list[Any]:
    """Return the moves of a line, up to the first illegal one."""
    at = position.copy()
    moves: list[Any] = []
    with suppress(HexapodaError):
        for text in texts:
            moves.append(game.parse_move(at, text))
            at.push(moves[-1])
    return moves
