"""Depth and speed of the Hive search on midgames: python benchmarks/hive_search.py [--time 5] [--threads 1 2]

Prints for every number of threads the median depth, selective depth and nodes per second over positions of
human games, each searched with an empty table. Positions whose outcome a search proves are left out. Each
position is searched with all numbers of threads in turn, so that other load on the machine affects them
equally.
"""

from __future__ import annotations

import argparse
from statistics import median

from rich.progress import track

from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.hive.bench import midgames


def main() -> None:
    """Search and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--time", type=float, default=5.0, help="seconds per search")
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="numbers of threads to compare")
    parser.add_argument("--positions", type=int, default=24, help="midgames to search, spread over the file")
    arguments = parser.parse_args()
    positions = midgames()
    positions = positions[:: max(1, len(positions) // arguments.positions)][: arguments.positions]
    reported: dict[int, list[SearchInfo]] = {threads: [] for threads in arguments.threads}
    for position in track(positions, "searching"):
        infos = []
        for threads in reported:
            engine = AlphaBetaEngine(threads=threads, seed=1)
            engine.new_game()
            infos.append(engine.search(position, Limit(time=arguments.time)).info)
        if all(info.win_in is None for info in infos):
            for threads, info in zip(reported, infos, strict=True):
                reported[threads].append(info)
    print(f"{len(next(iter(reported.values())))} midgames, {arguments.time:g} s each")
    print("threads  depth  selective   nodes/s")
    for threads, infos in reported.items():
        depth = median(info.depth or 0 for info in infos)
        selective = median(info.seldepth or 0 for info in infos)
        speed = median((info.nodes or 0) / info.time for info in infos)
        print(f"{threads:7}  {depth:5g}  {selective:9g}  {speed:8,.0f}")


if __name__ == "__main__":
    main()
