"""`PackedGames`: many games as JSON in little space.

Neighboring games have most of their JSON in common, so they are compressed together, in blocks that a browser
unpacks when one of their games is chosen. `static/viewer/packed_games.js` reads them.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping

__all__ = ["PackedGames", "packed"]

_BLOCK = 400_000
"""Characters of JSON from which a block is complete."""


class PackedGames:
    """Collects records as `record_json` returns them."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._open: list[str] = []
        self._size = 0

    def add(self, record: Mapping[str, object]) -> tuple[int, int]:
        """Add a record. Return its place: the number of its block, and its number in it."""
        text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        place = len(self._blocks), len(self._open)
        self._open.append(text)
        self._size += len(text)
        if self._size >= _BLOCK:
            self._close()
        return place

    def blocks(self) -> list[str]:
        """Return all blocks, each a list of records as JSON, compressed with zlib, in Base64."""
        self._close()
        return self._blocks

    def _close(self) -> None:
        if self._open:
            self._blocks.append(packed(f"[{','.join(self._open)}]"))
            self._open, self._size = [], 0


def packed(text: str) -> str:
    """Return a text compressed with zlib, in Base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), 9)).decode()
