"""Small matches for the tests: random games, with the results they need."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

from hexapoda.hive.game import HIVE
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from tests.records.random_games import choose

SETTINGS = {
    "version": 1,
    "engines": ["ann", "bob"],
    "control": {"nodes": 1},
    "games": 4,
    "format": "match",
    "game": "hive",
    "variant": "Base+MLP",
    "rules": {},
    "openings": [],
    "opening_source": "",
    "adjudication": {},
    "concurrency": 1,
    "seed": 0,
    "sprt": None,
    "event": "",
}


def game(
    number: int,
    names: tuple[str, str],
    winner: int | None = None,
    *,
    plies: int = 24,
    ending: Ending = Ending.NORMAL,
    finished: bool = True,
    book: int = 4,
    detail: str = "",
    told: bool = True,
) -> GameRecord:
    """A random game; its result is what the test wants it to be."""
    rng = Random(number // 2)
    position = HIVE.initial("Base+MLP", {"repetition": "off"})
    moves = []
    for ply in range(plies):
        legal = list(position.legal_moves)
        if not legal:
            break
        move = choose(rng, position, legal)
        text = position.format_move(move)
        if ply < book or not told:
            moves.append(MoveRecord(text, book=ply < book))
        else:
            moves.append(MoveRecord(text, score=ply / 2, depth=ply, nodes=100 * ply, time=0.25))
        position.push(move)
    return GameRecord(
        "hive",
        "Base+MLP",
        (PlayerRecord(names[0]), PlayerRecord(names[1])),
        tuple(moves),
        winner,
        finished,
        ending,
        rules=(("repetition", "off"),),
        detail=detail,
        date="2026-11-21T10:00:00Z",
        number=number,
    )


def match(scores: Sequence[float], first: str = "ann", second: str = "bob") -> list[GameRecord]:
    """Games in color-swapped pairs; `scores` are the first player's."""
    games = []
    for number, score in enumerate(scores):
        names = (second, first) if number % 2 else (first, second)
        winner = None if score == 0.5 else int(score == 0) if number % 2 == 0 else int(score == 1)
        games.append(game(number, names, winner))
    return games


def write(folder: Path, games: Sequence[GameRecord], settings: object = SETTINGS) -> Path:
    """A match's folder as the arena leaves it."""
    folder.mkdir(parents=True)
    if settings is not None:
        (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    lines = [json.dumps(record.to_json()) for record in games]
    (folder / "games.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return folder
