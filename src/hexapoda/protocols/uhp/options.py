"""The options of the UHP server: the engine's own options and the two rule switches, in the format of UHP.

Owns their names and lines. An engine's option `table_size` is called `TableSize`. The lines are
`Name;bool;value;default`, `Name;int;value;default;min;max`, the same with `double`, and
`Name;enum;value;default;choice1;choice2;...`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hexapoda.engine import EngineSource, Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.suggestion import hint

__all__ = ["UhpOptions"]

_TOURNAMENT_OPENING = Option("tournament_opening", "bool", default=True)
_REPETITION = Option("repetition", "bool", default=True)
_KINDS = {"bool": "bool", "int": "int", "float": "double", "choice": "enum"}
_UNBOUNDED = 2**31 - 1  # UHP has no way to say that a number has no bound


class UhpOptions:
    """The options of one session and their current values."""

    def __init__(self, source: EngineSource) -> None:
        """Begin with the values that the engine was given."""
        rules = (_TOURNAMENT_OPENING, _REPETITION)
        self._engine_options = {_uhp_name(option): option for option in source.options}
        self._options = {**self._engine_options, **{_uhp_name(option): option for option in rules}}
        self._values = {name: option.default for name, option in self._options.items()}
        for name, option in self._engine_options.items():
            self._values[name] = source.given.get(option.name, option.default)

    @property
    def opening(self) -> Literal["tournament", "free"]:
        """The opening rule for the next game, as `Position` takes it."""
        return "tournament" if self._values[_uhp_name(_TOURNAMENT_OPENING)] else "free"

    @property
    def repetition(self) -> bool:
        """Whether the third occurrence of a position is a draw in the next game."""
        return bool(self._values[_uhp_name(_REPETITION)])

    @property
    def engine_values(self) -> Mapping[str, OptionValue]:
        """The option values that the engine is created with, by the engine's own names."""
        return {option.name: self._values[name] for name, option in self._engine_options.items()}

    def is_of_engine(self, name: str) -> bool:
        """Whether `name` is an option of the engine, which must be created again when the option changes."""
        return name in self._engine_options

    def lines(self) -> list[str]:
        """One line for each option."""
        return [self.line(name) for name in self._options]

    def line(self, name: str) -> str:
        """The line of one option. Raises `UsageError` for an unknown name."""
        option = self._option(name)
        fields = [name, _KINDS[option.kind], _text_of(self._values[name]), _text_of(option.default)]
        if option.kind == "choice":
            fields += option.choices
        elif option.kind != "bool":
            low = -_UNBOUNDED if option.min is None else option.min
            high = _UNBOUNDED if option.max is None else option.max
            fields += [_text_of(low), _text_of(high)]
        return ";".join(fields)

    def set(self, name: str, text: str) -> None:
        """Set an option. Raises `UsageError` for an unknown name or an invalid value."""
        option = self._option(name)
        try:
            self._values[name] = option.parse(text)
        except UsageError:
            shown = text if len(text) <= 40 else text[:40] + "..."
            raise UsageError(f"option {name!r} must be {option.expected}, not {shown!r}") from None

    def _option(self, name: str) -> Option:
        option = self._options.get(name)
        if option is None:
            expected = f"expected one of {', '.join(self._options)}"
            raise UsageError(
                f"no option is called {name!r}: {hint(name, self._options, expected, cutoff=0.5)}"
            )
        return option


def _uhp_name(option: Option) -> str:
    return "".join(word[:1].upper() + word[1:] for word in option.name.split("_"))


def _text_of(value: OptionValue) -> str:
    return str(value)
