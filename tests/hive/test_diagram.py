"""Text diagrams: golden pictures, hard limits, a window that stays put."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import UsageError
from hexapoda.hive import PASS, PIECES, Cell, Piece, Position, neighbors
from hexapoda.hive.draw.diagram import DiagramOptions, board_lines, diagram, hand_lines, stack_lines
from hexapoda.hive.draw.viewport import Viewport
from hexapoda.text.span import Span, Style, ansi, plain

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def board(text: str, ply: int = 20) -> Position:
    """A position of `piece q r height` rows."""
    rows = [row.split() for row in text.split(",")]
    return Position.from_pieces(
        "Base+MLP", [(Piece(p), (int(q), int(r)), int(h)) for p, q, r, h in rows], ply=ply
    )


SMALL = "wQ 0 0 0,bQ 1 0 0,wA1 0 1 0,bA1 2 -1 0,bP 2 0 0,wB1 1 0 1,wG1 -1 2 0"


def line(step: Cell) -> Position:
    return Position.from_pieces(
        "Base+MLP", [(p, (i * step[0], i * step[1]), 0) for i, p in enumerate(PIECES)], ply=28
    )


def played(seed: int, plies: int) -> Position:
    generator = random.Random(seed)
    position = Position("Base+MLP", repetition=False)
    while position.ply < plies and len(position.legal_moves):
        position.push(generator.choice(list(position.legal_moves)))
    return position


def cells_of(position: Position) -> list[Cell]:
    return [cell for cell, _ in position.pieces().values()]


def drawn(text: str) -> str:
    """A golden picture without its margin and its first and last line."""
    rows = text.splitlines()[1:-1]
    return "\n".join(row[8:] for row in rows)


def test_roomy() -> None:
    assert diagram(board(SMALL)) == drawn(
        r"""
               / \
              |bA1|
         / \ /2\ / \
        |wQ |wB1|bP |
         \ / \ / \ /
          |wA1|
         / \ /
        |wG1|
         \ /
        Stacks: wB1 on bQ
        """
    )


def test_compact() -> None:
    assert diagram(board(SMALL), roomy=False) == drawn(
        """
               bA1
         wQ  wB1+bP
           wA1
         wG1
        Stacks: wB1 on bQ
        """
    )


MARKS = {(1, 1): "1", (-1, 1): "12", (2, 0): "3", (0, 0): "14"}


def test_marks() -> None:
    assert diagram(board(SMALL), marks=MARKS) == drawn(
        r"""
                 / \
                |bA1|
           / \ /2\ / \
          |^14|wB1|bP |
         / \ / \ / \3/
        |12 |wA1| 1 |
         \ / \ / \ /
          |wG1|
           \ /
        Stacks: wB1 on bQ
        """
    )
    assert diagram(board(SMALL), marks=MARKS, roomy=False) == drawn(
        """
                 bA1
           ^14 wB1+^3
         12  wA1  1
           wG1
        Stacks: wB1 on bQ
        """
    )


def test_coordinates_and_alerts() -> None:
    assert diagram(board(SMALL), coordinates=True, alerts=[(0, 0), (1, 1)]) == drawn(
        r"""
         r\q    1   2
                   / \
         -1       |bA1|
             / \ /2\ / \
          0 !wQ !wB1|bP |
             \ / \ / \ /
          1   |wA1! ! !
             / \ / \ /
          2 |wG1|
             \ /
        Stacks: wB1 on bQ
        """
    )


def test_hands_and_wrapping() -> None:
    assert diagram(board(SMALL), width=30, roomy=False, hands=True).splitlines()[5:] == [
        "> White: wS1 wS2 wB2 wG2 wG3",
        "         wA2 wA3 wM wL wP",
        "  Black: bS1 bS2 bB1 bB2 bG1",
        "         bG2 bG3 bA2 bA3 bM bL",
    ]
    assert plain(hand_lines(line((1, 0)))) == "> White: -\n  Black: -"
    assert stack_lines(line((1, 0))) == ()
    assert hand_lines(board(SMALL, ply=21))[1][0] == Span("> Black: ", Style.LABEL)


def test_last_move() -> None:
    position = board(SMALL)
    position.push(next(move for move in position.legal_moves if str(move.piece) == "wB1"))
    assert diagram(position, last_move=True) == drawn(
        r"""
               / \
              |bA1|
         / \ / \ /2\
        |wQ (bQ [wB1]
         \ / \ / \ /
          |wA1|
         / \ /
        |wG1|
         \ /
        Stacks: wB1 on bP
        """
    )
    assert diagram(position, last_move=position.moves[-1]) == diagram(position, last_move=True)
    for nothing in (None, False, PASS):
        assert diagram(position, last_move=nothing) == diagram(position)
    assert diagram(Position("Base"), last_move=True) == diagram(Position("Base"))


def test_empty_origin_is_shown() -> None:
    position = played(3, 60)
    while (origin := position.moves[-1].origin) is None or position.height(origin):
        position.pop()
    text = diagram(position, last_move=True)
    assert "( . )" in text or "( . [" in text or "] . )" in text


def test_empty_board() -> None:
    assert diagram(Position("Base")) == str(Position("Base")) == " / \\\n|   |\n \\ /"
    assert diagram(Position("Base"), roomy=False) == ""


def test_long_hives_are_cut_and_say_so() -> None:
    assert diagram(line((1, 0)), width=24, focus=(14, 0)) == drawn(
        r"""
          / \ / \ / \ / \ / \
        <|wL |wP |bQ |bS1|bS2| >
          \ / \ / \ / \ / \ /
        """
    )
    assert diagram(line((0, 1)), height=6, focus=(0, 5), roomy=False) == drawn(
        """
                                ^ 3 more ^
               wB1
                 wB2
                   wG1
                     wG2
                                v 21 more v
        """
    )


STEPS = [(1, 0), (0, 1), (-1, 1)]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("roomy", [True, False])
def test_the_focus_is_in_the_window(step: Cell, roomy: bool) -> None:
    position = line(step)
    for i, piece in enumerate(PIECES):
        text = diagram(position, width=20, height=9, roomy=roomy, focus=(i * step[0], i * step[1]))
        assert str(piece) in text
        assert ("<" in text or "^" in text) == (i > 0 and str(PIECES[0]) not in text)
        counts = [int(number) for number in re.findall(r"[v^] (\d+) more", text)]
        shown = len(re.findall(r"\b[wb][QSBGAMLP]\d?\b", text))
        if step != (1, 0) and "<" not in text and ">" not in text:
            assert shown + sum(counts) == 28


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 80),
    width=st.integers(13, 100),
    height=st.integers(6, 50),
    roomy=st.sampled_from([None, True, False]),
    coordinates=st.booleans(),
    hands=st.booleans(),
)
def test_limits_hold(
    seed: int, plies: int, width: int, height: int, roomy: bool | None, coordinates: bool, hands: bool
) -> None:
    position = played(seed, plies)
    marks = {
        move.to: str(i) for i, move in enumerate(position.legal_moves) if move.to is not None and i < 100
    }
    options: DiagramOptions = {
        "width": width, "height": height, "roomy": roomy, "coordinates": coordinates, "hands": hands,
        "marks": marks, "last_move": True,
    }  # fmt: skip
    text = position.diagram(**options)
    assert text.isascii()
    rows = text.split("\n")
    assert len(rows) <= height
    assert max(map(len, rows)) <= width
    options["color"] = True
    assert ESCAPE.sub("", position.diagram(**options)).split() == text.split()


@pytest.mark.parametrize("seed", range(6))
def test_every_piece_is_named_when_there_is_room(seed: int) -> None:
    position = played(seed, 50)
    text = diagram(position, hands=True)
    names = re.findall(r"\b[wb](?:[SB][12]|[GA][123]|[QMLP])\b", text)
    assert set(names) == {str(piece) for piece in PIECES}
    for cell in cells_of(position):
        assert str(position.top(cell)) in text


def test_color_only_when_asked() -> None:
    position = board(SMALL)
    assert "\x1b" not in diagram(position)
    colored = diagram(position, color=True)
    assert ESCAPE.sub("", colored) == diagram(position)
    white, black = (re.search(rf"(\x1b\[[\d;]*m){name}", colored) for name in ("wQ", "bA1"))
    assert white and black and white[1] != black[1]


def test_spans_name_what_they_show() -> None:
    position = board(SMALL)
    view = Viewport.around(cells_of(position))
    lines = board_lines(position, view, marks={(1, 1): "1"}, alerts=[(0, 0)])
    styles = {span.text.strip(): span.style for row in lines for span in row}
    assert styles["bA1"] is Style.BLACK and styles["wA1"] is Style.WHITE and styles["!wQ !"] is Style.ALERT
    assert styles["1"] is Style.MARK and styles["2"] is Style.STACK
    assert all(len(row) == 1 or a.style != b.style for row in lines for a, b in itertools.pairwise(row))


@pytest.mark.parametrize(("width", "height"), [(80, 17), (80, 40), (40, 12), (21, 7)])
@pytest.mark.parametrize("seed", range(2))
def test_the_window_stays_put_until_the_hive_leaves_it(seed: int, width: int, height: int) -> None:
    final = played(seed, 120)
    position = final.start
    view = Viewport.around([], width=width, height=height)
    moved = 0
    for move in final.moves:
        position.push(move)
        cells = cells_of(position)
        fresh = view.follow(cells, focus=move.to)
        if fresh is not view:
            moved += 1
            ring = {near for cell in cells for near in neighbors(cell)}
            assert view.wide or view.tall or not all(map(view.contains, ring))
        view = fresh
        assert (view.width, view.height) == (width, height)
        assert view.follow(cells, focus=move.to) is view
        if move.to is not None:
            assert view.contains(move.to)
        if not view.wide and not view.tall:
            assert all(map(view.contains, cells))
        lines = board_lines(position, view, last_move=True)
        assert len(lines) == height
        assert {sum(len(span.text) for span in row) for row in lines} == {width}
    assert moved < 20 or width < 80


def test_a_window_keeps_the_picture_where_it_was() -> None:
    position = Position("Base")
    position.push(position.parse_move("wS1"))
    view = Viewport.around(cells_of(position), width=40, height=11)
    before = plain(board_lines(position, view)).splitlines()
    position.push(position.parse_move("bS1 wS1-"))
    assert view.follow(cells_of(position)) is view
    after = plain(board_lines(position, view)).splitlines()
    assert len(before) == len(after)
    assert before[5].index("wS1") == after[5].index("wS1")


def test_cells_of_a_window_are_those_it_contains() -> None:
    for roomy in (True, False):
        view = Viewport.around([(4, -7), (6, -2)], width=33, height=12, roomy=roomy)
        listed = list(view.cells())
        around = [(q, r) for r in range(-40, 40) for q in range(-40, 40)]
        assert sorted(listed) == sorted(cell for cell in around if view.contains(cell))
        for cell in listed:
            column, row = view.place(cell)
            assert column >= 0 and column + 5 <= view.width and int(roomy) <= row < view.height - int(roomy)


def test_a_hive_that_grows_turns_the_window_compact_and_back_only_when_it_may() -> None:
    view = Viewport.around([(0, 0)], width=40, height=11)
    assert view.roomy
    tall = view.follow([(0, r) for r in range(8)])
    assert not tall.roomy and not tall.tall
    assert tall.follow([(0, r) for r in range(7)]) is tall
    cut = tall.follow([(0, r) for r in range(20)], focus=(0, 19))
    assert cut.tall and cut.contains((0, 19)) and not cut.contains((0, 0))
    assert cut.follow([(0, r) for r in range(20)], focus=(0, 15)) is cut
    assert cut.follow([(0, r) for r in range(20)]) is cut
    assert cut.follow([(0, r + 50) for r in range(20)]).contains((0, 60))


@pytest.mark.parametrize("limits", [{"width": 8}, {"height": 2}, {"width": 1, "height": 1}], ids=str)
def test_windows_too_small_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="expected at least 9 x 5"):
        Viewport.around([(0, 0)], **limits)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="expected at least 9 x 5"):
        diagram(line((0, 1)), **limits)  # type: ignore[arg-type]


def test_ansi_leaves_no_blanks_at_the_end() -> None:
    lines = ((Span("a", Style.LABEL), Span("   ", Style.PLAIN)), (Span("b  ", Style.PLAIN),), ())
    assert plain(lines) == "a\nb\n"
    assert ESCAPE.sub("", ansi(lines)) == "a\nb\n"
