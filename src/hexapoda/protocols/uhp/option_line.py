"""Reads the option lines of UHP engines, such as `NumThreads;int;2;2;1;2`, as options.

Owns parsing the lines and the two spellings of a name: `NumThreads` in UHP is `num_threads` in Python. The
module `options` writes such lines for our server.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from hexapoda.engine import Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.suggestion import hint

__all__ = ["RULE_OPTIONS", "UhpOption", "find_option", "read_option_lines"]

RULE_OPTIONS = ("TournamentOpening", "Repetition")
"""Options of our server with which a client sets the rules of a game. They are not passed to the engine."""

_WORD_BORDER = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")
_NUMBERS = {"int": int, "double": float}


@dataclass(frozen=True, slots=True)
class UhpOption:
    """An option of an engine: its name in UHP, and the option that the rest of the program sees."""

    uhp_name: str
    option: Option
    line: str
    """The line that the option was read from."""

    @staticmethod
    def text_of(value: OptionValue) -> str:
        """A value as it is sent to the engine."""
        return str(value)


def read_option_lines(lines: Iterable[str]) -> tuple[UhpOption, ...]:
    """Return the options of an engine; skips lines that cannot be parsed, and names that came before.

    The default of an option is its current value in the line: the one that the engine uses until it is set.
    """
    found: dict[str, UhpOption] = {}
    for line in lines:
        option = _read(line.strip())
        if option is not None and not any(c in option.option.name for c in " :,="):
            found.setdefault(option.option.name, option)
    return tuple(found.values())


def find_option(known: Iterable[UhpOption], name: str, engine: str) -> UhpOption:
    """Return the option with this name in either spelling. Raises `UsageError`, which suggests the closest
    name.
    """
    names: dict[str, UhpOption] = {}
    for option in known:
        names[option.option.name] = names[option.uhp_name] = option
    if name in names:
        return names[name]
    its_names = ", ".join(dict.fromkeys(option.uhp_name for option in names.values())) or "none"
    raise UsageError(f"engine {engine!r} has no option {name!r}: {hint(name, names, f'it has {its_names}')}")


def _read(line: str) -> UhpOption | None:
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
        return UhpOption(name, option, line)
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
