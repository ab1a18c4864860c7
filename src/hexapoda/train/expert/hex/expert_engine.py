"""Which engine of Hex has a network that can learn. Needs no PyTorch, so settings can be read without it."""

from __future__ import annotations

__all__ = ["ENGINE", "GAME"]

ENGINE, GAME = "rave", "hex"
