"""Settings in TOML files: tables that become dataclasses, with messages that name the invalid setting.

The dataclasses and their modules define the settings and their bounds.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from hexapoda.errors import UsageError
from hexapoda.text.suggestion import did_you_mean

__all__ = ["Spans", "shown", "table_of"]

Table = TypeVar("Table")
MOST = 1 << 40
"""The upper bound of numbers that have no bound of their own."""


@dataclass(frozen=True, slots=True)
class Spans:
    """The bounds of numbers, by the name of a setting or by its full name, such as `gate.games`."""

    lowest: Mapping[str, float]
    """The lowest values; for numbers that are not listed, it is 1."""
    highest: Mapping[str, float]

    def __or__(self, other: Spans) -> Spans:
        """Return the bounds of both; `other` has precedence."""
        return Spans({**self.lowest, **other.lowest}, {**self.highest, **other.highest})

    def of(self, name: str, full: str) -> tuple[float, float]:
        """Return the bounds of a setting."""
        lowest = self.lowest.get(full, self.lowest.get(name, 1))
        return lowest, self.highest.get(full, self.highest.get(name, MOST))


def table_of(kind: type[Table], values: Mapping[str, Any], spans: Spans, where: str = "") -> Table:
    """Return a table as the dataclass `kind`, whose defaults give the types of the settings. `where` is the
    name of the table, with a final dot. Raises `UsageError`, naming the setting.
    """
    known = {entry.name: entry for entry in dataclasses.fields(kind)}  # type: ignore[arg-type]
    found = {}
    for name, value in values.items():
        if name not in known:
            raise UsageError(f"no setting is called {where + name!r}{did_you_mean(name, known)}")
        found[name] = _value(name, value, _default(known[name]), where + name, spans)
    return kind(**found)


def _value(name: str, value: Any, default: Any, full: str, spans: Spans) -> Any:
    if dataclasses.is_dataclass(default):
        if not isinstance(value, dict):
            raise UsageError(f"{full} must be a table, such as [{full}]")
        return table_of(type(default), value, spans, f"{full}.")
    if isinstance(default, dict):
        return _entries(name, value, full)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise UsageError(f"{full} must be true or false, not {shown(value)}")
        return value
    if isinstance(default, int | float):
        wanted = (int, float) if isinstance(default, float) else (int,)
        lowest, highest = spans.of(name, full)
        if not isinstance(value, wanted) or isinstance(value, bool) or not lowest <= value <= highest:
            what = "a number" if isinstance(default, float) else "an integer"
            span = f"from {lowest} up" if highest == MOST else f"from {lowest} to {highest}"
            raise UsageError(f"{full} must be {what} {span}, not {shown(value)}")
        return value
    if isinstance(default, tuple):
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise UsageError(f'{full} must be a list of strings, such as ["a", "b"], not {shown(value)}')
        return tuple(value)
    if not isinstance(value, str):
        raise UsageError(f"{full} must be a string, not {shown(value)}")
    return value


def shown(value: Any) -> str:
    """Return a value for a message."""
    try:
        return repr(value)
    except ValueError:  # Python does not convert integers of more than 4,300 digits to text
        return "a number with thousands of digits"


def _default(entry: dataclasses.Field[Any]) -> Any:
    made = entry.default_factory
    return entry.default if made is dataclasses.MISSING else made()


def _entries(name: str, value: Any, full: str) -> dict[str, Any]:
    """Return a table whose names no dataclass defines: the rules of a game, or the shares of boards."""
    if name == "rules":
        if not isinstance(value, dict) or not all(isinstance(rule, str) for rule in value.values()):
            raise UsageError(f'{full} must be a table of strings, such as {{ swap = "off" }}')
    elif not isinstance(value, dict) or not all(
        type(one) is int and 0 < one <= MOST for one in value.values()
    ):
        raise UsageError(f'{full} must be a table of integers from 1 up, such as {{ "NAME" = 2 }}')
    return value
