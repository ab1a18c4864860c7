"""How well values predict the winner of recorded games of Hex: python benchmarks/hex_values.py GAMES

Compares four win probabilities of the side to move, in every third position after the opening: those of the
static evaluation (what virtual connections prove, otherwise an estimate), of this estimate alone, and of
`rave` without the network and with it. Prints the mean logarithmic loss by phase (a coin has 0.693), and how
often the side to move won, by tenth of the static value. Prints the tables again without the positions that a
search proves, because the estimate proves nothing. With `--static` it makes no searches, and `--step 1` is
quick. Positions of one game are not independent, so the 95% intervals are from a bootstrap over games. Games
with the same moves count once. Use games that were not used to train the network or to choose its settings.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean

from rich.console import Console
from rich.progress import Progress

from hexapoda.arena.scoreboard import FAULTS
from hexapoda.engine import Limit
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.game_file import load_bytes
from hexapoda.hex.evaluation import evaluate
from hexapoda.hex.game import HEX
from hexapoda.hex.network import MAX_NETWORK_SIDE, win_estimate
from hexapoda.record import GameRecord, scan_text
from hexapoda.registry import parse_engine

PHASES = (12, 24, 1000)
"""The ply before which each phase ends."""
ENGINES = ("rave:seed=1,book=false,without=network", "rave:seed=1,book=false")
NAMES = ("static", "estimate", "rave without the network", "rave")
STATIC, ESTIMATE, SEARCH = range(3)
DRAWS = 2000
"""How often the games are drawn anew for the bounds."""
MOST = 10**9
"""The most that an option may be."""
LEAST = 0.01
"""Values are moved into [LEAST, 1 - LEAST]: a search that is sure and wrong would have an unbounded loss."""


def games_in(path: Path) -> tuple[list[GameRecord], int]:
    """The games of Hex in a file that can be used, and how many others it has: damaged, without a winner, won
    by a fault of the opponent, not from an empty board, with passes, or on boards without a network. Raises
    `UsageError` if none can be used, `InvalidGameError` if there are none.
    """
    try:
        text = load_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: expected a file of games in UTF-8: {error}") from None
    found = list(scan_text(text, str(path)))
    used = [record for game in found if game.error is None and usable(record := game.tree.to_record())]
    if not used:
        raise UsageError(f"{path}: expected decided games of Hex on boards of up to 19x19, found none")
    return used, len(found) - len(used)


def usable(record: GameRecord) -> bool:
    """Whether the winner of a game says something about its positions, and each of them can be evaluated."""
    if record.game != "hex" or record.winner is None or record.ending in FAULTS or record.start is not None:
        return False
    position = HEX.initial(record.variant, dict(record.rules))
    small = position.columns * position.rows <= MAX_NETWORK_SIDE**2
    return small and all(move.text != "pass" for move in record.moves)


@dataclass(frozen=True)
class Row:
    """A position."""

    ply: int
    won: bool
    """Whether the side to move won."""
    values: tuple[float, ...]
    """Its win probabilities, in the order of NAMES; only the first two if no searches are made."""
    proven: bool
    """Whether virtual connections or a search prove who wins."""
    game: int
    """The number of its game."""


def rows_of(game: int, record: GameRecord, step: int, nodes: int, skipped: int) -> Iterator[Row]:
    """Every `step`-th position of a game, with searches of `nodes` playouts; 0 for no searches."""
    position = HEX.initial(record.variant, dict(record.rules))
    engines = [parse_engine(text, "hex").create() for text in ENGINES] if nodes else []
    for ply, move in enumerate(record.moves):
        if ply >= skipped and (ply - skipped) % step == 0:
            found = evaluate(position)
            assert found.win_probability is not None
            estimate = found.win_probability if found.winner is None else win_estimate(position)
            values, proven = [found.win_probability, estimate], found.winner is not None
            for engine in engines:
                engine.new_game()
                info = engine.search(position.copy(), Limit(nodes=nodes)).info
                values.append(0.5 if info.win_probability is None else info.win_probability)
                proven |= info.win_in is not None
            yield Row(ply, record.winner == position.turn, tuple(values), proven, game)
        position.push(position.parse_move(move.text))


def loss(row: Row, which: int) -> float:
    """The logarithmic loss of one of the values."""
    value = min(max(row.values[which], LEAST), 1 - LEAST)
    return -math.log(value if row.won else 1 - value)


def bounds_95(rows: list[Row], measure: Callable[[Row], float]) -> tuple[float, float]:
    """The 95% bounds of the mean of a measure, from drawing the games anew."""
    sums: dict[int, tuple[float, int]] = {}
    for row in rows:
        total, count = sums.get(row.game, (0.0, 0))
        sums[row.game] = total + measure(row), count + 1
    games, chance = list(sums.values()), Random(1)
    means = []
    for _ in range(DRAWS):
        drawn = chance.choices(games, k=len(games))
        means.append(sum(total for total, _ in drawn) / sum(count for _, count in drawn))
    means.sort()
    return means[round(0.025 * DRAWS)], means[round(0.975 * DRAWS) - 1]


def print_losses(rows: list[Row]) -> None:
    """Print the mean losses by phase, and how much more the static evaluation and the estimate lose than the
    search without the network.
    """
    if not rows:
        return
    names = NAMES[: len(rows[0].values)]
    searched = len(names) > SEARCH
    more = ["static - search [95%]  ", "estimate - search [95%]"] if searched else []
    print("  ".join(["plies     positions", *names, *more]))
    begin = 0
    for end in PHASES:
        part = [row for row in rows if begin <= row.ply < end]
        if part:
            means = [fmean(loss(row, which) for row in part) for which in range(len(names))]
            phase = f"{begin} on" if end == PHASES[-1] else f"{begin} to {end - 1}"
            shown = [f"{mean:{len(name)}.3f}" for mean, name in zip(means, names, strict=True)]
            more = [_more(part, which) for which in (STATIC, ESTIMATE)] if searched else []
            print("  ".join([f"{phase:8}  {len(part):9}", *shown, *more]))
        begin = end


def _more(rows: list[Row], which: int) -> str:
    """How much more one of the values loses than the search without the network."""
    mean = fmean(loss(row, which) - loss(row, SEARCH) for row in rows)
    low, high = bounds_95(rows, lambda row: loss(row, which) - loss(row, SEARCH))
    return f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]"


def print_calibration(rows: list[Row]) -> None:
    """Print how often the side to move won, by tenth of the static value."""
    if not rows:
        return
    print("static value          positions  mean value  share won [95%]")
    for tenth in range(10):
        part = [row for row in rows if min(int(row.values[STATIC] * 10), 9) == tenth]
        if part:
            mean, won = fmean(row.values[STATIC] for row in part), fmean(row.won for row in part)
            low, high = bounds_95(part, lambda row: row.won)
            tenths = f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}"
            print(f"{tenths:20}  {len(part):9}  {mean:10.1%}  {won:9.1%} [{low:.1%}, {high:.1%}]")


def main() -> None:
    """Read the command line and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path, nargs="+", help="files of games, such as games.jsonl of a match")
    parser.add_argument(
        "--step",
        type=int,
        default=3,
        help="take every STEP-th position; an odd STEP takes both sides to move, an even one only one side",
    )
    parser.add_argument("--nodes", type=int, default=20_000, help="playouts of a search")
    parser.add_argument("--static", action="store_true", help="make no searches")
    parser.add_argument("--skipped", type=int, default=2, help="plies of the opening")
    given = parser.parse_args()
    for option, number, least in (
        ("--step", given.step, 1),
        ("--nodes", given.nodes, 1),
        ("--skipped", given.skipped, 0),
    ):
        if not least <= number <= MOST:
            parser.error(f"{option}: expected {least} to {MOST:,}")
    try:
        read = [games_in(path) for path in given.games]
    except (InvalidGameError, UsageError) as error:
        parser.exit(2, f"{error}\n")
    records = [record for used, _ in read for record in used]
    others = sum(count for _, count in read)
    if others:
        print(f"note: {others} other games are left out", file=sys.stderr)
    different = {(record.variant, tuple(move.text for move in record.moves)): record for record in records}
    if again := len(records) - len(different):
        print(f"note: games left out because another has the same moves: {again}", file=sys.stderr)
    records = list(different.values())
    nodes = 0 if given.static else given.nodes
    rows: list[Row] = []
    with Progress(console=Console(stderr=True)) as progress:
        for game, record in enumerate(progress.track(records, description="games")):
            rows.extend(rows_of(game, record, given.step, nodes, given.skipped))
    searches = "no searches" if given.static else f"{nodes:,} playouts a search"
    print(f"{len(records)} games, {len(rows)} positions, {searches}")
    print_losses(rows)
    print_calibration(rows)
    unproven = [row for row in rows if not row.proven]
    print(f"the {len(unproven)} positions that no {'connection' if given.static else 'search'} proves:")
    print_losses(unproven)
    print_calibration(unproven)


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as `head`, needs no more. Python would complain when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
