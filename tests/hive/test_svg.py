"""The SVG board: well formed, complete, readable without color and for the color-blind."""

from __future__ import annotations

import itertools
import math
import random
import re
import xml.etree.ElementTree as ET

import pytest

from hexapoda.errors import UsageError
from hexapoda.hive import PASS, PIECES, Bug, Move, Piece, Position
from hexapoda.hive.draw.glyphs import GLYPHS
from hexapoda.hive.draw.palette import DARK, LIGHT, MONO_DARK, MONO_LIGHT, Palette, Tile
from hexapoda.hive.draw.svg import HIGHLIGHTS, Theme, svg

SVG = "{http://www.w3.org/2000/svg}"


def tower() -> Position:
    """Stacks of heights 4, 2 and 2 between single pieces."""
    text = "wQ 0 0 0,bB1 0 0 1,bQ 1 0 0,wB1 1 0 1,wB2 1 0 2,bB2 1 0 3,wM 0 1 0,bM 0 1 1,wA1 2 -1 0,bP 0 -1 0"
    rows = [row.split() for row in text.split(",")]
    return Position.from_pieces(
        "Base+MLP", [(Piece(p), (int(q), int(r)), int(h)) for p, q, r, h in rows], ply=30
    )


def line(step: tuple[int, int], start: tuple[int, int] = (0, 0)) -> Position:
    """All 28 pieces in a row."""
    cells = [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(28)]
    return Position.from_pieces("Base+MLP", [(p, c, 0) for p, c in zip(PIECES, cells, strict=True)], ply=28)


def played(seed: int, plies: int) -> Position:
    generator = random.Random(seed)
    position = Position("Base+MLP")
    while position.ply < plies and len(position.legal_moves):
        position.push(generator.choice(list(position.legal_moves)))
    return position


def parse(text: str) -> ET.Element:
    return ET.fromstring(text)


def pieces_in(root: ET.Element, kind: str = "piece") -> list[str]:
    return [g.attrib["data-piece"] for g in root.iter(f"{SVG}g") if g.get("class") == kind]


@pytest.mark.parametrize("mono", [False, True])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_well_formed_and_every_piece_present(seed: int, theme: Theme, mono: bool) -> None:
    position = played(seed, 40)
    root = parse(
        position.svg(
            theme=theme,
            mono=mono,
            coordinates=True,
            highlights={
                move.to: style
                for move, style in zip(position.legal_moves, HIGHLIGHTS, strict=False)
                if move.to is not None
            },
            arrows=[((0, 0), (3, -1))],
            last_move=True,
        )
    )
    assert root.tag == f"{SVG}svg"
    assert root[0].tag == f"{SVG}title"
    assert root[1].tag == f"{SVG}desc"
    assert sorted(pieces_in(root)) == sorted(map(str, position.pieces()))
    description = root[1].text or ""
    assert all(str(piece) in description for piece in position.pieces())


def test_uses_only_what_it_defines_and_nothing_from_outside() -> None:
    text = tower().svg(last_move=True, coordinates=True)
    root = parse(text)
    ids = {g.attrib["id"] for g in root.iter(f"{SVG}g") if "id" in g.attrib}
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used == ids
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "<script" not in text and "@import" not in text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_mono_has_no_color(theme: Theme) -> None:
    text = tower().svg(
        mono=True, theme=theme, coordinates=True, highlights={(0, 2): "danger"}, arrows=[((0, 0), (1, 0))]
    )
    colors = set(re.findall(r"#[0-9A-Fa-f]{6}\b", text))
    assert {"#FFFFFF", "#000000"} <= colors
    assert all(color[1:3] == color[3:5] == color[5:7] for color in colors)
    assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', text)) <= colors | {"none"}


def test_mono_sides_differ_by_fill() -> None:
    for palette in (MONO_LIGHT, MONO_DARK):
        white, black = palette.tiles
        assert white.face == "#FFFFFF" and set(white.ink.values()) == {"#000000"}
        assert black.face == "#000000" and set(black.ink.values()) == {"#FFFFFF"}


def test_equal_arguments_give_equal_text_and_looks_do_not_share_ids() -> None:
    assert tower().svg() == tower().svg()
    ids = [
        set(re.findall(r'id="([^"]+)"', tower().svg(theme=theme, mono=mono)))
        for theme in ("light", "dark")
        for mono in (False, True)
    ]
    assert all(not a & b for a, b in itertools.combinations(ids, 2))


def test_stacks_show_their_height_and_every_buried_piece() -> None:
    root = parse(tower().svg())
    assert pieces_in(root, "buried") == ["wQ", "bQ", "wB1", "wB2", "wM"]
    heights = [g for g in root.iter(f"{SVG}g") if g.get("class") == "height"]
    assert ["".join(g.itertext()) for g in heights] == ["2", "4", "2"]
    # each storey is drawn higher than the one below it
    ys = {
        g.attrib["data-piece"]: float(re.findall(r"[-\d.]+", g.attrib["transform"])[1])
        for g in root.iter(f"{SVG}g")
        if g.get("class") == "piece"
    }
    assert ys["bQ"] > ys["wB1"] > ys["wB2"] > ys["bB2"]


def test_numbers_coordinates_and_title() -> None:
    def texts(position: Position, **options: object) -> list[str]:
        return [element.text or "" for element in parse(svg(position, **options)).iter(f"{SVG}text")]  # type: ignore[arg-type]

    position = line((1, 0), (-30, 5))
    assert sorted(texts(position)) == sorted("1212123123" * 2)
    assert texts(position, numbers=False) == []
    shown = texts(position, numbers=False, coordinates=True)
    assert {"-30,5", "-3,5", "-31,5", "-30,4"} <= set(shown)
    assert len(shown) == 28 + 2 * 28 + 4  # every cell of the line and of the ring round it
    root = parse(svg(position, title='Ants & "queens" <1>'))
    assert root[0].text == root.attrib["aria-label"] == 'Ants & "queens" <1>'
    assert parse(svg(position))[0].text == "Hive, Base+MLP: White[15]"


def test_highlights_arrows_and_last_move() -> None:
    position = Position("Base")
    position.push(position.parse_move("wS1"))
    position.push(position.parse_move("bS1 wS1-"))
    root = parse(
        position.svg(
            highlights={(0, 0): "select", (2, 0): "target", (0, 1): "danger"},
            arrows=[((0, 0), (2, 0)), ((1, 0), (1, 0))],
            last_move=True,
        )
    )
    classes = [element.get("class") for element in root.iter() if element.get("class")]
    assert classes.count("arrow") == 1  # none from a cell to itself
    assert [classes.count(style) for style in HIGHLIGHTS] == [1, 1, 1]
    assert classes.count("destination") == 1 and classes.count("origin") == 0
    assert position.svg(highlights=[(2, 0)]) == position.svg(highlights={(2, 0): "target"})
    assert position.svg(last_move=position.moves[-1]) == position.svg(last_move=True)
    assert position.svg(last_move=False) == position.svg(last_move=PASS) == position.svg()


def test_last_move_marks_the_origin_also_under_another_piece() -> None:
    position = played(5, 60)
    while (move := position.moves[-1]).origin is None:
        position.pop()
    classes = [element.get("class") for element in parse(position.svg(last_move=True)).iter()]
    assert classes.count("origin") == 1 and classes.count("destination") == 1
    assert isinstance(move, Move)


def test_empty_board_one_piece_and_long_lines_keep_the_size() -> None:
    one = Position("Base")
    one.push(one.legal_moves[0])
    for position in (Position("Base"), one, tower(), line((1, 0)), line((0, 1)), line((-1, 1), (-999, 1000))):
        for size in (24, 360, 1440):
            root = parse(position.svg(size=size, last_move=True))
            width, height = int(root.attrib["width"]), int(root.attrib["height"])
            assert max(width, height) == size and min(width, height) >= 1
            _, _, across, along = map(float, root.attrib["viewBox"].split())
            assert math.isclose(across / along, width / height, rel_tol=1 / min(width, height))


def test_everything_lies_in_the_frame() -> None:
    root = parse(line((0, 1), (-100, -100)).svg(highlights=[(-90, -110)]))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for group in root.iter(f"{SVG}g"):
        if group.get("class") in ("piece", "target"):
            x, y = map(float, re.findall(r"-?[\d.]+", group.attrib["transform"])[:2])
            assert left + 86 < x < left + width - 86 and top + 99 < y < top + height - 99


@pytest.mark.parametrize(
    "options", [{"size": 0}, {"theme": "sepia"}, {"highlights": {(0, 0): "purple"}}], ids=str
)
def test_wrong_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="expected"):
        svg(Position("Base"), **options)  # type: ignore[arg-type]


def test_notebooks_get_the_picture() -> None:
    assert tower()._repr_svg_() == tower().svg()


def test_glyphs_of_all_bugs_fill_their_box_and_are_symmetric() -> None:
    assert set(GLYPHS) == {bug.value for bug in Bug}
    for glyph in GLYPHS.values():
        points = {
            (float(x), float(y))
            for layer in glyph
            if layer.kind not in ("gap", "hole")
            for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", layer.path)
        }
        assert {(-x, y) for x, y in points} == points
        assert all(abs(x) <= 53 and abs(y) <= 51 for x, y in points)
        assert max(y for _, y in points) - min(y for _, y in points) > 80


# Color vision: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color
# vision deficiency" (2009), matrices of full severity on linear RGB.
VISION = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(color: str) -> tuple[float, ...]:
    channels = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def luminance(color: str) -> float:
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(color), strict=True))


def contrast(first: str, second: str) -> float:
    dark, bright = sorted((luminance(first), luminance(second)))
    return (bright + 0.05) / (dark + 0.05)


def lab(color: str, vision: str) -> tuple[float, float, float]:
    seen = [sum(m * c for m, c in zip(row, linear(color), strict=True)) for row in VISION[vision]]
    r, g, b = (min(1.0, max(0.0, channel)) for channel in seen)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


TILES = [(name, tile) for name, palette in (("light", LIGHT), ("dark", DARK)) for tile in palette.tiles]


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(("name", "tile"), TILES)
def test_bug_colors_stay_apart(name: str, tile: Tile, vision: str) -> None:
    seen = {letter: lab(color, vision) for letter, color in tile.ink.items()}
    nearest = min(math.dist(a, b) for a, b in itertools.combinations(seen.values(), 2))
    assert nearest > 20, f"CIE76 difference of two bugs on a {name} tile"


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_contrasts(palette: Palette) -> None:
    for tile in palette.tiles:
        assert min(contrast(ink, tile.face) for ink in tile.ink.values()) >= 3
        assert contrast(tile.number, tile.face) >= 4.5
    assert contrast(palette.text, palette.background) >= 3
    for mark in (palette.target, palette.select, palette.danger):
        assert contrast(mark, palette.background) >= 3
    assert contrast(palette.tiles[0].face, palette.tiles[1].face) > 10
