"""Mistakes for the coach to explain: python benchmarks/coach_mistakes.py GAMES [GAMES ...] --out FILE

Reviews the games of files with a short search, looks at each error again with ten times the nodes, and keeps
the errors that the longer search still calls mistakes: at least 10% of the win probability. Each is one JSON
line: the game, the variant, the source, the moves before it, the move with the line that refutes it, the
better line, the loss, and the proven lengths. Continues where it was stopped: each game ends with a line of
its own. `benchmarks/coach_placebo.py` reads the file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console

from hexapoda.analysis.review import GameReviewer, ReviewSettings
from hexapoda.engine import Limit
from hexapoda.errors import HexapodaError
from hexapoda.record import GameTree, read_games
from hexapoda.registry import default_engine, parse_engine

NODES = {"hive": 15_000, "hex": 800}
"""The nodes of the short search."""
LONGER = 10
LEAST = 0.10
"""The least loss of win probability that is kept."""


def mistakes(tree: GameTree, source: str) -> Iterator[dict[str, Any]]:
    """Yield the mistakes of a game, in order."""
    name = tree.game.name
    engine = parse_engine(f"{default_engine(name)}:seed=1", name).create()
    texts = [node.text for node in tree.main_line()]
    nodes = NODES[name]
    short = GameReviewer(tree, engine, ReviewSettings(engine.name, Limit(nodes=nodes)), {})
    for ply in short.plies:
        if short.position(ply - 1).outcome() is not None:
            return
        if not short.review(ply).judgment.is_error:
            continue
        settings = ReviewSettings(engine.name, Limit(nodes=nodes * LONGER))
        found = GameReviewer(tree, engine, settings, {}).review(ply)
        if not found.judgment.is_error or found.win_probability_loss < LEAST or not found.reply:
            continue
        yield {
            "game": name,
            "variant": tree.header.variant,
            "rules": dict(tree.header.rules),
            "source": source,
            "before": texts[: ply - 1],
            "played": [found.move, *found.reply],
            "better": list(found.line),
            "loss": round(found.win_probability_loss, 3),
            "win_in_before": found.before.win_in,
            "win_in_after": found.after.win_in,
        }


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="+", type=Path, help="files or folders of games")
    parser.add_argument("--out", type=Path, required=True, help="the file to which mistakes are added")
    options = parser.parse_args()
    console = Console(stderr=True)
    done, kept = set[str](), list[str]()
    if options.out.exists():
        lines = [line for line in options.out.read_text("utf-8").splitlines() if line]
        done = {found["done"] for line in lines if "done" in (found := json.loads(line))}
        kept = [
            line for line in lines if json.loads(line).get("done", json.loads(line).get("source")) in done
        ]
        options.out.write_text("".join(f"{line}\n" for line in kept), "utf-8")
    count = sum("done" not in json.loads(line) for line in kept)
    with options.out.open("a", encoding="utf-8") as out:
        for path in options.games:
            for number, tree in enumerate(read_games(path), 1):
                source = f"{path.parent.name}/{path.name}:{number}"
                if source in done or tree.header.start is not None:
                    continue
                try:
                    found = list(mistakes(tree, source))
                except HexapodaError as error:
                    console.print(f"{source}: {error}")
                    found = []
                out.write("".join(json.dumps(each) + "\n" for each in [*found, {"done": source}]))
                out.flush()
                count += len(found)
                console.print(f"{source}: {len(found)} mistakes, {count} in all")


if __name__ == "__main__":
    main()
