"""The parts of the games have the types that `Game` says, which mypy checks here, and can be imported."""

from __future__ import annotations

import inspect

from game_of_y import encode as y_encode
from game_of_y.position import YMove, YPosition
from hexapoda.games import Game, find_game
from hexapoda.games.analysis import GameAnalysis
from hexapoda.games.archive import Archive
from hexapoda.games.encodings import Encodings
from hexapoda.games.opening_suite import OpeningSuite
from hexapoda.games.opening_tree import OpeningTree
from hexapoda.games.overlay import Overlays
from hexapoda.games.page_board import PageBoard
from hexapoda.games.part import LazyPart
from hexapoda.games.position_editor import PositionEditor
from hexapoda.games.record_files import RecordFiles
from hexapoda.games.solver import Solver
from hexapoda.hex import Move as HexMove
from hexapoda.hex import Position as HexPosition
from hexapoda.hex import analysis as hex_analysis
from hexapoda.hex import editor as hex_editor
from hexapoda.hex import encode as hex_encode
from hexapoda.hex import openings as hex_openings
from hexapoda.hex import overlays as hex_overlays
from hexapoda.hex import records as hex_records
from hexapoda.hex import solve_command as hex_solver
from hexapoda.hex.draw import diagram as hex_diagram
from hexapoda.hex.draw import page_board as hex_page_board
from hexapoda.hex.draw import svg as hex_svg
from hexapoda.hex.records import archive as hex_archive
from hexapoda.hive import Move as HiveMove
from hexapoda.hive import Position as HivePosition
from hexapoda.hive import analysis as hive_analysis
from hexapoda.hive import editor as hive_editor
from hexapoda.hive import encode as hive_encode
from hexapoda.hive import opening_tree as hive_tree
from hexapoda.hive import openings as hive_openings
from hexapoda.hive import overlays as hive_overlays
from hexapoda.hive import records as hive_records
from hexapoda.hive import solve_command as hive_solver
from hexapoda.hive.draw import diagram as hive_diagram
from hexapoda.hive.draw import page_board as hive_page_board
from hexapoda.hive.draw import svg as hive_svg
from hexapoda.hive.records import archive as hive_archive

HIVE_ANALYSIS: GameAnalysis[HivePosition, HiveMove] = hive_analysis
HIVE_ARCHIVE: Archive[HivePosition] = hive_archive
HIVE_EDITOR: PositionEditor[HivePosition] = hive_editor
HIVE_ENCODINGS: Encodings[HivePosition, HiveMove] = hive_encode.ENCODINGS
HIVE_OPENINGS: OpeningSuite = hive_openings
HIVE_TREE: OpeningTree[HivePosition] = hive_tree
HIVE_OVERLAYS: Overlays[HivePosition] = hive_overlays
HIVE_BOARD: PageBoard = hive_page_board
HIVE_RECORDS: RecordFiles = hive_records
HIVE_SOLVER: Solver[HivePosition] = hive_solver

HEX_ANALYSIS: GameAnalysis[HexPosition, HexMove] = hex_analysis
HEX_ARCHIVE: Archive[HexPosition] = hex_archive
HEX_EDITOR: PositionEditor[HexPosition] = hex_editor
HEX_ENCODINGS: Encodings[HexPosition, HexMove] = hex_encode.ENCODINGS
HEX_OPENINGS: OpeningSuite = hex_openings
HEX_OVERLAYS: Overlays[HexPosition] = hex_overlays
HEX_BOARD: PageBoard = hex_page_board
HEX_RECORDS: RecordFiles = hex_records
HEX_SOLVER: Solver[HexPosition] = hex_solver

Y_ENCODINGS: Encodings[YPosition, YMove] = y_encode.ENCODINGS


def test_every_part_can_be_imported() -> None:
    names = [name for name, value in vars(Game).items() if isinstance(value, LazyPart)]
    assert len(names) > 10
    found = {(game, name): getattr(find_game(game), name) for game in ("hive", "hex") for name in names}
    absent = {place for place, part in found.items() if part is None}
    assert absent == {("hex", "opening_tree")}
    assert (found["hive", "analysis"], found["hex", "solver"]) == (hive_analysis, hex_solver)
    assert all(part in found.values() for part in (HIVE_ENCODINGS, HEX_ENCODINGS, HIVE_OVERLAYS, HEX_BOARD))


def test_pictures_have_the_options_that_their_types_say() -> None:
    for options, draw in (
        (hive_svg.SvgOptions, hive_svg.svg),
        (hive_diagram.DiagramOptions, hive_diagram.diagram),
        (hex_svg.SvgOptions, hex_svg.svg),
        (hex_diagram.DiagramOptions, hex_diagram.diagram),
    ):
        assert list(options.__annotations__) == list(inspect.signature(draw).parameters)[1:]
