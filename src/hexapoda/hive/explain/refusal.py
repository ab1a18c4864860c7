"""The answer to an illegal try: one rule, in words and as data."""

from __future__ import annotations

from dataclasses import dataclass

from hexapoda.hive.cell import Cell
from hexapoda.hive.piece import Piece
from hexapoda.hive.rule import Rule


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a try is illegal.

    `text` is one lower-case sentence; `cells` and `pieces` prove the rule, as told at each member of `Rule`.
    """

    rule: Rule
    text: str
    cells: tuple[Cell, ...] = ()
    pieces: tuple[Piece, ...] = ()

    def __str__(self) -> str:
        return self.text
