"""What the coach says of lines whose facts are known: the filters, the choice, the sentences."""

from __future__ import annotations

import json
from importlib.resources import files
from types import MappingProxyType

import pytest

from hexapoda.analysis.reason import error_remarks, hint_remarks, hint_text
from hexapoda.coach import Weights, advice, describe, differences, proof, reasons, weights_of
from hexapoda.engine import SearchInfo
from hexapoda.games import find_game, game_names
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE
from tests.coach.fake_facts import MISSING, FakeGame, FakePosition

ALL = Weights(
    MappingProxyType(
        {
            f"{kind}.{who}.{when}": weight
            for kind, weight in (("state", 1.0), ("threat", 0.5), ("count", 0.25))
            for who in ("own", "other")
            for when in ("early", "late")
        }
    ),
    0.4,
)


def found(table: dict[str, str], first: str, second: str) -> list[tuple[str, int, int, int]]:
    """The kind, the ply, the line and the better line of each difference."""
    game = FakeGame(table)
    return [
        (each.fact.kind, each.fact.ply, each.line, each.better)
        for each in differences(game, FakePosition(), first, second)  # type: ignore[arg-type]
    ]


def said(table: dict[str, str], better: str, played: str, you: int | None = None) -> list[str]:
    game = FakeGame(table)
    result = reasons(game, FakePosition(), better, played, you=you, weights=ALL)  # type: ignore[arg-type]
    for remark in result.remarks:  # good if it is about the better line
        assert not remark.line or remark.good == better.startswith(remark.line[0])
    return [remark.text for remark in result.remarks]


def test_a_fact_in_one_line_is_a_difference_for_the_line_of_the_one_who_gains() -> None:
    assert found({"a": "threat 0"}, "a", "b") == [("threat", 1, 0, 0)]
    assert found({"b": "threat 1"}, "a", "b") == [("threat", 1, 1, 0)]
    assert found({"a": "threat 1"}, "a", "b") == [("threat", 1, 0, 1)]
    assert found({"a": "threat 0", "b": "threat 0"}, "a", "b") == []


def test_lines_are_compared_at_the_same_ply_and_the_shorter_one_ends_it() -> None:
    assert found({"acc": "state 0"}, "acc", "bd") == []
    assert found({"ac": "threat 1"}, "acc", "bdd") == [("threat", 2, 0, 1)]
    assert found({"ac": "threat 1", "bdd": "threat 1"}, "acc", "bdd") == [], "a ply later it stands there too"
    assert found({"acc": "threat 0", "bdd": "threat 0"}, "acc", "bdd") == []


def test_a_new_fact_must_come_from_the_first_move_or_from_the_one_who_gains() -> None:
    assert found({"ac": "threat 0"}, "ac", "bc") == [], "the reply did it"
    assert found({"ac": "threat 1"}, "ac", "bc") == [("threat", 2, 0, 1)]
    assert found({"b": "state 1"}, "a", "b") == [("state", 1, 1, 0)]


def test_a_lasting_fact_must_last_and_a_threat_need_not() -> None:
    table = {"a": "state 0,threat 0", "ac": "state 0"}
    assert found(table, "acd", "bcd") == [("threat", 1, 0, 0)]
    assert ("state", 1, 0, 0) in found({**table, "acd": "state 0"}, "acd", "bcd")


def test_a_reply_that_does_the_same_after_the_other_move_is_no_difference() -> None:
    table = {"ac": "threat 1"}
    assert found(table, "ad", "ac") == [], "c is played in the second line; after a it does the same"
    assert found({"bc": "threat 1", "ac": "threat 1"}, "ad", "bc") == []
    assert found({"bc": "threat 1"}, "ad", "bc") == [("threat", 2, 1, 0)]
    assert found({f"b{MISSING}": "threat 1"}, "ad", f"b{MISSING}") == [("threat", 2, 1, 0)], (
        "not legal after a"
    )


def test_what_the_other_line_ends_is_a_difference_that_is_not_new() -> None:
    game = FakeGame({"": "state 1", "b": "state 1"})
    [each] = differences(game, FakePosition(), "a", "b")  # type: ignore[arg-type]
    assert (each.line, each.better, each.new) == (1, 0, False)
    assert said({"": "state 1", "b": "state 1"}, "a", "b") == ["a ends state for player 1."]


def test_a_difference_tells_whether_the_other_line_never_has_it() -> None:
    def never(table: dict[str, str]) -> list[bool]:
        game = FakeGame(table)
        each = differences(game, FakePosition(), "acegik", "bdfhjl")  # type: ignore[arg-type]
        return [one.never for one in each if one.line == 1]

    assert never({"b": "threat 1"}) == [True]
    assert never({"b": "threat 1", "acegi": "threat 1"}) == [False], "it stands there later"


def test_counts_are_compared_early_and_at_the_end() -> None:
    table = {"ac": "count 0 3", "bc": "count 0 1", "acde": "count 0 2", "bcde": "count 0 2"}
    game = FakeGame(table)
    [each] = differences(game, FakePosition(), "acde", "bcde")  # type: ignore[arg-type]
    assert (each.fact.count, each.other, each.size, each.better) == (3, 1, 2, 0)
    assert said(table, "acde", "bcde") == [
        "In the better line, after c: is count for player 0 3; as played, 1."
    ]
    assert said(table, "bcde", "acde") == [], "it speaks against it"
    assert said({"ac": "count 1 1", "bc": "count 1 3"}, "ac", "bc") == [
        "As played, after c: is count for player 1 3; in the better line, 1."
    ]


def test_the_strongest_reasons_come_first_and_not_more_than_two() -> None:
    table = {"a": "threat 0", "ac": "count 0 3", "bc": "count 0 0,state 1", "b": "state 1"}
    assert said(table, "ac", "bc", you=1) == [
        "After b: is state for you.",
        "In the better line, after c: is count for player 0 3; as played, 0.",
    ]


def test_too_little_evidence_is_silence() -> None:
    weak = {"ac": "count 0 1", "bc": "count 0 0"}
    assert said(weak, "ac", "bc") == []
    assert said({**weak, "b": "threat 1"}, "ac", "bc") == [
        "After b: is threat for player 1.",
        "In the better line, after c: is count for player 0 1; as played, 0.",
    ]
    assert (
        said({"a": "threat 1", "b": "threat 1,state 0", "bc": "state 0", "bcd": "state 0"}, "acd", "bcd")
        == []
    )
    assert said({"a": "state 0"}, "a", "a") == said({"a": "state 0"}, "", "b") == []


def test_advice_says_what_a_line_brings_and_what_it_costs() -> None:
    table = {
        "": "state 1",
        "a": "threat 0,count 1 2",
        "ac": "threat 0,threat 1,count 1 2",
        "acd": "state 0,count 1 2",
    }
    game = FakeGame({**table, "": "state 1,count 1 1"})
    remarks = advice(game, FakePosition(), "acd", weights=ALL)  # type: ignore[arg-type]
    assert [(remark.text, remark.good, remark.line) for remark in remarks] == [
        ("After d: is state for player 0.", True, ("a", "c", "d")),
        ("a ends state for player 1.", True, ()),
        ("After c: is threat for player 1.", False, ("a", "c")),
    ]
    assert advice(game, FakePosition(), "", weights=ALL) == ()  # type: ignore[arg-type]


def test_everything_that_a_move_does_can_be_asked_for() -> None:
    game = FakeGame({"": "state 1,count 0 3", "a": "count 0 1,why 0,threat 1"})
    assert [remark.text for remark in describe(game, FakePosition(), "a", you=0)] == [  # type: ignore[arg-type]
        "a ends state for player 1.",
        "After a: is threat for player 1.",
        "After a: is count for you 1; before, 3.",
        "a does why for you.",
    ]


def test_a_better_count_is_compared_with_the_one_before() -> None:
    game = FakeGame({"": "count 0 1,count 1 4", "a": "count 0 3,count 1 2"})
    remarks = describe(game, FakePosition(), "a")  # type: ignore[arg-type]
    assert [(remark.text, remark.good) for remark in remarks] == [
        ("After a: is count for player 0 3; before, 1.", True),
        ("After a: is count for player 1 2; before, 4.", True),
    ]


def test_a_proof_says_where_nothing_helps_any_more_and_why() -> None:
    game = FakeGame({"a": "why 0", "abc": "why 0,won 0,won 1", "abcd": "won 0"})
    found = proof(game, FakePosition(), "abcd", 0)  # type: ignore[arg-type]
    assert [remark.text for remark in found] == [
        "After c: is won for player 0.",
        "After c: is why for player 0.",
    ]
    assert proof(game, FakePosition(), "ab", 0) == ()  # type: ignore[arg-type]


def test_a_proof_does_not_say_that_a_move_does_what_stood_before() -> None:
    game = FakeGame({"": "why 0", "a": "won 0,why 0"})
    found = proof(game, FakePosition(), "a", 0)  # type: ignore[arg-type]
    assert [remark.text for remark in found] == ["a does won for player 0.", "After a: is why for player 0."]


def test_a_proof_that_is_not_found_along_the_line_is_looked_for_after_the_first_moves_of_the_winner() -> None:
    game = FakeGame({"a+": "won 0", "ab+": "won 1"})
    for winner, text, line in (
        (0, "After a: is won for player 0.", ("a",)),
        (1, "After b: is won for player 1.", ("a", "b")),
    ):
        [remark] = proof(game, FakePosition(), "abc", winner)  # type: ignore[arg-type]
        assert (remark.text, remark.line, remark.fact.ply) == (text, line, len(line))
    assert proof(game, FakePosition(), "a", 1) == ()  # type: ignore[arg-type]
    assert proof(game, FakePosition(), "cb", 0) == ()  # type: ignore[arg-type]
    game = FakeGame({"abc+": "won 0", "abcdefg+": "won 0"})
    assert proof(game, FakePosition(), "abcd", 0)[0].fact.ply == 3  # type: ignore[arg-type]
    assert proof(game, FakePosition(), "bbcdefg", 0) == ()  # type: ignore[arg-type]


def test_a_proof_is_looked_for_in_the_first_plies() -> None:
    """A line of sixty plies on a large board would take seconds."""
    game = FakeGame({"a" * 12: "won 0"})
    assert proof(game, FakePosition(), "a" * 40, 0)  # type: ignore[arg-type]
    game = FakeGame({"a" * 13: "won 0"})
    assert proof(game, FakePosition(), "a" * 40, 0) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", game_names())
def test_weights_are_of_kinds_that_exist_and_never_below_zero(name: str) -> None:
    game = find_game(name)
    kinds = {kind.id for kind in game.facts.KINDS}
    weights = weights_of(game)
    assert weights.by_feature and weights.threshold > 0
    for feature, weight in weights.by_feature.items():
        kind, who, when = feature.split(".")
        assert kind in kinds and who in ("own", "other") and when in ("early", "late") and weight > 0
    data = json.loads((files(game.package) / "data" / "coach.json").read_text("utf-8"))
    assert set(data) == {"threshold", "weights"}


START = r"Base;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1\;wB1 \wS1;bA1 bQ-"


def test_a_line_with_an_illegal_move_is_used_up_to_it() -> None:
    position = Position.from_text("Base White[6] - wQ@0,0 wS1@1,0 bB1@0,-1 bQ@1,-1")
    better, played = ("wQ /wS1", "bA1 bQ-"), ("wG1 wS1\\", "bB1 wQ")
    found = error_remarks(HIVE, position, better, played, None)
    assert [remark.fact.kind for remark in found] == ["queen-climb", "queen-pinned"]
    assert found == error_remarks(HIVE, position, (*better, "wA1 nowhere"), played, None)
    for broken in ((), ("wA1 nowhere", "bB1 wQ"), better):
        assert error_remarks(HIVE, position, better, broken, None) == ()
    assert position.moves == []


@pytest.mark.parametrize(
    ("win_in", "words"),
    [
        (1, "Wins at once."),
        (5, "Wins by force in at most 5 plies."),
        (-4, "Every move loses by force; this one holds out for at most 4 plies."),
        (-1, "Every move loses by force; this one holds out for at most 1 ply."),
    ],
)
def test_a_proof_is_said_whatever_the_line(win_in: int, words: str) -> None:
    position = Position.from_game_string(START)
    info = SearchInfo(4, 1, 0.1, (position.legal_moves[0],), score=5, win_in=win_in)
    assert hint_text(HIVE, position, info, hint_remarks(HIVE, position, info)) == words
