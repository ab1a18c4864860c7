"""Let `rave` play Hex against itself and keep the results of its searches: python -m tools.hex_games FILE.

`hex_patterns.py` and `hex_network.py` learn from these games. Each line of the file is one game, a JSON
object: its `variant`, its `moves`, the `winner`, the parts of the search that were switched off (`without`);
and for each move `visits`, the number of visits of every move, and `values`, the win probability by the
search. Both are null where the move was random or had no long search. An interrupted run continues when it is
started again. docs/explanation/hex-engine.md describes what was learned.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexapoda._core import hex as _core
from hexapoda.hex import Position
from hexapoda.hex.network import network_weights
from hexapoda.hex.patterns import pattern_weights
from tools.game_lines import play_on

BOARDS = ("11x11", "11x11", "11x11", "9x9", "13x13")
"""A game is on one of these."""
SAMPLED = 8
"""In the first plies, up to this number, moves are drawn in proportion to their visits; later the most
visited move is played."""
RANDOM = 0.02
"""The share of random moves after the first four plies, so that games contain poor shapes too."""


@dataclass(frozen=True)
class Terms:
    """How games are played."""

    playouts: int
    """Playouts of a long search, which starts with a new tree. The file keeps only the results of these."""
    quick: int = 500
    """Playouts of any other search."""
    long: float = 1.0
    """The share of moves with a long search."""
    seed: int = 1
    without: tuple[str, ...] = ()
    """Parts of the search that are switched off."""


def play_game(task: tuple[int, Terms]) -> dict[str, Any]:
    """Let the engine play itself until a win is proven; return the content of a line of the file."""
    number, terms = task
    rng = random.Random(f"{terms.seed}/{number}")
    position = Position(rng.choice(BOARDS), swap="off")
    core = _core.RaveCore(128, pattern_weights(), network_weights())
    parts = sum(bit for name, bit in _core.rave_parts().items() if name not in terms.without)
    moves: list[str] = []
    visits: list[dict[str, int] | None] = []
    values: list[float | None] = []
    winner = None
    while winner is None:
        ply = position.ply
        kept: dict[str, int] | None = None
        value: float | None = None
        if ply == 0 or rng.random() < (0.4 if ply < 4 else RANDOM):
            text = str(rng.choice(list(position.legal_moves)))
        else:
            long = rng.random() < terms.long
            if long:
                core.clear()
            settings = _core.RaveSettings(parts=parts, seed=rng.getrandbits(60))
            playouts = terms.playouts if long else terms.quick
            lines = core.search(position, math.inf, math.inf, playouts, 26 * 26, settings)
            best = lines[0]
            if best.end_in != 0:  # proven
                winner = position.turn if best.end_in > 0 else 1 - position.turn
                break
            counts = {str(each.line[0]): each.visits for each in lines if each.visits > 0}
            text = max(counts, key=counts.__getitem__)
            if ply < SAMPLED:
                text = rng.choices(list(counts), list(counts.values()))[0]
            if long:
                kept, value = counts, round(best.win_probability or 0.0, 4)
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
        "visits": visits,
        "values": values,
    }


def play(path: Path, games: int, terms: Terms, jobs: int) -> None:
    """Append games to the file until it has `games` of them; games already in it are not played again."""
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
    play(given.file, given.games, terms, given.jobs)


if __name__ == "__main__":
    main()
