"""The rhombus of text: golden pictures, labels on all sides, everything on its cell at every size."""

from __future__ import annotations

import random
import re

import pytest

from hexapoda.errors import UsageError
from hexapoda.hex import format_cell
from hexapoda.hex.board import Board
from hexapoda.hex.draw.diagram import board_lines, chain_lines, diagram, legend_line
from hexapoda.text.span import Style, plain

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

# A won game of two programs, red to move first from top to bottom.
WON = r"""
   a   b   c   d   e   f   g
 1 R - B - B - R - R - b - b 1
    \ / \ / \ / \ / \ / \ / \
   2 R - B - B - R - b - R - . 2
      \ / \ / \ / \ / \ / \ / \
     3 B - . - R - R - b - R - R 3
        \ / \ / \ / \ / \ / \ / \
       4 R - . - b - b - R - B - R 4
          \ / \ / \ / \ / \ / \ / \
         5 . - b - . - . - R - . - B 5
            \ / \ / \ / \ / \ / \ / \
           6 . - b - R - B - R - B - R 6
              \ / \ / \ / \ / \ / \ / \
             7 b - . - R - R - . - B - B 7
                a   b   c   d   e   f   g
""".strip("\n")
CHAIN = ((0, 6), (1, 5), (1, 4), (2, 3), (3, 3), (4, 2), (4, 1), (5, 0), (6, 0))


def won() -> Board:
    """The board of `WON`, read from its letters."""
    stones = {}
    for row, line in enumerate(WON.splitlines()[1::2]):
        for column, letter in enumerate(re.findall(r"[RBb.]", line)):
            if letter != ".":
                stones[column, row] = int(letter != "R")
    return Board(7, 7, stones, chain=CHAIN, last=(1, 5))


def scattered(columns: int, rows: int, seed: int) -> Board:
    generator = random.Random(seed)
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    chosen = generator.sample(cells, generator.randrange(len(cells) + 1))
    stones = {cell: generator.randrange(2) for cell in chosen}
    return Board(columns, rows, stones, last=chosen[-1] if chosen else None)


def test_a_won_game() -> None:
    assert diagram(won(), colors="red-blue") == WON
    first, *board, last = WON.splitlines()
    black_white = [line.translate(str.maketrans("RBb", "BWw")) for line in board]
    assert diagram(won()).splitlines() == [first, *black_white, last]


def test_chain_and_legend() -> None:
    text = diagram(won(), colors="red-blue", chain=True, legend=True)
    assert text.splitlines()[-2:] == [
        "Blue's chain: a7 b6 b5 c4 d4 e3 e2 f1 g1",
        "R Red joins top and bottom, B Blue left and right",
    ]
    assert plain(chain_lines(won(), width=30)) == "White's chain: a7 b6 b5 c4 d4\n  e3 e2 f1 g1"
    assert chain_lines(Board(3, 3)) == ()
    assert plain([legend_line()]) == "B Black joins top and bottom, W White left and right"


def test_without_links() -> None:
    board = Board(3, 2, {(1, 0): 0, (2, 1): 1}, last=(2, 1))
    expected = "   a b c\n 1 . B . 1\n  2 . .[W]2\n     a b c"
    assert diagram(board, links=False, last_move=True) == expected
    assert diagram(board, width=20, last_move=True) == diagram(board, last_move=True)
    assert diagram(board, width=14, last_move=True) == expected
    assert diagram(board, links=True, width=14) == "\n".join(
        ("   a   b   c", " 1 . - B - . 1", r"    \ / \ / \ ".rstrip(), "   2 . - . - W 2", "      a   b   c")
    )


def test_marks_and_alerts() -> None:
    board = Board(3, 1, {(0, 0): 0})
    assert (
        diagram(board, marks={(2, 0): "7"}, alerts=[(1, 0)]) == "   a   b   c\n 1 B -!.!- 7 1\n    a   b   c"
    )
    with pytest.raises(UsageError, match=r"no cell \(3, 0\) on a board of 3 x 1"):
        diagram(board, marks={(3, 0): "7"})
    with pytest.raises(UsageError, match="expected one character"):
        diagram(board, marks={(2, 0): "12"})
    with pytest.raises(UsageError, match="expected one of black-white, red-blue"):
        diagram(board, colors="green")  # type: ignore[arg-type]


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("size", [(1, 1), (1, 26), (26, 1), (9, 10), (26, 26)])
def test_every_cell_stands_between_its_labels(size: tuple[int, int], links: bool) -> None:
    board = scattered(*size, seed=size[0])
    lines = diagram(board, links=links).splitlines()
    rows = [line for line in lines if re.match(r" *\d+ ", line)]
    names = [format_cell((column, 0))[0] for column in range(size[0])]
    assert lines[0].split() == lines[-1].split() == names
    assert len(rows) == size[1]
    for row, line in enumerate(rows):
        label, *cells, end = line.replace(" - ", " ").split()
        assert label == end == str(row + 1)
        expected = [".BW"[board.stones.get((column, row), -1) + 1] for column in range(size[0])]
        assert cells == expected
        # half a cell further to the right in every row
        first = len(line) - len(line.split(maxsplit=1)[1])
        assert first == 3 + row * (2 if links else 1)


@pytest.mark.parametrize("columns", range(1, 27))
def test_a_width_is_kept_where_links_can_be_left_out(columns: int) -> None:
    board = Board(columns, 11)
    for width in (68, 80, 132):
        assert max(map(len, diagram(board, width=width).splitlines())) <= width


def test_colors_say_nothing_that_letters_do_not() -> None:
    board = won()
    for colors in ("black-white", "red-blue"):
        painted = diagram(board, color=True, colors=colors, last_move=True, chain=True)
        assert "\x1b[" in painted
        assert ESCAPE.sub("", painted) == diagram(board, colors=colors, last_move=True, chain=True)
    styles = {span.style for line in board_lines(board, colors="red-blue") for span in line}
    assert {Style.RED, Style.BLUE, Style.CHAIN} <= styles and Style.BLACK not in styles
