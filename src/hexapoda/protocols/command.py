"""The commands of a protocol server, as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

__all__ = ["ServerCommand", "shortened", "table_of"]


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A command as the server knows it."""

    usage: str
    """The command with its arguments in capitals; the first word is its name."""
    summary: str
    run: Callable[[Any, Any], Iterable[str] | None]
    """Takes the session and the argument, or the arguments; returns the lines of the answer, None for none.
    Lines of an iterator are sent one by one, as they come."""
    menu: str = ""
    """The entry in the menu of a GUI such as HexGui, `TYPE/LABEL/COMMAND`; empty for none."""

    @property
    def name(self) -> str:
        """The first word of the line."""
        return self.usage.split()[0]

    @property
    def arity(self) -> tuple[int, float]:
        """The least and the greatest number of arguments."""
        words = self.usage.split()[1:]
        fewest = next((at for at, word in enumerate(words) if word.startswith("[")), len(words))
        return fewest, float("inf") if any("..." in word for word in words) else len(words)


def table_of(*commands: ServerCommand) -> Mapping[str, ServerCommand]:
    """The commands by name."""
    return MappingProxyType({command.name: command for command in commands})


def shortened(text: str, length: int = 40) -> str:
    """Return a text for a message, cut after `length` characters."""
    return text if len(text) <= length else text[:length] + "..."
