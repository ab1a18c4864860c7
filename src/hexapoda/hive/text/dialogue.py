"""The terminal dialogue of Hive: a player types a piece and then the number of a cell, or a whole move.

Determines which pieces and cells a player means, and how to answer. `spoken` reads the words for pieces,
`notation` reads the exact notations, and `hexapoda.hive.explain` finds the reasons for refusing a move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hexapoda.errors import IllegalMoveError, InvalidMoveError, UsageError
from hexapoda.games.answer import Answer, Cell
from hexapoda.games.dialogue import Dialogue
from hexapoda.hive.cell import neighbors
from hexapoda.hive.move import Move
from hexapoda.hive.piece import PIECES, Bug, Piece
from hexapoda.hive.position import Position
from hexapoda.hive.rule import Rule
from hexapoda.hive.text.cell_words import cell_words, in_plain_words, names_cell
from hexapoda.hive.text.piece_names import BUG_NAMES, piece_words
from hexapoda.hive.text.spoken import PIECE_WORDS, Spoken, SpokenPiece, read_spoken
from hexapoda.text.sentence import Sentence, joined, listed, message_of

__all__ = ["HiveDialogue"]

_TYPE_A_NUMBER = "type a number to play it"


class HiveDialogue(Dialogue[Position, Move]):
    """The dialogue with a Hive player."""

    def move_words(self, position: Position, move: Move) -> str:
        """Return a text such as `the white ant (wA1) on the cell left of the black queen`; for a pass, its
        notation.
        """
        if move.piece is None or move.to is None:
            return super().move_words(position, move)
        if not position.pieces():
            return Sentence("{piece} in the middle", piece=piece_words(move.piece))
        to = cell_words(position, move.to, but=move.piece)
        return Sentence("{piece} on {to}", piece=piece_words(move.piece), to=to)

    def mover_words(self, move: Move) -> str:
        """Return the name of the moving piece, such as `the white ant (wA1)`; for a pass, its notation."""
        return str(move) if move.piece is None else piece_words(move.piece)

    def cell_words(self, position: Position, cell: Cell) -> str:
        """Return a description such as `the cell left of the black queen`."""
        return cell_words(position, cell)

    def cell(self, move: Move) -> Cell | None:
        """Return the destination of a move; None for a pass."""
        return move.to

    def claims(self, position: Position, word: str) -> bool:
        """Return whether a word names a bug of this variant."""
        spoken = read_spoken(word)
        return spoken is not None and _in_play(position, spoken.mover.bug)

    def read(self, position: Position, text: str) -> Move | Answer[Move]:
        """Return the typed move. If the text gives no direction or fits several moves, return an answer with
        numbered choices.
        """
        try:
            return position.parse_move(text)
        except (IllegalMoveError, InvalidMoveError) as error:
            spoken = read_spoken(text)
            if spoken is None:
                if isinstance(error, IllegalMoveError):
                    raise
                raise _unclear(text) from None
            return self._understand(position, text, spoken, error)

    def refusal_text(self, position: Position, error: IllegalMoveError) -> str:
        """Return why a move was refused, without coordinates."""
        piece: Piece | None = getattr(error.move, "piece", None)
        if error.rule is Rule.SAME_CELL and piece is not None:
            return Sentence("{piece} is already there", piece=piece_words(piece))
        return in_plain_words(position, message_of(error))

    def refusal(self, position: Position, error: IllegalMoveError) -> Answer[Move]:
        """Return why a move was refused, and number the cells to which the piece can go instead."""
        message = self.refusal_text(position, error)
        piece: Piece | None = getattr(error.move, "piece", None)
        others = [] if piece is None else self._sorted(position.moves_of(piece))
        if piece is None or not others:
            return Answer((message,), alerts=tuple(error.cells))
        marks = {move.to: str(number) for number, move in enumerate(others, 1) if move.to is not None}
        return Answer(
            (message, f"{piece_words(piece)} can go to the numbered cells: {_TYPE_A_NUMBER}"),
            marks=marks,
            alerts=tuple(cell for cell in error.cells if cell not in marks),
            choices=tuple(others),
        )

    def first(self, position: Position) -> Answer[Move]:
        """Return a numbered list of the possible first pieces; after the first move, an empty answer."""
        if position.pieces() or position.moves:
            return Answer()
        moves = sorted(position.legal_moves, key=lambda move: move.piece.index if move.piece else 0)
        entries = [f"{at} {_bug_name(move.piece)}" for at, move in enumerate(moves, 1) if move.piece]
        return Answer(
            ("type the number or the name of your first piece",), tuple(entries), choices=tuple(moves)
        )

    def moves(self, position: Position, text: str) -> Answer[Move]:
        """Return the pieces that can move; if `text` names a piece, its moves; if it is `all`, all moves."""
        if not text:
            return self._pieces(position)
        if text.lower() == "all":
            moves = sorted(position.legal_moves, key=lambda move: (str(move.piece), *_reading_order(move)))
            return self._listed(position, moves)
        spoken = read_spoken(text)
        if spoken is None:
            raise UsageError(f"{text[:40]!r} is not a piece; expected one such as ant, A1 or bQ")
        return self._about(position, _meant(position, spoken.mover), spoken)

    def words(self, position: Position) -> list[str]:
        """Return the names of pieces and the texts of moves that can be typed now, for completion."""
        legal = list(position.legal_moves)
        bugs = {move.piece.bug for move in legal if move.piece is not None}
        names = [name for name, bug in PIECE_WORDS.items() if bug in bugs]
        return [*names, *sorted(self.format_move(position, move) for move in legal)]

    # Interpreting the text

    def _understand(
        self, position: Position, text: str, spoken: Spoken, error: IllegalMoveError | InvalidMoveError
    ) -> Move | Answer[Move]:
        if position.outcome() is not None:
            raise IllegalMoveError(Sentence("the game is over"))
        movers = _meant(position, spoken.mover)
        if spoken.other is None:
            if not position.pieces() and len(movers) == 1 and isinstance(error, InvalidMoveError):
                return position.parse_move(str(movers[0]))
            if not position.pieces() and isinstance(error, IllegalMoveError):
                raise error
            return self._about(position, movers, spoken)
        others = [piece for piece in spoken.other.pieces() if position.cell_of(piece) is not None]
        if not others:
            named = _bug_name_of(spoken.other)
            raise InvalidMoveError(Sentence("there is no {bug} on the board to go to", bug=named), text=text)
        legal = [move for move in position.legal_moves if move.piece in movers and move.to is not None]
        cells = _targets(position, others, spoken.step)
        found = self._sorted([move for move in legal if move.to in cells])
        if spoken.step is not None and len(found) == 1:
            return found[0]
        if found:
            return self._numbered(position, found)
        if spoken.step is None and not isinstance(error, IllegalMoveError):
            message = Sentence(
                "{pieces} cannot go next to {others}", pieces=_named(movers), others=_named(others)
            )
            error = IllegalMoveError(message, move=Move(movers[0], next(iter(cells))))
        if isinstance(error, IllegalMoveError):
            raise error
        from hexapoda.hive.explain import refuse

        raise refuse(position, Move(movers[0], next(iter(cells))))

    def _about(self, position: Position, movers: Sequence[Piece], spoken: Spoken) -> Answer[Move]:
        """Return where one of the pieces can go; if several can move, ask which; if none can, say why."""
        able = [piece for piece in movers if position.moves_of(piece)]
        if not able:
            return self._why_stuck(position, movers[0])
        if len(able) == 1:
            return self._piece_moves(position, able[0])
        hand = position.hand(able[0].color)
        entries = [
            f"{number} {piece}{' (new)' if piece in hand else ''}" for number, piece in enumerate(able, 1)
        ]
        marks = {}
        for number, piece in enumerate(able, 1):
            cell = position.cell_of(piece)
            if cell is not None:
                marks[cell] = str(number)
        question = f"which {_bug_name(able[0])}? type its number, or its name"
        return Answer((question,), tuple(entries), marks=marks, choices=tuple(map(str, able)))

    def _pieces(self, position: Position) -> Answer[Move]:
        """Return the pieces that can move or be placed, each with its number of moves."""
        moves = list(position.legal_moves)
        counts = Counter(move.piece for move in moves if move.piece is not None)
        if not counts:
            return Answer(("you can only pass: type pass",) if moves else ("the game is over",))
        found = sorted(counts)
        entries = [f"{number} {piece} ({counts[piece]})" for number, piece in enumerate(found, 1)]
        note = f"{len(moves)} moves: type a piece's number for its cells, or: moves all"
        return Answer((note,), tuple(entries), choices=tuple(map(str, found)))

    def _piece_moves(self, position: Position, piece: Piece) -> Answer[Move]:
        """Return the moves of one piece, numbered in the text and on the board."""
        found = self._sorted(position.moves_of(piece))
        texts = [self.format_move(position, move) for move in found]
        if all(" " in text for text in texts):  # name the piece once, at the beginning
            texts = [text.partition(" ")[2] for text in texts]
        entries = [f"{number} {text}" for number, text in enumerate(texts, 1)]
        marks = {move.to: str(number) for number, move in enumerate(found, 1) if move.to is not None}
        message = f"{_bug_name(piece)} {piece}: type the number of a cell"
        return Answer((message,), tuple(entries), f"{piece}: ", marks=marks, choices=tuple(found))

    def _numbered(self, position: Position, found: Sequence[Move]) -> Answer[Move]:
        """Return the moves that the player may have meant, numbered in the text and on the board. If several
        moves lead to the same cell, the board shows the first number.
        """
        entries = [f"{number} {self.format_move(position, move)}" for number, move in enumerate(found, 1)]
        marks: dict[Cell, str] = {}
        for number, move in enumerate(found, 1):
            if move.to is not None:
                marks.setdefault(move.to, str(number))
        return Answer((_TYPE_A_NUMBER,), tuple(entries), marks=marks, choices=tuple(found))

    def _why_stuck(self, position: Position, piece: Piece) -> Answer[Move]:
        """Return why a piece has no move: the most frequent refusal among the cells around it or, for a piece
        in hand, around the hive.
        """
        cell = position.cell_of(piece)
        if cell is not None:
            targets = [beside for beside in neighbors(cell) if not position.height(beside)]
            targets = targets or list(neighbors(cell))
        else:
            board = [at for at, _ in position.pieces().values()]
            targets = [beside for at in board for beside in neighbors(at) if not position.height(beside)]
            targets = targets or [(0, 0)]
        found = [
            refused for refused in (position.why_not(Move(piece, target)) for target in targets) if refused
        ]
        if not found:
            return Answer((Sentence("{piece} has no legal move", piece=piece_words(piece)),))
        reason, _ = Counter(refused.rule for refused in found).most_common(1)[0]
        first = next(refused for refused in found if refused.rule is reason)
        why = in_plain_words(position, first.text)
        if not names_cell(first.text):  # the reason is about the piece alone
            return Answer((why,), alerts=tuple(first.cells))
        message = Sentence("{piece} has no legal move: {why}", piece=piece_words(piece), why=why)
        return Answer((message,), alerts=tuple(first.cells))

    @staticmethod
    def _sorted(moves: Any) -> list[Move]:
        return sorted(moves, key=lambda move: (*_reading_order(move), str(move.piece)))


def _meant(position: Position, named: SpokenPiece) -> list[Piece]:
    """Return the pieces that the player may have meant: without a number, those on the board and the next
    one in hand; without a color, those of the side to move.
    """
    color = position.turn if named.color is None else named.color
    if not _in_play(position, named.bug):
        raise InvalidMoveError(
            Sentence(
                "there is no {bug} in a game of {variant}",
                bug=BUG_NAMES[named.bug],
                variant=position.variant,
            )
        )
    if named.number is not None:
        return [piece for piece in PIECES if piece.color == color and named.fits(piece)] or [
            piece for piece in PIECES if piece.color == color and piece.bug is named.bug
        ][:1]
    waiting = position.next_in_hand(color)
    return [
        piece
        for piece in PIECES
        if piece.color == color
        and piece.bug is named.bug
        and (piece in waiting or position.cell_of(piece) is not None)
    ]


def _in_play(position: Position, bug: Bug) -> bool:
    return bug.value not in "MLP" or bug.value in position.variant.partition("+")[2]


def _targets(position: Position, others: Sequence[Piece], step: Cell | None) -> list[Cell]:
    cells: list[Cell] = []
    for other in others:
        cell = position.cell_of(other)
        if cell is None:
            continue
        if step is not None:
            cells.append((cell[0] + step[0], cell[1] + step[1]))
        else:
            cells += [cell, *neighbors(cell)]
    return cells


def _unclear(text: str) -> InvalidMoveError:
    return InvalidMoveError(
        Sentence("{text!r} is not a move: expected a piece (ant, A1) or a move (A1 -bQ)", text=text[:40]),
        text=text,
    )


def _named(pieces: Sequence[Piece]) -> str:
    return listed(map(str, pieces), alternatives=True)


def _bug_name(piece: Piece) -> str:
    return BUG_NAMES[piece.bug]


def _bug_name_of(named: SpokenPiece) -> str:
    name: str = BUG_NAMES[named.bug]
    if named.number is not None:
        name = joined(" ", (name, str(named.number)))
    if named.color is None:
        return name
    return Sentence("white {bug}", bug=name) if named.color == 0 else Sentence("black {bug}", bug=name)


def _reading_order(move: Move) -> tuple[int, int]:
    """Return a sort key from top to bottom and left to right, so that the numbers are easy to find
    on the board.
    """
    return (0, 0) if move.to is None else (move.to[1], move.to[0])
