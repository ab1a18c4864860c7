"""The process that plays games: `python -m hexapoda.arena.worker`, driven by `worker_pool` over its pipes.

Owns its side of the conversation, JSON lines: settings once and then numbers of games come in, moves and
records go out. Engines run in this process or as its children, so that whatever one of them does, at worst
this process is lost and another takes its place.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import IO, Any

from hexapoda.arena.game_runner import make_seats, play_game
from hexapoda.arena.seat import Seat
from hexapoda.arena.settings import MatchSettings
from hexapoda.errors import HexapodaError
from hexapoda.record import MoveRecord

__all__ = ["main"]


def main() -> None:
    """Play games until the pipe is closed."""
    # The pipes are the conversation's own: an engine that prints must not write into it nor read from it.
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
    _leave(seats)  # whoever wanted the games is gone, or wants no more


def _leave(seats: list[Seat]) -> None:
    for seat in seats:
        seat.kill()
    os._exit(0)  # an engine's thread may hang; there is nothing to wait for


def _serve(lines: queue.SimpleQueue[bytes], target: IO[bytes], seats: list[Seat]) -> None:
    def say(message: Mapping[str, Any]) -> None:
        target.write(json.dumps(message, allow_nan=False).encode() + b"\n")
        target.flush()

    def on_turn(moves: Sequence[MoveRecord], player: int, within: float) -> None:
        say({"turn": player, "within": within, "moves": [asdict(move) for move in moves]})

    try:
        settings = MatchSettings.from_json(json.loads(lines.get()))
        seats += make_seats(settings)
        say({"ready": True})
        while True:
            number = json.loads(lines.get())["game"]
            record = play_game(settings.pairing(number), seats, settings, on_turn)
            retire = any(seat.abandoned for seat in seats)
            say({"record": record.to_json(), "retire": retire})
            if retire:
                return
    except HexapodaError as error:
        say({"error": str(error), "kind": type(error).__name__})
    except BrokenPipeError:
        return
    except Exception as error:
        traceback.print_exc()
        say({"error": f"internal error of a worker: {type(error).__name__}: {error}", "kind": "internal"})


if __name__ == "__main__":
    main()
