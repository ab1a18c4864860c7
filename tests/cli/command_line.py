"""The command line in this process, with its two outputs and its exit code apart."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner, Result

from hexapoda.cli.app import command_line

START = "Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1/"
WON = (
    r"Base;WhiteWins;Black[19];wB1;bG1 wB1\;wB2 \wB1;bG2 bG1\;wA1 /wB2;bA1 bG2/;wQ -wA1;bQ bA1\;"
    r"wS1 wB1/;bS1 bA1/;wG1 wS1/;bB1 /bG1;wS2 \wB2;bA2 bB1\;wA2 wS2/;bB2 bS1/;wA2 bG2\;bA3 bB2\;"
    r"wG2 wS2/;bB2 bA3;wA3 wG2/;bA2 bB2\;wA3 /bA2;bB2 bS1;wG3 \wG2;bA2 \wG3;wG1 wA1\;bA2 \wQ;"
    "wG1 bB2\\;bA3 wA1\\;wB1 wS1;bG3 bB2/;wB1 wS1\\;bA2 -bG3;wG3 wG2\\;bG1 /bB1;wG2 bQ\\"
)
"""A whole game of 37 plies that White wins."""


def run(*arguments: str, code: int = 0, stdin: str | bytes | None = None) -> Result:
    """Run a command line and check its exit code; nobody may ever see a traceback."""
    result = CliRunner().invoke(
        command_line(*arguments[:2]), list(arguments), input=stdin, prog_name="hexapoda"
    )
    assert result.exit_code == code, (
        arguments,
        result.exit_code,
        result.stdout,
        result.stderr,
        result.exception,
    )
    assert "Traceback" not in result.output
    assert "internal error" not in result.output
    return result


def objects(*arguments: str, code: int = 0, stdin: str | bytes | None = None) -> list[dict[str, Any]]:
    """The JSON lines that a command prints."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    result = run(*arguments, "--json", code=code, stdin=stdin)
    lines = result.stdout_bytes.decode("utf-8").splitlines()
    return [json.loads(line, parse_constant=refuse) for line in lines]


def complaint(*arguments: str, code: int = 2, stdin: str | bytes | None = None) -> str:
    """What stderr says when a command fails; stdout must be empty."""
    result = run(*arguments, code=code, stdin=stdin)
    assert result.stdout == ""
    assert result.stderr.startswith("hexapoda: ")
    return result.stderr
