"""`PlayedGames`: games of a batch, noted move by move, and their records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hexapoda.arena.adjudication import Verdict
from hexapoda.arena.game_runner import played_record
from hexapoda.record import Ending, GameRecord, MoveRecord

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from hexapoda.arena.pairing import Pairing
    from hexapoda.arena.settings import MatchSettings
    from hexapoda.train.batch import BatchEnv

__all__ = ["PlayedGames"]


class PlayedGames:
    """The first games of a batch, from its start."""

    def __init__(self, batch: BatchEnv, count: int, random_plies: ArrayLike = 0) -> None:
        """Of the first `count` games, which begin with so many random plies, in one number or one each."""
        self._settings = batch.settings
        self.variant = batch.settings.variant
        self._actions: list[list[int]] = [[] for _ in range(count)]
        self._random = np.broadcast_to(np.asarray(random_plies), batch.count)

    def __len__(self) -> int:
        return len(self._actions)

    def add(self, actions: NDArray[np.int64], going: NDArray[np.bool_]) -> None:
        """Note the actions of a step, in the games that still go on."""
        for game in np.flatnonzero(going[: len(self)]):
            self._actions[game].append(int(actions[game]))

    def opening(self, game: int, plies: int) -> tuple[str, ...]:
        """Return the first moves of a game, in the notation of records."""
        return tuple(move.text for move in self._played(game, plies)[0])

    def record(self, game: int, pairing: Pairing, settings: MatchSettings) -> GameRecord:
        """Return the record of a game, as one of a match with these settings."""
        moves, position = self._played(game, None)
        whole = len(moves) >= self._settings.max_plies
        cut = Verdict(None, Ending.MOVE_CAP if whole else Ending.ADJUDICATED, "cut")
        return played_record(pairing, settings, moves, position, cut)

    def _played(self, game: int, plies: int | None) -> tuple[list[MoveRecord], Any]:
        """Play the first plies of a game again, or all."""
        position, layout = self._settings.begin().position, self._settings.layout
        moves = []
        for ply, action in enumerate(self._actions[game][:plies]):
            move = layout.move(position, action)
            text = self._settings.game.format_move(position, move)
            moves.append(MoveRecord(text, book=ply < int(self._random[game])))
            position.push(move)
        return moves, position
