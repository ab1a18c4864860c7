"""The engine of a command, given as an ENGINE and by command-line options that set the engine's options.

`--level`, `--multipv` and `--seed` set the engine option of the same name.
"""

from __future__ import annotations

from hexapoda.errors import UsageError
from hexapoda.registry import EngineSpec, parse_engine

__all__ = ["choose_engine"]


def choose_engine(text: str, game: str, **switches: float | None) -> EngineSpec:
    """Return the engine that `text` names, with each of the `switches` that is not None set as its option.

    Raises `UsageError` if the engine has no such option or `text` already sets it, and what `parse_engine`
    raises.
    """
    spec = parse_engine(text, game)
    given = {name: value for name, value in switches.items() if value is not None}
    values = {name: int(value) if float(value).is_integer() else value for name, value in given.items()}
    for name in values:
        if name in spec.given:
            raise UsageError(f"--{name} and {spec.text!r} both set {name!r}: expected only one")
    return spec.with_values(values) if values else spec
