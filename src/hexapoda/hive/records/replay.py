"""Replaying a draft by the rules.

Owns the replay for all formats: it maps names to pieces in our numbering, references to cells, cells to
moves, and plays the moves on a `Position`. It uses the free opening and no repetition rule, which allow every
game, and records which of the two rules the game breaks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hexapoda.errors import HexapodaError, InvalidGameError, InvalidMoveError
from hexapoda.hive.move import PASS, Move
from hexapoda.hive.piece import Bug
from hexapoda.hive.position import Position
from hexapoda.hive.records.draft import GameDraft
from hexapoda.hive.records.game import RecordedGame
from hexapoda.hive.records.numbering import Numbering
from hexapoda.hive.records.result import FINISHED
from hexapoda.hive.text.move_text import MoveText, bad_move, quoted
from hexapoda.hive.text.uhp_move import read_uhp
from hexapoda.sentence import Sentence, message_of

_NUMBERED_SINGLE = re.compile(r"\b([wb][QMLP])1(?![0-9])")
_THIRD = 3
# The start cannot recur, and from the position after ply 1 a third occurrence takes eight more plies.
_EARLIEST_THIRD = 9


@dataclass(frozen=True, slots=True)
class Replay:
    """How far a draft could be replayed, and with which rule switches."""

    position: Position
    variant: str
    rules: tuple[str, ...]
    repetition_ply: int | None
    error: InvalidGameError | None


def replay(draft: GameDraft) -> Replay:
    """Play a draft to its end or its first error. The error is in the result; it is not raised."""
    variant = draft.variant or smallest_variant(draft)
    position = Position(variant, opening="free", repetition=False)
    push = position.push
    numbering = Numbering()
    repetition_ply: int | None = None
    error: InvalidGameError | None = None
    cells = draft.cells
    for index, text in enumerate(draft.texts):
        try:
            if cells:
                target = cells[index]
                push(PASS if target is None else Move(numbering.mover(target[0]), target[1]))
            else:
                text = text.strip()
                if text == "pass":
                    push(PASS)
                else:
                    push(_resolve(position, numbering, text))
        except HexapodaError as fault:
            error = _fault(draft, index + 1, text, fault)
            break
        if repetition_ply is None and index >= _EARLIEST_THIRD - 1 and position.repetitions() >= _THIRD:
            repetition_ply = index + 1
    error = error or draft.error
    if error is None and draft.unfinished is not None and position.state not in FINISHED:
        error = draft.unfinished
    rules = []
    if any(move.piece is not None and move.piece.bug is Bug.QUEEN for move in position.moves[:2]):
        rules.append("opening")
    if repetition_ply is not None:
        rules.append("repetition")
    return Replay(position, variant, tuple(rules), repetition_ply, error)


def record(draft: GameDraft) -> RecordedGame:
    """Return the game of a draft. Raises `InvalidGameError`, with source, line and ply, for a bad game."""
    played = replay(draft)
    if played.error is not None:
        raise played.error
    state = played.position.state
    return RecordedGame(
        source=draft.source,
        line=draft.line,
        format=draft.format,
        variant=played.variant,
        rules=played.rules,
        moves=tuple(played.position.moves),
        texts=draft.texts,
        state=state,
        claimed=claim(draft, state),
        white=draft.white,
        black=draft.black,
        tags=draft.tags,
        comments=draft.comments,
        repetition_ply=played.repetition_ply,
        annotated=draft.annotated,
    )


def claim(draft: GameDraft, state: str) -> str | None:
    """Return the result that the record claims; if it names no winner, that of the board."""
    if draft.claimed is None and draft.board_decides and state in FINISHED:
        return state
    return draft.claimed


def smallest_variant(draft: GameDraft) -> str:
    """Return the smallest variant that has all pieces of the draft."""
    if draft.cells:
        used = {str(target[0])[1] for target in draft.cells if target is not None}
    else:
        used = {text.lstrip()[1:2] for text in draft.texts}
    letters = "".join(letter for letter in "MLP" if letter in used)
    return f"Base+{letters}" if letters else "Base"


def _resolve(position: Position, numbering: Numbering, text: str) -> Move:
    try:
        parts = read_uhp(text)
    except InvalidMoveError:
        # Old converters write `wM1` instead of `wM`.
        plain = _NUMBERED_SINGLE.sub(r"\1", text)
        if plain == text:
            raise
        parts = read_uhp(plain)
    piece = numbering.mover(parts.piece)
    if parts.reference is None:
        return Move(piece, _first_cell(position, text))
    reference = numbering.reference(parts.reference)
    cell = None if reference is None else position.cell_of(reference)
    if cell is None:
        raise _absent(text, parts)
    return Move(piece, (cell[0] + parts.step[0], cell[1] + parts.step[1]))


def _first_cell(position: Position, text: str) -> tuple[int, int]:
    if position.ply:
        raise bad_move(text, len(text), "a reference piece with a direction")
    return (0, 0)


def _absent(text: str, parts: MoveText) -> InvalidMoveError:
    offset = max(text.rfind(str(parts.reference)), 0)
    return bad_move(text, offset, f"a piece on the board ({parts.reference} is not)")


def _fault(draft: GameDraft, ply: int, text: str, fault: HexapodaError) -> InvalidGameError:
    line = draft.line_of(ply)
    said = Sentence(
        "line {line}, ply {ply} {text}: {why}", line=line, ply=ply, text=quoted(text), why=message_of(fault)
    )
    error = InvalidGameError(said, source=draft.source, line=line, ply=ply)
    error.__cause__ = fault
    return error
