"""Games of a batch, recorded move by move, and journals of them for users to look at.

These are journals of matches, so every tool that shows matches can show them too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hexapoda.arena.adjudication import Adjudication, Verdict
from hexapoda.arena.game_runner import played_record
from hexapoda.arena.journal import Journal
from hexapoda.arena.pairing import Opening, Pairing
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import TimeControl
from hexapoda.record import Ending, GameRecord, MoveRecord
from hexapoda.train.run_folder import games_folder, gate_name, network_name, self_play_name
from hexapoda.train.run_settings import RunSettings

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from hexapoda.train.batch import BatchEnv

__all__ = ["PlayedGames", "write_gate_games", "write_self_play"]


class PlayedGames:
    """The moves of the first games of a batch, from their start."""

    def __init__(self, batch: BatchEnv, count: int, random_plies: ArrayLike = 0) -> None:
        """The first `count` games are recorded. `random_plies` is the number of random plies at the
        beginning of each game: one number for all games, or an array.
        """
        self._settings = batch.settings
        self.variant = batch.settings.variant
        self._actions: list[list[int]] = [[] for _ in range(count)]
        self._random = np.broadcast_to(np.asarray(random_plies), batch.count)

    def __len__(self) -> int:
        return len(self._actions)

    def add(self, actions: NDArray[np.int64], going: NDArray[np.bool_]) -> None:
        """Record the actions of a step in the games that are still `going`."""
        for game in np.flatnonzero(going[: len(self)]):
            self._actions[game].append(int(actions[game]))

    def opening(self, game: int, plies: int) -> Opening:
        """Return the first moves of a game, in the notation of records."""
        return Opening(tuple(move.text for move in self._played(game, plies)[0]))

    def record(self, game: int, pairing: Pairing, settings: MatchSettings) -> GameRecord:
        """Return the record of a game as part of a match with these settings."""
        moves, position = self._played(game, None)
        whole = len(moves) >= self._settings.max_plies
        cut = Verdict(None, Ending.MOVE_CAP if whole else Ending.ADJUDICATED, "cut")
        return played_record(pairing, settings, moves, position, cut)

    def _played(self, game: int, plies: int | None) -> tuple[list[MoveRecord], Any]:
        """Replay the first `plies` of a game, or all. Return the moves, and the position after them."""
        position, layout = self._settings.begin().position, self._settings.layout
        moves = []
        for ply, action in enumerate(self._actions[game][:plies]):
            move = layout.move(position, action)
            text = self._settings.game.format_move(position, move)
            moves.append(MoveRecord(text, book=ply < int(self._random[game])))
            position.push(move)
        return moves, position


def write_gate_games(
    run: Path,
    settings: RunSettings,
    iteration: int,
    against: int,
    halves: tuple[PlayedGames, PlayedGames],
    *,
    older: bool = False,
) -> None:
    """Write the games of a match: those in which the network after `iteration` moves first, and those with
    the same openings in which the other network does. Raises `UsageError`.
    """
    gate, first = settings.gate, halves[0]
    match = _match(
        settings,
        games=2 * len(first),
        engines=(f"net:{network_name(iteration)}", f"net:{network_name(against)}"),
        control=TimeControl(nodes=gate.simulations),
        variant=first.variant,
        openings=tuple(first.opening(game, gate.random_plies) for game in range(len(first))),
        opening_source=f"random:{gate.random_plies}",
    )
    records = (
        half.record(game, match.pairing(2 * game + swapped), match)
        for game in range(len(first))
        for swapped, half in enumerate(halves)
    )
    Journal.write(games_folder(run) / gate_name(iteration, against if older else None), match, records)


def write_self_play(run: Path, settings: RunSettings, iteration: int, games: PlayedGames) -> None:
    """Write the recorded games of an iteration. Raises `UsageError`."""
    match = _match(
        settings,
        games=len(games),
        engines=(f"network after iteration {iteration - 1}",) * 2,
        control=TimeControl(nodes=settings.self_play.simulations),
        variant=games.variant,
        opening_source="",
    )
    records = (games.record(game, match.pairing(game), match) for game in range(len(games)))
    Journal.write(games_folder(run) / self_play_name(iteration), match, records)


def _match(settings: RunSettings, **own: Any) -> MatchSettings:
    return MatchSettings(
        game=settings.game,
        rules=tuple(settings.rules.items()),
        adjudication=Adjudication(move_cap=settings.self_play.max_plies),
        seed=settings.seed,
        **own,
    )
