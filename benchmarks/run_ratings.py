"""Whether the Elo of the networks of a self-play run agrees with direct matches between them:

    hexapoda train SETTINGS.toml --folder RUN
    python -m benchmarks.run_ratings SETTINGS.toml RUN [--pairs 20] [--games 400]

Draws pairs of measured networks that the run has not played against each other, and plays each a match as the
gates do, with other openings. Prints how much better the later network is by the Elo of the run and by the
match, with 95% intervals, and `no` if that of the difference does not contain 0. Then the mean difference: it
is 0 if the run neither overstates nor understates progress. Pairs that the run rates more than 300 Elo apart
are left out, because few games of such a match say anything.
"""

from __future__ import annotations

import argparse
import itertools
import math
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.train.any_settings import read_any_settings
from hexapoda.train.network_match import play_match
from hexapoda.train.reports import GateReport, elo_curve
from hexapoda.train.run_folder import SETTINGS
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.self_play import core_network, seed_of
from hexapoda.train.training_run import TrainingRun

MOST = 300
"""The largest Elo difference of a pair."""
STREAM = 77
"""Separates the seeds of these matches from those of the run."""


def opened(settings: Path, folder: Path) -> TrainingRun:
    """A run of self-play that has begun. Raises `UsageError` if there is none."""
    found = read_any_settings(settings)
    if not isinstance(found, RunSettings):
        raise UsageError(f"{settings}: expected the settings of self-play, not of the training of an engine")
    if not (folder / SETTINGS).is_file():
        raise UsageError(f"{folder}: expected the folder of a run")
    return TrainingRun(folder, found, settings.parent)


def met_in(reports: list[GateReport]) -> set[frozenset[int]]:
    """The pairs of networks that the run has played against each other."""
    met = {frozenset((one.iteration, one.against)) for one in reports if one.against is not None}
    for one in reports:
        met |= {frozenset((one.iteration, int(other.against))) for other in one.older}
    return met


def measure(run: TrainingRun, pairs: int, games: int, seed: int) -> None:
    """Play the matches and print the comparison."""
    reports, rng = run.gates.reports, Random(seed)
    met = met_in(reports)
    apart = [
        (older, newer)
        for older, newer in itertools.combinations([one.iteration for one in reports], 2)
        if frozenset((older, newer)) not in met
    ]
    rng.shuffle(apart)
    settings = replace(run.settings, gate=replace(run.settings.gate, games=games))
    differences, within = [], 0
    print("networks     run              match            difference")
    for older, newer in apart:
        rated = {one.iteration: one for one in elo_curve(reports, older)}[newer]
        if abs(rated.elo) > MOST or rated.drawn_game_added:
            continue
        files = [run.gates.read(one) for one in (newer, older)]
        new, old = (core_network(dict(file.header.sizes), file.values) for file in files)
        match, _ = play_match(settings, new, old, seed_of(settings.seed, newer, older, STREAM))
        if match.elo is None or match.low is None or match.high is None:
            continue
        error, difference = (match.high - match.low) / 2, rated.elo - match.elo
        bound = math.hypot(error, rated.error)
        within += abs(difference) <= bound
        differences.append(difference)
        print(
            f"{newer:4} {older:4}  {rated.elo:+6.0f} ± {rated.error:4.0f}    {match.elo:+6.0f} ± {error:4.0f}"
            f"    {difference:+6.0f} ± {bound:4.0f} {'' if abs(difference) <= bound else 'no'}".rstrip(),
            flush=True,
        )
        if len(differences) == pairs:
            break
    if len(differences) < pairs:
        print(f"only {len(differences)} pairs of networks have not met and are within {MOST} Elo")
    if len(differences) > 1:
        error = 1.96 * stdev(differences) / math.sqrt(len(differences))
        print(f"{within} of {len(differences)} within the interval; mean difference ", end="")
        print(f"{fmean(differences):+.0f} ± {error:.0f}, as if the pairs were independent")


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("settings", type=Path, metavar="SETTINGS.toml")
    parser.add_argument("run", type=Path, metavar="RUN", help="the folder of a self-play run with gates")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--games", type=int, default=400, help="games of a match")
    parser.add_argument("--seed", type=int, default=1, help="chooses the pairs")
    given = parser.parse_args()
    if given.pairs < 1 or given.games < 2:
        parser.error("expected at least 1 pair and 2 games")
    try:
        run = opened(given.settings, given.run)
        try:
            measure(run, given.pairs, given.games, given.seed)
        finally:
            run.close()
    except HexapodaError as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
