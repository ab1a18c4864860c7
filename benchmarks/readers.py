"""Time and memory of the readers of game files.

    python benchmarks/readers.py
    python benchmarks/readers.py --mb 20 --only many

Each row is one generated file of about `--mb` megabytes: many games, the shortest texts of moves that a
format has, or one large tree. A process of its own reads it to its end, game by game, as imports and checks
do. The table has CPU seconds per MB, microseconds per ply, and bytes of memory per byte of the file, its own
text included.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from random import Random

from hexapoda.hex import Position as HexPosition
from hexapoda.hive import Position
from hexapoda.record import format_game, read_text, scan_games

GAMES = 20
"""Different games of a file, which are repeated until it is long enough."""
PLIES = 50
SIDE = 19
MOST_NODES = 49_000
"""The nodes of a tree; readers take at most 50,000."""

Rows = list[str]


def hive_games() -> list[Position]:
    """Random games of Hive."""
    games = []
    for seed in range(GAMES):
        source = Random(seed)
        position = Position("Base+MLP", repetition=False)
        while position.ply < PLIES and (legal := list(position.legal_moves)):
            position.push(source.choice(legal))
        games.append(position)
    return games


def hex_games() -> list[Rows]:
    """Random games of Hex, to their ends."""
    games = []
    for seed in range(GAMES):
        position = HexPosition(f"{SIDE}x{SIDE}")
        moves = list(position.legal_moves)
        Random(seed).shuffle(moves)
        while position.outcome() is None:
            position.push(moves[position.ply])
        games.append([str(move) for move in position.moves])
    return games


def rewritten(game: str, format: str) -> Rows:
    """The games as our own writer writes them."""
    if game == "hive":
        texts = [position.game_string() for position in hive_games()]
    else:
        texts = [f"{SIDE}x{SIDE} {' '.join(moves)}" for moves in hex_games()]
    between = "\n" if format == "pgn" else ""
    return [format_game(tree, format) + between for text in texts for tree in read_text(text, game=game)]


def links() -> Rows:
    """Links of hivegame.com."""
    return [
        f"https://hivegame.com/analysis?uhp={position.game_string().replace(' ', '%20')}\n"
        for position in hive_games()
    ]


def table() -> Rows:
    """A table with a column of games; the first row is its header."""
    rows = [
        f"{number}\t{position.game_string()}\t2024-01-02\n" for number, position in enumerate(hive_games())
    ]
    return ["id\tgamestring\tdate\n", *rows]


def bga_log() -> Rows:
    """Action logs of Board Game Arena."""
    rows = ["game\tmove_number\taction_type\tnotation\tcopied_type\tlog_template\n"]
    for number, position in enumerate(hive_games()):
        for ply, text in enumerate(position._uhp_texts(), 3):
            rows.append(f"{number}\t{ply}\ttokenPlayed\t[{text}]\t\tplays\n")
        rows.append(f"{number}\t{ply}\tplayerConcedeGame\t\t\tconcedes\n")
    return rows


def packets(events: Sequence[Mapping[str, object]]) -> str:
    """A log of Board Game Arena as JSON."""
    found = [{"move_id": str(n), "time": "1700000000", "data": [event]} for n, event in enumerate(events, 3)]
    return json.dumps({"status": 1, "data": {"logs": found}}) + "\n"


def bga_json() -> Rows:
    """Logs of Hive as JSON."""
    return [
        packets(
            [
                {"type": "tokenPlayed", "args": {"notation": f"[{text}]", "player_name": "AB"[ply % 2]}}
                for ply, text in enumerate(position._uhp_texts())
            ]
        )
        for position in hive_games()
    ]


def hex_bga_json() -> Rows:
    """Logs of Hex as JSON."""
    return [
        packets(
            [{"type": "gameStart", "args": {"size": f"{SIDE}x{SIDE}"}}]
            + [
                {"type": "playToken", "args": {"player_id": str(ply % 2), "coord": text}}
                for ply, text in enumerate(moves)
            ]
        )
        for moves in hex_games()
    ]


def boardspace() -> Rows:
    """Games of boardspace.net."""
    games = []
    for position in hive_games():
        lines = ["(;\nGM[27]VV[1]\nSU[hive-plm]\n"]
        for number, (move, text) in enumerate(zip(position.moves, position._uhp_texts(), strict=True)):
            player, count = number % 2, number * 2
            if move.piece is not None and move.to is not None:
                (column, row), piece = move.to, text.split(" ")[0]
                words = text.split(" ")[1].replace("\\", "\\\\") if " " in text else "."
                place = f"{chr(65 + (13 + column) % 26)} {(13 - row - 1) % 26 + 1}"
                lines.append(f"; P{player}[{count} dropb {piece} {place} {words}]TM[{number * 900}]\n")
            lines.append(f"; P{player}[{count + 1} done]TM[{number * 900}]\n")
        games.append("".join([*lines, ")\n"]))
    return games


def short_sgf() -> Rows:
    """Games of Hex in SGF with the shortest header."""
    return [f"(;GM[11]SZ[{SIDE}];" + ";".join(_colored(moves)) + ")\n" for moves in hex_games()]


def _colored(moves: Rows) -> Rows:
    return [f"{'BW'[ply % 2]}[{text}]" for ply, text in enumerate(moves)]


def abstract_play() -> Rows:
    """Games of Abstract Play."""
    players = [{"name": "Ada", "result": 1}, {"name": "Bob", "result": 0}]
    return [
        json.dumps(
            {
                "header": {
                    "game": {"name": "Hex", "variants": [f"size-{SIDE}"]},
                    "players": players,
                },
                "moves": [[text] for text in moves],
            }
        )
        + "\n"
        for moves in hex_games()
    ]


def hexwiki() -> Rows:
    """Diagrams with numbered stones."""
    rows = []
    for moves in hex_games():
        words = [f"{'RB'[ply % 2]} {ply + 1}:{text}" for ply, text in enumerate(moves)]
        rows.append(f'<hexboard size="{SIDE}x{SIDE}" contents="{" ".join(words)}" />\n')
    return rows


def hex_lines(pattern: str, between: str) -> Rows:
    """Games of Hex on one line each."""
    return [pattern.format(between.join(moves)) + "\n" for moves in hex_games()]


def shown_log() -> Rows:
    """Logs of Hex as the pages of Board Game Arena show them."""
    [moves, *_] = hex_games()
    return [f"{'Ada' if ply % 2 == 0 else 'Bob'} plays at {text}\n" for ply, text in enumerate(moves)]


def sgf_tree(branch: int) -> Rows:
    """One game of Hex in which each variation has `branch` moves."""
    source, parts, nodes = Random(1), [f"(;GM[11]SZ[{SIDE}]"], 0
    moves = [str(move) for move in HexPosition(f"{SIDE}x{SIDE}").legal_moves]
    while nodes < MOST_NODES:
        parts.append("(;" + ";".join(_colored(source.sample(moves, branch))) + ")")
        nodes += branch
    return ["".join([*parts, ")"])]


def pgn_tree(branch: int) -> Rows:
    """One game of Hive in which each variation has `branch` moves."""
    source = Random(1)
    main = hive_games()[0]
    ways: dict[int, Rows] = {}
    nodes = 0
    while nodes < MOST_NODES:
        position = main.start
        at = source.randrange(len(main.moves) - 1)
        for move in main.moves[:at]:
            position.push(move)
        for _ in range(branch):
            if legal := list(position.legal_moves):
                position.push(source.choice(legal))
        texts = position._uhp_texts()[at:]
        nodes += branch
        numbered = " ".join(f"{ply}. {text}" for ply, text in enumerate(texts, at + 1))
        ways.setdefault(at, []).append(f"({numbered})")
    lines = [
        "\n".join([f"{ply + 1}. {text}", *ways.get(ply, [])]) for ply, text in enumerate(main._uhp_texts())
    ]
    return ['[GameType "Base+MLP"]\n\n' + "\n".join(lines) + "\n*\n"]


ROWS: dict[str, tuple[str, Callable[[], Rows]]] = {
    "Hive GameString": ("many", lambda: rewritten("hive", "gamestring")),
    "Hive moves": (
        "many",
        lambda: [";".join(position._uhp_texts()) + "\n" for position in hive_games()],
    ),
    "Hive link": ("many", links),
    "Hive table": ("many", table),
    "Hive PGN": ("many", lambda: rewritten("hive", "pgn")),
    "Hive boardspace": ("many", boardspace),
    "Hive BGA log": ("many", bga_log),
    "Hive BGA JSON": ("many", bga_json),
    "Hive journal": ("many", lambda: rewritten("hive", "json")),
    "Hex SGF": ("many", lambda: rewritten("hex", "sgf")),
    "Hex SGF, only moves": ("many", short_sgf),
    "Hex game string": ("many", lambda: rewritten("hex", "gamestring")),
    "Hex moves": ("many", lambda: hex_lines("{}", " ")),
    "Hex run-on moves": ("many", lambda: hex_lines("{}", "")),
    "Hex HexWorld": ("many", lambda: hex_lines(f"https://hexworld.org/board/#{SIDE}c1,{{}}", "")),
    "Hex trmph": ("many", lambda: hex_lines(f"{SIDE},{{}}", "")),
    "Hex HexWiki": ("many", hexwiki),
    "Hex BGA JSON": ("many", hex_bga_json),
    "Hex BGA text": ("once", shown_log),
    "Hex Abstract Play": ("many", abstract_play),
    "Hex journal": ("many", lambda: rewritten("hex", "json")),
    "Hex SGF, tree of 1": ("once", lambda: sgf_tree(1)),
    "Hex SGF, tree of 10": ("once", lambda: sgf_tree(10)),
    "Hex SGF, tree of 100": ("once", lambda: sgf_tree(100)),
    "Hive PGN, tree of 1": ("once", lambda: pgn_tree(1)),
    "Hive PGN, tree of 5": ("once", lambda: pgn_tree(5)),
    "Hive PGN, tree of 20": ("once", lambda: pgn_tree(20)),
}
"""The rows of the table. `once`: the file is one game, and `--mb` does not change it."""


def write(path: Path, name: str, mb: float) -> None:
    """Write the file of a row."""
    kind, make = ROWS[name]
    texts = make()
    if kind == "many":
        head = texts[:1] if texts[0].startswith(("id\t", "game\t")) else []
        chosen, size = list(head), 0
        for text in cycle(texts[len(head) :]):
            chosen.append(text)
            size += len(text)
            if size >= mb * 1e6:
                break
        texts = chosen
    path.write_text("".join(texts), encoding="utf-8")


def measure(path: Path, *, traced: bool) -> dict[str, float]:
    """Read a file in this process; return what it took."""
    for _ in scan_games(path.with_suffix(".small")):  # imports what the format needs
        pass
    if traced:
        tracemalloc.start()
    begin = time.process_time()
    games = bad = plies = 0
    for found in scan_games(path):
        games += 1
        bad += not found.report.ok
        plies += found.report.plies
        nodes = found.tree
    seconds = time.process_time() - begin
    memory = tracemalloc.get_traced_memory()[1] if traced else 0
    plies = max(plies, sum(1 for _ in nodes.walk()) - 1) if games == 1 else plies
    return {"seconds": seconds, "memory": memory, "games": games, "bad": bad, "plies": plies}


def in_process(path: Path, *options: str) -> dict[str, float]:
    """Return the result of `measure` in a new process."""
    command = [sys.executable, __file__, "--file", str(path), *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Time and memory of the readers of game files.")
    parser.add_argument("--mb", type=float, default=1)
    parser.add_argument("--only", default="", help="rows whose name or kind contains this")
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--traced", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.file is not None:
        print(json.dumps(measure(options.file, traced=options.traced)))
        return
    print(
        f"{'':22} {'MB':>6} {'games':>7} {'bad':>5} {'plies':>9} {'s/MB':>6} {'us/ply':>7} {'bytes/byte':>10}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, (kind, _) in ROWS.items():
            if options.only not in name and options.only != kind:
                continue
            path = Path(folder, "games.txt")
            write(path, name, options.mb)
            write(path.with_suffix(".small"), name if kind == "many" else name.split(",")[0], 0.001)
            found = in_process(path)
            memory = in_process(path, "--traced")["memory"]
            size = path.stat().st_size
            print(
                f"{name:22} {size / 1e6:6.2f} {found['games']:7,} {found['bad']:5,} {found['plies']:9,} "
                f"{found['seconds'] / size * 1e6:6.2f} {found['seconds'] / found['plies'] * 1e6:7.1f} "
                f"{memory / size:10.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
