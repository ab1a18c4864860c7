"""Why a move is good or was an error: the facts of a proof, or else other facts from the coach.

Chooses between proofs and other facts, and puts the proofs into words. `hexapoda.coach` finds the facts. This
module does not search.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from hexapoda.coach import Remark, advice, proof, reasons
from hexapoda.engine import SearchInfo
from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.text.line import play_line
from hexapoda.text.sentence import Sentence, joined

__all__ = ["error_remarks", "forced_end", "hint_remarks", "hint_text", "line_moves", "remarks_text"]


def hint_text(
    game: Game, position: Any, info: SearchInfo, remarks: Sequence[Remark], width: int | None = None
) -> str:
    """Return the sentences about the line of `info`, as many as fit in `width` characters, but at least the
    first; empty if there are none. `remarks` come from `hint_remarks`.
    """
    parts = [forced_end(info.win_in)] if info.win_in is not None else []
    if not parts and info.pv and play_line(position, info.pv[:1], game.format_move)[0].outcome() is not None:
        parts = [Sentence("The game ends there.")]
    parts += [remark.text for remark in remarks]
    while width is not None and len(parts) > 1 and len(joined(" ", parts)) > width:
        parts.pop()
    return joined(" ", parts)


def hint_remarks(game: Game, position: Any, info: SearchInfo) -> tuple[Remark, ...]:
    """Return the facts for and against the line of `info`; if the line is a proof, the facts that explain why
    it wins or loses.
    """
    if info.win_in is not None:
        winner = position.turn if info.win_in > 0 else 1 - position.turn
        return proof(game, position, info.pv, winner, you=position.turn)
    return advice(game, position, info.pv, you=position.turn)


def error_remarks(
    game: Game, position: Any, better: Sequence[str], played: Sequence[str], winner: int | None
) -> tuple[Remark, ...]:
    """Return the remarks on why the line `played` was an error and `better` was not; () if the first move of
    either line is illegal or missing. `winner` is the player with a proven win: the mover if `better` wins,
    the opponent if `played` loses, None if there is no proof.
    """
    lines = [line_moves(game, position, line) for line in (better, played)]
    if not all(lines):
        return ()
    if winner is not None:
        found = proof(game, position, lines[0] if winner == position.turn else lines[1], winner)
        if found:
            return found
    return reasons(game, position, *lines).remarks


def remarks_text(remarks: Sequence[Remark]) -> str:
    """Return the texts of all remarks, separated by spaces."""
    return joined(" ", [remark.text for remark in remarks]) if remarks else ""


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
