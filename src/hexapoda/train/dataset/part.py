"""`DatasetPart`: some positions of a dataset as columns, and `PartRows`, which builds one from rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["DatasetPart", "PartRows", "PositionRow"]


class PositionRow(NamedTuple):
    """One position. `DatasetPart` explains the columns."""

    game: int
    ply: int
    position: str
    rules: str
    played: str
    policy: Mapping[str, float]
    value: float | None
    proof: int | None
    result: int | None


@dataclass(frozen=True, slots=True)
class DatasetPart:
    """Positions as columns. Unknown numbers are NaN."""

    games: NDArray[np.int64]
    """int64 [positions]: the number of the game in the dataset, counted from 0."""
    plies: NDArray[np.int32]
    """int32 [positions]: the number of plies played before the position."""
    positions: tuple[str, ...]
    """The positions in the notation of the game, without their history."""
    rules: tuple[str, ...]
    """The rule switches that the game sets, such as `swap=off`, separated by commas; the others have their
    defaults."""
    played: tuple[str, ...]
    """The moves that were played."""
    moves: tuple[str, ...]
    """The moves of all policies, concatenated."""
    shares: NDArray[np.float32]
    """float32 [moves]: the share of each move in the search's policy; the shares in a position sum to 1."""
    ends: NDArray[np.int64]
    """int64 [positions]: the index in `moves` at which the moves of each position end. They begin where the
    moves of the previous position end; a position whose policy is unknown has no moves."""
    values: NDArray[np.float32]
    """float32 [positions]: the result that the search expects for the player to move, from -1 to 1."""
    proofs: NDArray[np.float32]
    """float32 [positions]: 1 if the search has proven a win for the player to move, -1 if a loss."""
    results: NDArray[np.float32]
    """float32 [positions]: the result of the game for the player to move: 1, 0 or -1."""

    def __len__(self) -> int:
        return len(self.positions)

    def policy(self, row: int) -> dict[str, float]:
        """Return the policy of the search in a position; empty if it is unknown."""
        begin = 0 if row == 0 else int(self.ends[row - 1])
        end = int(self.ends[row])
        return dict(zip(self.moves[begin:end], self.shares[begin:end].tolist(), strict=True))

    def known(self) -> dict[str, int]:
        """Count the positions whose policy is known, and likewise for the value, the proof and the result."""
        return {
            "policy": int(np.count_nonzero(np.diff(self.ends, prepend=0))),
            "value": int(np.count_nonzero(~np.isnan(self.values))),
            "proof": int(np.count_nonzero(~np.isnan(self.proofs))),
            "result": int(np.count_nonzero(~np.isnan(self.results))),
        }


@dataclass(slots=True)
class PartRows:
    """The rows of a part that is being built."""

    rows: list[PositionRow] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.rows)

    def add(self, rows: Iterable[PositionRow]) -> None:
        """Add rows."""
        self.rows.extend(rows)

    def take(self) -> DatasetPart:
        """Remove the rows and return them as a part, in which the shares of each policy sum to 1."""
        rows, self.rows = self.rows, []
        moves: list[str] = []
        shares: list[float] = []
        ends = []
        for row in rows:
            whole = sum(row.policy.values())
            moves += row.policy
            shares += [share / whole for share in row.policy.values()]
            ends.append(len(moves))
        return DatasetPart(
            np.array([row.game for row in rows], np.int64),
            np.array([row.ply for row in rows], np.int32),
            tuple(row.position for row in rows),
            tuple(row.rules for row in rows),
            tuple(row.played for row in rows),
            tuple(moves),
            np.array(shares, np.float32),
            np.array(ends, np.int64),
            _with_nan([row.value for row in rows]),
            _with_nan([row.proof for row in rows]),
            _with_nan([row.result for row in rows]),
        )


def _with_nan(values: list[float | None] | list[int | None]) -> NDArray[np.float32]:
    return np.array([np.nan if value is None else value for value in values], np.float32)
