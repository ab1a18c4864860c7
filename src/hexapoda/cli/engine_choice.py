"""The engine of a command: ENGINE together with the options that have a switch of their own.

`--level` and `--multipv` set the engine's option of the same name.
"""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.registry import EngineSpec, parse_engine

__all__ = ["choose_engine"]


def choose_engine(text: str, game: str, **switches: int | None) -> EngineSpec:
    """The engine that `text` names, with the switches that were given (those that are not None).

    Raises `UsageError` for a switch that the engine has no option for, or that `text` sets already, and as
    `parse_engine` does.
    """
    spec = parse_engine(text, game)
    values = {name: value for name, value in switches.items() if value is not None}
    for name in values:
        if name in spec.given:
            raise UsageError(f"--{name} and {spec.text!r} both set {name!r}: expected one of them")
    return spec.with_values(values) if values else spec
