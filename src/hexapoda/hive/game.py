"""Hive as a `hexapoda.game.Game`: initial positions, rule switches and texts for code shared by both games.

Owns no rules and no notation: `Position` has the rules, the modules beside this one the texts.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hexapoda.errors import UsageError
from hexapoda.game import RuleSwitch
from hexapoda.hive import Move, Position
from hexapoda.hive.board_json import board_json, move_json
from hexapoda.hive.game_string import parse_game_string
from hexapoda.hive.position_text import format_position, parse_position
from hexapoda.hive.variant import VARIANTS, parse_variant

__all__ = ["HIVE", "HiveGame"]


@dataclass(frozen=True, slots=True)
class HiveGame:
    """The game of Hive, all eight variants."""

    name: str = "hive"
    players: tuple[str, str] = ("White", "Black")
    variants: tuple[str, ...] = tuple(VARIANTS)
    rules: tuple[RuleSwitch, ...] = (
        RuleSwitch(
            "opening",
            ("tournament", "free"),
            "tournament: no queen on either player's first turn; free: it may come",
        ),
        RuleSwitch(
            "repetition",
            ("on", "off"),
            "on: a position that occurs for the third time is a draw; off: it is not",
        ),
    )

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> Position:
        """The empty board. Raises `InvalidGameError` for an unknown variant, `UsageError` for a bad rule."""
        opening, repetition = self._switches(rules)
        return Position(parse_variant(variant or self.variants[0]), opening=opening, repetition=repetition)

    def parse_move(self, position: Position, text: str) -> Move:
        """The legal move that `text` names, in the UHP, the contact or the compass notation."""
        return position.parse_move(text)

    def format_move(self, position: Position, move: Move) -> str:
        """The UHP MoveString of a legal move."""
        return position.format_move(move)

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> Position:
        """The position of a GameString, a GameTypeString or our own position text, which has no `;`."""
        opening, repetition = self._switches(rules)
        is_game = ";" in text or len(text.split()) < 2
        parse = parse_game_string if is_game else parse_position
        return parse(text, opening=opening, repetition=repetition)

    def format_position(self, position: Position) -> str:
        """Our own position text, which needs no history."""
        return format_position(position)

    def board_json(self, position: Position) -> dict[str, Any]:
        """What `hexapoda.hive.board_json` tells of a position."""
        return board_json(position)

    def move_json(self, position: Position, move: Move) -> dict[str, Any]:
        """What `hexapoda.hive.board_json` tells of a legal move."""
        return move_json(position, move)

    def parse_variant(self, text: str) -> str:
        """The canonical name of a game type. Raises `InvalidGameError`."""
        return parse_variant(text)

    def parse_rules(self, texts: Iterable[str]) -> dict[str, str]:
        """What `NAME=CHOICE` texts, as of `--rule opening=free`, set. Raises `UsageError`."""
        rules: dict[str, str] = {}
        for text in texts:
            name, _, choice = text.partition("=")
            rules[name.strip()] = choice.strip()
        self._switches(rules)
        return rules

    def _switches(self, rules: Mapping[str, str] | None) -> tuple[Literal["tournament", "free"], bool]:
        values = {switch.name: switch.choices[0] for switch in self.rules}
        for name, choice in (rules or {}).items():
            switch = next((switch for switch in self.rules if switch.name == name), None)
            if switch is None:
                near = difflib.get_close_matches(name, values, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(values)}"
                raise UsageError(f"no rule of hive is called {name!r}: {hint}")
            if choice not in switch.choices:
                raise UsageError(f"rule {name!r} must be one of {', '.join(switch.choices)}, not {choice!r}")
            values[name] = choice
        return "free" if values["opening"] == "free" else "tournament", values["repetition"] == "on"


HIVE = HiveGame()
"""The game of Hive. It has no state."""
