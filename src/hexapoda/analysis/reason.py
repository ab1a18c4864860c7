"""Why a move is good, in words: what is proven, or which terms of the evaluation its line changes most.

Owns the comparison of two evaluations and its wording. What the terms are is `hexapoda.hive.evaluation`'s;
nothing is searched here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexapoda.engine import SearchInfo
from hexapoda.hive import Position
from hexapoda.hive.evaluation import Term, evaluate
from hexapoda.hive.game import HIVE
from hexapoda.hive.line import play_line

__all__ = ["Change", "changes", "reason"]

_SMALLEST = 10
"""Changes of a tenth of a filled neighbour of a queen are no reason for anything."""
_MOST = 4
_PASSING = "tempo"
"""Who is to move is worth something, but says nothing about a line."""


@dataclass(frozen=True, slots=True)
class Change:
    """What a line does to one term of the evaluation."""

    term: str
    player: int
    """Whose share of the term changes most."""
    amount: int
    """By how much that share changes."""
    gain: int
    """What the whole change is worth to the player who begins the line."""


def changes(before: Sequence[Term], after: Sequence[Term], player: int) -> tuple[Change, ...]:
    """The terms that differ, the greatest difference first, whether it is good or bad for `player`."""
    found = []
    sign = 1 if player == 0 else -1
    for old, new in zip(before, after, strict=True):
        white, black = new.white - old.white, new.black - old.black
        gain = sign * (white - black)
        if gain and old.name != _PASSING:
            whose = 0 if abs(white) > abs(black) or (abs(white) == abs(black) and player == 0) else 1
            found.append(Change(old.name, whose, (white, black)[whose], gain))
    return tuple(sorted(found, key=lambda change: -abs(change.gain)))


def reason(position: Position, info: SearchInfo, width: int | None = None) -> str:
    """Why the line that `info` tells of is played in `position`, in no more than `width` characters."""
    if info.win_in is not None:
        return _proof(position, info.win_in)
    # As many plies of either side: some terms depend on who is to move.
    after, texts = play_line(position, info.pv)
    if len(texts) % 2 and len(texts) > 1 and after.outcome() is None:
        after, texts = play_line(position, info.pv[: len(texts) - 1])
    if after.outcome() is not None:
        return "the game ends there"
    if not texts:
        return ""
    found = changes(evaluate(position).terms, evaluate(after).terms, position.turn)
    large = [change for change in found if abs(change.gain) >= _SMALLEST][:_MOST]
    for number in range(len(large), 0, -1):
        told = _told(large[:number])
        if width is None or len(told) <= width or number == 1:
            return told
    return "nothing much changes"


def _proof(position: Position, win_in: int) -> str:
    if win_in == 1:
        return "proven: wins at once"
    players = HIVE.players if (win_in > 0) == (position.turn == 0) else HIVE.players[::-1]
    winner, loser = players
    plies = f"{abs(win_in)} {'ply' if abs(win_in) == 1 else 'plies'}"
    if win_in > 0:
        return f"proven: {winner} wins within {plies}, whatever {loser} plays"
    return f"proven: whatever is played, {winner} wins; this holds out for {plies}"


def _told(found: Sequence[Change]) -> str:
    gains = ", ".join(_words(change) for change in found if change.gain > 0)
    costs = ", ".join(_words(change) for change in found if change.gain < 0)
    if not gains:
        return f"the least evil: {costs}"
    return f"because of {gains}" + (f", in spite of {costs}" if costs else "")


def _words(change: Change) -> str:
    """`Black's queen liberties -72`."""
    return f"{HIVE.players[change.player]}'s {change.term} {change.amount:+d}"
