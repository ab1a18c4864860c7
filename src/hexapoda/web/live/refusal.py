"""Moves that people type or click, and the answers to those that are refused.

The game's own dialogue reads the text, so a page accepts the same words as the terminal.
"""

from __future__ import annotations

from typing import Any

from hexapoda.errors import AmbiguousMoveError, HexapodaError, IllegalMoveError, InvalidMoveError
from hexapoda.games import Game
from hexapoda.games.answer import Answer
from hexapoda.games.translations import translated
from hexapoda.text.sentence import Sentence, joined, message_of

__all__ = ["answer_why", "read_move", "refusal_json"]


def read_move(game: Game, position: Any, text: str) -> Any:
    """Return the legal move that `text` means, or a message `refusal` as a dict."""
    found = _understood(game, position, text)
    return _answer(text, found) if isinstance(found, Answer) else found


def answer_why(game: Game, position: Any, text: str) -> dict[str, Any]:
    """Return a message that says why a move, or every move of a piece, is not legal, or that it is."""
    found = _understood(game, position, text)
    if isinstance(found, Answer):
        return _answer(text, found)
    if isinstance(found, dict):
        return found
    written = game.format_move(position, found)
    return translated({"type": "legal", "move": written, "text": Sentence("{move} is legal", move=written)})


def _understood(game: Game, position: Any, text: str) -> Any:
    """Return the move, an `Answer`, or a message `refusal`."""
    try:
        return game.dialogue().read(position, text)
    except IllegalMoveError as error:
        return refusal_json(game, position, text, error)
    except (AmbiguousMoveError, InvalidMoveError) as error:
        return _refusal(text, message_of(error), error)


def refusal_json(game: Game, position: Any, text: str, error: IllegalMoveError) -> dict[str, Any]:
    """Return a message that says why a move is not legal."""
    return _refusal(text, game.dialogue().refusal_text(position, error), error)


def _refusal(text: str, said: str, error: HexapodaError) -> dict[str, Any]:
    rule = getattr(error, "rule", None)
    return translated(
        {
            "type": "refusal",
            "move": text,
            "rule": None if rule is None else rule.value,
            "text": said,
            "cells": [list(cell) for cell in getattr(error, "cells", ())],
            "pieces": [str(piece) for piece in getattr(error, "pieces", ())],
        }
    )


def _answer(text: str, answer: Answer) -> dict[str, Any]:
    """An answer that is not a move: why a piece cannot move, or which of its moves is meant."""
    said = joined("; ", answer.lines)
    if answer.entries:
        choices = ", ".join(entry.split(" ", 1)[-1] for entry in answer.entries)
        said = Sentence("{text} could be {choices}", text=text, choices=choices)
    cells = [list(cell) for cell in answer.alerts]
    return translated(
        {"type": "refusal", "move": text, "rule": None, "text": said, "cells": cells, "pieces": []}
    )
