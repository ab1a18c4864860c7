"""`hexapoda.engine`: limits and options say no to what makes no sense, and why."""

import pytest

from hexapoda.engine import Limit, Option, OptionValue
from hexapoda.errors import UsageError


def test_limit_takes_what_makes_sense() -> None:
    assert Limit() == Limit(time=None, depth=None, nodes=None)
    assert Limit(time=0).time == 0
    assert Limit(time=0.25, depth=3, nodes=1000).nodes == 1000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("time", -1),
        ("time", float("nan")),
        ("time", float("inf")),
        ("time", "1"),
        ("time", True),
        ("depth", 0),
        ("depth", 2.0),
        ("depth", True),
        ("nodes", 0),
        ("nodes", "5"),
    ],
)
def test_limit_refuses_the_rest(name: str, value: object) -> None:
    with pytest.raises(UsageError, match=f"{name} of a search must be .*, not {value!r}"):
        Limit(**{name: value})  # type: ignore[arg-type]


FLAG = Option("flag", "bool", False)
LEVEL = Option("level", "int", 3, min=1, max=10)
SHARE = Option("share", "float", 0.5, min=0, max=1)
STYLE = Option("style", "choice", "calm", choices=("calm", "wild"))


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (FLAG, "true", True),
        (FLAG, "False", False),
        (LEVEL, "10", 10),
        (SHARE, "1", 1.0),
        (SHARE, "0.25", 0.25),
        (STYLE, "wild", "wild"),
        (Option("n", "int", 0), "-123456789012", -123456789012),
    ],
)
def test_option_reads_a_text(option: Option, text: str, value: OptionValue) -> None:
    assert option.parse(text) == value
    assert type(option.parse(text)) is type(value)


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        (FLAG, "yes", "true or false"),
        (LEVEL, "11", "an integer from 1 to 10"),
        (LEVEL, "0", "an integer from 1 to 10"),
        (LEVEL, "2.5", "an integer from 1 to 10"),
        (LEVEL, "", "an integer from 1 to 10"),
        (LEVEL, "9" * 5000, "an integer from 1 to 10"),
        (SHARE, "nan", "a number from 0 to 1"),
        (Option("x", "float", 0.0), "inf", "a number"),
        (Option("x", "int", 5, min=0), "-1", "an integer from 0 up"),
        (Option("x", "int", 5, max=9), "10", "an integer up to 9"),
        (STYLE, "Wild", "one of calm, wild"),
    ],
)
def test_option_refuses_a_text_and_says_what_it_expected(option: Option, text: str, expected: str) -> None:
    with pytest.raises(UsageError, match=f"option '{option.name}' must be {expected}, not '"):
        option.parse(text)


def test_option_refuses_values_of_another_type() -> None:
    for option, value in ((FLAG, 1), (LEVEL, True), (LEVEL, 2.0), (SHARE, "0.5"), (STYLE, None)):
        with pytest.raises(UsageError, match="must be"):
            option.check(value)


def test_a_default_must_be_allowed() -> None:
    with pytest.raises(UsageError, match="option 'level' must be an integer from 1 to 10, not 0"):
        Option("level", "int", 0, min=1, max=10)
