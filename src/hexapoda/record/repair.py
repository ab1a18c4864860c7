"""`Repair`: one difference between a game and the file that it was read from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["Repair", "RepairKind"]

RepairKind: TypeAlias = Literal["inserted", "dropped", "changed", "unknown"]


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that a reader made to a game, or a value that it could not determine.

    Attributes:
        kind: `inserted`, such as a pass that the file omits; `dropped`, such as a pass after the end;
            `changed`, such as a result that the board contradicts; `unknown`, such as an illegible result.
        text: the message, a `Sentence` if it can be translated.
        line: the line in the file, from 1, or None.
        ply: the ply in the game, from 1, or None.
    """

    kind: RepairKind
    text: str
    line: int | None = None
    ply: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the repair as a JSON object."""
        return {"kind": self.kind, "text": str(self.text), "line": self.line, "ply": self.ply}
