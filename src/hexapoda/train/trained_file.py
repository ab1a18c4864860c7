"""Writes a network that was trained into a file that engines play with."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from hexapoda.nets.network_file import NetworkHeader, training_of, write_network
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.run_settings import RunSettings

__all__ = ["write_trained"]

_WEIGHT_TYPE = "float16"


def write_trained(
    path: Path, network: BoardNetwork, settings: RunSettings, variant: str, iteration: int
) -> None:
    """Write the network after an iteration into a file, atomically. Raises `UsageError` and `OSError`."""
    weights = network.weights()
    configuration = asdict(settings)
    # The file may be shared; where the games were is nobody's business.
    configuration["warm"]["games"] = Path(settings.warm.games).name
    header = NetworkHeader(
        architecture="board",
        game=settings.game,
        sizes=network.sizes,
        weight_type=_WEIGHT_TYPE,
        weights=len(weights),
        variant=variant,
        rules=settings.rules,
        observation=settings.observation,
        actions=settings.actions,
        training=training_of(configuration, iteration=iteration),
    )
    write_network(path, header, weights)
