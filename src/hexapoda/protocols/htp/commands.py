"""The standard commands of the Hex Text Protocol. Each takes the session and its arguments and returns the
lines of its answer.

A command that fails raises `UsageError`, which is answered with `?`. The solver commands are in `analysis`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from hexapoda.engine import LONGEST_SEARCH
from hexapoda.errors import HexapodaError, IllegalMoveError, UsageError
from hexapoda.hex import MAX_SIDE
from hexapoda.hex.cell import format_cell
from hexapoda.hex.text.notation import read_move
from hexapoda.protocols.command import ServerCommand, shortened, table_of
from hexapoda.protocols.htp.board import HtpBoard
from hexapoda.protocols.htp.game_file import read_board
from hexapoda.protocols.htp.line import COLORS
from hexapoda.protocols.htp.options import HtpParameters
from hexapoda.protocols.htp.session import HtpSession

__all__ = [
    "STANDARD_COMMANDS",
    "Arguments",
    "color_of",
    "number_of",
    "parameter_lines",
]

_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_RESIGN = "resign"
Arguments = Sequence[str]


def color_of(arguments: Arguments, at: int) -> int:
    """Return the argument at index `at` as a color, 0 or 1. Raises `UsageError`."""
    word = arguments[at].lower()
    for color, name in enumerate(COLORS):
        if word in (name, name[0]):
            return color
    given = shortened(arguments[at])
    raise UsageError(f"argument {at + 1} must be color: black, b, white or w, not {given!r}")


def number_of(arguments: Arguments, at: int, low: int, high: int) -> int:
    """Return the argument at index `at` as an integer from `low` to `high`. Raises `UsageError`."""
    text = arguments[at]
    if not _INTEGER.fullmatch(text):
        raise UsageError(f"argument {at + 1} ({shortened(text)}) must be an integer")
    if int(text) < low:
        raise UsageError(f"argument {at + 1} ({text}) must be greater or equal {low}")
    if int(text) > high:
        raise UsageError(f"argument {at + 1} ({text}) must be less or equal {high}")
    return int(text)


def _quit(session: HtpSession, _: Arguments) -> None:
    session.finished = True


def _boardsize(session: HtpSession, arguments: Arguments) -> None:
    columns = number_of(arguments, 0, 1, MAX_SIDE)
    rows = number_of(arguments, 1, 1, MAX_SIDE) if len(arguments) > 1 else columns
    session.begin(columns, rows)


def _clear_board(session: HtpSession, _: Arguments) -> None:
    session.begin(session.board.columns, session.board.rows)


def _play(session: HtpSession, arguments: Arguments) -> None:
    _put(session, session.board, color_of(arguments, 0), arguments[1])


def _play_game(session: HtpSession, arguments: Arguments) -> None:
    board = HtpBoard(session.board.columns, session.board.rows)
    for text in arguments:
        _put(session, board, board.next_color, text)
    session.begin(board.columns, board.rows)
    session.board = board


def _put(session: HtpSession, board: HtpBoard, color: int, text: str) -> None:
    if text.lower() == _RESIGN:
        return  # resigning ends the game but does not change the board
    swap = session.swap
    word = f"swap-{'pieces' if swap == 'off' else swap}" if text.lower() == "swap" else text
    shown = f"illegal move: {COLORS[color]} {shortened(text)}"
    try:
        board.play(color, read_move(word), swap)
    except IllegalMoveError as error:
        raise UsageError(f"{shown} ({error})") from None
    except HexapodaError:
        raise UsageError(f"{shown} (invalid: expected a cell such as c2, swap-pieces or resign)") from None


def _undo(session: HtpSession, _: Arguments) -> None:
    if not session.board.undo():
        raise UsageError("cannot undo: no move has been played")


def _genmove(session: HtpSession, arguments: Arguments) -> list[str]:
    color = color_of(arguments, 0)
    if session.board.winner is not None:
        return [_RESIGN]
    move = session.think(color, clock=True)
    session.board.play(color, move, session.swap)
    return [str(move)]


def _reg_genmove(session: HtpSession, arguments: Arguments) -> list[str]:
    color = color_of(arguments, 0)
    return [_RESIGN if session.board.winner is not None else str(session.think(color, clock=False))]


def _showboard(session: HtpSession, _: Arguments) -> list[str]:
    board = session.board
    stones = board.stones
    header = "  ".join(format_cell((column, 0))[0] for column in range(board.columns)) + "  "
    lines = ["", " ", f"  {board.position(0, 'off').key:016x}", "  " + header]
    for row in range(board.rows):
        cells = "  ".join(_LETTERS[stones.get((column, row))] for column in range(board.columns))
        lines.append(f"{' ' * row}{row + 1:2}\\{cells}\\{row + 1}")
    return [*lines, f"{' ' * (board.rows + 3)}{header}"]


_LETTERS: Mapping[int | None, str] = MappingProxyType({None: ".", 0: "B", 1: "W"})


def _final_score(session: HtpSession, _: Arguments) -> list[str]:
    winner = session.board.winner
    return ["cannot score" if winner is None else f"{'BW'[winner]}+"]


def _all_legal_moves(session: HtpSession, arguments: Arguments) -> list[str]:
    if arguments:
        color_of(arguments, 0)
    return [" ".join([_RESIGN, *map(format_cell, session.board.free), *_swaps(session)])]


def _swaps(session: HtpSession) -> list[str]:
    position = session.board.position(session.board.next_color, session.swap)
    return [] if position.swap_now is None else [str(position.swap_now)]


def _loadsgf(session: HtpSession, arguments: Arguments) -> None:
    words = list(arguments)
    plies = number_of(words, len(words) - 1, 0, 10**6) if len(words) > 1 and words[-1].isdigit() else None
    path = " ".join(words if plies is None else words[:-1])
    try:
        there = Path(path).is_file()
    except (OSError, ValueError):  # not a possible file name
        there = False
    if not there:
        raise UsageError(f"cannot load {shortened(path, 200)!r}: no such file")
    board, swap = read_board(path, plies)
    session.begin(board.columns, board.rows)
    if swap != "off":
        session.game.set("allow_swap", "1")
        session.game.set("swap", swap)
    session.board = board


def _time_left(session: HtpSession, arguments: Arguments) -> list[str]:
    if not arguments:
        return [
            ", ".join(
                f"{name.capitalize()}: {_seconds(session.clock.left(c))}" for c, name in enumerate(COLORS)
            )
        ]
    color = color_of(arguments, 0)
    if len(arguments) == 1:
        return [_seconds(session.clock.left(color))]
    try:
        seconds = float(arguments[1])
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= 1000 * LONGEST_SEARCH:
        raise UsageError(f"argument 2 ({shortened(arguments[1])}) must be a number of seconds from 0 up")
    if len(arguments) > 2:  # GTP's number of moves in this time period: checked and ignored
        number_of(arguments, 2, 0, 10**6)
    session.clock.set_left(color, seconds)
    return [""]


def _seconds(left: float) -> str:
    return "none" if left == math.inf else f"{left:.6g}"


def _param_game(session: HtpSession, arguments: Arguments) -> list[str]:
    if arguments[:1] == ("game_time",) and session.board.plies:
        raise UsageError("cannot set game time if game started")
    return parameter_lines(session.game, arguments, session.set_game)


def _param_engine(session: HtpSession, arguments: Arguments) -> list[str]:
    return parameter_lines(session.engine, arguments, session.set_engine)


def parameter_lines(
    parameters: HtpParameters, arguments: Arguments, set_one: Callable[[str, str], None] | None = None
) -> list[str]:
    """Without arguments, return the lines that show the parameters. With a name and a value, set that
    parameter, by default with `parameters.set`. Raises `UsageError`.
    """
    if not arguments:
        return ["", *parameters.lines()]
    if len(arguments) != 2:
        raise UsageError("expected 0 or 2 arguments")
    (set_one or parameters.set)(arguments[0], arguments[1])
    return [""]


STANDARD_COMMANDS = table_of(
    ServerCommand("name", "the name of the program", lambda session, _: [session.name]),
    ServerCommand("version", "the version of the program", lambda session, _: [session.version]),
    ServerCommand("protocol_version", "the version of the protocol, 2", lambda _, __: ["2"]),
    ServerCommand("boardsize COLUMNS [ROWS]", "begin a game on a board of this size", _boardsize),
    ServerCommand("clear_board", "begin a game on a board of the same size", _clear_board),
    ServerCommand("play COLOR MOVE", "place a stone of a color, swap or resign", _play),
    ServerCommand("play-game [MOVE...]", "begin a game with these moves, black first", _play_game),
    ServerCommand("undo", "take the last move back", _undo),
    ServerCommand("genmove COLOR", "find a move and play it", _genmove),
    ServerCommand(
        "reg_genmove COLOR", "find a move without playing it", _reg_genmove,
        "varc/Reg GenMove/reg_genmove %c",
    ),
    ServerCommand("showboard", "the board as text", _showboard, "string/ShowBoard/showboard"),
    ServerCommand(
        "final_score", "B+ or W+ when the game is won", _final_score, "string/Final Score/final_score"
    ),
    ServerCommand(
        "all_legal_moves [COLOR]", "resign, the free cells, and the swap when it is legal", _all_legal_moves,
        "plist/All Legal Moves/all_legal_moves %c",
    ),
    ServerCommand("loadsgf FILE... [N]", "load a game from a file, or its first N moves", _loadsgf),
    ServerCommand("time_left [COLOR [SECONDS [MOVES]]]", "show or set the clocks", _time_left),
    ServerCommand(
        "param_game [NAME VALUE]", "show or set the parameters of the game", _param_game,
        "param/Game Param/param_game",
    ),
    ServerCommand(
        "param_engine [NAME VALUE]", "show or set the limits and the options of the engine", _param_engine,
        "param/Engine Param/param_engine",
    ),
    ServerCommand(
        "gogui-interrupt", "shows that the comment `# interrupt` ends a search", lambda _, __: None
    ),
    ServerCommand("quit", "end the session", _quit),
)  # fmt: skip
