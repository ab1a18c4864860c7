"""A game as read from a file, before it is replayed: a tree of moves as text, with their line numbers.

`Draft` is the result of every reader, and `Ply` is a node of its tree. Nothing in a draft has been checked
against the rules; `replay` checks it and makes a `GameTree`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

from hexapoda.errors import InvalidGameError
from hexapoda.record.game_record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.node import Node
from hexapoda.record.repair import Repair
from hexapoda.record.tree_ply import TreePly
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence

__all__ = ["Draft", "Ply", "draft_header", "reading_error", "record_draft", "unreadable"]


class Ply(TreePly):
    """One ply of a draft; the root, before the first move, has no text.

    Attributes:
        text: the move as written in the file.
        line: the line of the move in the file, from 1.
        color: the player who moves according to the file, 0 or 1; None if the file does not say.
        target: the move as the reader has already decoded it, for the game's interpreter; None if there is
            only the text.
        details: what the player reported with the move; its `text` is ignored.
    """

    __slots__ = ("_plies", "color", "details", "line", "target", "text")

    def __init__(
        self,
        text: str = "",
        line: int = 1,
        color: int | None = None,
        target: Any = None,
        parent: Ply | None = None,
        ply: int = 0,
    ) -> None:
        super().__init__(parent, ply)
        self.text = text
        self.line = line
        self.color = color
        self.target = target
        self.details: MoveRecord | None = None
        self._plies: Callable[[], object] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the ply is only a move, without details and annotations."""
        return self.details is None and self.is_bare

    def add(self, text: str, line: int = 1, *, color: int | None = None, target: Any = None) -> Ply:
        """Append a continuation and return it."""
        child = Ply(text, line, color, target, self, self.ply + 1)
        self.append(child)
        return child

    def add_line(self, texts: Sequence[str], plies: Callable[[], object] | None = None) -> None:
        """Add a line of plies that are only moves, with the line number of this ply. If their line numbers or
        their texts in the file differ, `plies` adds the real plies when they are first accessed.
        """
        super().add_line(texts)
        self._plies = plies if texts else None

    def _expand(self) -> None:
        plies, self._plies = self._plies, None
        if plies is None:
            super()._expand()
        else:
            self._tail = ()
            plies()

    def _follow(self, text: str) -> Ply:
        return self.add(text, self.line)


@dataclass(frozen=True, slots=True)
class Draft:
    """One game as read from a file.

    Attributes:
        header: what the file says about the game, without moves. The variant is empty if the file does not
            name it, and the result is the one that the file claims.
        root: the moves.
        format: the name of the format.
        line: the line where the game starts, from 1.
        resigned: the color, 0 or 1, whose resignation is one of the moves; the same as the player unless the
            players exchanged colors. "mover" means the side to move at the end.
        error: why reading ended early, or None; the plies before the error are in `root`.
        unfinished: the error of a text that was cut off, reported unless the last ply ends the game on the
            board.
        faults: why variations end early.
        repairs: what the reader repaired.
        file: the file that was read, if `header.source` names an earlier file of the game.
    """

    header: GameRecord
    root: Ply
    format: str
    line: int = 1
    resigned: int | Literal["mover"] | None = None
    error: InvalidGameError | None = None
    unfinished: InvalidGameError | None = None
    faults: tuple[InvalidGameError, ...] = ()
    repairs: tuple[Repair, ...] = ()
    file: str = ""

    @property
    def source(self) -> str:
        """The file that was read."""
        return self.file or self.header.source


def record_draft(header: GameRecord, root: Node, format: str = "", line: int = 1) -> Draft:
    """Return a draft of a game whose moves may be illegal. The moves come from `root`; those of `header` are
    ignored.
    """
    top = Ply(line=line)
    top.add_notes(root)
    if root.tail:
        top.add_line(root.tail)
    else:
        plies = {id(root): top}
        for node in islice(root.walk(), 1, None):
            ply = plies[id(node)] = plies[id(node.parent)].add(node.text, line)
            ply.add_notes(node)
            ply.details = None if node.played is None or node.played.is_plain else node.played
    return Draft(replace(header, moves=()), top, format, line)


def draft_header(
    game: str,
    source: str,
    variant: str = "",
    *,
    names: tuple[str, str] = ("", ""),
    winner: int | None = None,
    finished: bool | None = None,
    ending: Ending = Ending.UNKNOWN,
    **fields: Any,
) -> GameRecord:
    """Return the header of a draft. `finished` is needed only for a draw; `fields` are further fields of
    `GameRecord`.
    """
    return GameRecord(
        game=game,
        variant=variant,
        players=(PlayerRecord(names[0]), PlayerRecord(names[1])),
        moves=(),
        winner=winner,
        finished=winner is not None if finished is None else finished,
        ending=ending,
        source=source,
        **fields,
    )


def unreadable(game: str, format: str, source: str, line: int, reason: str) -> Draft:
    """Return the draft for text in which not even the beginning of a game can be read."""
    error = reading_error(source, line, None, reason)
    return Draft(draft_header(game, source), Ply(line=line), format, line, error=error)


def reading_error(
    source: str, line: int, ply: int | None, reason: str, text: str | None = None
) -> InvalidGameError:
    """Return the error for invalid text; its message gives the location and quotes the text of the ply."""
    named = {"line": line, "ply": ply, "text": None if text is None else quoted(text), "why": reason}
    if ply is None and text is None:
        message = Sentence("line {line}: {why}", **named)
    elif text is None:
        message = Sentence("line {line}, ply {ply}: {why}", **named)
    elif ply is None:
        message = Sentence("line {line} {text}: {why}", **named)
    else:
        message = Sentence("line {line}, ply {ply} {text}: {why}", **named)
    return InvalidGameError(message, source=source, line=line, ply=ply)
