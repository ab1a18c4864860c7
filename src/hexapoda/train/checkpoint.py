"""Checkpoints: PyTorch state in files that are written atomically and have a checksum."""

from __future__ import annotations

import contextlib
import io
import pickle
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.train.pytorch import torch
from hexapoda.train.run_folder import read_checked, write_checked

__all__ = ["reading_checkpoint", "write_checkpoint"]

_UNREADABLE = (EOFError, pickle.PickleError, struct.error)
"""The errors of `torch.load` for a file that is not a checkpoint."""


def write_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write a state to a file atomically. Raises `OSError`."""
    data = io.BytesIO()
    torch.save(dict(state), data)
    write_checked(path, data.getvalue())


@contextlib.contextmanager
def reading_checkpoint(path: Path, advice: str = "") -> Iterator[dict[str, Any]]:
    """Yield the state in a file to a `with` block that loads it. Raises `UsageError`, whose message ends with
    `advice`, if the file is damaged or the block cannot load the state; `OSError` if the file is unreadable.
    """
    content = read_checked(path)
    if content is None:
        raise UsageError(f"the checkpoint {str(path)!r} is damaged: the checksum is wrong{advice}")
    try:
        yield torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
    except UsageError:
        raise
    except (*_UNREADABLE, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise UsageError(
            f"the checkpoint {str(path)!r} is for another network or version: "
            f"{' '.join(str(error).split())[:300]}{advice}"
        ) from None
