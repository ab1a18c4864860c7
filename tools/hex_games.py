"""Let `rave` play Hex against itself and keep the results of its searches: python -m tools.hex_games FILE.

`hex_patterns.py` and `hex_network.py` learn from these games. Each line of the file is one game, a JSON
object: its `variant`, its `moves`, the `winner`, the parts of the search that were switched off (`without`),
how it was played (`terms`); and for each move `visits`, the number of visits of every move, and `values`, the
win probability by the search. `visits` is null if the move had no long search; both are null if it was
random. An interrupted run continues when it is started again. docs/explanation/hex-engine.md describes what
was learned.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hexapoda._core import hex as _core
from hexapoda.hex import Position
from hexapoda.hex.network import network_weights
from hexapoda.hex.patterns import pattern_weights
from tools.game_lines import games_of, play_on

BOARDS = {"11x11": 50, "13x13": 20, "9x9": 12, "7x7": 4, "10x10": 4, "12x12": 4, "8x8": 3, "6x6": 2, "5x5": 1}
"""The boards, and how many games out of a hundred are on each."""
OPENING = (30, 25, 15, 10, 5, 5, 5, 5)
"""How many games out of a hundred begin with 1, 2, 3, ... random moves."""
SAMPLED = 8
"""The number of moves after the opening that are drawn in proportion to their visits; later the most visited
move is played."""
FORKED = 0.5
"""The share of games with one more random move, so that games contain poor shapes too."""
FORKS = 40
"""That move comes before this ply."""


@dataclass(frozen=True)
class Terms:
    """How games are played."""

    playouts: int
    """Playouts of a long search. The file keeps visits only of these. Every search has a new tree."""
    quick: int = 500
    """Playouts of any other search, which does not analyze virtual connections."""
    long: float = 1.0
    """The share of moves with a long search."""
    seed: int = 1
    without: tuple[str, ...] = ()
    """Parts of the search that are switched off."""


def play_game(task: tuple[int, Terms]) -> dict[str, Any]:
    """Let the engine play itself until a win is proven; return the content of a line of the file."""
    number, terms = task
    rng = random.Random(f"{terms.seed}/{number}")
    position = Position(rng.choices(list(BOARDS), list(BOARDS.values()))[0], swap="off")
    opening = rng.choices(range(1, len(OPENING) + 1), OPENING)[0]
    fork = rng.randrange(opening, FORKS) if rng.random() < FORKED else None
    core = _core.RaveCore(64, pattern_weights(), network_weights())
    parts = sum(bit for name, bit in _core.rave_parts().items() if name not in terms.without)
    moves: list[str] = []
    visits: list[dict[str, int] | None] = []
    values: list[float | None] = []
    winner = None
    while winner is None:
        ply = position.ply
        kept: dict[str, int] | None = None
        value: float | None = None
        if ply < opening or ply == fork:
            text = str(rng.choice(list(position.legal_moves)))
        else:
            long = rng.random() < terms.long
            core.clear()
            settings = _core.RaveSettings(
                parts=parts if long else parts & ~_core.rave_parts()["advice"], seed=rng.getrandbits(60)
            )
            playouts = terms.playouts if long else terms.quick
            lines = core.search(position, math.inf, math.inf, playouts, 26 * 26, settings)
            best = lines[0]
            if best.end_in != 0:  # proven
                winner = position.turn if best.end_in > 0 else 1 - position.turn
                break
            counts = {str(each.line[0]): each.visits for each in lines if each.visits > 0}
            text = max(counts, key=counts.__getitem__)
            if ply < opening + SAMPLED:
                text = rng.choices(list(counts), list(counts.values()))[0]
            value = round(0.5 if best.win_probability is None else best.win_probability, 4)
            if long:
                kept = counts
        moves.append(text)
        visits.append(kept)
        values.append(value)
        position.push(position.parse_move(text))
        outcome = position.outcome()
        winner = None if outcome is None else outcome.winner
    return {
        "variant": position.variant,
        "moves": moves,
        "winner": winner,
        "without": terms.without,
        "terms": asdict(terms),
        "visits": visits,
        "values": values,
    }


def play(path: Path, games: int, terms: Terms, jobs: int) -> None:
    """Append games to the file until it has `games` of them; games already in it are not played again. Raises
    `ValueError` if it is not a file of games, if it has games with other terms, or if another process plays
    into it.
    """
    if path.exists():
        played = next(games_of([path]), None)
        expected = json.loads(json.dumps(asdict(terms)))
        if played is not None and played.get("terms", expected) != expected:
            raise ValueError(f"{path} has games with other terms: {played['terms']}, not {expected}")
    play_on(path, play_game, [(number, terms) for number in range(games)], jobs)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="where to append the games")
    parser.add_argument("--games", type=int, default=2400)
    parser.add_argument("--playouts", type=int, default=4000, help="playouts of a long search")
    parser.add_argument("--quick", type=int, default=500, help="playouts of any other search")
    parser.add_argument("--long", type=float, default=1.0, help="the share of moves with a long search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument(
        "--without",
        nargs="*",
        default=[],
        choices=_core.rave_parts(),
        help="parts of the search to switch off",
    )
    given = parser.parse_args()
    if min(given.playouts, given.quick, given.jobs) < 1:
        parser.error("--playouts, --quick and --jobs must be at least 1")
    terms = Terms(given.playouts, given.quick, given.long, given.seed, tuple(given.without))
    try:
        play(given.file, given.games, terms, given.jobs)
    except (OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
