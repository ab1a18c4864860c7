from __future__ import annotations

from pathlib import Path

import pytest

from hexapoda.arena.openings import (
    choose_openings,
    random_openings,
    read_openings,
    suite_openings,
    usual_openings,
)
from hexapoda.arena.pairing import Opening
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hive import Position

LINES = """\
# two lines of Base
Base;InProgress;White[2];wS1;bS1 wS1-

Base;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-
"""


def choose(source: str, variant: str = "Base", **more: object) -> tuple[Opening, ...]:
    values = {"game": "hive", "variant": variant, "rules": {}, "seed": 3, "pairs": 50, **more}
    return choose_openings(source, **values)  # type: ignore[arg-type]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "lines.txt"
    path.write_text(LINES)
    return path


def test_game_strings(lines: Path) -> None:
    found = read_openings(lines, "hive", "Base", {})
    assert [opening.moves for opening in found] == [
        ("wS1", "bS1 wS1-"),
        ("wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-"),
    ]
    # The pieces of a smaller type are in every larger one.
    assert read_openings(lines, "hive", "Base+MLP", {}) == found
    assert [len(opening.moves) for opening in read_openings(lines, "hive", "Base", {}, 3)] == [2, 3]


def test_move_lists_and_pgn(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text("wS1;bS1 wS1-;wQ -wS1\n")
    assert read_openings(path, "hive", "Base", {})[0].moves == ("wS1", "bS1 wS1-", "wQ -wS1")
    data = Path(__file__).parent.parent / "records" / "data" / "mzinga.pgn"
    found = read_openings(data, "hive", "Base+MLP", {}, 6)
    assert found and all(len(opening.moves) == 6 for opening in found)


def test_lines_of_hex(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("a10 f6 c3\n11x11 d4 e5\n")
    found = read_openings(path, "hex", "11x11", {}, 2)
    assert [opening.moves for opening in found] == [("a10", "f6"), ("d4", "e5")]
    path.write_text("5x5 a1\n5x5 black=a1 white=b2 c3\n")
    with pytest.raises(InvalidGameError, match=r"lines\.txt:2: .*custom position"):
        read_openings(path, "hex", "5x5", {})
    # Moves alone fit on every board that has their cells; a board that is named must be the match's.
    path.write_text("a1 b2\n")
    assert [opening.moves for opening in read_openings(path, "hex", "5x5", {})] == [("a1", "b2")]
    path.write_text("a1 b2\n5x5 a1\n")
    with pytest.raises(InvalidGameError, match=r"lines\.txt:2: the game is on 5x5, expected 11x11") as raised:
        read_openings(path, "hex", "11x11", {})
    assert raised.value.line == 2


def test_position_texts(tmp_path: Path) -> None:
    position = Position("Base")
    for move in ("wS1", "bS1 wS1-", "wQ -wS1"):
        position.push(position.parse_move(move))
    path = tmp_path / "positions.txt"
    path.write_text(f"# one\n{position.text()}\n")
    assert read_openings(path, "hive", "Base", {}) == (Opening(start=position.text()),)
    with pytest.raises(InvalidGameError, match=r"positions\.txt:2: .*expected Base\+M"):
        read_openings(path, "hive", "Base+M", {})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wS1;bS1 wS1-;wS1 bS1-\n", "ply 3"),
        ("Base+M;InProgress;White[2];wM;bS1 wM-\n", "ply 1"),
        ("hello\n", "contains no games"),
        ("", "contains no"),
    ],
)
def test_bad_files_are_refused_with_the_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(text)
    with pytest.raises(InvalidGameError, match=said):
        read_openings(path, "hive", "Base", {})


def test_a_finished_game_is_no_opening(tmp_path: Path) -> None:
    data = Path(__file__).parent.parent / "records" / "data" / "mzinga.pgn"
    with pytest.raises(InvalidGameError, match="--opening-plies"):
        read_openings(data, "hive", "Base+MLP", {})
    with pytest.raises(UsageError, match="cannot read"):
        read_openings(tmp_path / "none.txt", "hive", "Base", {})


def test_random_openings_are_seeded_and_legal() -> None:
    found = choose("random:5")
    assert found == choose("random:5") != choose("random:5", seed=4)
    assert len(found) == 50 and len(set(found)) > 40
    assert found[:3] == tuple(random_openings("hive", "Base", {}, 5, 3, 3))
    for opening in found:
        position = Position("Base")
        for text in opening.moves:
            position.push(position.parse_move(text))
        assert position.ply == 5 and position.outcome() is None


def test_the_suite_is_the_default_and_shuffled_by_the_seed() -> None:
    assert usual_openings("hive", "Base") == "suite"
    found = choose("suite")
    assert found == choose("suite") != choose("suite", seed=4)
    assert set(found) <= set(suite_openings("hive", "Base"))
    assert len(choose("suite", pairs=3)) == 3
    assert choose("none") == ()
    assert all(len(opening.moves) == 2 for opening in choose("suite", plies=2))


def test_a_suite_that_is_used_up_goes_on_with_random_plies() -> None:
    """Engines without random choices would play the same games again."""
    lines = len(suite_openings("hive", "Base+M"))
    found = choose("suite", "Base+M", pairs=500)
    assert found == choose("suite", "Base+M", pairs=500) != choose("suite", "Base+M", pairs=500, seed=4)
    assert len(set(found)) == len(found) == 500
    assert set(found[:lines]) == set(suite_openings("hive", "Base+M"))
    for index, opening in enumerate(found[lines:]):
        begin = found[index % lines].moves
        assert opening.moves[: len(begin)] == begin and len(opening.moves) >= len(begin) + 2
        position = Position("Base+M")
        for text in opening.moves:
            position.push(position.parse_move(text))
        assert position.outcome() is None


def test_a_very_long_match_does_not_wait_for_its_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexapoda.arena.openings._MOST_CONTINUED", 70)
    assert len(choose("suite", pairs=10**9)) == 70


def test_a_suite_of_even_lines_is_played_again() -> None:
    lines = len(suite_openings("hex", "8x8"))
    assert len(choose("suite", "8x8", game="hex", pairs=50)) == lines
    assert len(choose("suite", "Base+M", plies=6, pairs=50)) <= 16


def test_boards_without_a_suite_begin_at_random() -> None:
    assert usual_openings("hex", "11x11") == "suite" and usual_openings("hex", "12x12") == "random:1"
    with pytest.raises(UsageError, match=r"for hex 12x12; expected one of .*11x11, .*, or random:1"):
        choose("suite", "12x12", game="hex")
    with pytest.raises(UsageError, match="expected fewer, or --openings none"):
        choose("random:1", "1x1", game="hex")


def test_fewer_openings_than_pairs_come_again(lines: Path) -> None:
    assert len(choose(str(lines))) == 2
