"""The lessons of every game, judged by its real rules."""

from __future__ import annotations

from typing import Any

import pytest

from hexapoda.games import find_game, game_names
from hexapoda.games.lesson import RuleLesson
from hexapoda.games.translations import ENGLISH, languages, patterns

LESSONS = [(name, lesson) for name in game_names() for lesson in find_game(name).lessons]
each_lesson = pytest.mark.parametrize(
    ("name", "lesson"), LESSONS, ids=[f"{name}-{lesson.id}" for name, lesson in LESSONS]
)


def accepted(name: str, lesson: RuleLesson, at: int, position: Any) -> list[str]:
    """The moves that a step accepts."""
    game = find_game(name)
    legal = [game.format_move(position, move) for move in position.legal_moves]
    return list(lesson.steps[at].accept) or legal


@pytest.mark.parametrize("name", ["hive", "hex"])
def test_a_game_has_about_ten_lessons_with_different_ids(name: str) -> None:
    lessons = find_game(name).lessons
    assert len(lessons) >= 10
    assert len({lesson.id for lesson in lessons}) == len(lessons)


@each_lesson
def test_accepted_moves_and_replies_are_legal(name: str, lesson: RuleLesson) -> None:
    game = find_game(name)
    position = game.parse_position(lesson.start)
    learner = position.turn
    assert position.outcome() is None
    for at, step in enumerate(lesson.steps):
        assert position.turn == learner
        texts = accepted(name, lesson, at, position)
        for text in texts:
            move = game.parse_move(position, text)
            assert game.format_move(position, move) == text  # as the page compares it
            after = position.copy()
            after.push(move)
            if step.reply is not None:
                assert after.outcome() is None
                after.push(game.parse_move(after, step.reply))
        position = after
    assert lesson.steps[-1].reply is None


@each_lesson
def test_the_refused_move_breaks_the_rule_of_the_lesson(name: str, lesson: RuleLesson) -> None:
    game = find_game(name)
    if lesson.refused is None:
        return
    refusal = game.why_not(game.parse_position(lesson.start), lesson.refused.move)
    assert refusal is not None and refusal.rule is not None and refusal.rule.value == lesson.refused.rule


@pytest.mark.parametrize("name", ["hive", "hex"])
def test_the_tour_is_six_lessons_before_all_others_and_is_read_in_three_minutes(name: str) -> None:
    lessons = find_game(name).lessons
    tour = [lesson for lesson in lessons if lesson.tour]
    assert tour == list(lessons[:6]) and not any(lesson.tour for lesson in lessons[6:])
    for language in languages():
        known = {} if language == ENGLISH else patterns(language)
        sentences = [text for one in tour for text in (one.title, one.text, one.goal, one.praise)]
        texts = [text.translated(known) for text in sentences]
        # At 180 words a minute, two minutes for reading remain one for the moves.
        assert len(" ".join(texts).split()) <= 360


def test_a_game_of_the_tour_of_hive_is_won_whatever_black_does() -> None:
    game = find_game("hive")
    [lesson] = [one for one in game.lessons if one.id == "finish"]
    position = game.parse_position(lesson.start)
    game.play_texts(position, lesson.steps[0].accept)
    for answer in list(position.legal_moves):
        after = position.copy()
        after.push(answer)
        last = game.parse_move(after, lesson.steps[1].accept[0])
        after.push(last)
        outcome = after.outcome()
        assert outcome is not None and outcome.winner == 0


@pytest.mark.parametrize("name", ["hive", "hex"])
def test_the_first_lesson_is_the_goal_of_the_game(name: str) -> None:
    game = find_game(name)
    lesson = game.lessons[0]
    position = game.parse_position(lesson.start)
    learner = position.turn
    for at, step in enumerate(lesson.steps):
        [text] = accepted(name, lesson, at, position)
        game.play_texts(position, [text] if step.reply is None else [text, step.reply])
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == learner


def test_the_puzzle_of_hex_has_one_answer() -> None:
    game = find_game("hex")
    puzzle = game.lessons[-1]
    position = game.parse_position(puzzle.start)
    prover = game.analysis.new_prover()
    assert prover is not None
    for step in puzzle.steps:
        wins = []
        for move in position.legal_moves:
            after = position.copy()
            after.push(move)
            if after.outcome() is not None:
                wins.append(str(move))
                continue
            proof = prover.prove(after, nodes=1_000_000)
            assert proof is not None
            if proof.win_in < 0:
                wins.append(str(move))
        assert wins == list(step.accept)
        game.play_texts(position, [*wins, *([] if step.reply is None else [step.reply])])
    assert position.outcome() is not None


def test_marks_are_cells_of_accepted_moves() -> None:
    for name, lesson in LESSONS:
        game = find_game(name)
        position = game.parse_position(lesson.start)
        reached = []
        for text in accepted(name, lesson, 0, position):
            move: dict[str, Any] = {**game.move_json(position, game.parse_move(position, text))}
            reached.append(tuple(move.get("to") or move.get("cell") or ()))
        assert set(lesson.marks) <= set(reached), lesson.id
