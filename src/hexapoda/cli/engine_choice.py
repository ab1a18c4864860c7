"""Chooses the engine of a command from an ENGINE and from command-line options.

`--level`, `--multipv` and `--seed` set the engine option of the same name.
"""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.registry import EngineSpec, parse_engine

__all__ = ["choose_engine"]


def choose_engine(text: str, game: str, **switches: float | None) -> EngineSpec:
    """Return the engine that `text` names, with the `switches` that are not None set as its options.

    Raises `UsageError` if the engine lacks one of these options or `text` already sets it, and the errors of
    `parse_engine`.
    """
    spec = parse_engine(text, game)
    given = {name: value for name, value in switches.items() if value is not None}
    values = {name: int(value) if float(value).is_integer() else value for name, value in given.items()}
    for name in values:
        if name in spec.given:
            raise UsageError(f"--{name} and {spec.text!r} both set {name!r}: expected only one")
    return spec.with_values(values) if values else spec
