"""The reference pages name every rule, error, command, option and JSON key there is, and none that is not."""

from __future__ import annotations

import ast
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from hexapoda import errors
from hexapoda.cli.app import command_line
from hexapoda.cli.terminal.command import COMMANDS
from hexapoda.hex import rule as hex_rule
from hexapoda.hex.records import FORMATS as HEX_FORMATS
from hexapoda.hive import PASS, Position, bench, rule
from hexapoda.hive.explain import why_not
from hexapoda.hive.records import FORMATS
from tests.docs.transcript import ROOT
from tests.hex.test_hex_position import REFUSALS as HEX_REFUSALS

REFERENCE = ROOT / "docs" / "reference"
GAME = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def command_pages() -> str:
    return page("command-line.md") + page("command-line-positions.md")


def section(text: str, heading: str) -> str:
    """What stands below a heading, up to the next one of its level or above."""
    level = heading.split(" ", 1)[0]
    match = re.search(
        rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)", text, re.DOTALL | re.MULTILINE
    )
    assert match is not None, f"the page has no heading {heading!r}: describe it there"
    return match[1]


def docstrings_of_rules(game: str) -> dict[str, str]:
    tree = ast.parse((ROOT / "src" / "hexapoda" / game / "rule.py").read_text(encoding="utf-8"))
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    found = {}
    for member, text in itertools.pairwise(body):
        if isinstance(member, ast.Assign) and isinstance(member.targets[0], ast.Name):
            assert isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            found[member.targets[0].id] = " ".join(str(text.value.value).split())
    return found


def rows_of_rules(heading: str) -> list[tuple[str, ...]]:
    text = section(page("errors-and-rules.md"), heading)
    return re.findall(r'^`(\w+)` = `"(\w+)"`\n: (.+)\n: (.+)\n: \*(.+)\*$', text, re.MULTILINE)


def test_every_rule_of_hex_is_told_as_the_code_tells_it() -> None:
    rows = rows_of_rules("## The rules of Hex")
    assert [(name, value) for name, value, *_ in rows] == [
        (member.name, member.value) for member in hex_rule.Rule
    ]
    told = docstrings_of_rules("hex")
    refusals = {(its.value, text) for _, _, its, _, text in HEX_REFUSALS}
    for name, value, meaning, proof, example in rows:
        assert f"{meaning} {proof}" == told[name]
        assert (value, example) in refusals


def test_every_rule_is_told_as_the_code_tells_it() -> None:
    rows = rows_of_rules("## The rules")
    assert [(name, value) for name, value, *_ in rows] == [
        (member.name, member.value) for member in rule.Rule
    ]
    told = docstrings_of_rules("hive")
    golden = (ROOT / "tests" / "golden" / "hive_refusals.txt").read_text(encoding="utf-8")
    refused = why_not(Position.from_game_string(GAME.replace("Base", "Base+MLP", 1)), PASS)
    assert refused is not None and refused.rule is not None
    examples = {*re.findall(r"^  rule (\w+)\n  text (.*)$", golden, re.MULTILINE)}
    examples.add((refused.rule.value, refused.text))
    for name, value, meaning, proof, example in rows:
        assert f"{meaning} {proof}" == told[name]
        assert (value, example) in examples


def test_every_error_is_in_the_tree() -> None:
    tree = re.search(r"```text\n(HexapodaError\n.*?)```", page("errors-and-rules.md"), re.DOTALL)
    assert tree is not None
    parents: list[type] = [Exception]
    named = []
    for indent, name in re.findall(r"^( *)(\w+)", tree[1], re.MULTILINE):
        error = getattr(errors, name)
        del parents[len(indent) // 2 + 1 :]
        assert parents[-1] in error.__bases__
        parents.append(error)
        named.append(name)
    assert sorted(named) == sorted(errors.__all__)


def commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every command that can be run, with its words; a group that does something alone is one too."""
    for name, inner in sorted(getattr(command, "commands", {}).items()):
        if not getattr(inner, "commands", None) or inner.invoke_without_command:
            yield f"{path} {name}", inner
        yield from commands(inner, f"{path} {name}")


ALL_COMMANDS = dict(commands(typer.main.get_command(command_line()), "hexapoda"))


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_every_option_of_a_command_is_described(name: str) -> None:
    text = section(command_pages(), f"## `{name}`")
    real = set()
    for parameter in ALL_COMMANDS[name].params:
        if parameter.param_type_name == "argument":
            metavar = (parameter.metavar or parameter.name.upper()).strip("[]").removesuffix("...")
            assert re.search(rf"^\| `{re.escape(metavar)}`", text, re.MULTILINE), f"{name}: {metavar}"
        elif "--help" not in parameter.opts:
            real.add(tuple(sorted(parameter.opts, key=len, reverse=True)))
    rows = re.findall(r"^\| (`-[^|]*?) \|", text, re.MULTILINE)
    described = {tuple(re.findall(r"`(-[-\w]+)", row)) for row in rows}
    assert described == real


def test_every_command_is_described_and_no_other() -> None:
    headings = re.findall(r"^## `(hexapoda [^`]+)`", command_pages(), re.MULTILINE)
    assert sorted(headings) == sorted(ALL_COMMANDS)


def test_every_word_of_the_terminal_game_is_described() -> None:
    text = section(command_pages(), "## `hexapoda play`")
    for name, usage, _ in COMMANDS:
        assert "| `" + usage.replace("|", "\\|") + "` |" in text, name


def test_every_format_of_records_is_described() -> None:
    for name, formats in (("records.md", FORMATS), ("records-hex.md", HEX_FORMATS)):
        rows = re.findall(r"^\| `([\w-]+)` \|", page(name), re.MULTILINE)
        assert {format.name for format in formats} <= set(rows), name


JSON_OUTPUTS = {
    "show": ["show", "hive", "--position", GAME, "--json"],
    "moves": ["moves", "hive", "--position", GAME, "--json"],
    "show hex": ["show", "hex", "--variant", "3x3", "--json"],
    "moves hex": ["moves", "hex", "--variant", "2x2", "--json"],
    "explain": ["explain", "hive", "--position", GAME, "wQ bQ", "--json"],
    "bestmove": ["bestmove", "hive", "--position", GAME, "--nodes", "500", "--json"],
    "eval": ["eval", "hive", "--position", GAME, "--json"],
    "perft": ["perft", "hive", "--depth", "1", "--divide", "--json"],
    "solve": ["solve", "hive", "--position", GAME, "--plies", "1", "--json"],
    "solve hex": ["solve", "hex", "--size", "3", "--all-moves", "--json"],
    "games check": ["games", "check", str(ROOT / "tests" / "records" / "data"), "--json"],
    "review": ["review", str(ROOT / "tests" / "records" / "data" / "mzinga.pgn"), "--nodes", "1", "--json"],
    "engines": ["engines", "--json"],
    "bench": ["bench", "--seconds", "0.01", "--json"],
    "doctor": ["doctor", "--json"],
}


@pytest.mark.parametrize("name", JSON_OUTPUTS)
def test_every_key_of_a_json_output_is_described(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    few = bench.midgames()[:6]
    monkeypatch.setattr(bench, "midgames", lambda: few)  # all of them take seconds
    words = JSON_OUTPUTS[name]
    result = CliRunner().invoke(command_line(*words[:2]), words, prog_name="hexapoda")
    assert result.exit_code in (0, 1), result.output
    keys: set[str] = set()
    for line in result.stdout.splitlines():
        keys |= set(json.loads(line))
    text = section(page("json.md"), f"## `{name}`")
    assert keys == set(re.findall(r"^\| `(\w+)`", text, re.MULTILINE)) - {"contact", "compass"}
