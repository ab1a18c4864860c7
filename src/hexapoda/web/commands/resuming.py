"""`resumed_words`: the arguments that resume a command that was stopped or killed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from hexapoda.web.commands.new_match import resumed_match
from hexapoda.web.commands.new_puzzles import resumed_puzzles
from hexapoda.web.commands.new_run import resumed_run

__all__ = ["Kind", "resumed_words"]

Kind: TypeAlias = Literal["match", "run", "puzzles"]
"""What a command works on: a match or tournament, a training run, or a file of puzzles."""


def resumed_words(kind: Kind, id: str) -> list[str]:
    """Return the arguments of `hexapoda` that resume a command. Raises `HexapodaError` or `Problem`
    if there is nothing to resume.
    """
    if kind == "match":
        return resumed_match(id)
    return resumed_run(id) if kind == "run" else resumed_puzzles(id)
