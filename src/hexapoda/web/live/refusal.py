"""Moves that people type or click, and the answers to those that are refused.

The game's own dialogue reads the text, so a page accepts the same words as the terminal.
"""

from __future__ import annotations

from typing import Any

from hexapoda.errors import AmbiguousMoveError, HexapodaError, IllegalMoveError, InvalidMoveError
from hexapoda.games import Game
from hexapoda.games.answer import Answer

__all__ = ["answer_why", "read_move"]


def read_move(game: Game, position: Any, text: str) -> Any:
    """Return the legal move that `text` means, or a message `refusal` as a dict."""
    try:
        found = game.dialogue().read(position, text)
    except (AmbiguousMoveError, IllegalMoveError, InvalidMoveError) as error:
        return _refusal(text, error)
    return _answer(text, found) if isinstance(found, Answer) else found


def answer_why(game: Game, position: Any, text: str) -> dict[str, Any]:
    """Return a message that says why a move, or every move of a piece, is not legal, or that it is."""
    try:
        found = game.dialogue().read(position, text)
    except (AmbiguousMoveError, IllegalMoveError, InvalidMoveError) as error:
        return _refusal(text, error)
    if isinstance(found, Answer):
        return _answer(text, found)
    written = game.format_move(position, found)
    return {"type": "legal", "move": written, "text": f"{written} is legal"}


def _refusal(text: str, error: HexapodaError) -> dict[str, Any]:
    rule = getattr(error, "rule", None)
    return {
        "type": "refusal",
        "move": text,
        "rule": None if rule is None else rule.value,
        "text": str(error),
        "cells": [list(cell) for cell in getattr(error, "cells", ())],
        "pieces": [str(piece) for piece in getattr(error, "pieces", ())],
    }


def _answer(text: str, answer: Answer) -> dict[str, Any]:
    """An answer that is not a move: why a piece cannot move, or which of its moves is meant."""
    said = "; ".join(answer.lines)
    if answer.entries:
        said = f"{text} could be {', '.join(entry.split(' ', 1)[-1] for entry in answer.entries)}"
    cells = [list(cell) for cell in answer.alerts]
    return {"type": "refusal", "move": text, "rule": None, "text": said, "cells": cells, "pieces": []}
