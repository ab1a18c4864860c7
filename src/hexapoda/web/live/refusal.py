"""Reads moves that people type or click, and writes the answers to refused moves.

The game's own dialogue reads the text, so a page accepts the same words as the terminal.
"""

from __future__ import annotations

from hexapoda.analysis.review_json import remark_json
from hexapoda.coach import describe
from hexapoda.errors import AmbiguousMoveError, HexapodaError, IllegalMoveError, InvalidMoveError
from hexapoda.games import Game
from hexapoda.games.answer import Answer
from hexapoda.games.position import Move, Position
from hexapoda.games.translations import translated
from hexapoda.text.sentence import Sentence, joined, message_of
from hexapoda.web.answers.position import LegalJson, RefusalJson

__all__ = ["answer_why", "read_move", "refusal_json"]


def read_move(game: Game, position: Position, text: str) -> tuple[Move, RefusalJson | None]:
    """Return the legal move that `text` describes, and None; otherwise None, and a refusal that says why."""
    try:
        found = game.dialogue().read(position, text)
    except IllegalMoveError as error:
        return None, refusal_json(game, position, text, error)
    except (AmbiguousMoveError, InvalidMoveError) as error:
        return None, _refusal(text, message_of(error), error)
    return (None, _answer(text, found)) if isinstance(found, Answer) else (found, None)


def answer_why(game: Game, position: Position, text: str) -> LegalJson | RefusalJson:
    """Return why a move, or every move of a piece, is illegal; for a legal move, return what it does."""
    found, refusal = read_move(game, position, text)
    if refusal is not None:
        return refusal
    written = game.format_move(position, found)
    return translated(
        LegalJson(
            type="legal",
            move=written,
            text=Sentence("{move} is legal", move=written),
            does=[translated(remark_json(remark)) for remark in describe(game, position, found)],
        )
    )


def refusal_json(game: Game, position: Position, text: str, error: IllegalMoveError) -> RefusalJson:
    """Return the refusal of an illegal move, with the reason."""
    return _refusal(text, game.dialogue().refusal_text(position, error), error)


def _refusal(text: str, reason: str, error: HexapodaError) -> RefusalJson:
    rule = getattr(error, "rule", None)
    return translated(
        RefusalJson(
            type="refusal",
            move=text,
            rule=None if rule is None else rule.value,
            text=reason,
            cells=list(getattr(error, "cells", ())),
            pieces=[str(piece) for piece in getattr(error, "pieces", ())],
        )
    )


def _answer(text: str, answer: Answer) -> RefusalJson:
    """Return an answer of the dialogue as a refusal: why a piece cannot move, or which moves are possible."""
    reason = joined("; ", answer.lines)
    if answer.entries:
        choices = ", ".join(entry.split(" ", 1)[-1] for entry in answer.entries)
        reason = Sentence("{text} could be {choices}", text=text, choices=choices)
    return translated(
        RefusalJson(
            type="refusal",
            move=text,
            rule=None,
            text=reason,
            cells=list(answer.alerts),
            pieces=[],
        )
    )
