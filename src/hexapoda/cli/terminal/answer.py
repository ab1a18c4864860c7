"""What the terminal says to a question about the position: moves of a piece, why not, the history.

Owns the wording and which cells are marked; drawing is `screen`'s, playing is `table`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.hive import PIECES, Cell, Move, Piece, Position
from hexapoda.hive.cell import neighbors
from hexapoda.suggestion import did_you_mean

__all__ = [
    "Answer",
    "Choice",
    "all_moves",
    "columns",
    "history",
    "is_piece",
    "piece_moves",
    "piece_named",
    "pieces",
    "refusal",
    "why",
]

Choice: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class Answer:
    """Lines to say, cells to mark, and what the numbers mean from now on."""

    lines: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    """Short texts to be set in columns above the lines."""
    label: str = ""
    """What stands before the entries."""
    marks: Mapping[Cell, str] = field(default_factory=dict)
    alerts: tuple[Cell, ...] = ()
    choices: tuple[Choice, ...] = ()
    """What number 1, 2, ... stands for: a move to play, or a piece whose moves are listed."""
    page: tuple[str, ...] = ()
    """A text too long to stand below the board."""

    def rows(self, width: int) -> list[str]:
        """The entries in columns behind the label, no line longer than `width`."""
        indent = len(self.label)
        rows = columns(self.entries, width - indent)
        return [f"{' ' * indent if number else self.label}{row}" for number, row in enumerate(rows)]


def is_piece(text: str) -> bool:
    """Whether `text` is the name of a piece and nothing else."""
    try:
        piece_named(text)
    except UsageError:
        return False
    return True


def piece_named(text: str) -> Piece:
    """The piece of a name such as `wA1`, in any case, `wQ1` for `wQ` too. Raises `UsageError`."""
    fold = text.strip().lower()
    names = {str(piece).lower(): piece for piece in PIECES}
    for key in (fold, fold.removesuffix("1")):
        if key in names:
            return names[key]
    raise UsageError(
        f"{text.strip()!r} is not a piece; expected a name such as wA1 or bQ"
        f"{did_you_mean(text, [str(piece) for piece in PIECES])}"
    )


def pieces(position: Position) -> Answer:
    """Every piece that can move or be placed, with the number of its moves."""
    moves = list(position.legal_moves)
    counts = Counter(move.piece for move in moves if move.piece is not None)
    if not counts:
        return Answer(("you can only pass: type pass",) if moves else ("the game is over",))
    found = sorted(counts)
    entries = [f"{number} {piece} ({counts[piece]})" for number, piece in enumerate(found, 1)]
    note = f"{len(moves)} moves: type a piece's number for its cells, moves all for the whole list"
    return Answer((note,), tuple(entries), choices=tuple(found))


def piece_moves(position: Position, piece: Piece, notation: str) -> Answer:
    """The moves of one piece, numbered here and on the board; why there are none if there are none."""
    found = sorted(position.moves_of(piece), key=_reading_order)
    if not found:
        return _why_stuck(position, piece)
    texts = [position.format_move(move, notation) for move in found]
    if all(" " in text for text in texts):  # the piece is said once, in front
        texts = [text.partition(" ")[2] for text in texts]
    entries = [f"{number} {text}" for number, text in enumerate(texts, 1)]
    marks = {move.to: str(number) for number, move in enumerate(found, 1) if move.to is not None}
    return Answer(entries=tuple(entries), label=f"{piece}: ", marks=marks, choices=tuple(found))


def all_moves(position: Position, notation: str, width: int) -> Answer:
    """Every legal move, numbered, as a page of that width."""
    found = sorted(position.legal_moves, key=lambda move: (str(move.piece), *_reading_order(move)))
    texts = [f"{number:>3} {position.format_move(move, notation)}" for number, move in enumerate(found, 1)]
    note = f"{len(found)} moves: type the number of one to play it"
    return Answer((note,), choices=tuple(found), page=columns(texts, width))


def why(position: Position, text: str, notation: str) -> Answer:
    """Whether a move is legal and, if not, which rule and which cells are in the way.

    Raises `InvalidMoveError` or `AmbiguousMoveError` when it is not one move.
    """
    try:
        move = position.parse_move(text)
    except IllegalMoveError as error:
        return refusal(error)
    marks = {} if move.to is None else {move.to: "1"}
    told = f"{position.format_move(move, notation)} is legal; type 1 to play it"
    return Answer((told,), marks=marks, choices=(move,))


def refusal(error: IllegalMoveError) -> Answer:
    """Why a move was refused, with the cells that show it."""
    return Answer((str(error),), alerts=tuple(error.cells))


def history(start: Position, moves: Sequence[Any], notation: str) -> Answer:
    """The moves since `start`, a line a turn."""
    position = start.copy()
    rows: list[list[str]] = []
    for move in moves:
        text = position.format_move(move, notation)
        if not rows or position.turn == 0:
            rows.append([f"{position.turn_number:>3}.", "" if position.turn == 0 else "..."])
        rows[-1][1:] = [text] if position.turn == 0 else [rows[-1][1], text]
        position.push(move)
    lines = tuple(f"{row[0]} {row[1]:<14}{row[2] if len(row) > 2 else ''}".rstrip() for row in rows)
    return Answer(() if lines else ("no move has been played",), page=lines)


def columns(texts: Sequence[str], width: int) -> tuple[str, ...]:
    """`texts` side by side in columns of equal width, row by row, no line longer than `width`."""
    wide = max((len(text) for text in texts), default=1) + 2
    number = max(1, width // wide)
    rows = [texts[at : at + number] for at in range(0, len(texts), number)]
    return tuple("".join(f"{text:<{wide}}" for text in row).rstrip() for row in rows)


def _why_stuck(position: Position, piece: Piece) -> Answer:
    """Why a piece has no move at all: what is said of the cells beside it, or beside the hive."""
    cell = position.cell_of(piece)
    if cell is not None:
        targets = [beside for beside in neighbors(cell) if not position.height(beside)]
        targets = targets or list(neighbors(cell))
    else:
        board = [at for at, _ in position.pieces().values()]
        targets = [beside for at in board for beside in neighbors(at) if not position.height(beside)] or [
            (0, 0)
        ]
    found = [refused for refused in (position.why_not(Move(piece, target)) for target in targets) if refused]
    if not found:
        return Answer((f"{piece} has no legal move",))
    reason, _ = Counter(refused.rule for refused in found).most_common(1)[0]
    first = next(refused for refused in found if refused.rule is reason)
    return Answer((f"{piece} has no legal move: {first.text}",), alerts=tuple(first.cells))


def _reading_order(move: Move) -> tuple[int, int]:
    """Top to bottom, left to right, so that numbers are easy to find on the board."""
    return (0, 0) if move.to is None else (move.to[1], move.to[0])
