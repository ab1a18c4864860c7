"""Make the opening tree of the package from searches and games:

    python -m tools.hive_opening_tree searches.jsonl --searches Base=4000 --searches Base+MLP=4000
    python -m tools.hive_opening_tree searches.jsonl --games run/games-00001.jsonl --write TREE.gz

The first command searches one position after another, those near the best play first, and appends each search
to the file: drop-out expansion (T. R. Lincke, "Strategies for the Automatic Construction of Opening Books",
2000). Interrupted, the same command goes on. The second writes the tree, with the results of the games that
went through its positions. TREE.gz is src/hexapoda/hive/data/opening_tree.gz.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from hexapoda._core import hive as _core
from hexapoda.engine import Limit, SearchInfo
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.files.output_file import write_bytes
from hexapoda.hive import Position
from hexapoda.hive.position_keys import opening_keys
from hexapoda.train.expert.game_lines import cut_last_line, games_of

NODES = 100_000
"""Of a search."""
LINES = 6
"""Moves that a search values, of those that do not lead to the same position."""
ALL_MOVES = 3
"""Plies in which all moves are valued, and all positions searched."""
PLY = 25
"""What a ply costs in the choice of the next position, in hundredths of a point of lost value."""
LONGEST = 20
"""Plies of a line."""
SURE = 30_000
"""The score of a proven win. Nothing is searched beyond it."""


class QuietEngine(AlphaBetaEngine):
    """The engine without the random errors with which it varies its openings."""

    def _play_style(self, position: Position) -> _core.PlayStyle:
        return _core.PlayStyle(0, 0, 0, 0, 0)


class Node:
    """A position, symmetric ones merged."""

    __slots__ = ("children", "cost", "line", "parents", "value")

    def __init__(self, line: tuple[str, ...], value: float) -> None:
        self.line = line
        self.value = value
        """For the side to move, in hundredths; from the search before, until this position is searched."""
        self.children: dict[int, str] | None = None
        """The keys of the valued moves' positions, with the moves; None before the search."""
        self.parents: set[int] = set()
        self.cost = 0.0
        """The least cost of a line from here to a position that was not searched."""


class Tree:
    """The positions of one variant."""

    def __init__(self, variant: str) -> None:
        self.variant = variant
        self.root = opening_keys(variant, [])[0]
        self.nodes = {self.root: Node((), 0.0)}

    def next_line(self) -> tuple[str, ...] | None:
        """The line to the position that is searched next."""
        for node in self.nodes.values():
            if node.children is None and len(node.line) < ALL_MOVES:
                return node.line
        key = self.root
        while (children := self.nodes[key].children) is not None:
            best = min(children, key=lambda child: self._cost(key, child), default=None)
            if best is None or self._cost(key, best) == float("inf"):
                return None
            key = best
        return self.nodes[key].line

    def add(self, line: Sequence[str], scores: Sequence[tuple[str, float]]) -> None:
        """Take a search of the position after `line`: the valued moves with their scores for the mover."""
        keys = opening_keys(self.variant, line)
        node = self.nodes[keys[-1]]
        node.children = {}
        for move, score in scores:
            key = opening_keys(self.variant, [*line, move])[-1]
            child = self.nodes.setdefault(key, Node((*line, move), -score))
            if key in node.children or len(child.line) != len(line) + 1:
                continue  # a piece that goes back must not make a circle
            node.children[key] = move
            child.parents.add(keys[-1])
            if len(line) + 1 >= LONGEST or abs(score) >= SURE:
                child.cost = float("inf") if child.children is None else child.cost
        self._update(keys[-1])

    def _cost(self, key: int, child: int) -> float:
        """The cost of going on with a child."""
        return PLY + self.nodes[key].value + self.nodes[child].value + self.nodes[child].cost

    def _update(self, key: int) -> None:
        """Compute value and cost of a position again, and of those before it."""
        waiting = [key]
        while waiting:
            at = waiting.pop()
            node = self.nodes[at]
            children = node.children or {}
            before = node.value, node.cost
            node.value = max((-self.nodes[child].value for child in children), default=node.value)
            node.cost = min((self._cost(at, child) for child in children), default=float("inf"))
            if (node.value, node.cost) != before or at == key:
                waiting.extend(node.parents)

    def rows(self, results: dict[int, Counter[int]]) -> Iterator[str]:
        """The rows of the file. A position has its row where the search met it first."""
        yield self.variant
        open_nodes = [(self.root, 0)]
        while open_nodes:
            key, depth = open_nodes.pop()
            node = self.nodes[key]
            if depth:
                found = results.get(key, Counter())
                counts = "\t".join(str(found[result]) for result in (0, 1, 2)) if found else ""
                yield f"{' ' * depth}{node.line[-1]}\t{round(-node.value)}\t{counts}".rstrip()
            mine = [child for child in node.children or () if self.nodes[child].line[:-1] == node.line]
            mine.sort(key=lambda child: self.nodes[child].value, reverse=True)
            open_nodes.extend((child, depth + 1) for child in mine)


def searched(engine: QuietEngine, variant: str, line: Sequence[str]) -> list[tuple[str, float]]:
    """The moves that a search values, best first, with their scores for the mover in hundredths."""
    position = Position(variant)
    for text in line:
        position.push_text(text)
    if position.outcome() is not None:
        return []
    found: dict[str, float] = {}
    if len(line) < ALL_MOVES:
        known = set()
        for move in position.legal_moves:
            after = position.copy()
            after.push(move)
            if after.canonical_key not in known:
                known.add(after.canonical_key)
                found[position.format_move(move)] = -_score(
                    engine.search(after, Limit(nodes=NODES // 4)).info
                )
    else:
        engine.search(position, Limit(nodes=NODES), lambda info: _take(found, position, info))
    return sorted(found.items(), key=lambda one: -one[1])


def _take(found: dict[str, float], position: Position, info: SearchInfo) -> None:
    """Keep the lines of the last depth at which the search reports them."""
    if info.multipv == 1:
        found.clear()
    if info.pv:
        found[position.format_move(info.pv[0])] = _score(info)


def _score(info: SearchInfo) -> float:
    if info.win_in is not None:
        return SURE if info.win_in > 0 else -SURE
    return info.score or 0.0


def results_of(files: Sequence[Path]) -> dict[int, Counter[int]]:
    """How the games ended that went through a position, by its key: 0 White won, 1 Black won, 2 drawn."""
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for game in games_of(files):
        if not game["finished"]:
            continue
        moves = [move["move"] for move in game["moves"][:LONGEST]]
        result = 2 if game["winner"] is None else game["winner"]
        for key in set(opening_keys(game["variant"], moves)):
            found[key][result] += 1
    return found


def main() -> None:
    """Read the command line, search, and write the tree."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("searches", type=Path, help="the file of searches")
    parser.add_argument("--searches", dest="wanted", action="append", default=[], metavar="VARIANT=N")
    parser.add_argument("--games", type=Path, action="append", default=[], help="games of a training run")
    parser.add_argument("--write", type=Path, help="write the tree to this file")
    options = parser.parse_args()
    trees: dict[str, Tree] = {}
    cut_last_line(options.searches)  # a process that was killed may have left a part of a line
    counts: Counter[str] = Counter()
    for line in options.searches.open() if options.searches.exists() else ():
        row = json.loads(line)
        trees.setdefault(row["variant"], Tree(row["variant"])).add(row["line"], row["scores"])
        counts[row["variant"]] += 1
    engine = QuietEngine(multipv=LINES, seed=1)
    with options.searches.open("a") as file:
        for variant, number in (wanted.split("=") for wanted in options.wanted):
            tree = trees.setdefault(variant, Tree(variant))
            while counts[variant] < int(number) and (line := tree.next_line()) is not None:
                engine.new_game()
                scores = searched(engine, variant, line)
                tree.add(line, scores)
                counts[variant] += 1
                print(json.dumps({"variant": variant, "line": line, "scores": scores}), file=file, flush=True)
                if counts[variant] % 100 == 0:
                    print(f"{variant}: {counts[variant]} searches, {len(tree.nodes)} positions", flush=True)
    if options.write:
        results = results_of(options.games)
        rows = [row for variant in sorted(trees) for row in trees[variant].rows(results)]
        write_bytes(options.write, gzip.compress("\n".join(rows).encode() + b"\n", 9, mtime=0), force=True)


if __name__ == "__main__":
    main()
