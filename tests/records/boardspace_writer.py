"""Writes games in the dialects of boardspace.net, so that the reader can be tried on any game.

Defines the styles: `old` (2013: no color on pieces, lower case, `pick w`), `modern` (times, capitals), `bot`
(one command a move). Take-backs and talk about draws are sprinkled in by a seed.
"""

from __future__ import annotations

from random import Random

from hexapoda.hive import Cell, Move, MoveKind, Piece, Position
from hexapoda.hive.text.notation import format_move

STYLES = ("old", "modern", "bot")
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def write_boardspace(
    position: Position,
    style: str = "modern",
    *,
    seed: int = 0,
    result: str | None = None,
    names: tuple[str, str] = ("Anna", "Ben"),
    ending: tuple[str, ...] = (),
    first: tuple[int, int] = (13, 13),
    passes: bool = True,
) -> str:
    """The game that led to the position; `ending` are commands of the side to move, each followed by done.
    `first` is the column and row of the first piece, on a board of 26 columns and rows that wraps; without
    `passes`, forced passes are left out.
    """
    return _Writer(style, Random(seed), first, passes).write(position, result, names, ending)


class _Writer:
    def __init__(self, style: str, rng: Random, first: tuple[int, int], passes: bool) -> None:
        self._style = style
        self._first = first
        self._passes = passes
        self._rng = rng
        self._lines: list[str] = []
        self._sequence = 0

    def write(
        self, position: Position, result: str | None, names: tuple[str, str], ending: tuple[str, ...]
    ) -> str:
        letters = "".join(letter for letter in "plm" if letter.upper() in position.variant[5:])
        variant = "hive" + (f"-{letters}" if letters else "")
        self._lines = [" (;", "GM[27]VV[1]", f"SU[{variant}]"]
        self._lines += ["DT[Sat Jun 22 10:50:36 PDT 2019]", "GN[a game]"]
        if result is not None:
            self._lines.append(f"RE[{result}]")
        self._lines += [f'P{player}[id "{name}"]' for player, name in enumerate(names)]
        self._command(0, "Start P0")
        replay = position.start
        for move in position.moves:
            self._turn(replay, move)
            replay.push(move)
        for command in ending:
            self._command(replay.turn, command)
            self._command(replay.turn, "done")
        self._lines += [";", "P0[time 0:12:47 ]", "P1[time 0:05:01 ]", ")", " "]
        return "\n".join(self._lines)

    def _turn(self, position: Position, move: Move) -> None:
        player = position.turn
        if move.piece is None or move.to is None:
            if not self._passes:
                return
            if self._rng.random() < 0.3:
                self._command(player, "offerdraw")
                self._command(player, "done")
                self._command(1 - player, "declinedraw")
                self._command(1 - player, "done")
            if self._rng.random() < 0.3:
                self._command(player, "pass")
            self._command(player, "done")
            return
        if self._style != "bot" and self._rng.random() < 0.2:
            others = [m for m in position.legal_moves if m.piece == move.piece and m != move]
            if others:
                self._drop(position, player, self._rng.choice(others), move.origin)
                self._drop(position, player, move, self._last)
                self._command(player, "done")
                return
        if self._style == "bot" and self._rng.random() < 0.5:
            self._command(player, f"movedone {self._arguments(position, move)}")
            return
        if self._style == "bot":
            verb = "pmove" if move.kind is MoveKind.THROW else "move"
            self._command(player, f"{verb} {self._arguments(position, move)}")
        else:
            self._drop(position, player, move, move.origin)
        self._command(player, "done")

    def _drop(self, position: Position, player: int, move: Move, origin: Cell | None) -> None:
        assert move.piece is not None
        assert move.to is not None
        if origin is None:
            color = "wb"[player] if self._style == "old" else "WB"[player]
            self._command(player, f"pick {color} 3 {self._name(move.piece, player)}")
        else:
            self._command(player, f"pickb {self._place(origin)} {self._name(move.piece, player)}")
        verb = "pdropb" if move.kind is MoveKind.THROW else "dropb"
        destination = self._destination(position, move)
        self._command(player, f"{verb} {self._name(move.piece, player)} {self._place(move.to)} {destination}")
        self._last: Cell | None = move.to

    def _place(self, cell: Cell) -> str:
        """Column and row of a cell."""
        return f"{COLUMNS[(self._first[0] + cell[0]) % 26]} {(self._first[1] - cell[1] - 1) % 26 + 1}"

    def _arguments(self, position: Position, move: Move) -> str:
        assert move.piece is not None
        assert move.to is not None
        color = "WB"[move.piece.color]
        bare = self._rng.random() < 0.3  # `move B A1`, as bots wrote in 2013
        name = str(move.piece)[1:] if bare else self._numbered(move.piece)
        return f"{color} {name} {self._place(move.to)} {self._destination(position, move)}"

    def _destination(self, position: Position, move: Move) -> str:
        if move.to is None or position.ply == 0 or position.height(move.to):
            return "."
        return format_move(position, move).split(" ")[1].replace("\\", "\\\\")

    def _name(self, piece: Piece, player: int) -> str:
        if self._style != "old":
            return self._numbered(piece)
        return str(piece).lower() if piece.color != player else str(piece)[1:].lower()

    @staticmethod
    def _numbered(piece: Piece) -> str:
        return f"{piece}1" if str(piece)[1] in "MLP" else str(piece)

    def _command(self, player: int, text: str) -> None:
        if self._style == "modern":
            verb, _, rest = text.partition(" ")
            text = f"{verb.capitalize()} {rest}"
            time = f"TM[{self._sequence * 700}]"
        else:
            time = ""
        self._lines.append(f"; P{player}[{self._sequence} {text}]{time}")
        if self._rng.random() < 0.05:
            self._lines.append("; P-1[vcr:@-1 doScrollTo 99999]")
        self._sequence += 1
