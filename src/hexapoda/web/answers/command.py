"""Answers about the commands that the server started."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["CommandJson", "CommandsJson"]


class CommandJson(TypedDict):
    """A command that this server started, or a search for puzzles that an earlier server started."""

    kind: Literal["match", "run", "puzzles"]
    id: Annotated[str, Field(description="The match, the training run, or the puzzle file.")]
    state: Annotated[
        Literal["running", "stopping", "stopped", "done", "failed"],
        Field(description="A `stopped` or `failed` command can be resumed."),
    ]
    text: Annotated[str, Field(description="The error that the command reported; empty if none.")]
    began: Annotated[str, Field(description="When it was started; empty if by an earlier server.")]
    puzzles: NotRequired[Annotated[int, Field(description="How many puzzles a search has found so far.")]]


class CommandsJson(TypedDict):
    """The commands, latest first, and the limits on them."""

    commands: list[CommandJson]
    most: Annotated[int, Field(description="How many commands may run at a time.")]
    cores: Annotated[int, Field(description="The most games that a match may play at a time.")]
