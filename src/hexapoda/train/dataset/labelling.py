"""`labelled`: the positions of a game as rows of a dataset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.train.dataset.part import PositionRow
from hexapoda.train.dataset.sources import SourceGame

__all__ = ["labelled"]


def labelled(game: Game, source: SourceGame, number: int) -> Iterator[PositionRow]:
    """Yield a row for each position in which a player chose the move. `number` is the game's number in the
    dataset.

    Raises the errors of `Game.parse_position`, `Game.initial`, `parse_move` and `push` for an illegal game.
    """
    rules = dict(source.rules)
    position = (
        game.initial(source.variant, rules)
        if source.start is None
        else game.parse_position(source.start, rules)
    )
    shown = ",".join(f"{name}={choice}" for name, choice in sorted(source.rules))
    for ply, move in enumerate(source.moves):
        parsed = position.parse_move(move.text)
        if move.chosen:
            turn = position.turn
            result = None
            if source.decided:
                result = 0 if source.winner is None else 1 if source.winner == turn else -1
            text = game.format_position(position)
            policy = _checked(position, move.policy)
            yield PositionRow(number, ply, text, shown, move.text, policy, move.value, move.proof, result)
        position.push(parsed)


def _checked(position: Position, policy: Mapping[str, float]) -> dict[str, float]:
    """Return a policy in the notation of the game, with the shares of duplicate moves added up. Raises
    `InvalidMoveError` and `IllegalMoveError`.
    """
    found: dict[str, float] = {}
    for text, share in policy.items():
        move = position.parse_move(text)
        position.copy().push(move)
        name = position.format_move(move)
        found[name] = found.get(name, 0) + share
    return found
