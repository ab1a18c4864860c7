"""The command `play`: options, exit codes, and what is said when a game is left."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.group import INTERRUPTED, NO, WRONG, complain
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import GAMES, Json, PositionText, Rules, Variant
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.suggestion import check_choice

if TYPE_CHECKING:
    from hexapoda.cli.terminal.table import Table

__all__ = ["RESUME", "play"]

RESUME = "hexapoda play {game} --resume"


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help=f"The game: {', '.join(GAMES)}.", show_default=False),
    ] = None,
    white: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help="human, or an ENGINE (see `hexapoda engines`).", show_default=False
        ),
    ] = None,
    black: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="As --white.", show_default=False)
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="The engine's strength, 1 to 10; the strongest one plays if none is named.",
            show_default=False,
        ),
    ] = None,
    variant: Variant = None,
    position: PositionText = None,
    rule: Rules = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="N", help="hex: short for --variant NxN; also 13x9.", show_default=False),
    ] = None,
    swap: Annotated[
        str | None,
        typer.Option(metavar="RULE", help="hex: short for --rule swap=RULE.", show_default=False),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**31 - 1, help="Engines play the same game again.", show_default=False),
    ] = None,
    time: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="An engine's time for a move.")] = 2.0,
    delay: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="SECONDS",
            show_default=False,
            help="Rest between the moves of two engines; by default 0.6 on a terminal, else none.",
        ),
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="hive: write moves as uhp, contact or compass.", show_default=False
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the latest unfinished game.")] = False,
    json: Json = False,
) -> None:
    """Play in the terminal, against a person or an engine.

    Without options a short menu asks. Type moves in any notation, `moves wA1` to see where a piece of
    Hive can go, `help` for everything else. Every move is kept on the disk; an unfinished game is offered
    again.

    A script can be piped in (hexapoda play hive < game.txt): one move or command a line, # begins a
    comment. Exit codes: 0 the game ended or somebody quit; 1 the script ended before the game did, or a
    move in it is illegal; 2 a line or an option cannot be understood; 130 interrupted.
    """
    if game is not None:
        check_choice("game", game, GAMES)
    from hexapoda.cli.terminal.keyboard import Keyboard, PersonKeyboard, ScriptKeyboard
    from hexapoda.cli.terminal.menu import Menu
    from hexapoda.cli.terminal.screen import Screen
    from hexapoda.cli.terminal.start import Start, Wishes
    from hexapoda.cli.terminal.table import Table, TableOptions
    from hexapoda.engine import Limit

    variant, rules = _of_hex(game, variant, rule or (), size, swap)
    wishes = Wishes(game, white, black, variant, position, rules, seed, resume, level)
    screen = Screen()
    options = TableOptions(
        Limit(time=time),
        delay if delay is not None else 0.6 if screen.live and not json else 0.0,
        notation,
        json,
    )
    tables: list[Table] = []
    interactive = sys.stdin.isatty() and not json
    keyboard: Keyboard
    if interactive:
        keyboard = PersonKeyboard(lambda: tables[0].words() if tables else [])
    else:
        keyboard = ScriptKeyboard(sys.stdin, echo=not json)
    start = Start(wishes, Menu(keyboard, screen, seed), interactive)
    try:
        session, autosave, news = start.first()
        while True:
            table = Table(session, keyboard, screen, autosave, options, news)
            tables[:] = [table]
            if not _sit(table, interactive):
                return
            screen.forget()
            session, autosave = start.fresh(interactive)
            news = ""
    except EOFError:  # left at a question; nothing is lost
        print_text("")


def _of_hex(
    game: str | None, variant: str | None, rules: Sequence[str], size: str | None, swap: str | None
) -> tuple[str | None, tuple[str, ...]]:
    """Variant and rules with what the short options of Hex say."""
    for option, value in (("--size", size), ("--swap", swap)):
        if value is not None and (game is None or game.casefold() != "hex"):
            raise UsageError(f"{option} is for hex alone: expected hexapoda play hex {option} {value}")
    if size is not None:
        if variant is not None:
            raise UsageError("--size and --variant exclude each other: both name the board")
        variant = f"{size}x{size}" if size.isdecimal() else size
    return variant, (*rules, *(() if swap is None else (f"swap={swap}",)))


def _sit(table: Table, interactive: bool) -> bool:
    """Play one game; whether another is wanted. Leaves by `typer.Exit` when the exit code is not 0."""
    from hexapoda.cli.terminal.table import ScriptError

    code, again = 0, False
    try:
        again = table.play()
    except EOFError:
        if not interactive and table.session.result() is None:
            complain(f"the input ended before the game did, after {table.session.position.ply} plies")
            code = NO
    except KeyboardInterrupt:
        code = INTERRUPTED
    except ScriptError as error:
        complain(str(error))
        code = error.code
    except HexapodaError as error:
        complain(str(error))
        code = WRONG
    _part(table, interactive)
    if code:
        raise typer.Exit(code)
    return again


def _part(table: Table, interactive: bool) -> None:
    """Close the game and say how to go on with it."""
    kept = table.leave()
    if table.json:
        if table.session.result() is None:
            print_json(table.session.summary())
        return
    if interactive:
        print_text("")
    if kept:
        name = table.session.customs.game.name
        print_text(f"the game is kept; go on with: {RESUME.format(game=name)}")
