"""The Hex network that comes with the package, and the check that a file contains a network of its kind.

cpp/hex/rave evaluates it and documents the order of its weights; `hexapoda.train.expert` trains it.
"""

from __future__ import annotations

import math
import struct
from array import array
from functools import cache
from typing import Any

from hexapoda._core import hex as _core
from hexapoda.errors import UsageError
from hexapoda.hex.position import Position
from hexapoda.nets.network_file import NetworkHeader, read_weights
from hexapoda.nets.shipped import find_network

__all__ = [
    "ARCHITECTURE",
    "MAX_NETWORK_SIDE",
    "check_network",
    "network_weights",
    "playout_share",
    "sharpened",
    "win_estimate",
]

ARCHITECTURE = "hex"
MAX_NETWORK_SIDE = 19
"""The side of the largest square board for which `rave` uses a network; boards of other shapes may have as
many cells. Its square is kNetworkCells in cpp/hex/rave/rave_settings.hpp. The network of the package was
trained on boards up to 13x13. The solver uses it on all boards, because it only orders moves there.
"""
_PLAYOUTS = 8
"""The playouts of an estimate."""
_TRAINED_SIDE = 13
"""The side of the largest boards on which the network of the package was trained."""
_NAME = "hex"
"""The name of the package's network."""
_FIELDS: dict[str, Any] = {
    "architecture": ARCHITECTURE,
    "game": "hex",
    "variant": None,
    "rules": {},
    "observation": "planes",
    "actions": "cells",
    "weight_type": "float16",
}
"""The header fields that every network of Hex has."""


@cache
def network_weights() -> bytes:
    """Return the weights of the package's network as 4-byte floats, as the core takes them. Raises
    `UsageError` if the file is damaged.
    """
    header, stored = read_weights(find_network(_NAME))
    check_network(header, _NAME)
    return array("f", struct.unpack(f"<{header.weights}e", stored)).tobytes()


def playout_share(columns: int, rows: int) -> float:
    """Return the weight of bridge-saving playouts, from 0 to 1, when a search averages them with a value of
    the package's network. It is 0 on boards as large as those on which the network was trained, and one half
    from 17x17 on, because the network's values say less there: docs/experiments/hex-engine.md.
    """
    return min(max((math.sqrt(columns * rows) - _TRAINED_SIDE) / 8, 0.0), 0.5)


def win_estimate(position: Position) -> float:
    """Return an estimate of the win probability of the side to move: its odds are the geometric mean of those
    that the package's network gives and those of a few playouts.

    The network's value is the mean for the board and its rotation by 180 degrees. The network's policy plays
    the first moves of the playouts, which are always the same; half of them are on the rotated board, where
    they are the same again if the position is its own rotation.
    Together they take about 45 milliseconds on 11x11 and 150 on 19x19, on a CPU with AVX2.

    The estimate was never tested on boards with more than `MAX_NETWORK_SIDE` squared cells, and is not used
    there. Raises `ValueError` if the game is over and `UsageError` if the network's file is damaged.
    """
    weights, half = network_weights(), _PLAYOUTS // 2
    network = _core.network_value(position, weights)
    wins = sum(half * _core.policy_playouts(position, weights, half, rotated=each) for each in (False, True))
    black = (wins + 0.5) / (_PLAYOUTS + 1)
    playouts = black if position.color_to_move == 0 else 1 - black
    won, lost = network * playouts, (1 - network) * (1 - playouts)
    return sharpened(won / (won + lost), 0.5)


def sharpened(value: float, power: float) -> float:
    """Return a win probability with its odds, p / (1 - p), raised to a power.

    A power below 1 moves the probability toward one half.
    """
    if value in (0, 1):
        return value
    return 1 / (1 + math.pow((1 - value) / value, power))


def check_network(header: NetworkHeader, name: str) -> None:
    """Raise `UsageError`, with a message that begins with `name`, unless the header belongs to a Hex
    network.
    """
    for field, expected in _FIELDS.items():
        found = getattr(header, field)
        if found != expected:
            raise UsageError(f"{name}: the header says {field} {found!r}: expected {expected!r}")
    sizes = dict(header.sizes)
    if set(sizes) != {"channels", "blocks"} or sizes["channels"] != _core.NETWORK_CHANNELS:
        raise UsageError(
            f"{name}: the sizes of the network are {sizes}: "
            f"expected blocks, and {_core.NETWORK_CHANNELS} channels"
        )
    weights = _core.NETWORK_WEIGHTS + sizes["blocks"] * _core.NETWORK_BLOCK_WEIGHTS
    if header.weights != weights:
        raise UsageError(
            f"{name}: the network has {header.weights} weights: "
            f"expected {weights} for {sizes['blocks']} blocks"
        )
