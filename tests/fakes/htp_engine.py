"""An HTP engine that misbehaves as its arguments say; without arguments it is a correct engine of plain HTP.

Run as a program: `htp_engine.py MODE...`. It wraps the real server with the engine `random`, so that all its
other answers are right. The modes are those of `_MODES` and those that `main` mentions.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

from hexapoda.protocols.htp.line import parse_request
from hexapoda.protocols.htp.server import HtpServer
from hexapoda.registry import parse_engine

Respond = Callable[[str], str]


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def sleep_forever() -> None:
    threading.Event().wait()


def _plain() -> Respond:
    """The server without engine parameters and without commands that only some engines have."""
    respond = HtpServer(parse_engine("random:seed=5", "hex"), name="fake", version="1.0").respond

    def plain(line: str) -> str:
        name = line.split(" ", 1)[0]
        if name in ("param_engine", "gogui-interrupt", "reg_genmove", "hexgui-analyze_commands"):
            return f"? unknown command: {name}\n\n"
        answer = respond(line)
        if name == "list_commands":
            return answer.replace("param_engine\n", "").replace("gogui-interrupt\n", "")
        return answer

    return plain


def on(name: str, act: Callable[[str], str]) -> Callable[[Respond], Respond]:
    """A mode that answers one command with `act`."""

    def mode(inner: Respond) -> Respond:
        return lambda line: act(line) if line.split(" ", 1)[0] == name else inner(line)

    return mode


def crash(_: str) -> str:
    sys.stderr.write("assertion failed: table != 0\n")
    sys.stderr.flush()
    os._exit(7)


def stall(_: str) -> str:
    sleep_forever()
    return ""


def flood(_: str) -> str:
    while True:
        write("= d4\nand more\n" * 1000)


def blank_lines(_: str) -> str:
    while True:
        write("\n" * 1000)


def late(line: str) -> str:
    threading.Event().wait(0.8)
    return "= a1\n\n"


def mohex(inner: Respond) -> Respond:
    """Swaps whenever it may, without changing its own board, and refuses a swap as a move to play."""
    stones = 0
    allowed = False

    def respond(line: str) -> str:
        nonlocal stones, allowed
        words = line.split()
        if words[0] in ("boardsize", "clear_board"):
            stones = 0
        if words[0] == "param_game" and len(words) == 3:
            allowed = words[2] == "1"
            return "= \n\n"
        if words[:2] == ["genmove", "white"] and stones == 1 and allowed:
            return "= swap-pieces\n\n"
        if words[0] == "play" and words[-1].startswith("swap"):
            return "? illegal move:  white swap-pieces (invalid)\n\n"
        answer = inner(line)
        if words[0] in ("play", "genmove") and answer[0] == "=":
            stones += 1
        elif words[0] == "undo" and answer[0] == "=":
            stones -= 1
        return answer

    return respond


def forgets_a_cell(inner: Respond) -> Respond:
    """Leaves out the last free cell of a board that is not square."""
    square = True

    def respond(line: str) -> str:
        nonlocal square
        answer = inner(line)
        if line.startswith("boardsize"):
            square = line.count(" ") == 1
        if line == "all_legal_moves" and not square:
            return f"{answer.rstrip().rpartition(' ')[0]}\n\n"
        return answer

    return respond


def plays_anywhere(inner: Respond) -> Respond:
    """Accepts any move."""
    return lambda line: f"={inner(line)[1:]}" if line.startswith("play") else inner(line)


def keeps_its_board(inner: Respond) -> Respond:
    """Does not play the moves that it finds."""
    return lambda line: inner(line.replace("genmove", "reg_genmove"))


def deaf_to_undo(inner: Respond) -> Respond:
    return lambda line: "? not now\n\n" if line == "undo" else inner(line)


def swaps(inner: Respond) -> Respond:
    """Swaps as White, and on its own board too."""

    def respond(line: str) -> str:
        if line == "genmove white":
            return "= swap-pieces\n\n" if inner("play white swap-pieces").startswith("=") else inner(line)
        return inner(line)

    return respond


def named(name: str, inner: Respond) -> Respond:
    return lambda line: f"= {name}\n\n" if line == "name" else inner(line)


_MODES: dict[str, Callable[[Respond], Respond]] = {
    "swaps": swaps,
    "crash": on("genmove", crash),
    "stall": on("genmove", stall),
    "garbage": on("genmove", lambda _: "\x00\ufffd xyzzy\n\n"),
    "silent": on("genmove", lambda _: "= \n\n"),
    "sorry": on("genmove", lambda _: "? I do not want to\n\n"),
    "resigns": on("genmove", lambda _: "= Resign\n\n"),
    "passes": on("genmove", lambda _: "= pss\n\n"),
    "illegal": on("genmove", lambda _: "= z26\n\n"),
    "flood": on("genmove", flood),
    "blank": on("genmove", blank_lines),
    "late": on("genmove", late),
    "wrong-score": on("final_score", lambda _: "= B+3.5\n\n"),
    "no-numbers": lambda inner: lambda line: inner(line.lstrip("0123456789 ")),
    "dies-of-junk": on("xyzzy", crash),
    "stubborn": on("quit", stall),
    "mohex": mohex,
    "forgets-a-cell": forgets_a_cell,
    "plays-anywhere": plays_anywhere,
    "keeps-its-board": keeps_its_board,
    "deaf-to-undo": deaf_to_undo,
}


def main(modes: list[str]) -> None:
    if "crash-at-start" in modes:
        sys.stderr.write("no such file: weights.bin\n")
        sys.exit(3)
    if "stall-at-start" in modes:
        sleep_forever()
    if "flood-at-start" in modes:
        flood("")
    if "blank-at-start" in modes:
        blank_lines("")
    full = HtpServer(parse_engine("random:seed=5", "hex"), name="fake", version="1.0")
    respond = full.respond if {"full", "keeps-its-board"} & set(modes) else _plain()
    for mode in modes:
        if mode in _MODES:
            respond = _MODES[mode](respond)
        if mode.startswith("named:"):
            respond = named(mode.partition(":")[2], respond)
    for line in sys.stdin:
        request = parse_request(line)
        if request is not None:
            write(respond(line.strip()))
            if request.name == "quit":
                return


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    try:
        main(sys.argv[1:])
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
