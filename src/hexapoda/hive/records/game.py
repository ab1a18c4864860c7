"""`RecordedGame`: a game out of a file that has been replayed by the rules.

Owns the frozen record and what can be told from it. Reading is the readers' work, writing `convert`'s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexapoda.hive.move import Move
from hexapoda.hive.position import Position
from hexapoda.hive.text.game_string import format_game_string


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One legal game, with what its record says about it."""

    source: str
    line: int
    format: str
    variant: str
    """The game type played."""
    rules: tuple[str, ...]
    """The switches that must be off for this game: `opening` (an early queen), `repetition`."""
    moves: tuple[Move, ...]
    texts: tuple[str, ...]
    """The plies as the record writes them."""
    state: str
    """What the board says at the end, repetition ignored."""
    claimed: str | None
    """What the record says: differs from `state` after a resignation, a timeout, an agreed draw."""
    white: str | None = None
    black: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: tuple[tuple[int, str], ...] = ()
    """Pairs of plies played before and the comment that stands there."""
    repetition_ply: int | None = None
    """The ply that made the first third occurrence."""
    annotated: str = ""
    """The text of a PGN with variations, glyphs or evaluations; empty when there is only a main line."""

    @property
    def comment(self) -> str:
        """All comments, one a line."""
        return "\n".join(text for _, text in self.comments)

    def position(self) -> Position:
        """The position after the last move, with the rule switches off that the game needs off."""
        position = Position(
            self.variant,
            opening="free" if "opening" in self.rules else "tournament",
            repetition="repetition" not in self.rules,
        )
        for move in self.moves:
            position.push(move)
        return position

    def game_string(self) -> str:
        """The game as a canonical GameString; its state is the board's, claims are not in it."""
        return format_game_string(self.position())
