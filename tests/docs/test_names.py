"""Names in pages exist: commands, options, targets, links; what the packages of both games offer is told."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

import hexapoda.hex
import hexapoda.hive
from hexapoda.cli.app import command_line
from tests.docs.transcript import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts),
]
IDS = [page.relative_to(ROOT).as_posix() for page in PAGES]


def command_lines(text: str) -> list[str]:
    """The lines of `shell` blocks and the code in running text that begin with the program's name."""
    blocks = re.findall(r"^```shell\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    lines = [line.split("  #")[0].split(" < ")[0] for block in blocks for line in block.splitlines()]
    lines += re.findall(
        r"`(hexapoda [a-z][^`]*)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    )
    return [line for line in lines if line.startswith("hexapoda ")]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_commands_and_options_exist(page: Path) -> None:
    for line in command_lines(page.read_text(encoding="utf-8")):
        command: Any = typer.main.get_command(command_line())
        words = shlex.split(line)[1:]
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
        assert command.params, line
        known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
        for word in words:
            assert not word.startswith("--") or word in known, f"{line}: {word}"


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_targets_of_make_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][-a-z]*):", makefile, re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z][-a-z]*)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets
    if page.name == "CONTRIBUTING.md":
        assert named == targets


@pytest.mark.parametrize("page", PAGES[:3], ids=IDS[:3])
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


@pytest.mark.parametrize("name", hexapoda.hex.__all__)
def test_every_public_name_of_hex_is_in_the_reference(name: str) -> None:
    text = (ROOT / "docs" / "reference" / "python-api-hex.md").read_text(encoding="utf-8")
    assert re.search(rf"hexapoda\.hex\.{name}\b|`{name}`", text)


@pytest.mark.parametrize("name", hexapoda.hive.__all__)
def test_every_public_name_is_in_the_reference(name: str) -> None:
    text = (ROOT / "docs" / "reference" / "python-api.md").read_text(encoding="utf-8")
    assert re.search(rf"hexapoda\.hive\.{name}\b|`{name}`", text)
