"""Parses and formats the requests and replies of the Hex Text Protocol (HTP).

The syntax is that of the Go Text Protocol (GTP): the reply to `12 play b c3` is `=12 TEXT` on success or
`?12 TEXT` on failure, followed by an empty line. `commands` implements the commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["COLORS", "HtpReply", "HtpRequest", "format_reply", "parse_reply", "parse_request"]

COLORS = ("black", "white")

_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_REPLY = re.compile(r"([=?])([0-9]*)[ \t]?(.*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class HtpRequest:
    """A command from the client."""

    number: str
    """The request id, repeated in the reply; empty if the client sent none."""
    name: str
    """The name of the command; empty if the line has only a number."""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HtpReply:
    """A reply from the engine."""

    ok: bool
    """Whether the command succeeded."""
    number: str
    """The request id; empty if the request had none."""
    text: str
    """The lines of the reply, without the leading `=` or `?` and the number."""

    @property
    def first(self) -> str:
        """The first line that is not blank; empty if there is none."""
        return next((line.strip() for line in self.text.split("\n") if line.strip()), "")


def parse_request(line: str) -> HtpRequest | None:
    """Parse a line. Returns None for a comment or an empty line, which get no reply."""
    # As in GTP, tabs become spaces, other control characters are dropped, and `#` starts a comment.
    text = "".join(
        character for character in line.replace("\t", " ") if character >= " " and character != "\x7f"
    )
    words = [word for word in text.removeprefix("\ufeff").partition("#")[0].split(" ") if word]
    if not words:
        return None
    number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
    name = words.pop(0) if words else ""
    return HtpRequest(number, name, tuple(words))


def format_reply(ok: bool, number: str, lines: Sequence[str]) -> str:
    """Return a reply with its final empty line. Each empty line within the reply becomes a single space."""
    first, *others = lines or [""]
    return "\n".join([f"{'=' if ok else '?'}{number} {first}", *(line or " " for line in others)]) + "\n\n"


def parse_reply(lines: Iterable[str]) -> HtpReply | None:
    """Parse the lines of a reply, without the final empty line. Returns None if they are not a reply."""
    first, *others = list(lines) or [""]
    match = _REPLY.fullmatch(first)
    if match is None:
        return None
    return HtpReply(match[1] == "=", match[2], "\n".join([match[3], *others]))
