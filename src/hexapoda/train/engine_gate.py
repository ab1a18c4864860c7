"""`EngineGate`: matches of a run's networks against engines, which do not come from the run."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hexapoda.arena.options import MatchOptions
from hexapoda.arena.pairing import derive_seed
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.nets.network_file import NetworkFile
from hexapoda.train.arena_gate import check_place, play_in_arena
from hexapoda.train.gates import games_of_match
from hexapoda.train.reports import NetworkMatch
from hexapoda.train.run_folder import gate_name, network_name
from hexapoda.train.run_settings import RunSettings

__all__ = ["EngineGate"]

_SECONDS = 0.1
"""The seconds per move of an engine whose text gives no limit."""
_MARGIN = 5.0
"""Seconds that an engine may be late: the run may use all cores."""
_MOST_RANDOM_PLIES = 999


class EngineGate:
    """The `PlayEngines` of a run. The network plays as the engine `net`, with `gate.simulations`."""

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        """`folder` is the folder of the run. Raises `UsageError` if an engine of `gate.engines` is not known
        or has wrong values, if matches with them cannot be played with these settings, or if no network can
        be named in this folder.
        """
        self._folder, self._settings = folder, settings
        self.engines = settings.gate.engines if settings.gate.every else ()
        if not self.engines:
            return
        check_place(folder)
        if settings.gate.random_plies > _MOST_RANDOM_PLIES:
            raise UsageError(
                f"gate.random_plies must be at most {_MOST_RANDOM_PLIES} with gate.engines, "
                f"not {settings.gate.random_plies}"
            )
        for engine in self.engines:
            try:
                self._match(0, engine, engine)
            except HexapodaError as error:
                raise UsageError(f"gate.engines, {engine!r}: {error}") from None

    def __call__(
        self, iteration: int, file: NetworkFile, engine: str, on_game: Callable[[int, int], None]
    ) -> NetworkMatch:
        """Play a match of the network after an iteration against an engine; see `play_in_arena`."""
        name = network_name(iteration)
        network = f"net:{self._folder.resolve() / name},nodes={self._settings.gate.simulations}"
        match = self._match(iteration, network, engine)
        first, second = match.engines
        # The weights too decide the games: a run may have been made anew in the folder.
        digest = hashlib.sha256(file.values.tobytes()).hexdigest()[:16]
        kept = replace(match, engines=(f"net:{name}", second), event=f"{name}, weights {digest}")
        return play_in_arena(
            self._folder, gate_name(iteration, engine), kept, (first, second), on_game, anew=True
        )

    def _match(self, iteration: int, first: str, engine: str) -> MatchSettings:
        settings, gate = self._settings, self._settings.gate
        options = MatchOptions(
            game=settings.game,
            variant=settings.variant,
            rule=[f"{rule}={value}" for rule, value in settings.rules.items()],
            time=_SECONDS,
            games=games_of_match(gate.games, decides=False),
            openings=f"random:{gate.random_plies}",
            margin=_MARGIN,
            move_cap=settings.self_play.max_plies,
            seed=derive_seed(settings.seed, "gate", iteration, engine),
        )
        return options.settings([first, engine], concurrency=settings.threads)
