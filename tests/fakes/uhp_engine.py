"""A UHP engine that misbehaves as its arguments say; without arguments it is a correct engine of plain UHP.

Run as a program: `uhp_engine.py MODE...`. It wraps the real server with the engine `random`, so that all its
other answers are right. The modes are those of `_MODES` and those that `main` mentions.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from collections.abc import Callable
from typing import ClassVar

from hexapoda.engine import OptionValue
from hexapoda.engines.random_engine import RandomEngine
from hexapoda.errors import HexapodaError
from hexapoda.hive import PASS, Move, Position
from hexapoda.hive.text.notation import resolve_move
from hexapoda.protocols.uhp.server import UhpServer

Answer = list[str]
Respond = Callable[[str], Answer]


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def sleep_forever() -> None:
    threading.Event().wait()


class _Random:
    """The engine `random` with the seed 5, without the registry: nearly every test starts this program."""

    name = RandomEngine.name
    options = RandomEngine.options
    given: ClassVar[dict[str, OptionValue]] = {"seed": 5}

    def create(self, **overrides: OptionValue) -> RandomEngine:
        return RandomEngine(**{**self.given, **overrides})  # type: ignore[arg-type]


def _plain() -> Respond:
    """The server without its extensions and without the options for the rules."""
    server = UhpServer(_Random(), name="fake", version="1.0")

    def respond(line: str) -> Answer:
        word, _, rest = line.partition(" ")
        if word in ("extensions", "help", "perft", "explain", "board", "moves", "analyze", "stop"):
            return ["err no such command", "ok"]
        if word == "bestmove" and (rest.startswith("nodes") or "." in rest):
            return ["err plain UHP", "ok"]
        answer = server.respond(line)
        if word == "options":
            answer = [each for each in answer if not each.startswith(("TournamentOpening", "Repetition"))]
        return answer

    return respond


def on(word: str, act: Callable[[str], Answer]) -> Callable[[Respond], Respond]:
    """A mode that answers one command with `act`."""

    def mode(inner: Respond) -> Respond:
        return lambda line: act(line) if line.split(" ", 1)[0] == word else inner(line)

    return mode


def crash(_: str) -> Answer:
    sys.stderr.write("assertion failed: table != 0\n")
    sys.stderr.flush()
    os._exit(7)


def panic(_: str) -> Answer:
    """Panics like a Rust program with a backtrace."""
    frame = "  {0:2}: core::panicking::frame_{0}\n      at /rustc/1f0e/src/{0}.rs\n"
    frames = "".join(frame.format(number) for number in range(90))
    sys.stderr.write(
        "thread 'main' panicked at src/board.rs:12:5:\nindex out of bounds: the len is 3\n"
        f"stack backtrace:\n{frames}note: Some details are omitted, run with `RUST_BACKTRACE=full`\n"
    )
    sys.stderr.flush()
    os._exit(101)


def segfault(_: str) -> Answer:
    os.kill(os.getpid(), signal.SIGKILL)
    return []


def stall(_: str) -> Answer:
    sleep_forever()
    return []


def flood(_: str) -> Answer:
    while True:
        write("thinking hard about it\n" * 1000)


def flood_of_reports(_: str) -> Answer:
    while True:
        write("info depth 1 score 0 nodes 17\n" * 1000)


def flood_without_an_end(_: str) -> Answer:
    while True:
        write("x" * 100_000)


def late(line: str) -> Answer:
    threading.Event().wait(1.6)
    return ["wS1", "ok"]


def stubborn(inner: Respond) -> Respond:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def respond(line: str) -> Answer:
        if line == "exit":
            sleep_forever()
        return inner(line)

    return respond


def with_child(inner: Respond) -> Respond:
    """Starts a child process and reports its id in the greeting."""
    import subprocess

    child = subprocess.Popen(["sleep", "600"])
    return on("info", lambda _: [f"id child {child.pid}", "", "ok"])(inner)


def with_stranger(inner: Respond) -> Respond:
    """Starts a process outside its group that holds its pipes open."""
    import subprocess

    child = subprocess.Popen(["sleep", "600"], start_new_session=True)
    return on("info", lambda _: [f"id stranger {child.pid}", "", "ok"])(inner)


def chatty(inner: Respond) -> Respond:
    def respond(line: str) -> Answer:
        sys.stderr.write("thinking hard about it\n" * 20_000)
        sys.stderr.flush()
        return inner(line)

    return respond


def wrong_game(inner: Respond) -> Respond:
    """Leaves out the last move when it reports the game."""

    def respond(line: str) -> Answer:
        answer = inner(line)
        if line.startswith(("play", "newgame")) and answer[0].count(";") > 3:
            answer[0] = answer[0].rpartition(";")[0]
        return answer

    return respond


def forgets_play(inner: Respond) -> Respond:
    """Answers `err` to play and undo, but accepts a whole game."""
    return on("undo", lambda _: ["err", "ok"])(on("play", lambda _: ["err not now", "ok"])(inner))


def claims_draw(inner: Respond) -> Respond:
    def respond(line: str) -> Answer:
        return [text.replace(";InProgress;", ";Draw;") for text in inner(line)]

    return respond


def deaf_to_the_unknown(inner: Respond) -> Respond:
    return lambda line: [] if line.split(" ", 1)[0] in ("extensions", "", "xyzzy") else inner(line)


def misses_moves(inner: Respond) -> Respond:
    """Leaves out the last legal move, from the third ply on."""

    def respond(line: str) -> Answer:
        answer = inner(line)
        if line == "validmoves" and ";" in answer[0] and " " in answer[0]:
            answer[0] = answer[0].rpartition(";")[0]
        return answer

    return respond


def plays_illegal_moves(inner: Respond) -> Respond:
    """Accepts any move."""

    def respond(line: str) -> Answer:
        answer = inner(line)
        return [inner("newgame Base")[0], "ok"] if answer[0].startswith("invalidmove") else answer

    return respond


def another_name(position: Position, move: Move, dice: random.Random) -> str:
    """A correct name of a move: relative to any neighbor, even a buried piece or the moving piece itself."""
    names = []
    for reference in position.pieces():
        for sign in ("-{}", "{}-", "/{}", "{}/", "\\{}", "{}\\", "{}"):
            text = f"{move.piece} {sign.format(reference)}"
            try:
                if resolve_move(position, text, "uhp") == move:
                    names.append(text)
            except HexapodaError:
                continue
    return dice.choice(names) if names and move != PASS else position.format_move(move)


def renamed(game: str, dice: random.Random) -> str:
    """A GameString with other names for its moves."""
    played = Position.from_game_string(game)
    position = played.start
    names = []
    for move in played.moves:
        names.append(another_name(position, move, dice))
        position.push(move)
    return ";".join([*game.split(";")[:3], *names])


def quirks_n(inner: Respond) -> Respond:
    """Other names for cells, and no game before newgame. In a finished game it lists no moves, and bestmove
    kills it.
    """
    dice = random.Random(3)
    game = ""

    def respond(line: str) -> Answer:
        nonlocal game
        word = line.split(" ", 1)[0]
        if word in ("play", "pass", "validmoves", "bestmove", "undo") and not game:
            return ["err GameNotStarted", "ok"]
        over = bool(game) and game.split(";")[1] not in ("NotStarted", "InProgress")
        if over and word == "validmoves":
            return ["", "ok"]
        if over and word == "bestmove":
            os._exit(101)
        answer = inner(line)
        if word == "newgame" and answer[0].startswith("invalidmove"):
            game = ""
        elif word in ("newgame", "play", "pass", "undo") and ";" in answer[0]:
            game = answer[0]
            answer[0] = renamed(game, dice)
        elif word == "undo":
            answer[0] = "err TooManyUndos"
        elif word in ("bestmove", "validmoves") and not answer[0].startswith("err"):
            position = Position.from_game_string(game)
            texts = answer[0].split(";")
            answer[0] = ";".join(another_name(position, position.parse_move(text), dice) for text in texts)
        return answer

    return respond


def quirks_z(inner: Respond) -> Respond:
    """Answers err instead of invalidmove, keeps the game at a bare newgame, does not answer `options` with
    text, and ends lines with CRLF.
    """
    game = ""

    def respond(line: str) -> Answer:
        nonlocal game
        if line == "newgame" and game:
            return [game, "ok"]
        if line.startswith("options "):
            return ["ok"]
        answer = inner(line)
        if line.startswith("newgame"):
            answer[0] = answer[0].replace("invalidmove", "err")
        if line.startswith(("newgame", "play", "pass", "undo")) and not answer[0].startswith("err"):
            game = answer[0]
        return [f"{text}\r" for text in answer]

    return respond


def noise(seed: int, inner: Respond) -> Respond:
    """Greets correctly, then sometimes sends a wrong or malformed answer."""
    dice = random.Random(seed)

    def respond(line: str) -> Answer:
        answer = inner(line)
        if line == "info" or dice.random() < 0.7:
            return answer
        junk = "".join(chr(dice.choice([*range(32, 127), 0, 233, 0x4E16])) for _ in range(dice.randrange(60)))
        return dice.choice(
            [
                [],
                ["ok"],
                ["ok", *answer],
                [*answer, "ok"],
                answer[:-1],
                [junk, *answer],
                [*answer[:-1], junk, "ok"],
                [junk, "ok"],
                [answer[0][: dice.randrange(1 + len(answer[0]))], "ok"],
                inner("info"),
                inner("options"),
                ["err", "ok"],
                ["invalidmove " + junk, "ok"],
                ["Base;InProgress;White[99];wS1;wS1", "ok"],
            ]
        )

    return respond


def named(name: str, inner: Respond) -> Respond:
    return lambda line: [f"id {name}", *inner(line)[1:]] if line == "info" else inner(line)


_MODES: dict[str, Callable[[Respond], Respond]] = {
    "free-numbers": on("bestmove", lambda _: ["wA3", "ok"]),
    "crash": on("bestmove", crash),
    "panic": on("bestmove", panic),
    "segfault": on("bestmove", segfault),
    "stall": on("bestmove", stall),
    "garbage": on("bestmove", lambda _: ["\x00\ufffd xyzzy", "ok"]),
    "silent": on("bestmove", lambda _: ["ok"]),
    "sorry": on("bestmove", lambda _: ["err I do not want to", "ok"]),
    "illegal": on("bestmove", lambda _: ["wQ", "ok"]),
    "flood": on("bestmove", flood),
    "reports": on("bestmove", flood_of_reports),
    "endless": on("bestmove", flood_without_an_end),
    "late": on("bestmove", late),
    "stubborn": stubborn,
    "child": with_child,
    "stranger": with_stranger,
    "chatty": chatty,
    "wrong-game": wrong_game,
    "forgets-play": forgets_play,
    "claims-draw": claims_draw,
    "deaf": deaf_to_the_unknown,
    "misses-moves": misses_moves,
    "plays-illegal": plays_illegal_moves,
    "n": quirks_n,
    "z": quirks_z,
}


def main(modes: list[str]) -> None:
    if "crash-at-start" in modes:
        sys.stderr.write("no such file: weights.bin\n")
        sys.exit(3)
    if "stall-at-start" in modes:
        sleep_forever()
    respond = _plain()
    if "full" in modes:
        respond = UhpServer(_Random(), name="fake", version="1.0").respond
    for mode in modes:
        if mode in _MODES:
            respond = _MODES[mode](respond)
        if mode.startswith("named:"):
            respond = named(mode.partition(":")[2], respond)
        if mode.startswith("noise:"):
            respond = noise(int(mode.partition(":")[2]), respond)
    if "no-greeting" not in modes:
        write("".join(f"{text}\n" for text in respond("info")))
    if "flood-at-start" in modes:
        flood("")
    if "endless-at-start" in modes:
        flood_without_an_end("")
    for line in sys.stdin:
        write("".join(f"{text}\n" for text in respond(line.strip())))
        if line.strip() == "exit" and "stubborn" not in modes:
            return
    if "stubborn" in modes:
        sleep_forever()


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    try:
        main(sys.argv[1:])
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
