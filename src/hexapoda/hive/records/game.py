"""`RecordedGame`: a game from a file, replayed by the rules.

The readers make these records, and `convert` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexapoda.hive.move import Move
from hexapoda.hive.position import Position
from hexapoda.hive.text.game_string import format_game_string


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One legal game with the data of its record."""

    source: str
    line: int
    format: str
    variant: str
    """The variant played."""
    rules: tuple[str, ...]
    """The rules that this game breaks: `opening` (a queen on the first turn), `repetition`. They must be
    switched off to replay it."""
    moves: tuple[Move, ...]
    texts: tuple[str, ...]
    """The plies as written in the record."""
    state: str
    """The UHP state after the last move, ignoring repetition."""
    claimed: str | None
    """The result in the record; differs from `state` after a resignation, a timeout or an agreed draw."""
    white: str | None = None
    black: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()
    """The comments, each with the number of plies before it."""
    repetition_ply: int | None = None
    """The ply of the first third occurrence of a position."""
    annotated: str = ""
    """The text of a PGN with variations, glyphs or evaluations; otherwise empty."""

    @property
    def comment(self) -> str:
        """All comments, one per line."""
        return "\n".join(text for _, text in self.comments)

    def position(self) -> Position:
        """Return the position after the last move. The rules that the game breaks are switched off."""
        position = Position(
            self.variant,
            opening="free" if "opening" in self.rules else "tournament",
            repetition="repetition" not in self.rules,
        )
        for move in self.moves:
            position.push(move)
        return position

    def game_string(self) -> str:
        """Return the game as a canonical GameString. Its state is that of the board, not the claimed
        result.
        """
        return format_game_string(self.position())
