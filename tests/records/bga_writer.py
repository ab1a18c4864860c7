"""Writes games as Board Game Arena does: pieces keep their own number, whatever the order of placement."""

from __future__ import annotations

import json
import re
from random import Random

from hexapoda.hive import Position
from hexapoda.hive.text.game_string import move_texts

HEADER = "game\tmove_number\taction_type\tnotation\tcopied_type\tlog_template"
_NUMBERED = re.compile(r"([wb][SBGA])([1-3])")


def bga_texts(position: Position, seed: int = 0) -> list[str]:
    """The moves with the numbers of each kind shuffled."""
    rng = Random(seed)
    numbers: dict[str, str] = {}
    for color in "wb":
        for bug, count in (("S", 2), ("B", 2), ("G", 3), ("A", 3)):
            shuffled = list(range(1, count + 1))
            rng.shuffle(shuffled)
            numbers |= {f"{color}{bug}{i}": f"{color}{bug}{n}" for i, n in enumerate(shuffled, 1)}
    return [_NUMBERED.sub(lambda match: numbers[match[0]], text) for text in move_texts(position)]


def bga_rows(position: Position, name: str = "1", *, seed: int = 0, agreed: bool = False) -> list[str]:
    """The rows of the action log of one game, sorted as in a database: by number and then by type."""
    rows: list[tuple[int, str, str, str]] = [(2, "offerDraw", "", "${player_name} has proposed a draw")]
    number = 3
    for text in bga_texts(position, seed):
        if text == "pass":
            # The message has the number of the move that it follows from.
            rows.append((number, "message", "", "${player_name} can't move and has to pass"))
            continue
        number += 2 if number % 7 == 0 else 1
        rows.append((number, "tokenPlayed", f"[{text}{' ' if ' ' not in text else ''}]", "plays"))
    if position.outcome() is not None:
        rows.append((number, "queenSurr", "", "The queen of ${player_name} is surrounded! End of the Game!"))
    elif agreed:
        rows.append((number + 1, "acceptDraw", "", "${player_name} accepts"))
    else:
        rows.append((number + 1, "playerConcedeGame", "", "${player_name} concedes"))
    return [f"{name}\t{n}\t{kind}\t{notation}\t\t{log}" for n, kind, notation, log in sorted(rows)]


def bga_json(position: Position, names: tuple[str, str] = ("Anna", "Ben"), *, seed: int = 0) -> str:
    """The log of one game as JSON, a packet on each line, as the page of a table gets it."""
    packets: list[dict[str, object]] = []
    plies = 0
    for row in bga_rows(position, seed=seed):
        _, number, kind, notation, _, log = row.split("\t")
        args = {"player_name": names[plies % 2], **({"notation": notation} if notation else {})}
        plies += kind in ("tokenPlayed", "message")
        events = [
            {"uid": "0", "type": "gameStateChange", "log": "", "args": {"id": 2}},
            {"uid": "1", "type": kind, "log": log, "args": args},
        ]
        packets.append({"table_id": 798, "move_id": number, "time": "1700000000", "data": events})
    lines = ",\n".join(map(json.dumps, packets))
    players = [{"id": n, "color": color, "name": names[n]} for n, color in ((1, "#000000"), (0, "#ffffff"))]
    return '{"status": 1, "data": {"logs": [\n' + lines + '\n], "players": ' + json.dumps(players) + "}}\n"
