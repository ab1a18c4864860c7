"""A game as read from a file, before it is replayed: a tree of texts with their places in the file.

Owns `Draft`, the result of every reader, and `Ply`, the nodes of its tree. Nothing in a draft has been
checked against the rules; `replay` does that and makes a `GameTree`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, Literal, TypeVar

from hexapoda.errors import InvalidGameError
from hexapoda.record.game_record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.record.mark import Mark
from hexapoda.record.node import MoveEvaluation, Node
from hexapoda.record.repair import Repair
from hexapoda.sentence import Sentence

__all__ = ["Draft", "Ply", "draft_header", "quoted", "reading_error", "record_draft", "unreadable"]

_SHOWN = 40
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Ply:
    """One ply of a draft; the root, before the first move, has no text.

    Attributes:
        text: the move as written in the file.
        line: the line of the move in the file, from 1.
        color: the player who moves according to the file, 0 or 1; None if the file does not say.
        target: what a format with coordinates says about the move, for the interpreter of the game; None
            otherwise.
        parent: the ply before it; None for the root.
        ply: plies from the root.
        comments, nags, marks, evaluation: as in `hexapoda.record.Node`. Most plies have none: then they are
            empty and shared; `annotate` replaces them.
        details: what the player reported with the move; its text does not matter.
    """

    text: str = ""
    line: int = 1
    color: int | None = None
    target: Any = None
    parent: Ply | None = None
    ply: int = 0
    comments: Sequence[str] = ()
    nags: frozenset[int] = frozenset()
    marks: Sequence[Mark] = ()
    evaluation: MoveEvaluation | None = None
    details: MoveRecord | None = None
    _variations: Sequence[Ply] = ()
    _tail: Sequence[str] = ()
    _lines: Sequence[int] = ()

    @property
    def variations(self) -> Sequence[Ply]:
        """The continuations, the main one first."""
        if self._tail:
            texts, self._tail = self._tail, ()
            ply = self
            for text, line in zip(texts, self._lines or repeat(self.line)):  # noqa: B905
                ply = ply.add(text, line)
        return self._variations

    @property
    def tail(self) -> Sequence[str]:
        """The texts of all plies after this one, as long as they are one line that `add_line` has added and
        nobody has asked for its plies; empty otherwise.
        """
        return self._tail

    def add(self, text: str, line: int = 1, *, color: int | None = None, target: Any = None) -> Ply:
        """Append a continuation and return it."""
        child = Ply(text, line, color, target, self, self.ply + 1)
        if isinstance(self.variations, list):
            self.variations.append(child)
        else:
            self._variations = [child]
        return child

    def annotate(
        self, comments: Iterable[str] = (), nags: Iterable[int] = (), marks: Iterable[Mark] = ()
    ) -> None:
        """Add comments, glyphs and marks."""
        self.comments = _added(self.comments, comments)
        self.nags = self.nags.union(nags) if nags else self.nags
        self.marks = _added(self.marks, marks)

    def add_line(self, texts: Sequence[str], lines: Sequence[int] = ()) -> None:
        """Add a line of plies, and on which lines of the file they are; without `lines`, all are on the line
        of this ply. Most games are nothing else, and can be replayed without an object for each ply.
        """
        if self.variations:
            raise ValueError("a line of plies is added to a ply that has a continuation")
        self._tail, self._lines = texts, lines

    def main_line(self) -> Iterator[Ply]:
        """Yield the plies after this one along the first continuations."""
        ply = self
        while ply.variations:
            ply = ply.variations[0]
            yield ply


def _added(old: Collection[T], new: Iterable[T]) -> Any:
    """Return a list with more items; the old collection if there are none. The old list is changed."""
    for item in new:
        if isinstance(old, list):
            old.append(item)
        else:
            old = [*old, item]
    return old


@dataclass(frozen=True, slots=True)
class Draft:
    """One game as read from a file.

    Attributes:
        header: what the file says about the game, without moves. The variant is empty if the file does not
            name it, and the result is the one that the file claims.
        root: the moves.
        format: the name of the format.
        line: the line where the game starts, from 1.
        resigned: the player whose resignation is among the moves, or "mover" for whoever is to move at the
            end. In a game where players exchange colors, it is the color.
        error: why the reading ended; the plies before it are in `root`.
        unfinished: the error to report if the game is not over on the board after the last ply: the text was
            cut off.
        faults: why variations end early.
        repairs: what the reader repaired.
        file: the file, if the header says that the game came from another one before.
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
        """The file."""
        return self.file or self.header.source


def record_draft(header: GameRecord, root: Node, format: str = "", line: int = 1) -> Draft:
    """Return a game that is not known to be legal as a draft: its header, whose own moves are ignored, and
    its nodes.
    """
    top = Ply(line=line)
    plies = {id(root): top}
    for node in root.walk():
        ply = top if node.parent is None else plies[id(node.parent)].add(node.text, line)
        plies[id(node)] = ply
        ply.annotate(node.comments, node.nags, node.marks)
        ply.evaluation, ply.details = node.evaluation, node.played
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
    """Return the header of a draft. `finished` is needed only for a draw; other fields are those of
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
    """Return the draft of a text in which not even the beginning of a game can be read."""
    error = reading_error(source, line, None, reason)
    return Draft(draft_header(game, source), Ply(line=line), format, line, error=error)


def reading_error(
    source: str, line: int, ply: int | None, reason: str, text: str | None = None
) -> InvalidGameError:
    """Return the error for invalid text; its message has the place and the text of the ply."""
    named = {"line": line, "ply": ply, "text": None if text is None else quoted(text), "why": reason}
    if ply is None and text is None:
        said = Sentence("line {line}: {why}", **named)
    elif text is None:
        said = Sentence("line {line}, ply {ply}: {why}", **named)
    elif ply is None:
        said = Sentence("line {line} {text}: {why}", **named)
    else:
        said = Sentence("line {line}, ply {ply} {text}: {why}", **named)
    return InvalidGameError(said, source=source, line=line, ply=ply)


def quoted(text: str) -> str:
    """Quote the beginning of a file's text for a message. Unlike `repr`, it does not double backslashes,
    which stand for directions in Hive.
    """
    return "'" + "".join(sign if sign.isprintable() else "?" for sign in text[:_SHOWN]) + "'"
