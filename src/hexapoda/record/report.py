"""`GameReport`: the report on replaying a game from a file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from hexapoda.record.repair import Repair

__all__ = ["GameReport"]


@dataclass(frozen=True, slots=True)
class GameReport:
    """The result of replaying one game, or the reason why a file has no games.

    Attributes:
        file: the file of the game.
        line: the line where the game begins, from 1; without a game, the line of the error, or None.
        format: the format of the game; None for a file without games.
        variant: the variant played; None if it is unknown.
        plies: the number of replayed plies: all, or those before the error.
        state: the final state of the board, ignoring repetition; None if nothing could be replayed.
        claimed: the result that the file claims; None if it claims none.
        rules: the rule switches that the game needs, in the form of `--rule`, such as `swap=pieces`.
        error: the error message, with line, ply, text and reason; None if the main line is legal.
        skipped: why the file was skipped; None for a game.
        ply: the ply of the error, or None.
        repetition_ply: the first ply after which a position has occurred three times, or None.
        repairs: how the game differs from the file.
    """

    file: str
    line: int | None
    format: str | None
    variant: str | None
    plies: int
    state: str | None
    claimed: str | None
    rules: tuple[str, ...]
    error: str | None
    skipped: str | None = None
    ply: int | None = None
    repetition_ply: int | None = None
    repairs: tuple[Repair, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is no error; a skipped file is not an error."""
        return self.error is None

    @property
    def verdict(self) -> str:
        """`good`, `repaired`, `bad` or `skipped`."""
        if self.skipped is not None:
            return "skipped"
        if self.error is not None:
            return "bad"
        return "repaired" if self.repairs else "good"

    def as_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        values = asdict(self)
        values |= {"rules": list(self.rules), "repairs": [repair.as_dict() for repair in self.repairs]}
        return {"verdict": self.verdict, **values}
