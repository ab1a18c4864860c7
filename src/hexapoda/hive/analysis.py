"""The Hive implementation of `hexapoda.games.analysis.GameAnalysis`: proofs, evaluation, reasons in words.

Owns the choice of which changes in the evaluation become reasons; `hexapoda.hive.terms` puts them into words.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.games.analysis import Explanation, PositionScore, Prover, TermScore
from hexapoda.games.forced_wins import ForcedWins
from hexapoda.hive.evaluation import Term, evaluate
from hexapoda.hive.forced_wins import HiveForcedWins
from hexapoda.hive.game import HIVE
from hexapoda.hive.move import Move
from hexapoda.hive.position import Position
from hexapoda.hive.prover import HiveProver
from hexapoda.hive.terms import TERMS
from hexapoda.text.sentence import Sentence

__all__ = [
    "COUNTS_PLIES",
    "OPENING",
    "POINT",
    "REVIEWS",
    "evaluation",
    "explain",
    "new_forced_wins",
    "new_prover",
]

POINT: float | None = 100.0
"""Roughly the value of one occupied neighbor of a queen."""
COUNTS_PLIES: bool = True
REVIEWS: bool = True
OPENING: int = 6
"""The scale of win probabilities was fitted to positions from ply 6 on."""
_SMALLEST, _SMALLEST_DIFFERENCE = 10, 15
"""The smallest changes that count as reasons: along one line, and between two lines. The second is larger,
because two lines differ more."""
_MOST = 2
"""The maximum number of phrases for a move, and of phrases against it."""
_PLIES = 4
"""How many plies of a line count: what happens later is rarely a reason to play or avoid the first move."""


def new_prover() -> Prover | None:
    """Return a new solver for Hive."""
    return HiveProver()


def new_forced_wins() -> ForcedWins | None:
    """Return a new search for short forced wins of Hive."""
    return HiveForcedWins()


def evaluation(position: Position, /) -> PositionScore | None:
    """Return the evaluation of a position term by term."""
    found = evaluate(position)
    terms = tuple(
        TermScore(term.name, TERMS[term.name].label, (term.white, term.black)) for term in found.terms
    )
    return PositionScore(found.score, terms)


def explain(
    position: Position, line: Sequence[Move], instead: Sequence[Move] = (), *, you: bool = True
) -> Explanation:
    """Explain what a line changes in the evaluation, compared with `position` or, if it is given, with the
    line `instead`.
    """
    after, before = _ends(position, line, instead)
    if after is None or before is None:
        return Explanation()
    mover = position.turn
    names = [Sentence("{side}'s", side=player) for player in HIVE.players]
    if you:
        names[mover] = Sentence("your")
    smallest = _SMALLEST_DIFFERENCE if instead else _SMALLEST
    found = [change for change in _changes(before, after, mover) if abs(change[0]) >= smallest]
    phrases = [(gain, _phrase(name, whose, more, names)) for gain, name, whose, more in found]
    good = tuple(phrase for gain, phrase in phrases if gain > 0)[:_MOST]
    return Explanation(good, tuple(phrase for gain, phrase in phrases if gain < 0)[:_MOST])


def _ends(
    position: Position, line: Sequence[Move], instead: Sequence[Move]
) -> tuple[tuple[Term, ...] | None, tuple[Term, ...] | None]:
    """Return the terms after the line, and the terms to compare them with; None in place of either if the
    game is over there or a move is illegal.

    Some terms depend on the side to move, so both positions have the same side to move, unless a line of one
    move is compared with the position before it.
    """
    line = line[:_PLIES]
    if instead:
        plies = min(len(line), len(instead))
        return _terms_after(position, line[:plies]), _terms_after(position, instead[:plies])
    if len(line) > 1:
        line = line[: len(line) - len(line) % 2]
    return _terms_after(position, line), _terms_after(position, ())


def _terms_after(position: Position, line: Sequence[Move]) -> tuple[Term, ...] | None:
    after = position.copy()
    for move in line:
        if after.outcome() is not None or not after.is_legal(move):
            return None
        after.push(move)
    return None if after.outcome() is not None else evaluate(after).terms


def _changes(before: Sequence[Term], after: Sequence[Term], player: int) -> list[tuple[int, str, int, bool]]:
    """Return, for each term whose balance changes and that is not silent, the gain of `player`, the term's
    name, the player whose share changes more, and whether that share grows. The largest gain or loss comes
    first.
    """
    found = []
    for old, new in zip(before, after, strict=True):
        white, black = new.white - old.white, new.black - old.black
        gain = (white - black) * (1 if player == 0 else -1)
        if gain and not TERMS[old.name].silent:
            own, other = (white, black) if player == 0 else (black, white)
            whose = player if abs(own) >= abs(other) else 1 - player
            found.append((gain, old.name, whose, (white, black)[whose] > 0))
    return sorted(found, key=lambda change: -abs(change[0]))


def _phrase(term: str, whose: int, more: bool, names: Sequence[Sentence]) -> Sentence:
    words = TERMS[term]
    return Sentence(words.more if more else words.less, own=names[whose], foe=names[1 - whose])
