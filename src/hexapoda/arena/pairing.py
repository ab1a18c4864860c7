"""Who plays whom from which opening: game number n of a match, a function of its settings alone.

Owns `Opening`, `Pairing`, the schedules and the seeds. Every opening is played twice by the same two
engines with colours swapped: games 2k and 2k+1 are a pair. A game's seeds derive from the match's seed and
the game's number, so that the same games come out at any concurrency and after any resumption.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Opening", "Pairing", "derive_seed", "matchups", "pairing_of"]


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins: moves from the game's own beginning, or from a position in text form."""

    moves: tuple[str, ...] = ()
    start: str | None = None

    def to_json(self) -> Any:
        """A list of moves, or an object when there is a start position."""
        return list(self.moves) if self.start is None else {"start": self.start, "moves": list(self.moves)}

    @classmethod
    def from_json(cls, value: Any) -> Opening:
        """What `to_json` made."""
        if isinstance(value, Mapping):
            return cls(tuple(value["moves"]), value["start"])
        return cls(tuple(value))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played."""

    number: int
    """Which game of the match, from 0; games 2k and 2k+1 are one pair."""
    players: tuple[int, int]
    """The engines, by their place in the settings, that are players 0 and 1."""
    opening: Opening
    seeds: tuple[int, int]
    """What players 0 and 1 seed their chance with."""
    seed: int
    """The game's own seed, from which `seeds` derive."""


def matchups(format: str, engines: int) -> list[tuple[int, int]]:
    """Who meets whom: everybody everybody, or in a gauntlet the first everybody else."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, engines)]
    return [(one, other) for one in range(engines) for other in range(one + 1, engines)]


def pairing_of(
    number: int, meetings: Sequence[tuple[int, int]], openings: Sequence[Opening], seed: int
) -> Pairing:
    """Game `number`: the meetings take turns pair by pair, and each round of them has the next opening."""
    pair, swapped = divmod(number, 2)
    turn, meeting = divmod(pair, len(meetings))
    one, other = meetings[meeting]
    own = derive_seed(seed, number)
    return Pairing(
        number=number,
        players=(other, one) if swapped else (one, other),
        opening=openings[turn % len(openings)] if openings else Opening(),
        seeds=(derive_seed(own, 0), derive_seed(own, 1)),
        seed=own,
    )


def derive_seed(*parts: int | str) -> int:
    """A seed of 31 bits out of others; the same on every machine and in every version of Python."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1
