"""Keeps the game of a UHP engine in sync with ours.

Sends `newgame`, `play` and `undo`, and checks that the GameString in the answer resolves to the moves that
were sent. Texts cannot be compared, because an engine may name cells differently.
"""

from __future__ import annotations

from hexapoda.errors import EngineError, EngineRulesDiffer, InvalidGameError, InvalidPositionError, UsageError
from hexapoda.hive import Move, Position
from hexapoda.hive.text.game_string import format_game_string, parse_game_string, split_game_string
from hexapoda.hive.text.notation import format_move
from hexapoda.protocols.uhp.connection import UhpConnection, is_refusal

__all__ = ["UhpGame", "disagreement"]

_MAX_STEPS = 4
"""If more plies than this must be undone and played, the whole game is sent instead."""
_RUNNING = ("NotStarted", "InProgress")


class UhpGame:
    """The state of the engine's game."""

    def __init__(self, connection: UhpConnection, position: Position) -> None:
        """Create a game with the variant and the rules of `position`. The first `go_to` sends it."""
        self._connection = connection
        self._rules = _rules_of(position)
        self._moves: list[Move] | None = None

    def has_rules_of(self, position: Position) -> bool:
        """Return whether `position` has the variant and the rules of this game."""
        return self._rules == _rules_of(position)

    def go_to(self, position: Position) -> None:
        """Set the engine's game to `position`, in which the game must not be over.

        Raises `UsageError` if the game did not begin on an empty board, which UHP cannot express, and
        `EngineError` if the engine refuses the game, reports that it is over, or answers with another game.
        """
        if position.ply != len(position.moves):
            raise UsageError(
                f"engine {self._connection.name!r} speaks UHP, which cannot express a position without the "
                "moves that led to it"
            )
        if self._moves is None or not self._step_to(position):
            self._begin(position)
        self._moves = position.moves

    def _begin(self, position: Position) -> None:
        try:
            command = (
                f"newgame {format_game_string(position)}" if position.ply else f"newgame {position.variant}"
            )
        except InvalidPositionError as error:
            raise UsageError(str(error)) from None
        trouble = self._trouble(command, position)
        if trouble:
            shown = command if len(command) < 200 else command[:60] + " ... " + command[-120:]
            raise EngineError(f"engine {self._connection.name!r} is out of sync: {trouble}, after {shown!r}")

    def _step_to(self, position: Position) -> bool:
        """Go to `position` with `undo` and `play`. Return False if it is too far away or the engine
        disagrees.
        """
        moves, known = position.moves, self._moves or []
        common = 0
        while common < min(len(moves), len(known)) and moves[common] == known[common]:
            common += 1
        back, forth = len(known) - common, len(moves) - common
        if back + forth > _MAX_STEPS or (back and not common):
            return False
        if not back and not forth:
            return True
        there = position.copy()
        ahead = [there.pop() for _ in range(forth)]
        if back and self._trouble(f"undo {back}", there):
            return False
        for move in reversed(ahead):
            text = format_move(there, move)
            there.push(move)
            if self._trouble(f"play {text}", there):
                return False
        return True

    def _trouble(self, command: str, position: Position) -> str:
        """Send a command that leads to `position`. Return how the engine disagrees; empty if it agrees.

        Raises `EngineRulesDiffer` if it agrees on the moves, but not on whether the game is over.
        """
        answer = self._connection.ask(command)
        trouble = disagreement(answer, position)
        if trouble and _same_moves(answer, position):
            why = self._connection.identity.profile.repetition
            raise EngineRulesDiffer(f"engine {self._connection.name!r}: {trouble}{why and f' ({why})'}")
        return trouble


def disagreement(answer: list[str], position: Position) -> str:
    """Return how the GameString in an answer disagrees with `position`; empty if it agrees."""
    text = next((line for line in answer if line), "")
    shown = repr(text if len(text) <= 160 else text[:60] + " ... " + text[-90:])
    if is_refusal(answer):
        return f"it answers {shown}"
    try:
        state = split_game_string(text).state
        theirs = parse_game_string(text, opening=position.opening, repetition=position.repetition)
    except InvalidGameError as error:
        return f"it answers {shown} ({error})"
    if theirs.variant != position.variant or theirs.moves != position.moves:
        return f"it answers {shown}, which is another game"
    if position.outcome() is None and state is not None and state not in _RUNNING:
        return f"it answers {shown}: {state}, but by our rules the game goes on"
    return ""


def _same_moves(answer: list[str], position: Position) -> bool:
    try:
        return parse_game_string(answer[0], repetition=False, opening="free").moves == position.moves
    except (InvalidGameError, IndexError):
        return False


def _rules_of(position: Position) -> tuple[str, str, bool]:
    return position.variant, position.opening, position.repetition
