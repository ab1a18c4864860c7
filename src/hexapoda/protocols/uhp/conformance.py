"""The conformance checks for UHP engines.

Each check takes the subject, returns a short description of the behavior, and raises `Differs`, or the
client's `EngineError`, at the first difference. Moves are compared by cell, never by text.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from hexapoda.engine import Limit
from hexapoda.errors import EngineCrashed, EngineError, EngineStalled, HexapodaError
from hexapoda.hive import PASS, VARIANTS, Move, Position
from hexapoda.hive.text.notation import resolve_move
from hexapoda.protocols.uhp.client import UhpEngine
from hexapoda.protocols.uhp.connection import UhpConnection, is_refusal
from hexapoda.protocols.uhp.game import disagreement

__all__ = ["CHECKS", "Differs", "Subject", "legality", "variants_of"]

_OVERSTEP = 0.25
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


class Differs(Exception):
    """The engine does not behave as expected."""


class Subject:
    """The engine under test."""

    def __init__(self, engine: UhpEngine) -> None:
        self.engine = engine
        engine.reports = False  # plain `bestmove` is what is tested

    @property
    def largest(self) -> str:
        """Of the variants that the engine plays, the one with the most pieces."""
        return variants_of(self.engine.identity.expansions)[-1]

    def legal(self, position: Position) -> set[Move]:
        """Return the moves that the engine considers legal; each text must resolve to a different move."""
        moves: set[Move] = set()
        for text in self.engine.valid_moves(position):
            try:
                move = resolve_move(position, text, "uhp")
            except HexapodaError as error:
                raise Differs(f"{_after(position)}: {error}") from None
            if move in moves:
                raise Differs(f"{_after(position)}: {text!r} is a move that was already listed")
            moves.add(move)
        return moves

    def compare(self, position: Position) -> int:
        """Compare the legal moves with ours and return their number."""
        theirs, ours = self.legal(position), set(position.legal_moves)
        lacking, added = [
            sorted(position.format_move(move) for move in moves) for moves in (ours - theirs, theirs - ours)
        ]
        if lacking or added:
            parts = [f"it lacks {len(lacking)}, such as {lacking[0]!r}" if lacking else ""]
            parts.append(f"it adds {len(added)}, such as {added[0]!r}" if added else "")
            raise Differs(f"{_after(position)}: " + " and ".join(part for part in parts if part))
        return len(ours)


def variants_of(expansions: str) -> tuple[str, ...]:
    """The variants that an engine with these expansions plays, smallest first."""
    return tuple(variant for variant in VARIANTS if set(variant[5:]) <= set(expansions))


def legality(subject: Subject, variant: str, games: int) -> str:
    """Compare the moves of every position after one ply, and of positions along random games."""
    positions = moves = 0
    for position in _positions(variant, games):
        moves += subject.compare(position)
        positions += 1
    return f"{moves:,} moves in {positions:,} positions agree with ours"


def _positions(variant: str, games: int) -> Iterator[Position]:
    start = Position(variant)
    yield start
    for move in list(start.legal_moves):
        start.push(move)
        yield start
        start.pop()
    for number in range(games):
        dice = random.Random(f"{variant}/{number}")
        position = Position(variant)
        while position.ply < _LONGEST and position.outcome() is None:
            if position.ply < 10 or position.ply % 4 == number % 4:
                yield position
            position.push(dice.choice(list(position.legal_moves)))


def _midgame(variant: str, plies: int, seed: int = 0) -> Position:
    """A position of a random game that is not over."""
    for attempt in range(1000):
        dice = random.Random(f"{variant}/{plies}/{seed}/{attempt}")
        position = Position(variant)
        while position.ply < plies and position.outcome() is None:
            position.push(dice.choice(list(position.legal_moves)))
        if position.outcome() is None:
            return position
    raise AssertionError("random games do not end so soon")


def _forced_pass(subject: Subject) -> str:
    position = Position.from_game_string(_PASS_GAME)
    texts = subject.engine.valid_moves(position)
    if texts != ["pass"]:
        raise Differs(f"only a pass is legal, but validmoves lists {texts[:3]}")
    position.push(PASS)
    subject.compare(position)
    connection = subject.engine.connection()
    _expect_game(connection, f"newgame {_PASS_GAME}", Position.from_game_string(_PASS_GAME))
    _expect_game(connection, "pass", position)
    return "validmoves lists the pass; 'pass' and 'play pass' are accepted"


def _undo(subject: Subject) -> str:
    position = _midgame(subject.largest, 24)
    connection = subject.engine.connection()
    _expect_game(connection, f"newgame {position.game_string()}", position)
    for command, plies in (("undo", 1), ("undo 1", 1), ("undo 5", 5), ("undo 17", 17)):
        for _ in range(plies):
            position.pop()
        _expect_game(connection, command, position)
    _expect_refusal(connection, "undo 1")
    _expect_game(connection, f"newgame {subject.largest}", position)
    return "1, 5 and 17 plies are undone; more than were played are refused"


def _illegal_moves(subject: Subject) -> str:
    position = _midgame(subject.largest, 16)
    connection = subject.engine.connection()
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
    subject.compare(position)
    return f"{tried} illegal moves and 4 invalid ones are refused, and nothing changes"


def _illegal_games(subject: Subject) -> str:
    connection = subject.engine.connection()
    for text in ("Base;InProgress;Black[2];wS1;bS1 wS1-;wS1 bS1-", "Base;InProgress;White[2];wQ;bS1 wQ-"):
        _expect_refusal(connection, f"newgame {text}")
    _expect_game(connection, "newgame Base", Position())
    _expect_refusal(connection, "newgame Base;InProgress;White[2];wS1;nonsense")
    _expect_game(connection, "newgame Base", Position())
    return "games with illegal moves are refused, and a new game can begin"


def _junk(subject: Subject) -> str:
    connection = subject.engine.connection()
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
    connection = subject.engine.connection()
    answer = connection.ask("newgame Base")
    for _ in range(len(_JUNK) + 1):
        if not disagreement(answer, Position()):
            break
        answer = connection.await_answer(connection.timeouts.answer, "newgame Base")
    subject.compare(_midgame(subject.largest, 8))
    tail = f"; {silent} of them are not answered with err" if silent else ""
    return f"it survives {len(_JUNK) + 1} lines of junk{tail}"


def _finished_states(subject: Subject) -> str:
    connection = subject.engine.connection()
    for text in _FINISHED:
        position = Position.from_game_string(text)
        position.pop()
        _expect_game(connection, f"newgame {position.game_string()}", position)
        position.push(Position.from_game_string(text).moves[-1])
        _expect_game(connection, f"newgame {text}", position)
        answer = connection.ask(f"newgame {text}")
        if f";{position.state};" not in answer[0]:
            raise Differs(f"a game that ends {position.state} is answered with {answer[0][:40]!r}")
        position.pop()
        _expect_game(connection, "undo", position)
    return "the end is reported, and the last move can be undone"


def _finished_questions(subject: Subject) -> str:
    troubles = []
    for command in ("validmoves", "play pass", "bestmove depth 1"):
        connection = subject.engine.connection()
        connection.ask(f"newgame {_FINISHED[0]}")
        try:
            answer = connection.ask(command)
        except EngineError as error:
            troubles.append(f"{command!r} fails: {error}")
            subject.engine.restart()
        else:
            if any(answer) and not is_refusal(answer):
                troubles.append(f"{command!r} is answered with {answer[0][:40]!r}")
    if troubles:
        raise Differs("; ".join(troubles))
    return "validmoves, play and bestmove are refused or get an empty answer"


def _repetition(subject: Subject) -> str:
    position = Position()
    for text in _REPEATED:
        position.push(position.parse_move(text))
    connection = subject.engine.connection()
    answer = connection.ask(f"newgame {position.game_string()}")
    if is_refusal(answer) or not answer:
        raise Differs(f"a game with a third occurrence is answered with {answer[:1]}")
    drawn = ";Draw;" in answer[0]
    return f"a third occurrence is {'a draw' if drawn else 'no draw'} for this engine"


def _best_moves(subject: Subject) -> str:
    positions = [_midgame(variant, plies) for variant in ("Base", subject.largest) for plies in (0, 1, 9, 30)]
    for position in positions:
        subject.engine.search(position, Limit(depth=1))
        subject.compare(position)  # the engine must not have played the move
    return f"legal at depth 1 in {len(positions)} positions, and not played"


def _time(subject: Subject) -> str:
    return _timed(subject, 1.0, (0, 12, 30))


def _milliseconds(subject: Subject) -> str:
    if subject.engine.min_time >= 1:
        return "plain UHP: whole seconds only"
    return _timed(subject, 0.2, (0, 12, 30))


def _nodes(subject: Subject) -> str:
    if "nodes" not in subject.engine.identity.extensions:
        return "plain UHP: no nodes"
    for plies in (0, 12, 30):
        subject.engine.search(_midgame(subject.largest, plies), Limit(nodes=100))
    return "'bestmove nodes 100' is answered with legal moves"


def _timed(subject: Subject, seconds: float, plies: tuple[int, ...]) -> str:
    longest = 0.0
    for number in plies:
        position = _midgame(subject.largest, number)
        subject.engine.valid_moves(position)  # sends the game, so that only the search is timed
        longest = max(longest, subject.engine.search(position, Limit(time=seconds)).info.time)
    if longest > seconds + _OVERSTEP:
        raise Differs(f"'bestmove time' of {seconds:g} s took {longest:.2f} s")
    return f"'bestmove time' of {seconds:g} s takes {longest:.2f} s at most"


def _exit(subject: Subject) -> str:
    process = subject.engine.connection().process
    began = time.perf_counter()
    if not process.quit("exit", subject.engine.timeouts.quit):
        raise Differs(f"it is still running {subject.engine.timeouts.quit:g} s after exit and must be killed")
    return f"it ended {time.perf_counter() - began:.2f} s after exit"


def _expect_game(connection: UhpConnection, command: str, position: Position) -> None:
    trouble = disagreement(connection.ask(command), position)
    if trouble:
        raise Differs(f"{command[:_SHOWN]!r}: {trouble}")


def _expect_refusal(connection: UhpConnection, command: str) -> None:
    answer = connection.ask(command)
    if not is_refusal(answer):
        raise Differs(f"{command[:_SHOWN]!r} should be refused, but is answered with {answer[:1]}")


def _after(position: Position) -> str:
    return f"after {position.game_string()!r}"


CHECKS: tuple[tuple[str, Callable[[Subject], str]], ...] = (
    ("forced pass", _forced_pass),
    ("undo", _undo),
    ("illegal moves", _illegal_moves),
    ("illegal games", _illegal_games),
    ("finished games", _finished_states),
    ("questions in finished games", _finished_questions),
    ("repetition", _repetition),
    ("junk", _junk),
    ("best moves", _best_moves),
    ("time", _time),
    ("milliseconds", _milliseconds),
    ("nodes", _nodes),
    ("exit", _exit),
)
