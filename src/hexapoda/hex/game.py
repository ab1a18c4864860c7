"""Hex as a `hexapoda.game.Game`: initial positions, the swap rule and texts for code shared by both games.

Owns no rules and no notation: `Position` has the rules, the modules beside this one the texts.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from hexapoda.errors import UsageError
from hexapoda.game import RuleSwitch
from hexapoda.hex.board_json import board_json, move_json
from hexapoda.hex.move import Move
from hexapoda.hex.position import SWAPS, Position, Swap
from hexapoda.hex.variant import VARIANTS, parse_variant

__all__ = ["HEX", "HexGame"]


@dataclass(frozen=True, slots=True)
class HexGame:
    """The game of Hex on any board from 1x1 to 26x26."""

    name: str = "hex"
    players: tuple[str, str] = ("Black", "White")
    variants: tuple[str, ...] = VARIANTS
    rules: tuple[RuleSwitch, ...] = (
        RuleSwitch(
            "swap",
            SWAPS,
            "off: no swap; pieces: the second move may mirror the first stone and make it white; "
            "sides: it may exchange the players' colours",
        ),
    )

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """The empty board. Raises `InvalidGameError` for an unknown board, `UsageError` for a bad rule."""
        return Position(variant or self.variants[0], swap=self._swap(rules) or SWAPS[0])

    def parse_move(self, position: Position, text: str) -> Move:
        """The legal move that `text` names: a cell such as c2, swap-pieces or swap-sides."""
        return position.parse_move(text)

    def format_move(self, position: Position, move: Move) -> str:
        """The text of a move."""
        return position.format_move(move)

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """The position of a line of board, fields and moves, or behind the last move of a link of HexWorld;
        a rule in a line must not differ from `rules`."""
        swap = self._swap(rules)
        if "#" in text:
            from hexapoda.hex.records import read_text

            [game] = read_text(text, "--position")
            return game.position()
        return Position.from_text(text, swap=swap)

    def format_position(self, position: Position) -> str:
        """The position as one line that needs no history."""
        return position.text()

    def board_json(self, position: Position) -> dict[str, Any]:
        """What `hexapoda.hex.board_json` tells of a position."""
        return board_json(position)

    def move_json(self, position: Position, move: Move) -> dict[str, Any]:
        """What `hexapoda.hex.board_json` tells of a legal move."""
        return move_json(position, move)

    def parse_variant(self, text: str) -> str:
        """The canonical name of a board. Raises `InvalidGameError`."""
        return parse_variant(text)

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """What `NAME=CHOICE` texts, as of `--rule swap=pieces`, set. Raises `UsageError`."""
        rules: dict[str, str] = {}
        for text in texts:
            name, _, choice = text.partition("=")
            rules[name.strip()] = choice.strip()
        self._swap(rules)
        return rules

    def _swap(self, rules: Mapping[str, str] | None) -> Swap | None:
        switch = self.rules[0]
        for name, choice in (rules or {}).items():
            if name != switch.name:
                near = difflib.get_close_matches(name, [switch.name], n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"expected one of {switch.name}"
                raise UsageError(f"no rule of hex is called {name!r}: {hint}")
            if choice not in switch.choices:
                raise UsageError(f"rule {name!r} must be one of {', '.join(switch.choices)}, not {choice!r}")
        return cast("Swap | None", (rules or {}).get(switch.name))


HEX = HexGame()
"""The game of Hex. It has no state."""
