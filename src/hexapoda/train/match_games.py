"""Writes the games of a run that people may look at: those of its matches, and some of self-play.

They are journals of matches, so that whatever shows a match shows them too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexapoda.arena.adjudication import Adjudication
from hexapoda.arena.journal import Journal
from hexapoda.arena.pairing import Opening
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import TimeControl
from hexapoda.train.played_games import PlayedGames
from hexapoda.train.run_folder import games_folder, gate_name, network_name, self_play_name
from hexapoda.train.run_settings import RunSettings

__all__ = ["write_gate_games", "write_self_play"]


def write_gate_games(
    run: Path, settings: RunSettings, iteration: int, against: int, halves: Sequence[PlayedGames]
) -> None:
    """Write the games of a match: those that the network after `iteration` begins, and those of the same
    openings that the other one begins. Raises `UsageError`.
    """
    first, second = halves
    gate = settings.gate
    match = _match(
        settings,
        (f"net:{network_name(iteration)}", f"net:{network_name(against)}"),
        games=2 * len(first),
        nodes=gate.simulations,
        variant=first.variant,
        openings=tuple(Opening(first.opening(game, gate.random_plies)) for game in range(len(first))),
        source=f"random:{gate.random_plies}",
    )
    records = (
        half.record(game, match.pairing(2 * game + swapped), match)
        for game in range(len(first))
        for swapped, half in enumerate((first, second))
    )
    Journal.write(games_folder(run) / gate_name(iteration), match, records)


def write_self_play(run: Path, settings: RunSettings, iteration: int, games: PlayedGames) -> None:
    """Write some games of an iteration. Raises `UsageError`."""
    name = f"network after iteration {iteration - 1}"
    match = _match(
        settings,
        (name, name),
        games=len(games),
        nodes=settings.self_play.simulations,
        variant=games.variant,
        openings=(),
        source="",
    )
    records = (games.record(game, match.pairing(game), match) for game in range(len(games)))
    Journal.write(games_folder(run) / self_play_name(iteration), match, records)


def _match(
    settings: RunSettings,
    engines: tuple[str, str],
    *,
    games: int,
    nodes: int,
    variant: str,
    openings: tuple[Opening, ...],
    source: str,
) -> MatchSettings:
    return MatchSettings(
        engines=engines,
        control=TimeControl(nodes=nodes),
        games=games,
        game=settings.game,
        variant=variant,
        rules=tuple(settings.rules.items()),
        openings=openings,
        opening_source=source,
        adjudication=Adjudication(move_cap=settings.self_play.max_plies),
        seed=settings.seed,
    )
