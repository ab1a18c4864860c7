"""A part of a dataset as the content of one file: `shard_bytes` and `part_of_bytes`."""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.train.dataset.part import DatasetPart

__all__ = ["part_of_bytes", "shard_bytes"]


def shard_bytes(part: DatasetPart, format: str) -> bytes:
    """Return a part as the content of a file. Raises `UsageError` if the format's package is missing."""
    if format == "safetensors":
        from hexapoda.train.dataset.safetensors_file import tensors_bytes

        return tensors_bytes(part)
    from hexapoda.train.dataset.parquet_file import parquet_bytes

    return parquet_bytes(part)


def part_of_bytes(data: bytes, name: str) -> DatasetPart:
    """Return the part in the content of a file; its `name` determines the format. Raises `UsageError` that
    names the file if it is damaged, or if the format's package is missing.
    """
    if name.endswith(".safetensors"):
        from hexapoda.train.dataset.safetensors_file import part_of_tensors

        part = part_of_tensors(data, name)
    else:
        from hexapoda.train.dataset.parquet_file import part_of_parquet

        part = part_of_parquet(data, name)
    count = len(part)
    texts = (part.rules, part.played)
    columns = (part.games, part.plies, part.ends, part.values, part.proofs, part.results)
    ends = [0, *part.ends.tolist()]
    if (
        any(len(column) != count for column in (*texts, *columns))
        or len(part.moves) != len(part.shares)
        or ends != sorted(ends)
        or ends[-1] != len(part.moves)
    ):
        raise UsageError(f"{name} is damaged: its columns do not match")
    return part
