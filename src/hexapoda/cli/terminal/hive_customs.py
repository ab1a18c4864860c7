"""Hive at the terminal: its pieces, its window on the board, its notations.

Owns what `customs` asks for; the answers about pieces are `answer`'s, the drawings `hexapoda.hive`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hexapoda.cli.terminal import answer as answers
from hexapoda.cli.terminal.answer import Answer
from hexapoda.cli.terminal.customs import Block
from hexapoda.cli.terminal.hint import hint_answer
from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.hive import PASS, Piece, Position
from hexapoda.hive.draw.diagram import board_lines, hand_lines, stack_lines
from hexapoda.hive.draw.viewport import Viewport
from hexapoda.hive.game import HIVE
from hexapoda.hive.outcome import Termination
from hexapoda.hive.text.notation import NOTATIONS
from hexapoda.span import Line

if TYPE_CHECKING:
    from hexapoda.cli.terminal.session import Session

__all__ = ["HiveCustoms"]

_REASONS = {
    Termination.QUEEN_SURROUNDED: "the queen of {loser} is surrounded",
    Termination.BOTH_SURROUNDED: "both queens are surrounded",
    Termination.REPETITION: "the position has occurred for the third time",
    Termination.NO_MOVES: "nothing can move any more",
}


class HiveCustoms:
    """Hive, with the window on the board that is kept from move to move."""

    game: Any = HIVE
    move_help = "A move: wA1 -bQ or wG2/*bA1 or ba3 NW wq1, or its number in a list; a piece lists its moves."
    notations: tuple[str, ...] = NOTATIONS
    without: frozenset[str] = frozenset()
    usages: Mapping[str, tuple[str, str]] = MappingProxyType({})
    unit = ""

    def __init__(self) -> None:
        self._view: Viewport | None = None

    def hint(self, position: Position) -> str:
        """What to type now."""
        moves = position.legal_moves
        if len(moves) == 1 and moves[0] == PASS:
            return "you have no move: type pass"
        if position.pieces():
            return "type a move (wA1 -bQ) or a piece (wA1), or: moves  why  hint  undo  help  quit"
        return "type the piece to begin with (wS1), or: moves  hint  load FILE  help  quit"

    def player(self, position: Position, player: int) -> str:
        """White or Black."""
        return HIVE.players[player]

    def turn_number(self, position: Position) -> int:
        """The number of the turn."""
        return position.turn_number

    def reason(self, outcome: Any) -> str:
        """Whose queen is surrounded, or why else it is over."""
        loser = "" if outcome.winner is None else HIVE.players[1 - outcome.winner]
        return _REASONS[outcome.termination].format(loser=loser)

    def rules(self, position: Position) -> Mapping[str, str]:
        """Opening and repetition."""
        return {"opening": position.opening, "repetition": "on" if position.repetition else "off"}

    def is_from_start(self, position: Position) -> bool:
        """Whether no piece was set up."""
        return not position.start.ply and not position.start.pieces()

    def format_move(self, position: Position, move: Any, notation: str) -> str:
        """The text of a move."""
        return position.format_move(move, notation)

    def words(self, position: Position, notation: str) -> list[str]:
        """Pieces to ask about, and moves."""
        legal = list(position.legal_moves)
        pieces = sorted({str(move.piece) for move in legal if move.piece is not None})
        return [
            *(f"moves {piece}" for piece in pieces),
            *sorted(position.format_move(move, notation) for move in legal),
        ]

    def moves(self, position: Position, text: str, notation: str, width: int) -> Answer:
        """The pieces that can move, the moves of one of them, or all."""
        if not text:
            return answers.pieces(position)
        if text.lower() == "all":
            return answers.all_moves(position, notation, width)
        return answers.piece_moves(position, answers.piece_named(text), notation)

    def more(self, position: Position, choice: Any, notation: str) -> Answer | None:
        """The moves of a piece."""
        return answers.piece_moves(position, choice, notation) if isinstance(choice, Piece) else None

    def question(self, text: str) -> bool:
        """Whether it is a piece's name and nothing else."""
        return answers.is_piece(text)

    def why(self, position: Position, text: str, notation: str) -> Answer:
        """Why a move is legal or not."""
        return answers.why(position, text, notation)

    def history(self, start: Position, moves: Sequence[Any], notation: str) -> Answer:
        """The moves, a line a turn."""
        return answers.history(start, moves, notation)

    def advice(
        self,
        position: Position,
        result: SearchResult,
        lines: Sequence[SearchInfo],
        notation: str,
        width: int,
    ) -> Answer:
        """The best moves, why, and how it may go on."""
        return hint_answer(position, result, lines, notation, width)

    def heading(self, position: Position) -> list[str]:
        """`Hive Base+MLP` and the rules that are not the usual ones."""
        switches = ["free opening"] if position.opening == "free" else []
        switches += [] if position.repetition else ["no repetition draw"]
        return [f"Hive {position.variant}", *switches]

    def scene(
        self, position: Position, answer: Answer, width: int, height: int, spacious: bool
    ) -> list[Block]:
        """The board in its window, the stacks, the hands."""
        hands = 2 * -(-56 // (width - 9))  # room for full hands, so that the board stays as they empty
        stacks = 2 if spacious else 1
        board = self._board(position, answer, width, height - hands - stacks)
        return [
            (board, len(board)),
            (stack_lines(position, width=width), stacks),
            (hand_lines(position, width=width), hands),
        ]

    def printed(self, position: Position, answer: Answer) -> list[Line]:
        """The whole board, the stacks, the hands."""
        shown = {cell for cell, _ in position.pieces().values()} | {*answer.marks, *answer.alerts}
        last = position.moves[-1] if position.moves else None
        view = Viewport.fitting(shown, width=80)
        board = board_lines(position, view, marks=answer.marks, last_move=last, alerts=answer.alerts)
        return [*board, *stack_lines(position), *hand_lines(position)]

    def file_text(self, session: Session, path: Path) -> str:
        """The game as PGN for `.pgn`, else a game string."""
        if path.suffix.lower() == ".pgn":
            return _pgn(session, path)
        position: Position = session.position
        return position.game_string() + "\n"

    def load(self, path: Path) -> list[Any]:
        """The games of a file of any format."""
        from hexapoda.errors import InvalidGameError
        from hexapoda.hive.records import scan_games

        return [game if isinstance(game, InvalidGameError) else game.position() for game in scan_games(path)]

    def _board(self, position: Position, answer: Answer, width: int, height: int) -> tuple[Line, ...]:
        cells = {cell for cell, _ in position.pieces().values()}
        marked = {*answer.marks, *answer.alerts}
        last = position.moves[-1] if position.moves else None
        focus = last.to if last is not None else None
        view = self._view
        if view is None or (view.width, view.height) != (width, height):
            view = Viewport.around(cells, width=width, height=height, focus=focus)
        view = view.follow(cells, focus=focus)
        if not all(view.contains(cell) for cell in marked):
            view = view.follow(cells | marked, focus=focus)
        self._view = view
        return board_lines(position, view, marks=answer.marks, last_move=last, alerts=answer.alerts)


def _pgn(session: Session, path: Path) -> str:
    from hexapoda.hive.records import RecordedGame, write_pgn

    position = session.position
    result = session.result()
    claimed = None
    if result is not None:
        claimed = "Draw" if result.winner is None else ("WhiteWins", "BlackWins")[result.winner]
    rules = ["opening"] if position.opening == "free" else []
    rules += [] if position.repetition else ["repetition"]
    outcome = position.board_outcome()
    state = ("InProgress" if position.ply else "NotStarted") if outcome is None else outcome.state
    game = RecordedGame(
        source=str(path),
        line=1,
        format="pgn",
        variant=position.variant,
        rules=tuple(rules),
        moves=tuple(position.moves),
        texts=tuple(session.texts),
        state=state,
        claimed=claimed,
        white=session.seats[0].name,
        black=session.seats[1].name,
    )
    return write_pgn(game)
