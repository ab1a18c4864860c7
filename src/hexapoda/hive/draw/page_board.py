"""The SVG definitions that the Hive boards on a page share.

The shapes come from `hexapoda.hive.draw.picture`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hexapoda.hive.draw.palette import LIGHT
from hexapoda.hive.draw.picture import hexagon, piece_symbols
from hexapoda.record import GameRecord

__all__ = ["definitions"]

LOOK = "light"


def definitions(records: Iterable[GameRecord]) -> str:
    """Return an invisible SVG that defines all tiles and bugs. A page includes it once."""
    shadow = hexagon(95, 17, 10)
    return (
        '<svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        f"{piece_symbols(LIGHT, LOOK)}"
        f'<path id="hexapoda-shadow" d="{shadow}"/>'
        "</defs></svg>"
    )
