"""The solver commands of the HTP server, under the names that they have in MoHex.

Parses their arguments and formats their answers. The server gets the solver from its caller; the core
computes fill-in and must-play. No command changes the board. The comment line `# interrupt` ends a long
proof.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hexapoda._core import StopToken
from hexapoda._core.hex import SolverCore, inferior_cells
from hexapoda.errors import UsageError
from hexapoda.hex import Cell, Position
from hexapoda.hex.cell import by_row, format_cell
from hexapoda.protocols.command import ServerCommand, table_of
from hexapoda.protocols.htp.commands import Arguments, color_of, parameter_lines
from hexapoda.protocols.htp.line import COLORS
from hexapoda.protocols.htp.options import DRAWING
from hexapoda.protocols.htp.session import HtpSession

__all__ = ["ANALYSIS_COMMANDS"]

_UNPROVEN = "empty"
"""MoHex's name for no color: the answer if no win is proven."""


def _solve_state(session: HtpSession, arguments: Arguments) -> list[str]:
    winner = _solved(session, _position(session, arguments)).winner
    return [_UNPROVEN if winner is None else COLORS[winner]]


def _find_winning(session: HtpSession, arguments: Arguments) -> list[str]:
    position = _position(session, arguments)
    if position.winning_color is not None:
        return [""]
    solution = _solved(session, position, all_moves=True)
    if solution.winner is None or not solution.complete:
        raise UsageError("not proven: the search reached its time limit or was interrupted")
    return [_cells(solution.winning_moves or ())]


def _get_pv(session: HtpSession, arguments: Arguments) -> list[str]:
    return [_cells(_solved(session, _position(session, arguments), line=True).line)]


def _clear_tt(session: HtpSession, _: Arguments) -> list[str]:
    session.forget_proofs()
    return [""]


def _get_mustplay(session: HtpSession, arguments: Arguments) -> list[str]:
    return [_cells(sorted(_contenders(_running(session, arguments)), key=by_row))]


def _contenders(position: Position) -> list[Cell]:
    return SolverCore(position.columns, position.rows, [], 1, 1).contenders(position)


def _compute_fillin(session: HtpSession, arguments: Arguments) -> list[str]:
    return [_marked(_fillin(_running(session, arguments)))]


def _vc_build(session: HtpSession, arguments: Arguments) -> list[str]:
    """Return the marks that HexGui draws: the fill-in, and an `x` on every other cell that loses. The cells
    without a mark are the ones to consider.
    """
    position = _running(session, arguments)
    contenders = set(_contenders(position))
    losing = {cell: "x" for cell in session.board.free if cell not in contenders}
    return [_marked({**losing, **_fillin(position)})]


def _fillin(position: Position) -> dict[Cell, str]:
    """Return the dead and captured cells, each with its color: `fb` or `fw`."""
    dead, black, white, _ = inferior_cells(position)
    own = "fb" if position.color_to_move == 0 else "fw"
    return {**dict.fromkeys(dead, own), **dict.fromkeys(black, "fb"), **dict.fromkeys(white, "fw")}


def _marked(marks: dict[Cell, str]) -> str:
    return " ".join(f"{format_cell(cell)} {marks[cell]}" for cell in sorted(marks, key=by_row))


def _compute_inferior(session: HtpSession, arguments: Arguments) -> list[str]:
    position = _running(session, arguments)
    candidates = set(inferior_cells(position)[3])
    return [_cells(cell for cell in session.board.free if cell not in candidates)]


def _param_dfpn(session: HtpSession, arguments: Arguments) -> list[str]:
    answer = parameter_lines(session.solving, arguments)
    if arguments and arguments[0] != DRAWING:
        session.forget_proofs()
    return answer


def _position(session: HtpSession, arguments: Arguments) -> Position:
    color = color_of(arguments, 0) if arguments else session.board.next_color
    return session.board.position(color, "off")


def _running(session: HtpSession, arguments: Arguments) -> Position:
    position = _position(session, arguments)
    if position.winning_color is not None:
        raise UsageError(f"the game is over: {COLORS[position.winning_color]} has won")
    return position


def _solved(session: HtpSession, position: Position, *, all_moves: bool = False, line: bool = False) -> Any:
    """Return the solver's result, a `hexapoda.hex.solve.HexSolution`."""
    stop = StopToken()
    solve = session.solver().solve
    seconds = float(session.solving.values["timelimit"])
    session.stop_on_request(stop.stop, seconds > 0)
    return solve(position, all_moves=all_moves, line=line, time=seconds or None, stop=stop)


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(format_cell, cells))


ANALYSIS_COMMANDS = table_of(
    ServerCommand(
        "dfpn-solve-state [COLOR]", "who wins with this color to move", _solve_state,
        "string/DFPN Solve State/dfpn-solve-state %m",
    ),
    ServerCommand(
        "dfpn-solver-find-winning COLOR", "the moves that win", _find_winning,
        "plist/DFPN Find Winning/dfpn-solver-find-winning %m",
    ),
    ServerCommand(
        "dfpn-get-pv [COLOR]", "a line of play that leads to the win", _get_pv,
        "var/DFPN Get PV/dfpn-get-pv %m",
    ),
    ServerCommand("dfpn-clear-tt", "clear all proofs", _clear_tt, "none/DFPN Clear TT/dfpn-clear-tt"),
    ServerCommand(
        "param_dfpn [NAME VALUE]", "show or set the parameters of the solver", _param_dfpn,
        "param/DFPN Param/param_dfpn",
    ),
    ServerCommand(
        "vc-get-mustplay COLOR", "the must-play region: every other cell loses", _get_mustplay,
        "plist/VC Get Mustplay/vc-get-mustplay %m",
    ),
    ServerCommand(
        "vc-build COLOR", "the fill-in, and x on the other cells that lose", _vc_build,
        "inferior/VC Build/vc-build %m",
    ),
    ServerCommand(
        "compute-fillin COLOR", "the dead and captured cells, each with its color", _compute_fillin,
        "inferior/Compute Fillin/compute-fillin %m",
    ),
    ServerCommand(
        "compute-inferior COLOR", "the cells that need not be searched", _compute_inferior,
        "plist/Compute Inferior/compute-inferior %m",
    ),
)  # fmt: skip
