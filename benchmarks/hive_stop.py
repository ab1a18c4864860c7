"""How fast the Hive search reacts to a stop: python benchmarks/hive_stop.py [--stops 60] [--threads 1 2]

Searches positions of human games and stops each search after 0.1 to 0.5 s; prints the median and the longest
time from the stop to the answer, for every number of threads.
"""

from __future__ import annotations

import argparse
import threading
import time
from random import Random
from statistics import median

from rich.progress import track

from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.hive import Position
from hexapoda.hive.bench import midgames


def main() -> None:
    """Stop searches and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stops", type=int, default=60, help="searches for each number of threads")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="numbers of threads")
    arguments = parser.parse_args()
    positions = midgames()
    rng = Random(1)
    answers: dict[int, list[float]] = {threads: [] for threads in arguments.threads}
    for number in track(range(arguments.stops), "stopping"):
        for threads, times in answers.items():
            engine = AlphaBetaEngine(threads=threads, seed=1)
            engine.new_game()
            taken = answer(engine, positions[number % len(positions)], rng.uniform(0.1, 0.5))
            if taken is not None:
                times.append(taken)
    print("threads  stops  median ms  longest ms")
    for threads, times in answers.items():
        print(f"{threads:7}  {len(times):5}  {1000 * median(times):9.2f}  {1000 * max(times):10.2f}")


def answer(engine: AlphaBetaEngine, position: Position, after: float) -> float | None:
    """Return the seconds from the stop to the answer; None if the search had already ended."""
    done: list[float] = []

    def search() -> None:
        engine.search(position, Limit(time=60))
        done.append(time.perf_counter())

    thread = threading.Thread(target=search)
    thread.start()
    time.sleep(after)
    if done:
        thread.join()
        return None
    stopped = time.perf_counter()
    engine.stop()
    thread.join()
    return done[0] - stopped


if __name__ == "__main__":
    main()
