"""What differs between two lines of play: the facts that stand in one and not in the other.

Owns the filters that make a difference count. A fact must not stand in the other line at the same ply or the
plies beside it. A new fact must arise from the first move, or from a move of the player who gains by it. A
lasting one must still be true two plies later. A fact that the same reply brings after the other move too
does not count. Counts are compared at the same ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from hexapoda.games import Game
from hexapoda.games.fact import Fact, FactKind

__all__ = ["PLIES", "Difference", "begins", "differences", "ended", "feature", "open_plies"]

PLIES = 6
"""The most plies of a line that are compared."""
_EARLY = 2
"""The number of plies that belong to the moves themselves: the first move and the reply."""
_AT = (2, PLIES)
"""The plies at which counts are compared; the last one, or the end of the shorter line."""
_Key: TypeAlias = tuple[str, int, str]
"""`Fact.key`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that stands in one of two lines.

    Attributes:
        fact: the fact, about a position of its line.
        line: the line in which it stands: 0 or 1.
        new: whether it `begins` after the first move.
        ended: whether the first move of the other line ends it.
        never: whether it stands nowhere in the other line.
        other: the count of the same fact at the same ply of the other line, if its kind is counted.
        better: the line for which it speaks: where the player who moves first gains, or the other one does
            not.
        feature: its name for the weights: the kind, who gains (the player who moves first, or the opponent),
            and whether it stands early.
        size: 1, or the difference of the counts.
    """

    fact: Fact
    line: int
    new: bool
    other: int | None
    better: int
    feature: str
    size: int = 1
    ended: bool = False
    never: bool = False


def differences(game: Game, position: Any, first: Sequence[Any], second: Sequence[Any]) -> list[Difference]:
    """Return the differences of two legal lines from a position, in the order of their plies."""
    plies = min(open_plies(position, first), open_plies(position, second), PLIES)
    lines = (first[:plies], second[:plies])
    found = tuple(game.facts.along(position, line) for line in lines)
    kinds = {kind.id: kind for kind in game.facts.KINDS}
    by_key = [[{fact.key: fact for fact in facts} for facts in each] for each in found]
    result: list[Difference] = []
    for line in (0, 1):
        seen = set[_Key]()
        other = by_key[1 - line]
        again: set[_Key] | None = None
        gone = {fact.key for fact in ended(other[0], other[1], kinds, position.turn)} if plies else ()
        for ply in range(1, plies + 1):
            for fact in by_key[line][ply].values():
                kind = kinds[fact.kind]
                if kind.counted or fact.key in seen:
                    continue
                if any(fact.key in facts for facts in other[max(ply - 1, 1) : ply + 2]):
                    continue
                if not _counts(by_key[line], fact, kind, position.turn):
                    continue
                if ply == _EARLY:
                    if again is None:
                        again = _after_other(game, position, lines[1 - line][0], lines[line][1])
                    if fact.key in again:
                        continue
                seen.add(fact.key)
                new = begins(fact, by_key[line][0], kinds)
                each = _difference(fact, line, new, position.turn)
                never = not any(fact.key in facts for facts in other[1:])
                result.append(replace(each, ended=fact.key in gone, never=never))
    result += _counted(by_key, kinds, plies, position.turn)
    return sorted(result, key=lambda each: each.fact.ply)


def begins(fact: Fact, before: Mapping[_Key, Fact], kinds: Mapping[str, FactKind]) -> bool:
    """Return whether a fact is new after the facts `before`, and not what is left of one of an earlier kind:
    a queen that was pinned and is only shut in has not been shut in by the move that frees her.
    """
    if fact.key in before:
        return False
    order = list(kinds)
    rank, place = order.index(fact.kind), _place(fact)
    return not any(_place(one) == place and order.index(one.kind) < rank for one in before.values())


def ended(
    before: Mapping[_Key, Fact], after: Mapping[_Key, Fact], kinds: Mapping[str, FactKind], mover: int
) -> list[Fact]:
    """Return the facts that a move ends, so that it can be said; `before` and `after` it, by their keys.

    Left out are counts, threats of the one who moves, which may have been carried out, and facts in whose
    place the same player gains another one: a pinned piece that is now covered has not been freed.
    """
    taken = {_place(fact) for key, fact in after.items() if key not in before}
    return [
        fact
        for key, fact in before.items()
        if key not in after
        and not kinds[fact.kind].counted
        and (kinds[fact.kind].lasting or fact.gains != mover)
        and _place(fact) not in taken
    ]


def _place(fact: Fact) -> tuple[object, ...]:
    """What two facts about one piece have in common."""
    return fact.gains, fact.pieces[:1], fact.cells


def open_plies(position: Any, line: Sequence[Any]) -> int:
    """Return how many moves of a line do not end the game: nothing can be compared with a finished game."""
    at = position.copy()
    for number, move in enumerate(line):
        at.push(move)
        if at.outcome() is not None:
            return number
    return len(line)


def _counts(line: Sequence[Mapping[_Key, Fact]], fact: Fact, kind: FactKind, turn: int) -> bool:
    """Return whether a fact comes from what was played, and lasts."""
    if kind.lasting and fact.ply + 2 < len(line) and fact.key not in line[fact.ply + 2]:
        return False
    if fact.key in line[0]:
        return True  # what the other line has ended
    mover = turn if fact.ply % 2 else 1 - turn
    return fact.ply == 1 or mover == fact.gains


def _after_other(game: Game, position: Any, move: Any, reply: Any) -> set[_Key]:
    """Return the keys of the facts that a reply brings about after the first move of the other line too."""
    after = position.copy()
    after.push(move)
    if after.outcome() is not None or not after.is_legal(reply):
        return set()
    return {fact.key for fact in game.facts.along(position, (move, reply))[2]}


def _counted(
    by_key: Sequence[Sequence[Mapping[_Key, Fact]]],
    kinds: Mapping[str, FactKind],
    plies: int,
    turn: int,
) -> Iterator[Difference]:
    """Yield the differences of counts, each for the line in which the count is larger."""
    for ply in sorted({min(at, plies) for at in _AT}):
        at = (by_key[0][ply], by_key[1][ply])
        for key in at[0].keys() & at[1].keys():
            if not kinds[key[0]].counted:
                continue
            one, other = at[0][key].count or 0, at[1][key].count or 0
            if one != other:
                line = 0 if one > other else 1
                fact = at[line][key]
                new = fact.count != getattr(by_key[0][0].get(key), "count", None)
                yield _difference(fact, line, new, turn, min(one, other), abs(one - other))


def _difference(
    fact: Fact, line: int, new: bool, turn: int, other: int | None = None, size: int = 1
) -> Difference:
    better = line if fact.gains == turn else 1 - line
    return Difference(fact, line, new, other, better, feature(fact, turn), size)


def feature(fact: Fact, turn: int) -> str:
    """Return the name of a fact for the weights; `turn` is the player who moves first."""
    who = "own" if fact.gains == turn else "other"
    return f"{fact.kind}.{who}.{'early' if fact.ply <= _EARLY else 'late'}"
