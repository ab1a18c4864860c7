"""The encodings of Hex by name: the Hex implementation of `hexapoda.games.encodings.Encodings`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexapoda._core import env
from hexapoda.games.encodings import ActionLayout, Batch, BatchArrays, ObservationEncoder, read_encoding
from hexapoda.hex.encode.actions import HexCellActions
from hexapoda.hex.encode.planes import HexPlanes
from hexapoda.hex.encode.symmetry import SYMMETRIES, transform_position
from hexapoda.hex.position import Position
from hexapoda.hex.variant import board_size

__all__ = ["ENCODINGS", "HexEncodings"]


@dataclass(frozen=True)
class HexEncodings:
    """The encodings of Hex: `planes` for positions and `cells` for moves."""

    observations: tuple[str, ...] = ("planes",)
    actions: tuple[str, ...] = ("cells",)
    symmetries: tuple[str, ...] = SYMMETRIES
    color_symmetries: tuple[int, ...] = (0, 1)

    def encoder(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> HexPlanes:
        """Return the encoder of positions on a board. Raises `UsageError`."""
        read_encoding(text, "observation of Hex", self.observations, {})
        return HexPlanes(*board_size(variant))

    def layout(self, text: str, variant: str, rules: Mapping[str, str] | None = None) -> HexCellActions:
        """Return the action layout of a board. Raises `UsageError`."""
        read_encoding(text, "action layout of Hex", self.actions, {})
        return HexCellActions(*board_size(variant), swap=(rules or {}).get("swap", "off") != "off")

    def transform(self, position: Position, symmetry: int) -> Position:
        """Return the image of a position, without its history."""
        return transform_position(position, symmetry)

    def color_of(self, position: Position, player: int) -> int:
        """Return 0 if a player is Black, 1 if White. Players and colors differ after a swap of sides."""
        return player ^ position.sides_swapped

    def state_text(self, position: Position) -> str:
        """Return the text of a position, which is complete: no rule depends on earlier positions."""
        return position.text()

    def batch(
        self,
        start: Position,
        encoder: ObservationEncoder,
        layout: ActionLayout,
        arrays: BatchArrays,
        **settings: Any,
    ) -> Batch:
        """Return a batch of games that begin at a position. The core writes the same arrays as `encoder` and
        `layout`.
        """
        return env.hex(start, arrays=env.BatchArrays(**arrays.for_core()), **settings)


ENCODINGS = HexEncodings()
"""The encodings of Hex. The object has no state."""
