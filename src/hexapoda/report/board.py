"""The boards of the page, which the `page_board` of each game, such as Hive, draws.

Also owns the data that engines reported for each move. Games without a page board are listed but cannot be
replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexapoda.games import PageBoard, find_game
from hexapoda.record import GameRecord, MoveRecord

__all__ = ["css", "definitions", "notices", "page_data", "position_of", "replay_json", "thumbnail"]


def definitions(records: Iterable[GameRecord]) -> str:
    """Return invisible SVG that defines the shapes of these records' boards."""
    return "".join(board.definitions(games) for board, games in _by_board(records))


def css(records: Iterable[GameRecord]) -> str:
    """Return the CSS rules of these games' boards."""
    return "".join(board.CSS for board, _ in _by_board(records))


def page_data(records: Iterable[GameRecord]) -> dict[str, Any]:
    """Return what the page's script needs to draw the boards of these games."""
    data: dict[str, Any] = {}
    for board, games in _by_board(records):
        data |= board.page_data(games)
    return data


def notices(records: Iterable[GameRecord]) -> list[str]:
    """Return the legal notices of these games, such as the owner of a trademark."""
    return [notice for name in _names(records) if (notice := find_game(name).notice)]


def position_of(record: GameRecord, texts: Sequence[str]) -> Any:
    """Return the position after the first moves of a game; None if they are illegal or there is no board."""
    board = find_game(record.game).page_board
    return None if board is None else board.position_of(record, texts)


def thumbnail(record: GameRecord, position: Any, label: str) -> str:
    """Return a small picture of a position. It needs `definitions` on the page. `label` is escaped HTML."""
    board = find_game(record.game).page_board
    return "" if board is None or position is None else board.thumbnail(position, label)


def replay_json(record: GameRecord) -> dict[str, Any] | None:
    """Return the plies of a game for the page's script; None for a game that has no board.

    The format of `start` and `plies` depends on the game. `texts` are the moves. `reported` is the engine's
    report for each ply: score, plies to a win, depth, nodes, milliseconds and whether it is a book move.
    """
    board = find_game(record.game).page_board
    replay = None if board is None else board.replay_json(record)
    if replay is None:
        return None
    reported = [_reported(move) for move in record.moves[: len(replay["plies"])]]
    return replay | {"reported": reported} if any(reported) else replay


def _names(records: Iterable[GameRecord]) -> list[str]:
    return list(dict.fromkeys(record.game for record in records))


def _by_board(records: Iterable[GameRecord]) -> list[tuple[PageBoard, list[GameRecord]]]:
    records = list(records)
    found = []
    for name in _names(records):
        board = find_game(name).page_board
        if board is not None:
            found.append((board, [record for record in records if record.game == name]))
    return found


def _reported(move: MoveRecord) -> Any:
    """Return the six values of a move, without the trailing ones that are None; 0 if all are None."""
    values = [
        None if move.score is None else round(move.score, 3),
        move.win_in,
        move.depth,
        move.nodes,
        None if move.time is None else round(move.time * 1000, 1),
        1 if move.book else None,
    ]
    while values and values[-1] is None:
        values.pop()
    return values or 0
