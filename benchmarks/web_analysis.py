"""How analyses share the engines of a server: many pages search at the same time.

    hexapoda web --no-browser &
    python benchmarks/web_analysis.py [--pages 50] [--seconds 30] [--port 8117]

Prints when the pages saw their first lines, and how long their engines searched.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Mapping

from websockets.asyncio.client import connect

_POSITIONS: tuple[Mapping[str, object], ...] = (
    {"game": "hive", "moves": ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 /wQ", "bA1 bQ-"]},
    {"game": "hex", "moves": ["c3"]},
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--port", type=int, default=8117)
    options = parser.parse_args()
    found = asyncio.run(_all(options.pages, options.seconds, options.port))
    firsts, searched = [first for first, _ in found], [seconds for _, seconds in found]
    for name, values in (("first lines after", firsts), ("searched", searched)):
        print(f"{name}: {min(values):.2f} to {max(values):.2f} s, median {statistics.median(values):.2f} s")


async def _all(pages: int, seconds: float, port: int) -> list[tuple[float, float]]:
    return await asyncio.gather(*(_page(_POSITIONS[at % 2], seconds, port) for at in range(pages)))


async def _page(position: Mapping[str, object], seconds: float, port: int) -> tuple[float, float]:
    """Return when the first lines came, and how long the engine has searched at the end."""
    first, searched = float("inf"), 0.0
    async with connect(f"ws://127.0.0.1:{port}/api/v1/analysis") as socket:
        began = time.monotonic()
        await socket.send(json.dumps({"type": "analyze", "ref": 0, **position}))
        try:
            async with asyncio.timeout(seconds):
                async for text in socket:
                    message = json.loads(text)
                    first = min(first, time.monotonic() - began) if message["lines"] else first
                    searched = message["seconds"]
        except TimeoutError:
            pass
    return first, searched


if __name__ == "__main__":
    main()
