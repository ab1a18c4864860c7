"""Commands for the whole game: save, load, new, rematch, quit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hexapoda.cli.output import counted
from hexapoda.cli.terminal import game_file
from hexapoda.cli.terminal.command import number_in
from hexapoda.errors import FileInTheWayError, UsageError
from hexapoda.games.answer import Answer
from hexapoda.play import LiveGame

if TYPE_CHECKING:
    from hexapoda.cli.terminal.table import Table

__all__ = ["load", "new", "quit_", "rematch", "save"]


def save(table: Table, text: str) -> None:
    """Save the game to a file."""
    try:
        path = game_file.save(table.session, text)
    except FileInTheWayError:
        if not table.keyboard.interactive:
            raise UsageError(f"{text!r} already exists: choose another name") from None
        if not table.ask(f"{Path(text.strip()).name} already exists; replace it?"):
            table.say(Answer(("not saved",)))
            return
        path = game_file.save(table.session, text, force=True)
    table.say(Answer((f"saved as {path}",)))


def load(table: Table, text: str) -> None:
    """Continue a game from a file."""
    name, _, last = text.rpartition(" ")
    number = number_in(last) if name else None
    if number is None:
        name, number = text, 1
    loaded, total = game_file.load(name, number, table.session)
    table.live.release()
    # A loaded game that is already over was not played here, so it does not enter the library.
    table.sit_down(LiveGame(loaded, shelf=table.live.shelf if loaded.result() is None else None))
    table.screen.forget()
    table.live.keep()
    which = f"game {number} of {total}" if total > 1 else "the game"
    plies = len(loaded.texts)
    table.say(Answer())
    table.notice(f"{which} is loaded: {counted(plies, 'move')}")
    table.warn()


def new(table: Table, _: str) -> None:
    """Begin another game."""
    table.leaving = "new"


def rematch(table: Table, _: str) -> None:
    """Play again with the sides exchanged."""
    if not table.over and table.session.texts:
        raise UsageError("the game is not over: resign first, or type new to begin another game")
    table.leaving = "rematch"


def quit_(table: Table, _: str) -> None:
    """Quit. Asks first during a game, because `q` is easily typed by mistake."""
    if not table.over and table.session.texts and table.keyboard.interactive:
        saved = "The game is saved." if table.live.kept else "The game is not saved."
        if not table.ask(f"Quit? {saved}"):
            table.say(Answer())
            return
    table.leaving = "quit"
