"""The program `hexapoda`: assembles its commands and runs them.

Contains the list of commands, and the options that precede a command. Each command has its own module, which
imports most of its dependencies only when the command runs: `hexapoda --help` must not wait for the core.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import io
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated

import typer

from hexapoda.cli.completion import add_completions, is_completing
from hexapoda.cli.group import HexapodaGroup
from hexapoda.cli.help import HexapodaCommand

__all__ = ["command_line", "main"]

_PLAY, _POSITIONS, _RECORDS, _MACHINE = "Play", "Positions", "Records", "This machine"

_COMMANDS: Mapping[str, tuple[str, str, str]] = {
    "play": ("play", "play", _PLAY),
    "web": ("web", "web", _PLAY),
    "puzzle": ("puzzle", "app", _PLAY),
    "practice": ("practice", "practice", _PLAY),
    "match": ("match", "match", _PLAY),
    "tournament": ("tournament", "tournament", _PLAY),
    "rate": ("rate", "rate", _PLAY),
    "rating-list": ("rating_list", "rating_list", _PLAY),
    "engines": ("engines", "app", _PLAY),
    "uhp": ("uhp", "uhp", _PLAY),
    "htp": ("htp", "htp", _PLAY),
    "bestmove": ("bestmove", "bestmove", _POSITIONS),
    "show": ("show", "show", _POSITIONS),
    "moves": ("moves", "moves", _POSITIONS),
    "explain": ("explain", "explain", _POSITIONS),
    "eval": ("eval", "eval_", _POSITIONS),
    "solve": ("solve", "solve", _POSITIONS),
    "perft": ("perft", "perft", _POSITIONS),
    "games": ("games", "app", _RECORDS),
    "view": ("view", "view", _RECORDS),
    "report": ("report", "report", _RECORDS),
    "review": ("review", "review", _RECORDS),
    "losses": ("losses", "losses", _RECORDS),
    "dataset": ("dataset", "dataset", _RECORDS),
    "train": ("train", "train", _MACHINE),
    "nets": ("nets", "nets", _MACHINE),
    "benchmark": ("benchmark", "benchmark", _MACHINE),
    "bench": ("bench", "bench", _MACHINE),
    "doctor": ("doctor", "doctor", _MACHINE),
}
"""By command name: the module, its function (or, for a group of commands, its Typer app), and the heading in
the help.
"""


def command_line(first: str = "", second: str = "") -> typer.Typer:
    """Return the Typer app for a command line that begins with these two words.

    To halve the startup time, it has only the command that `first` names, and in a group of commands only
    the one that `second` names. If a word names no command, all are included; for `--version`, none are.
    """
    app = typer.Typer(
        cls=HexapodaGroup,
        add_completion=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode="rich",
    )
    app.callback(invoke_without_command=True)(_program)
    named = [first] if first in _COMMANDS else _COMMANDS
    for name in () if first == "--version" else named:
        module, attribute, heading = _COMMANDS[name]
        command = getattr(import_module(f"hexapoda.cli.{module}"), attribute)
        if isinstance(command, typer.Typer):
            app.add_typer(_narrowed(command, second), name=name, rich_help_panel=heading)
        else:
            app.command(name, rich_help_panel=heading)(command)
    _prepare_help(app)
    if is_completing():
        _complete(app)
    return app


def _prepare_help(group: typer.Typer) -> None:
    """Page the help of all commands, and join the lines of each paragraph. Otherwise Typer would keep the
    line breaks of the docstring and also wrap the text at the width of the terminal.
    """
    for command in group.registered_commands:
        command.cls = HexapodaCommand
        paragraphs = (inspect.getdoc(command.callback) or "").split("\n\n")
        command.help = "\n\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            _prepare_help(inner.typer_instance)


def _complete(group: typer.Typer) -> None:
    """Add shell completion to all commands."""
    for command in group.registered_commands:
        if command.callback is not None:
            add_completions(command.callback)
    for inner in group.registered_groups:
        if inner.typer_instance is not None:
            _complete(inner.typer_instance)


def _narrowed(group: typer.Typer, name: str) -> typer.Typer:
    """Return the group with only the command `name`, or the whole group if it has no such command."""
    named = [command for command in group.registered_commands if command.name == name]
    if not named:
        return group
    narrowed = copy.copy(group)
    narrowed.registered_commands, narrowed.registered_groups = named, []
    return narrowed


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"hexapoda {version('hexapoda')}")
        raise typer.Exit


def _program(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Hive and Hex: play, analyze positions, run engine matches, and keep game records.

    Every command has --help, and --json if it prints results.

    Exit codes: 0 done, 1 the answer is no, 2 incorrect usage or invalid input, 130 interrupted.
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command given in `sys.argv`."""
    for stream in (sys.stdout, sys.stderr):
        # A name or path that the terminal's encoding cannot represent must not stop a command.
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors="backslashreplace")
    if "HEXAPODA_PARENT" in os.environ:  # `orphan.PARENT`, not imported because that takes time
        from hexapoda.host.orphan import interrupt_with_parent

        interrupt_with_parent()
    command_line(*sys.argv[1:3])(prog_name="hexapoda")


if __name__ == "__main__":
    main()
