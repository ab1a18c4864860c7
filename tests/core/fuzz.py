"""A fuzzer of the compiled core: `python -m tests.core.fuzz SEED CALLS` calls everything that is bound.

Arguments are made from the signatures of the bindings, most of them of the right type and many at its limits.
A call may return or raise. It may not crash, hang, or raise SystemError, by which Python reports a binding
that failed without an error. Each call is written to the file of `--log` first, so that a crash can be told.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import random
import re
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from hexapoda import _core
from hexapoda import hex as hex_game
from hexapoda import hive as hive_game
from tests.core.fuzz_pickles import fuzz_pickle

PATIENCE = 0.03
"""Seconds after which a call that goes on is interrupted."""
HANG = 60.0
"""Seconds after which a call that does not heed the interrupt counts as hanging."""
MEMORY = 3 << 30
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")
"""The address sanitizer needs all address space, and ends the process where memory runs out."""

INTEGERS = (
    *(-1, 0, 1, 2, 3, 5, 7, 11, 14, 26, 27, 28, 63, 64, 100, 255, 256, 257, 1000, 1024, 65535, 65536),
    *(2**20, 2**30, 2**31 - 1, 2**31, 2**32, 2**60, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30),
    *(-2, -26, -1000, -(2**31), -(2**31) - 1, -(2**63), -(10**30)),
)
FLOATS = (0.0, -1.0, 1e-9, 0.001, 0.01, 1.0, 1e18, 1e300, math.inf, -math.inf, math.nan, 5e-324)
LEFT_OUT = {"set_vocabulary", "__module__", "__doc__", "__new__", "__exit__"}
"""Names the vocabulary of the whole process; the rest are no calls of the core's."""


class Late(Exception):
    """Raised by the signal handler in a call that goes on for long."""


class Fuzzer:
    """Makes calls by a seed."""

    def __init__(self, seed: int, log: int) -> None:
        self.chance = random.Random(seed)
        self.log = log
        self.calling = False
        self.made: dict[str, list[Any]] = {}
        """Objects of the core by the name of their type, to be used again."""
        self.calls = [
            *self._functions(_core.hive),
            *self._functions(_core.hex),
            *self._functions(_core),
        ]

        self.weights = [1 + 3 * len(list(parameters(signature))) for _, _, signature, _ in self.calls]

    def _functions(self, module: Any) -> Iterator[tuple[str, Callable[..., Any], str, Any]]:
        """Name, call, signature and the class it is of, for all that a module has."""
        for name, value in vars(module).items():
            if type(value).__name__ == "nb_func" and name not in LEFT_OUT:
                for signature in value.__nb_signature__:
                    yield f"{module.__name__}.{name}", value, signature[0], None
            elif isinstance(value, type):
                for verb, method in vars(value).items():
                    if verb in LEFT_OUT:
                        continue
                    full = f"{module.__name__}.{name}.{verb}"
                    if isinstance(method, property):
                        yield full, getter(method), "def get(self)", value
                    for signature in getattr(method, "__nb_signature__", ()):
                        yield full, value if verb == "__init__" else method, signature[0], value

    def step(self) -> None:
        """Make one call. Raises `SystemError` for one that a binding has failed."""
        if self.chance.random() < 0.1:
            self._call("pickle", lambda: fuzz_pickle(self.chance, self.position(), self.junk))
            return
        [(name, call, signature, owner)] = self.chance.choices(self.calls, self.weights)
        arguments = [self.argument(*parameter) for parameter in parameters(signature)]
        if owner is not None and not name.endswith("__init__"):
            arguments.insert(0, self.instance(owner))
        if self.chance.random() < 0.02:
            arguments = arguments[:-1] if self.chance.random() < 0.5 else [*arguments, self.junk()]
        self.write(f"{name}({', '.join(map(show, arguments))})")
        self._call(name, lambda: self.keep(call(*arguments)))

    def _call(self, name: str, call: Callable[[], Any]) -> None:
        began = time.monotonic()
        try:
            self.calling = True
            signal.setitimer(signal.ITIMER_REAL, PATIENCE, 1)
            call()
        except SystemError:
            raise
        except Exception:  # whatever a wrong call raises
            pass
        finally:
            self.calling = False
            signal.setitimer(signal.ITIMER_REAL, 0)
        if time.monotonic() - began > HANG:
            raise SystemError(f"{name} went on for {time.monotonic() - began:.1f} s")

    def interrupt(self, number: int, frame: object) -> None:
        """Ask the call that runs to end."""
        if self.calling:
            raise Late

    def keep(self, result: Any) -> None:
        """Use what a call has returned: show it, and keep it when it is of the core."""
        repr(result)
        for value in result if isinstance(result, list | tuple) else (result,):
            if type(value).__module__.startswith("hexapoda"):
                kept = self.made.setdefault(type(value).__name__ + type(value).__module__, [])
                kept.append(value)
                del kept[:-4]

    def write(self, text: str) -> None:
        """Note what is being done."""
        os.lseek(self.log, 0, os.SEEK_SET)
        os.truncate(self.log, 0)
        os.write(self.log, text.encode("utf-8", "replace"))

    # Values

    def instance(self, owner: Any) -> Any:
        """An object of a class, used before or new; seldom one that was never begun, or another one."""
        lot = self.chance.random()
        if lot < 0.02:
            return owner.__new__(owner)
        if lot < 0.04:
            return self.junk()
        if owner.__name__ == "PositionCore":
            return self.position(owner.__module__)
        kept = self.made.setdefault(owner.__name__ + owner.__module__, [])
        if kept and self.chance.random() < 0.8:
            return self.chance.choice(kept)
        for _, _, signature, its in self.calls:
            if its is owner and "__init__" in signature:
                with contextlib.suppress(Exception):
                    arguments = [self.argument(*parameter) for parameter in parameters(signature)]
                    self.write(f"{owner.__name__}({', '.join(map(show, arguments))})")
                    made = owner(*arguments)
                    kept.append(made)
                    return made
        return self.chance.choice(kept) if kept else owner.__new__(owner)

    def argument(self, name: str, kind: str) -> Any:
        """A value for a parameter, by its name and annotation."""
        if self.chance.random() < 0.06:
            return self.junk()
        if "| None" in kind and self.chance.random() < 0.3:
            return None
        kind = kind.replace(" | None", "")
        if kind == "int":
            return self.integer(name)
        if kind == "float":
            return self.chance.choice(FLOATS)
        if kind == "bool":
            return self.chance.random() < 0.5
        if kind == "bytes":
            network = bytes(4 * _core.hex.NETWORK_WEIGHTS)
            return self.chance.choice((b"", b"abc", bytes(12), bytes(1 << 16), b"\xff" * 4096, network))
        if kind == "str":
            return self.chance.choice(("", "wS1", "wS1 -bQ", "pass", "bA1 wS1/", "fill-in", "\0", "x" * 1000))
        if kind == "object" or "Callable" in kind:
            return self.chance.choice((None, print_nothing, self.raise_sometimes, 5))
        listed = re.fullmatch(r"(?:collections\.abc\.Sequence|list)\[(.*)\]", kind)
        if listed:
            return [self.argument(name, listed[1]) for _ in range(self.chance.choice((0, 1, 2, 5)))]
        grouped = re.fullmatch(r"tuple\[(.*)\]", kind)
        if grouped:
            return tuple(self.argument(name, part) for part in split(grouped[1]))
        return self.value_of(kind)

    def value_of(self, kind: str) -> Any:
        """An object of a class that a signature names."""
        if kind.endswith("PositionCore"):
            return self.position(kind)
        if kind.endswith("Piece"):
            return self.chance.choice(hive_game.PIECES)
        game = _core.hive if "hive" in kind or (kind == "Move" and self.chance.random() < 0.5) else _core.hex
        owner = getattr(game, kind.rpartition(".")[2], None) or getattr(_core, kind.rpartition(".")[2], None)
        if isinstance(owner, type):
            if owner.__name__ == "Move":
                moves = self.position(game.__name__).legal_moves
                return self.chance.choice(moves) if moves else game.Move.PASS
            return self.instance(owner)
        return self.junk()

    def integer(self, name: str) -> int:
        """A number; of what takes memory or threads seldom a large one that is allowed."""
        number = self.chance.choice(INTEGERS) if self.chance.random() < 0.5 else self.chance.randrange(-3, 30)
        if (
            name in ("megabytes", "threads")
            and 8 < number < 10**6
            and (SANITIZED or self.chance.random() < 0.9)
        ):
            return number % 8 + 1
        return number

    def position(self, game: str = "") -> Any:
        """A position of a random game, or one that was set up at random."""
        if game.endswith("hex") or ("hive" not in game and self.chance.random() < 0.5):
            variant = f"{self.chance.randrange(1, 10)}x{self.chance.randrange(1, 10)}"
            position: Any = hex_game.Position(variant, swap="sides" if self.chance.random() < 0.5 else "off")
        else:
            position = hive_game.Position(self.chance.choice(("Base", "Base+MLP", "Base+P")))
        for _ in range(self.chance.choice((0, 1, 2, 8, 20, 60))):
            moves = position.legal_moves
            if not moves:
                break
            position.push(self.chance.choice(moves))
        return position

    def junk(self) -> Any:
        """A value of any kind."""
        makers: tuple[Callable[[], Any], ...] = (
            lambda: None,
            lambda: self.chance.choice(INTEGERS),
            lambda: self.chance.choice(FLOATS),
            lambda: self.chance.choice(("", "wS1", "a1", "\ud800", "x" * 5000)),
            lambda: self.chance.choice((b"", b"\0\xff")),
            lambda: [None, 1, "a"],
            lambda: (0, 0),
            lambda: (self.chance.choice(INTEGERS), self.chance.choice(INTEGERS)),
            lambda: {1: 2},
            object,
            lambda: self.chance.choice(hive_game.PIECES),
            self.position,
            lambda: self.chance.choice([kept for list_ in self.made.values() for kept in list_] or [None]),
            lambda: slice(*self.chance.choices([None, *INTEGERS], k=3)),
            lambda: int,
        )
        return self.chance.choice(makers)()

    def raise_sometimes(self, *_: Any) -> None:
        """A callback that fails."""
        if self.chance.random() < 0.5:
            raise KeyError("a callback that fails")


def getter(method: property) -> Callable[..., Any]:
    """The function behind a property."""
    assert method.fget is not None
    return method.fget


def print_nothing(*_: Any) -> None:
    """A callback that works."""


def parameters(signature: str) -> Iterator[tuple[str, str]]:
    """Name and annotation of each parameter but self."""
    inside = signature[signature.index("(") + 1 : _closing(signature)]
    for part in split(inside):
        name, _, kind = part.partition(":")
        if name.strip() not in ("self", "/", ""):
            yield name.strip(), kind.partition("=")[0].strip() or "object"


def _closing(signature: str) -> int:
    depth = 0
    for index, letter in enumerate(signature):
        depth += (letter in "([") - (letter in ")]")
        if letter == ")" and depth == 0:
            return index
    return len(signature)


def split(text: str) -> list[str]:
    """The parts of a list between commas, brackets respected."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def show(value: Any) -> str:
    """A short text of an argument."""
    try:
        text = getattr(value, "game_string", value.__repr__)() if not isinstance(value, type) else repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) < 300 else text[:300] + "..."


def main() -> None:
    """Make the calls; a crash or an error that none may raise ends the process with another code than 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("calls", type=int)
    parser.add_argument("--log", default=os.devnull)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # nanobind warns of objects that were never begun
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    log = os.open(arguments.log, os.O_WRONLY | os.O_CREAT)
    fuzzer = Fuzzer(arguments.seed, log)
    signal.signal(signal.SIGALRM, fuzzer.interrupt)
    for number in range(arguments.calls):
        try:
            fuzzer.step()
        except Late:  # it came when the call had just ended
            fuzzer.calling = False
        except SystemError as error:
            sys.exit(f"seed {arguments.seed}, call {number}: {error}")


if __name__ == "__main__":
    main()
