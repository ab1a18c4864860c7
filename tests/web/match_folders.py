"""Matches for the tests: folders with journals, as `hexapoda match` writes them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from hexapoda.arena.journal import Journal
from hexapoda.arena.settings import MatchSettings
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from tests.arena.settings import small

__all__ = ["ROOT", "add", "game", "match", "read", "write_match"]

ROOT = "/api/v1/matches"
MOVES = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def game(settings: MatchSettings, number: int, engine: int | None = 0, **more: Any) -> GameRecord:
    """Game `number` of a match, won by the engine with this index; None for a draw."""
    players = settings.pairing(number).players
    first, second = (PlayerRecord(settings.names[player], settings.engines[player]) for player in players)
    winner = None if engine is None else players.index(engine)
    fields: dict[str, Any] = {
        "game": settings.game,
        "variant": settings.variant,
        "players": (first, second),
        "moves": tuple(MoveRecord(text, book=at < 2, depth=at, time=0.5) for at, text in enumerate(MOVES)),
        "winner": winner,
        "finished": True,
        "ending": Ending.NORMAL,
        "number": number,
    }
    return GameRecord(**(fields | more))


def add(folder: Path, records: Iterable[GameRecord]) -> None:
    """Add games to a journal."""
    with Journal(folder).writing() as journal:
        for record in records:
            journal.append(record)


def match(
    home: Path, id: str, winners: Sequence[int | None] = (), age: float = 0.0, **more: Any
) -> tuple[Path, MatchSettings]:
    """A match in which these engines, by index, have won; its files are `age` seconds old."""
    settings = small(**{"games": 10} | more)
    return write_match(
        home, id, settings, [game(settings, *each) for each in enumerate(winners)], age
    ), settings


def write_match(
    home: Path, id: str, settings: MatchSettings, records: Iterable[GameRecord] = (), age: float = 0.0
) -> Path:
    """Write a match and return its folder."""
    folder = Journal.create(home / "matches", settings, id).folder
    add(folder, records)
    if age:
        for path in folder.iterdir():
            now = path.stat().st_mtime - age
            os.utime(path, (now, now))
    return folder


def read(client: TestClient, path: str = "", **query: Any) -> Any:
    """The answer to a request that is not refused."""
    answer = client.get(f"{ROOT}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()
