"""A game being played at the terminal: position, players, resignation, and how it is written to a file.

Owns what must be remembered to go on with the game later, and nothing of how it looks.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from hexapoda.cli.terminal.customs import Customs, customs_of
from hexapoda.cli.terminal.seat import Seat
from hexapoda.errors import HexapodaError, InvalidGameError

__all__ = ["Result", "Session"]

FORMAT = "hexapoda game 1"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `winner` is None for a draw, `name` what the winner is called."""

    winner: int | None
    name: str
    reason: str

    @property
    def text(self) -> str:
        """`White wins: the queen of Black is surrounded`."""
        who = "draw" if self.winner is None else f"{self.name} wins"
        return f"{who}: {self.reason}"


@dataclass
class Session:
    """One game at one terminal; changes as it is played."""

    customs: Customs
    position: Any
    seats: tuple[Seat, Seat]
    """Who plays as player 0 and as player 1."""
    resigned: int | None = None
    """The player who gave up, if one did."""
    texts: list[str] = field(default_factory=list)
    """The moves so far in the canonical notation, one a ply."""

    @classmethod
    def begin(cls, game: str, position: Any, seats: tuple[Seat, Seat]) -> Session:
        """A game that goes on from `position`, whose moves can be taken back."""
        replay = position.start
        texts = []
        for move in position.moves:
            texts.append(replay.format_move(move))
            replay.push(move)
        for seat in seats:
            if seat.engine is not None:
                seat.engine.new_game()
        return cls(customs_of(game), position, seats, None, texts)

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.seats[self.position.turn]

    @property
    def player(self) -> str:
        """The colour that is to move, as a word."""
        return self.name_of(self.position.turn)

    @property
    def humans(self) -> int:
        """How many of the players are people."""
        return sum(seat.human for seat in self.seats)

    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.resigned is not None:
            winner = 1 - self.resigned
            return Result(winner, self.name_of(winner), f"{self.name_of(self.resigned)} resigns")
        outcome = self.position.outcome()
        if outcome is None:
            return None
        name = "" if outcome.winner is None else self.name_of(outcome.winner)
        return Result(outcome.winner, name, self.customs.reason(outcome))

    def name_of(self, player: int) -> str:
        """What a player is called now."""
        return self.customs.player(self.position, player)

    def play(self, move: Any) -> str:
        """Play a legal move and return its text. Raises `IllegalMoveError`."""
        before = self.position.copy()
        self.position.push(move)
        text: str = before.format_move(move)
        self.texts.append(text)
        return text

    def undo(self, plies: int | None = None) -> int:
        """Take back `plies`, or, given None, what it takes to be at a person's turn again.

        Returns the number of plies taken back; 0 when there is nothing to take back. A resignation is
        taken back first and counts as none.
        """
        if self.resigned is not None:
            self.resigned = None
            if plies is None:
                return 0
        turns = len(self.texts)
        wanted = plies
        if wanted is None:
            wanted = 1
            while self.humans == 1 and wanted <= turns and not self._human_before(wanted):
                wanted += 1
        if wanted > turns:
            return 0
        for _ in range(wanted):
            self.position.pop()
            self.texts.pop()
        return wanted

    def _human_before(self, plies: int) -> bool:
        return self.seats[(self.position.turn + plies) % 2].human

    def summary(self) -> dict[str, object]:
        """The result as an object: result, winner, reason, plies and the game itself."""
        result = self.result()
        position = self.position
        state, winner = position.state, None
        if result is not None:
            winner = None if result.winner is None else self.customs.game.players[result.winner]
            state = "Draw" if winner is None else f"{winner}Wins"
        return {
            "result": state,
            "winner": winner,
            "reason": None if result is None else result.reason,
            "variant": position.variant,
            "plies": position.ply,
            "game": position.game_string() if self.customs.is_from_start(position) else None,
            "position": position.text(),
        }

    def dump(self) -> str:
        """The game as one JSON object, from which `restore` makes an equal one."""
        game = self.customs.game
        first, second = (name.lower() for name in game.players)
        value = {
            "format": FORMAT,
            "game": game.name,
            "variant": self.position.variant,
            "rules": dict(self.customs.rules(self.position)),
            first: self.seats[0].text,
            second: self.seats[1].text,
            "start": self.position.start.text(),
            "moves": self.texts,
            "resigned": None if self.resigned is None else game.players[self.resigned],
        }
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def restore(cls, text: str, seats: tuple[Seat | None, Seat | None] = (None, None)) -> Session:
        """The game that `dump` wrote, with `seats` in place of its players where given.

        Raises `InvalidGameError` when the text is no such game or its moves are not legal; as
        `Seat.of` does when an engine that played is gone.
        """
        try:
            value = json.loads(text)
        except ValueError as error:
            raise InvalidGameError(f"not a saved game: {error}") from None
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            raise InvalidGameError(f"not a saved game: expected an object with format {FORMAT!r}")
        texts: list[str] = []
        try:
            customs = customs_of(str(value["game"]))
            game = customs.game
            position = game.parse_position(value["start"], value["rules"])
            for move_text in value["moves"]:
                move = game.parse_move(position, move_text)
                texts.append(position.format_move(move))
                position.push(move)
            resigned = value.get("resigned")
            who = None if resigned is None else game.players.index(resigned)
            names = [str(value[player.lower()]) for player in game.players]
        except HexapodaError as error:
            ply = len(texts) + 1
            raise InvalidGameError(f"the saved game breaks off at ply {ply}: {error}", ply=ply) from error
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise InvalidGameError(f"the saved game is damaged: {type(error).__name__} {error}") from error
        first, second = (seat or Seat.of(name, game.name) for seat, name in zip(seats, names, strict=True))
        return cls(customs, position, (first, second), who, texts)
