"""`EngineGate`: matches of a run's networks against engines, which do not come from the run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hexapoda.arena.options import MatchOptions
from hexapoda.arena.pairing import derive_seed
from hexapoda.nets.network_file import NetworkFile
from hexapoda.registry import parse_engine, split_limits
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


class EngineGate:
    """The `PlayEngine` of a run. The network plays as the engine `net`, with `gate.simulations`."""

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        """`folder` is the folder of the run. Raises the errors of `parse_engine` for an engine of
        `gate.engines`, and `UsageError` if no network can be named in this folder.
        """
        self._folder, self._settings = folder, settings
        if settings.gate.every and settings.gate.engines:
            check_place(folder)
            for text in settings.gate.engines:
                parse_engine(split_limits(text, settings.game)[0], settings.game)

    def __call__(
        self, iteration: int, file: NetworkFile, engine: str, on_game: Callable[[int, int], None]
    ) -> NetworkMatch:
        """Play a match of the network after an iteration against an engine; see `play_in_arena`."""
        settings, gate, name = self._settings, self._settings.gate, network_name(iteration)
        match = MatchOptions(
            game=settings.game,
            variant=file.header.variant,
            rule=[f"{rule}={value}" for rule, value in settings.rules.items()],
            time=_SECONDS,
            games=games_of_match(gate.games, decides=False),
            openings=f"random:{gate.random_plies}",
            margin=_MARGIN,
            move_cap=settings.self_play.max_plies,
            seed=derive_seed(settings.seed, "gate", iteration, engine),
        ).settings(
            [f"net:{self._folder.resolve() / name},nodes={gate.simulations}", engine],
            concurrency=settings.threads,
        )
        first, second = match.engines
        kept = replace(match, engines=(f"net:{name}", second))
        return play_in_arena(self._folder, gate_name(iteration, engine), kept, (first, second), on_game)
