"""Answers about the commands that the server has started."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["CommandJson", "CommandsJson"]


class CommandJson(TypedDict):
    """A command that this server has started, or a making of puzzles that an earlier one has."""

    kind: Literal["match", "run", "puzzles"]
    id: Annotated[str, Field(description="The match, the training run, or the file of puzzles.")]
    state: Annotated[
        Literal["running", "stopping", "stopped", "done", "failed"],
        Field(description="One that is `stopped` or `failed` can be resumed."),
    ]
    text: Annotated[str, Field(description="What the command says is wrong; empty if nothing is.")]
    began: Annotated[str, Field(description="Empty if an earlier server has started it.")]
    puzzles: NotRequired[Annotated[int, Field(description="How many a making of puzzles has found.")]]


class CommandsJson(TypedDict):
    """The commands, the latest first."""

    commands: list[CommandJson]
    most: Annotated[int, Field(description="How many may run at a time.")]
    cores: Annotated[int, Field(description="The most games that a match may play at a time.")]
