"""What the coach says: why one line is better than another, and what a move does.

Chooses the facts to mention. A fact that is true of a move need not be the reason why the move is better.
Therefore `describe` lists all facts about a move and uses no weights, while `advice` and `reasons` mention
only draws and facts that have a weight. If the evidence is below the threshold, `reasons` mentions only
draws.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexapoda.coach.comparison import PLIES, Difference, begins, differences, ended, feature, open_plies
from hexapoda.coach.remark import Line, Remark, difference_remark, line_of, move_remark
from hexapoda.coach.weights import Weights, weights_of
from hexapoda.games import Game
from hexapoda.games.fact import Fact, FactKind

__all__ = ["Reasons", "advice", "describe", "proof", "reasons"]

_REASONS = 2
"""The maximum number of remarks for a move."""
_PROOF_PLIES = (4, 12)
"""How many plies of a line are searched for a proof: first a few, because each ply takes a while on a large
Hex board, then more.
"""
_LONG_PLIES = 6
"""How many plies of a line `_long_proof` examines."""
_LONG_SECONDS = 1.0
"""The time in seconds after which `_long_proof` examines no further position."""
_AGAINST = 1
"""The maximum number of remarks against a line in `advice`."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why one line is better than another.

    Attributes:
        evidence: how much more evidence there is for the better line than for the other one, in log odds.
        remarks: the reasons, draws first, then the other reasons, strongest first. The latter are given only
            if the evidence reaches `Weights.threshold`.
    """

    evidence: float
    remarks: tuple[Remark, ...]


def reasons(
    game: Game,
    position: Any,
    better: Sequence[Any],
    played: Sequence[Any],
    *,
    you: int | None = None,
    weights: Weights | None = None,
) -> Reasons:
    """Return why the line `better` is better than the line `played`, both from `position`. A line that ends
    in a draw is mentioned regardless of the evidence. There are no reasons if the first moves are the same.

    `you`: the player to address as "you". `weights`: by default the weights of the game.
    """
    weights = weights or weights_of(game)
    lines = (line_of(game, position, better[:PLIES]), line_of(game, position, played[:PLIES]))
    if not lines[0].moves or not lines[1].moves or lines[0].moves[0] == lines[1].moves[0]:
        return Reasons(0.0, ())
    found = differences(game, position, lines[0].moves, lines[1].moves)
    evidence = weights.evidence(found, 0)
    chosen = [each for at in (1, 0) for each in _draws(game, position, lines[at], at)]
    if evidence >= weights.threshold and weights.by_feature:
        chosen += _strongest((each for each in found if each.better == 0), weights)
    remarks = (difference_remark(game, each, lines, position.turn, you) for each in chosen)
    return Reasons(evidence, tuple(remark for remark in remarks if remark is not None)[:_REASONS])


def advice(
    game: Game,
    position: Any,
    line: Sequence[Any],
    *,
    you: int | None = None,
    weights: Weights | None = None,
) -> tuple[Remark, ...]:
    """Return at most two remarks that speak for a line, then at most one against it. A draw at the end of the
    line outranks everything else.
    """
    weights = weights or weights_of(game)
    whole = line_of(game, position, line[:PLIES])
    shown = _open(position, whole)
    ranked = [
        (weight, change.good, remark)
        for change in _changes(game, position, shown)
        if (weight := weights.by_feature.get(feature(change.fact, position.turn), 0.0)) > 0
        and (remark := _remark(game, change, shown, you)) is not None
    ]
    ranked.sort(key=lambda each: -each[0])
    if _is_draw(position, whole):
        ranked[:0] = [(0.0, remark.good, remark) for remark in _end(game, position, whole, you)]
    found = [remark for _, good, remark in ranked if good][:_REASONS]
    return (*found, *[remark for _, good, remark in ranked if not good][:_AGAINST])


def proof(
    game: Game, position: Any, line: Sequence[Any], winner: int, *, you: int | None = None
) -> tuple[Remark, ...]:
    """Return remarks that prove that nothing stops `winner`. They are about the first position of the winning
    line `line` that has a proof; empty if none is found in its first plies.
    """
    kinds = {kind.id: kind for kind in game.facts.KINDS}
    found: tuple[Remark, ...] = ()
    for plies in _PROOF_PLIES:
        shown = line_of(game, position, line[:plies])
        found = _proof(game, position, shown, winner, kinds, you)
        if found or len(shown.moves) < plies:
            break
    return found or _long_proof(game, position, line_of(game, position, line[:_LONG_PLIES]), winner, you)


def _long_proof(game: Game, position: Any, shown: Line, winner: int, you: int | None) -> tuple[Remark, ...]:
    """Return the first proof that a slower search finds after one of the winner's moves; empty if none."""
    at, good = position.copy(), winner == position.turn
    end = time.monotonic() + _LONG_SECONDS
    for ply, move in enumerate(shown.moves, 1):
        at.push(move)
        if at.outcome() is not None or time.monotonic() > end:
            break
        if at.turn == winner:
            continue
        found = [replace(fact, ply=ply) for fact in game.facts.proofs(at, winner)]
        if found:
            remarks = (move_remark(game, fact, shown, you, good=good, new=False) for fact in found)
            return tuple(remark for remark in remarks if remark is not None)
    return ()


def _proof(
    game: Game, position: Any, shown: Line, winner: int, kinds: Mapping[str, FactKind], you: int | None
) -> tuple[Remark, ...]:
    before, *after = game.facts.along(position, shown.moves)
    start = {fact.key: fact for fact in before}
    for facts in after:
        own = [fact for fact in facts if fact.gains == winner and kinds[fact.kind].proof]
        if not any(kinds[fact.kind].proof == 1 for fact in own):
            continue
        own.sort(key=lambda fact: kinds[fact.kind].proof)
        good = winner == position.turn
        found = (
            move_remark(game, fact, shown, you, good=good, new=begins(fact, start, kinds)) for fact in own
        )
        return tuple(remark for remark in found if remark is not None)[:_REASONS]
    return ()


def describe(game: Game, position: Any, move: Any, *, you: int | None = None) -> tuple[Remark, ...]:
    """Return remarks on the facts that a legal move creates, changes or ends, in the order of the game's
    kinds of facts. If the move ends the game, return remarks on the final position instead.
    """
    shown = line_of(game, position, [move])
    if open_plies(position, shown.moves) < len(shown.moves):
        return _end(game, position, shown, you)
    order = [kind.id for kind in game.facts.KINDS]
    changes = sorted(_changes(game, position, shown), key=lambda each: order.index(each.fact.kind))
    remarks = (_remark(game, change, shown, you) for change in changes)
    return tuple(remark for remark in remarks if remark is not None)


def _open(position: Any, line: Line) -> Line:
    """Return a line without the move that ends the game, if there is one."""
    plies = open_plies(position, line.moves)
    return Line(line.moves[:plies], line.texts[:plies])


def _end(game: Game, position: Any, line: Line, you: int | None) -> tuple[Remark, ...]:
    """Return remarks on the final position of a line; empty if the line does not end the game."""
    if open_plies(position, line.moves) == len(line.moves):
        return ()
    found = game.facts.along(position, line.moves)[-1]
    remarks = (move_remark(game, fact, line, you, good=fact.gains == position.turn) for fact in found)
    return tuple(remark for remark in remarks if remark is not None)


def _draws(game: Game, position: Any, line: Line, number: int) -> Iterator[Difference]:
    """Yield the facts about the final position of a line that ends in a draw; none for other lines. `number`:
    the index of the line, 0 or 1, in the comparison.
    """
    if _is_draw(position, line):
        for fact in game.facts.along(position, line.moves)[-1]:
            name = feature(fact, position.turn)
            yield Difference(fact, number, True, None, number, name, never=True)


def _is_draw(position: Any, line: Line) -> bool:
    """Return whether a line ends in a draw."""
    end = position.copy()
    for move in line.moves:
        end.push(move)
    outcome = end.outcome()
    return outcome is not None and outcome.winner is None


@dataclass(frozen=True, slots=True)
class _Change:
    """A change that a line brings about: a new fact after one of its moves, a count that the first move
    changes from `before`, or a fact that the first move ends. `good`: whether the change helps the player who
    moves first.
    """

    fact: Fact
    good: bool
    ended: bool = False
    before: int | None = None


def _changes(game: Game, position: Any, line: Line) -> Iterator[_Change]:
    """Yield the changes that a line brings about. Skips lasting facts that no longer hold two plies later
    and, after the first move, facts that arise from a move of the player whom they harm.
    """
    kinds = {kind.id: kind for kind in game.facts.KINDS}
    by_key = [{fact.key: fact for fact in facts} for facts in game.facts.along(position, line.moves)]
    turn = position.turn
    start = by_key[0]
    seen = set(start)
    for ply in range(1, len(by_key)):
        mover = turn if ply % 2 else 1 - turn
        for key, fact in by_key[ply].items():
            own, kind = fact.gains == turn, kinds[fact.kind]
            if kind.counted:
                old = start[key].count if key in start else None
                if ply == 1 and old is not None and fact.count is not None and old != fact.count:
                    yield _Change(fact, own == (fact.count > old), before=old)
                continue
            if key in seen or (ply > 1 and mover != fact.gains):
                continue
            seen.add(key)
            if not begins(fact, by_key[ply - 1], kinds):
                continue
            if not kind.lasting or ply + 2 >= len(by_key) or key in by_key[ply + 2]:
                yield _Change(fact, own)
    if len(by_key) > 1:
        for fact in ended(start, by_key[1], kinds, turn):
            yield _Change(fact, fact.gains != turn, ended=True)


def _remark(game: Game, change: _Change, line: Line, you: int | None) -> Remark | None:
    return move_remark(
        game, change.fact, line, you, ended=change.ended, good=change.good, before=change.before
    )


def _strongest(found: Iterable[Difference], weights: Weights) -> list[Difference]:
    """Return the differences that have a weight, strongest first, at most one per kind of fact and player."""
    ranked = sorted(found, key=lambda each: (-weights.of(each), each.fact.ply))
    kept: dict[tuple[str, int], Difference] = {}
    for each in ranked:
        if weights.of(each) > 0:
            kept.setdefault((each.fact.kind, each.fact.gains), each)
    return list(kept.values())
