"""`read_dataset`: the parts of a dataset, one file at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from hexapoda.errors import UsageError
from hexapoda.text.sentence import reason_of
from hexapoda.train.dataset.card import DatasetCard, ShardEntry
from hexapoda.train.dataset.part import DatasetPart
from hexapoda.train.dataset.shard_file import part_of_bytes

__all__ = ["read_dataset", "read_shard"]


def read_dataset(folder: Path | str) -> Iterator[DatasetPart]:
    """Yield the parts of a dataset in order, reading each file only when it is needed. An unfinished dataset
    yields the parts written so far.

    Raises `UsageError` at once if the folder has no dataset, and during iteration for a file that is missing
    or damaged, or that needs a package that is not installed.
    """
    folder = Path(folder)
    card = DatasetCard.read(folder)
    return (read_shard(folder, entry) for entry in card.shards)


def read_shard(folder: Path, entry: ShardEntry) -> DatasetPart:
    """Return the part in a file of a dataset. Raises the errors of `read_dataset`."""
    path = folder / entry.file
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise UsageError(f"{str(path)!r} is damaged: the checksum is wrong")
    part = part_of_bytes(data, str(path))
    if len(part) != entry.positions:
        raise UsageError(f"{str(path)!r} has {len(part)} positions: expected {entry.positions}")
    return part
