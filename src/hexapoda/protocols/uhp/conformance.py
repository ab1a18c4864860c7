"""The conformance checks for UHP engines.

Moves are compared by cell, never by text.
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from hexapoda.engine import Limit
from hexapoda.errors import EngineCrashed, EngineError, EngineStalled, HexapodaError
from hexapoda.hive import PASS, Move, Position
from hexapoda.hive.text.notation import resolve_move
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
from hexapoda.protocols.uhp.connection import UhpConnection, is_refusal
from hexapoda.protocols.uhp.game import disagreement

if TYPE_CHECKING:
    from hexapoda.protocols.uhp.client import UhpEngine

__all__ = ["uhp_suite"]

_SHOWN = 100
_LONGEST = 80
_PASS_GAME = (
    r"Base;InProgress;White[7];wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \wA1;bA1 bS1\;wQ -wA1;bA2 bQ\;"
    r"wQ \wA1;bA1 \wQ;wG1 /wQ;bA2 /wG1"
)
_FINISHED = (
    r"Base;WhiteWins;Black[8];wS1;bS1 wS1-;wQ -wS1;bQ bS1/;wG1 -wQ;bG1 \bQ;wG1 bQ\;bG2 bQ/;"
    r"wA1 wQ\;bA1 bG2/;wA1 bG2\;bA1 \bG2;wQ \wS1;bA1 bG2/;wQ /bG1",
)
_REPEATED = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-") + (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-") * 2
_JUNK = (
    "xyzzy",
    "play",
    "undo -1",
    "options get",
    "newgame Checkers",
    "\x01\x02 \u00e9\u4e16",
    "ok",
    "x" * 5000,
)


def uhp_suite(engine: UhpEngine, games: int) -> Suite:
    """Return the checks of a UHP engine, with `games` random games for each variant."""
    engine.reports = False  # so that searches use plain `bestmove`
    variants = engine.variants()
    checks = {f"legal moves {each}": functools.partial(_legality, engine, each, games) for each in variants}
    checks |= {name: functools.partial(check, engine) for name, check in _CHECKS.items()}
    return Suite(tuple(sorted(engine.identity.commands)), checks)


def _compare(engine: UhpEngine, position: Position) -> int:
    """Compare the engine's moves with ours and return their number. No move may be listed twice."""
    theirs: set[Move] = set()
    for text in engine.valid_moves(position):
        try:
            move = resolve_move(position, text, "uhp")
        except HexapodaError as error:
            raise Differs(f"{after(position)}: {error}") from None
        if move in theirs:
            raise Differs(f"{after(position)}: {text!r} is a move that was already listed")
        theirs.add(move)
    return agree(position, theirs, set(position.legal_moves), position.format_move)


def _legality(engine: UhpEngine, variant: str, games: int) -> str:
    """Compare the engine's moves with ours in the initial position, in all positions after one ply, and in
    positions from random games.
    """
    start = Position(variant)
    counts = [_compare(engine, start)]
    for move in list(start.legal_moves):
        start.push(move)
        counts.append(_compare(engine, start))
        start.pop()
    for number, position in random_games(Position, variant, games, _LONGEST):
        if position.ply < 10 or position.ply % 4 == number % 4:
            counts.append(_compare(engine, position))
    return f"{sum(counts):,} moves in {len(counts):,} positions agree with ours"


def _forced_pass(engine: UhpEngine) -> str:
    position = Position.from_game_string(_PASS_GAME)
    texts = engine.valid_moves(position)
    if texts != ["pass"]:
        raise Differs(f"only a pass is legal, but validmoves lists {texts[:3]}")
    position.push(PASS)
    _compare(engine, position)
    connection = engine.connection()
    _expect_game(connection, f"newgame {_PASS_GAME}", Position.from_game_string(_PASS_GAME))
    _expect_game(connection, "pass", position)
    return "validmoves lists the pass, and 'pass' is accepted"


def _undo(engine: UhpEngine) -> str:
    position = midgame(Position, engine.variants()[-1], 24)
    connection = engine.connection()
    _expect_game(connection, f"newgame {position.game_string()}", position)
    for command, plies in (("undo", 1), ("undo 1", 1), ("undo 5", 5), ("undo 17", 17)):
        for _ in range(plies):
            position.pop()
        _expect_game(connection, command, position)
    _expect_refusal(connection, "undo 1")
    _expect_game(connection, f"newgame {engine.variants()[-1]}", position)
    return "1, 5 and 17 plies can be undone; undoing more than were played is refused"


def _illegal_moves(engine: UhpEngine) -> str:
    position = midgame(Position, engine.variants()[-1], 16)
    connection = engine.connection()
    _expect_game(connection, f"newgame {position.game_string()}", position)
    dice = random.Random(16)
    legal = set(position.legal_moves)
    tried = 0
    while tried < 40:
        piece, reference = dice.choices(sorted(position.pieces()), k=2)
        sign = dice.choice(["-{}", "{}-", "/{}", "{}/", "\\{}", "{}\\", "{}"])
        text = f"{piece} {sign.format(reference)}"
        if piece == reference or resolve_move(position, text, "uhp") in legal:
            continue
        _expect_refusal(connection, f"play {text}")
        tried += 1
    for text in ("pass", "wZ9", "wS1 bogus", "w"):
        _expect_refusal(connection, f"play {text}")
    _compare(engine, position)
    return f"{tried} illegal moves and 4 other texts are refused, and the position stays the same"


def _illegal_games(engine: UhpEngine) -> str:
    connection = engine.connection()
    for text in ("Base;InProgress;Black[2];wS1;bS1 wS1-;wS1 bS1-", "Base;InProgress;White[2];wQ;bS1 wQ-"):
        _expect_refusal(connection, f"newgame {text}")
    _expect_game(connection, "newgame Base", Position())
    _expect_refusal(connection, "newgame Base;InProgress;White[2];wS1;nonsense")
    _expect_game(connection, "newgame Base", Position())
    return "games with illegal moves are refused, and a new game can begin"


def _junk(engine: UhpEngine) -> str:
    connection = engine.connection()
    silent = 0
    for line in ("", *_JUNK):
        try:
            answer = connection.ask(line, min(connection.timeouts.answer, 2.0))
        except EngineStalled:
            silent += 1
        except EngineCrashed as error:
            raise Differs(f"it crashes on {line[:20]!r}: {error}") from None
        else:
            if line in _JUNK and not is_refusal(answer):
                silent += 1
    # Late answers may still arrive: skip them until the answer to `newgame` comes.
    connection = engine.connection()
    answer = connection.ask("newgame Base")
    for _ in range(len(_JUNK) + 1):
        if not disagreement(answer, Position()):
            break
        answer = connection.await_answer(time.monotonic() + connection.timeouts.answer, "newgame Base")
    _compare(engine, midgame(Position, engine.variants()[-1], 8))
    tail = f"; {silent} of them are not answered with err" if silent else ""
    return f"it survives {len(_JUNK) + 1} lines of junk{tail}"


def _finished_states(engine: UhpEngine) -> str:
    connection = engine.connection()
    for text in _FINISHED:
        position = Position.from_game_string(text)
        position.pop()
        _expect_game(connection, f"newgame {position.game_string()}", position)
        position.push(Position.from_game_string(text).moves[-1])
        _expect_game(connection, f"newgame {text}", position)
        answer = connection.ask(f"newgame {text}")
        if f";{position.state};" not in answer[0]:
            raise Differs(f"the answer to a game that ends with {position.state} is {answer[0][:40]!r}")
        position.pop()
        _expect_game(connection, "undo", position)
    return "the end is reported, and the last move can be undone"


def _finished_questions(engine: UhpEngine) -> str:
    troubles = []
    for command in ("validmoves", "play pass", "bestmove depth 1"):
        connection = engine.connection()
        connection.ask(f"newgame {_FINISHED[0]}")
        try:
            answer = connection.ask(command)
        except EngineError as error:
            troubles.append(f"{command!r} fails: {error}")
            engine.restart()
        else:
            if any(answer) and not is_refusal(answer):
                troubles.append(f"{command!r} is answered with {answer[0][:40]!r}")
    if troubles:
        raise Differs("; ".join(troubles))
    return "validmoves, play and bestmove are refused or get an empty answer"


def _repetition(engine: UhpEngine) -> str:
    position = Position()
    for text in _REPEATED:
        position.push(position.parse_move(text))
    connection = engine.connection()
    answer = connection.ask(f"newgame {position.game_string()}")
    if is_refusal(answer) or not answer:
        raise Differs(f"the answer to a game in which a position occurs three times is {answer[:1]}")
    drawn = ";Draw;" in answer[0]
    return f"the third occurrence of a position {'is' if drawn else 'is not'} a draw for this engine"


def _best_moves(engine: UhpEngine) -> str:
    positions = [
        midgame(Position, variant, plies)
        for variant in ("Base", engine.variants()[-1])
        for plies in (0, 1, 9, 30)
    ]
    for position in positions:
        engine.search(position, Limit(depth=1))
        _compare(engine, position)  # the engine must not have played the move
    return f"legal at depth 1 in {len(positions)} positions; the moves are not played"


def _time(engine: UhpEngine) -> str:
    return _timed(engine, 1.0)


def _milliseconds(engine: UhpEngine) -> str:
    if engine.min_time >= 1:
        return "plain UHP: whole seconds only"
    return _timed(engine, 0.2)


def _timed(engine: UhpEngine, seconds: float) -> str:
    positions = (midgame(Position, engine.variants()[-1], plies) for plies in (0, 12, 30))
    return timed(engine, positions, seconds, "'bestmove time' of")


def _nodes(engine: UhpEngine) -> str:
    if "nodes" not in engine.identity.commands:
        return "plain UHP: no nodes"
    for plies in (0, 12, 30):
        engine.search(midgame(Position, engine.variants()[-1], plies), Limit(nodes=100))
    return "'bestmove nodes 100' is answered with legal moves"


def _expect_game(connection: UhpConnection, command: str, position: Position) -> None:
    trouble = disagreement(connection.ask(command), position)
    if trouble:
        raise Differs(f"{command[:_SHOWN]!r}: {trouble}")


def _expect_refusal(connection: UhpConnection, command: str) -> None:
    answer = connection.ask(command)
    if not is_refusal(answer):
        raise Differs(f"{command[:_SHOWN]!r} should be refused, but is answered with {answer[:1]}")


_CHECKS: Mapping[str, Callable[[UhpEngine], str]] = MappingProxyType(
    {
        "forced pass": _forced_pass,
        "undo": _undo,
        "illegal moves": _illegal_moves,
        "illegal games": _illegal_games,
        "finished games": _finished_states,
        "questions in finished games": _finished_questions,
        "repetition": _repetition,
        "junk": _junk,
        "best moves": _best_moves,
        "time": _time,
        "milliseconds": _milliseconds,
        "nodes": _nodes,
        "exit": ends_when_asked,
    }
)
