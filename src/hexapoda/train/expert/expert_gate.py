"""`ExpertGate`: a run's matches between networks inside their engine, which the arena plays and records."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from hexapoda.arena.game_players import play_games
from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match, MatchResult
from hexapoda.arena.openings import choose_openings, usual_openings
from hexapoda.arena.pairing import derive_seed
from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import TimeControl
from hexapoda.errors import EngineError, InvalidGameError, UsageError
from hexapoda.files.data_folder import expanded
from hexapoda.games import find_game
from hexapoda.nets.network_file import NetworkFile
from hexapoda.record import GameRecord, PlayerRecord
from hexapoda.train.expert.expert_settings import ExpertRunSettings
from hexapoda.train.gates import games_of_match
from hexapoda.train.reports import NetworkMatch
from hexapoda.train.run_folder import games_folder, gate_name, network_name

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
            place = str(folder.resolve())
            if "," in place or "=" in place:
                raise UsageError(
                    f"the engines of the matches cannot be named in {place!r}: "
                    "expected a folder whose path has no ',' and no '='"
                )
            self._match(1, 0)

    def __call__(
        self,
        iterations: tuple[int, int],
        files: tuple[NetworkFile, NetworkFile],
        on_game: Callable[[int, int], None],
        *,
        older: bool = False,
    ) -> NetworkMatch:
        """Play a match between the networks of two generations, and return the first one's result. Calls
        `on_game(done, all)` after each game, once it is on disk. Raises `EngineError` if a network lost every
        game through its own faults, and `UsageError` if the match was begun with other settings.
        """
        match = self._match(*iterations, older)
        journal = self._journal(gate_name(iterations[0], iterations[1] if older else None), match)
        here = self._folder.resolve()
        new, old = (self._engine_spec(str(here / network_name(one))) for one in iterations)
        play = Match(match, journal, partial(_play_placed, (new, old)))
        try:
            return _result(play.run(lambda progress: on_game(len(progress.board.games), match.total)))
        except _AllFaults as error:
            Journal.write(journal.folder, match, ())  # the next attempt starts over
            raise EngineError(str(error)) from None

    def _match(self, iteration: int, before: int, older: bool = False) -> MatchSettings:
        """Return the settings of a match between two generations; for `older`, see `PlayGate`."""
        settings, gate = self._settings, self._settings.gate
        variant = find_game(settings.game).initial(settings.variant, settings.rules).variant
        source = gate.openings or usual_openings(settings.game, variant)
        games = games_of_match(gate.games, older=older)
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

    def _journal(self, name: str, match: MatchSettings) -> Journal:
        """Return the journal of a match: the one that was begun with these settings, or a new one. Raises
        `UsageError` if the journal has games played with other settings.
        """
        journal = Journal(games_folder(self._folder) / name)
        with contextlib.suppress(InvalidGameError):
            if journal.settings().with_concurrency(match.concurrency) == match:
                return journal
        if any(True for _ in journal.records()):
            raise UsageError(
                f"{str(journal.folder)!r} has games that were played with other settings: expected the same; "
                "to play the match again, remove the folder"
            )
        Journal.write(journal.folder, match, ())
        return journal


class _AllFaults(Exception):
    """An engine lost all its games through its own faults."""


def _play_placed(
    engines: tuple[str, str],
    settings: MatchSettings,
    numbers: Iterable[int],
    concurrency: int,
    log: Path | None = None,
    on_moves: OnMoves | None = None,
) -> Iterator[GameRecord]:
    """Play games between `engines`, whose specifications have the full paths of the networks. The records
    have only the file names, so that the folder of the run can be moved.
    """
    placed = replace(settings, engines=engines)
    players = {
        name: PlayerRecord(known, engine)
        for name, known, engine in zip(placed.names, settings.names, settings.engines, strict=True)
    }
    games: Any = play_games(placed, numbers, concurrency, log, on_moves)
    with contextlib.closing(games):
        for record in games:
            first, second = record.players
            yield replace(record, players=(players[first.name], players[second.name]))


def _result(result: MatchResult) -> NetworkMatch:
    """Return the result of the first engine. Raises `_AllFaults`."""
    board, name = result.board, result.settings.names[0]
    for one in result.settings.names:
        if board.failures(one) is not None:
            fault = next(fault for fault in board.faults if fault.engine == one)
            raise _AllFaults(f"{one} lost all its games through faults, such as: {fault.detail}")
    pairs = [0, 0, 0, 0, 0]
    for number in range(result.settings.total // 2):
        half_points = board.pair(number, name)
        assert half_points is not None  # the match is over
        pairs[half_points] += 1
    found = board.results(name)
    return NetworkMatch.of(found.wins, found.draws, found.losses, pairs)
