"""How quickly the browser page is there, how large it is, and what it costs when nothing happens.

    python benchmarks/web_page.py [--visits N] [--idle SECONDS]

Needs chromium and the packages of the tests. Each visit has an empty cache. `ready` is the time from the
request to a board on which one can play; `bytes` what the visit transferred; `answer` the time from a move to
the engine's answer on the board. The idle costs are CPU seconds per second of the server with its processes,
and of the page.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser import chromium
from tests.web.page_browser import PageServer, page_server

READY = "() => document.querySelector('hive-board svg.surface') && document.querySelector('[data-hand]')"
TICKS = 100
"""The clock ticks of /proc in a second."""


def visit(browser: Any, server: PageServer) -> tuple[float, int, float]:
    """A visit with an empty cache: seconds until it is ready, bytes, and seconds until the engine answers."""
    visitor = browser.new_context(viewport={"width": 1280, "height": 800})
    page = visitor.new_page()
    began = time.perf_counter()
    page.goto(server.address, wait_until="commit")
    page.wait_for_function(READY, polling="raf")
    ready = time.perf_counter() - began
    size = page.evaluate(
        "() => performance.getEntries().reduce((sum, one) => sum + (one.transferSize ?? 0), 0)"
    )
    page.click("[data-hand=wS1]")
    began = time.perf_counter()
    page.click(".target")
    page.wait_for_function("() => document.querySelectorAll('.move:not(.none)').length === 2", polling="raf")
    answer = time.perf_counter() - began
    visitor.close()
    return ready, int(size), answer


def cpu_of(root: int) -> float:
    """CPU seconds so far of a process and its descendants."""
    stats = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue  # it has ended
            stats[int(folder.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
    family = {root}
    while True:
        more = {number for number, (parent, _) in stats.items() if parent in family} - family
        if not more:
            return sum(stats[number][1] for number in family if number in stats) / TICKS
        family |= more


def idle(browser: Any, server: PageServer, seconds: float) -> tuple[float, float]:
    """CPU seconds per second of the server and of the page's script while nobody does anything."""
    visitor = browser.new_context()
    page = visitor.new_page()
    page.goto(server.address)
    page.wait_for_function(READY)
    page.wait_for_timeout(3000)
    session = visitor.new_cdp_session(page)
    session.send("Performance.enable")

    def tasks() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    before, began = cpu_of(server.pid), tasks()
    page.wait_for_timeout(1000 * seconds)
    found = (cpu_of(server.pid) - before) / seconds, (tasks() - began) / seconds
    visitor.close()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--idle", type=float, default=20.0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, page_server(Path(home)) as server, chromium() as browser:
        visits = [visit(browser, server) for _ in range(arguments.visits)]
        for name, values in zip(("ready s", "bytes", "answer s"), zip(*visits, strict=True), strict=True):
            print(f"{name:9} median {statistics.median(values):.6g}  most {max(values):.6g}")
        server_cpu, page_cpu = idle(browser, server, arguments.idle)
        print(f"idle      server {server_cpu:.4f}  page {page_cpu:.4f} CPU seconds a second")


if __name__ == "__main__":
    main()
