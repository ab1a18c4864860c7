"""Option lines of UHP engines, as the options of every front end."""

import pytest

from hexapoda.engine import Option
from hexapoda.errors import UsageError
from hexapoda.protocols.option_table import find_option
from hexapoda.protocols.uhp.options import read_options

LINES = [
    "NumThreads;int;1;2;1;8",
    "Verbose;bool;True;False",
    "Greed;double;0.5;1.0;0.0;1.0",
    "Style;enum;wild;calm;calm;wild",
    "TableSizeMiB;int;100;100;1;256",
]


def test_every_kind_is_read_with_its_present_value() -> None:
    assert [known.option for known in read_options(LINES)] == [
        Option("num_threads", "int", 1, min=1, max=8, summary="NumThreads of the engine"),
        Option("verbose", "bool", True, summary="Verbose of the engine"),
        Option("greed", "float", 0.5, min=0.0, max=1.0, summary="Greed of the engine"),
        Option("style", "choice", "wild", choices=("calm", "wild"), summary="Style of the engine"),
        Option("table_size_mib", "int", 100, min=1, max=256, summary="TableSizeMiB of the engine"),
    ]
    assert [known.line for known in read_options(LINES)] == LINES


@pytest.mark.parametrize(
    ("line", "default"),
    [("Depth;int;9;3;1;5", 3), ("Depth;int;;3", 3), ("Depth;int;4;4;;", 4), (" Depth;int;4;4 ", 4)],
)
def test_lines_that_are_a_little_wrong(line: str, default: int) -> None:
    (known,) = read_options([line])
    assert (known.own_name, known.option.default) == ("Depth", default)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Depth",
        "Depth;int;3",
        ";int;3;3",
        "Depth;int;x;y",
        "Depth;int;9;9;1;5",
        "A;bool;maybe;no",
        "A;b;c;d",
        "Two Words;int;1;1",
        "a=b;int;1;1",
        "Style;enum;x;y;z",
    ],
)
def test_lines_that_make_no_sense_are_left_out(line: str) -> None:
    assert [known.own_name for known in read_options([line, "Good;bool;True;True"])] == ["Good"]


def test_the_first_of_a_name_counts_and_both_spellings_are_found() -> None:
    known = read_options([*LINES, "Num_threads;int;7;7"])
    assert len(known) == len(LINES)
    for name in ("NumThreads", "num_threads"):
        assert find_option(known, name, "x").own_name == "NumThreads"
    with pytest.raises(UsageError, match="engine 'x' has no option 'NumThread': did you mean 'NumThreads'"):
        find_option(known, "NumThread", "x")
    with pytest.raises(UsageError, match="has no option 'zzz': it has none"):
        find_option((), "zzz", "x")
