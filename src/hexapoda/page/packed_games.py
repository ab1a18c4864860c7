"""`PackedGames`: many games as compressed JSON.

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
"""A block is closed once its JSON has this many characters."""


class PackedGames:
    """A collection of records, in the form that `record_json` returns."""

    def __init__(self) -> None:
        self._blocks: list[str] = []
        self._open: list[str] = []
        self._size = 0

    def add(self, record: Mapping[str, object]) -> tuple[int, int]:
        """Add a record. Return the number of its block, and its index in the block."""
        text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        place = len(self._blocks), len(self._open)
        self._open.append(text)
        self._size += len(text)
        if self._size >= _BLOCK:
            self._close()
        return place

    def blocks(self) -> list[str]:
        """Close the last block and return all blocks, each a JSON list of records that `packed` has
        compressed.
        """
        self._close()
        return self._blocks

    def _close(self) -> None:
        if self._open:
            self._blocks.append(packed(f"[{','.join(self._open)}]"))
            self._open, self._size = [], 0


def packed(text: str) -> str:
    """Compress text with zlib and return it in Base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "backslashreplace"), 9)).decode()
