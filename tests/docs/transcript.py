"""Shell transcripts in Markdown: finding the `console` blocks of a page and running their commands.

A line that begins with `$ ` is a command; where a shell would ask for more (an open quote or here-document,
a backslash at the end), lines that begin with `> ` go on with it. Everything else is what the command prints,
`...` standing for any text. A command without output shown may print what it likes. One that fails has to be
followed by `$ echo $?`.
"""

from __future__ import annotations

import contextlib
import doctest
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from typer.testing import CliRunner

from hexapoda.cli.app import command_line
from tests.pool_here import PoolHere

ROOT = Path(__file__).parents[2]
DEADLINE = 60
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_HERE_DOCUMENT = re.compile(r"<<'?(\w+)'?$")
_ASSIGNMENT = re.compile(r"(\w+)='([^']*)'")
_PIPED = re.compile(
    r"(?:printf '(?P<typed>[^'%\\]*(?:\\n[^'%\\]*)*)' \| )?(?P<command>.*?)"
    r"(?: \| (?P<part>head|tail) -(?:n )?(?P<lines>\d+))?",
    re.DOTALL,
)
_TYPED = "quit\nexit\n"
"""What commands read that wait for somebody to type."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command and what the page says it prints."""

    line: int
    command: str
    expected: str


def steps(text: str) -> list[Step]:
    """The steps of all console blocks of a page, in order."""
    found: list[Step] = []
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1)) + 1
        found += _block_steps(block[1].splitlines(), first)
    return found


def _block_steps(lines: list[str], first: int) -> list[Step]:
    found: list[Step] = []
    command: list[str] = []
    expected: list[str] = []
    begun: int | None = None
    for number, line in enumerate(lines, first):
        if line.startswith("$ "):
            if begun is not None:
                found.append(Step(begun, "\n".join(command), "\n".join(expected)))
            begun, command, expected = number, [line[2:]], []
        elif line.startswith(">") and not expected and _goes_on(command):
            command.append(line[2:])
        else:
            assert begun is not None, f"line {number}: output before the first command: {line!r}"
            expected.append(line)
    if begun is not None:
        found.append(Step(begun, "\n".join(command), "\n".join(expected)))
    return found


def _goes_on(command: list[str]) -> bool:
    """Whether a shell would ask for another line: a here-document, a quote or a backslash is open."""
    if not command:
        return False
    here = _HERE_DOCUMENT.search(command[0])
    if here is not None:
        return here[1] not in command[1:]
    return command[-1].endswith("\\") or "\n".join(command).count("'") % 2 == 1


def run(found: list[Step], folder: Path) -> list[tuple[int, str]]:
    """Exit code and output (stderr included) of every step, run in `folder`.

    A command `hexapoda` runs in this process if it needs nothing of a shell but quotes, variables, lines from
    `printf` and the first or last lines of its output; bash runs all other commands.
    """
    (folder / "examples").symlink_to(ROOT / "examples")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HEXAPODA_HOME": str(folder / "home"),
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
    }
    for name in ("FORCE_COLOR", "HEXAPODA_DEBUG"):
        environment.pop(name, None)
    results: list[tuple[int, str]] = []
    with (
        contextlib.chdir(folder),
        patch.dict(os.environ, environment, clear=True),
        patch("hexapoda.arena.game_players.WorkerPool", PoolHere),
    ):
        for step in found:
            if step.command == "echo $?":
                results.append((0, f"{results[-1][0]}\n"))
            elif assigned := _ASSIGNMENT.fullmatch(step.command):
                os.environ[assigned[1]] = assigned[2]
                results.append((0, ""))
            elif (piped := _PIPED.fullmatch(step.command)) and (words := _words(piped["command"])):
                typed = _TYPED if piped["typed"] is None else piped["typed"].replace(r"\n", "\n")
                result = CliRunner().invoke(
                    command_line(*words[:2]), words, input=typed, prog_name="hexapoda"
                )
                results.append((0 if piped["part"] else result.exit_code, _part(result.output, piped)))
            else:
                done = subprocess.run(
                    ["bash", "-c", step.command],
                    input=_TYPED,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    encoding="utf-8",
                    timeout=DEADLINE,
                    check=False,
                )
                results.append((done.returncode, done.stdout))
    return results


def _part(output: str, piped: re.Match[str]) -> str:
    """What `head` or `tail` leaves of an output."""
    if piped["part"] is None:
        return output
    lines, count = output.splitlines(keepends=True), int(piped["lines"])
    return "".join(lines[:count] if piped["part"] == "head" else lines[-count:])


def _words(command: str) -> list[str]:
    """The arguments of a simple command `hexapoda`; none if the command is another one, or needs a shell."""
    if not command.startswith("hexapoda ") or any(sign in command for sign in "`*?~"):
        return []
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = list(lexer)
    if any(word[0] in "();<>|&" for word in words if word):
        return []
    return [os.environ[word[1:]] if word.startswith("$") else word for word in words[1:]]


def matches(expected: str, output: str) -> bool:
    """Whether the output is what the page shows; blanks at line ends do not count."""
    wanted, got = _trimmed(expected), _trimmed(output)
    checker = doctest.OutputChecker()
    return wanted == got or checker.check_output(wanted, got, doctest.ELLIPSIS)


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"
