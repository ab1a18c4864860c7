"""Why a move is good, in words: what is proven, or what the game's own analysis says for its line.

Owns the wording of proofs and the choice between the two. The words of a game are its `analysis`'s; nothing
is searched here.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hexapoda.engine import SearchInfo
from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.line import play_line

__all__ = ["forced_end", "reason", "reason_instead"]


def reason(game: Game, position: Any, info: SearchInfo, width: int | None = None) -> str:
    """Why the line of `info` is played in `position`, in no more than `width` characters where possible."""
    if info.win_in is not None:
        return forced_end(info.win_in)
    after, texts = play_line(position, info.pv, game.format_move)
    if after.outcome() is not None:
        return "The game ends there."
    if not texts:
        return ""
    return game.analysis.explain(position, info.pv[: len(texts)]).text(width) or "Nothing much changes."


def reason_instead(game: Game, position: Any, better: Sequence[str], played: Sequence[str]) -> str:
    """What speaks for the better of two lines; empty when nothing does."""
    lines = [_moves(game, position, line) for line in (better, played)]
    if not all(lines):
        return ""
    found = game.analysis.explain(position, lines[0], lines[1], you=False)
    return found.text() if found.good else ""


def forced_end(win_in: int) -> str:
    """`Wins by force in at most 5 plies.` for 5."""
    plies = f"{abs(win_in)} {'ply' if abs(win_in) == 1 else 'plies'}"
    if win_in == 1:
        return "Wins at once."
    if win_in > 0:
        return f"Wins by force in at most {plies}."
    return f"Loses by force, whatever is played; this holds out for {plies} at most."


def _moves(game: Game, position: Any, texts: Sequence[str]) -> list[Any]:
    """The moves of a line, up to the first that is not legal there."""
    at = position.copy()
    moves: list[Any] = []
    with suppress(HexapodaError):
        for text in texts:
            moves.append(game.parse_move(at, text))
            at.push(moves[-1])
    return moves
