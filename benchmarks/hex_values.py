"""How well values predict the winner of recorded games of Hex: python benchmarks/hex_values.py GAMES

Compares three win probabilities of the side to move, in every second position after the opening: that of
the network alone, and those of `rave` without the network and with it. Prints the mean logarithmic loss by
phase (a coin has 0.693), and how often the side to move won, by tenth of the network's value. Use games that
were not used to train the network or to choose its settings.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from rich.progress import Progress

from hexapoda._core.hex import network_evaluate
from hexapoda.engine import Limit
from hexapoda.hex.game import HEX
from hexapoda.hex.network import network_weights
from hexapoda.record import GameRecord
from hexapoda.registry import parse_engine
from hexapoda.storage.files import read_text
from hexapoda.storage.indexing import IndexedGame

PHASES = (12, 24, 1000)
"""The ply before which each phase ends."""
ENGINES = ("rave:seed=1,book=false,without=network", "rave:seed=1,book=false")
NAMES = ("network", "rave without the network", "rave")
LEAST = 0.01
"""Values are moved into [LEAST, 1 - LEAST]: a search that is sure and wrong would have an unbounded loss."""


def games_in(path: Path) -> Iterator[GameRecord]:
    """The decided games of Hex in a file."""
    for found in read_text(path.read_text("utf-8"), path, named=True):
        if isinstance(found, IndexedGame) and found.record.game == "hex" and found.record.winner is not None:
            yield found.record


@dataclass(frozen=True)
class Row:
    """A position."""

    ply: int
    won: bool
    """Whether the side to move won."""
    values: tuple[float, ...]
    """Its win probabilities, in the order of NAMES."""


def rows_of(record: GameRecord, step: int, nodes: int, skipped: int) -> Iterator[Row]:
    """Every `step`-th position of a game."""
    position = HEX.initial(record.variant, dict(record.rules))
    engines = [parse_engine(text, "hex").create() for text in ENGINES]
    last = None
    for ply, move in enumerate(record.moves):
        if ply >= skipped and (ply - skipped) % step == 0:
            values = [network_evaluate(position, network_weights(), last)[0]]
            for engine in engines:
                engine.new_game()
                found = engine.search(position.copy(), Limit(nodes=nodes)).info.win_probability
                values.append(0.5 if found is None else found)
            yield Row(ply, record.winner == position.turn, tuple(values))
        last = position.parse_move(move.text)
        position.push(last)


def mean_loss(rows: list[Row], which: int) -> float:
    """The mean logarithmic loss of one of the values."""
    values = [(min(max(row.values[which], LEAST), 1 - LEAST), row.won) for row in rows]
    return fmean(-math.log(value if won else 1 - value) for value, won in values)


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path, nargs="+", help="files of games, such as games.jsonl of a match")
    parser.add_argument("--step", type=int, default=2, help="take every STEP-th position of a game")
    parser.add_argument("--nodes", type=int, default=20_000, help="playouts of a search")
    parser.add_argument("--skipped", type=int, default=2, help="plies of the opening")
    given = parser.parse_args()
    records = [record for path in given.games for record in games_in(path)]
    rows: list[Row] = []
    with Progress() as progress:
        for record in progress.track(records, description="games"):
            rows.extend(rows_of(record, given.step, given.nodes, given.skipped))
    print(f"{len(records)} games, {len(rows)} positions, {given.nodes:,} playouts a search")
    print("plies     positions  " + "  ".join(NAMES))
    begin = 0
    for end in PHASES:
        part = [row for row in rows if begin <= row.ply < end]
        if part:
            means = [mean_loss(part, which) for which in range(len(NAMES))]
            phase = f"{begin} on" if end == PHASES[-1] else f"{begin} to {end - 1}"
            shown = "  ".join(f"{mean:{len(name)}.3f}" for mean, name in zip(means, NAMES, strict=True))
            print(f"{phase:8}  {len(part):9}  {shown}")
        begin = end
    print("value of the network  positions  mean value  share won")
    for tenth in range(10):
        part = [row for row in rows if min(int(row.values[0] * 10), 9) == tenth]
        if part:
            mean, won = fmean(row.values[0] for row in part), fmean(row.won for row in part)
            bounds = f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}"
            print(f"{bounds:20}  {len(part):9}  {mean:10.1%}  {won:9.1%}")


if __name__ == "__main__":
    main()
