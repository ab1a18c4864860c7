"""The UHP GameString, `Base+MLP;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1`, and the GameTypeString.

Splits, plays and writes GameStrings. The state and the turn of a GameString are redundant: they are kept as
claimed, but the moves decide. Results that do not follow from the moves (resignation, time) belong to
`records`.
Specification: https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol#gamestring
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hexapoda.errors import HexapodaError, InvalidGameError, InvalidPositionError
from hexapoda.hive.position import Position
from hexapoda.hive.text.notation import format_move
from hexapoda.hive.text.numbering import Numbering
from hexapoda.hive.variant import parse_variant
from hexapoda.text.quotation import quoted
from hexapoda.text.sentence import Sentence, message_of

__all__ = [
    "STATES",
    "GameString",
    "format_game_string",
    "move_texts",
    "parse_game_string",
    "play",
    "split_game_string",
    "turn_fault",
]

STATES: Final = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")

_STATE_BY_WORD: Final = {state.lower(): state for state in STATES}
_FIRST_MOVE = re.compile(r"\s*[wb][QSBGAMLP][1-3]?\s*")
_TURN = re.compile(r"(white|black)\[([1-9][0-9]{0,6})\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class GameString:
    """The fields of a GameString, not checked against the rules."""

    variant: str
    """The canonical name, such as `Base+MLP`."""
    state: str | None
    """The state that the text claims. It is None for a GameTypeString, which is only a variant, and for a
    variant followed directly by moves, as in links: `Base;wS1;bS1 wS1-`.
    """
    turn: str | None
    """The turn that the text claims, such as `White[3]`; None if it claims no state."""
    moves: tuple[str, ...]
    """The MoveStrings, as written."""


def split_game_string(text: str) -> GameString:
    """Return the fields of a GameString or GameTypeString. Raises `InvalidGameError` for a bad field."""
    fields = text.strip().split(";")
    variant = parse_variant(fields[0])
    if len(fields) == 1:
        return GameString(variant, None, None, ())
    if _FIRST_MOVE.fullmatch(fields[1]):
        return GameString(variant, None, None, _moves(fields[1:]))
    state = _STATE_BY_WORD.get(fields[1].strip().lower())
    if state is None:
        expected = ", ".join(STATES)
        raise InvalidGameError(
            Sentence(
                "{state} is not a game state: expected one of {expected}",
                state=quoted(fields[1]),
                expected=expected,
            )
        )
    turn = _TURN.fullmatch(fields[2].strip()) if len(fields) > 2 else None
    if turn is None:
        found = quoted(fields[2]) if len(fields) > 2 else Sentence("the end")
        raise InvalidGameError(
            Sentence("{found} is not a turn: expected text such as 'White[3]'", found=found)
        )
    return GameString(variant, state, f"{turn[1].capitalize()}[{turn[2]}]", _moves(fields[3:]))


def _moves(fields: list[str]) -> tuple[str, ...]:
    """Return the moves, without the empty string after a closing semicolon."""
    return tuple(fields[:-1] if fields and not fields[-1].strip() else fields)


def turn_fault(game: GameString) -> Sentence | None:
    """Return an error message if the moves of a GameString do not lead to the turn it claims, else None."""
    if game.turn is None:
        return None
    color, _, number = game.turn.rstrip("]").partition("[")
    plies = 2 * (int(number) - 1) + (color == "Black")
    if plies == len(game.moves):
        return None
    after = f"{('White', 'Black')[len(game.moves) % 2]}[{len(game.moves) // 2 + 1}]"
    return Sentence(
        "the header says {turn}, but the {moves} after it lead to {after}: expected {plies}",
        turn=game.turn,
        moves=_plies(len(game.moves)),
        after=after,
        plies=_plies(plies),
    )


def _plies(number: int) -> Sentence:
    return Sentence("1 ply") if number == 1 else Sentence("{number} plies", number=number)


def parse_game_string(
    text: str, *, opening: Literal["tournament", "free"] = "tournament", repetition: bool = True
) -> Position:
    """Return the position after the moves of a GameString, or of a link that contains one. A wrong state or
    turn is ignored, and the pieces may be numbered in any order. A game may continue after the third
    occurrence of a position even if `repetition` is on. Raises `InvalidGameError`. For a bad move, the error
    holds the ply, and its cause is the `InvalidMoveError` or `IllegalMoveError`.
    """
    if "uhp=" in text:
        from hexapoda.hive.text.link import linked_game  # imported here, so that UHP engines start faster

        text = linked_game(text) or text
    game = split_game_string(text)
    position = Position(game.variant, opening=opening, repetition=repetition)
    play(position, game.moves)
    return position


def play(position: Position, texts: Sequence[str]) -> None:
    """Play UHP MoveStrings, which may number the pieces in any order; raises `InvalidGameError` at the first
    bad one.
    """
    done = position._play_uhp(texts)  # the core stops at the first text that it cannot play as it stands
    if done == len(texts):
        return
    numbering = Numbering(position)
    for text in texts[done:]:
        try:
            numbering.play(position, text)
        except HexapodaError as error:
            ply = position.ply + 1
            raise InvalidGameError(
                Sentence("ply {ply} {text}: {why}", ply=ply, text=quoted(text), why=message_of(error)),
                ply=ply,
            ) from error


def format_game_string(position: Position) -> str:
    """Return the GameString of the game that led to this position, with canonical moves. Raises
    `InvalidPositionError` for a custom initial position, which a GameString cannot represent.
    """
    return ";".join([position.variant, position.state, position.turn_text, *move_texts(position)])


def move_texts(position: Position, notation: str = "uhp") -> list[str]:
    """Return the canonical texts of the moves; raises `InvalidPositionError` unless the board was empty at
    the start.
    """
    replay = position.start
    if replay.ply != 0 or replay.pieces():
        raise InvalidPositionError(
            Sentence(
                "the game starts from the position {text}: expected an empty board",
                text=quoted(replay.text()),
            )
        )
    texts = []
    for move in position.moves:
        texts.append(format_move(replay, move, notation))
        replay.push(move)
    return texts
