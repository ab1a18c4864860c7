"""The encodings of Hive by name; implements `hexapoda.games.encodings.Encodings`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexapoda._core import env
from hexapoda.games.encodings import ActionLayout, Batch, BatchArrays, ObservationEncoder, read_encoding
from hexapoda.hive.encode.cell_actions import HiveCellActions
from hexapoda.hive.encode.openspiel_actions import OpenSpielActions
from hexapoda.hive.encode.planes import HivePlanes
from hexapoda.hive.encode.symmetry import SYMMETRIES, transform_position
from hexapoda.hive.encode.tokens import HiveTokens
from hexapoda.hive.encode.window import HiveWindow
from hexapoda.hive.move import MoveKind
from hexapoda.hive.position import Position
from hexapoda.hive.variant import parse_variant

__all__ = ["ENCODINGS", "HiveEncodings"]

_OPTIONS = {"planes": ("window",), "cells": ("window",)}


@dataclass(frozen=True)
class HiveEncodings:
    """The encodings of positions as planes or tokens, and of moves in OpenSpiel's numbering or by cell."""

    observations: tuple[str, ...] = ("planes", "tokens")
    actions: tuple[str, ...] = ("openspiel", "cells")
    symmetries: tuple[str, ...] = SYMMETRIES
    color_symmetries: tuple[int, ...] = tuple(range(len(SYMMETRIES)))

    def encoder(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> ObservationEncoder:
        """Return the encoder `planes[:window=SIZE]` or `tokens` for a variant. Raises `UsageError`."""
        name, values = read_encoding(text, "observation of Hive", self.observations, _OPTIONS)
        variant = parse_variant(variant)
        if name == "tokens":
            return HiveTokens(variant)
        return HivePlanes(variant, HiveWindow.of(values.get("window"), variant))

    def layout(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> ActionLayout:
        """Return the layout `openspiel` or `cells[:window=SIZE]` for a variant. Raises `UsageError`."""
        name, values = read_encoding(text, "action layout of Hive", self.actions, _OPTIONS)
        if name == "openspiel":
            return OpenSpielActions()
        return HiveCellActions(HiveWindow.of(values.get("window"), parse_variant(variant)))

    def transform(self, position: Position, symmetry: int) -> Any:
        """Return the image of a position and its history under a symmetry."""
        return transform_position(position, symmetry)

    def color_of(self, position: Position, player: int) -> int:
        """Return 0 for White, 1 for Black: players keep their colors."""
        return player

    def state_text(self, position: Position) -> str:
        """Return the text of a position, the number of consecutive passes before it and, if repetition
        is a draw, the keys of the earlier positions that can recur.
        """
        text = f"{position.text()} passes={position.passes}"
        if not position.repetition:
            return text
        earlier, keys = position.copy(), []
        for move in reversed(position.moves):
            if move.kind is MoveKind.PLACE:
                break  # a piece never leaves the board, so no position before this one recurs
            earlier.pop()
            keys.append(f"{earlier.key:x}")
        return " ".join([text, *sorted(keys)])

    def batch(
        self,
        start: Position,
        encoder: ObservationEncoder,
        layout: ActionLayout,
        arrays: BatchArrays,
        **settings: Any,
    ) -> Batch:
        """Return a batch of games that start from a position. It writes the same values as the encoder and
        the layout.
        """
        return env.hive(
            start,
            arrays=env.BatchArrays(**arrays.for_core()),
            window=encoder.window.size if isinstance(encoder, HivePlanes) else 0,
            action_window=layout.window.size if isinstance(layout, HiveCellActions) else 0,
            **settings,
        )


ENCODINGS = HiveEncodings()
"""The encodings of Hive. The object has no state."""
