"""`ClusterSelfPlay`: self-play on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from hexapoda.host.calls import Calls
from hexapoda.train.run_settings import RunSettings
from hexapoda.train.self_play import Part, SelfPlayed, play_here

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ClusterSelfPlay", "play_part"]

Shared = tuple[RunSettings, dict[str, int], "NDArray[np.float32]"]
"""What all parts need: the settings, and the sizes and weights of the network."""


def play_part(shared: Shared, part: Part) -> SelfPlayed:
    """The call: play a part, on one core."""
    settings, sizes, weights = shared
    [(_, played)] = play_here(replace(settings, threads=1), sizes, weights, [part], lambda ended: None)
    return played


class ClusterSelfPlay:
    """A `SelfPlayer` whose parts are played by the machines of a cluster, with the functions that play here.

    The games are those that this machine would play, if the machines are of one kind: floating-point sums
    may differ in the last bit between CPUs.
    """

    def __init__(self, cluster: Calls) -> None:
        """`cluster`: where the parts are played."""
        self._cluster = cluster

    def __call__(
        self,
        settings: RunSettings,
        sizes: dict[str, int],
        weights: NDArray[np.float32],
        parts: Sequence[Part],
        on_ended: Callable[[int], None],
    ) -> Generator[tuple[Part, SelfPlayed]]:
        """Yield the parts as they end. Raises the errors of `Calls.calls`."""
        yield from self._cluster.calls(
            play_part,
            (settings, sizes, weights),
            parts,
            name=lambda part: f"the games of part {part.number}",
        )
