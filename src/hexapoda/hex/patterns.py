"""What the patterns of likely moves weigh: the way to `data/patterns.gz`, written by `tools/hex_patterns.py`.

What a pattern is: cpp/hex/rave/move_patterns.hpp.
"""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files

__all__ = ["pattern_weights"]


@cache
def pattern_weights() -> bytes:
    """One signed byte for each feature of the core's `pattern_features`."""
    packed = files("hexapoda.hex").joinpath("data", "patterns.gz").read_bytes()
    return gzip.decompress(packed)
