"""The commands `engines`: list all engines, and add, remove and check external programs.

Declares their options and prints their output. `hexapoda.engines.external` keeps the file of added programs,
and `hexapoda.protocols.conformance` checks an engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from hexapoda.cli.group import NO, HexapodaGroup
from hexapoda.cli.output import Output, print_row, print_table
from hexapoda.cli.subject import Json
from hexapoda.errors import UsageError
from hexapoda.files.data_folder import data_folder, expanded, write_atomically
from hexapoda.games import DEFAULT_GAME, find_game
from hexapoda.text.suggestion import check_choice, did_you_mean
from hexapoda.text.text_table import TextColumn

if TYPE_CHECKING:
    from hexapoda.engines.external import ExternalEngine
    from hexapoda.protocols.conformance import CheckResult
    from hexapoda.registry import EngineSpec

__all__ = ["app"]

app = typer.Typer(
    cls=HexapodaGroup,
    invoke_without_command=True,
    help="List the engines, and add external programs.",
)

Game: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help=f"The game of the engines; {DEFAULT_GAME} by default.",
        show_default=False,
    ),
]
_SERVERS: Mapping[str, str] = MappingProxyType(
    {"uhp": "hexapoda.cli.uhp_entry", "htp": "hexapoda.cli.htp_entry"}
)
"""By protocol, the module of the server that runs a bot in a script."""
_LIST = (TextColumn(width=10), TextColumn(kind="prose"))
_CHECKS = (TextColumn(width=7), TextColumn(width=27), TextColumn(kind="prose"))

Name: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The name of an added engine.")]


@app.callback()
def engines(context: typer.Context, game: Game = None, json: Json = False) -> None:
    """List the engines, or add external programs.

    Without a subcommand, the engines are listed.
    """
    if context.invoked_subcommand is None:
        _print_engines(_game(context, game), _output(context, json))


@app.command("list")
def list_engines(context: typer.Context, game: Game = None, json: Json = False) -> None:
    """List the engines and their options.

    Where a command expects an ENGINE, write NAME, NAME:key=value,..., net:NETWORK or, for your own,
    FILE.py:CLASS.
    """
    _print_engines(_game(context, game), _output(context, json))


def _game(context: typer.Context, game: str | None) -> str:
    """Return the game of `--game`, which may come before or after the command's name, or the default game."""
    before = None if context.parent is None else context.parent.params.get("game")
    return find_game(game or before or DEFAULT_GAME).name


def _output(context: typer.Context, json: bool) -> Output:
    """Return the output of a command. `--json` may come before or after the command's name."""
    return Output(json or bool(context.parent is not None and context.parent.params.get("json")))


def _print_engines(game: str, output: Output) -> None:
    from hexapoda.registry import engines as registered

    specs = registered(game)
    if not output.json:
        print_table(_LIST, [row for spec in specs for row in _rows(spec)])
        return
    for spec in specs:
        value = {
            "name": spec.name,
            "game": spec.game,
            "summary": spec.summary,
            "options": [
                {
                    "name": option.name,
                    "kind": option.kind,
                    "default": option.default,
                    "min": option.min,
                    "max": option.max,
                    "choices": list(option.choices),
                    "numbers": list(option.numbers),
                    "summary": option.summary,
                }
                for option in spec.options
            ],
        }
        output.result(value, None)


def _rows(spec: EngineSpec) -> list[tuple[str, str]]:
    rows = [(spec.name, spec.summary)]
    if spec.external is not None:
        rows.append(("", spec.target))
    for option in spec.options:
        text = f"{option.name}={option.default}  {option.expected}"
        rows.append(("", f"{text}; {option.summary}" if option.summary else text))
    return rows


@app.command("add")
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name for the engine.")],
    command: Annotated[
        list[str],
        typer.Argument(
            metavar="COMMAND...",
            help="The program and its arguments, or FILE.py:CLASS, after --.",
            show_default=False,
        ),
    ],
    game: Game = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            "--protocol",
            metavar="NAME",
            help="Its protocol: uhp for Hive, htp for Hex.",
            show_default=False,
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="Set an option of the engine each time it starts. May be repeated.",
            show_default=False,
        ),
    ] = None,
    cwd: Annotated[
        Path | None,
        typer.Option(
            "--cwd",
            metavar="FOLDER",
            help="The folder to run it in; by default the current one.",
            show_default=False,
        ),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log",
            metavar="FILE",
            help="Append all messages to and from the engine to this file.",
            show_default=False,
        ),
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace an added engine of this name.")] = False,
    json: Json = False,
) -> None:
    """Add an external program as an engine. Its NAME can then be used wherever an ENGINE is expected.

    The program is started once, to read its identity and options. If that fails, nothing is added. A COMMAND
    such as bot.py:Bot is a class in a script; it then runs in a process of its own.
    """
    from hexapoda.engines.external import ExternalEngine, add_external
    from hexapoda.games import find_game

    game = _game(context, game)
    protocols = find_game(game).protocols
    engine = ExternalEngine(
        game,
        name,
        check_choice("protocol", protocol or protocols[0], protocols),
        _server_of(command, game) or (_program(command[0]), *command[1:]),
        cwd=str(_absolute(cwd or Path.cwd())),
        log="" if log is None else str(_absolute(log)),
        given=tuple(_given(option or ()).items()),
    )
    _require_free(engine)
    identified, variants = _identify(engine)
    add_external(identified, replace_old=replace)
    _output(context, json).result(
        {"name": name, "game": game, "identity": identified.identity, "variants": list(variants)},
        f"{name} added: {identified.identity}, plays {', '.join(variants)}",
    )


@app.command("remove")
def remove(context: typer.Context, name: Name, game: Game = None, json: Json = False) -> None:
    """Remove an added engine from the list. The program itself is not deleted."""
    from hexapoda.engines.external import remove_external

    game = _game(context, game)
    remove_external(name, game)
    _output(context, json).result({"name": name, "game": game}, f"{name} removed")


@app.command("check")
def check(
    context: typer.Context,
    name: Name,
    game: Game = None,
    games: Annotated[
        int,
        typer.Option("--games", min=0, max=1000, help="Random games per variant to compare moves in."),
    ] = 4,
    json: Json = False,
) -> None:
    """Check an added engine against the protocol and against hexapoda's rules.

    Compares its legal moves in all variants, and checks that it keeps time limits and rejects invalid
    requests. Exit code 0: it conforms, 1: it differs somewhere.
    """
    from hexapoda.protocols.conformance import check_conformance
    from hexapoda.protocols.uhp.client import UhpEngine

    engine: Any = _named(name, _game(context, game))()
    output = _output(context, json)
    log = _CheckLog(name)

    def report_check(result: CheckResult) -> None:
        detail = result.detail
        if result.output:
            detail += f" (its full output: {log.add(result)})"
        if not output.json:
            print_row(_CHECKS, ("ok" if result.ok else "differs", result.name, detail))

    if not output.json:
        identity = engine.identity
        if isinstance(engine, UhpEngine):
            output.result({}, f"{name}: {identity.name}, expansions {identity.expansions or 'none'}")
            extensions = ", ".join(sorted(identity.commands)) or "none"
            output.result({}, f"options {len(identity.options)}, extensions {extensions}")
        else:
            output.result({}, f"{name}: {identity.name}")
            output.result({}, f"options {len(identity.options)}, commands {len(identity.commands)}")
    report = check_conformance(engine, games=games, on_check=report_check)
    differing = sum(not result.ok for result in report.checks)
    output.result(
        report.to_json(),
        "it conforms" if report.conforms else f"{differing} of {len(report.checks)} checks differ",
    )
    if not report.conforms:
        raise typer.Exit(NO)


class _CheckLog:
    """A log of the standard error of an engine that crashed in checks. The first entry creates the file."""

    def __init__(self, name: str) -> None:
        self._path = data_folder() / "logs" / f"check-{name}.log"
        self._parts: list[str] = []

    def add(self, result: CheckResult) -> Path:
        """Save the output of a check and return the path of the file."""
        self._parts.append(f"{result.name}: {result.detail}\n{result.output.rstrip()}\n")
        write_atomically(self._path, "\n".join(self._parts))
        return self._path


def _named(name: str, game: str) -> ExternalEngine:
    from hexapoda.engines.external import external_engines

    known = {engine.name: engine for engine in external_engines(game)}
    if name not in known:
        expected = f"expected {' or '.join(known)}" if known else "none has been added"
        raise UsageError(
            f"no external engine of {game} is called {name!r}: {expected}{did_you_mean(name, known)}"
        )
    return known[name]


def _require_free(engine: ExternalEngine) -> None:
    """Raise `UsageError` if a built-in engine or an engine of another package already has the name."""
    from hexapoda.registry import engines as registered

    if any(spec.name == engine.name and spec.external is None for spec in registered(engine.game)):
        raise UsageError(f"{engine.name!r} is the name of another engine: choose another one")


def _identify(engine: ExternalEngine) -> tuple[ExternalEngine, tuple[str, ...]]:
    """Start an engine to read its identity and options.

    Returns the engine with its identity and options, and the variants that it plays. Its given options are
    spelled as the program spells them.
    """
    import dataclasses

    from hexapoda.protocols.htp.client import HtpEngine
    from hexapoda.protocols.option_table import find_option

    started: Any = engine()
    with started:
        identity = started.identity
        given = {}
        for name, text in engine.given:
            # An HTP engine does not list its text parameters, whose names contain a space.
            known = identity.option(name)
            if known is None and not (isinstance(started, HtpEngine) and " " in name):
                known = find_option(identity.options, name, engine.name)
            given[name if known is None else known.own_name] = text
        variants = started.variants()
    options = [known.line for known in identity.options]
    identified = engine.as_started(identity.name, identity.expansions, options)
    return dataclasses.replace(identified, given=tuple(sorted(given.items()))), variants


def _given(texts: list[str] | tuple[str, ...]) -> dict[str, str]:
    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"--option {text!r}: expected NAME=VALUE")
        given[name.strip()] = value
    return given


def _server_of(command: list[str], game: str) -> tuple[str, ...] | None:
    """Return the command of the protocol server that runs a bot FILE.py:CLASS; None for other commands."""
    import sys

    script = re.fullmatch(r"(.+?\.py)(:[^:=,]+(:.*)?)", command[0], re.DOTALL)
    if len(command) != 1 or script is None:
        return None
    from hexapoda.games import find_game

    server = _SERVERS[find_game(game).protocols[0]]
    return (sys.executable, "-m", server, f"{_absolute(Path(script[1]))}{script[2]}")


def _program(word: str) -> str:
    """Make the path of a program absolute. A bare name is left unchanged, to be looked up on PATH."""
    return str(_absolute(Path(word))) if len(Path(word).parts) > 1 else word


def _absolute(path: Path) -> Path:
    # Do not resolve symbolic links: a program may look for files next to the path from which it was started.
    return Path.cwd() / expanded(path)
