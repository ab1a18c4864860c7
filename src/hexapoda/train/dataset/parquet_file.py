"""A part of a dataset as a Parquet file, with one row per position. Needs the package `pyarrow`."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.train.dataset.part import DatasetPart

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise UsageError(
        "Parquet files need PyArrow: pip install 'hexapoda[parquet]'; or use --format safetensors"
    ) from None

__all__ = ["parquet_bytes", "part_of_parquet"]

_SCHEMA = pa.schema(
    [
        ("game", pa.int64()),
        ("ply", pa.int32()),
        ("position", pa.string()),
        ("rules", pa.string()),
        ("played", pa.string()),
        ("moves", pa.list_(pa.string())),
        ("shares", pa.list_(pa.float32())),
        ("value", pa.float32()),
        ("proof", pa.int8()),
        ("result", pa.int8()),
    ]
)


def parquet_bytes(part: DatasetPart) -> bytes:
    """Return a part as the content of a Parquet file, compressed with Zstandard."""
    offsets = pa.array(np.concatenate(([0], part.ends)).astype(np.int32))
    columns = [
        pa.array(part.games),
        pa.array(part.plies),
        pa.array(part.positions, pa.string()),
        pa.array(part.rules, pa.string()),
        pa.array(part.played, pa.string()),
        pa.ListArray.from_arrays(offsets, pa.array(part.moves, pa.string())),
        pa.ListArray.from_arrays(offsets, pa.array(part.shares)),
        pa.array(part.values, mask=np.isnan(part.values)),
        _small(part.proofs),
        _small(part.results),
    ]
    data = io.BytesIO()
    pq.write_table(pa.table(columns, schema=_SCHEMA), data, compression="zstd")
    return data.getvalue()


def part_of_parquet(data: bytes, name: str) -> DatasetPart:
    """Return the part in the content of a file. Raises `UsageError` that names the file if it is damaged."""
    try:
        table = pq.read_table(io.BytesIO(data))
        if table.schema.names != _SCHEMA.names:
            raise UsageError(f"{name} has the wrong columns: expected {', '.join(_SCHEMA.names)}")
        table = table.cast(_SCHEMA).combine_chunks()
    except (pa.ArrowException, OSError) as error:
        raise UsageError(f"{name} is damaged: {error}") from None
    flat = {column: table[column].combine_chunks().flatten() for column in ("moves", "shares")}
    lengths = table["moves"].combine_chunks().value_lengths()
    columns: dict[str, Any] = {
        "games": table["game"].to_numpy(),
        "plies": table["ply"].to_numpy(),
        "positions": tuple(table["position"].to_pylist()),
        "rules": tuple(table["rules"].to_pylist()),
        "played": tuple(table["played"].to_pylist()),
        "moves": tuple(flat["moves"].to_pylist()),
        "shares": flat["shares"].to_numpy(zero_copy_only=False),
        "ends": np.cumsum(lengths.to_numpy(zero_copy_only=False), dtype=np.int64),
        "values": _floats(table["value"]),
        "proofs": _floats(table["proof"]),
        "results": _floats(table["result"]),
    }
    return DatasetPart(**columns)


def _small(values: NDArray[np.float32]) -> Any:
    unknown = np.isnan(values)
    return pa.array(np.where(unknown, 0, values).astype(np.int8), mask=unknown)


def _floats(column: Any) -> NDArray[np.float32]:
    found: NDArray[np.float32] = column.cast(pa.float32()).to_numpy()  # null becomes NaN
    return found
