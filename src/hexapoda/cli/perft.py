"""The command `perft`: counts the lines of legal moves of every length up to a depth."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any

import typer

from hexapoda.cli.output import Output
from hexapoda.cli.subject import GameName, Json, PositionText, Rules, Variant, game_of, make_position

__all__ = ["perft"]


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="Count to this depth, in plies.")],
    variant: Variant = None,
    position: PositionText = None,
    rule: Rules = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count below each first move too.")] = False,
    json: Json = False,
) -> None:
    """Count the lines of legal moves, depth by depth.

    Every leaf is generated; there is no hash table and no symmetry. Repetition does not end a line.
    """
    subject = game_of(game)
    start = make_position(subject, variant, position, rule)
    count, perft_divide = _counters(subject.name)
    output = Output(json)
    with _interruptible():
        for level in range(1, depth + 1):
            began = time.perf_counter()
            if divide:
                parts = perft_divide(start, level)
                nodes = sum(number for _, number in parts)
            else:
                parts = []
                nodes = count(start, level)
            seconds = time.perf_counter() - began
            value: dict[str, object] = {"depth": level, "nodes": nodes, "seconds": round(seconds, 6)}
            lines = []
            if divide:
                named = sorted((subject.format_move(start, move), number) for move, number in parts)
                key = "uhp" if subject.name == "hive" else "move"
                value["moves"] = [{key: text, "nodes": number} for text, number in named]
                if level == depth:
                    lines = [f"{text:<14}{number:>16}" for text, number in named]
            rate = f"{nodes / seconds / 1e6:10.1f} M/s" if seconds > 0.001 else ""
            lines.append(f"depth {level:>2}  {nodes:>16}  {seconds:10.3f} s{rate}")
            output.result(value, "\n".join(lines))


def _counters(game: str) -> tuple[Callable[..., int], Callable[..., list[tuple[Any, int]]]]:
    if game == "hex":
        from hexapoda.hex import perft as hex_perft
        from hexapoda.hex import perft_divide as hex_perft_divide

        return hex_perft, hex_perft_divide
    from hexapoda.hive import perft as hive_perft
    from hexapoda.hive import perft_divide as hive_perft_divide

    return hive_perft, hive_perft_divide


@contextlib.contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl+C end the process at once: a count in the core runs for minutes without looking at Python."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:  # not the main thread, where nobody sends signals to
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
