"""What the user probably meant."""

from hexapoda.text.suggestion import closest, did_you_mean, hint

COMMANDS = ["moves", "undo", "redo"]


def test_a_hint_names_the_closest_word_or_says_what_it_is_given() -> None:
    assert hint("undoo", COMMANDS, "expected a command") == "did you mean 'undo'?"
    assert hint("quit", COMMANDS, "expected a command") == "expected a command"


def test_the_cutoff_is_how_similar_a_word_must_be() -> None:
    assert closest("mov", ["moves"], cutoff=0.7) == "moves"
    assert closest("mov", ["moves"], cutoff=0.8) is None
    assert hint("mo", ["moves"], "none") == "none"
    assert hint("mo", ["moves"], "none", cutoff=0.5) == "did you mean 'moves'?"


def test_a_word_in_the_wrong_case_and_an_abbreviation_are_found() -> None:
    assert did_you_mean("MOVES", COMMANDS) == "; did you mean 'moves'?"
    assert did_you_mean("m", COMMANDS) == "; did you mean 'moves'?"
    assert did_you_mean("quit", COMMANDS) == ""
