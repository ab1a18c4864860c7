"""`DeviceSelfPlay`: self-play whose positions are evaluated where the network learns."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.train.board_network import BoardNetwork
from hexapoda.train.device_network import DeviceNetwork
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.self_play import Part, SelfPlayed, play_parts

__all__ = ["DeviceSelfPlay"]


class DeviceSelfPlay:
    """A `SelfPlayer` that plays with the network of the learner itself, on its device."""

    def __init__(self, network: BoardNetwork) -> None:
        self._network = DeviceNetwork(network)

    def __call__(
        self,
        settings: RunSettings,
        sizes: dict[str, int],
        weights: NDArray[np.float32],
        parts: Sequence[Part],
        on_ended: Callable[[int], None],
    ) -> Generator[tuple[Part, SelfPlayed]]:
        """Yield the parts as they end. The sizes and weights are those that the network has. Raises
        `UsageError` if the memory of the GPU is too small, and `EngineError` if the network cannot play.
        """
        del sizes, weights  # the network has them already
        try:
            yield from play_parts(settings, self._network, parts, on_ended)
        except RuntimeError as error:  # page-locked memory raises this, too
            if "out of memory" not in str(error).lower():
                raise
            raise UsageError(
                "there is not enough memory for self-play on the GPU: expected fewer self_play.games, "
                "more self_play.parts or device = 'cpu'"
            ) from None
