"""Matches of a run that the arena plays: their journals are kept, so that an interrupted match goes on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from hexapoda.arena.game_players import play_games
from hexapoda.arena.journal import Journal
from hexapoda.arena.match import Match, MatchResult
from hexapoda.arena.running_games import OnMoves
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineError, InvalidGameError, UsageError
from hexapoda.record import GameRecord, PlayerRecord
from hexapoda.train.reports import NetworkMatch
from hexapoda.train.run_folder import games_folder

__all__ = ["check_place", "play_in_arena"]


def check_place(run: Path) -> None:
    """Raise `UsageError` if engines cannot be named with networks in the folder of this run."""
    place = str(run.resolve())
    if "," in place or "=" in place:
        raise UsageError(
            f"the engines of the matches cannot be named in {place!r}: "
            "expected a folder whose path has no ',' and no '='"
        )


def play_in_arena(
    run: Path,
    name: str,
    settings: MatchSettings,
    placed: tuple[str, str],
    on_game: Callable[[int, int], None],
    *,
    anew: bool = False,
) -> NetworkMatch:
    """Play a match of two engines, or continue it, and return the result of the first. Its journal is called
    `name` in the folder of the run. The texts of the engines in `settings` have only the names of files in
    that folder, so that it can be moved; those in `placed` have their full paths. Calls `on_game(done, all)`
    after each game, once it is on disk.

    A match that was begun with other settings is played `anew`, or else raises `UsageError`. Raises
    `EngineError` if an engine lost every game through its own faults.
    """
    journal = _journal(games_folder(run) / name, settings, anew)
    play = Match(settings, journal, partial(_play_placed, placed))
    try:
        return _result(play.run(lambda progress: on_game(len(progress.board.games), settings.total)))
    except _AllFaults as error:
        Journal.write(journal.folder, settings, ())  # the next attempt starts over
        raise EngineError(str(error)) from None


def _journal(folder: Path, settings: MatchSettings, anew: bool) -> Journal:
    """Return the journal of a match: the one that was begun with these settings, or a new one. Raises
    `UsageError` if the journal has games played with other settings, unless the match is to be played `anew`.
    """
    journal = Journal(folder)
    with contextlib.suppress(InvalidGameError):
        if journal.settings().with_concurrency(settings.concurrency) == settings:
            return journal
    if not anew and any(True for _ in journal.records()):
        raise UsageError(
            f"{str(folder)!r} has games that were played with other settings: expected the same; "
            "to play the match again, remove the folder"
        )
    Journal.write(folder, settings, ())
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
