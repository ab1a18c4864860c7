"""How a game at the terminal comes about: from options, from questions, or from the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexapoda.cli.subject import GAMES, game_of, make_position
from hexapoda.cli.terminal.autosave import Autosave, unfinished_games
from hexapoda.cli.terminal.menu import Menu
from hexapoda.cli.terminal.seat import HUMAN, Seat
from hexapoda.cli.terminal.session import Session
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.registry import default_engine

__all__ = ["Start", "Wishes"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None and the empty list where it says nothing."""

    game: str | None = None
    white: str | None = None
    black: str | None = None
    variant: str | None = None
    position: str | None = None
    rules: Sequence[str] = ()
    seed: int | None = None
    resume: bool = False
    level: int | None = None

    def __post_init__(self) -> None:
        if self.resume and (self.variant or self.position or self.rules or self.level is not None):
            raise UsageError(
                "--resume goes on with a game as it was: leave --variant, --position, --rule and --level out"
            )
        if self.level is not None and self.white == self.black == HUMAN:
            raise UsageError("--level is the strength of an engine, and both players are human")
        if self.position == "-":
            raise UsageError("--position - cannot be used here: stdin is where the moves come from")

    def named(self, game: Any) -> tuple[str | None, str | None]:
        """The players in the order of their turns, as they are named."""
        named = {"white": self.white, "black": self.black}
        first, second = (named[player.lower()] for player in game.players)
        return first, second

    def players(self, game: Any) -> tuple[str | None, str | None]:
        """As `named`; a level without an engine to have it means the strongest one, who moves second if he
        can.
        """
        first, second = self.named(game)
        if self.level is not None and first in (None, HUMAN) and second in (None, HUMAN):
            strongest = default_engine(game.name)
            return (first, strongest) if second is None else (strongest, second)
        return first, second

    @property
    def silent(self) -> bool:
        """Whether nothing is said about what to play, so that questions are in place."""
        said = (self.white, self.black, self.variant, self.position, self.resume or None, self.level)
        return not self.rules and all(value is None for value in said)


class Start:
    """Makes the games of one call of `play`."""

    def __init__(self, wishes: Wishes, menu: Menu, interactive: bool) -> None:
        """`interactive`: whether somebody is there to answer questions."""
        self._wishes = wishes
        self._menu = menu
        self._interactive = interactive

    def first(self) -> tuple[Session, Autosave, str]:
        """The game to begin with, its file, and a word about it.

        Raises `UsageError` when there is nothing to resume, `InvalidGameError` when what is there is
        damaged, `EOFError` when the user leaves at a question.
        """
        asking = self._interactive and self._wishes.silent
        wanted = GAMES if self._wishes.game is None else (self._wishes.game.lower(),)
        games = unfinished_games(wanted) if self._wishes.resume or self._interactive else []
        if self._wishes.resume:
            if not games:
                raise UsageError("there is no unfinished game to go on with")
            found = games[0]
        else:
            chosen = self._menu.unfinished(games) if asking and games else None
            if chosen is None:
                kept = "" if asking or not games else "an unfinished game is kept: --resume goes on with it"
                return (*self.fresh(asking), kept)
            found = chosen
        first, second = self._wishes.named(game_of(found.game))
        seats = (self._seat(first, found.game), self._seat(second, found.game))
        try:
            session = Session.restore(found.path.read_text(encoding="utf-8"), seats)
        except InvalidGameError as error:
            raise InvalidGameError(f"{str(found.path)!r}: {error}", source=str(found.path)) from error
        return session, Autosave(found.game, found.path), f"going on with the game: {found.text}"

    def fresh(self, asking: bool) -> tuple[Session, Autosave]:
        """A new game, as the user answers when `asking`, else as wished. Raises as `first` does."""
        wishes = self._wishes
        subject = game_of(wishes.game or (self._menu.game() if asking else GAMES[0]))
        name = subject.name
        if asking:
            setup = self._menu.setup(subject)
            position = make_position(subject, setup.variant, None, [*wishes.rules, *setup.rules])
            seats = (self._seat(setup.first, name), self._seat(setup.second, name))
        else:
            position = make_position(subject, wishes.variant, wishes.position, wishes.rules)
            first, second = wishes.players(subject)
            seats = (self._seat(first, name, wishes.level), self._seat(second, name, wishes.level))
        human = Seat.of(HUMAN)
        return Session.begin(name, position, (seats[0] or human, seats[1] or human)), Autosave(name)

    def _seat(self, text: str | None, game: str, level: int | None = None) -> Seat | None:
        return None if text is None else Seat.of(text, game, seed=self._wishes.seed, level=level)
