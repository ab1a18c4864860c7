"""Network files: a header that describes the network, its weights, and a checksum.

Reads and writes the format that docs/reference/network-files.md describes. `cpp/nn` evaluates the networks;
`hexapoda.train` writes those that it trains.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexapoda.errors import UsageError
from hexapoda.files.data_folder import replacing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "NetworkFile",
    "NetworkHeader",
    "fits_type",
    "network_bytes",
    "read_header",
    "read_network",
    "read_weights",
    "training_of",
    "write_network",
]

_MAGIC, _VERSION = b"HEXANET", 1
"""The bytes at the start of a file, and the version in the byte after them."""
_START = len(_MAGIC) + 1
_LENGTH = 4
"""The number of bytes that hold the length of the header."""
_DIGEST = hashlib.sha256().digest_size
_LONGEST_HEADER = 1 << 16
_DEEPEST = 50
_LARGEST = 1 << 30
"""The maximum size of a file, in bytes."""
_TYPES = {"float16": "<f2", "float32": "<f4"}


@dataclass(frozen=True, slots=True)
class NetworkHeader:
    """The description of a network in its file."""

    architecture: str
    """The computation that the weights are for, such as `board`."""
    game: str
    sizes: Mapping[str, int]
    """The sizes of the layers, by names that depend on the architecture."""
    weight_type: str
    """`float16` or `float32`."""
    weights: int
    """The number of weights."""
    variant: str | None = None
    """The variant that the network was trained on; None if it plays on any board."""
    rules: Mapping[str, str] = field(default_factory=dict)
    observation: str = ""
    """The encoding of the positions that the network takes."""
    actions: str = ""
    """The layout of the moves that the network returns."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """How the network was made: `settings`, their SHA-256 as `hash`, the version of this package as
    `hexapoda`, and other entries."""
    elo: Mapping[str, Any] | None = None
    """How strong the network is: `value`, the bounds `low` and `high` of the 95% interval, and `against`;
    None if it was not measured."""


@dataclass(frozen=True, slots=True)
class NetworkFile:
    """A network, as read from a file."""

    header: NetworkHeader
    values: NDArray[np.float32]
    """The weights, in the order of the architecture."""


def training_of(settings: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """Return the `training` of a header: the settings, their hash, the version of this package, and other
    entries.
    """
    from importlib.metadata import version

    text = json.dumps(settings, sort_keys=True)
    return {
        "settings": settings,
        "hash": hashlib.sha256(text.encode()).hexdigest(),
        "hexapoda": version("hexapoda"),
        **more,
    }


def write_network(path: Path, header: NetworkHeader, values: NDArray[Any]) -> None:
    """Write a file atomically. Raises `OSError`, and the errors of `network_bytes`."""
    content = network_bytes(header, values)
    with replacing(path) as file:
        file.write(content)


def network_bytes(header: NetworkHeader, values: NDArray[Any]) -> bytes:
    """Return the content of a network file. Raises `UsageError` if a weight is not finite in the type of the
    file, or if the header is too long or contains a number that is not finite.
    """
    stored = _stored(values, header.weight_type)
    if stored is None:
        raise UsageError(f"the network has weights that are not finite as {header.weight_type}")
    try:
        text = json.dumps(asdict(header), sort_keys=True, allow_nan=False).encode()
    except ValueError:
        raise UsageError("the header of the network has a number that is not finite") from None
    if len(text) > _LONGEST_HEADER:
        raise UsageError(
            f"the header of the network has {len(text)} bytes: expected at most {_LONGEST_HEADER}"
        )
    content = b"".join(
        (_MAGIC, bytes([_VERSION]), len(text).to_bytes(_LENGTH, "little"), text, stored.tobytes())
    )
    return content + hashlib.sha256(content).digest()


def fits_type(values: NDArray[Any], weight_type: str) -> bool:
    """Return whether all weights are finite in the type of a file, `float16` or `float32`."""
    return _stored(values, weight_type) is not None


def _stored(values: NDArray[Any], weight_type: str) -> NDArray[Any] | None:
    """Return the weights in the type of a file; None if one is not finite in it."""
    import numpy as np

    with np.errstate(over="ignore"):
        stored = np.ascontiguousarray(values, _TYPES[weight_type])
    return stored if np.isfinite(stored).all() else None


def read_header(path: Path) -> NetworkHeader:
    """Return the header of a file without checking its weights. Raises a `UsageError` that names the file."""
    try:
        with path.open("rb") as file:
            start = file.read(_START + _LENGTH + _LONGEST_HEADER)
    except OSError as error:
        raise UsageError(f"cannot read the network {str(path)!r}: {error.strerror}") from None
    return _header(path, start)[0]


def read_network(path: Path) -> NetworkFile:
    """Return the network in a file. Raises a `UsageError` that names the file and says what is wrong."""
    import numpy as np

    header, stored = read_weights(path)
    weights = np.frombuffer(stored, _TYPES[header.weight_type]).astype(np.float32)
    if not np.isfinite(weights).all():
        raise _damaged(path, "it has weights that are not finite")
    return NetworkFile(header, weights)


def read_weights(path: Path) -> tuple[NetworkHeader, bytes]:
    """Return the header of a file, and its weights as bytes in the type of the file. Needs no NumPy.

    Raises a `UsageError` that names the file and says what is wrong. Weights may be infinite or NaN.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"{str(path)!r} is too large for a network: expected at most {_LARGEST} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read the network {str(path)!r}: {error.strerror}") from None
    header, end = _header(path, content)
    stored = content[end:-_DIGEST]
    if hashlib.sha256(content[:-_DIGEST]).digest() != content[-_DIGEST:]:
        raise _damaged(path, "its checksum is wrong")
    if len(stored) != header.weights * int(_TYPES[header.weight_type][-1]):
        raise _damaged(path, f"expected {header.weights} weights")
    return header, stored


def _header(path: Path, content: bytes) -> tuple[NetworkHeader, int]:
    """Return the header and the offset of its end."""
    if not content.startswith(_MAGIC):
        raise UsageError(f"{str(path)!r} is not a network: expected a file written by `hexapoda train`")
    if content[len(_MAGIC) : _START] != bytes([_VERSION]):
        raise UsageError(f"{str(path)!r} is a network of another version: expected version {_VERSION}")
    begin = _START + _LENGTH
    end = begin + int.from_bytes(content[_START:begin], "little")
    if not begin < end <= min(len(content), begin + _LONGEST_HEADER):
        raise _damaged(path, "its header is incomplete")
    try:
        values = json.loads(content[begin:end], parse_constant=_refuse, parse_float=_finite)
        if not isinstance(values, dict):
            raise ValueError("expected an object")
        header = NetworkHeader(**values)
        _check(header)
    except (ValueError, TypeError, RecursionError) as error:
        raise _damaged(path, f"its header cannot be read: {error}") from None
    return header, end


_OBJECTS, _TEXTS = ("sizes", "rules", "training"), ("architecture", "game", "observation", "actions")


def _check(header: NetworkHeader) -> None:
    """Raise `ValueError` for an invalid value."""
    values = {entry.name: getattr(header, entry.name) for entry in fields(header)}
    for name in _OBJECTS:
        if not isinstance(values[name], dict):
            raise ValueError(f"{name} must be an object")
    for name in _TEXTS:
        if not isinstance(values[name], str):
            raise ValueError(f"{name} must be a string")
    if header.variant is not None and not isinstance(header.variant, str):
        raise ValueError("variant must be a string or null")
    if header.elo is not None and not _is_elo(header.elo):
        raise ValueError("elo must be null, or have the numbers value, low and high, and the string against")
    shown = [values[name] for name in (*_TEXTS, "variant")] + [(header.elo or {}).get("against")]
    if not all(text is None or text.isprintable() for text in shown):
        raise ValueError("a string has control characters")
    if _depth(values) > _DEEPEST:
        raise ValueError(f"objects nested more than {_DEEPEST} deep")
    if not isinstance(header.weight_type, str) or header.weight_type not in _TYPES:
        raise ValueError(f"unknown weight type {header.weight_type!r}: expected {' or '.join(_TYPES)}")
    if not all(_is_count(value) for value in (header.weights, *header.sizes.values())):
        raise ValueError("sizes and weights must be integers from 0 up")
    if not all(isinstance(value, str) for value in header.rules.values()):
        raise ValueError("rules must have strings as values")


def _depth(value: Any) -> int:
    """Return how deeply objects and lists are nested."""
    depth, level = 0, [value]
    while level:
        depth += 1
        inner = [
            each.values() if isinstance(each, dict) else each
            for each in level
            if isinstance(each, dict | list)
        ]
        level = [one for each in inner for one in each]
    return depth


def _is_elo(elo: Any) -> bool:
    return (
        isinstance(elo, dict)
        and all(isinstance(elo.get(name), int) for name in ("value", "low", "high"))
        and isinstance(elo.get("against"), str)
    )


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:20]} is too large")
    return value


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _damaged(path: Path, how: str) -> UsageError:
    return UsageError(f"the network {str(path)!r} is damaged: {how}")
