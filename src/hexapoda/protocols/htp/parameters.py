"""The parameters of an HTP server: `param_game` for the game, `param_engine` for the engine and its limits,
`param_dfpn` for the solver.

Owns their names and values, and their lines, such as `[bool] allow_swap 0`, which a GUI reads to show them.
The kinds are `[bool]`, `[list/A/B]` and `[string]`. The engine's own options keep their names.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexapoda.engine import LONGEST_SEARCH, EngineSource, Limit, Option, OptionValue
from hexapoda.errors import UsageError
from hexapoda.hex import Swap
from hexapoda.suggestion import hint

__all__ = ["HtpParameters", "game_parameters", "limit_of", "limit_parameters", "solver_parameters", "swap_of"]

_ALLOW_SWAP = Option("allow_swap", "bool", default=False)
_SWAP = Option("swap", "choice", "pieces", choices=("pieces", "sides"))
_GAME_TIME = Option("game_time", "float", 0.0, 0, LONGEST_SEARCH)
_TIMELIMIT = Option("timelimit", "float", 60.0, 0, LONGEST_SEARCH)
_THREADS = Option("threads", "int", 1, 1, 256)
_MAX_MEMORY = Option("max_memory", "int", 256, 1, 65536)
_BOOLS = {"0": False, "1": True, "false": False, "true": True}


class HtpParameters:
    """A set of options with their current values."""

    def __init__(self, options: tuple[Option, ...], given: Mapping[str, OptionValue] | None = None) -> None:
        """The `given` values replace the defaults."""
        self._options = {option.name: option for option in options}
        self.values = {option.name: option.default for option in options} | dict(given or {})

    def lines(self) -> list[str]:
        """One line for each parameter."""
        return [
            f"[{_kind(option)}] {name} {_text_of(self.values[name])}"
            for name, option in self._options.items()
        ]

    def set(self, name: str, text: str) -> None:
        """Set a parameter. Raises `UsageError` for an unknown name or an invalid value."""
        option = self._options.get(name)
        if option is None:
            expected = f"expected one of {', '.join(self._options)}"
            raise UsageError(f"unknown parameter: {name[:40]!r}; {hint(name, self._options, expected)}")
        if option.kind == "bool" and text.lower() in _BOOLS:
            self.values[name] = _BOOLS[text.lower()]
        elif option.kind == "bool":
            raise UsageError(f"parameter {name!r} must be 0 or 1, not {text[:40]!r}")
        elif option.kind == "int" and text.endswith(".0"):  # some clients send every number as a float
            self.values[name] = option.parse(text[:-2])
        else:
            self.values[name] = option.parse(text)


def game_parameters() -> HtpParameters:
    """The parameters of `param_game`."""
    return HtpParameters((_ALLOW_SWAP, _SWAP, _GAME_TIME))


def solver_parameters() -> HtpParameters:
    """The parameters of `param_dfpn`."""
    return HtpParameters((_TIMELIMIT, _THREADS, _MAX_MEMORY))


def swap_of(parameters: HtpParameters, square: bool) -> Swap:
    """The swap rule set by `param_game`; on a board that is not square only sides can be swapped."""
    if not parameters.values["allow_swap"]:
        return "off"
    return "pieces" if square and parameters.values["swap"] == "pieces" else "sides"


def limit_parameters(source: EngineSource, seconds: float) -> HtpParameters:
    """The parameters of `param_engine`: the limits of a search, then the engine's own options."""
    limits = (
        Option("max_time", "float", float(seconds), 0, LONGEST_SEARCH),
        Option("max_games", "int", 0, 0, 10**15),
        Option("max_depth", "int", 0, 0, 10**6),
    )
    own = tuple(option for option in source.options if option.name not in {each.name for each in limits})
    return HtpParameters((*limits, *own), source.given)


def limit_of(parameters: HtpParameters, share: float | None, left: float | None) -> Limit:
    """The limit of a search, from the parameters (0 means no limit) and from the clock: `left` seconds
    remain, of which `share` are for this move.
    """
    seconds, games, depth = (parameters.values[f"max_{name}"] or None for name in ("time", "games", "depth"))
    if share is not None and (seconds is None or share <= float(seconds)):
        return Limit(share, _integer(depth), _integer(games), clock=left)
    return Limit(None if seconds is None else float(seconds), _integer(depth), _integer(games))


def _integer(value: OptionValue | None) -> int | None:
    return None if value is None else int(value)


def _kind(option: Option) -> str:
    if option.kind == "choice":
        return "/".join(("list", *option.choices))
    return "bool" if option.kind == "bool" else "string"


def _text_of(value: OptionValue) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
