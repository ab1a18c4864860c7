"""`Samples`: positions of self-play or of recorded games, with the targets for a network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import HexapodaError
from hexapoda.games.encodings import ActionLayout, Encodings, ObservationEncoder

__all__ = ["Samples", "symmetries_of"]


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions and their targets, as arrays of the same length."""

    observations: NDArray[Any]
    """[samples, *shape of the encoder]."""
    policies: NDArray[np.float32]
    """float32 [samples, actions]: the policy that the search recommends, or the move that was played."""
    values: NDArray[np.float32]
    """float32 [samples]: how the game ended for the player to move, 1, 0 or -1; with
    `LearnerSettings.search_value` or `WarmSettings.score_scale`, also values in between."""
    weights: NDArray[np.float32]
    """float32 [samples]: 1 if the value counts, 0 if it is unknown, as in a game that was cut short."""
    legal: NDArray[np.bool_]
    """bool [samples, actions]: the legal actions; [samples, 0] if they are not needed."""

    def __len__(self) -> int:
        return len(self.values)

    def part(self, rows: NDArray[np.int64]) -> Samples:
        """Return the samples in these rows."""
        return Samples(
            self.observations[rows],
            self.policies[rows],
            self.values[rows],
            self.weights[rows],
            self.legal[rows],
        )

    def augmented(
        self,
        encoder: ObservationEncoder,
        layout: ActionLayout,
        symmetries: list[int],
        rng: np.random.Generator,
    ) -> Samples:
        """Return the samples, each under a random symmetry."""
        observations, policies, legal = self.observations.copy(), self.policies.copy(), self.legal.copy()
        chosen = rng.choice(symmetries, len(self))
        for symmetry in symmetries:
            if symmetry == 0:
                continue
            rows = np.flatnonzero(chosen == symmetry)
            images = layout.permutation(symmetry)
            policies[np.ix_(rows, images)] = self.policies[rows]
            if legal.shape[1]:
                legal[np.ix_(rows, images)] = self.legal[rows]
            for row in rows:
                observations[row] = encoder.transform(self.observations[row], symmetry)
        return Samples(observations, policies, self.values, self.weights, legal)


def symmetries_of(encodings: Encodings, start: Any) -> list[int]:
    """Return the numbers of the symmetries that map `start` to a position of the same variant."""
    found = []
    for symmetry in range(len(encodings.symmetries)):
        try:
            image = encodings.transform(start, symmetry)
        except HexapodaError:
            continue
        if image.variant == start.variant:
            found.append(symmetry)
    return found
