"""The meaning of the texts in a record: moves, passes, swaps, and colors that do not alternate.

Two cases need an interpretation. If the color that swaps also places the next stone, the first stone stays
and the players exchange sides, whatever the record calls the swap: programs at the Computer Olympiad write
swaps this way. Otherwise `swap-pieces` and `swap` mirror the stone. If a color moves twice in a row, as in
positions that were saved as games, the other color passed in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from hexapoda.errors import HexapodaError, IllegalMoveError
from hexapoda.hex.cell import parse_cell
from hexapoda.hex.game import HEX
from hexapoda.hex.move import Move
from hexapoda.hex.position import Position, Swap
from hexapoda.hex.text.notation import read_move
from hexapoda.hex.variant import board_size, variant_of
from hexapoda.record import GameRecord
from hexapoda.record.draft import Draft, Ply
from hexapoda.text.sentence import Sentence

__all__ = ["HexInterpreter"]

_COLORS = (Sentence("Black"), Sentence("White"))
_USUAL_SIDES = (11, 13, 14, 19, 26)
_SWAP_WORDS = frozenset({"swap", "swap-pieces"})
_STRICT = "gamestring"
"""The format in which a named swap rule holds, whatever the moves imply."""


class HexInterpreter:
    """Plays the texts of one draft; see `hexapoda.record.replay.Interpreter`.

    The `target` of a ply is the canonical text of its move, or the error if it cannot be read.
    """

    def __init__(self, draft: Draft) -> None:
        header = draft.header
        variant = header.variant or variant_of(*_smallest(draft.root))
        swap = _swap_rule(draft, variant)
        if header.start is None:
            self.position = Position(variant, swap=swap)
        else:
            self.position = Position.from_text(header.start, swap=None if "swap=" in header.start else swap)
        swap = self.position.swap
        same = dict(header.rules).get("swap", "off") == swap
        rules = header.rules if same else () if swap == "off" else (("swap", swap),)
        self.header: GameRecord = replace(header, variant=self.position.variant, rules=rules)
        self._sides = swap == "sides"
        self._skipped = False

    def play_line(self, texts: Sequence[str]) -> Sequence[str] | None:
        """Play a whole line at once and return its canonical texts. If a ply is not a legal stone or swap,
        play nothing and return None: the caller then plays the plies one by one.
        """
        position = self.position
        played = 0
        try:
            moves = [read_move(text) for text in texts]
            for move in moves:
                position.push(move)
                played += 1
        except HexapodaError:
            for _ in range(played):
                position.pop()
            return None
        return list(map(str, moves))

    def play(self, ply: Ply) -> str:
        """Play a ply and return its canonical text. Raises `IllegalMoveError`, `InvalidMoveError` or the
        error that is the ply's `target`.
        """
        self._skipped = False
        if isinstance(ply.target, HexapodaError):
            raise ply.target
        text: str = ply.text if ply.target is None else ply.target
        position = self.position
        if ply.color is not None and ply.color != position.color_to_move:
            self._skipped = position.outcome() is None and not text.startswith("swap")
            raise IllegalMoveError(
                Sentence("expected a move by {color}", color=_COLORS[position.color_to_move])
            )
        if text.lower() in _SWAP_WORDS:
            text = "swap-sides" if self._sides else "swap-pieces"
        move = read_move(text)
        HEX.push_recorded(position, move)
        return str(move)

    def undo(self) -> None:
        """Take back the last ply."""
        self.position.pop()

    def play_missing(self) -> str | None:
        """If the last ply was refused because it had the wrong color, play a pass of the other color and
        return its text; otherwise return None.
        """
        if not self._skipped:
            return None
        self.position.push_pass()
        return str(Move.PASS)

    def is_surplus(self, ply: Ply) -> bool:
        """Return whether a ply after the end is a pass."""
        return (ply.text if ply.target is None else ply.target) == str(Move.PASS)

    def player_of(self, color: int) -> int:
        """Return the player who has a color at the end of the line."""
        return self.position.player_of(color)

    def finish(self) -> int | None:
        """Return None: positions do not repeat, and the rules were set at the start."""
        return None


def _swap_rule(draft: Draft, variant: str) -> Swap:
    """Return the swap rule that the main line implies, else the one that the record names, else the one that
    a variation implies. A record in the format `_STRICT` that names a rule keeps it.
    """
    named = cast("Swap", dict(draft.header.rules).get("swap", "off"))
    if draft.format == _STRICT and "swap" in dict(draft.header.rules):
        return named
    swap, is_main = _first_swap(draft.root)
    columns, rows = board_size(variant)
    if swap is None or (named != "off" and not is_main):
        return named if named != "pieces" or columns == rows else "sides"
    follows = swap.variations[0].color if swap.variations else None
    stayed = follows is not None and follows == swap.color
    sides = _text(swap) == "swap-sides" or columns != rows or stayed
    return "sides" if sides else "pieces"


def _first_swap(root: Ply) -> tuple[Ply | None, bool]:
    """Return the swap in the main line, or else in the first variation that has one, and whether it is in the
    main line. In variations only the second move is considered.
    """
    if root.tail and not any(text.startswith("swap") for text in root.tail):  # most games have no swap
        return None, False
    found = next((ply for ply in root.main_line() if _text(ply).startswith("swap")), None)
    if found is not None:
        return found, True
    for first in root.variations:
        for ply in first.variations:
            if _text(ply).startswith("swap"):
                return ply, False
    return None, False


def _text(ply: Ply) -> str:
    if ply.target is None:
        return ply.text.lower()
    return ply.target if isinstance(ply.target, str) else ""


def _smallest(root: Ply) -> tuple[int, int]:
    """Return the smallest usual board that contains the main line."""
    last = 0
    for text in root.tail or map(_text, root.main_line()):
        try:
            last = max(last, *parse_cell(text))
        except HexapodaError:
            continue  # a swap, or an invalid cell, which `play` reports
    usual = next(usual for usual in _USUAL_SIDES if usual > last)
    return usual, usual
