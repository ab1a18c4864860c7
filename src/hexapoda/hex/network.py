"""The network of Hex: reads `data/network.gz`, which `tools/hex_network.py` writes.

cpp/hex/rave/network.hpp describes its inputs and the layout of its weights.
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
    """Return the weights for the core as 4-byte floats; the file contains little-endian 16-bit floats."""
    packed = gzip.decompress(files("hexapoda.hex").joinpath("data", "network.gz").read_bytes())
    return array("f", struct.unpack(f"<{len(packed) // 2}e", packed)).tobytes()
