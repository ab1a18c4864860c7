"""`EngineOpponent`: an engine with the search limit given in its text."""

from __future__ import annotations

from typing import Any

from hexapoda.engine import LONGEST_SEARCH, Limit, find_seed, fit_seed
from hexapoda.errors import UsageError
from hexapoda.host import ANSWER_GRACE, EngineHost
from hexapoda.registry import parse_engine, split_limits

__all__ = ["EngineOpponent"]

_SECONDS = 0.1
"""The seconds per move if the engine's text gives no limit."""


class EngineOpponent:
    """An engine with its search limit, such as `mcts:nodes=200` or `alphabeta:level=3`. If the text gives no
    limit, the engine has 0.1 s per move.
    """

    def __init__(self, text: str, game: str) -> None:
        """`text` names the engine. Raises the errors of `hexapoda.registry.parse_engine`, and `UsageError`
        for a bad limit.
        """
        if not isinstance(text, str):
            raise UsageError(f"an opponent must be the text of an engine, not {text!r}")
        bare, limits = split_limits(text, game)
        self.limit = _limit_of(text, limits) if limits else Limit(time=_SECONDS)
        self.spec = parse_engine(bare, game)
        self._host = EngineHost(self.spec)
        self._seed_option = None if "seed" in self.spec.given else find_seed(self.spec.options)

    def begin(self, seed: int) -> None:
        """Begin a game. Sets the engine's seed option, if it has one, to `seed`, fitted to the bounds of the
        option. A seed in the engine's text takes precedence.
        """
        if self._seed_option is not None:
            self._host.configure({"seed": fit_seed(self._seed_option, seed)})
        self._host.new_game()

    def choose(self, position: Any) -> Any:
        """Return the engine's move. Raises the errors of `hexapoda.engine.ask`, and `EngineStalled` if the
        engine ignores both its limit and the request to stop.
        """
        seconds = LONGEST_SEARCH if self.limit.time is None else self.limit.time
        return self._host.search(position, self.limit).within(seconds + ANSWER_GRACE).move

    def close(self) -> None:
        """Close the engine, and end its process if it has one."""
        self._host.close()


def _limit_of(text: str, limits: dict[str, str]) -> Limit:
    values: dict[str, Any] = {}
    for name, value in limits.items():
        if name == "clock":
            raise UsageError(f"engine {text!r}: expected time, nodes or depth, not clock")
        try:
            values[name] = float(value) if name == "time" else int(value)
        except ValueError:
            raise UsageError(f"engine {text!r}: {name} must be a number, not {value!r}") from None
    return Limit(**values)
