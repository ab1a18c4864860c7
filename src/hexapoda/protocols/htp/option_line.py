"""Reads the parameters of HTP engines, such as `[bool] ponder 0` in the answer to `param_mohex`, as options.

Owns the format of the lines and the names of the options. A parameter keeps its name, `ponder`, if no other
command has a parameter of that name; otherwise its command is put before it: `dfpn_db.max_stones`. The
parameters of the command that has `max_time` are those of the player and always keep their names. Parameters
with text values are not options: a user names the command and the parameter, `param_mohex move_select`, and
the words are sent to the engine unchecked, with the value.
"""

from __future__ import annotations

import collections
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from hexapoda.engine import Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.suggestion import hint

__all__ = ["PREFIX", "HtpOption", "find_htp_option", "read_parameters"]

PREFIX = "param_"
"""The prefix of the commands that show and set parameters."""

_LINE = re.compile(r"(\S+) (?:\[([^\]]+)\] )?([^\s:,=\[\]]+) (\S+)")
_PLAYER_PARAMETER = "max_time"
_BOOLS = {"0": False, "1": True, "false": False, "true": True}


@dataclass(frozen=True, slots=True)
class HtpOption:
    """A parameter of an engine, and the option that the rest of the program sees."""

    htp_name: str
    """The command and the name of the parameter: `param_mohex max_time`. The value is sent after it."""
    option: Option
    line: str
    """The command and the line that the parameter was read from."""

    @property
    def command(self) -> str:
        """The command alone."""
        return self.htp_name.split()[0]

    @staticmethod
    def text_of(value: OptionValue) -> str:
        """A value as it is sent to the engine."""
        if isinstance(value, bool | int):
            return str(int(value))
        return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def read_parameters(lines: Iterable[str]) -> tuple[HtpOption, ...]:
    """Return the options of an engine, given lines such as `param_mohex [bool] ponder 0`.

    Skips lines that cannot be parsed, and parameters with text values. The default of an option is the value
    in the line: the one that the engine uses until it is set.
    """
    found = [option for line in lines if (option := _read(line.strip())) is not None]
    count = collections.Counter(each.option.name for each in found)
    player = next((each.command for each in found if each.option.name == _PLAYER_PARAMETER), "")
    named: dict[str, HtpOption] = {}
    for each in found:
        name = each.option.name
        if count[name] > 1 and each.command != player:
            own_name = f"{each.command.removeprefix(PREFIX)}.{name}"
            each = replace(each, option=replace(each.option, name=own_name))
        named.setdefault(each.option.name, each)
    return tuple(named.values())


def find_htp_option(known: Iterable[HtpOption], name: str, engine: str) -> HtpOption | None:
    """Return an option by its own name or by its HTP name; None for any other name with a space, which can be
    that of a parameter with text values. Raises `UsageError`, which suggests the closest name.
    """
    names: dict[str, HtpOption] = {}
    for option in known:
        names[option.option.name] = names[option.htp_name] = option
    if name in names:
        return names[name]
    if " " in name.strip():
        return None
    its_options = f"it has {len(names) // 2} options"
    raise UsageError(f"engine {engine!r} has no option {name!r}: {hint(name, names, its_options)}")


def _read(line: str) -> HtpOption | None:
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    command, kind, name, value = match.groups()
    try:
        option = _option(kind or "string", name, value, f"{command} of the engine")
    except (KeyError, ValueError):  # `UsageError`, for an invalid number, is a `ValueError`
        return None
    return HtpOption(f"{command} {name}", option, line)


def _option(kind: str, name: str, value: str, summary: str) -> Option:
    if kind == "bool":
        return Option(name, "bool", _BOOLS[value.lower()], summary=summary)
    if kind.startswith("list/"):
        return Option(name, "choice", value, choices=tuple(kind.split("/")[1:]), summary=summary)
    return Option(name, "float", float(value), summary=summary)
