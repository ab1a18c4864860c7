"""What the games have in common in code: reading rule switches, and the defaults of optional abilities.

Owns `GameBase`, which a `Game` may inherit from. A game overrides what it can do better.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hexapoda.errors import UsageError
from hexapoda.games.game import PageBoard, RuleSwitch

__all__ = ["GameBase"]


class GameBase:
    """The parts of a `Game` that follow from its attributes, and defaults for what a game may lack."""

    name: str
    players: tuple[str, str]
    variants: tuple[str, ...]
    rules: tuple[RuleSwitch, ...] = ()
    notice: str = ""
    protocols: tuple[str, ...] = ()
    engines: Mapping[str, str] = {}
    default_engine: str = "random"

    @property
    def title(self) -> str:
        """The name of the game with a capital letter."""
        return self.name.capitalize()

    @property
    def page_board(self) -> PageBoard | None:
        """None: the game cannot be drawn on a page."""
        return None

    def switches(self, rules: Mapping[str, str] | None) -> dict[str, str]:
        """Every rule switch with its value: that of `rules`, else its default. Raises `UsageError`."""
        known = {switch.name: switch for switch in self.rules}
        values = {name: switch.choices[0] for name, switch in known.items()}
        for name, choice in (rules or {}).items():
            switch = known.get(name)
            if switch is None:
                near = difflib.get_close_matches(name, known, n=1)
                hint = (
                    f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(known) or 'none'}"
                )
                raise UsageError(f"no rule of {self.name} is called {name!r}: {hint}")
            if choice not in switch.choices:
                raise UsageError(f"rule {name!r} must be one of {', '.join(switch.choices)}, not {choice!r}")
            values[name] = choice
        return values

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """What `NAME=CHOICE` texts, as of `--rule opening=free`, set. Raises `UsageError`."""
        rules: dict[str, str] = {}
        for text in texts:
            name, _, choice = text.partition("=")
            rules[name.strip()] = choice.strip()
        self.switches(rules)
        return rules

    def opening_lines(self, variant: str) -> Sequence[Sequence[str]]:
        """The opening suite of a variant: none."""
        return ()

    def opening_variants(self) -> Sequence[str]:
        """The variants that have an opening suite: none."""
        return ()

    def read_moves(self, path: Path, variant: str) -> Iterable[tuple[int, Sequence[Any]]]:
        """Raise `UsageError`: the game has no record files."""
        raise UsageError(f"cannot read {str(path)!r}: {self.name} has no format for game files")
