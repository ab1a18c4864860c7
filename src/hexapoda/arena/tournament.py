"""A tournament described in a TOML file.

    engines = ["random", "greedy:seed=7"]
    format = "round-robin"          # or "gauntlet": the first engine against all others
    games = 20                      # between any two that meet
    nodes = 1                       # or time, depth, clock = "60+1"
    variant = "Base+MLP"

This module reads the file, whose keys are the options of `hexapoda tournament` without their dashes (or with
`_` for `-`). A tournament is a match with more engines, which `match` plays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.suggestion import hint

__all__ = ["read_tournament"]

_TEXTS = ("clock", "sprt", "resign", "agree", "draw")
"""Options that are text on the command line but may be numbers or lists here."""


def read_tournament(path: Path, known: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    """The values of a tournament file by name, with `_` for `-`; `known` has their types.

    Raises `UsageError`, which names the file, if it cannot be read, is not TOML, or has an unknown key or a
    value of the wrong type.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {(error.strerror or str(error)).lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    values: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in known:
            raise UsageError(f"{path}: unknown key {key!r}{_hint(name, known)}")
        if name in _TEXTS and not isinstance(value, str):
            value = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        expected = known[name]
        if isinstance(value, bool) or not isinstance(value, expected):
            raise UsageError(f"{path}: {key} = {value!r} has the wrong type")
        if isinstance(value, list) and not all(isinstance(item, str) for item in value):
            raise UsageError(f"{path}: {key} must be a list of strings")
        values[name] = value
    return values


def _hint(name: str, known: Collection[str]) -> str:
    suggestion = hint(name, known, "")
    return f"; {suggestion}" if suggestion else f": expected one of {', '.join(known)}"
