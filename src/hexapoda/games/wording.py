"""`Wording`: the words of a game for people who play it.

Owns the defaults, which do for any game. A game that has better words inherits from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hexapoda.games.game import Game, RuleSwitch

__all__ = ["Wording"]


class Wording:
    """What a game is called and how it speaks of its players, its rules, and its end."""

    move_help: tuple[str, ...] = ("A move as `moves` lists it, or its number in that list.",)
    """How moves are typed, for the help."""
    without: frozenset[str] = frozenset({"pass", "notation"})
    """Commands of a front end that mean nothing in the game."""
    usages: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """How a command is written and what it does, where the game needs other words for it."""
    unit = ""
    """What an engine counts its work in, in the plural; nothing where that says nothing to people."""

    def __init__(self, game: Game) -> None:
        """`game`: whose words these are."""
        self.game = game

    def player(self, position: Any, player: int) -> str:
        """What a player is called in `position`."""
        return self.game.players[player]

    def turn_number(self, position: Any) -> int:
        """The number of the turn, from 1."""
        return int(position.ply) // 2 + 1

    def reason(self, outcome: Any) -> str:
        """Why a game is over, after `White wins: `."""
        return str(getattr(outcome.termination, "value", outcome.termination))

    def heading(self, position: Any) -> list[str]:
        """Game, variant, and the rules that differ from the usual ones, for a line above the board."""
        rules = self.game.rules_of(position)
        usual = {switch.name: switch.choices[0] for switch in self.game.rules}
        changed = [f"{name} {choice}" for name, choice in rules.items() if choice != usual.get(name)]
        return [f"{self.game.title} {position.variant}", *changed]

    def prompt(self, position: Any) -> str:
        """What to type now, while the game goes on."""
        return "type a move, or: moves  hint  undo  help  quit"

    def variant(self, name: str) -> str:
        """A variant in a few words; nothing where its name says it all."""
        return ""

    def variant_question(self) -> str:
        """What the choice of a variant is called."""
        return "board"

    def rule(self, switch: RuleSwitch, choice: str) -> str:
        """What a choice of a rule means, in a few words."""
        return f"{switch.name} {choice}"
