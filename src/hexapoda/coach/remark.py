"""`Remark`: a sentence that states a fact, with the moves that lead to its position.

Builds the sentences around a game's phrases: they say which move brings a fact about, and in which line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexapoda.coach.comparison import Difference
from hexapoda.games import Game
from hexapoda.games.fact import Fact
from hexapoda.text.sentence import Sentence

__all__ = ["Line", "Remark", "difference_remark", "line_of", "move_remark", "spelled_out"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A statement of the coach about a move.

    Attributes:
        text: the sentence.
        fact: the fact that it states.
        line: the texts of the moves up to the position that the fact is about.
        good: whether it speaks for the move that is explained; in `reasons`, whether it is about the better
            line rather than the one that was played.
    """

    text: str
    fact: Fact
    line: tuple[str, ...]
    good: bool


def spelled_out(game: Game, remark: Remark) -> str:
    """Return the sentence of a remark with the marked cells named, for a reader who sees no marks."""
    cells = game.facts.marked(remark.fact)
    return Sentence("{text} Marked: {cells}.", text=remark.text, cells=cells) if cells else remark.text


@dataclass(frozen=True, slots=True)
class Line:
    """The moves of a legal line, and their texts."""

    moves: tuple[Any, ...]
    texts: tuple[str, ...]


def line_of(game: Game, position: Any, moves: Any) -> Line:
    """Return a line of moves with their texts, up to the first illegal move or the end of the game."""
    at = position.copy()
    played: list[Any] = []
    texts: list[str] = []
    for move in moves:
        if at.outcome() is not None or not at.is_legal(move):
            break
        texts.append(game.format_move(at, move))
        played.append(move)
        at.push(move)
    return Line(tuple(played), tuple(texts))


def difference_remark(
    game: Game, found: Difference, lines: tuple[Line, Line], turn: int, you: int | None
) -> Remark | None:
    """Return the remark on a difference between two lines, the better one first; None if the game has no
    words for it.
    """
    fact = found.fact
    shown = lines[found.line].texts[: fact.ply]
    clause = game.facts.phrase(fact, "is", you)
    if not clause:
        return None
    values = {"move": shown[-1], "clause": clause}
    if found.other is not None:
        values["other"] = str(found.other)
        if found.line == 0:
            text = Sentence("In the better line, after {move}: {clause}; as played, {other}.", **values)
        else:
            text = Sentence("As played, after {move}: {clause}; in the better line, {other}.", **values)
        return Remark(text, fact, shown, good=found.line == 0)
    if found.ended and (ends := game.facts.phrase(fact, "ends", you)):
        text = Sentence("{move} {ends}.", move=lines[1 - found.line].texts[0], ends=ends)
        return Remark(text, fact, (), good=found.line == 1)
    if found.line == 0:
        does = (
            game.facts.phrase(fact, "does", you) if fact.ply == 1 and found.new and fact.gains == turn else ""
        )
        if does:
            text = Sentence("{move} {does}.", move=shown[-1], does=does)
        elif fact.ply == 1:
            text = Sentence("After {move}: {clause}.", **values)
        else:
            text = Sentence("In the better line, after {move}: {clause}.", **values)
        return Remark(text, fact, shown, good=True)
    if fact.ply == 1:
        text = Sentence("After {move}: {clause}.", **values)
    elif found.new or not found.never:
        text = Sentence("As played, after {move}: {clause}.", **values)
    else:
        text = Sentence("As played, after {move}: {clause}; not so in the better line.", **values)
    return Remark(text, fact, shown, good=False)


def move_remark(
    game: Game,
    fact: Fact,
    line: Line,
    you: int | None,
    *,
    ended: bool = False,
    good: bool,
    new: bool = True,
    before: int | None = None,
) -> Remark | None:
    """Return the remark on a fact that a line brings about, or, with `ended`, that its first move ends; None
    if the game has no words for it. `new`: whether the fact did not hold before the line. `before`: the count
    before the line, for a count that the first move changes.
    """
    if ended:
        ends = game.facts.phrase(fact, "ends", you)
        text = Sentence("{move} {ends}.", move=line.texts[0], ends=ends)
        return Remark(text, fact, (), good) if ends else None
    shown = line.texts[: fact.ply]
    brought = fact.ply == 1 and new and good and before is None
    if brought and (does := game.facts.phrase(fact, "does", you)):
        return Remark(Sentence("{move} {does}.", move=shown[-1], does=does), fact, shown, good)
    clause = game.facts.phrase(fact, "is", you)
    if not clause:
        return None
    values = {"move": shown[-1], "clause": clause}
    if before is not None:
        text = Sentence("After {move}: {clause}; before, {other}.", other=before, **values)
    else:
        text = Sentence("After {move}: {clause}.", **values)
    return Remark(text, fact, shown, good)
