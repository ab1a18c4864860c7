"""`GAME_OF_Y`: the game as hexapoda sees it. The entry point `hexapoda.games` names this object."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from game_of_y.position import PASS, SIZES, YMove, YPosition, parse_position
from hexapoda.games import Game, RuleSwitch, lazy
from hexapoda.text.sentence import Sentence

if TYPE_CHECKING:
    from game_of_y.json_types import YBoardJson, YMoveJson

__all__ = ["GAME_OF_Y", "GameOfY"]


class GameOfY(Game[YPosition, YMove]):
    """Y: what `Game` has no default for, and the parts that this game has."""

    name = "y"
    players = (Sentence("First"), Sentence("Second"))
    variants = tuple(SIZES)
    plies_a_turn = 1  # as in Hex, each stone has its own number
    rules = (
        RuleSwitch(
            "pass",
            ("off", "on"),
            Sentence("off: a move is a stone; on: a player may pass, and two passes in a row are a draw"),
        ),
    )
    engines = MappingProxyType({"random": "hexapoda.engines.random_engine:RandomEngine"})
    records = lazy("game_of_y.records")
    encodings = lazy("game_of_y.encode:ENCODINGS")

    def parse_variant(self, text: str) -> str:
        """Return the name of a board. Raises `InvalidGameError`."""
        return YPosition(text).variant

    def initial(self, variant: str | None = None, rules: Mapping[str, str] | None = None) -> YPosition:
        """Return the empty board. Raises `InvalidGameError` and `UsageError`."""
        return YPosition(variant or self.variants[0], passes=self.switches(rules)["pass"] == "on")

    def parse_position(self, text: str, rules: Mapping[str, str] | None = None) -> YPosition:
        """Return the position of a board and its moves."""
        return parse_position(text, passes=self.switches(rules)["pass"] == "on")

    def rules_of(self, position: YPosition) -> Mapping[str, str]:
        """Return the rule `pass`."""
        return {"pass": "on" if position.passes else "off"}

    def board_json(self, position: YPosition) -> YBoardJson:
        """Return a position as plain data: what every game has, and then what its board in the browser
        draws.
        """
        outcome = position.outcome()
        return {
            "game": self.name,
            "variant": position.variant,
            "rules": {**self.rules_of(position)},
            "player": position.turn,
            "turn": str(self.players[position.turn]),
            "ply": position.ply,
            "state": position.state,
            "moves": [str(move) for move in position.moves],
            "text": position.text(),
            "size": position.size,
            "stones": [{"cell": [*move.cell], "player": player} for move, player in position.stones.items()],
            "joined": [[*move.cell] for move in outcome.cells] if outcome else [],
        }

    def move_json(self, position: YPosition, move: YMove) -> YMoveJson:
        """Return a move as plain data: its text, and its cell if it is a stone."""
        return {"move": str(move)} if move == PASS else {"move": str(move), "cell": [*move.cell]}


GAME_OF_Y = GameOfY()
