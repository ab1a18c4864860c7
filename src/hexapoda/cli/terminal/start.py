"""How a terminal game starts: from options, from the start screen, or from a saved game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexapoda.cli.engine_choice import choose_engine
from hexapoda.cli.subject import make_position
from hexapoda.cli.terminal.library_shelf import LibraryShelf
from hexapoda.cli.terminal.menu import Menu
from hexapoda.cli.terminal.start_screen import StartScreen
from hexapoda.clock import Clock, TimeControl
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.games import DEFAULT_GAME, find_game, game_names
from hexapoda.play import (
    HUMAN,
    Autosave,
    LiveGame,
    Player,
    Session,
    Setup,
    UnfinishedGame,
    unfinished_games,
)
from hexapoda.play.session_json import restore_session
from hexapoda.registry import default_engine

__all__ = ["Start", "Wishes"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """The command-line options that define a game; None or empty if not given."""

    game: str | None = None
    white: str | None = None
    black: str | None = None
    variant: str | None = None
    position: str | None = None
    rules: Sequence[str] = ()
    seed: int | None = None
    resume: bool = False
    level: float | None = None
    control: TimeControl | None = None
    library: bool = True

    def __post_init__(self) -> None:
        settled = (self.variant, self.position, self.rules or None, self.level, self.control)
        if self.resume and any(value is not None for value in settled):
            names = "--variant, --position, --rule, --level and --clock"
            raise UsageError(f"--resume continues a saved game: {names} cannot be given")
        if self.level is not None and self.white == self.black == HUMAN:
            raise UsageError("--level is the strength of an engine, but both players are human")
        if self.position == "-":
            raise UsageError("--position - cannot be used here: the moves are read from stdin")

    def named(self, game: Any) -> tuple[str | None, str | None]:
        """Return the named players in the order of their turns; None for a player that is not named."""
        named = {"white": self.white, "black": self.black}
        first, second = (player.lower() for player in game.players)
        if {first, second} != set(named):  # the game has other colors: --white names the first player
            first, second = "white", "black"
        return named[first], named[second]

    def players(self, game: Any) -> tuple[str | None, str | None]:
        """Return the players of `named`. If a level but no engine is given, add the strongest engine, as the
        second player if possible.
        """
        first, second = self.named(game)
        if self.level is not None and first in (None, HUMAN) and second in (None, HUMAN):
            strongest = default_engine(game.name)
            return (first, strongest) if second is None else (strongest, second)
        return first, second

    @property
    def silent(self) -> bool:
        """Whether no option says what to play, so that the start screen appears."""
        given = (self.white, self.black, self.variant, self.position, self.resume or None, self.level)
        return not self.rules and all(value is None for value in given)


class Start:
    """Creates the games of one run of `play`."""

    def __init__(self, wishes: Wishes, menu: Menu, interactive: bool) -> None:
        """`interactive`: whether a person is there to answer questions."""
        self._wishes = wishes
        self._interactive = interactive
        self._shelf = LibraryShelf() if wishes.library else None
        self._screen: StartScreen | None = None
        self._menu = menu

    def first(self) -> tuple[LiveGame, str]:
        """Return the first game and a notice about it.

        Raises `UsageError` if there is no game to resume, `InvalidGameError` if the saved game is damaged,
        and `EOFError` if the user quits at a question.
        """
        if self._wishes.resume:
            games = self._unfinished()
            if not games:
                raise UsageError("there is no unfinished game to resume")
            return self._resumed(games[0])
        if self._interactive and self._wishes.silent:
            return self._asked(resume=True)
        kept = self._interactive and self._unfinished()
        return self._wished(), "there is an unfinished game: --resume continues it" if kept else ""

    def another(self) -> tuple[LiveGame, str]:
        """Return another game after the first one. Raises the errors of `first`."""
        return self._asked(resume=False) if self._interactive else (self._wished(), "")

    def rematch(self, session: Session) -> tuple[LiveGame, str]:
        """Return a new game with the same settings but the sides exchanged, and an empty notice."""
        return LiveGame(Setup.rematch(session).session(), shelf=self._shelf), ""

    def _asked(self, *, resume: bool) -> tuple[LiveGame, str]:
        if self._screen is None:
            game = find_game(self._wishes.game or DEFAULT_GAME).name
            self._screen = StartScreen(self._menu, game, self._wishes.seed)
        found = self._screen.ask(self._unfinished(), resume=resume)
        if isinstance(found, UnfinishedGame):
            return self._resumed(found)
        return LiveGame(replace(found, control=self._wishes.control).session(), shelf=self._shelf), ""

    def _unfinished(self) -> list[UnfinishedGame]:
        wanted = self._wishes.game
        return unfinished_games(game_names() if wanted is None else (find_game(wanted).name,))

    def _resumed(self, found: UnfinishedGame) -> tuple[LiveGame, str]:
        game = found.record.game
        first, second = self._wishes.named(find_game(game))
        players = (self._player(first, game), self._player(second, game))
        try:
            session = restore_session(found.path.read_text(encoding="utf-8"), players)
        except InvalidGameError as error:
            raise InvalidGameError(f"{str(found.path)!r}: {error}", source=str(found.path)) from error
        return LiveGame(session, Autosave(game, found.path), shelf=self._shelf), f"resumed: {found.text}"

    def _wished(self) -> LiveGame:
        """Create the game that the options describe. A player that is not named is human."""
        wishes = self._wishes
        game = find_game(wishes.game or DEFAULT_GAME)
        position = make_position(game, wishes.variant, wishes.position, wishes.rules)
        first, second = wishes.players(game)
        players = [self._player(text, game.name, wishes.level) for text in (first, second)]
        human = Player.of(HUMAN, game.name)
        clock = None if wishes.control is None else Clock(wishes.control)
        session = Session.begin(game, position, (players[0] or human, players[1] or human), clock)
        return LiveGame(session, shelf=self._shelf)

    def _player(self, text: str | None, game: str, level: float | None = None) -> Player | None:
        if text is None:
            return None
        if text.strip().lower() != HUMAN and level is not None:
            text = choose_engine(text, game, level=level).text
        return Player.of(text, game, self._wishes.seed)
