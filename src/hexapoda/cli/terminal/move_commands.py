"""Commands for moves: play, list, explain, hint, undo, redo, draw and resign."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from hexapoda.cli.interruption import first_interrupt
from hexapoda.cli.output import counted
from hexapoda.cli.terminal.command import number_in
from hexapoda.cli.terminal.hint import hint_answer
from hexapoda.cli.terminal.waiting import wait_for
from hexapoda.coach import describe, spelled_out
from hexapoda.errors import IllegalMoveError, UsageError
from hexapoda.games.answer import Answer
from hexapoda.play.advisor import HINT_SECONDS, LONGEST_HINT

if TYPE_CHECKING:
    from hexapoda.cli.terminal.table import Table

__all__ = ["draw", "hint", "move", "moves", "number", "redo", "resign", "undo", "why"]


def move(table: Table, text: str) -> None:
    """Play a move, or ask which one the text means."""
    if table.over:
        raise IllegalMoveError(f"{text!r}: the game is over")
    found = table.dialogue.read(table.session.position, text)
    if not isinstance(found, Answer):
        table.push(found, table.session.side)
        return
    if not table.keyboard.interactive:
        if not found.choices:
            raise IllegalMoveError("; ".join(found.lines))
        table.open_question = f"{table.keyboard.place}{text}"
    table.say(found)


def number(table: Table, text: str) -> None:
    """Play the move with the number `text` in the last list; if the choice is a piece, list its moves."""
    at = int(text)
    if not 1 <= at <= len(table.choices):
        most = len(table.choices)
        expected = f"expected a number from 1 to {most}" if most else "type moves to get a list"
        raise UsageError(f"there is no choice {at}; {expected}")
    choice = table.choices[at - 1]
    if isinstance(choice, str):
        table.say(table.dialogue.moves(table.session.position, choice))
    else:
        table.push(choice, table.session.side)


def moves(table: Table, text: str) -> None:
    """List the legal moves, or those of the piece `text`."""
    if table.over:
        raise UsageError("the game is over: there are no moves")
    table.say(table.dialogue.moves(table.session.position, text))


def why(table: Table, text: str) -> None:
    """Explain why the move `text`, by default the last refused move, is not legal, or what it does."""
    text = text or table.refused
    if not text:
        raise UsageError("expected a move after the command why")
    position = table.session.position
    answer = table.dialogue.why(position, text)
    with suppress(IllegalMoveError):  # the answer says why
        found = table.dialogue.read(position, text)
        if not isinstance(found, Answer):
            remarks = describe(table.session.game, position, found, you=position.turn)
            sentences = (spelled_out(table.session.game, remark) for remark in remarks)
            answer = replace(answer, lines=(*answer.lines, *sentences))
    table.say(answer)


def hint(table: Table, text: str) -> None:
    """Search for a hint and show the best moves. `text`: the seconds to think; empty for the default."""
    if table.over:
        raise UsageError("the game is over: there is no move to suggest")
    seconds = min(HINT_SECONDS, table.options.limit.time or 0.0)
    if text:
        wanted = number_in(text)
        if wanted is None or not 1 <= wanted <= LONGEST_HINT:
            raise UsageError(f"hint {text[:40]!r}: expected seconds to think, 1 to {LONGEST_HINT}")
        seconds = wanted
    asked = table.live.hint(seconds)
    with asked.search, first_interrupt(asked.search.stop):
        wait_for(
            asked.search,
            table.progress("searching for a hint", "stops with the best so far"),
            lambda: asked.overdue,
        )
        advice = asked.advice()
    width = table.screen.size[0] - 1 if table.screen.live else None
    table.say(hint_answer(table.dialogue, table.session.position, advice, width))


def undo(table: Table, text: str) -> None:
    """Undo moves, a resignation or an agreed draw."""
    plies = _plies("undo", text)
    ended = "resignation" if table.session.resigned is not None else "draw"
    was_over = table.over and table.session.position.outcome() is None
    taken = table.live.undo(plies)
    if not taken and not was_over:
        played = len(table.session.texts)
        if plies and played:
            raise UsageError(f"only {counted(played, 'move')} can be undone")
        raise UsageError("there is no move to undo")
    table.reset_news()
    table.say(Answer())
    table.notice(f"{counted(taken, 'move')} undone" if taken else f"the {ended} is undone")
    table.warn()


def redo(table: Table, text: str) -> None:
    """Redo undone moves."""
    plies = _plies("redo", text)
    played = table.live.redo(plies)
    if not played:
        left = len(table.session.undone)
        raise UsageError(
            f"only {counted(left, 'move')} can be redone" if left else "there is no move to redo"
        )
    table.reset_news()
    table.say(Answer())
    table.notice(f"{counted(played, 'move')} redone")


def draw(table: Table, _: str) -> None:
    """Offer a draw to the other person. In a script, the offer is accepted without asking."""
    if table.over:
        raise UsageError("the game is over")
    if table.session.humans != 2:
        raise UsageError("engines do not accept draw offers")
    other = table.session.side_of(1 - table.session.position.turn)
    if table.keyboard.interactive and not table.ask(
        f"{table.session.side} offers a draw. {other}, do you accept?"
    ):
        return
    table.reset_news()
    table.live.agree_draw()
    table.say(Answer())


def resign(table: Table, _: str) -> None:
    """Resign for the player to move."""
    if table.over:
        raise UsageError("the game is over")
    if table.keyboard.interactive and not table.ask(f"{table.session.side} resigns?"):
        return
    table.reset_news()
    table.live.resign()
    table.say(Answer())


def _plies(command: str, text: str) -> int | None:
    """Parse the optional number of plies. Raises `UsageError`."""
    if not text:
        return None
    plies = number_in(text)
    if not plies:
        raise UsageError(f"cannot {command} {text[:40]!r}; expected a number of plies, 1 or more")
    return plies
