"""The option lines of UHP, such as `NumThreads;int;2;2;1;2`: written by our server, read from engines.

Converts between the two spellings of a name: `NumThreads` in UHP is `num_threads` in Python. The lines are
`Name;bool;value;default`, `Name;int;value;default;min;max`, the same with `double`, and
`Name;enum;value;default;choice1;choice2;...`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from hexapoda.engine import EngineSource, Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.protocols.command import shortened
from hexapoda.protocols.option_table import EngineOption, OptionTable
from hexapoda.text.suggestion import hint

__all__ = ["RULE_OPTIONS", "UhpOptions", "read_options"]

RULE_OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "TournamentOpening": Option("tournament_opening", "bool", default=True),
        "Repetition": Option("repetition", "bool", default=True),
    }
)
"""The options of our server that set the rules of a game. They are not passed on to the engine."""

_KINDS = {"bool": "bool", "int": "int", "float": "double", "choice": "enum"}
_NUMBERS = {"int": int, "double": float}
_UNBOUNDED = 2**31 - 1  # UHP has no way to say that a number has no bound
_WORD_BORDER = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")


class UhpOptions(OptionTable):
    """The engine's own options and the two rule switches of one session."""

    def __init__(self, source: EngineSource) -> None:
        """The options start with the values given in `source`, or else with their defaults."""
        self._own = {_uhp_name(option): option for option in source.options}
        super().__init__({**self._own, **RULE_OPTIONS})
        for name, option in self._own.items():
            self.values[name] = source.given.get(option.name, option.default)

    @property
    def opening(self) -> Literal["tournament", "free"]:
        """The opening rule for the next game, as `Position` takes it."""
        return "tournament" if self.values["TournamentOpening"] else "free"

    @property
    def repetition(self) -> bool:
        """Whether the third occurrence of a position is a draw in the next game."""
        return bool(self.values["Repetition"])

    @property
    def engine_values(self) -> Mapping[str, OptionValue]:
        """The option values with which the engine is created, by the engine's own names."""
        return {option.name: self.values[name] for name, option in self._own.items()}

    def is_of_engine(self, name: str) -> bool:
        """Return whether `name` is an option of the engine. If such an option changes, the engine must be
        created again.
        """
        return name in self._own

    def line(self, name: str) -> str:
        """Return the line of one option. Raises `UsageError` for an unknown name."""
        option = self._option(name)
        kind = "enum" if option.numbers else _KINDS[option.kind]
        fields: list[OptionValue] = [name, kind, self.values[name], option.default]
        if kind == "enum":
            fields += option.choices or option.numbers
        elif option.kind != "bool":
            fields.append(-_UNBOUNDED if option.min is None else option.min)
            fields.append(_UNBOUNDED if option.max is None else option.max)
        return ";".join(map(str, fields))

    def set(self, name: str, text: str) -> None:
        """Set an option. Raises `UsageError` for an unknown name or an invalid value."""
        option = self._option(name)
        try:
            self.values[name] = option.parse(text)
        except UsageError:
            raise UsageError(f"option {name!r} must be {option.expected}, not {shortened(text)!r}") from None

    def _option(self, name: str) -> Option:
        option = self._options.get(name)
        if option is None:
            suggestion = hint(name, self._options, self._expected, cutoff=0.5)
            raise UsageError(f"no option is called {name!r}: {suggestion}")
        return option


def read_options(lines: Iterable[str]) -> tuple[EngineOption, ...]:
    """Return the options of an engine. Lines that cannot be parsed and repeated names are skipped.

    The default of an option is the current value in its line, which the engine uses until the option is set.
    If that value is invalid, the default in the line is used instead.
    """
    found: dict[str, EngineOption] = {}
    for line in lines:
        option = _read(line.strip())
        if option is not None and not any(c in option.option.name for c in " :,="):
            found.setdefault(option.option.name, option)
    return tuple(found.values())


def _read(line: str) -> EngineOption | None:
    name, *fields = line.split(";")
    if not name or len(fields) < 3:
        return None
    kind, value, default, *rest = fields
    for present in (value, default):
        try:
            option = _option(
                _WORD_BORDER.sub("_", name).lower(), kind, present, rest, f"{name} of the engine"
            )
        except (KeyError, ValueError):
            continue  # `UsageError`, for a value outside its own bounds, is a `ValueError`
        return EngineOption(name, option, line)
    return None


def _option(name: str, kind: str, value: str, rest: list[str], summary: str) -> Option:
    if kind == "bool":
        return Option(name, "bool", {"true": True, "false": False}[value.strip().lower()], summary=summary)
    if kind == "enum":
        return Option(name, "choice", value, choices=tuple(rest), summary=summary)
    number = _NUMBERS[kind]
    low, high = (number(rest[at]) if len(rest) > at and rest[at] else None for at in (0, 1))
    return Option(
        name, "int" if kind == "int" else "float", number(value), min=low, max=high, summary=summary
    )


def _uhp_name(option: Option) -> str:
    return "".join(word[:1].upper() + word[1:] for word in option.name.split("_"))
