"""`Wording`: the words that a game uses in messages to its players.

The default works for any game. A game with better words defines a subclass.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic

from hexapoda.games.game import Game
from hexapoda.games.position import Outcome, P
from hexapoda.games.rule_switch import RuleSwitch

__all__ = ["Wording"]


class Wording(Generic[P]):
    """The words for players, rules, variants, prompts and results."""

    move_help: tuple[str, ...] = ("A move as `moves` lists it, or its number in that list.",)
    """How to type moves, as paragraphs of the help text."""
    goal: str = ""
    """How a game is won, in one sentence for a beginner."""
    without: frozenset[str] = frozenset({"pass", "notation"})
    """Commands that have no meaning in this game."""
    usages: Mapping[str, tuple[str, str]] = MappingProxyType({})
    """The usage and description of commands that are described differently in this game."""
    unit = ""
    """The unit in which engines count nodes, such as `playouts`; empty if it means nothing to players."""

    def __init__(self, game: Game[P]) -> None:
        """`game` is the game that uses these words."""
        self.game = game

    def player(self, position: P, player: int) -> str:
        """Return the name of a player in `position`."""
        return self.game.players[player]

    def turn_number(self, position: P) -> int:
        """Return the move number of the next move, from 1."""
        return self.game.turn_of(int(position.ply) + 1)

    def reason(self, outcome: Outcome) -> str:
        """Return why a game is over, as the text after `White wins: `."""
        reason = getattr(outcome.termination, "value", outcome.termination)
        return reason if isinstance(reason, str) else str(reason)

    def warning(self, position: P) -> str:
        """Return a warning about `position` to both players; usually empty."""
        return ""

    def heading(self, position: P) -> list[str]:
        """Return the parts of the line above the board: the game with its variant, and each rule that differs
        from its default.
        """
        rules = self.game.rules_of(position)
        usual = {switch.name: switch.choices[0] for switch in self.game.rules}
        changed = [f"{name} {choice}" for name, choice in rules.items() if choice != usual.get(name)]
        return [f"{self.game.title} {position.variant}", *changed]

    def prompt(self, position: P) -> str:
        """Return what the player can type now, if the game is not over."""
        return "type a move, or: moves  hint  undo  help  quit"

    def variant(self, name: str) -> str:
        """Return a description of a variant in a few words; empty if its name is enough."""
        return ""

    def variant_question(self) -> str:
        """Return the words that ask for a variant."""
        return "board"

    def rule_name(self, switch: RuleSwitch) -> str:
        """Return the name of a rule."""
        return switch.name

    def rule(self, switch: RuleSwitch, choice: str) -> str:
        """Return the meaning of a rule's value, in a few words."""
        return f"{switch.name} {choice}"
