"""The texts that Hive shows its players: prompts, endings, variants and rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hexapoda.games.rule_switch import RuleSwitch
from hexapoda.games.wording import Wording
from hexapoda.hive.move import PASS
from hexapoda.hive.outcome import Termination
from hexapoda.hive.position import Position
from hexapoda.hive.text.piece_names import SIDES
from hexapoda.text.sentence import Sentence

__all__ = ["HiveWording"]

_REASONS = {
    Termination.BOTH_SURROUNDED: Sentence("both queens are surrounded"),
    Termination.REPETITION: Sentence("the position has occurred for the third time"),
    Termination.NO_MOVES: Sentence("no piece can ever move again"),
}
_EXPANSIONS = {"M": "Mosquito", "L": "Ladybug", "P": "Pillbug"}
_RULE_NAMES: Mapping[str, Sentence] = MappingProxyType(
    {"opening": Sentence("opening"), "repetition": Sentence("repetition")}
)
_RULES = MappingProxyType(
    {
        ("opening", "tournament"): Sentence("no queen on turn 1"),
        ("opening", "free"): Sentence("queen allowed on turn 1"),
        ("repetition", "on"): Sentence("third occurrence draws"),
        ("repetition", "off"): Sentence("no draw by repetition"),
    }
)


class HiveWording(Wording[Position]):
    """The texts that are particular to Hive."""

    move_help = (
        "Type a piece to see where it can go: ant, queen, A1, bA1. Its cells are numbered on the board; "
        "type a number to play it.",
        "Or type the whole move. The sign shows on which side of the other piece yours goes: "
        "A1 -bQ is left of bQ, and A1 bQ/ is at its upper right. beetle bQ climbs onto bQ.",
    )
    goal = Sentence("Surround the other queen: you win when all six cells around her are taken.")
    without: frozenset[str] = frozenset()
    usages: Mapping[str, tuple[str, str]] = MappingProxyType({})

    def reason(self, outcome: Any) -> str:
        """Return why a game is over, such as `White's queen is surrounded`."""
        if outcome.termination is Termination.QUEEN_SURROUNDED:
            return Sentence("{loser}'s queen is surrounded", loser=SIDES[1 - outcome.winner])
        return _REASONS[outcome.termination]

    def warning(self, position: Position) -> str:
        """Return a warning if the next occurrence of the position would be a draw; else an empty string."""
        if not position.repetition or position.repetitions() != 2:
            return ""
        return Sentence("This position has occurred twice: if it occurs a third time, the game is a draw.")

    def heading(self, position: Position) -> list[str]:
        """Return the game and variant, such as `Hive Base+MLP`, and the rules that are not the defaults."""
        switches = ["free opening"] if position.opening == "free" else []
        switches += [] if position.repetition else ["no repetition draw"]
        return [f"Hive {position.variant}", *switches]

    def prompt(self, position: Position) -> str:
        """Return what the player can type now."""
        moves = position.legal_moves
        if len(moves) == 1 and moves[0] == PASS:
            return "you have no move: type pass"
        if not position.pieces():
            return "type your first piece: spider, ant, beetle, ..., or help"
        return "type a piece (ant, A1, queen) or a move (A1 -bQ), or: hint  undo  help  quit"

    def variant(self, name: str) -> str:
        """Return the expansions of a variant in words."""
        names = [_EXPANSIONS[letter] for letter in name.partition("+")[2]]
        return "the basic game" if not names else "with " + ", ".join(names)

    def variant_question(self) -> str:
        """Return the word that asks for a variant: in Hive, variants differ in their pieces."""
        return "pieces"

    def rule_name(self, switch: RuleSwitch) -> str:
        """Return the name of a rule switch."""
        return _RULE_NAMES[switch.name]

    def rule(self, switch: RuleSwitch, choice: str) -> str:
        """Return what a choice of a rule switch means, in a few words."""
        return _RULES.get((switch.name, choice)) or super().rule(switch, choice)
