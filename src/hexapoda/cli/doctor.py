"""The command `doctor`: checks the installation and prints commands that install what is missing."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

import typer

from hexapoda.cli.group import NO
from hexapoda.cli.output import Output, print_row, print_text
from hexapoda.cli.subject import Json
from hexapoda.core_build import VARIABLE, builds, features, level_of, missing
from hexapoda.errors import CoreUnavailable
from hexapoda.games import find_game, game_names
from hexapoda.text.sentence import reason_of
from hexapoda.text.text_table import TextColumn

__all__ = ["doctor"]

_EXTRAS = {
    "cluster": "matches and training on several machines",
    "envs": "environments of Gymnasium and PettingZoo",
    "onnx": "networks as ONNX files",
    "openspiel": "both games in OpenSpiel",
    "parquet": "datasets as Parquet files",
    "pictures": "pictures of environments",
    "postgres": "a library in PostgreSQL",
    "tensorboard": "event files of training runs",
    "train": "trains networks; not needed to play",
}
"""The purpose of each extra of the package. Extras for developing hexapoda itself are not listed."""
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)")
_MARKS = {"ok": "ok", "missing": "missing", "bad": "BAD"}
_COLUMNS = (TextColumn(width=7), TextColumn(width=13), TextColumn(kind="prose"))


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. `missing`: an optional component is missing; `bad`: something is broken."""

    name: str
    status: Literal["ok", "missing", "bad"]
    detail: str
    fix: str | None = None
    """The suggested fix, usually a command; None if there is none."""


def doctor(json: Json = False) -> None:
    """Show what is installed and what is missing.

    Prints the command that installs what is missing or fixes what is broken.

    Exit code 0: everything required works, 1: something is broken.
    """
    output = Output(json)
    bad = False
    for finding in _findings():
        bad = bad or finding.status == "bad"
        if json:
            output.result(asdict(finding), None)
            continue
        print_row(_COLUMNS, (_MARKS[finding.status], finding.name, finding.detail))
        if finding.fix is not None:  # on its own line and unwrapped, for copying
            print_text(" " * 24 + finding.fix)
    if bad:
        raise typer.Exit(NO)


def _findings() -> Iterator[Finding]:
    checks: tuple[Callable[[], Iterator[Finding]], ...] = (
        _python,
        _core,
        _cpu_level,
        _packages,
        _compiler,
        _engines,
        _terminal,
        _folder,
    )
    for check in checks:
        try:
            yield from check()
        except Exception as error:  # report it and run the other checks
            yield Finding(check.__name__.strip("_"), "bad", f"{type(error).__name__}: {error}")


def _python() -> Iterator[Finding]:
    kind = f"{platform.python_implementation()}, {sys.platform}, {platform.machine()}"
    yield Finding("python", "ok", f"{platform.python_version()} ({kind})")
    try:
        yield Finding("hexapoda", "ok", version("hexapoda"))
    except PackageNotFoundError:
        yield Finding("hexapoda", "bad", "not installed, runs from a source folder", f"{_pip()} .")


def _core() -> Iterator[Finding]:
    try:
        for game in map(find_game, game_names()):
            if game.known_perft is None:
                continue
            variant, plies, right = game.known_perft
            nodes = game.perft(game.initial(variant), plies)
            if nodes != right:
                wrong = f"perft {plies} of {game.name} {variant} is {nodes}, expected {right}"
                yield Finding("core", "bad", wrong, f"{_pip()} --force-reinstall .")
                return
    except CoreUnavailable as error:
        fix = f"unset {VARIABLE}" if os.environ.get(VARIABLE) else f"{_pip()} --no-binary hexapoda hexapoda"
        yield Finding("core", "bad", str(error), fix)
        return
    except ImportError as error:
        yield Finding("core", "bad", f"cannot be loaded: {error}", f"{_pip()} --force-reinstall hexapoda")
        return
    import hexapoda._core as core

    yield Finding("core", "ok", f"{Path(str(core.__file__)).name}; perft is correct; {core.build_info()}")


def _cpu_level() -> Iterator[Finding]:
    try:
        import hexapoda._core as core
    except ImportError:
        return  # the check `_core` reports it
    file = Path(str(core.__file__))
    offered = features()
    levels = [
        level if not missing(level, offered) else f"{level} (not on this CPU)"
        for level in builds([file.parent])
    ]
    chosen = f" (set by {VARIABLE})" if os.environ.get(VARIABLE) else ""
    yield Finding("cpu level", "ok", f"{level_of(file)} in use{chosen}; built: {', '.join(levels)}")


def _packages() -> Iterator[Finding]:
    for name in _required():
        try:
            yield Finding(name, "ok", version(name))
        except PackageNotFoundError:
            yield Finding(name, "bad", "required, but not installed", f"{_pip()} {name}")
    for extra, purpose in _EXTRAS.items():
        for name in _required(extra):
            try:
                yield Finding(name, "ok", f"{version(name)}; {purpose}")
            except PackageNotFoundError:
                fix = f"{_pip()} 'hexapoda[{extra}]'"
                yield Finding(name, "missing", f"optional: {purpose}", fix)


def _required(extra: str | None = None) -> list[str]:
    """Return the packages that hexapoda requires, or that one of its extras requires, according to its
    metadata; empty if hexapoda is not installed.
    """
    try:
        wanted = requires("hexapoda") or []
    except PackageNotFoundError:  # hexapoda runs from a source folder
        return []
    extras = {one: found[1] if (found := _EXTRA.search(one)) else None for one in wanted}
    names = (re.match(r"[\w.-]+", one) for one in wanted if extras[one] == extra)
    return [found[0] for found in names if found is not None]


def _compiler() -> Iterator[Finding]:
    found = [
        path
        for name in (os.environ.get("CXX"), "c++", "g++", "clang++", "cl")
        if name and (path := shutil.which(name))
    ]
    if found:
        yield Finding("compiler", "ok", found[0])
        return
    fix = {
        "darwin": "xcode-select --install",
        "win32": "winget install Microsoft.VisualStudio.2022.BuildTools",
    }
    command = fix.get(sys.platform, "sudo apt install g++")
    yield Finding(
        "compiler", "missing", "optional: only needed to build from source; must support C++20", command
    )


def _engines() -> Iterator[Finding]:
    from hexapoda.errors import HexapodaError, UsageError
    from hexapoda.games import game_names
    from hexapoda.host import close_engine
    from hexapoda.registry import engines

    for game in game_names():
        try:
            specs = engines(game)
        except UsageError as error:
            yield Finding("engine", "bad", str(error))
            return
        for spec in specs:
            try:
                close_engine(spec.create())
            except HexapodaError as error:
                yield Finding("engine", "bad", f"{game} {spec.name}: {error}")
            else:
                yield Finding("engine", "ok", f"{game} {spec.name}: {spec.summary}")


def _terminal() -> Iterator[Finding]:
    from rich.console import Console

    console = Console(file=sys.__stdout__)
    size = shutil.get_terminal_size()
    if not console.is_terminal:
        yield Finding("terminal", "ok", "output is not a terminal: plain text is written")
        return
    colors = {None: "none", "standard": "16", "256": "256", "truecolor": "16 million", "windows": "16"}
    count = colors.get(console.color_system, "?")
    detail = f"{os.environ.get('TERM', '?')}, {size.columns} x {size.lines}, colors: {count}"
    if console.no_color:
        detail += " (NO_COLOR is set)"
    detail += f", {console.encoding}"
    if size.columns < 80 or size.lines < 24:
        yield Finding(
            "terminal", "missing", f"{detail}; at least 80 x 24 is recommended", "enlarge the window"
        )
    else:
        yield Finding("terminal", "ok", detail)
    try:
        import readline  # noqa: F401
    except ImportError:
        yield Finding(
            "readline", "missing", "optional: line editing and Tab completion", f"{_pip()} pyreadline3"
        )
    else:
        yield Finding("readline", "ok", "line editing and Tab completion work")


def _folder() -> Iterator[Finding]:
    from hexapoda.files.data_folder import data_folder

    folder = data_folder()
    existing = folder
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        reason = reason_of(error)
        yield Finding(
            "data folder",
            "bad",
            f"{folder}: {reason}",
            "export HEXAPODA_HOME=/path/to/a/writable/folder",
        )
    else:
        note = "" if folder.exists() else " (created when first needed)"
        yield Finding("data folder", "ok", f"{folder}{note}")


def _pip() -> str:
    return f"{sys.executable} -m pip install"
