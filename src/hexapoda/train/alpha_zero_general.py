"""`AlphaZeroGeneralGame`: a game for the project alpha-zero-general (`Coach`, `MCTS`, `Arena`).

The project prescribes the methods and their names. Needs no package besides NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from hexapoda.errors import UsageError
from hexapoda.games.encodings import check_number
from hexapoda.train.episode import Episode, EpisodeSettings, Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DRAW", "AlphaZeroGeneralGame", "BoardView"]

DRAW = 1e-4
"""The result of a draw, and of a game that was cut short: 0 would mean that the game is not over."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """An immutable position with its history, and the choice of the player who is called 1.

    `np.asarray(board)` is the observation of player 1. Its colors are exchanged if player 1 does not have the
    color that moves first, so a network always plays the same color.
    """

    episode: Episode
    first: int
    """The player who is called 1; the other is called -1."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        episode = self.episode
        settings = episode.settings
        seen = episode.observation(self.first)
        if settings.encodings.color_of(episode.position, self.first):
            seen = settings.encoder.exchange_colors(seen)
        return np.asarray(seen, dtype)

    def __str__(self) -> str:
        """Return the board as text, so that `Arena` can use `print` to display it."""
        return self.episode.diagram()


class AlphaZeroGeneralGame:
    """A game whose boards are `BoardView` objects.

    Actions are numbered as the player to move sees the board: in Hex, White's numbers are mirrored to
    Black's. The canonical form of a board is the board of the player to move.

    Every method that takes a board raises `UsageError` if the board's variant, rules, observation or action
    numbers differ from those of this game. `max_plies` and `illegal` may differ: those of the object whose
    `getInitBoard` began the game apply.
    """

    def __init__(self, game: str, **settings: Unpack[Settings]) -> None:
        """The settings are as in `hexapoda.train.episode.Settings`, but `actions` is `cells` by default.

        Raises `UsageError` if the observations or action numbers of the two colors differ by more than a
        permutation, as they do on a Hex board that is not square and with OpenSpiel's numbers. Raises the
        errors of `EpisodeSettings.of`.
        """
        settings = {**settings, "actions": settings.get("actions") or "cells"}
        self.settings = EpisodeSettings.of(game, **settings)
        self._name = _named(self.settings)
        self._start = self.settings.begin()
        layout, encoder = self.settings.layout, self.settings.encoder
        self._exchanged = layout.color_permutation()
        seen = encoder.encode(self._start.position)
        if encoder.exchange_colors(seen).shape != seen.shape:
            variant = self.settings.variant
            raise UsageError(f"{variant} is not the same for both colors: expected as many rows as columns")
        symmetries = self.settings.encodings.color_symmetries
        self._symmetries = {symmetry: layout.permutation(symmetry) for symmetry in symmetries}

    def getInitBoard(self) -> BoardView:
        """Return the initial board."""
        return BoardView(self._start, 0)

    def getBoardSize(self) -> tuple[int, int]:
        """Return the last two dimensions of an observation: rows and columns."""
        *_, rows, columns = self.settings.encoder.shape
        return rows, columns

    def getActionSize(self) -> int:
        """Return the number of action numbers."""
        return self.settings.layout.size

    def getNextState(self, board: BoardView, player: int, action: int) -> tuple[BoardView, int]:
        """Return the board after an action, and the player to move then, 1 or -1.

        Raises `UsageError` if the player is not to move or `action` is not an action number, and
        `IllegalMoveError` if the action is not legal.
        """
        mover, episode = self._player(board, player), board.episode
        if episode.over or mover != episode.turn:
            raise UsageError(f"player {player} cannot act: the game is over, or the other player is to move")
        number = check_number(action, self.getActionSize())
        after = episode.copy()
        # The permutation is its own inverse: exchanging the colors twice changes nothing.
        after.play(self._exchanged[number] if self._exchanges(episode, mover) else number)
        return BoardView(after, board.first), -player

    def getValidMoves(self, board: BoardView, player: int) -> NDArray[Any]:
        """Return an int8 array with 1 for each legal action of a player, else 0; all zeros if the player is
        not to move or the game is over.
        """
        mover, episode = self._player(board, player), board.episode
        mask = episode.mask(mover)
        return mask[self._exchanged] if self._exchanges(episode, mover) else mask

    def getGameEnded(self, board: BoardView, player: int) -> float:
        """Return 0 until the game is over, 1 if the player has won, -1 if the player has lost, and `DRAW` for
        a draw and for a game that was cut short.
        """
        return board.episode.reward(self._player(board, player)) or (DRAW if board.episode.over else 0)

    def getCanonicalForm(self, board: BoardView, player: int) -> BoardView:
        """Return the board on which `player` is called 1."""
        return BoardView(board.episode, self._player(board, player))

    def getSymmetries(
        self, board: BoardView, pi: Sequence[float] | NDArray[Any]
    ) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return the observation and the policy of the board, and those of its images under all symmetries
        that do not exchange the colors.

        Raises `UsageError` if the policy `pi` does not have one finite number for each action.
        """
        self._check(board)
        try:
            with np.errstate(over="ignore"):  # too large for float32: checked below
                seen, policy = np.asarray(board), np.asarray(pi, np.float32)
        except (TypeError, ValueError, OverflowError) as error:
            raise UsageError(f"pi is not an array of numbers: {error}") from None
        if policy.shape != (expected := (self.getActionSize(),)):
            raise UsageError(
                f"pi has the shape {policy.shape}: expected {expected}, a number for each action"
            )
        if not np.isfinite(policy).all():
            raise UsageError("pi has a number that is not finite")
        images = []
        for symmetry, permutation in self._symmetries.items():
            image = np.empty_like(policy)
            image[permutation] = policy
            images.append((self.settings.encoder.transform(seen, symmetry), image))
        return images

    def stringRepresentation(self, board: BoardView) -> str:
        """Return text that two boards share only if they have the same future, provided that they began with
        the same `max_plies`. It includes the ply and the repetitions, so a search that looks up boards by
        this text never loops.
        """
        self._check(board)
        return f"{board.first} {board.episode.state_text()}"

    def _exchanges(self, episode: Episode, player: int) -> bool:
        """Return whether the player's actions are numbered with the colors exchanged."""
        return bool(self.settings.encodings.color_of(episode.position, player))

    def _player(self, board: BoardView, player: int) -> int:
        """Return 0 or 1 for the player who is called 1 or -1. Raises `UsageError` for another player, and for
        a board of another game.
        """
        self._check(board)
        if player not in (1, -1):
            raise UsageError(f"there is no player {player!r}: expected 1 or -1")
        return board.first if player == 1 else 1 - board.first

    def _check(self, board: BoardView) -> None:
        """Raise `UsageError` for anything but a board, and for a board of another game."""
        if not isinstance(board, BoardView):
            raise UsageError(f"{type(board).__name__} is not a board: expected what getInitBoard() returns")
        theirs, own = board.episode.settings, self.settings
        # Boards of this object share its settings; unpickled boards have equal ones. Comparing names is
        # slower, so it comes last.
        if theirs is not own and theirs != own and (name := _named(theirs)) != self._name:
            raise UsageError(f"the board is of {name}: expected {self._name}")


def _named(settings: EpisodeSettings) -> str:
    """Return text that is the same for settings whose boards are interchangeable. It includes all rules, even
    those that the caller did not set.
    """
    game, encoder, layout = settings.game, settings.encoder, settings.layout
    rules = game.rules_of(game.initial(settings.variant, settings.rules))
    return ", ".join(
        [
            f"{game.name} {settings.variant}",
            *(f"{name}={value}" for name, value in rules.items()),
            f"observation={encoder.name} of shape {encoder.shape}",
            f"actions={layout.name} of size {layout.size}",
        ]
    )
