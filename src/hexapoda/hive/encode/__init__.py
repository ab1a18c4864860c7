"""Positions of Hive as arrays, and moves as numbers."""

from hexapoda.hive.encode.encodings import ENCODINGS, HiveEncodings

__all__ = ["ENCODINGS", "HiveEncodings"]
