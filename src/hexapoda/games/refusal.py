"""`Refusal`: why a move is not legal, in words and as data. All games use the same form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapoda.games.json_types import RefusalFields

__all__ = ["Refusal"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal.

    Attributes:
        rule: the rule that forbids it, a member of the game's `Rule` enum; None if the game names no rules.
        text: one lower-case sentence.
        cells: the cells that show why, as documented for the rule.
        pieces: the pieces that show why; empty in games without named pieces.
    """

    rule: Enum | None
    text: str
    cells: tuple[tuple[int, int], ...] = ()
    pieces: tuple[object, ...] = ()

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> RefusalFields:
        """Return `rule`, `text`, `cells` and `pieces` as plain data."""
        return {
            "rule": None if self.rule is None else self.rule.value,
            "text": self.text,
            "cells": list(self.cells),
            "pieces": [str(piece) for piece in self.pieces],
        }
