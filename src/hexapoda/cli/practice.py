"""The command `practice`: lists the exercises that are due, and the user's progress."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexapoda.cli.group import NO, complain
from hexapoda.cli.output import print_json, print_table, print_text
from hexapoda.cli.subject import Json
from hexapoda.files.data_folder import DATA_OWNER
from hexapoda.text.text_table import TextColumn

if TYPE_CHECKING:
    from hexapoda.practice.card import Card
    from hexapoda.practice.progress import PracticeProgress, ThemeProgress

__all__ = ["practice"]

_WHAT = {"mistake": "find a better move", "win": "find the forced win", "opening": "recall the move"}
_COUNTS = ("exercises", "due", "known", "right")
_DAY, _HOUR, _MINUTE = 24 * 3600.0, 3600.0, 60.0


def practice(
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game; all games by default.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="List all exercises, due or not.")] = False,
    json: Json = False,
) -> None:
    """List your exercises that are due again, and show how well you are doing.

    They come from reviews of your games and from your opening repertoire; solve them in `hexapoda web`. Exit
    code 0: some are due, 1: none.
    """
    from hexapoda.games import find_game
    from hexapoda.practice.collection import Collection
    from hexapoda.practice.progress import progress

    chosen = None if game is None else find_game(game).name
    collection, now = Collection(DATA_OWNER), time.time()
    cards = [card for card in collection.cards(now) if chosen in (None, card.exercise.game)]
    found = progress(cards, now)
    listed = [card for card in cards if every or card.is_due(now)]
    if json:
        for card in listed:
            print_json(_row_json(card, now))
        print_json(_progress_json(found))
    else:
        _print_rows(listed, now)
        _print_progress(found, now)
    for path in collection.faults:
        complain(f"{path} is damaged and left out")
    if not found.due:
        raise typer.Exit(NO)


def _row_json(card: Card, now: float) -> dict[str, Any]:
    exercise = card.exercise
    return {
        "id": card.id,
        "kind": exercise.kind,
        "game": exercise.game,
        "variant": exercise.variant,
        "rules": dict(exercise.rules),
        "start": exercise.start,
        "moves": list(exercise.moves),
        "played": exercise.played,
        "judgment": exercise.judgment,
        "loss": exercise.loss,
        "state": card.state,
        "due": card.memory.due,
        "is_due": card.is_due(now),
        "answers": len(card.answers),
    }


def _progress_json(found: PracticeProgress) -> dict[str, Any]:
    return {
        "cards": found.cards,
        "due": found.due,
        "new": found.new,
        "learning": found.learning,
        "known": found.known,
        "next": found.next,
        "themes": [
            {
                "theme": theme.theme,
                "cards": theme.cards,
                "known": theme.known,
                "due": theme.due,
                "answers": theme.answers,
                "right": theme.right,
            }
            for theme in found.themes
        ],
        "weeks": [
            {"begin": week.begin, "answers": week.answers, "right": week.right, "added": week.added}
            for week in found.weeks
        ],
    }


def _print_rows(cards: list[Card], now: float) -> None:
    if not cards:
        return
    columns = ("id", "game", "you played", "task", "judgment", "state", "due")
    rows = [
        (
            card.id,
            card.exercise.game,
            card.exercise.played,
            _WHAT[card.exercise.kind],
            card.exercise.judgment,
            card.state,
            _when(card.memory.due - now),
        )
        for card in cards
    ]
    print_table([TextColumn(name) for name in columns], rows)


def _print_progress(found: PracticeProgress, now: float) -> None:
    if not found.cards:
        print_text("no exercises: review one of your games in `hexapoda web`, and choose your side")
        return
    print_text(
        f"{found.cards} {'exercise' if found.cards == 1 else 'exercises'}: {found.due} due, {found.new} new, "
        f"{found.learning} learning, {found.known} known"
    )
    if found.themes:
        print_text("")
        columns = (TextColumn("theme"), *(TextColumn(name, "number") for name in _COUNTS))
        print_table(columns, [_theme_row(theme) for theme in found.themes])
    if found.due:
        print_text("to practice on the board, open `hexapoda web` and choose Practice")
    elif found.next is not None:
        print_text(f"the next one is due {_when(found.next - now)}")


def _theme_row(theme: ThemeProgress) -> tuple[object, ...]:
    right = f"{100 * theme.right / theme.answers:.0f}%" if theme.answers else "-"
    return (theme.theme, theme.cards, theme.due, theme.known, right)


def _when(seconds: float) -> str:
    if seconds <= 0:
        return "now"
    for unit, name in ((_DAY, "days"), (_HOUR, "hours")):
        if seconds >= 1.5 * unit:
            return f"in {seconds / unit:.0f} {name}"
    return f"in {max(1, round(seconds / _MINUTE))} minutes"
