"""A part of a dataset as a safetensors file.

A file consists of the length of the header in 8 bytes, little-endian; the header, a JSON object with the
type, the shape and the offsets of every tensor; and the tensors, concatenated. A column of strings becomes a
tensor of UTF-8 bytes and a tensor of the offsets at which the strings end.
https://huggingface.co/docs/safetensors describes the format.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hexapoda.errors import UsageError
from hexapoda.train.dataset.part import DatasetPart

__all__ = ["part_of_tensors", "tensors_bytes"]

_TYPES = {"I64": "<i8", "I32": "<i4", "F32": "<f4", "U8": "u1"}
_NUMBERS = {
    "game": ("games", "I64"),
    "ply": ("plies", "I32"),
    "policy.shares": ("shares", "F32"),
    "policy.ends": ("ends", "I64"),
    "value": ("values", "F32"),
    "proof": ("proofs", "F32"),
    "result": ("results", "F32"),
}
"""The `DatasetPart` field and the type of each numeric tensor."""
_TEXTS = {"position": "positions", "rules": "rules", "played": "played", "policy.moves": "moves"}
_ALIGNED = 8


def tensors_bytes(part: DatasetPart) -> bytes:
    """Return a part as the content of a safetensors file."""
    tensors: dict[str, tuple[str, NDArray[Any]]] = {}
    for name, (field, kind) in _NUMBERS.items():
        tensors[name] = kind, np.ascontiguousarray(getattr(part, field), _TYPES[kind])
    for name, field in _TEXTS.items():
        texts = [text.encode() for text in getattr(part, field)]
        ends = np.cumsum([len(text) for text in texts], dtype=_TYPES["I64"])
        tensors[f"{name}.ends"] = "I64", ends
        tensors[f"{name}.bytes"] = "U8", np.frombuffer(b"".join(texts), np.uint8)
    # Tensors with the largest elements come first, so that each begins at a multiple of its element size.
    order = sorted(tensors, key=lambda name: -tensors[name][1].itemsize)
    header: dict[str, Any] = {"__metadata__": {"kind": "hexapoda dataset"}}
    begin = 0
    for name in order:
        kind, array = tensors[name]
        end = begin + array.nbytes
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [begin, end]}
        begin = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % _ALIGNED)
    return b"".join([len(text).to_bytes(8, "little"), text, *(tensors[name][1].tobytes() for name in order)])


def part_of_tensors(data: bytes, source: str) -> DatasetPart:
    """Return the part in the content of a file. Raises `UsageError` that names `source` if it is damaged."""
    try:
        end = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(data[8:end])
        tensors = data[end:]
        columns: dict[str, Any] = {
            field: _array(tensors, header, name) for name, (field, _) in _NUMBERS.items()
        }
        columns |= {field: _split(tensors, header, name) for name, field in _TEXTS.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{source} is damaged: {error}") from None
    return DatasetPart(**columns)


def _array(data: bytes, header: Any, name: str) -> NDArray[Any]:
    found = header[name]
    begin, end = found["data_offsets"]
    [count] = found["shape"]
    array = np.frombuffer(data[begin:end], _TYPES[found["dtype"]])
    if len(array) != count:
        raise ValueError(f"the tensor {name!r} has {len(array)} numbers: expected {count}")
    return array


def _split(data: bytes, header: Any, name: str) -> Sequence[str]:
    ends = _array(data, header, f"{name}.ends").tolist()
    content = _array(data, header, f"{name}.bytes").tobytes()
    return tuple(content[begin:end].decode() for begin, end in pairwise([0, *ends]))
