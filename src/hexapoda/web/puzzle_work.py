"""Judges puzzle moves and finds hints for pages, in worker processes, because a proof may take a second."""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.errors import IllegalMoveError
from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.puzzles.attempt import Attempt, PuzzleAnswer
from hexapoda.puzzles.puzzle import Puzzle
from hexapoda.web.answers.parts import PlayableJson
from hexapoda.web.answers.puzzle import HintJson, JudgedMoveJson, RefusedMoveJson
from hexapoda.web.live.refusal import refusal_json

__all__ = ["hint_json", "judged_json", "state_json"]


def judged_json(puzzle: Puzzle, moves: Sequence[str], text: str) -> JudgedMoveJson | RefusedMoveJson:
    """Judge a move after the earlier `moves` of an attempt. Raises `HexapodaError` if they are not legal."""
    attempt = Attempt(puzzle, moves)
    game, position = attempt.game, attempt.position
    try:
        move = game.parse_move(position, text)
    except IllegalMoveError as error:
        return {"verdict": "refused", **refusal_json(game, position, text, error)}
    return _answer_json(attempt, attempt.answer(move))


def hint_json(puzzle: Puzzle, moves: Sequence[str], level: int) -> HintJson:
    """Return a hint after the earlier `moves` of an attempt. Raises as `judged_json` does."""
    attempt = Attempt(puzzle, moves)
    hint = attempt.hint(level)
    move = None if hint.move is None else attempt.game.move_json(attempt.position, hint.move)
    return translated(HintJson(text=hint.text, pieces=list(hint.pieces), cells=list(hint.cells), move=move))


def state_json(game: Game, position: Position) -> PlayableJson:
    """Return the board of a position and its legal moves, none if the game is over."""
    over = position.outcome() is not None
    return {
        "board": game.board_json(position),
        "legal": [] if over else [game.move_json(position, move) for move in position.legal_moves],
    }


def _answer_json(attempt: Attempt, answer: PuzzleAnswer) -> JudgedMoveJson:
    """Return a judged move with the board after it, and after the reply if there is one."""
    game, after = attempt.game, answer.after
    out: JudgedMoveJson = {
        "verdict": answer.verdict,
        "text": answer.text,
        "move": game.move_json(attempt.position, answer.move),
        "board": game.board_json(after),
        "reply": None,
        "left": attempt.left - 1,
    }
    if answer.reply is not None:
        end = after.copy()
        end.push(answer.reply)
        out["reply"] = {"move": game.move_json(after, answer.reply), **state_json(game, end)}
    return translated(out)
