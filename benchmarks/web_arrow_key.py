"""How long the analysis in the browser takes from an arrow key to the new board.

    python benchmarks/web_arrow_key.py [--game hive] [--keys N] [--pause MS] [--visits N] [--trace FILE]

Needs chromium and the packages of the tests. The game has 300 plies and 200 variations; the keys go through
both, forward and back. The figures come from the browser's own trace, for each key but the first and the
last:

    work    what the main thread does from the key to the frame that is handed over with the new board:
            script, style, layout, paint. Below 16 ms no frame is missed
    cpu     the same in CPU time
    all     CPU time of the main thread until the next key: also what was put off, and frames of animations
    screen  from the key to the frame on the screen, with drawing the points and the wait for the next
            refresh, which comes every 16.7 ms

All are milliseconds: median, 99th percentile, and the most. The same keys are pressed in each visit. The
first line of a case is that of all keys of all visits; the second has the least of each key over the visits,
which leaves out what else the machine did meanwhile.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Any

from hexapoda.games import find_game
from hexapoda.record import Ending, GameRecord, GameTree, PlayerRecord, format_game
from hexapoda.record.writing import tree_format

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser import chromium, new_visitor
from tests.web.page_browser import PageServer, page_server

PLIES, VARIATIONS, LONGEST = 300, 200, 6
CASES = {"hive": ("Base+MLP", (("repetition", "off"),)), "hex": ("19x19", ())}
CATEGORIES = ["devtools.timeline", "benchmark", "input.scenarios", "toplevel"]
TASK, FRAME = "ThreadControllerImpl::RunTask", "ProxyMain::BeginMainFrame"
EMPTY = 9
"""A row and a column of Hex that stay empty, so that nobody wins before 300 plies."""


def long_game(name: str) -> GameTree:
    """A random game of 300 plies with 200 variations, the same in each run."""
    dice = random.Random(19)
    variant, rules = CASES[name]
    nobody = PlayerRecord("")
    header = GameRecord(name, variant, (nobody, nobody), (), None, False, Ending.UNKNOWN, rules=rules)
    tree = GameTree(find_game(name), header)
    nodes = tree.add_line(tree.root, playout(tree, tree.start, PLIES, dice))
    for node in dice.sample(nodes[:-LONGEST], VARIATIONS):
        parent = node.parent or tree.root
        line = playout(tree, tree.position(parent), dice.randint(1, LONGEST), dice, {node.text})
        tree.add_line(parent, line)
    return tree


def playout(
    tree: GameTree, position: Any, plies: int, dice: random.Random, without: Set[str] = frozenset()
) -> list[str]:
    """Random moves after each of which the game goes on; the first is not one of `without`."""
    moves: list[str] = []
    while len(moves) < plies:
        legal = [
            move for move in position.legal_moves if EMPTY not in tuple(getattr(move, "cell", None) or ())
        ]
        dice.shuffle(legal)
        for move in legal:
            text = tree.game.format_move(position, move)
            if not moves and text in without:
                continue
            position.push(move)
            if position.outcome() is None:
                moves.append(text)
                break
            position.pop()
        else:
            break
    return moves


def open_game(page: Any, tree: GameTree) -> None:
    """Open a game as a visitor does."""
    page.click("#load")
    page.fill("open-game textarea", format_game(tree, tree_format(tree.game.name).name))
    page.click("open-game button[type=submit]")
    page.wait_for_function(
        "count => document.querySelectorAll('variation-tree .step').length === count",
        arg=sum(1 for _ in tree.walk()) - 1,
        timeout=60_000,
    )


def walk(keys: int, dice: random.Random) -> Iterator[str]:
    """Two thirds go forward, now and then into a variation or back; the others go all the way back."""
    for _ in range(keys * 2 // 3):
        yield dice.choices(("ArrowRight", "ArrowDown", "ArrowLeft"), (8, 1, 1))[0]
    for _ in range(keys // 3):
        yield "ArrowLeft"


def press(page: Any, keys: int, pause: float) -> None:
    """Press the keys, from the start of the game."""
    page.keyboard.press("Home")
    page.wait_for_timeout(1000)
    for key in walk(keys, random.Random(7)):
        page.keyboard.press(key)
        page.wait_for_timeout(pause)


def traced(browser: Any, server: PageServer, tree: GameTree, keys: int, pause: float) -> list[Any]:
    """The events of a trace of a visit."""
    visitor = new_visitor(browser, viewport={"width": 1440, "height": 900})
    page = visitor.new_page()
    page.goto(f"{server.address}#analysis")
    page.locator("svg.surface").wait_for()
    open_game(page, tree)
    browser.start_tracing(page=page, categories=CATEGORIES)
    press(page, keys, pause)
    events: list[Any] = json.loads(browser.stop_tracing())["traceEvents"]
    visitor.close()
    return events


def costs(trace: list[Any]) -> dict[str, list[float]]:
    """For each key: milliseconds of what the docstring of this module names."""
    keys = in_order(one for one in trace if one["name"] == "EventDispatch" and is_key(one))
    main = [one for one in trace if one["ph"] == "X" and (one["pid"], one["tid"]) == thread(keys[0])]
    tasks = in_order(one for one in main if one["name"] == TASK)
    frames = in_order(one for one in main if one["name"] == FRAME)
    found: dict[str, list[float]] = {"work": [], "cpu": [], "all": [], "screen": latencies(trace)}
    for key, following in itertools.pairwise(keys[1:]):
        until = following["ts"]
        drawn = next((end(one) for one in frames if key["ts"] < one["ts"] < until), until)
        own = [one for one in tasks if end(one) > key["ts"] and one["ts"] < until]
        first = [one for one in own if one["ts"] < drawn]
        found["work"].append(sum(one["dur"] for one in first) / 1000)
        found["cpu"].append(sum(one.get("tdur", 0) for one in first) / 1000)
        found["all"].append(sum(one.get("tdur", 0) for one in own) / 1000)
    return found


def latencies(trace: list[Any]) -> list[float]:
    """For each key, milliseconds until its frame was on the screen."""
    began: dict[str, float] = {}
    found = []
    for one in in_order(one for one in trace if one["name"] == "EventLatency"):
        name = json.dumps(one.get("id2", one.get("id")))
        if one["ph"] == "b" and one["args"]["event_latency"]["event_type"] == "KEY_PRESSED":
            began[name] = one["ts"]
        elif one["ph"] == "e" and name in began:
            found.append((one["ts"] - began.pop(name)) / 1000)
    return found[1:-1]


def is_key(event: Any) -> bool:
    """Whether an event of a trace is that the page gets a key."""
    return bool(event["args"]["data"]["type"] == "keydown")


def thread(event: Any) -> tuple[int, int]:
    """The process and the thread of an event."""
    return event["pid"], event["tid"]


def end(event: Any) -> float:
    """When an event ended, in microseconds."""
    return float(event["ts"] + event["dur"])


def in_order(events: Iterator[Any]) -> list[Any]:
    """Events by the time at which they began."""
    return sorted(events, key=lambda one: one["ts"])


def summary(values: list[float]) -> str:
    """Median, 99th percentile and maximum."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"{ordered[len(ordered) // 2]:.1f} / {high:.1f} / {ordered[-1]:.1f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=sorted(CASES), help="only this one")
    parser.add_argument("--keys", type=int, default=450)
    parser.add_argument("--pause", type=float, help="milliseconds between two keys; usually 200, then 30")
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--trace", type=Path, help="keep the last trace in this file")
    arguments = parser.parse_args()
    games = [arguments.game] if arguments.game else sorted(CASES)
    pauses = [200.0, 30.0] if arguments.pause is None else [arguments.pause]
    with tempfile.TemporaryDirectory() as home, page_server(Path(home)) as server, chromium() as browser:
        for name in games:
            tree = long_game(name)
            for pause in pauses:
                visits = []
                for _ in range(arguments.visits):
                    trace = traced(browser, server, tree, arguments.keys, pause)
                    visits.append(costs(trace))
                if arguments.trace:
                    arguments.trace.write_text(json.dumps(trace))
                print(f"{name} {pause:.0f} ms", flush=True)
                show(
                    "all  ",
                    {label: list(itertools.chain(*(one[label] for one in visits))) for label in visits[0]},
                )
                show(
                    "least",
                    {
                        label: [min(own) for own in zip(*(one[label] for one in visits), strict=True)]
                        for label in visits[0]
                    },
                )


def show(name: str, figures: dict[str, list[float]]) -> None:
    """Print a line."""
    print(
        "  ", name, "  ".join(f"{label} {summary(values)}" for label, values in figures.items()), flush=True
    )


if __name__ == "__main__":
    main()
