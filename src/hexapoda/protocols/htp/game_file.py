"""Loads game files onto the board of an HTP server."""

from __future__ import annotations

from pathlib import Path

from hexapoda.hex import Position, Swap
from hexapoda.protocols.htp.board import HtpBoard
from hexapoda.record import scan_games

__all__ = ["read_board"]


def read_board(path: str | Path, plies: int | None = None) -> tuple[HtpBoard, Swap]:
    """Return the board after `plies` plies (None: all) of the first game in a file, and its swap rule. Passes
    that the reader inserted where a color moves twice do not count as plies.

    Raises `InvalidGameError` if there is no game or its main line is not legal, and `UsageError` if the file
    cannot be read.
    """
    found = next(scan_games(path, "hex"))
    put_in = {repair.ply for repair in found.checked().repairs if repair.kind == "inserted"}
    position: Position = found.position
    if plies is not None:
        kept = 0
        for number in range(1, len(position.moves) + 1):
            if number not in put_in:
                plies -= 1
            if plies < 0:
                break
            kept = number
        while len(position.moves) > kept:
            position.pop()
    board = HtpBoard(position.columns, position.rows)
    board.load(position)
    return board, position.swap
