"""Who plays whom, and from which opening. Game number n depends only on the settings of the match.

Defines `Opening` and `Pairing`, the order of the meetings, and the seeds. Two engines play every opening
twice, with colors swapped: games 2k and 2k+1 are a pair. The seeds of a game derive from the seed of the
match and the number of the game, so the games do not depend on concurrency or interruptions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Opening", "Pairing", "derive_seed", "matchups", "pairing_of"]


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a game: moves from the initial position, or from a position given as text."""

    moves: tuple[str, ...] = ()
    start: str | None = None

    def to_json(self) -> Any:
        """Return a list of moves, or an object if there is a start position."""
        return list(self.moves) if self.start is None else {"start": self.start, "moves": list(self.moves)}

    @classmethod
    def from_json(cls, value: Any) -> Opening:
        """Read the result of `to_json`."""
        if isinstance(value, Mapping):
            return cls(tuple(value["moves"]), value["start"])
        return cls(tuple(value))


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played."""

    number: int
    """The number of the game, from 0; games 2k and 2k+1 are a pair."""
    players: tuple[int, int]
    """The engines that are players 0 and 1, by index in the settings."""
    opening: Opening
    seeds: tuple[int, int]
    """The random seeds of players 0 and 1."""
    seed: int
    """The seed of the game, from which `seeds` derive."""


def matchups(format: str, engines: int) -> list[tuple[int, int]]:
    """Return the pairs of engines that meet, by index: all against all, or in a gauntlet the first engine
    against all others. In a rating list they are sorted by the later engine, so that a new engine adds its
    meetings at the end.
    """
    if format == "gauntlet":
        return [(0, other) for other in range(1, engines)]
    if format == "list":
        return [(one, other) for other in range(engines) for one in range(other)]
    return [(one, other) for one in range(engines) for other in range(one + 1, engines)]


def pairing_of(
    number: int, meetings: Sequence[tuple[int, int]], openings: Sequence[Opening], seed: int, stride: int
) -> Pairing:
    """Return game `number`. In each round, every meeting in turn plays a pair of games from the same opening;
    the next round uses the next opening. Each round reserves the numbers of `stride` pairs, at least one per
    meeting.
    """
    pair, swapped = divmod(number, 2)
    turn, meeting = divmod(pair, stride)
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
    """Return a 31-bit seed that depends only on `parts`, on every machine and in every Python version."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1
