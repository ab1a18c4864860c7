"""How long a long game of Hive takes on the page: to open, and from an arrow key to the next board.

    python benchmarks/web_long_game.py [--plies 100 460] [--visits 5] [--keys 60] [--view analysis]

Needs chromium and the packages of the tests. A random game of each length is an analysis of the visitor, and
a game that two people play. For each view and length, the median, the 99th percentile and the most:

    open    milliseconds from the address to the board with all its moves, in a page that is open
    load    the same when the page is loaded again
    work    milliseconds of the main thread from an arrow key to the frame with the new board
    cpu     the same in CPU time
    all     CPU time until the next key: also what was put off

Analysis steps from the start, Play back from the end. After 100 plies nearly all pieces are on the board, so
both lengths draw the same number of them.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hexapoda.games import find_game
from hexapoda.play import HUMAN, Player, Session
from hexapoda.record import Ending, GameRecord, GameTree, PlayerRecord
from hexapoda.web.live.room_file import RoomFile, room_path

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.web_arrow_key import CATEGORIES, costs, playout, summary
from tests.browser import chromium, new_visitor
from tests.web.page_browser import PageServer, page_server

VARIANT, RULES = "Base+MLP", {"repetition": "off"}
PAUSE = 200
MOVES = {"analysis": "variation-tree .step", "play": "move-list button.move"}
POST = """([path, body]) => fetch(`/api/v1${path}`, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
}).then((answer) => answer.json())"""


def long_game(plies: int) -> list[str]:
    """The moves of a random game, the same in each run."""
    nobody = PlayerRecord("")
    header = GameRecord(
        "hive", VARIANT, (nobody, nobody), (), None, False, Ending.UNKNOWN, rules=tuple(RULES.items())
    )
    tree = GameTree(find_game("hive"), header)
    return playout(tree, tree.start, plies, random.Random(19))


def address_of(page: Any, view: str, moves: list[str]) -> str:
    """Keep a game on the server, and return its address."""
    game = {"game": "hive", "variant": VARIANT, "rules": RULES}
    if view == "analysis":
        nodes = [{"id": 0}, *({"id": at, "parent": at - 1, "move": move} for at, move in enumerate(moves, 1))]
        kept = page.evaluate(POST, ["/analyses", {"record": {**game, "nodes": nodes}}])
        return f"#analysis&kept={kept['id']}&at=0"
    position = find_game("hive").initial(VARIANT, RULES)
    find_game("hive").play_texts(position, moves)
    people = (Player(HUMAN, HUMAN), Player(HUMAN, HUMAN))
    id = f"{len(moves):032x}"
    file = RoomFile("hive", room_path(id), ("", ""))
    file.save(Session.begin(find_game("hive"), position, people))
    file.release()
    return f"#game={id}"


def wait_for_moves(page: Any, view: str, plies: int) -> None:
    """Wait until the board and all moves are there."""
    page.wait_for_function(
        """([all, moves]) => document.querySelector("svg.surface")
          && document.querySelectorAll(moves).length === all""",
        arg=[plies, MOVES[view]],
        polling="raf",
        timeout=60_000,
    )


def visit(browser: Any, server: PageServer, view: str, plies: int, keys: int) -> dict[str, list[float]]:
    """Open a game and press the keys, from its start on and back."""
    visitor = new_visitor(browser, viewport={"width": 1440, "height": 900})
    page = visitor.new_page()
    page.goto(f"{server.address}#{'analysis' if view == 'analysis' else 'game'}")
    page.locator("svg.surface").wait_for()
    address = address_of(page, view, long_game(plies))
    began = time.perf_counter()
    page.evaluate("address => { location.hash = address; }", address)
    wait_for_moves(page, view, plies)
    opened = time.perf_counter()
    page.reload(wait_until="commit")
    wait_for_moves(page, view, plies)
    loaded = time.perf_counter()
    page.wait_for_timeout(1000)
    if view == "play":
        page.keyboard.press("ArrowLeft")
    ways = ("ArrowRight", "ArrowLeft") if view == "analysis" else ("ArrowLeft", "ArrowRight")
    count = min(keys, plies - 2) // 2
    browser.start_tracing(page=page, categories=CATEGORIES)
    for key in [*itertools.repeat(ways[0], count), *itertools.repeat(ways[1], count)]:
        page.keyboard.press(key)
        page.wait_for_timeout(PAUSE)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    visitor.close()
    found = costs(trace)
    times = {"open": [(opened - began) * 1000], "load": [(loaded - opened) * 1000]}
    return {**times, **{name: found[name] for name in ("work", "cpu", "all")}}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--plies", type=int, nargs="+", default=[100, 460])
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--view", choices=sorted(MOVES), help="only this one")
    wish = parser.parse_args()
    views = [wish.view] if wish.view else sorted(MOVES)
    with tempfile.TemporaryDirectory() as home, page_server(Path(home)) as server, chromium() as browser:
        os.environ["HEXAPODA_HOME"] = home  # the games are written here
        for view in views:
            found: dict[int, list[Any]] = {plies: [] for plies in wish.plies}
            for plies in wish.plies * wish.visits:  # alternately, so that both meet the same machine
                found[plies].append(visit(browser, server, view, plies, wish.keys))
            for plies, visits in found.items():
                figures = {name: list(itertools.chain(*(one[name] for one in visits))) for name in visits[0]}
                summaries = "  ".join(f"{name} {summary(values)}" for name, values in figures.items())
                print(f"{view}, {plies} plies: {summaries}", flush=True)


if __name__ == "__main__":
    main()
