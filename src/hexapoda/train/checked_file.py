"""Files that begin with the SHA-256 of their content, so that damage is noticed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hexapoda.files.data_folder import replacing

__all__ = ["read_checked", "write_checked"]

_DIGEST = hashlib.sha256().digest_size


def write_checked(path: Path, content: bytes) -> None:
    """Write a file atomically. Raises `OSError`."""
    with replacing(path) as file:
        file.write(hashlib.sha256(content).digest() + content)


def read_checked(path: Path) -> bytes | None:
    """Return the content of a file; None if it is damaged. Raises `OSError`."""
    data = path.read_bytes()
    content = data[_DIGEST:]
    return content if hashlib.sha256(content).digest() == data[:_DIGEST] else None
