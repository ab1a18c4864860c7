"""The options of engines in a protocol, as our server offers them and as an engine reports them.

The dialects own the names of the options and the form of their lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexapoda.engine import Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.text.suggestion import hint

__all__ = ["EngineOption", "OptionTable", "find_option"]

_NAMES_SHOWN = 20


class OptionTable(ABC):
    """The options of a server and their current values."""

    def __init__(self, options: Mapping[str, Option], given: Mapping[str, OptionValue] | None = None) -> None:
        """`options`: the options by their names in the protocol. `given`: values that replace their defaults,
        by the same names.
        """
        self._options = dict(options)
        self.values = {name: option.default for name, option in options.items()} | dict(given or {})

    def lines(self) -> list[str]:
        """Return the lines of all options."""
        return [self.line(name) for name in self._options]

    @abstractmethod
    def line(self, name: str) -> str:
        """Return the line of one option. Raises `UsageError` for an unknown name."""

    @abstractmethod
    def set(self, name: str, text: str) -> None:
        """Set an option. Raises `UsageError` for an unknown name or an invalid value."""

    @property
    def _expected(self) -> str:
        return f"expected one of {', '.join(self._options)}"


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option that an engine reports."""

    own_name: str
    """The name in the protocol: `NumThreads`, or the words `param_mohex max_time`."""
    option: Option
    """The option as the rest of the program sees it."""
    line: str
    """The line from which the option was read."""


def find_option(known: Iterable[EngineOption], name: str, engine: str) -> EngineOption:
    """Return the option with this name, in Python or in the protocol. Raises `UsageError`, which suggests the
    closest name.
    """
    names: dict[str, EngineOption] = {}
    for each in known:
        names[each.option.name] = names[each.own_name] = each
    if name in names:
        return names[name]
    own_names = list(dict.fromkeys(each.own_name for each in names.values()))
    has = ", ".join(own_names) or "none" if len(own_names) <= _NAMES_SHOWN else f"{len(own_names)} options"
    raise UsageError(f"engine {engine!r} has no option {name!r}: {hint(name, names, f'it has {has}')}")
