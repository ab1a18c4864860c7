"""A review as JSON for pages: the game with its boards, the judgment of each move, and lines to play through.

Defines the form of this JSON. `hexapoda.analysis.review_json` writes the judgments; each game writes its
boards and moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexapoda.analysis.review_json import move_json, remark_json
from hexapoda.analysis.review_judgment import glyph
from hexapoda.analysis.review_move import MoveReview, verdict
from hexapoda.analysis.review_themes import ReviewHabits
from hexapoda.errors import HexapodaError
from hexapoda.games import Game
from hexapoda.games.position import Position
from hexapoda.games.translations import translated
from hexapoda.page.opening_json import opening_of
from hexapoda.record import GLYPHS, GameTree
from hexapoda.web.answers.parts import BoardJson, PlayableJson, StepJson
from hexapoda.web.answers.review import GameHabitsJson, HabitJson, JudgmentJson, ReviewedGameJson

__all__ = ["game_json", "habits_json", "judgment_json", "line_json", "position_json"]


def game_json(tree: GameTree) -> ReviewedGameJson:
    """Return a game with the boards at the start and after each move."""
    record = tree.to_record()
    first, second = record.players
    game, position = tree.game, tree.start
    boards = [_board(game, position)]
    steps = []
    for node in tree.main_line():
        move = game.recorded_move(position, node.text)
        steps.append(game.move_json(position, move))
        game.push_recorded(position, move)
        boards.append(_board(game, position))
    return {
        "game": record.game,
        "variant": record.variant,
        "rules": dict(record.rules),
        "start": record.start,
        "names": (first.name, second.name),
        "result": record.result,
        "ending": record.ending.value,
        "date": record.date,
        "event": record.event,
        "opening": opening_of(tree),
        "moves": [move.text for move in record.moves],
        "boards": boards,
        "steps": steps,
    }


def judgment_json(game: Game, before: Position, review: MoveReview, *, deep: bool) -> JudgmentJson:
    """Return the judgment of a move, with its lines as boards. `before`: the position in which the move was
    played; `deep`: whether the second pass has reviewed the move.
    """
    error = review.judgment.is_error
    played = before.copy()
    played.push(game.parse_move(played, review.move))
    number = glyph(review.judgment, review.win_probability_loss)
    first, last = review.win_probability_before, review.win_probability_after
    return translated(
        JudgmentJson(
            {
                **move_json(review, game.players),  # type: ignore[typeddict-item]  # no `translations`
                "remarks": [translated(remark_json(remark)) for remark in review.remarks],
                "side": review.player,
                "glyph": "" if number is None else GLYPHS[number],
                "error": error,
                "win_before": round(first if review.player == 0 else 1 - first, 4),
                "win": round(last if review.player == 0 else 1 - last, 4),
                "text": verdict(review, plies=game.analysis.COUNTS_PLIES) if error else "",
                "better": line_json(game, before, review.line) if review.best != review.move else [],
                "refutation": line_json(game, played, review.reply),
                "deep": deep,
            }
        )
    )


def line_json(game: Game, position: Position, line: Sequence[str]) -> list[StepJson]:
    """Return the moves of a line, each with the board after it, up to the first illegal one."""
    at = position.copy()
    steps: list[StepJson] = []
    for text in line:
        try:
            move = game.parse_move(at, text)
        except HexapodaError:  # engines may report lines with illegal moves
            break
        shown = game.move_json(at, move)
        at.push(move)
        steps.append({"move": shown, "board": _board(game, at)})
    return steps


def position_json(game: Game, position: Position) -> PlayableJson:
    """Return the board and the legal moves of a position in which the visitor may move."""
    return {
        "board": _board(game, position),
        "legal": [game.move_json(position, move) for move in position.legal_moves],
    }


def habits_json(found: ReviewHabits) -> GameHabitsJson:
    """Return the typical errors in the games of one player."""
    return {
        "games": found.games,
        "moves": found.moves,
        "accuracy": None if found.accuracy is None else round(found.accuracy, 1),
        "counts": {judgment.value: number for judgment, number in found.counts.items()},
        "parts": [{"errors": errors, "moves": moves} for errors, moves in found.parts],
        "missed": [
            translated(HabitJson(text=text, places=[{"id": id, "ply": ply} for id, ply in places]))
            for text, places in found.missed
        ],
        "worst": [{"id": id, "ply": ply, "loss": round(loss, 4)} for id, ply, loss in found.worst],
    }


def _board(game: Game, position: Position) -> BoardJson:
    """Return a board without the moves that led to it, which all boards of a long game would repeat."""
    return {**game.board_json(position), "moves": []}
