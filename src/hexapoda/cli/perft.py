"""The command `perft`: counts the lines of legal moves at each depth."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from typing import Annotated

import typer

from hexapoda.cli.output import Output
from hexapoda.cli.subject import GameName, Json, PositionText, Rules, Variant, make_position
from hexapoda.games import find_game

__all__ = ["perft"]


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="Count to this depth, in plies.")],
    variant: Variant = None,
    position: PositionText = None,
    rule: Rules = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also show the count for each first move.")
    ] = False,
    json: Json = False,
) -> None:
    """Count the lines of legal moves, depth by depth.

    Generates every leaf, without a hash table or symmetry. Repetition does not end a line.
    """
    subject = find_game(game)
    start = make_position(subject, variant, position, rule)
    output = Output(json)
    with _interruptible():
        for level in range(1, depth + 1):
            began = time.perf_counter()
            if divide:
                parts = list(subject.perft_divide(start, level))
                nodes = sum(number for _, number in parts)
            else:
                parts = []
                nodes = subject.perft(start, level)
            seconds = time.perf_counter() - began
            value: dict[str, object] = {"depth": level, "nodes": nodes, "seconds": round(seconds, 6)}
            lines = []
            if divide:
                named = sorted((subject.format_move(start, move), number) for move, number in parts)
                value["moves"] = [{"move": text, "nodes": number} for text, number in named]
                if level == depth:
                    lines = [f"{text:<14}{number:>16}" for text, number in named]
            rate = f"{nodes / seconds / 1e6:10.1f} M/s" if seconds > 0.001 else ""
            lines.append(f"depth {level:>2}  {nodes:>16}  {seconds:10.3f} s{rate}")
            output.result(value, "\n".join(lines))


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """End the process at once on Ctrl+C. Python's handler would wait for the core, possibly for minutes."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:  # only the main thread can set signal handlers
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
