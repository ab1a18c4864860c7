"""Reading and writing the requests and replies of the Hex Text Protocol.

Owns their form, which is that of the Go Text Protocol: `12 play b c3` is answered `=12 TEXT` or `?12 TEXT`,
and an empty line ends the answer. `commands` implements the commands.
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
    """A command as a client sends it."""

    number: str
    """The number by which the client knows the answer again; empty when it gives none."""
    name: str
    """Empty when there is a number and nothing else."""
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HtpReply:
    """An answer as an engine gives it."""

    ok: bool
    number: str
    text: str
    """Its lines, the first one without the mark and the number."""

    @property
    def first(self) -> str:
        """The first line that says something; empty when none does."""
        return next((line.strip() for line in self.text.split("\n") if line.strip()), "")


def parse_request(line: str) -> HtpRequest | None:
    """The command of a line; None for a comment or an empty line, which have no answer."""
    text = "".join(
        character for character in line.replace("\t", " ") if character >= " " and character != "\x7f"
    )
    words = text.removeprefix("\ufeff").partition("#")[0].split(" ")
    words = [word for word in words if word]
    if not words:
        return None
    number = words.pop(0) if _NUMBER.fullmatch(words[0]) else ""
    name = words.pop(0) if words else ""
    return HtpRequest(number, name, tuple(words))


def format_reply(ok: bool, number: str, lines: Sequence[str]) -> str:
    """The answer with the empty line that ends it; a line of it that says nothing becomes a blank."""
    first, *others = lines or [""]
    return "\n".join([f"{'=' if ok else '?'}{number} {first}", *(line or " " for line in others)]) + "\n\n"


def parse_reply(lines: Iterable[str]) -> HtpReply | None:
    """What an engine answers, given its lines up to the empty one; None when that is no answer."""
    first, *others = list(lines) or [""]
    match = _REPLY.fullmatch(first)
    if match is None:
        return None
    return HtpReply(match[1] == "=", match[2], "\n".join([match[3], *others]))
