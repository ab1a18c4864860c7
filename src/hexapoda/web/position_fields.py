"""`PositionFields`: a position in a request, and `find_position`, which reads it.

Limits the sizes of the fields. A page sends either a start with moves, or any text that the games can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from hexapoda.errors import HexapodaError, UsageError
from hexapoda.games import Game, find_game, game_names
from hexapoda.games.position import Position
from hexapoda.record import scan_text
from hexapoda.record.reading import sniff
from hexapoda.text.sentence import Sentence, message_of
from hexapoda.web.problem import Problem

__all__ = [
    "MOST_MOVES",
    "Coordinate",
    "LongText",
    "MoveText",
    "NamedPosition",
    "PositionFields",
    "RuleText",
    "find_position",
    "named_game",
]

MOST_MOVES = 2_000
"""The maximum number of moves that lead to a position. The longest recorded games have a few hundred."""
MoveText = Annotated[str, StringConstraints(max_length=40, min_length=1)]
LongText = Annotated[str, StringConstraints(max_length=32_000)]
Coordinate = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
RuleText = Annotated[str, StringConstraints(max_length=40)]


class PositionFields(BaseModel):
    """A position, given as a start with moves or as text."""

    model_config = ConfigDict(extra="forbid")

    game: str | None = Field(default=None, max_length=40, description="The name of the game.")
    variant: str | None = Field(default=None, max_length=40, description="By default the first variant.")
    rules: dict[RuleText, RuleText] = Field(default_factory=dict, max_length=20)
    start: LongText | None = Field(default=None, description="A position as text, in place of the variant.")
    moves: list[MoveText] = Field(default_factory=list, max_length=MOST_MOVES)
    text: LongText | None = Field(
        default=None, description="A position or a game as text, in place of `variant`, `start` and `moves`."
    )

    @property
    def is_long(self) -> bool:
        """Whether reading the position may take more than a few milliseconds."""
        return self.text is not None or self.start is not None or len(self.moves) > 400


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position with its game. `start`: the first position as text; None for the usual start."""

    game: Game
    position: Position
    start: str | None


def named_game(name: str) -> Game:
    """Return the game with this name. Raises `Problem` 400."""
    try:
        return find_game(name)
    except UsageError as error:
        raise Problem(400, message_of(error), "game") from None


def find_position(fields: PositionFields) -> NamedPosition:
    """Return the position that the fields describe. Raises `Problem` 400, which names the wrong field."""
    if fields.text is not None:
        if fields.moves or fields.start is not None or fields.variant is not None:
            raise Problem(400, "expected text, or a variant or a start with moves, not both", "text")
        return _read_text(fields.text, fields.game, fields.rules)
    if fields.game is None:
        raise Problem(400, f"expected one of {', '.join(game_names())}", "game")
    game = named_game(fields.game)
    start = fields.start
    try:
        if start is None:
            position = game.initial(fields.variant, fields.rules)
        else:
            position = game.parse_position(start, fields.rules)
    except HexapodaError as error:
        raise Problem(400, message_of(error), "variant" if start is None else "start") from None
    if start is not None and position.moves:
        start = _start_text(game, position)
    before = position.ply
    try:
        game.play_texts(position, fields.moves)
    except HexapodaError as error:
        at = position.ply - before
        move = fields.moves[at]
        text = Sentence("move {number}, {move!r}: {why}", number=at + 1, move=move, why=message_of(error))
        raise Problem(400, text, "moves", ply=at, move=move) from None
    return NamedPosition(game, position, start)


def _read_text(text: str, name: str | None, rules: dict[str, str]) -> NamedPosition:
    """Return the position that a text describes in any format; if it contains games instead, the position at
    the end of the first game. Raises `Problem` 400.
    """
    text = text.strip()
    if not text:
        raise Problem(400, Sentence("expected a position or a game as text"), "text")
    games = [named_game(name)] if name is not None else _likely_games(text)
    errors: list[HexapodaError] = []
    for game in games:
        for read in (_position_of, _game_of):
            try:
                position = read(game, text, rules)
            except HexapodaError as error:
                errors.append(error)
            else:
                return NamedPosition(game, position, _start_text(game, position))
    raise Problem(400, message_of(errors[0]), "text")


def _position_of(game: Game, text: str, rules: dict[str, str]) -> Position:
    position: Position = game.parse_position(text, rules)
    return position


def _game_of(game: Game, text: str, rules: dict[str, str]) -> Position:
    """Return the position at the end of the first game in a text. Raises `HexapodaError`."""
    for found in scan_text(text, Sentence("the text"), game.name):
        found.checked()
        position: Position = found.position
        return position
    raise UsageError(Sentence("the text contains no games"))


def _likely_games(text: str) -> Sequence[Game]:
    """Return all games, beginning with those whose records or positions the text may contain."""
    found = sniff(text).game
    games = [find_game(name) for name in game_names()]

    def unlikely(game: Game) -> bool:
        archive = game.archive
        return game.name != found if found is not None else archive is None or not archive.takes(text)

    return sorted(games, key=unlikely)


def _start_text(game: Game, position: Position) -> str | None:
    """Return the position before the first move as text; None if it is the usual start of the variant."""
    start = position.copy()
    for _ in range(len(start.moves)):
        start.pop()
    usual = game.initial(start.variant, game.rules_of(start))
    text = str(game.format_position(start))
    return None if text == game.format_position(usual) else text
