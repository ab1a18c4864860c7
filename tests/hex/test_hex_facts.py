"""The facts of Hex: found where they are, and each decided again by `tests/oracle/hex_facts.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from hexapoda.errors import InvalidPositionError
from hexapoda.games.fact import Fact
from hexapoda.games.translations import patterns
from hexapoda.hex import Move, Position, format_cell, neighbors
from hexapoda.hex.facts import KINDS, along, phrase
from hexapoda.hex.game import HEX
from hexapoda.hex.shortest_way import shortest_way, stones_needed
from hexapoda.record import read_games
from hexapoda.text.sentence import Sentence
from tests.hex.side_by_side import COLORS, move_of
from tests.oracle import hex_facts as oracle
from tests.oracle.hex_rules import State
from tests.shared_data import SHARED

PLIES = 6
BOARDS = ((11, 11), (9, 9), (7, 7), (6, 6), (5, 5), (8, 5), (4, 9), (13, 13), (3, 3))


def state_of(position: Position) -> State:
    """The oracle's state of a position."""
    stones = frozenset((cell, COLORS[color]) for color in (0, 1) for cell in position.stones(color))
    to_move, owner = COLORS[position.color_to_move], int(position.sides_swapped)
    return State(position.columns, position.rows, position.swap, stones, to_move, owner, position.ply)


def facts_after(text: str, *moves: str) -> list[tuple[Fact, ...]]:
    """The facts about a position and after each move. They hold: small ones for certain."""
    position = Position.from_text(text)
    found = along(position, [move_of(move) for move in moves])
    assert len(found) == len(moves) + 1
    for ply, facts in enumerate(found):
        assert len({fact.key for fact in facts}) == len(facts)
        for fact in facts:
            size = len(fact.cells) + len(fact.pieces)
            found_true = holds(position, moves, fact)
            assert fact.ply == ply and (found_true or (found_true is None and size > 13)), fact
    return found


def holds(position: Position, moves: Sequence[str], fact: Fact) -> bool | None:
    return oracle.holds(state_of(position), fact, moves)


def of_kind(facts: Sequence[Fact], kind: str) -> list[Fact]:
    return [fact for fact in facts if fact.kind == kind]


def said(fact: Fact, you: int | None = None) -> tuple[str, str, str]:
    return phrase(fact, "is", you), phrase(fact, "does", you), phrase(fact, "ends", you)


def test_an_intrusion_into_a_bridge() -> None:
    [fact] = of_kind(facts_after("6x6 to-move=white black=c3,d4", "d3")[1], "wasted-intrusion")
    assert (fact.gains, fact.ply, fact.pieces, fact.count) == (0, 1, ("black", "c3", "d4"), 2)
    assert fact.cells == ((3, 2), (2, 3))
    assert said(fact) == ("Black can restore the bridge", "", "")
    assert said(fact, 0)[0] == "you can restore the bridge"


def test_an_intrusion_into_an_edge_template() -> None:
    """A stone of the third row with nothing near is connected to the edge."""
    [fact] = of_kind(facts_after("7x7 to-move=white black=d5 white=a1", "d6")[1], "wasted-intrusion")
    assert fact.pieces == ("black", "d5", "bottom") and fact.count == len(fact.cells) > 2
    assert said(fact)[0] == f"Black can restore the connection of {fact.count} cells"


def test_two_intrusions_at_once() -> None:
    """The bridges of c3 to d4 and to b5 have one cell in common."""
    found = facts_after("7x7 to-move=white black=c3,d4,b5", "c4")[1]
    assert not of_kind(found, "wasted-intrusion")
    [fact] = of_kind(found, "double-intrusion")
    assert (fact.gains, fact.pieces) == (1, ("white", "c3", "d4", "b5", "c3"))
    assert fact.cells == ((3, 2), (1, 3), (2, 3)) and fact.count == 3
    assert said(fact, 0) == (
        "you can restore only one of two connections in the marked cells",
        "intrudes into two connections at once, and you can restore only one of them in the marked cells",
        "",
    )
    assert said(fact)[0] == "Black can restore only one of two connections in the marked cells"


def test_links_by_contact_by_a_bridge_and_to_an_edge() -> None:
    [fact] = of_kind(facts_after("6x6 to-move=black black=c2,c4 white=e2,e4", "c3")[1], "links")
    assert (fact.gains, fact.pieces, fact.cells, fact.count) == (
        0,
        ("black", "c2", "c4"),
        ((2, 1), (2, 2), (2, 3)),
        0,
    )
    assert said(fact) == ("the groups of c2 and c4 are linked", "joins the groups of c2 and c4 at once", "")
    [fact] = of_kind(facts_after("9x9 to-move=black black=c3,e5 white=g2,g8", "d4")[1], "links")
    assert (fact.pieces, fact.count) == (("black", "c3", "e5"), 4)
    [fact] = of_kind(facts_after("5x5 to-move=black black=c2,c3 white=a1,d3", "c4")[1], "links")
    assert (fact.pieces, fact.cells) == (("black", "c2", "bottom"), ((1, 4), (2, 4)))
    assert said(fact)[1] == "links the group of c2 and the black edge at the last row by a bridge"


def test_what_is_linked_already_is_not_linked_again() -> None:
    assert not of_kind(facts_after("6x6 to-move=black black=c3,d4 white=a1", "d3")[1], "links")
    restored = facts_after("6x6 to-move=white black=c3,d4 white=a1", "d3", "c4")[2]
    assert [fact.pieces for fact in of_kind(restored, "links")] == [("black", "c3", "d4")]


def test_a_cut() -> None:
    [fact] = of_kind(facts_after("6x6 to-move=white black=c2,c4 white=f1", "c3")[1], "cut")
    assert (fact.gains, fact.pieces, fact.cells) == (1, ("white", "c2", "c4"), ((2, 2),))
    assert said(fact)[1] == "keeps the groups of c2 and c4 apart in the marked cells"


@pytest.mark.parametrize(
    ("text", "move", "edge", "cells"),
    [
        ("7x7 to-move=black white=c7,d5", "c6", "bottom", "b7 b6 a7"),
        ("7x7 to-move=black white=b7,d5", "c6", "bottom", "c7 d6 d7 e6 e7 f6 f7 g6 g7"),
        ("7x7 to-move=black white=c1,d3", "c2", "top", "d1 d2 e1 e2 f1 f2 g1"),
        ("7x7 to-move=white black=a4,c3", "b4", "left", "a5 b5 a6 b6 a7"),
        ("7x7 to-move=white black=g4,e5", "f4", "right", "g3 f3 g2 f2 g1"),
        ("7x7 to-move=white black=g4,e5,f2", "f4", "right", "g3 f3 g2"),
    ],
)
def test_a_ladder(text: str, move: str, edge: str, cells: str) -> None:
    [fact] = of_kind(facts_after(text, move)[1], "ladder")
    assert fact.pieces[1] == edge and " ".join(map(format_cell, fact.cells)) == cells
    assert fact.count == (len(fact.cells) + 1) // 2
    name = {"top": "black edge at the first row", "bottom": "black edge at the last row"} | {
        "left": "white edge at the first column",
        "right": "white edge at the last column",
    }
    assert said(fact)[1] == f"plays a ladder along the {name[edge]}"
    position = Position.from_text(text)
    for false in (
        replace(fact, cells=fact.cells[:-2], count=1),
        replace(fact, cells=fact.cells[:-1]),
        replace(fact, cells=(*fact.cells, (0, 0), (1, 0)), count=(fact.count or 0) + 1),
        replace(fact, pieces=(fact.pieces[0], "top" if edge == "bottom" else "bottom")),
    ):
        assert holds(position, [move], false) is False


@pytest.mark.parametrize(
    ("text", "move", "row", "cells"),
    [
        ("9x9 to-move=black white=c8", "d7", "3", "d8 e7 e8 f7 f8 g7 g8 h7 h8 i7 i8"),
        ("9x9 to-move=black white=c8,g9", "d7", "3", "d8 e7 e8 f7 f8"),
        ("11x11 to-move=black white=c9", "d8", "4", "d9 e8 e9 f8 f9 g8 g9 h8 h9 i8 i9 j8 j9"),
        ("9x9 to-move=white black=h5", "g5", "3", "h4 g4 h3 g3 h2"),
        ("9x9 to-move=white black=b5", "c4", "3", "b4 c3 b3 c2 b2 c1 b1"),
    ],
)
def test_a_ladder_of_a_higher_row(text: str, move: str, row: str, cells: str) -> None:
    found = of_kind(facts_after(text, move)[1], "ladder")
    assert [(fact.pieces[2], " ".join(map(format_cell, fact.cells))) for fact in found] == [(row, cells)]


@pytest.mark.parametrize(
    ("text", "move", "escape", "line"),
    [
        ("9x9 to-move=black white=c9,d7 black=g8", "d8", "g8", "d9 e8 e9 f8"),
        ("9x9 to-move=black white=c9,d7", "d8", "", ""),
        ("9x9 to-move=black white=c9,d7,f8", "d8", "", ""),
        ("9x9 to-move=black white=c9,d7,f9,g9 black=g8", "d8", "", ""),
        ("9x9 to-move=black white=c8 black=g7", "d7", "g7", "d8 e7 e8 f7"),
    ],
)
def test_a_ladder_that_reaches_its_escape(text: str, move: str, escape: str, line: str) -> None:
    found = of_kind(facts_after(text, move)[1], "ladder-escape")
    if not escape:
        assert not found
        return
    [fact] = found
    assert fact.pieces[3] == escape and " ".join(map(format_cell, fact.cells[: fact.count])) == line
    assert said(fact)[1].endswith(f"that reaches its escape {escape}: {line}")


def test_connected_from_edge_to_edge() -> None:
    found = facts_after("5x5 to-move=white black=c1,c2,c3 white=a1", "e1")
    for facts in found:
        [fact] = of_kind(facts, "connected")
        assert (fact.gains, fact.pieces, fact.count) == (0, ("black",), len(fact.cells))
    assert said(fact, 0) == ("nothing can keep you from connecting your edges", "", "")
    [fact] = facts_after("3x3 to-move=black black=b1,b2 white=a1,c1", "b3")[1]
    assert (fact.kind, fact.cells, fact.count) == ("connected", ((1, 0), (1, 1), (1, 2)), 0)


def test_a_threat_must_be_answered() -> None:
    found = facts_after("6x6 to-move=black black=c3 white=d4", "b4")
    assert [fact.gains for facts in found for fact in of_kind(facts, "must-answer")] == [1, 0]
    [fact] = of_kind(found[1], "must-answer")
    assert fact.pieces[0] == "black" and fact.count == len(fact.cells) < 10
    position = Position.from_text("6x6 to-move=black black=c3 white=d4")
    for cell in fact.cells:  # none is too many
        fewer = tuple(each for each in fact.cells if each != cell)
        false = replace(fact, cells=fewer, count=len(fewer), pieces=(*fact.pieces, format_cell(cell)))
        assert not holds(position, ["b4"], false)
    assert said(fact)[0] == f"White must answer on one of the {fact.count} marked cells"
    assert said(fact, 1)[0] == f"you must answer on one of the {fact.count} marked cells"


def test_stones_needed() -> None:
    found = facts_after("3x3 to-move=white black=b1,b2 white=c1", "a3", "b3")
    assert [[(f.gains, f.count) for f in of_kind(facts, "stones-needed")] for facts in found] == [
        [(1, 1), (0, 3)],
        [(1, 1), (0, 2)],
        [],
    ]
    assert said(found[0][0]) == ("Black needs 1 more stone to connect", "", "")
    assert said(found[0][0], 0)[0] == "you need 1 more stone to connect"


@pytest.mark.parametrize(
    ("stones", "black", "white"),
    [("", 5, 5), ("black=c1,c2,c3,c4,c5", 0, None), ("black=a1,b3 white=c3", 4, 4)],
)
def test_the_shortest_way(stones: str, black: int, white: int | None) -> None:
    position = Position.from_text(f"5x5 {stones}")
    assert (stones_needed(position, 0), stones_needed(position, 1)) == (black, white)
    assert (shortest_way(position, 1) is None) == (white is None)


def test_a_dead_cell() -> None:
    facts = facts_after("6x6 to-move=black black=a1 white=b2,c2,c1", "b1")[1]
    [fact] = of_kind(facts, "dead-cell")
    assert (fact.gains, fact.pieces, fact.cells, fact.count) == (1, ("white",), ((1, 0),), None)
    assert said(fact) == ("b1 no longer matters", "", "")
    assert not of_kind(facts, "captured-cell")


def test_a_captured_cell() -> None:
    [fact] = of_kind(facts_after("5x5 to-move=black black=c1 white=b4", "a5")[1], "captured-cell")
    assert (fact.gains, fact.pieces, fact.cells) == (1, ("white",), ((0, 4), (0, 3)))
    assert said(fact) == ("a5 is dead if White replies on a4", "", "")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1x1", ["a1"]),
        ("1x1 swap=sides", ["a1"]),
        ("1x4", ["a2", "a1"]),
        ("4x1", ["d1"]),
        ("5x5 swap=pieces", ["b1", "swap-pieces", "c3"]),
        ("5x5 swap=sides", ["c3", "swap-sides", "b4", "a5"]),
        ("7x4", ["c2", "e3", "d1", "d3", "b4"]),
        ("26x26", ["m13"]),
        ("11x11", []),
    ],
)
def test_odd_boards_and_swaps(text: str, moves: list[str]) -> None:
    facts_after(text, *moves)


def test_after_a_swap_of_sides_the_other_player_gains() -> None:
    before, after = facts_after("5x5 swap=sides", "c3", "swap-sides")[1:]
    assert [(f.gains, f.pieces) for f in of_kind(before, "connected")] == [(0, ("black",))]
    assert [(f.gains, f.pieces) for f in of_kind(after, "connected")] == [(1, ("black",))]
    [fact] = of_kind(after, "connected")
    assert said(fact)[0] == "nothing can keep Black from connecting its edges"
    assert said(fact, 1)[0] == "nothing can keep you from connecting your edges"


def test_german() -> None:
    german = patterns("de")
    [fact] = of_kind(facts_after("5x5 to-move=black black=c2,c3 white=a1,d3", "c4")[1], "links")
    text = phrase(fact, "does")
    assert isinstance(text, Sentence)
    assert (
        text.translated(german)
        == "verbindet die Gruppe von c2 und den schwarzen Rand an der letzten Reihe durch eine Brücke"
    )
    clauses = [phrase(fact, "is"), phrase(replace(fact, kind="connected"), "is", 0)]
    assert [
        Sentence("After {move}: {clause}.", move="c4", clause=each).translated(german) for each in clauses
    ] == [
        "Nach c4: Die Gruppe von c2 und der schwarze Rand an der letzten Reihe sind verbunden.",
        "Nach c4: Nichts kann dich davon abhalten, deine Ränder zu verbinden.",
    ]


def test_the_game_has_facts() -> None:
    assert HEX.facts.KINDS is KINDS and HEX.facts.along is along
    assert len({kind.id for kind in KINDS}) == len(KINDS)


# Facts of games, and false ones


def random_lines(seed: int, count: int) -> Iterator[tuple[Position, list[Move]]]:
    """Positions of random games on boards of all sizes, each with a line."""
    rng = Random(seed)
    for _ in range(count):
        columns, rows = rng.choice(BOARDS)
        swap = rng.choice(("off", "sides", "pieces") if columns == rows else ("off", "sides"))
        position = Position.from_text(f"{columns}x{rows} swap={swap}")
        moves = list[Move]()
        while not position.is_game_over() and len(moves) < columns * rows * 0.8:
            moves.append(_move(rng, position))
            position.push(moves[-1])
        first = rng.randrange(len(moves))
        yield _before(position, moves, first), moves[first : first + PLIES]


def _move(rng: Random, position: Position) -> Move:
    """A swap at times; else a cell, rather near a stone."""
    if position.swap_now is not None and rng.random() < 0.5:
        return position.swap_now
    stones = sorted(position.stones(rng.randrange(2)))
    if stones and rng.random() < 0.7:
        near = neighbors(rng.choice(stones), position.columns, position.rows)
        if rng.random() < 0.5:
            near = neighbors(rng.choice(near), position.columns, position.rows)
        free = [Move(cell) for cell in near if position.is_legal(Move(cell))]
        if free:
            return rng.choice(free)
    return rng.choice([move for move in position.legal_moves if move.cell is not None])


def _before(position: Position, moves: Sequence[Move], count: int) -> Position:
    before = position.start
    for move in moves[:count]:
        before.push(move)
    return before


def set_up_lines(seed: int, count: int) -> Iterator[tuple[Position, list[Move]]]:
    """Boards with any stones and either side to move, each with a line."""
    rng = Random(seed)
    for _ in range(count):
        columns, rows = rng.randint(1, 8), rng.randint(1, 8)
        cells = [(column, row) for column in range(columns) for row in range(rows)]
        some = rng.sample(cells, rng.randrange(len(cells)))
        black = [cell for cell in some if rng.random() < 0.5]
        white = [cell for cell in some if cell not in black]
        swapped, color = rng.random() < 0.5, rng.randrange(2)
        try:
            position = Position.from_stones(
                f"{columns}x{rows}", black, white, color_to_move=color, sides_swapped=swapped
            )
        except InvalidPositionError:  # both have won
            continue
        line, after = list[Move](), position.copy()
        while not after.is_game_over() and len(line) < PLIES:
            line.append(_move(rng, after))
            after.push(line[-1])
        yield position, line


def recorded_lines(every: int) -> Iterator[tuple[Position, list[Move]]]:
    """Positions of the games of the Computer Olympiad, each with what was played."""
    for path in sorted((SHARED / "hex" / "sgf").glob("*.sgf")):
        for game in read_games(path, "hex"):
            last = cast(Position, game.position([*game.main_line()][-1]))
            moves = last.moves
            for first in range(0, len(moves), every):
                line = moves[first : first + PLIES]
                if Move.PASS not in moves:
                    yield _before(last, moves, first), line


def check(lines: Iterator[tuple[Position, list[Move]]], most: int) -> Counter[str]:
    """Decide the facts of lines until there are so many; return how many of each kind held, and those that
    took too many positions.
    """
    met = Counter[str]()
    for position, line in lines:
        names = [str(move) for move in line]
        for facts in along(position, line):
            for fact in facts:
                found = holds(position, names, fact)
                assert found is not False, (position.game_string(), names, fact)
                met[fact.kind if found else "unknown"] += 1
        if met.total() >= most:
            break
    return met


@pytest.mark.shared("hex/sgf")
def test_the_facts_of_recorded_games(record_property: Callable[[str, object], None]) -> None:
    met = check(recorded_lines(121), 900)
    record_property("met", dict(met))
    assert met.total() > 200 and met["unknown"] <= met.total() / 50


def test_the_facts_of_random_games(record_property: Callable[[str, object], None]) -> None:
    met = check(random_lines(1, 60), 150)
    record_property("met", dict(met))
    assert met.total() >= 150 and met["unknown"] <= met.total() / 50


def test_the_facts_of_positions_that_were_set_up(record_property: Callable[[str, object], None]) -> None:
    met = check(set_up_lines(1, 200), 200)
    record_property("met", dict(met))
    assert met.total() >= 200 and met["unknown"] <= met.total() / 50


@pytest.mark.deep
@pytest.mark.timeout(0)
@pytest.mark.shared("hex/sgf")
def test_a_hundred_thousand_facts(record_property: Callable[[str, object], None]) -> None:
    met = check(recorded_lines(1), 40_000)
    met += check(set_up_lines(2, 100_000), 50_000)
    met += check(random_lines(2, 100_000), 100_000 - met.total())
    record_property("met", dict(met))
    assert met.total() >= 100_000 and met["unknown"] <= met.total() / 50


SIDES = ("top", "bottom", "left", "right")
OTHERS: Mapping[str, Mapping[int, Sequence[str]]] = {
    "edge-template": {1: ("a1", "z26"), 2: SIDES, 3: ("II", "IIIa", "IIIb", "IVa", "IVd", "Va", "VIa")},
    "ladder": {1: SIDES, 2: ("1", "2", "3", "4")},
    "ladder-escape": {1: SIDES, 2: ("2", "3", "4"), 3: ("z26", "")},
}
"""Pieces of facts, by their place, of which one is right at most."""


def planted(fact: Fact, plies: int) -> Iterator[Fact]:
    """Changes of a fact that make it false."""
    yield replace(fact, gains=1 - fact.gains)
    other = "white" if fact.pieces[0] == "black" else "black"
    yield replace(fact, pieces=(other, *fact.pieces[1:]))
    if fact.kind != "stones-needed":  # the other color may need the same cells
        yield replace(fact, gains=1 - fact.gains, pieces=(other, *fact.pieces[1:]))
    yield replace(fact, ply=plies + 1)
    yield replace(fact, ply=-1)
    if fact.count is not None:
        yield replace(fact, count=fact.count + 1)
    if fact.cells:
        yield replace(fact, cells=(*fact.cells[1:], (-1, 0)))
        yield replace(fact, cells=(*fact.cells, fact.cells[0]))
    if fact.kind in ("wasted-intrusion", "links", "cut"):
        yield replace(fact, pieces=(*fact.pieces[:2], fact.pieces[1]))
    for at, piece in enumerate(fact.pieces):
        others = OTHERS.get(fact.kind, {}).get(at, ())
        for other in others:
            if other != piece:
                yield replace(fact, pieces=(*fact.pieces[:at], other, *fact.pieces[at + 1 :]))
    if fact.kind == "ladder-escape":
        run = fact.cells[: fact.count]
        yield replace(fact, cells=(run[1], run[0], *fact.cells[2:]))
        yield replace(fact, count=(fact.count or 0) - 2)


def smaller(fact: Fact) -> Iterator[Fact]:
    """A carrier of two or three cells that were all needed, without one of them."""
    if fact.kind in ("wasted-intrusion", "connected", "links") and fact.count in (2, 3):
        for cell in fact.cells:
            yield replace(fact, cells=tuple(c for c in fact.cells if c != cell), count=fact.count - 1)


def test_false_facts_are_caught() -> None:
    caught = Counter[str]()
    for position, line in (*random_lines(3, 40), *set_up_lines(3, 60)):
        names = [str(move) for move in line]
        for facts in along(position, line):
            for fact in facts:
                for false in (*planted(fact, len(line)), *smaller(fact)):
                    decided = holds(position, names, false)
                    sure = decided is False or (decided is None and len(fact.cells) > 13)
                    assert sure, (position.game_string(), names, false)
                    caught[fact.kind] += 1
    assert set(caught) >= {
        "stones-needed",
        "connected",
        "links",
        "cut",
        "wasted-intrusion",
        "must-answer",
        "edge-template",
        "ladder",
        "ladder-escape",
    }
