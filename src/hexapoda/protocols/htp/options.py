"""The parameter lines of HTP, such as `[bool] ponder 0`: written by our server, read from engines.

Defines the form of the lines and the names of the options. An engine's parameter keeps its name, such as
`ponder`, if no other command has a parameter of that name; otherwise the command is part of the name:
`dfpn_db.max_stones`. The command that has `max_time` sets the parameters of the player, which always keep
their names. Parameters with text values are not options: a user names the command and the parameter, such as
`param_mohex move_select`, and these words are sent to the engine with the value, unchecked.
"""

from __future__ import annotations

import collections
import math
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from hexapoda.engine import LONGEST_SEARCH, EngineSource, Limit, Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.protocols.option_table import EngineOption, OptionTable
from hexapoda.text.suggestion import hint

if TYPE_CHECKING:
    from hexapoda.hex import Swap  # the registry, which only reads option lines, does not need the rules

__all__ = [
    "DRAWING",
    "PREFIX",
    "HtpParameters",
    "game_parameters",
    "limit_of",
    "limit_parameters",
    "read_options",
    "solver_parameters",
    "swap_of",
    "text_of",
]

DRAWING = "use_guifx"
"""HexGui sets this parameter of the solver before a proof. It has no effect: a running proof is not drawn."""
PREFIX = "param_"
"""The prefix of the commands that show and set parameters."""

_LINE = re.compile(r"(\S+) (?:\[([^\]]+)\] )?([^\s:,=\[\]]+) (\S+)")
_PLAYER_PARAMETER = "max_time"
_BOOLS = {"0": False, "1": True, "false": False, "true": True}


class HtpParameters(OptionTable):
    """The parameters of one command of our server. The engine's own options keep their names."""

    def line(self, name: str) -> str:
        """Return the line of a parameter. The kinds are `[bool]`, `[list/A/B]` and `[string]`."""
        option, value = self._options[name], self.values[name]
        kind = "bool" if option.kind == "bool" else "string"
        if option.choices or option.numbers:
            kind = "/".join(("list", *option.choices, *map(str, option.numbers)))
        return f"[{kind}] {name} {int(value) if isinstance(value, bool) else value}"

    def set(self, name: str, text: str) -> None:
        """Set a parameter. Raises `UsageError` for an unknown name or an invalid value."""
        option = self._options.get(name)
        if option is None:
            suggestion = hint(name, self._options, self._expected)
            raise UsageError(f"unknown parameter: {name[:40]!r}; {suggestion}")
        if option.kind == "bool":
            if text.lower() not in _BOOLS:
                raise UsageError(f"parameter {name!r} must be 0 or 1, not {text[:40]!r}")
            self.values[name] = _BOOLS[text.lower()]
        elif option.kind == "int":  # some clients send every number as a float
            self.values[name] = option.parse(text.removesuffix(".0"))
        else:
            self.values[name] = option.parse(text)


def _table(*options: Option) -> HtpParameters:
    return HtpParameters({option.name: option for option in options})


def game_parameters() -> HtpParameters:
    """Return the parameters of `param_game`."""
    return _table(
        Option("allow_swap", "bool", default=False),
        Option("swap", "choice", "pieces", choices=("pieces", "sides")),
        Option("game_time", "float", 0.0, 0, LONGEST_SEARCH),
    )


def solver_parameters() -> HtpParameters:
    """Return the parameters of `param_dfpn`."""
    return _table(
        Option("timelimit", "float", 60.0, 0, LONGEST_SEARCH),
        Option("threads", "int", 1, 1, 256),
        Option("max_memory", "int", 256, 1, 65536),
        Option(DRAWING, "bool", default=False),
    )


def limit_parameters(source: EngineSource, seconds: float) -> HtpParameters:
    """Return the parameters of `param_engine`: the limits of a search, then the engine's own options.
    `seconds`: the default of `max_time`.
    """
    limits = {
        "max_time": Option("max_time", "float", float(seconds), 0, LONGEST_SEARCH),
        "max_games": Option("max_games", "int", 0, 0, 10**15),
        "max_depth": Option("max_depth", "int", 0, 0, 10**6),
    }
    own = {option.name: option for option in source.options if option.name not in limits}
    return HtpParameters({**limits, **own}, source.given)


def swap_of(parameters: HtpParameters, square: bool) -> Swap:
    """Return the swap rule set by `param_game`. On a board that is not square, only sides can be swapped."""
    if not parameters.values["allow_swap"]:
        return "off"
    return "pieces" if square and parameters.values["swap"] == "pieces" else "sides"


def limit_of(parameters: HtpParameters, share: float, left: float) -> Limit:
    """Return the limit of a search, from the parameters (0 means no limit) and from the clock: `left` seconds
    remain, of which `share` are for this move. Both are infinite without a clock.
    """
    values = parameters.values
    seconds = float(values["max_time"]) or math.inf
    games, depth = (int(values[name]) or None for name in ("max_games", "max_depth"))
    if share != math.inf and share <= seconds:
        return Limit(share, depth, games, clock=left)
    return Limit(None if seconds == math.inf else seconds, depth, games)


def read_options(lines: Iterable[str]) -> tuple[EngineOption, ...]:
    """Return the options of an engine, given lines such as `param_mohex [bool] ponder 0`.

    Lines that cannot be parsed and parameters with text values are skipped. The default of an option is the
    value in the line, which the engine uses until the option is set.
    """
    found = [option for line in lines if (option := _read(line.strip())) is not None]
    count = collections.Counter(each.option.name for each in found)
    player = next((_command_of(each) for each in found if each.option.name == _PLAYER_PARAMETER), "")
    named: dict[str, EngineOption] = {}
    for each in found:
        name, command = each.option.name, _command_of(each)
        if count[name] > 1 and command != player:
            own_name = f"{command.removeprefix(PREFIX)}.{name}"
            each = replace(each, option=replace(each.option, name=own_name))
        named.setdefault(each.option.name, each)
    return tuple(named.values())


def text_of(value: OptionValue) -> str:
    """Return a value as it is sent to an engine."""
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    return str(value)


def _command_of(option: EngineOption) -> str:
    return option.own_name.split()[0]


def _read(line: str) -> EngineOption | None:
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    command, kind, name, value = match.groups()
    try:
        option = _option(kind or "string", name, value, f"{command} of the engine")
    except (KeyError, ValueError):  # `UsageError`, for an invalid number, is a `ValueError`
        return None
    return EngineOption(f"{command} {name}", option, line)


def _option(kind: str, name: str, value: str, summary: str) -> Option:
    if kind == "bool":
        return Option(name, "bool", _BOOLS[value.lower()], summary=summary)
    if kind.startswith("list/"):
        return Option(name, "choice", value, choices=tuple(kind.split("/")[1:]), summary=summary)
    return Option(name, "float", float(value), summary=summary)
