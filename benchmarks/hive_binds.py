"""Positions of Hive in which a side will soon have to pass several times, and how two versions of an engine
play them:

    hexapoda match alphabeta alphabeta --variant Base --nodes 1000 --games 8000 --openings random:12
    python -m benchmarks.hive_binds find MATCH... --out binds.txt [--count 150] [--nodes 100000]
    hexapoda match NEW OLD --variant Base --nodes 10000 --openings binds.txt --games 300
    python -m benchmarks.hive_binds score MATCH --binds binds.txt

`find` looks for three forced passes of one side within 12 of its turns in each game. Of the positions 8, 12,
16, 20 and 24 plies before the first of them, it takes the last one in which a search gives one side an
advantage of 50 to 400. Once it has them all, it writes the moves that lead to them. The match plays each with
both colors, so each version is the better side once in each. `score` prints the points of each version as the
better side.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from statistics import fmean, stdev

from hexapoda.arena.journal import Journal
from hexapoda.engine import Limit
from hexapoda.engines.hive.alphabeta import AlphaBetaEngine
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.files.data_folder import write_atomically
from hexapoda.hive import MoveKind, Position
from hexapoda.record import GameRecord

BEFORE = (8, 12, 16, 20, 24)
"""How many plies before the first pass a position may be."""
PASSES, TURNS = 3, 12
LEAST, MOST = 50, 400
"""The advantage of the better side, in hundredths of the engine's unit."""


def passes(record: GameRecord) -> list[int]:
    """The plies of a game in which the side to move could only pass."""
    position, found = Position(record.variant), []
    for ply, move in enumerate(record.moves):
        if [one.kind for one in position.legal_moves] == [MoveKind.PASS]:
            found.append(ply)
        position.push(position.parse_move(move.text))
    return found


def bind(record: GameRecord) -> int | None:
    """The ply of the first pass of a bind; None if the game has none that begins late enough."""
    plies = passes(record)
    for side in (0, 1):
        own = [ply for ply in plies if ply % 2 == side]
        for first, last in zip(own, own[PASSES - 1 :], strict=False):
            if last - first < 2 * TURNS and first >= 2 * BEFORE[0]:
                return first
    return None


def before(record: GameRecord, nodes: int) -> tuple[Position, list[str], float] | None:
    """The position before the bind of a game, the moves that lead to it, and the score for the side to move;
    None if there is none.
    """
    first = bind(record)
    for ply in () if first is None else (first - one for one in BEFORE if first >= 2 * one):
        position, moves = Position(record.variant), [move.text for move in record.moves[:ply]]
        for text in moves:
            position.push(position.parse_move(text))
        info = AlphaBetaEngine(seed=1).search(position, Limit(nodes=nodes)).info
        if info.win_in is None and info.score is not None and LEAST <= abs(info.score) <= MOST:
            return position, moves, info.score
    return None


def found_in(records: Iterable[GameRecord], nodes: int) -> Iterator[tuple[list[str], float]]:
    """Different positions before binds: the moves that lead to them, and the score for the side to move."""
    seen: set[int] = set()
    for record in records:
        found = before(record, nodes) if record.variant == "Base" else None
        if found is not None and found[0].canonical_key not in seen:
            seen.add(found[0].canonical_key)
            yield found[1:]


def find(matches: list[Path], out: Path, count: int, nodes: int) -> None:
    """Write positions, each on a line as a game string, and before it which side is better and the score."""
    journals = [Journal(match) for match in matches]
    for journal in journals:
        journal.settings()  # a folder without a match has none
    if out.exists():
        raise UsageError(f"{out}: the file exists already")
    records = chain.from_iterable(journal.records() for journal in journals)
    lines = []
    for number, (moves, score) in enumerate(islice(found_in(records, nodes), count), 1):
        better = "WB"[(len(moves) + (score < 0)) % 2]
        turn = f"{('White', 'Black')[len(moves) % 2]}[{len(moves) // 2 + 1}]"
        lines += [f"# {better} {score:+.0f}", f"Base;InProgress;{turn};{';'.join(moves)}"]
        print(f"{number} positions", flush=True)
    write_atomically(out, "\n".join([*lines, ""]))


def score(journal: Journal, binds: Path) -> None:
    """Print the points of each version as the better side."""
    settings = journal.settings()
    lines = binds.read_text("utf-8").splitlines()
    if len(lines) % 2 or not all(note[:2] == "# " and note[2:3] in ("W", "B") for note in lines[::2]):
        raise UsageError(f"{binds}: expected the positions that `find` wrote, each on two lines")
    sides = {tuple(line.split(";")[3:]): note[2] for note, line in zip(lines[::2], lines[1::2], strict=True)}
    points: dict[str, list[float]] = {name: [] for name in settings.names}
    played: dict[tuple[str, ...], dict[str, list[float]]] = {}
    for record in journal.records():
        opening = tuple(move.text for move in record.moves if move.book)
        if opening not in sides:
            raise UsageError(f"{journal.folder}: a game has another opening than those of {binds}")
        side = "WB".index(sides[opening])
        name = record.players[side].name
        won = 0.5 if record.winner is None else float(record.winner == side)
        points[name].append(won)
        played.setdefault(opening, {}).setdefault(name, []).append(won)
    for name, found in points.items():
        print(f"{name}: {sum(found):g} of {len(found)} as the better side")
    first, second = settings.names
    gains = [fmean(one[first]) - fmean(one[second]) for one in played.values() if len(one) == 2]
    if len(gains) > 1:
        error = 1.96 * stdev(gains) / math.sqrt(len(gains))
        print(f"{len(gains)} positions: {first} scores {fmean(gains):+.3f} a game more, ± {error:.3f}")


def main() -> None:
    """Find positions, or score a match."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    finding = commands.add_parser("find")
    finding.add_argument("matches", type=Path, nargs="+", metavar="MATCH", help="the folder of a match")
    finding.add_argument("--out", type=Path, required=True)
    finding.add_argument("--count", type=int, default=150)
    finding.add_argument("--nodes", type=int, default=100_000)
    scoring = commands.add_parser("score")
    scoring.add_argument("match", type=Path, metavar="MATCH", help="the folder of the match")
    scoring.add_argument("--binds", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        if arguments.command == "find":
            find(arguments.matches, arguments.out, arguments.count, arguments.nodes)
        else:
            score(Journal(arguments.match), arguments.binds)
    except (InvalidGameError, OSError, UsageError) as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
