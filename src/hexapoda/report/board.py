"""The pictures of positions on the page, which the `page_board` of each game, such as Hive, draws.

Games without a page board have no pictures. `games` has the boards on which games are replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexapoda.games import PageBoard, find_game
from hexapoda.record import GameRecord

__all__ = ["definitions", "position_of", "thumbnail"]


def definitions(records: Iterable[GameRecord]) -> str:
    """Return invisible SVG that defines the shapes of these records' boards."""
    return "".join(board.definitions(games) for board, games in _by_board(records))


def position_of(record: GameRecord, texts: Sequence[str]) -> Any:
    """Return the position after the first moves of a game; None if they are illegal or there is no board."""
    board = find_game(record.game).page_board
    return None if board is None else board.position_of(record, texts)


def thumbnail(record: GameRecord, position: Any, label: str) -> str:
    """Return a small picture of a position. It needs `definitions` on the page. `label` is escaped HTML."""
    board = find_game(record.game).page_board
    return "" if board is None or position is None else board.thumbnail(position, label)


def _by_board(records: Iterable[GameRecord]) -> list[tuple[PageBoard, list[GameRecord]]]:
    records = list(records)
    found = []
    for name in dict.fromkeys(record.game for record in records):
        board = find_game(name).page_board
        if board is not None:
            found.append((board, [record for record in records if record.game == name]))
    return found
