"""`TextGame`: a game against an engine in plain text, for language models.

The text shows the position and lists all legal moves. If an answer is not a legal move, the text says why,
and the player may try again. Any game will do, even one without observations and action numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hexapoda.analysis.engine_opponent import EngineOpponent
from hexapoda.errors import (
    AmbiguousMoveError,
    EngineResigned,
    IllegalMoveError,
    InvalidMoveError,
    UsageError,
)
from hexapoda.games import find_game
from hexapoda.train.episode import check_integer, check_rules, check_texts

__all__ = ["TextGame", "TextTurn"]

_LONGEST = 200
"""The maximum number of characters that are read as a move."""


@dataclass(frozen=True, slots=True)
class TextTurn:
    """The text that a player reads, and the state of the game.

    Attributes:
        text: what has happened, the position, and the legal moves; or why the answer was not a legal move.
        reward: 1 if the player has just won, -1 if the player has just lost, else 0.
        over: whether the game is over or was cut short.
        played: the player's move in the notation of the game; empty if there was none.
    """

    text: str
    reward: int = 0
    over: bool = False
    played: str = ""


class TextGame:
    """A game in which an engine plays one side, and the other side answers in text."""

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        player: int | None = None,
        variant: str | None = None,
        rules: Mapping[str, str] | None = None,
        max_plies: int = 1000,
        tries: int = 3,
        diagram: bool = False,
    ) -> None:
        """`opponent` is an engine as in `hexapoda.train.one_side.OneSideEnv`. `player` is the side of the
        player who answers, 0 or 1; by default, it is random in each game. A game is cut short after
        `max_plies` plies, and lost after `tries` answers in a row that are not legal moves. With `diagram`,
        the text also has a drawing of the board.

        Raises `UsageError`, `InvalidGameError` for an unknown variant, and the errors of `EngineOpponent`.
        """
        if player not in (None, 0, 1) or isinstance(player, bool):
            raise UsageError(f"player must be 0, 1 or None, not {player!r}")
        max_plies = check_integer("max_plies", max_plies, 1, 1 << 30)
        tries = check_integer("tries", tries, 1, 1 << 30)
        check_texts(game, variant=variant)
        self.game = find_game(game)
        self.opponent = EngineOpponent(opponent, self.game.name)
        self._start = self.game.initial(variant, check_rules(rules))
        self._fixed, self._most, self._tries, self._diagram = player, max_plies, tries, diagram
        self._random = Random()
        self.position: Any = self._start.copy()
        """The position of the game; do not change it."""
        self.player = player or 0
        """The side of the player who answers."""
        self.mistakes = 0
        """How many answers in this game were not legal moves."""
        self._left = tries
        self._over = True

    def reset(self, seed: int | None = None) -> TextTurn:
        """Begin a game; if the engine moves first, its move has already been played. `seed` determines the
        sides, if they are random, and the engine's seeds, unless `opponent` sets one, in this game and the
        following ones. Raises `EngineError` if the engine fails.
        """
        if seed is not None:
            self._random.seed(seed)
        side, engine_seed = self._random.randrange(2), self._random.randrange(2**31)
        self.player = side if self._fixed is None else self._fixed
        self.position = self._start.copy()
        self.mistakes, self._left, self._over = 0, self._tries, False
        self.opponent.begin(engine_seed)
        return self._answer("")

    def step(self, answer: str) -> TextTurn:
        """Play the move in an answer, and the engine's reply. The move is the last nonblank line of the
        answer, in any notation of the game. If it is not a legal move, the position does not change, and the
        text says why.

        Raises `UsageError` if the game is over, and `EngineError` if the engine fails; after that, `reset`
        must be called.
        """
        if self._over:
            raise UsageError("the game is over: call reset()")
        lines = [line.strip().strip("`*'\"").strip() for line in answer.splitlines()]
        text = next((line for line in reversed(lines) if line), "")[:_LONGEST]
        try:
            move = self.game.parse_move(self.position, text)
        except (InvalidMoveError, IllegalMoveError, AmbiguousMoveError) as error:
            return self._refused(str(error))
        played = self.game.format_move(self.position, move)
        self.position.push(move)
        self._left = self._tries
        return self._answer(played)

    def legal_moves(self) -> list[str]:
        """Return the legal moves as the text lists them, sorted."""
        return sorted(self.game.format_move(self.position, move) for move in self.position.legal_moves)

    def close(self) -> None:
        """End the game and shut down the engine."""
        self._over = True
        self.opponent.close()

    def _refused(self, why: str) -> TextTurn:
        self.mistakes += 1
        self._left -= 1
        if not self._left:
            self._over = True
            return TextTurn(f"{why}\nThat was the last try: you have lost.", -1, True)
        tries = "1 try is" if self._left == 1 else f"{self._left} tries are"
        return TextTurn(f"{why}\n{tries} left.\n{self._listed()}")

    def _answer(self, played: str) -> TextTurn:
        """Play the engine's move if it is the engine's turn, and return what the player reads."""
        events = [f"You played {played}."] if played else []
        if self._end() is None and self.position.turn != self.player:
            try:
                move = self.opponent.choose(self.position)
            except EngineResigned:
                self._over = True
                return TextTurn("\n".join([*events, "The opponent resigns: you have won."]), 1, True, played)
            except BaseException:
                self._over = True
                raise
            events.append(f"The opponent plays {self.game.format_move(self.position, move)}.")
            self.position.push(move)
        end = self._end()
        if end is None:
            return TextTurn("\n".join([*events, self._shown(), self._listed()]), played=played)
        self._over = True
        return TextTurn("\n".join([*events, end[0], self._shown()]), end[1], True, played)

    def _end(self) -> tuple[str, int] | None:
        """Return how the game ended and the reward; None if it goes on."""
        outcome = self.position.outcome()
        if outcome is None:
            return (
                None
                if self.position.ply - self._start.ply < self._most
                else ("The game was cut off: it is too long.", 0)
            )
        why = str(outcome.termination.value)
        if outcome.winner is None:
            return f"The game is a draw: {why}.", 0
        return (
            (f"You have won: {why}.", 1) if outcome.winner == self.player else (f"You have lost: {why}.", -1)
        )

    def _shown(self) -> str:
        board = self.game.board_json(self.position)
        who = "you are" if self.position.turn == self.player else "the opponent is"
        turn, ply = board["turn"], board["ply"] + 1
        lines = [
            f"{self.game.title}, {board['variant']}, ply {ply}: {turn} is to move; {who} {turn}.",
            f"Position: {self.game.format_position(self.position)}",
        ]
        return "\n".join([*lines, self.game.diagram(self.position)] if self._diagram else lines)

    def _listed(self) -> str:
        moves = self.legal_moves()
        return f"Legal moves ({len(moves)}): {', '.join(moves)}"
