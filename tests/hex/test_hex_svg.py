"""The SVG board: well formed, complete, in every rotation, readable for the color-blind."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from hexapoda.errors import UsageError
from hexapoda.hex import Position, format_cell, neighbors, parse_cell
from hexapoda.hex.board import COLORS, Board, board_of
from hexapoda.hex.draw.lattice import ROTATIONS, Lattice
from hexapoda.hex.draw.palette import PALETTES
from hexapoda.hex.draw.svg import HIGHLIGHTS, svg
from tests.hex.test_hex_diagram import scattered, won
from tests.hive.test_svg import VISION, contrast, lab

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = list(itertools.product(COLORS, ("light", "dark")))


def parse(text: str) -> ET.Element:
    return ET.fromstring(text)


def groups(root: ET.Element, kind: str) -> list[ET.Element]:
    return [g for g in root.iter(f"{SVG}g") if g.get("class") == kind]


def place(element: ET.Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", element.attrib["transform"])[:2]
    return float(x), float(y)


def texts(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize(("colors", "theme"), LOOKS)
def test_every_stone_is_there_and_told_in_words(colors: Any, theme: Any) -> None:
    board = scattered(9, 7, seed=4)
    root = parse(svg(board, colors=colors, theme=theme, last_move=True))
    assert [element.tag for element in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
    names = [name.capitalize() for name in colors.split("-")]
    drawn = {stone.attrib["data-cell"]: stone.attrib["data-color"] for stone in groups(root, "stone")}
    assert drawn == {format_cell(cell): names[color].lower() for cell, color in board.stones.items()}
    told = re.findall(r"(\w+), joining [a-z ]+: ([^.]*)\.", root[1].text or "")
    assert {name: set(cells.split(", ")) for name, cells in told} == {
        name: {cell for cell, color in drawn.items() if color == name.lower()} for name in names
    }
    assert len(groups(root, "grid")[0]) == 9 * 7


def test_uses_only_what_it_defines_and_nothing_from_outside() -> None:
    text = svg(won(), last_move=True)
    root = parse(text)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert ids == {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert svg(won(), last_move=True) == text
    others = [svg(won(), colors=c, theme=t) for c, t in LOOKS] + [svg(won(), rotation=9)]  # type: ignore[arg-type]
    found = [set(re.findall(r' id="([^"]+)"', other)) for other in others]
    assert all(not a & b for a, b in itertools.combinations(found, 2))


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_neighbors_lie_side_by_side(rotation: int) -> None:
    columns, rows = 5, 7
    lattice = Lattice(columns, rows, rotation)
    cells = [(c, r) for r in range(rows) for c in range(columns)]
    for cell in cells:
        near = [
            other
            for other in cells
            if other != cell and math.dist(lattice.center(cell), lattice.center(other)) < 180
        ]
        assert set(near) == set(neighbors(cell, columns, rows))
    on_a_corner = any(math.isclose(x, 0, abs_tol=1e-6) for x, _ in lattice.hexagon(100))
    assert on_a_corner == (rotation % 2 == 0)


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a1_lies_at_its_hour(rotation: int) -> None:
    lattice = Lattice(6, 6, rotation)
    (ax, ay), (bx, by) = lattice.center((0, 0)), lattice.center((5, 5))
    hour = math.degrees(math.atan2(ax - bx, by - ay)) / 30
    assert math.isclose((hour - rotation + 6) % 12, 6)


def area(polygon: list[tuple[float, float]]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1]))) / 2  # noqa: B905


@pytest.mark.parametrize("size", [(1, 1), (1, 6), (6, 1), (5, 8), (26, 26)])
def test_the_edges_close_round_the_cells(size: tuple[int, int]) -> None:
    top, bottom, left, right = Lattice(*size).bands()
    cells = size[0] * size[1] * area(Lattice(1, 1).hexagon(100))
    # Together they fill the rhombus, its two acute tips cut off, but for the cells: nothing overlaps, no gap.
    outline = [left[-2], top[-1], top[-2], top[-3], right[-2], bottom[-1], bottom[-2], bottom[-3]]
    assert math.isclose(area(outline), cells + sum(map(area, (top, bottom, left, right))), rel_tol=1e-9)
    assert math.isclose(area(top), area(bottom)) and math.isclose(area(left), area(right))


def test_everything_lies_in_the_frame() -> None:
    for rotation in ROTATIONS:
        root = parse(svg(won(), rotation=rotation, size=700))
        left, top, width, height = map(float, root.attrib["viewBox"].split())
        points = [place(stone) for stone in groups(root, "stone")]
        points += [(float(t.attrib["x"]), float(t.attrib["y"])) for t in root.iter(f"{SVG}text")]
        assert all(left < x < left + width and top < y < top + height for x, y in points)
        assert max(int(root.attrib["width"]), int(root.attrib["height"])) == 700


def test_coordinates_stand_on_all_sides() -> None:
    labels = texts(groups(parse(svg(Board(3, 2))), "labels")[0])
    assert sorted(labels) == sorted("aabbcc1122")
    assert groups(parse(svg(Board(3, 2), coordinates=False)), "labels") == []


def test_labels_of_level_rows_stand_over_their_columns_and_beside_their_rows() -> None:
    lattice = Lattice(3, 2)
    for index, is_column, (x, y) in lattice.labels():
        cells = [(index, row) for row in range(2)] if is_column else [(column, index) for column in range(3)]
        places = [lattice.center(cell) for cell in cells]
        assert any(math.isclose(x if is_column else y, place[0 if is_column else 1]) for place in places)
    turned = [Lattice(3, 3, hour) for hour in (9, 12)]
    for diamond in turned:  # mirrored over its long diagonal a diamond is the same
        xs = sorted(round(x, 6) for _, _, (x, y) in diamond.labels())
        middle = sum(xs) / len(xs)
        assert all(math.isclose(a + b, 2 * middle, abs_tol=1e-3) for a, b in zip(xs, xs[::-1], strict=True))


def test_numbers_follow_the_moves_and_the_swap() -> None:
    position = Position("5x5", swap="pieces")
    for text in ("a2", "swap-pieces", "c3", "d4"):
        position.push(position.parse_move(text))
    root = parse(position.svg(numbers=True, last_move=True))
    numbers = {stone.attrib["data-cell"]: texts(stone) for stone in groups(root, "stone")}
    assert numbers == {"b1": ["2"], "c3": ["3"], "d4": ["4"]}
    assert root[0].text == "Hex, 5x5: Black[3], InProgress"
    [ring] = [e for e in root.iter(f"{SVG}circle") if e.get("class") == "last"]
    assert place(ring) == place(next(s for s in groups(root, "stone") if s.attrib["data-cell"] == "d4"))
    assert all(not texts(stone) for stone in groups(parse(position.svg()), "stone"))
    assert position._repr_svg_() == position.svg(last_move=True)

    sides = Position("5x4", swap="sides")
    for text in ("a2", "swap-sides"):
        sides.push(sides.parse_move(text))
    assert board_of(sides) == Board(5, 4, {(0, 1): 0}, last=(0, 1), plies={(0, 1): 1})
    sides.push_pass()
    assert board_of(sides).last is None


def test_the_winning_chain_is_shown() -> None:
    position = Position.from_text("3x3 a1 b1 a2 b2 a3")
    assert position.winning_chain() == ((0, 0), (0, 1), (0, 2))
    root = parse(position.svg())
    [filled] = groups(root, "filled")
    assert {use.attrib["fill"] for use in filled} == {PALETTES["black-white", "light"].chain}
    places = {place(s): s.attrib["data-cell"] for s in groups(root, "stone")}
    assert [places[place(use)] for use in filled] == ["a1", "a2", "a3"]
    assert "Black has won: a1, a2, a3." in (root[1].text or "")
    assert groups(parse(position.svg(chain=False)), "filled") == []


def test_heat_notes_highlights_and_arrows() -> None:
    board = Board(4, 4, {(0, 0): 0})
    heat = {(0, 0): 1.0, (1, 0): 0.0, (2, 0): 0.5, (3, 0): 0.999}
    root = parse(svg(board, heat=heat))
    [filled] = groups(root, "filled")
    shares = [float(use.get("fill-opacity", "1")) for use in filled]
    assert shares[0] == 1 and shares[1] < shares[2] < shares[3]
    assert [texts(note) for note in groups(root, "note")] == [["0"], ["50"], ["100"]]
    assert groups(parse(svg(board, heat=heat, values=False)), "note") == []
    root = parse(svg(board, heat=heat, notes={(1, 0): "A", (0, 0): "*"}))
    assert [texts(note) for note in groups(root, "note")] == [["*"], ["A"], ["50"], ["100"]]
    marked = {(0, 1): "target", (1, 1): "select", (2, 1): "danger"}
    root = parse(svg(board, highlights=marked, arrows=[((0, 0), (3, 3)), ((1, 1), (1, 1))]))
    classes = [element.get("class") for element in root.iter()]
    assert [classes.count(style) for style in HIGHLIGHTS] == [1, 1, 1] and classes.count("arrow") == 1
    assert svg(board, highlights=[(1, 1)]) == svg(board, highlights={(1, 1): "target"})
    assert parse(svg(board, title='a <b> "c"'))[0].text == 'a <b> "c"'


WRONG: list[dict[str, Any]] = [
    {"size": 0},
    {"rotation": 0},
    {"rotation": 13},
    {"colors": "green-pink"},
    {"theme": "sepia"},
    {"highlights": {(0, 0): "purple"}},
    {"highlights": [(3, 0)]},
    {"arrows": [((0, 0), (0, -1))]},
    {"heat": {(0, 0): 1.5}},
    {"heat": {(0, 0): math.nan}},
    {"notes": {(0, 0): "long"}},
    {"notes": {(0, 0): ""}},
]


@pytest.mark.parametrize("options", WRONG, ids=str)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"expected|no cell"):
        svg(Board(3, 3), **options)


@pytest.mark.parametrize("look", LOOKS)
def test_contrasts(look: tuple[str, str]) -> None:
    palette = PALETTES[look]
    for stone in palette.stones:
        assert contrast(stone.text, stone.face) >= 4.5
        assert max(contrast(stone.face, palette.cell), contrast(stone.rim, palette.cell)) >= 3
        assert (
            max(contrast(stone.edge_line, palette.background), contrast(stone.face, palette.background)) >= 3
        )
    assert contrast(palette.text, palette.background) >= 4.5
    for ground in (palette.cell, palette.heat):
        assert contrast(palette.note, ground) >= 4.5
    for mark in (palette.target, palette.select, palette.danger):
        assert contrast(mark, palette.cell) >= 3


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("look", LOOKS)
def test_stones_stay_apart_for_the_color_blind(look: tuple[str, str], vision: str) -> None:
    first, second = (lab(stone.face, vision) for stone in PALETTES[look].stones)
    assert math.dist(first, second) > 40
    for stone in PALETTES[look].stones:
        assert math.dist(lab(stone.face, vision), lab(PALETTES[look].chain, vision)) > 20


def test_cells_are_named_as_everywhere() -> None:
    board = Board(26, 26, {parse_cell("z26"): 1})
    assert groups(parse(svg(board)), "stone")[0].attrib["data-cell"] == "z26"
