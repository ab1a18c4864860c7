"""What the shell offers while a command is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from hexapoda.cli.app import command_line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play h", ["hex", "hive"]),
        ("moves hive --variant Base+ML", ["Base+ML", "Base+MLP"]),
        ("bestmove hex --engine r", ["random", "rave"]),
        ("bestmove --engine alph", ["alphabeta"]),
        ("match gre", ["greedy"]),
        ("match --game hex gre", []),
        ("rate --game hex net", ["net:hex", "net:hex-5x5"]),
        ("play hive --white hu", ["human"]),
        ("nets hive-b", ["hive-base-mlp"]),
        ("report first", ["first-match"]),
        ("match --resume first", ["first-match"]),
        ("games li", ["list"]),
        ("benchmark hex", ["hex-ladder", "hex-wins"]),
    ],
)
def test_words_are_completed(
    line: str, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "matches" / "first-match").mkdir(parents=True)
    monkeypatch.setenv("HEXAPODA_HOME", str(tmp_path))
    environment = {
        "_HEXAPODA_COMPLETE": "complete_bash",
        "COMP_WORDS": f"hexapoda {line}",
        "COMP_CWORD": str(len(line.split())),
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    found = CliRunner().invoke(command_line(), [], prog_name="hexapoda", env=environment)
    assert found.exit_code == 0
    assert found.stdout.split() == words
