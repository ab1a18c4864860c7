"""Speed of the store: imports of small and large files, and the questions that the page asks.

    python benchmarks/store.py import --games 10000 200000 --times 3
    python benchmarks/store.py ask --games 100000

The games are generated: random moves of Hive that begin with a few common openings, by 300 players. `import`
reads a file with them into a new store and prints games per second, of the clock and of the CPU; `ask`
prints the median time of the explorer at the start and of the list of players.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from hexapoda.record import scan_games
from hexapoda.storage import GameFilter, IndexedGame, Store
from hexapoda.storage.indexing import index
from hexapoda.web.library.exploring import Ratings, explore_json, players_json
from hexapoda.web.position_fields import NamedPosition

PLAYERS = 300
COMMON = 6
"""Plies for which the games keep to few moves."""
RESULTS = ("WhiteWins", "BlackWins", "1/2-1/2", "*")


def game_text(seed: int) -> str:
    """A random game as PGN."""
    source = Random(seed)
    variant = source.choice(("Base", "Base+MLP"))
    position = Position(variant)
    for ply in range(source.randrange(20, 60)):
        legal = list(position.legal_moves)
        if not legal:
            break
        position.push(source.choice(legal[:4] if ply < COMMON else legal))
    first, second = source.sample(range(PLAYERS), 2)
    tags = {
        "GameType": variant,
        "Date": f"20{source.randrange(10, 26)}.{source.randrange(1, 13):02}.{source.randrange(1, 29):02}",
        "White": f"player {first}",
        "Black": f"player {second}",
        "Result": source.choice(RESULTS),
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    moves = [f"{ply}. {text}" for ply, text in enumerate(position._uhp_texts(), 1)]
    return "\n".join([*lines, "", *moves, tags["Result"], "", ""])


def write_games(path: Path, games: int) -> None:
    """Write a file with generated games."""
    with path.open("w", encoding="utf-8") as file:
        for seed in range(games):
            file.write(game_text(seed))


def indexed(path: Path) -> Iterable[IndexedGame]:
    """The games of a file."""
    return (index(found) for found in scan_games(path) if found.error is None)


def import_file(path: Path, store: str) -> tuple[float, float]:
    """Import a file into a new store; return the games per second, of the clock and of the CPU."""
    begin, busy = time.perf_counter(), time.process_time()
    with Store.open(store) as opened:
        added = opened.add_many(indexed(path)).added
    return added / (time.perf_counter() - begin), added / (time.process_time() - busy)


def median_ms(question: Callable[[], object], times: int) -> float:
    """The median time of a question, in milliseconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        question()
        taken.append(1000 * (time.perf_counter() - begin))
    return statistics.median(taken)


def measure_imports(sizes: list[int], times: int, folder: Path) -> None:
    """Print the rate of imports of each size, in turn."""
    rates: dict[int, list[tuple[float, float]]] = {size: [] for size in sizes}
    for size in sizes:
        write_games(folder / f"{size}.pgn", size)
    for time_ in range(times):
        for size in sizes:
            rates[size].append(import_file(folder / f"{size}.pgn", str(folder / f"{time_}.{size}.db")))
            (folder / f"{time_}.{size}.db").unlink()
    for size in sizes:
        columns = zip(*rates[size], strict=True)
        for what, found in zip(("games/s", "games per CPU second"), columns, strict=True):
            shown = ", ".join(f"{rate:,.0f}" for rate in found)
            print(f"{size:>9,} games: {statistics.median(found):,.0f} {what} ({shown})", flush=True)


def measure_questions(games: int, times: int, folder: Path) -> None:
    """Print the median times of what pages ask about a store of this size."""
    write_games(folder / "games.pgn", games)
    import_file(folder / "games.pgn", str(folder / "games.db"))
    with Store.open(str(folder / "games.db"), read_only=True) as store:
        start = NamedPosition(HIVE, Position("Base"), None)
        wanted = GameFilter(game="hive")
        ratings = Ratings()
        explorer = median_ms(lambda: explore_json(store, start, GameFilter(), ratings), times)
        players = median_ms(lambda: players_json(store, "hive", wanted, "", 100, ratings), times)
        first = median_ms(lambda: players_json(store, "hive", wanted, "", 100, Ratings()), 1)
    print(
        f"{games:>9,} games: explorer at the start {explorer:.1f} ms, list of players {players:.1f} ms, "
        f"with new ratings {first:.0f} ms"
    )


def main() -> None:
    """Measure and print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", choices=("import", "ask"))
    parser.add_argument("--games", type=int, nargs="+", default=[10_000])
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "import":
            measure_imports(options.games, options.times, Path(folder))
        else:
            for games in options.games:
                measure_questions(games, options.times, Path(folder))


if __name__ == "__main__":
    main()
