"""Networks for tests: files with random weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from hexapoda.games import find_game
from hexapoda.nets.network_file import NetworkHeader, write_network
from tests.nn.plain_board_network import weight_count

__all__ = ["random_network"]


def random_network(
    path: Path,
    game: str,
    variant: str,
    observation: str,
    actions: str,
    *,
    scale: float = 0.1,
    changes: Mapping[str, object] | None = None,
) -> Path:
    """Write a small network; `changes` replace fields of its header."""
    encodings = find_game(game).encodings
    assert encodings is not None
    planes, height, width = encodings.encoder(observation, variant).shape
    layout = encodings.layout(actions, variant)
    kinds, others = divmod(layout.size, height * width)
    sizes = {
        "planes": planes,
        "height": height,
        "width": width,
        "channels": 4,
        "blocks": 1,
        "kinds": kinds,
        "others": others,
    }
    if layout.piece_planes:
        sizes["pieces"] = layout.piece_planes
    count = weight_count(sizes)
    values = {
        "architecture": "board",
        "game": game,
        "sizes": sizes,
        "weight_type": "float32",
        "weights": count,
        "variant": variant,
        "observation": observation,
        "actions": actions,
        **(changes or {}),
    }
    write_network(
        path,
        NetworkHeader(**values),  # type: ignore[arg-type]
        scale * np.random.default_rng(1).standard_normal(count),
    )
    return path
