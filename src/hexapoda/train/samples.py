"""`Samples`: positions of self-play or of recorded games, with the targets for a network."""

from __future__ import annotations

import io
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games.encodings import ActionLayout, Encodings, ObservationEncoder
from hexapoda.train.run_folder import read_checked, write_checked

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

    @staticmethod
    def joined(parts: list[Samples]) -> Samples:
        """Return the samples of all parts."""
        return Samples(*(np.concatenate([getattr(part, name) for part in parts]) for name in _NAMES))

    def save(self, path: Path) -> None:
        """Write the samples into a file, atomically and with a checksum. Raises `OSError`."""
        data = io.BytesIO()
        np.savez_compressed(data, **{name: getattr(self, name) for name in _NAMES})
        write_checked(path, data.getvalue())

    @staticmethod
    def load(path: Path) -> Samples:
        """Read a file of samples. Raises `UsageError` if it is missing or damaged."""
        try:
            content = read_checked(path)
        except OSError as error:
            raise UsageError(f"cannot read the samples {str(path)!r}: {error.strerror}") from None
        if content is None:
            raise UsageError(f"the samples {str(path)!r} are damaged: the checksum is wrong")
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in _NAMES if name in arrays}
        # Files of earlier versions have no legal actions.
        return Samples(**{"legal": np.zeros((len(found["values"]), 0), np.bool_), **found})

    def part(self, rows: NDArray[np.int64]) -> Samples:
        """Return the samples in these rows."""
        return Samples(*(getattr(self, name)[rows] for name in _NAMES))

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


_NAMES = [field.name for field in fields(Samples)]


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
