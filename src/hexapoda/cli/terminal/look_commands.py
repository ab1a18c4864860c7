"""Commands that do not change the game: back, forward, history, review, marks, board, notation, help."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING

from hexapoda.cli.terminal.command import GROUPS, number_in, parse_command
from hexapoda.errors import UsageError
from hexapoda.games.answer import Answer
from hexapoda.play import Replay
from hexapoda.play.session import start_of

if TYPE_CHECKING:
    from hexapoda.cli.terminal.table import Table

__all__ = ["back", "board", "forward", "help_", "history", "marks", "notation", "review"]


def board(table: Table, _: str) -> None:
    """Redraw the board without marks."""
    table.say(Answer())


def marks(table: Table, _: str) -> None:
    """List the marked cells as text, for users who cannot see the board."""
    shown, dialogue, position = table.shown, table.dialogue, table.session.position
    lines = []
    for cell, mark in sorted(shown.marks.items(), key=lambda each: (len(each[1]), each[1])):
        choice = shown.choices[int(mark) - 1] if mark.isdigit() and int(mark) <= len(shown.choices) else None
        move = "" if choice is None or isinstance(choice, str) else dialogue.format_move(position, choice)
        where = dialogue.cell_words(position, cell)
        lines.append(f"{mark}: {where}" + (f" ({move})" if move and move != where else ""))
    if shown.alerts:
        words = ", ".join(dict.fromkeys(dialogue.cell_words(position, cell) for cell in shown.alerts))
        lines.append(f"why it is not legal: {words}")
    table.say(replace(shown, lines=tuple(lines) or ("no cell is marked",), entries=(), label=""))


def back(table: Table, text: str) -> None:
    """Show an earlier position."""
    _step(table, "back", text, -1)


def forward(table: Table, text: str) -> None:
    """Show a later position."""
    _step(table, "forward", text, 1)


def history(table: Table, _: str) -> None:
    """List the moves played."""
    position = table.session.position
    table.say(table.dialogue.history(start_of(position), position.moves))


def notation(table: Table, text: str) -> None:
    """Write moves in another notation."""
    table.dialogue = table.session.game.dialogue(text)
    table.say(Answer((f"moves are written in the {table.dialogue.notation} notation",)))


def review(table: Table, text: str) -> None:
    """Show the mistakes of the game."""
    from hexapoda.cli.terminal.game_review import review_lines

    seconds = None
    if text:
        seconds = number_in(text)
        if seconds is None or not 1 <= seconds <= 60:
            raise UsageError(f"review {text[:40]!r}: expected seconds per position, 1 to 60")
    table.say(Answer(page=tuple(review_lines(table, seconds))))


def help_(table: Table, text: str) -> None:
    """Show how to type moves and list the commands, or explain the command `text`."""
    width = table.screen.size[0] - 1
    known = {name: (usage, meaning) for name, usage, meaning in table.commands()}
    word = parse_command(text).name if text else ""
    if word in known:
        usage, meaning = known[word]
        table.say(Answer((f"{usage}: {meaning}",)))
        return
    if text and word != "move":
        raise UsageError(f"help {text[:40]!r}: expected a command, such as help hint")
    lines: list[str] = []
    for sentence in table.session.game.wording.move_help:
        lines += textwrap.wrap(sentence, width)
    lines.append("")
    wide = max(len(heading) for heading, _ in GROUPS) + 2
    for heading, names in GROUPS:
        first, later = f"{heading:<{wide}}", " " * wide
        here = "  ".join(name for name in names if name in known)
        lines += textwrap.wrap(here, width, initial_indent=first, subsequent_indent=later)
    lines += ["", "help COMMAND explains a command: help hint"]
    table.say(Answer(page=tuple(lines)))


def _step(table: Table, command: str, text: str, sign: int) -> None:
    plies = number_in(text) if text else 1
    if not plies:
        raise UsageError(f"{command} {text[:40]!r}: expected a number of moves, 1 or more")
    replay = table.replay or Replay(table.session.position)
    if not replay.step(sign * plies):
        raise UsageError("this is the beginning of the game" if sign < 0 else "this is the end of the game")
    table.replay = None if replay.at_end else replay
    moves = table.session.position.moves
    table.say(Answer())
    if replay.at and not replay.at_end:
        before = Replay(table.session.position)
        before.step(replay.at - 1 - before.total)
        move = table.dialogue.format_move(before.position, moves[replay.at - 1])
        number = table.session.game.wording.turn_number(before.position)
        table.notice(f"move {number}: {move}")
