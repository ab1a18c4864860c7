"""Hex positions as arrays, and moves as numbers."""

from hexapoda.hex.encode.encodings import ENCODINGS, HexEncodings

__all__ = ["ENCODINGS", "HexEncodings"]
