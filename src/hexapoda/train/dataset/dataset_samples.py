"""`dataset_samples`: the positions of a dataset as arrays that a network learns from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from hexapoda.errors import IllegalMoveError, InvalidMoveError, UsageError
from hexapoda.train.dataset.card import DatasetCard
from hexapoda.train.dataset.part import DatasetPart
from hexapoda.train.dataset.reading import read_shard
from hexapoda.train.episode import EpisodeSettings
from hexapoda.train.samples import Samples

__all__ = ["dataset_samples"]


def dataset_samples(
    folder: Path | str, settings: EpisodeSettings, *, size: int = 4096, legal_only: bool = False
) -> Iterator[Samples]:
    """Yield the positions of a dataset in order, `size` at a time; the last batch may be smaller.

    The policy target is the policy of the search or, without one, the move that was played. The value target
    is the proof or, without one, the mean of the result and the search's value, or whichever of the two is
    known; if neither is known, the weight of the value is 0. Positions that have another variant or other
    rules, or do not fit the encodings, are skipped. With `legal_only`, the samples include the legal actions.

    Raises the errors of `read_dataset`, and `UsageError` if the dataset is of another game or has text that
    is not a move.
    """
    folder = Path(folder)
    card = DatasetCard.read(folder)
    if card.game != settings.game.name:
        raise UsageError(f"the dataset has games of {card.game}: expected {settings.game.name}")
    if size < 1:
        raise UsageError(f"size must be at least 1, not {size}")
    return _batches((read_shard(folder, entry) for entry in card.shards), settings, size, legal_only)


def _batches(
    parts: Iterator[DatasetPart], settings: EpisodeSettings, size: int, legal_only: bool
) -> Iterator[Samples]:
    batch = _Batch(settings, size, legal_only)
    for part in parts:
        fitting = {rules: batch.fits(rules) for rules in set(part.rules)}
        for row in range(len(part)):
            if fitting[part.rules[row]]:
                batch.add(part, row)
                if batch.rows == size:
                    yield batch.take()
    if batch.rows:
        yield batch.take()


class _Batch:
    """A batch of samples that is being filled."""

    def __init__(self, settings: EpisodeSettings, size: int, legal_only: bool) -> None:
        self._settings, self._size, self._legal_only = settings, size, legal_only
        self._switches = settings.game.switches(settings.rules)
        self._begin()

    def _begin(self) -> None:
        encoder, layout, size = self._settings.encoder, self._settings.layout, self._size
        self.rows = 0
        self._observations = np.zeros((size, *encoder.shape), encoder.dtype)
        self._policies = np.zeros((size, layout.size), np.float32)
        self._values, self._weights = np.zeros(size, np.float32), np.zeros(size, np.float32)
        self._legal = np.zeros((size, layout.size if self._legal_only else 0), np.bool_)

    def fits(self, rules: str) -> bool:
        """Return whether these rule switches agree with the settings."""
        game = self._settings.game
        return game.switches(game.parse_rules(filter(None, rules.split(",")))) == self._switches

    def add(self, part: DatasetPart, row: int) -> None:
        """Add a position, unless it has another variant or does not fit the encodings."""
        settings, number = self._settings, self.rows
        position = settings.game.parse_position(part.positions[row], settings.rules)
        if position.variant != settings.variant:
            return
        policy = part.policy(row) or {part.played[row]: 1.0}
        try:
            for text, share in policy.items():
                action = settings.layout.number(position, position.parse_move(text))
                self._policies[number, action] = share
            settings.encoder.write(position, self._observations[number])
            if self._legal_only:
                self._legal[number] = settings.layout.mask(position)
        except InvalidMoveError as error:
            raise UsageError(f"position {part.positions[row]!r} of the dataset: {error}") from None
        except (IllegalMoveError, UsageError):
            self._policies[number] = 0
            return
        self._values[number], self._weights[number] = _value(part, row)
        self.rows += 1

    def take(self) -> Samples:
        """Return the samples, and begin a new batch."""
        rows = slice(self.rows)
        samples = Samples(
            self._observations[rows],
            self._policies[rows],
            self._values[rows],
            self._weights[rows],
            self._legal[rows],
        )
        self._begin()
        return samples


def _value(part: DatasetPart, row: int) -> tuple[float, float]:
    """Return the value target of a position, for the player to move, and its weight: 0 if unknown, else 1."""
    proof = float(part.proofs[row])
    if not np.isnan(proof):
        return proof, 1.0
    known = [float(column[row]) for column in (part.results, part.values) if not np.isnan(column[row])]
    return (sum(known) / len(known), 1.0) if known else (0.0, 0.0)
