"""Names in pages exist: commands, options, targets, links. Every public name is in the reference."""

from __future__ import annotations

import importlib
import inspect
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer.main

from hexapoda.cli.app import command_line
from tests.docs.transcript import ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts),
]
REFERENCE = sorted((ROOT / "docs" / "reference").glob("python-api*.md"))
PUBLIC = [
    "hexapoda.hive",
    "hexapoda.hex",
    "hexapoda.games",
    "hexapoda.record",
    "hexapoda.engine",
    "hexapoda.registry",
    "hexapoda.host",
    "hexapoda.play",
    "hexapoda.arena.match",
    "hexapoda.arena.settings",
    "hexapoda.arena.statistics",
    "hexapoda.arena.journal",
    "hexapoda.storage",
    "hexapoda.errors",
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


@cache
def whole_command_line() -> Any:
    """The program with all its commands; it takes long to make."""
    return typer.main.get_command(command_line())


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_commands_and_options_exist(page: Path) -> None:
    for line in command_lines(page.read_text(encoding="utf-8")):
        command = whole_command_line()
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
    targets = set(re.findall(r"^([a-z][-a-z0-9]*):", makefile, re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z][-a-z0-9]*)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert named <= targets
    if page.name == "CONTRIBUTING.md":
        assert named == targets


def test_paths_in_the_makefile_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![-./\w])(?:tests|tools|src|docs|examples|benchmarks)/[-.\w/]+", makefile))
    made = re.compile(r"docs/_build|tools/page/node_modules/")
    assert len(named) > 20
    assert [path for path in named if not made.match(path) and not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES[:3], ids=IDS[:3])
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link


def names_of(package: str) -> list[str]:
    return list(importlib.import_module(package).__all__)


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_is_in_the_reference(package: str) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in REFERENCE)
    if re.search(rf"automodule:: {re.escape(package)}\n   :members:", text):
        return
    missing = [
        name
        for name in names_of(package)
        if not re.search(rf":: {re.escape(package)}(\.\w+)*\.{name}\n", text)
    ]
    # The rules of a game have a table of their own, in errors-and-rules.md.
    assert [name for name in missing if f"`{package}.{name}`" not in text] == []


def public_objects(package: str) -> Iterator[tuple[str, Any]]:
    """The public classes and functions of a package with the methods and properties of the classes."""
    for name in names_of(package):
        thing = getattr(importlib.import_module(package), name)
        if not (inspect.isclass(thing) or inspect.isroutine(thing)):
            continue
        if not getattr(thing, "__module__", "").startswith("hexapoda"):
            continue  # an alias, such as Any
        yield name, thing
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and (
                inspect.isroutine(value) or isinstance(value, property | classmethod | staticmethod)
            ):
                yield f"{name}.{member}", getattr(thing, member)


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_has_a_sentence(package: str) -> None:
    def sentence(thing: Any) -> bool:
        text = inspect.getdoc(thing) or ""
        if type(thing).__name__.startswith("nb_"):  # the core's functions: their signature comes first
            text = text.partition("\n\n")[2] or text
        words = text.split("\n\n")[0].split()
        return len(words) >= 3 and words[-1].endswith((".", ":"))

    assert [name for name, thing in public_objects(package) if not sentence(thing)] == []
