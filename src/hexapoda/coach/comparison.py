"""The differences between two lines of play: the facts that hold in one line but not in the other.

Defines what counts as a difference. A fact must not hold in the other line at the same ply or an adjacent
one. A new fact must arise from the first move, or from a move of the player who gains by it. A lasting fact
must still hold two plies later. A fact does not count if the same reply would also bring it about after the
other line's first move. Counts are compared at the same ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from hexapoda.games import Game
from hexapoda.games.fact import Fact, FactKind

__all__ = ["PLIES", "Difference", "begins", "differences", "ended", "feature", "open_plies"]

PLIES = 6
"""The maximum number of plies of a line that are compared."""
_EARLY = 2
"""The last ply that counts as early; the early plies are the first move and the reply."""
_AT = (2, PLIES)
"""The plies at which counts are compared, or the last ply of the shorter line if it ends earlier."""
_Key: TypeAlias = tuple[str, int, str]
"""The type of `Fact.key`."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that holds in one of two lines but not in the other, or whose count differs between them.

    Attributes:
        fact: the fact, about a position of its line.
        line: the line in which it holds, 0 or 1; for a count, the line in which it is larger.
        new: whether it `begins` after the start of the line; for a count, whether it has changed since then.
        ended: whether the first move of the other line ends it.
        never: whether it does not hold after any move of the other line.
        other: the count of the same fact at the same ply of the other line, if its kind is counted.
        better: the line that it speaks for: its own line if the player who moves first gains by it, otherwise
            the other line.
        feature: its name in the weights, made up of the kind, who gains (the player who moves first, or the
            opponent), and whether it arises early.
        size: 1, or the difference between the counts.
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
    """Return the differences between two legal lines from a position, in the order of their plies."""
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
    """Return whether a fact is new compared with the facts `before`. It is not new if a fact of a kind that
    comes earlier in `kinds` held for the same piece: the move that unpins a queen does not shut her in, even
    if she still cannot slide.
    """
    if fact.key in before:
        return False
    order = list(kinds)
    rank, place = order.index(fact.kind), _place(fact)
    return not any(_place(one) == place and order.index(one.kind) < rank for one in before.values())


def ended(
    before: Mapping[_Key, Fact], after: Mapping[_Key, Fact], kinds: Mapping[str, FactKind], mover: int
) -> list[Fact]:
    """Return the facts that a move ends and that are worth a remark. `before` and `after`: the facts before
    and after the move, by key.

    Skips counts, threats by `mover`, which the move may have carried out, and facts replaced by a new fact
    about the same piece: a pinned piece that is now covered has not been freed.
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
    """Return the values that two facts about the same piece share."""
    return fact.gains, fact.pieces[:1], fact.cells


def open_plies(position: Any, line: Sequence[Any]) -> int:
    """Return the number of moves before the one that ends the game, or of all moves if none does: finished
    games cannot be compared.
    """
    at = position.copy()
    for number, move in enumerate(line):
        at.push(move)
        if at.outcome() is not None:
            return number
    return len(line)


def _counts(line: Sequence[Mapping[_Key, Fact]], fact: Fact, kind: FactKind, turn: int) -> bool:
    """Return whether a fact results from the moves of the line and lasts as long as its kind requires."""
    if kind.lasting and fact.ply + 2 < len(line) and fact.key not in line[fact.ply + 2]:
        return False
    if fact.key in line[0]:
        return True  # the other line ended it
    mover = turn if fact.ply % 2 else 1 - turn
    return fact.ply == 1 or mover == fact.gains


def _after_other(game: Game, position: Any, move: Any, reply: Any) -> set[_Key]:
    """Return the keys of the facts after the other line's first move, `move`, and this line's `reply`; empty
    if the reply is not legal there or the game is already over.
    """
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
    """Yield the differences between counts, each as a fact of the line with the larger count."""
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
    """Return the feature of a fact: its name in the weights. `turn`: the player who moves first."""
    who = "own" if fact.gains == turn else "other"
    return f"{fact.kind}.{who}.{'early' if fact.ply <= _EARLY else 'late'}"
