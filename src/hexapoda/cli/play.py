"""The command `play`: its options, its exit codes and its final messages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hexapoda.cli.group import INTERRUPTED, NO, WRONG, complain
from hexapoda.cli.invocation import resume_command
from hexapoda.cli.output import print_json, print_text
from hexapoda.cli.subject import GAME_HELP, Json, PositionText, Rules, Variant
from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games import find_game

if TYPE_CHECKING:
    from hexapoda.cli.terminal.table import Table

__all__ = ["play"]


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help=GAME_HELP, show_default=False),
    ] = None,
    white: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help="human, or an ENGINE (see `hexapoda engines`).", show_default=False
        ),
    ] = None,
    black: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="The same for Black.", show_default=False)
    ] = None,
    level: Annotated[
        float | None,
        typer.Option(
            metavar="N",
            help="The engine's strength: 1 to 10, with levels in between, such as 3.5; if neither side names "
            "an engine, the strongest one plays.",
            show_default=False,
        ),
    ] = None,
    variant: Variant = None,
    position: PositionText = None,
    rule: Rules = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="N", help="Short for --variant NxN; also 13x9.", show_default=False),
    ] = None,
    swap: Annotated[
        str | None,
        typer.Option(metavar="RULE", help="Short for --rule swap=RULE.", show_default=False),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**31 - 1,
            help="Make the random choices of engines, and of a random side, repeatable.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="An engine's time per move.")] = 2.0,
    clock: Annotated[
        str | None,
        typer.Option(
            metavar="BASE+INC",
            help="Each player's seconds for the game and increment per move, such as 300+3; or 30s per move.",
            show_default=False,
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=3600,
            metavar="SECONDS",
            show_default=False,
            help="Pause between the moves of two engines; by default 0.6 s on a terminal, else none.",
        ),
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Hive: write moves as uhp, contact or compass.", show_default=False
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the latest unfinished game.")] = False,
    no_library: Annotated[
        bool, typer.Option("--no-library", help="Keep the finished game out of the library.")
    ] = False,
    json: Json = False,
) -> None:
    """Play in the terminal, against a person or an engine.

    Without options, a start screen proposes a game; Enter begins it. Type a piece or a cell to move, `help`
    for everything else. Every move is saved, and an unfinished game is offered again. A finished game is
    added to the library (hexapoda games).

    A script can be piped in (hexapoda play hive < game.txt), with one move or command per line; # begins a
    comment. Exit codes: 0 the game ended or the user quit; 1 the script ended before the game or contains an
    illegal move; 2 a line or an option cannot be understood; 130 interrupted.
    """
    if game is not None:
        find_game(game)  # reports an unknown game before anything is shown
    from hexapoda.cli.terminal.keyboard import Keyboard, PersonKeyboard, ScriptKeyboard
    from hexapoda.cli.terminal.menu import Menu
    from hexapoda.cli.terminal.screen import Screen
    from hexapoda.cli.terminal.start import Start, Wishes
    from hexapoda.cli.terminal.table import Table, TableOptions
    from hexapoda.clock import TimeControl
    from hexapoda.engine import Limit

    control = None if clock is None else TimeControl.parse(clock)
    variant, rules = _short_options(variant, rule or (), size, swap)
    wishes = Wishes(
        game, white, black, variant, position, rules, seed, resume, level, control, not no_library
    )
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
    start = Start(wishes, Menu(keyboard, screen), interactive)
    try:
        live, notice = start.first()
        while True:
            table = Table(live, keyboard, screen, options, notice)
            tables[:] = [table]
            wanted = _play_game(table, interactive)
            screen.forget()
            if wanted == "rematch":
                live, notice = start.rematch(table.session)
            elif wanted == "new":
                live, notice = start.another()
            else:
                return
    except EOFError:  # the user quit at a question of the start screen
        print_text("")


def _short_options(
    variant: str | None, rules: Sequence[str], size: str | None, swap: str | None
) -> tuple[str | None, tuple[str, ...]]:
    """Return the variant and rules with `--size` and `--swap` applied."""
    if size is not None:
        if variant is not None:
            raise UsageError("--size and --variant cannot be used together: both name the board")
        variant = f"{size}x{size}" if size.isdecimal() else size
    return variant, (*rules, *(() if swap is None else (f"swap={swap}",)))


def _play_game(table: Table, interactive: bool) -> str:
    """Play one game. Returns the user's choice at the end: `quit`, `new` or `rematch`.

    Raises `typer.Exit` if the exit code is not 0.
    """
    from hexapoda.cli.terminal.table import ScriptError

    code, wanted, failed = 0, "quit", False
    try:
        wanted = table.play()
    except EOFError:
        if not interactive and not table.over:
            complain(f"the input ended before the game did, after {table.session.position.ply} plies")
            code, failed = NO, True
    except KeyboardInterrupt:
        code = INTERRUPTED
    except ScriptError as error:
        complain(str(error))
        code, failed = error.code, True
    except HexapodaError as error:
        complain(str(error))
        code = WRONG
    except BaseException:  # unlock the game and stop its engines in any case
        table.live.leave()
        raise
    if failed and not table.live.resumed:  # do not offer to resume the game of a failed script
        table.live.discard()
    _close_game(table, interactive)
    if code:
        raise typer.Exit(code)
    return wanted


def _close_game(table: Table, interactive: bool) -> None:
    """Close the game and print how to resume it."""
    kept, stored = table.live.kept, table.live.stored
    trouble = table.live.trouble if table.over else ""
    table.live.leave()
    if trouble:
        complain(
            f"the game is not in your library: {trouble}; it is kept in {str(table.live.autosave.path)!r}"
        )
    if table.json:
        if not table.over:
            print_json(table.session.summary())
        return
    if interactive:
        print_text("")
    if stored is not None and interactive:
        print_text(f"the game is in your library, as game {stored}")
    if kept:
        print_text(f"the game is saved; resume it with: {resume_command()}")
