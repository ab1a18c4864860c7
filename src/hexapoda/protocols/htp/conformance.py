"""The conformance checks for HTP engines."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from hexapoda.engine import Limit
from hexapoda.errors import EngineCrashed, EngineError, EngineResigned, EngineStalled, HexapodaError
from hexapoda.hex import Cell, Position, parse_cell
from hexapoda.hex.cell import format_cell
from hexapoda.protocols.conformance import (
    Differs,
    Suite,
    after,
    agree,
    ends_when_asked,
    midgame,
    random_games,
    timed,
)
from hexapoda.protocols.htp.connection import HtpConnection
from hexapoda.protocols.htp.line import COLORS

if TYPE_CHECKING:
    from hexapoda.protocols.htp.client import HtpEngine

__all__ = ["htp_suite"]

_EXPECTED = (
    "name", "version", "protocol_version", "known_command", "list_commands", "quit", "boardsize",
    "clear_board", "play", "undo", "genmove", "showboard", "final_score", "all_legal_moves",
)  # fmt: skip
"""The commands that clients rely on."""
_LONGEST = 1000
_RECTANGLE = "4x6"
_SMALL = "5x5"
_TIME = 1.0
_WON = (("a3 b2 b3 c1 c3 c2 d2 a1 e1", "W+"), ("c1 a2 c2 a3 b3 a4 b4 d4 b5", "B+"))
"""Games on 5x5 won by their last stone, with their scores; white begins the first game, black the second."""
_JUNK = ("xyzzy", "play", "play b", "play b c3 c4", "boardsize -1", "boardsize many", "genmove", "x" * 5000)


def htp_suite(engine: HtpEngine, games: int) -> Suite:
    """Return the checks of an HTP engine, with `games` random games for each board."""
    checks = {"legal moves": functools.partial(_legality, engine, games)}
    checks |= {name: functools.partial(check, engine) for name, check in _CHECKS.items()}
    return Suite(tuple(sorted(engine.identity.commands - set(_EXPECTED))), checks)


def _legality(engine: HtpEngine, games: int) -> str:
    """Compare the engine's free cells with ours in positions from random games."""
    counts = []
    for variant in (_SMALL, _RECTANGLE):
        counts.append(_compare(engine, Position(variant)))
        for number, position in random_games(Position, variant, games, _LONGEST):
            if position.ply % 3 == number % 3:
                counts.append(_compare(engine, position))
    return f"{sum(counts):,} moves in {len(counts):,} positions agree with ours"


def _compare(engine: HtpEngine, position: Position) -> int:
    """Compare the engine's free cells with ours and return their number."""
    ours = {move.cell for move in position.legal_moves if move.cell is not None}
    return agree(position, _free(engine.at(position), position), ours, format_cell)


def _free(connection: HtpConnection, position: Position) -> set[Cell]:
    reply = connection.ask("all_legal_moves")
    if not reply.ok:
        raise Differs(f"all_legal_moves is answered with {('? ' + reply.first)[:80]!r}")
    cells: list[Cell] = []
    for text in reply.text.split():
        if text.lower() in ("resign", "swap", "swap-pieces", "swap-sides"):
            continue
        try:
            cells.append(parse_cell(text))
        except HexapodaError as error:
            raise Differs(f"{after(position)}: {error}") from None
    if len(set(cells)) != len(cells):
        raise Differs(f"{after(position)}: it names a cell twice")
    return set(cells)


def _commands(engine: HtpEngine) -> str:
    missing = [name for name in _EXPECTED if name not in engine.identity.commands]
    if missing:
        raise Differs(f"list_commands lacks {', '.join(missing)}")
    connection = engine.connection()
    for name, known in (("play", "true"), ("genmove", "true"), ("xyzzy", "false")):
        answer = connection.ask(f"known_command {name}")
        if answer.first != known:
            raise Differs(f"'known_command {name}' is answered with {answer.first[:40]!r}, expected {known}")
    version = connection.ask("protocol_version").first
    if version != "2":
        raise Differs(f"its protocol_version is {version[:20]!r}, expected '2'")
    return f"it has all {len(_EXPECTED)} commands that clients rely on"


def _numbers(engine: HtpEngine) -> str:
    connection = engine.connection()
    for command, ok in (("7 name", True), ("123 xyzzy", False)):
        reply = connection.ask(command)
        if (reply.ok, reply.number) != (ok, command.split()[0]):
            raise Differs(f"{command!r} is answered with {'?='[reply.ok] + reply.number!r}")
    for line in ("# a comment", ""):
        connection.process.interject(line, time.monotonic() + connection.timeouts.answer)
    if connection.ask("9 name").number != "9":
        raise Differs("a comment or an empty line is answered")
    return "answers repeat the number of the request; comments and empty lines get no answer"


def _undo(engine: HtpEngine) -> str:
    position = midgame(Position, _SMALL, 10)
    connection = engine.at(position)
    for plies in range(10, 0, -1):
        _obey(connection, "undo")
        position.pop()
        if _free(connection, position) != {move.cell for move in position.legal_moves}:
            raise Differs(f"after 'undo' at ply {plies} the stones differ from ours")
    return "all 10 plies can be undone"


def _illegal_moves(engine: HtpEngine) -> str:
    position = midgame(Position, _SMALL, 8)
    connection = engine.at(position)
    texts = [f"{color} {format_cell(cell)}" for color in "bw" for cell in sorted(position.stones(0))]
    for text in (*texts, "b f1", "b a6", "b a0", "b aa1", "b 1a", "r a1", "w nowhere"):
        if connection.ask(f"play {text}").ok:
            raise Differs(f"'play {text}' should be refused {after(position)}")
    _compare(engine, position)
    return f"{len(texts) + 7} illegal moves are refused, and the position stays the same"


def _any_order(engine: HtpEngine) -> str:
    position = Position.from_stones(_SMALL, [(0, 0), (1, 1), (2, 2), (4, 0)], [(4, 4)], color_to_move=1)
    _compare(engine, position)
    return "'play' sets up four black stones and one white stone"


def _final_scores(engine: HtpEngine) -> str:
    for (text, score), first in zip(_WON, (1, 0), strict=True):
        connection = engine.connection()
        _obey(connection, "boardsize 5")
        _obey(connection, "clear_board")
        moves = text.split()
        for number, move in enumerate(moves):
            _obey(connection, f"play {COLORS[(number + first) % 2]} {move}")
            answer = connection.ask("final_score").first
            over = number == len(moves) - 1
            if (answer == score) != over or (not over and answer[:2] in ("B+", "W+")):
                raise Differs(f"final_score is {answer[:40]!r} after {' '.join(moves[: number + 1])}")
    return "a win of either color is reported, and not before the end"


def _finished_games(engine: HtpEngine) -> str:
    connection = engine.connection()
    _obey(connection, "boardsize 2")
    _obey(connection, "clear_board")
    for text in ("b a1", "w b1", "b a2"):
        _obey(connection, f"play {text}")
    reply = connection.ask("genmove w", connection.timeouts.stall)
    if reply.ok and reply.first.lower() != "resign":
        raise Differs(f"in a finished game genmove is answered with {reply.first[:40]!r}")
    return f"genmove is {'answered with resign' if reply.ok else 'refused'} when the game is over"


def _junk(engine: HtpEngine) -> str:
    connection = engine.connection()
    accepted = []
    for line in _JUNK:
        try:
            if connection.ask(line, min(connection.timeouts.answer, 2.0)).ok:
                accepted.append(line)
        except EngineStalled:
            raise Differs(f"{line[:20]!r} is not answered") from None
        except EngineCrashed as error:
            raise Differs(f"it crashes on {line[:20]!r}: {error}") from None
    _compare(engine, midgame(Position, _SMALL, 6))
    tail = f"; {accepted[0]!r} is not refused" if accepted else ""
    return f"it survives {len(_JUNK)} lines of junk{tail}"


def _best_moves(engine: HtpEngine) -> str:
    positions = [
        midgame(Position, variant, plies) for variant in (_SMALL, _RECTANGLE) for plies in (0, 1, 2, 7)
    ]
    for position in positions:
        try:
            position.push(engine.search(position, Limit(time=_TIME)).move)
        except EngineResigned:
            continue
        if position.outcome() is None:
            _compare(engine, position)
    return f"legal in {len(positions)} positions, and played on the engine's board"


def _swap(engine: HtpEngine) -> str:
    if not engine.identity.swaps:
        return "it has no parameter allow_swap: it never swaps"
    answered = 0
    for opening in ("c3", "a1"):
        position = Position(_SMALL, swap="pieces")
        position.push(position.parse_move(opening))
        move = engine.search(position, Limit(time=_TIME)).move
        position.push(move)
        if move.cell is None:
            answered += 1
            _compare(engine, position)
    if not answered:
        return "it swaps neither c3 nor a1 on 5x5"
    return f"it swaps {answered} of 2 first stones, and the game goes on"


def _time(engine: HtpEngine) -> str:
    positions = (midgame(Position, "11x11", plies) for plies in (0, 3, 9))
    return timed(engine, positions, _TIME, "a move in")


def _obey(connection: HtpConnection, command: str) -> None:
    try:
        connection.obey(command)
    except (EngineCrashed, EngineStalled):
        raise
    except EngineError as error:
        raise Differs(str(error)) from None


_CHECKS: Mapping[str, Callable[[HtpEngine], str]] = MappingProxyType(
    {
        "commands": _commands,
        "numbers and comments": _numbers,
        "undo": _undo,
        "illegal moves": _illegal_moves,
        "any order of colors": _any_order,
        "final scores": _final_scores,
        "finished games": _finished_games,
        "junk": _junk,
        "best moves": _best_moves,
        "swap": _swap,
        "time": _time,
        "quit": ends_when_asked,
    }
)
