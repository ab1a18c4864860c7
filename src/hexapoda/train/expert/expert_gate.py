"""`ExpertGate`: a run's matches between networks inside their engine, which the arena plays and records."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hexapoda.arena.openings import choose_openings, usual_openings
from hexapoda.arena.pairing import derive_seed
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import TimeControl
from hexapoda.files.data_folder import expanded
from hexapoda.games import find_game
from hexapoda.nets.network_file import NetworkFile
from hexapoda.train.arena_gate import check_place, play_in_arena
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.gates import games_of_match
from hexapoda.train.reports import NetworkMatch
from hexapoda.train.run_folder import gate_name, network_name

__all__ = ["ExpertGate"]

_NO_FILE = re.compile("suite|none|random:.*")
"""Sources of openings that are not files."""


class ExpertGate:
    """The `PlayGate` of a run: plays its matches, and continues one that was interrupted."""

    def __init__(
        self, folder: Path, settings: ExpertRunSettings, base: Path, engine_spec: Callable[[str], str]
    ) -> None:
        """`folder` is the folder of the run. Relative paths in the settings start from `base`.
        `engine_spec` returns the specification of the engine with the network in a file. Raises
        `UsageError` if matches cannot be played with these settings or in this folder.
        """
        self._folder, self._settings, self._base, self._engine_spec = folder, settings, base, engine_spec
        if settings.gate.every:
            check_place(folder)
            self._match(1, 0)

    def __call__(
        self,
        iterations: tuple[int, int],
        files: tuple[NetworkFile, NetworkFile],
        on_game: Callable[[int, int], None],
        *,
        older: bool = False,
    ) -> NetworkMatch:
        """Play a match between the networks of two generations, and return the first one's result; see
        `play_in_arena`.
        """
        match = self._match(*iterations, older)
        here = self._folder.resolve()
        new, old = (self._engine_spec(str(here / network_name(one))) for one in iterations)
        name = gate_name(iterations[0], iterations[1] if older else None)
        return play_in_arena(self._folder, name, match, (new, old), on_game)

    def _match(self, iteration: int, before: int, older: bool = False) -> MatchSettings:
        """Return the settings of a match between two generations; for `older`, see `PlayGate`."""
        settings, gate = self._settings, self._settings.gate
        variant = find_game(settings.game).initial(settings.variant, settings.rules).variant
        source = gate.openings or usual_openings(settings.game, variant)
        games = games_of_match(gate.games, decides=not older)
        seed = derive_seed(settings.seed, "gate", iteration, *([before] if older else []))
        place = source if _NO_FILE.fullmatch(source) else str(self._base / expanded(source))
        pairs = (games + 1) // 2
        openings = choose_openings(
            place, game=settings.game, variant=variant, rules=settings.rules, seed=seed, pairs=pairs
        )
        return MatchSettings(
            engines=(self._engine_spec(network_name(iteration)), self._engine_spec(network_name(before))),
            control=TimeControl(time=gate.time or None, nodes=gate.nodes or None),
            games=games,
            game=settings.game,
            variant=variant,
            openings=openings,
            opening_source=source,
            concurrency=settings.expert.processes,
            seed=seed,
        )
