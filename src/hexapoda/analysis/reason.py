"""Why a move is good, in words: what is proven, or which terms of the evaluation its line changes most.

Owns the comparison of two evaluations and its wording. What the terms are is `hexapoda.hive.evaluation`'s;
nothing is searched here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hexapoda.engine import SearchInfo
from hexapoda.hive import Position
from hexapoda.hive.evaluation import Term, evaluate
from hexapoda.hive.game import HIVE
from hexapoda.hive.text.line import play_line

__all__ = ["Change", "change_text", "changes", "reason"]

_SMALLEST = 10
"""Changes of a tenth of a filled neighbour of a queen are no reason for anything."""
_MOST = 2
"""So many terms on either side."""
_PASSING = "tempo"
"""Who is to move is worth something, but says nothing about a line."""
_PHRASES = MappingProxyType(
    {
        "queen liberties": "room round the queen",
        "queen ring": "own pieces round the queen",
        "ring access": "ways to the enemy queen",
        "queen escape": "way out for the queen",
        "on queen": "piece on the queen",
        "queen": "place of the queen",
        "attack": "attackers",
        "room": "cells to place on",
    }
)
"""Terms whose names say too little to somebody who has not read what they are."""


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
    large = [change for change in found if abs(change.gain) >= _SMALLEST]
    gains = [change for change in large if change.gain > 0][:_MOST]
    costs = [change for change in large if change.gain < 0][:_MOST]
    while width is not None and len(_told(gains, costs)) > width and len(gains) + len(costs) > 1:
        (costs or gains).pop()  # what speaks for the move is the last to go
    return _told(gains, costs)


def _proof(position: Position, win_in: int) -> str:
    if win_in == 1:
        return "proven: wins at once"
    players = HIVE.players if (win_in > 0) == (position.turn == 0) else HIVE.players[::-1]
    winner, loser = players
    plies = f"{abs(win_in)} {'ply' if abs(win_in) == 1 else 'plies'}"
    if win_in > 0:
        return f"proven: {winner} wins within {plies}, whatever {loser} plays"
    return f"proven: whatever is played, {winner} wins; this holds out for {plies}"


def _told(gains: Sequence[Change], costs: Sequence[Change]) -> str:
    lost = ", ".join(map(change_text, costs))
    if gains:
        return f"because of {', '.join(map(change_text, gains))}" + (f", in spite of {lost}" if lost else "")
    return f"costs least: {lost}" if lost else "nothing much changes"


def change_text(change: Change) -> str:
    """`Black's room round the queen -72`."""
    return f"{HIVE.players[change.player]}'s {_PHRASES.get(change.term, change.term)} {change.amount:+d}"
