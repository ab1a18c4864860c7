"""What differs between games at the terminal: words, questions about a position, how a board is drawn.

Owns the interface and the way from a game's name to its customs. The table, the session and the screen know
no game; those of a game are in a module of its own, loaded when it is played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hexapoda.cli.subject import GAMES
from hexapoda.cli.terminal.answer import Answer
from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.span import Line
from hexapoda.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.cli.terminal.session import Session

__all__ = ["Block", "Customs", "customs_of"]

Block: TypeAlias = tuple[Sequence[Line], int]
"""Lines of a picture and the number of rows that they are cut or filled up to."""


class Customs(Protocol):
    """What the terminal must know of a game; it may remember how it has looked at the board of one game."""

    game: Any
    """The `hexapoda.games.Game`."""
    move_help: str
    """How moves are written, for `help`."""
    notations: tuple[str, ...]
    """The notations that moves can be written in, the default first."""
    without: frozenset[str]
    """Commands that mean nothing in this game."""
    usages: Mapping[str, tuple[str, str]]
    """How commands are written and what they do, where this is not as in `COMMANDS`."""
    unit: str
    """What an engine counts its work in, in the plural; nothing where engines tell nothing of it."""

    def hint(self, position: Any) -> str:
        """What to type now, when the game goes on."""

    def player(self, position: Any, player: int) -> str:
        """What a player is called in `position`."""

    def turn_number(self, position: Any) -> int:
        """The number of the turn, from 1."""

    def reason(self, outcome: Any) -> str:
        """Why a game is over, after `White wins: `."""

    def rules(self, position: Any) -> Mapping[str, str]:
        """The rules that the position is played by, as `Game.initial` takes them."""

    def is_from_start(self, position: Any) -> bool:
        """Whether the game began so that a line of its own, the game string, can tell all of it."""

    def format_move(self, position: Any, move: Any, notation: str) -> str:
        """The text of a legal move."""

    def words(self, position: Any, notation: str) -> list[str]:
        """What a line that is no command may be completed to."""

    def moves(self, position: Any, text: str, notation: str, width: int) -> Answer:
        """The legal moves that `moves TEXT` asks for. Raises `UsageError`."""

    def more(self, position: Any, choice: Any, notation: str) -> Answer | None:
        """What a numbered choice leads to when it is no move to play."""

    def question(self, text: str) -> bool:
        """Whether a person who types `text` for a move wants its `moves`."""

    def why(self, position: Any, text: str, notation: str) -> Answer:
        """Whether a move is legal, and if not, why. Raises as `Game.parse_move` does."""

    def history(self, start: Any, moves: Sequence[Any], notation: str) -> Answer:
        """The moves since `start`."""

    def advice(
        self, position: Any, result: SearchResult, lines: Sequence[SearchInfo], notation: str, width: int
    ) -> Answer:
        """The answer to a request for a hint."""

    def heading(self, position: Any) -> list[str]:
        """Game, board and rules, for the first line of the screen."""

    def scene(self, position: Any, answer: Answer, width: int, height: int, spacious: bool) -> list[Block]:
        """The board and what belongs to it, `height` rows in all; `spacious` where the terminal is high."""

    def printed(self, position: Any, answer: Answer) -> list[Line]:
        """The same where nothing is redrawn, for 80 columns."""

    def file_text(self, session: Session, path: Path) -> str:
        """The game in the format that the ending of `path` names. Raises `InvalidGameError`."""

    def load(self, path: Path) -> list[Any]:
        """The games of a file, each a position at its end, or the `InvalidGameError` that it led to."""


def customs_of(name: str) -> Customs:
    """The customs of the game called `name`. Raises `UsageError`."""
    check_choice("game", name, GAMES)
    if name == "hex":
        from hexapoda.cli.terminal.hex_customs import HexCustoms

        return HexCustoms()
    from hexapoda.cli.terminal.hive_customs import HiveCustoms

    return HiveCustoms()
