"""Why a better move is better: the terms of the evaluation that its line is ahead in."""

from __future__ import annotations

import re

from hexapoda.analysis.review_reason import explain_difference
from hexapoda.hive import Position
from hexapoda.hive.evaluation import evaluate

START = r"Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1\;wB1 \wS1;bA1 bQ-"
BETTER, WORSE = ("wA1 -wQ", "bA1 -wB1"), ("wB1 wS1", "bA1 -wQ")


def at_the_end(line: tuple[str, ...]) -> Position:
    position = Position.from_game_string(START)
    for text in line:
        position.push(position.parse_move(text))
    return position


def test_the_terms_that_differ_most_at_the_ends_of_the_lines() -> None:
    text = explain_difference(Position.from_game_string(START), BETTER, WORSE)
    assert text.startswith("What it gains: ") and text.endswith(".")
    told = [
        (color, int(amount)) for color, amount in re.findall(r"(White|Black)'s [^,]*? ([-+][0-9]+)", text)
    ]
    assert 1 <= len(told) <= 2
    differences = {
        (color, amount)
        for old, new in zip(
            evaluate(at_the_end(WORSE)).terms, evaluate(at_the_end(BETTER)).terms, strict=True
        )
        for color, amount in (("White", new.white - old.white), ("Black", new.black - old.black))
    }
    assert set(told) <= differences


def test_lines_are_compared_after_as_many_plies() -> None:
    position = Position.from_game_string(START)
    short = explain_difference(position, BETTER, WORSE)
    assert explain_difference(position, (*BETTER, "wA1 wB1-"), WORSE) == short
    assert explain_difference(position, BETTER, (*WORSE, "wA1 wB1-")) == short
    assert position.ply == 6


def test_no_reason_where_there_is_none() -> None:
    position = Position.from_game_string(START)
    assert explain_difference(position, BETTER, BETTER) == ""
    assert explain_difference(position, BETTER, ("wA1 nowhere", "bA1 -wQ")) == ""
    assert explain_difference(position, BETTER, ()) == ""
