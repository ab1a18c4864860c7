"""The weights of move patterns: reads `data/patterns.gz`, which `tools/hex_patterns.py` writes.

cpp/hex/rave/move_patterns.hpp defines the patterns.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

__all__ = ["pattern_weights"]


@cache
def pattern_weights() -> bytes:
    """Return the weights: one signed byte for each feature of the core's `pattern_features`."""
    packed = files("hexapoda.hex").joinpath("data", "patterns.gz").read_bytes()
    return gzip.decompress(packed)
