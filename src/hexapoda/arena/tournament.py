"""A tournament described in a TOML file.

    engines = ["random", "greedy:seed=7"]
    format = "round-robin"          # or "gauntlet": the first engine against all others
    games = 20                      # between any two engines that meet
    nodes = 1                       # or time, depth, clock = "60+1"
    variant = "Base+MLP"

This module reads the file. The keys are the options of `hexapoda tournament` without the leading dashes; `_`
may replace `-`. A tournament is a match between several engines, which the module `match` plays.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from hexapoda.arena.options import MatchOptions
from hexapoda.errors import UsageError
from hexapoda.text.sentence import reason_of
from hexapoda.text.suggestion import hint

__all__ = ["read_match_file", "read_tournament"]


def read_tournament(path: Path, given: MatchOptions) -> tuple[list[str], str | None, MatchOptions]:
    """Return the engines, the format and the options of a tournament file; options in `given` override those
    of the file. Raises the errors of `read_match_file`.
    """
    own, options = read_match_file(path, given, {"engines": list[str] | None, "format": str | None})
    return own["engines"] or [], own["format"], options


def read_match_file(
    path: Path, given: MatchOptions, own: Mapping[str, Any]
) -> tuple[dict[str, Any], MatchOptions]:
    """Return the values of the keys `own` in a settings file, and its match options; options in `given`
    override those of the file. `own` maps each key to its type; the value of a missing key is None.

    Raises `UsageError`, which names the file, if it cannot be read, is not TOML, or has an unknown key or a
    value of the wrong type.
    """
    known = {**own, **get_type_hints(MatchOptions)}
    del known["sprt"]  # only a match between two engines can have one
    try:
        table = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {reason_of(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    values: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in known:
            raise UsageError(f"{path}: unknown key {key!r}{_hint(name, known)}")
        kind = get_args(known[name])[0]
        if kind is str and isinstance(value, list | int | float) and not isinstance(value, bool):
            value = ",".join(map(str, value if isinstance(value, list) else [value]))
        expected = int | float if kind is float else get_origin(kind) or kind
        if isinstance(value, bool) or not isinstance(value, expected):
            raise UsageError(f"{path}: {key} = {value!r} has the wrong type")
        if isinstance(value, list) and not all(isinstance(item, str) for item in value):
            raise UsageError(f"{path}: {key} must be a list of strings")
        values[name] = value
    found = {name: values.pop(name, None) for name in own}
    if (path.parent / values.get("openings", "")).is_file():
        values["openings"] = str(path.parent / values["openings"])
    named = {each.name: value for each in fields(given) if (value := getattr(given, each.name)) is not None}
    return found, replace(given, **(values | named))


def _hint(name: str, known: Collection[str]) -> str:
    suggestion = hint(name, known, "")
    return f"; {suggestion}" if suggestion else f": expected one of {', '.join(known)}"
