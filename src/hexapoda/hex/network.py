"""The network of Hex: the way to `data/network.gz`, written by `tools/hex_network.py`.

What it looks at and how its numbers lie: cpp/hex/rave/network.hpp.
"""

from __future__ import annotations

import gzip
import struct
from array import array
from functools import cache
from importlib.resources import files

__all__ = ["network_weights"]


@cache
def network_weights() -> bytes:
    """The weights as the core takes them, floats of 4 bytes; the file holds halves, little end first."""
    packed = gzip.decompress(files("hexapoda.hex").joinpath("data", "network.gz").read_bytes())
    return array("f", struct.unpack(f"<{len(packed) // 2}e", packed)).tobytes()
