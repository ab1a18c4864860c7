"""The process that plays games: `python -m hexapoda.arena.worker PARENT`, driven by `worker_pool` over its
pipes.

Owns its side of the protocol, which is JSON lines: it reads settings once and then game numbers, and writes
moves and records. Engines run in this process or as its children, so a crash affects only this process, which
is replaced.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import IO, Any

from hexapoda.arena.game_runner import make_seats, play_game, start_engines
from hexapoda.arena.seat import Seat
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import EngineUnavailable, HexapodaError
from hexapoda.foreign_error import traceback_text
from hexapoda.host.orphan import end_with_parent
from hexapoda.record import MoveRecord

__all__ = ["main"]


def main() -> None:
    """Play games until the pipe is closed or an engine had to be abandoned."""
    end_with_parent(int(sys.argv[1]) if len(sys.argv) > 1 else os.getppid())
    # The pipes are reserved for the protocol: an engine that prints or reads must not use them.
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    seats: list[Seat] = []
    threading.Thread(target=_read, args=(source, lines, seats), daemon=True).start()
    try:
        _serve(lines, target, seats)
    finally:
        with contextlib.suppress(OSError):
            target.flush()
        _leave(seats)


def _read(source: IO[bytes], lines: queue.SimpleQueue[bytes], seats: list[Seat]) -> None:
    for line in source:
        lines.put(line)
    _leave(seats)  # the parent is gone, or wants no more games


def _leave(seats: list[Seat]) -> None:
    for seat in seats:
        seat.kill()
    os._exit(0)  # do not wait: the thread of an engine may hang


def _serve(lines: queue.SimpleQueue[bytes], target: IO[bytes], seats: list[Seat]) -> None:
    def say(message: Mapping[str, Any]) -> None:
        target.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        target.flush()

    faults: list[BaseException] = []

    def on_turn(moves: Sequence[MoveRecord], player: int, within: float) -> None:
        say({"turn": player, "within": within, "moves": [asdict(move) for move in moves]})

    def on_start(engine: int, within: float) -> None:
        say({"starts": engine, "within": within})

    try:
        settings = MatchSettings.from_json(json.loads(lines.get()))
        seats += make_seats(settings)
        say({"ready": True})
        while True:
            order = json.loads(lines.get())
            if "start" in order:
                start_engines(settings, seats, on_start)
                say({"started": True})
                continue
            faults.clear()
            record = play_game(settings.pairing(order["game"]), seats, settings, on_turn, faults.append)
            retire = any(seat.abandoned for seat in seats)
            log = "".join(map(fault_text, faults))
            say({"record": record.to_json(), "retire": retire, "log": log})
            if retire:
                return
    except EngineUnavailable as error:
        cause = error.__cause__
        log = "" if cause is None else fault_text(cause)
        say({"error": str(error), "kind": "unavailable", "log": log})
    except HexapodaError as error:
        say({"error": str(error), "kind": type(error).__name__})
    except BrokenPipeError:
        return
    except Exception as error:
        traceback.print_exc()
        say({"error": f"internal error of a worker: {type(error).__name__}: {error}", "kind": "internal"})


def fault_text(fault: BaseException) -> str:
    """Return the log of an engine's fault: the traceback of its code, or the output of its process."""
    output = getattr(fault, "output", "")
    if output:
        return f"{output}\n"
    cause = fault.__cause__
    while isinstance(cause, HexapodaError) and cause.__cause__ is not None:
        cause = cause.__cause__
    return "" if cause is None else traceback_text(cause)


if __name__ == "__main__":
    main()
