"""`ServerCommand`: a command of a protocol server, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

__all__ = ["ServerCommand", "shortened", "table_of"]


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A command of a server."""

    usage: str
    """The command with its arguments in capitals; the first word is its name."""
    summary: str
    run: Callable[[Any, Any], Iterable[str] | None]
    """Takes the session and the arguments: in UHP one string, in HTP a sequence of strings. Returns the lines
    of the answer; None if there are none. The UHP server sends the lines of an iterator as they come.
    """
    menu: str = ""
    """The entry in the menu of a GUI such as HexGui, `TYPE/LABEL/COMMAND`; empty if the command has none."""

    @property
    def name(self) -> str:
        """The first word of the usage."""
        return self.usage.split()[0]

    @property
    def arity(self) -> tuple[int, float]:
        """The minimum and maximum number of arguments; the maximum is infinite if there is no limit."""
        words = self.usage.split()[1:]
        fewest = next((at for at, word in enumerate(words) if word.startswith("[")), len(words))
        return fewest, float("inf") if any("..." in word for word in words) else len(words)


def table_of(*commands: ServerCommand) -> Mapping[str, ServerCommand]:
    """Return the commands by name."""
    return MappingProxyType({command.name: command for command in commands})


def shortened(text: str, length: int = 40) -> str:
    """Return `text` for a message. If it is longer than `length` characters, cut it there and add `...`."""
    return text if len(text) <= length else text[:length] + "..."
