"""One game between two engines, from the opening to its record.

Implements `play_game` and the conditions that end a game. An engine's fault does not raise an exception: an
engine that crashes, stalls, plays an illegal move or exceeds its time loses the game. If the game is over by
the rules of only one side, it has no result.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from hexapoda.arena.adjudication import Adjudicator, Verdict
from hexapoda.arena.openings import start_of
from hexapoda.arena.pairing import Pairing, derive_seed
from hexapoda.arena.seat import Seat
from hexapoda.arena.settings import MatchSettings
from hexapoda.clock import Clock
from hexapoda.engine import SearchResult
from hexapoda.errors import (
    EngineCrashed,
    EngineError,
    EngineIllegalMove,
    EnginePassed,
    EngineResigned,
    EngineRulesDiffer,
    EngineStalled,
    EngineTimeout,
    EngineUnavailable,
    HexapodaError,
)
from hexapoda.games import Position, find_game
from hexapoda.games.analysis import GameAnalysis
from hexapoda.record import Ending, GameRecord, MoveRecord, PlayerRecord
from hexapoda.registry import parse_engine

__all__ = [
    "OnTurn",
    "fault_record",
    "make_seats",
    "play_game",
    "played_record",
    "start_engines",
    "start_error",
    "unfinished_record",
]

_START_PATIENCE = 200.0
"""Seconds after which a process that starts an engine counts as hung. The seat gives up sooner, so the
process is killed only if its engine blocks it completely.
"""
_PROCESS_PATIENCE = 5.0
"""A process counts as hung this many seconds after its seat should have stopped waiting for a move."""
_PROOF_SECONDS = 3.0
"""Seconds to find the winner of a game that an engine considers decided."""
_WAIT = 0.001
"""Waits for a processor that are shorter than this, in seconds, are not recorded: every machine has them."""
_BUSY = 0.2
"""A late move can be the machine's fault only if the engine waited for a processor for more than this share
of its time.
"""
_HUGE = 1 << 63
"""Numbers of this size or more in an engine's report are dropped as meaningless."""
_FAULTS: Mapping[type[EngineError], Ending] = MappingProxyType(
    {
        EngineCrashed: Ending.CRASH,
        EngineStalled: Ending.STALL,
        EngineTimeout: Ending.TIMEOUT,
        EngineIllegalMove: Ending.ILLEGAL_MOVE,
    }
)


class OnTurn(Protocol):
    """Called before an engine prepares for the game, and before each search."""

    def __call__(self, moves: Sequence[MoveRecord], player: int, within: float) -> None:
        """`moves` are the moves since the last call; `player` is the player whose engine works next. If
        neither the next call nor the end of the game comes within `within` seconds, this process has hung.
        """


def make_seats(settings: MatchSettings) -> dict[int, Seat]:
    """Return a seat for every engine of a match that is not retired, by its index. Raises `UsageError` or
    `UnknownEngineError` for an invalid engine text.
    """
    return {
        engine: Seat(parse_engine(text, settings.game))
        for engine, text in enumerate(settings.engines)
        if not settings.is_retired(engine)
    }


def start_engines(
    settings: MatchSettings, seats: Mapping[int, Seat], on_start: Callable[[int, float], None] | None = None
) -> None:
    """Start every engine once, to find out before the first game if one cannot start or does not play on the
    board of the match. `on_start` is called before each start with the index of the engine and a number of
    seconds: if the start takes longer, this process has hung. Raises `EngineUnavailable` with the engine and
    the reason.
    """
    start = start_of(settings.pairing(0).opening, settings.game, settings.variant, dict(settings.rules))
    for engine, seat in seats.items():
        if on_start is not None:
            on_start(engine, _START_PATIENCE)
        try:
            seat.begin(derive_seed(settings.seed, "start", engine))
            seat.check_limit(Clock(settings.control_of(engine)).limit(0, seat.min_time))
            seat.check_position(start)
        except HexapodaError as error:
            raise start_error(settings.names[engine], str(error)) from error


def start_error(name: str, reason: str) -> EngineUnavailable:
    """Return the error for an engine that cannot start."""
    return EngineUnavailable(reason if repr(name) in reason else f"engine {name!r} cannot start: {reason}")


def play_game(
    pairing: Pairing,
    seats: Mapping[int, Seat],
    settings: MatchSettings,
    on_turn: OnTurn | None = None,
    on_fault: Callable[[EngineError], None] | None = None,
) -> GameRecord:
    """Play one game of a match and return its record.

    `seats` has a seat for each engine of the match, by its index. If an engine's fault ends the game,
    `on_fault` is called with the error. Raises `HexapodaError` only for an invalid opening, for options or
    limits that an engine rejects, and for a program that cannot be started.
    """
    began = datetime.datetime.now(datetime.UTC)
    players = [seats[engine] for engine in pairing.players]
    moves: list[MoveRecord] = []
    verdict = _play(pairing, players, settings, moves, on_turn, on_fault)
    if verdict.ending in _FAULTS.values() and verdict.winner is not None:
        players[1 - verdict.winner].close()  # never reuse an engine after a fault
    return _record(pairing, settings, moves, verdict, began)


def fault_record(
    pairing: Pairing,
    settings: MatchSettings,
    moves: Sequence[MoveRecord],
    player: int,
    ending: Ending,
    detail: str,
) -> GameRecord:
    """Return the record of a game that `player` lost because its engine crashed or blocked the process."""
    verdict = Verdict(1 - player, ending, f"{settings.names[pairing.players[player]]}: {detail}")
    return _record(pairing, settings, moves, verdict, datetime.datetime.now(datetime.UTC))


def unfinished_record(pairing: Pairing, settings: MatchSettings, moves: Sequence[MoveRecord]) -> GameRecord:
    """Return the record of a game that is being played: it has no result and no date."""
    return _record(pairing, settings, moves, None, None)


def played_record(
    pairing: Pairing,
    settings: MatchSettings,
    moves: Sequence[MoveRecord],
    position: Position,
    otherwise: Verdict,
) -> GameRecord:
    """Return the record, without a date, of a game that was played elsewhere and ended in `position`.
    `otherwise`: the verdict if the game is not over in `position`.
    """
    return _record(pairing, settings, moves, _over(position) or otherwise, None)


def _play(
    pairing: Pairing,
    players: Sequence[Seat],
    settings: MatchSettings,
    moves: list[MoveRecord],
    on_turn: OnTurn | None,
    on_fault: Callable[[EngineError], None] | None,
) -> Verdict:
    game = find_game(settings.game)
    rules = dict(settings.rules)
    position = start_of(pairing.opening, settings.game, settings.variant, rules)
    adjudicator = Adjudicator(settings.adjudication)
    for text in pairing.opening.moves:
        move = game.parse_move(position, text)
        record = MoveRecord(game.format_move(position, move), book=True)
        adjudicator.add(position.turn, record)
        moves.append(record)
        position.push(move)
    controls = [settings.control_of(engine) for engine in pairing.players]
    clock = Clock(*controls, margin=settings.margin)
    reported = 0
    player = 0
    spent, waited = [0.0, 0.0], [0.0, 0.0]  # per game with a clock, else per move
    try:
        for player in (0, 1):
            if on_turn is not None:
                on_turn(moves[reported:], player, _START_PATIENCE)
                reported = len(moves)
            players[player].begin(pairing.seeds[player])
            players[player].check_limit(clock.limit(player, players[player].min_time))
        while (verdict := _over(position) or adjudicator.verdict()) is None:
            player = position.turn
            left = clock.left(player)
            allowed = None if left == math.inf else left + settings.margin
            limit = clock.limit(player, players[player].min_time)
            if on_turn is not None:
                on_turn(moves[reported:], player, (allowed or 0.0) + settings.patience + _PROCESS_PATIENCE)
                reported = len(moves)
            result, seconds, wait = players[player].search(position, limit, allowed, settings.patience)
            if controls[player].base is None:
                spent[player] = waited[player] = 0.0
            spent[player] += seconds
            waited[player] += wait
            clock.spend(player, seconds)
            if clock.flagged() is not None:
                late = f"took {seconds:.3f} s, but had {left:.3f} s left"
                if (
                    seconds - waited[player] <= left + settings.margin
                    and waited[player] > _BUSY * spent[player]
                ):
                    name = settings.names[pairing.players[player]]
                    why = f"it waited {waited[player]:.3f} s for a processor, because the machine was busy"
                    return Verdict(None, Ending.BUSY, f"{name}: {late}; {why}")
                raise EngineTimeout(late)
            record = _move_record(game.format_move(position, result.move), result, seconds, wait)
            adjudicator.add(player, record)
            moves.append(record)
            position.push(result.move)
    except EngineResigned as end:
        return Verdict(1 - player, Ending.RESIGN, f"{settings.names[pairing.players[player]]}: {end}")
    except EnginePassed as end:
        return _decided(position, player, game.analysis, f"{settings.names[pairing.players[player]]}: {end}")
    except EngineRulesDiffer as end:
        return Verdict(None, Ending.RULES_DIFFER, f"{settings.names[pairing.players[player]]}: {end}")
    except EngineError as fault:
        if on_fault is not None:
            on_fault(fault)
        ending = next((_FAULTS[kind] for kind in type(fault).__mro__ if kind in _FAULTS), Ending.CRASH)
        return Verdict(1 - player, ending, f"{settings.names[pairing.players[player]]}: {fault}")
    return verdict


def _over(position: Position) -> Verdict | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    name = str(getattr(outcome.termination, "name", outcome.termination)).lower()
    ending = Ending.REPETITION if name == "repetition" else Ending.NORMAL
    return Verdict(outcome.winner, ending, name.replace("_", " "))


def _decided(position: Position, player: int, analysis: GameAnalysis, detail: str) -> Verdict:
    """Return the verdict on a position that the engine to move considers decided. The engine does not say who
    wins, so only a proof can tell. Without a proof the game has no result, because the engine may be the
    winner.
    """
    prover = analysis.new_prover()
    proof = None if prover is None else prover.prove(position, seconds=_PROOF_SECONDS)
    if proof is None:
        return Verdict(None, Ending.RULES_DIFFER, f"{detail}; no winner was proven")
    winner = player if proof.win_in > 0 else 1 - player
    return Verdict(winner, Ending.ADJUDICATED, f"{detail}; the win is proven")


def _record(
    pairing: Pairing,
    settings: MatchSettings,
    moves: Sequence[MoveRecord],
    verdict: Verdict | None,
    began: datetime.datetime | None,
) -> GameRecord:
    first, second = pairing.players
    names = settings.names
    return GameRecord(
        game=settings.game,
        variant=settings.variant,
        players=(
            PlayerRecord(names[first], settings.engines[first]),
            PlayerRecord(names[second], settings.engines[second]),
        ),
        moves=tuple(moves),
        winner=None if verdict is None else verdict.winner,
        finished=verdict is not None and verdict.ending not in (Ending.RULES_DIFFER, Ending.BUSY),
        ending=Ending.UNKNOWN if verdict is None else verdict.ending,
        rules=settings.rules,
        start=pairing.opening.start,
        detail="" if verdict is None else verdict.detail,
        date="" if began is None else began.isoformat(timespec="seconds").replace("+00:00", "Z"),
        event=settings.event,
        number=pairing.number,
        seed=pairing.seed,
    )


def _move_record(text: str, result: SearchResult, seconds: float, wait: float) -> MoveRecord:
    """Return the record of a move, with the valid numbers of the engine's report and the measured times."""
    info: Any = getattr(result, "info", None)
    return MoveRecord(
        text,
        score=_number(info, "score", float),
        win_in=_number(info, "win_in", int),
        depth=_number(info, "depth", int),
        nodes=_number(info, "nodes", int),
        time=round(seconds, 6),
        waited=round(wait, 6) if wait >= _WAIT else None,
    )


def _number(info: Any, name: str, kind: Callable[[Any], Any]) -> Any:
    value = getattr(info, name, None)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < _HUGE:
        return None
    return kind(value)
