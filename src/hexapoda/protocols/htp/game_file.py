"""Loads game files onto the board of an HTP server, where colors need not take turns.

A position is often saved as a game that White begins or in which one color moves twice. Such a game is
against the rules, so the readers of records reject it; the board accepts the stones as they are.
"""

from __future__ import annotations

from pathlib import Path

from hexapoda.errors import InvalidGameError
from hexapoda.game_file import load
from hexapoda.hex import BLACK, WHITE, Position, Swap
from hexapoda.hex.records.draft import GameDraft, Ply
from hexapoda.hex.records.reading import drafts
from hexapoda.hex.records.replay import record
from hexapoda.hex.text.notation import read_move
from hexapoda.hex.variant import variant_of
from hexapoda.protocols.htp.board import HtpBoard

__all__ = ["read_board"]


def read_board(path: str | Path, plies: int | None = None) -> tuple[HtpBoard, Swap]:
    """Return the board after `plies` plies (None: all) of the first game in a file, and its swap rule.

    Raises `InvalidGameError` if there is no game or it cannot be replayed, `UsageError` if the file cannot be
    read.
    """
    contents, found = drafts(load(path), str(path))
    draft = next(found, None)
    if draft is None:
        raise InvalidGameError(f"{path} holds no games: {contents.reason}", source=str(path))
    if _out_of_turn(draft):
        return _placed(draft, plies), "off"
    position = record(draft).position()
    while plies is not None and len(position.moves) > plies:
        position.pop()
    board = HtpBoard(position.columns, position.rows)
    board.load(position)
    return board, position.swap


def _out_of_turn(draft: GameDraft) -> bool:
    """Whether the main line consists of stones of known colors, and the colors do not alternate."""
    if draft.error is not None or draft.size is None:
        return False
    next_color = BLACK if draft.to_move is None else draft.to_move
    broken = False
    for ply in draft.root.main_line():
        if ply.color is None or not _is_stone(ply):
            return False
        broken |= ply.color != next_color
        next_color = 1 - ply.color
    return broken


def _is_stone(ply: Ply) -> bool:
    return not ply.text.startswith("swap") and ply.text != "pass"


def _placed(draft: GameDraft, plies: int | None) -> HtpBoard:
    columns, rows = draft.size or (0, 0)
    stones = [[cell for cell, color in draft.stones.items() if color == side] for side in (BLACK, WHITE)]
    board = HtpBoard(columns, rows)
    board.load(Position.from_stones(variant_of(columns, rows), *stones, color_to_move=draft.to_move))
    for ply in draft.root.main_line():
        if plies is None or ply.ply <= plies:
            board.play(ply.color or BLACK, read_move(ply.text), "off")
    return board
