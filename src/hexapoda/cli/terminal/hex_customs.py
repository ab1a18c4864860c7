"""Hex at the terminal: a rhombus of stones, cells for moves, the chain that wins.

Owns what `customs` asks for; where the board is drawn is `hex_view`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hexapoda.analysis.score import value_text
from hexapoda.cli.terminal.answer import Answer, columns, refusal
from hexapoda.cli.terminal.customs import Block
from hexapoda.cli.terminal.hex_view import HexView
from hexapoda.engine import SearchInfo, SearchResult
from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.hex import Move, Position
from hexapoda.hex.game import HEX
from hexapoda.hex.outcome import WINS
from hexapoda.line import numbered_line
from hexapoda.span import Line

if TYPE_CHECKING:
    from hexapoda.cli.terminal.session import Session

__all__ = ["HexCustoms"]

_EDGES = ("top and bottom", "left and right")
_MOST = 3
"""So many moves of a hint."""


class HexCustoms:
    """Hex, with the window on a board that is larger than the terminal."""

    game: Any = HEX
    move_help = (
        "A move: a cell such as c2, swap where the first stone may be taken over, or a number in a list."
    )
    notations: tuple[str, ...] = ("cell",)
    without = frozenset({"pass", "notation"})
    usages: Mapping[str, tuple[str, str]] = MappingProxyType(
        {
            "moves": ("moves", "list the legal moves, numbered"),
            "hint": ("hint [SECONDS]", "show the best moves, how likely they win, and how it may go on"),
            "save": ("save FILE", "write the game: .sgf, .hexworld for a link, .json, else a game string"),
        }
    )
    unit = "playouts"

    def __init__(self) -> None:
        self._view = HexView()

    def hint(self, position: Position) -> str:
        """What to type now."""
        if position.swap_now is not None:
            took = "it becomes yours, mirrored" if position.swap == "pieces" else "you play its colour"
            return f"type a cell (c2), or swap: {took}; or: hint  undo  help  quit"
        if position.ply == 0:
            return "type the cell to begin with (c2), or: hint  load FILE  help  quit"
        return "type a cell (c2), or: moves  why  hint  undo  help  quit"

    def player(self, position: Position, player: int) -> str:
        """The colour that the player has now."""
        return HEX.players[player ^ position.sides_swapped]

    def turn_number(self, position: Position) -> int:
        """The number of the turn."""
        return position.ply // 2 + 1

    def reason(self, outcome: Any) -> str:
        """Which edges are joined."""
        return f"{_EDGES[outcome.colour]} are joined"

    def rules(self, position: Position) -> Mapping[str, str]:
        """The swap."""
        return {"swap": position.swap}

    def is_from_start(self, position: Position) -> bool:
        """Always: a game string tells stones that were set up too."""
        return True

    def format_move(self, position: Position, move: Move, notation: str) -> str:
        """The text of a move."""
        return position.format_move(move)

    def words(self, position: Position, notation: str) -> list[str]:
        """The legal moves."""
        return [str(move) for move in position.legal_moves]

    def moves(self, position: Position, text: str, notation: str, width: int) -> Answer:
        """Every legal move, numbered."""
        if text and text.lower() != "all":
            raise UsageError(f"moves {text[:40]!r}: Hex has no pieces; expected moves alone")
        found = list(position.legal_moves)
        texts = [f"{number:>3} {move}" for number, move in enumerate(found, 1)]
        note = f"{len(found)} moves: type the number of one to play it"
        return Answer((note,), choices=tuple(found), page=columns(texts, width))

    def more(self, position: Position, choice: Any, notation: str) -> Answer | None:
        """Every choice is a move."""
        return None

    def question(self, text: str) -> bool:
        """There are no pieces to ask about."""
        return False

    def why(self, position: Position, text: str, notation: str) -> Answer:
        """Why a move is legal or not."""
        try:
            move = position.parse_move(text)
        except IllegalMoveError as error:
            return refusal(error)
        marks = {} if move.cell is None else {move.cell: "1"}
        return Answer((f"{move} is legal; type 1 to play it",), marks=marks, choices=(move,))

    def history(self, start: Position, moves: Sequence[Move], notation: str) -> Answer:
        """The moves, a line a turn."""
        rows: list[list[str]] = []
        for ply, move in enumerate(moves, start.ply):
            if ply % 2 == 0 or not rows:
                rows.append([f"{ply // 2 + 1:>3}.", *([] if ply % 2 == 0 else ["..."])])
            rows[-1].append(str(move))
        lines = tuple(f"{row[0]} {row[1]:<14}{row[2] if len(row) > 2 else ''}".rstrip() for row in rows)
        return Answer(() if lines else ("no move has been played",), page=lines)

    def advice(
        self,
        position: Position,
        result: SearchResult,
        lines: Sequence[SearchInfo],
        notation: str,
        width: int,
    ) -> Answer:
        """The best moves, numbered here and on the board, and the line of the first."""
        first = next((info for info in lines if info.pv[:1] == (result.move,)), result.info)
        others = [info for info in lines if info.pv and info.pv[0] != result.move]
        best = [first, *others][:_MOST]
        entries = []
        for number, info in enumerate(best, 1):
            score = value_text(info)
            entries.append(f"{number} {info.pv[0]} ({score})" if score else f"{number} {info.pv[0]}")
        told = [f"hint: {'  '.join(entries)}"]
        if len(first.pv) > 1:
            line = f"line: {numbered_line(position, first.pv)}"
            told.append(line if len(line) <= width else line[: width - 4].rpartition(",")[0] + " ...")
        marks = {info.pv[0].cell: str(number) for number, info in enumerate(best, 1) if info.pv[0].cell}
        return Answer(tuple(told), marks=marks, choices=tuple(info.pv[0] for info in best))

    def heading(self, position: Position) -> list[str]:
        """`Hex 11x11` and the swap."""
        return [f"Hex {position.variant}", *([] if position.swap == "off" else [f"swap {position.swap}"])]

    def scene(
        self, position: Position, answer: Answer, width: int, height: int, spacious: bool
    ) -> list[Block]:
        """The board, and below it whose edges are whose and the chain that has won."""
        return [(self._view.lines(position, answer, width, height), height)]

    def printed(self, position: Position, answer: Answer) -> list[Line]:
        """The whole board as `show` draws it."""
        return self._view.lines(position, answer, 80, None)

    def file_text(self, session: Session, path: Path) -> str:
        """The game as SGF for `.sgf`, a link of HexWorld for `.hexworld`, else a game string."""
        from hexapoda.game_file import format_of
        from hexapoda.hex.records import WRITABLE, format_game, read_text

        [game] = read_text(session.position.game_string(), str(path))
        result = session.result()
        game = replace(
            game,
            black=session.seats[0].name,
            white=session.seats[1].name,
            claimed=None if result is None or result.winner is None else WINS[result.winner],
            ending="" if session.resigned is None else "resign",
        )
        try:
            format = format_of(path, WRITABLE)
        except UsageError:  # another ending, or none
            format = "gamestring"
        return format_game(game, format)

    def load(self, path: Path) -> list[Any]:
        """The games of a file of any format."""
        from hexapoda.errors import InvalidGameError
        from hexapoda.hex.records import scan_games

        return [game if isinstance(game, InvalidGameError) else game.position() for game in scan_games(path)]
