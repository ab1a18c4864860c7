"""The parameters of HTP engines, `[bool] ponder 0` as the answer to `param_mohex`, read as options.

Owns reading the lines and the names: `ponder` while one command alone has a parameter of this name, else the
command's too, `dfpn_db.max_stones`. Whatever has a blank in it is taken as it is: `param_mohex move_select`.
"""

from __future__ import annotations

import collections
import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from hexapoda.engine import Option, OptionValue
from hexapoda.errors import UsageError

__all__ = ["PREFIX", "HtpOption", "find_htp_option", "read_parameters"]

PREFIX = "param_"
"""Commands that show and set parameters begin so."""

_LINE = re.compile(r"(\S+) (?:\[([^\]]+)\] )?([^\s:,=\[\]]+) (\S+)")
_BOOLS = {"0": False, "1": True, "false": False, "true": True}


@dataclass(frozen=True, slots=True)
class HtpOption:
    """A parameter of an engine, and the option that the rest of the program sees."""

    htp_name: str
    """The command and the name, which the value follows: `param_mohex max_time`."""
    option: Option
    line: str
    """The command and the line that it was read from."""

    @staticmethod
    def text_of(value: OptionValue) -> str:
        """A value as it is sent."""
        if isinstance(value, bool | int):
            return str(int(value))
        return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def read_parameters(lines: Iterable[str]) -> tuple[HtpOption, ...]:
    """The options of an engine, given lines such as `param_mohex [bool] ponder 0`.

    One that makes no sense, or whose value is a text, is left out. The default of an option is the value that
    it has now: what holds as long as nobody sets it.
    """
    found = [option for line in lines if (option := _read(line.strip())) is not None]
    count = collections.Counter(each.option.name for each in found)
    named: dict[str, HtpOption] = {}
    for each in found:
        name = each.option.name
        if count[name] > 1:
            command = each.htp_name.split()[0].removeprefix(PREFIX)
            each = replace(each, option=replace(each.option, name=f"{command}.{name}"))
        named.setdefault(each.option.name, each)
    return tuple(named.values())


def find_htp_option(known: Iterable[HtpOption], name: str, engine: str) -> HtpOption | None:
    """The option of either name; None for a name with a blank, which is no option but a command.

    Raises `UsageError` with the nearest one.
    """
    names: dict[str, HtpOption] = {}
    for option in known:
        names[option.option.name] = names[option.htp_name] = option
    if name in names:
        return names[name]
    if " " in name.strip():
        return None
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"it has {len(names) // 2} options"
    raise UsageError(f"engine {engine!r} has no option {name!r}: {hint}")


def _read(line: str) -> HtpOption | None:
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    command, kind, name, value = match.groups()
    try:
        option = _option(kind or "string", name, value, f"{command} of the engine")
    except (KeyError, ValueError):  # `UsageError`, for a number that is none, is a `ValueError`
        return None
    return HtpOption(f"{command} {name}", option, line)


def _option(kind: str, name: str, value: str, summary: str) -> Option:
    if kind == "bool":
        return Option(name, "bool", _BOOLS[value.lower()], summary=summary)
    if kind.startswith("list/"):
        return Option(name, "choice", value, choices=tuple(kind.split("/")[1:]), summary=summary)
    return Option(name, "float", float(value), summary=summary)
