"""The words that Hex uses in messages to its players: the goal, prompts, endings, and what a swap means."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hexapoda.games.rule_switch import RuleSwitch
from hexapoda.games.wording import Wording
from hexapoda.hex.position import Position
from hexapoda.text.sentence import Sentence

__all__ = ["HexWording"]

_REASONS = (Sentence("the black edges are joined"), Sentence("the white edges are joined"))
"""Why a game is over, by the color that won."""
_SWAPS: Mapping[str, Sentence] = MappingProxyType(
    {
        "off": Sentence("no swap"),
        "pieces": Sentence("the second player may take the first stone, mirrored"),
        "sides": Sentence("the second player may exchange colors"),
    }
)
"""What each value of the rule `swap` means."""


class HexWording(Wording[Position]):
    """The words of Hex."""

    goal = Sentence("Join the two edges of your color with an unbroken chain of stones.")
    move_help = (
        "Type the cell for your stone, such as c2. Black joins top and bottom, White left and right.",
        "Type swap to take over the first stone. You can also type the number of a move in a list.",
    )
    usages: Mapping[str, tuple[str, str]] = MappingProxyType(
        {
            "moves": ("moves", "list the legal moves, numbered"),
            "hint": (
                "hint [SECONDS]",
                "show the best moves, their win probabilities and continuations",
            ),
            "save": ("save FILE", "write the game: .sgf, .hexworld for a link, .json, else a game string"),
        }
    )
    unit = "playouts"

    def player(self, position: Position, player: int) -> str:
        """Return the color of a player, which a swap of sides changes."""
        return self.game.players[player ^ position.sides_swapped]

    def reason(self, outcome: Any) -> str:
        """Return which edges are joined; no game of Hex ends in any other way."""
        return _REASONS[outcome.color]

    def prompt(self, position: Position) -> str:
        """Return what the player can type now."""
        if position.swap_now is not None:
            effect = "the stone becomes yours" if position.swap == "pieces" else "you take its color"
            return f"type a cell (c2), or swap ({effect}), or: hint  undo  help  quit"
        if position.ply == 0:
            return "type a cell for the first stone (c2), or: hint  load FILE  help  quit"
        return "type a cell (c2), or: moves  why  hint  undo  help  quit"

    def rule_name(self, switch: RuleSwitch) -> str:
        """Return the name of the only rule switch."""
        return Sentence("swap")

    def rule(self, switch: RuleSwitch, choice: str) -> str:
        """Return the meaning of a value of `swap` in a few words."""
        return _SWAPS.get(choice) or super().rule(switch, choice)
