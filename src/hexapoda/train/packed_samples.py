"""`PackedSamples`: many samples in little memory. A position of Hive takes 67 to 284 kB as arrays, most of
them zeros, and 1 to 2 kB as runs of equal numbers."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.train.run_folder import read_checked, write_checked
from hexapoda.train.samples import Samples

__all__ = ["PackedSamples"]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of an array, each as runs of equal numbers."""

    shape: tuple[int, ...]
    """The shape of a row."""
    numbers: NDArray[Any]
    """[runs]: the number that each run repeats."""
    lengths: NDArray[Any]
    """uint16 or uint32 [runs]: the lengths of the runs. No run continues in the next row."""
    ends: NDArray[np.int64]
    """int64 [rows]: the end of each row's runs."""

    @staticmethod
    def of(array: NDArray[Any]) -> _Rows:
        """Pack an array [rows, *shape]."""
        rows, shape = len(array), array.shape[1:]
        flat = array.reshape(rows, -1) if array.size else array.reshape(rows, 0)
        size = flat.shape[1]
        begins = np.ones(flat.shape, np.bool_)
        np.not_equal(flat[:, 1:], flat[:, :-1], out=begins[:, 1:])
        first = np.flatnonzero(begins)
        lengths = np.diff(first, append=flat.size)
        kind = np.uint16 if size <= np.iinfo(np.uint16).max else np.uint32
        ends = np.cumsum(begins.sum(axis=1, dtype=np.int64))
        return _Rows(shape, flat.reshape(-1)[first], lengths.astype(kind), ends)

    @staticmethod
    def joined(parts: Sequence[_Rows]) -> _Rows:
        """Return the rows of all parts, whose rows have the same shape."""
        begins = np.cumsum([0, *(len(part.numbers) for part in parts[:-1])])
        return _Rows(
            parts[0].shape,
            np.concatenate([part.numbers for part in parts]),
            np.concatenate([part.lengths for part in parts]),
            np.concatenate([begin + part.ends for begin, part in zip(begins, parts, strict=True)]),
        )

    def unpacked(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Return some rows as an array [rows, *shape]."""
        runs, _ = self._runs_of(rows)
        return np.repeat(self.numbers[runs], self.lengths[runs]).reshape(len(rows), *self.shape)

    def taken(self, rows: NDArray[np.int64]) -> _Rows:
        """Return some rows, which may be repeated."""
        runs, counts = self._runs_of(rows)
        return _Rows(self.shape, self.numbers[runs], self.lengths[runs], np.cumsum(counts))

    def _runs_of(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the indices of all runs of some rows, and how many each row has."""
        begins = np.concatenate([[0], self.ends])[rows]
        counts = self.ends[rows] - begins
        # The runs of a row are consecutive.
        return np.arange(counts.sum()) + np.repeat(begins - np.cumsum(counts) + counts, counts), counts

    @property
    def nbytes(self) -> int:
        return self.numbers.nbytes + self.lengths.nbytes + self.ends.nbytes


@dataclass(frozen=True, slots=True)
class PackedSamples:
    """`Samples` whose arrays are unpacked for some rows at a time."""

    observations: _Rows
    policies: _Rows
    legal: _Rows
    values: NDArray[np.float32]
    """float32 [samples]; see `Samples`."""
    weights: NDArray[np.float32]
    """float32 [samples]; see `Samples`."""

    def __len__(self) -> int:
        return len(self.values)

    @property
    def nbytes(self) -> int:
        """The size in memory, in bytes."""
        return sum(getattr(self, name).nbytes for name in (*_PACKED, *_PLAIN))

    @staticmethod
    def of(samples: Samples) -> PackedSamples:
        """Pack samples."""
        return PackedSamples(
            _Rows.of(samples.observations),
            _Rows.of(samples.policies),
            _Rows.of(samples.legal),
            samples.values,
            samples.weights,
        )

    @staticmethod
    def joined(parts: Sequence[PackedSamples]) -> PackedSamples:
        """Return the samples of all parts; there must be at least one."""
        return PackedSamples(
            _Rows.joined([part.observations for part in parts]),
            _Rows.joined([part.policies for part in parts]),
            _Rows.joined([part.legal for part in parts]),
            np.concatenate([part.values for part in parts]),
            np.concatenate([part.weights for part in parts]),
        )

    def part(self, rows: NDArray[np.int64]) -> Samples:
        """Return the samples in these rows."""
        return Samples(
            self.observations.unpacked(rows),
            self.policies.unpacked(rows),
            self.values[rows],
            self.weights[rows],
            self.legal.unpacked(rows),
        )

    def taken(self, rows: NDArray[np.int64]) -> PackedSamples:
        """Return the samples in these rows, which may be repeated; they stay packed."""
        return PackedSamples(
            self.observations.taken(rows),
            self.policies.taken(rows),
            self.legal.taken(rows),
            self.values[rows],
            self.weights[rows],
        )

    def save(self, path: Path) -> None:
        """Write the samples into a file, atomically and with a checksum. Raises `OSError`."""
        arrays: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        for name in _PACKED:
            rows = getattr(self, name)
            arrays |= {f"{name}_{field}": getattr(rows, field) for field in _Rows.__slots__}
        data = io.BytesIO()
        np.savez_compressed(data, **arrays)
        write_checked(path, data.getvalue())

    @staticmethod
    def load(path: Path) -> PackedSamples:
        """Read a file of samples. Raises `UsageError` if it is missing or damaged."""
        try:
            content = read_checked(path)
        except OSError as error:
            raise UsageError(f"cannot read the samples {str(path)!r}: {error.strerror}") from None
        if content is None:
            raise UsageError(f"the samples {str(path)!r} are damaged: the checksum is wrong")
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            found = dict(arrays)
        if "observations" in found:  # a file of an earlier version; older ones have no legal actions
            return PackedSamples.of(
                Samples(**{"legal": np.zeros((len(found["values"]), 0), np.bool_), **found})
            )

        def rows(name: str) -> _Rows:
            numbers, lengths, ends = (found[f"{name}_{field}"] for field in ("numbers", "lengths", "ends"))
            return _Rows(tuple(found[f"{name}_shape"].tolist()), numbers, lengths, ends)

        return PackedSamples(
            rows("observations"), rows("policies"), rows("legal"), found["values"], found["weights"]
        )


_PACKED = "observations", "policies", "legal"
_PLAIN = "values", "weights"
