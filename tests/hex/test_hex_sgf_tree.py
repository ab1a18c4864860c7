"""Trees of Hex as SGF: written and read again without loss, and files of other programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.hex.game import HEX
from hexapoda.record import (
    Ending,
    GameRecord,
    GameTree,
    Mark,
    MoveEvaluation,
    MoveRecord,
    Node,
    PlayerRecord,
    format_game,
    scan_text,
)

RECORD = GameRecord(
    "hex",
    "5x5",
    (PlayerRecord("Ann ]"), PlayerRecord("bot", "mcts:seed=1")),
    (MoveRecord("a4", book=True), MoveRecord("swap-pieces", score=0.5, nodes=9), MoveRecord("c3")),
    1,
    True,
    Ending.RESIGN,
    rules=(("swap", "pieces"),),
    date="2026-11-21T10:00:00Z",
    event="match 7",
    number=3,
    seed=7,
    tags=(("AP", "x"), ("Round", "2")),
)


def tree(record: GameRecord = RECORD) -> GameTree:
    made = GameTree(HEX, record)
    if record.moves:
        first = made.root.variations[0]
        first.comments.append("a corner\\ [of the board]\n\nand so on")
        first.nags = {5}
        first.marks = [Mark("arrow", ("a4", "b2")), Mark("label", ("c3",), "red", 'a "b"\\')]
        first.evaluation = MoveEvaluation(score=-0.25, win_in=7, depth=3)
        [other, _] = made.add_line(made.add_variation(first, "d2"), ["c3", "b4"])
        made.add_variation(other, "b5").nags = {2}
        made.root.comments.append("before the first move")
    return made


def read(text: str) -> GameTree:
    """Return the only game of a text, which has no fault."""
    [found] = scan_text(text, "", "hex")
    assert found.report.verdict == "good", found.report
    return found.checked()


HEADERS = [
    RECORD,
    replace(RECORD, finished=False, winner=None, ending=Ending.INTERRUPTED),
    replace(RECORD, ending=Ending.ADJUDICATED, detail="ten moves"),
    replace(RECORD, ending=Ending.UNKNOWN, detail="forfeit", winner=0),
    replace(RECORD, rules=(("swap", "sides"),), moves=(MoveRecord("a4"), MoveRecord("swap-sides"))),
    replace(RECORD, rules=(), start="5x5 black=a1 white=e5", moves=(MoveRecord("b2"),)),
    replace(RECORD, rules=(), variant="4x6", date="", event="", tags=(), players=(PlayerRecord(""),) * 2,
            number=-1, seed=None, moves=()),
]  # fmt: skip


@pytest.mark.parametrize("record", HEADERS)
def test_nothing_is_lost(record: GameRecord) -> None:
    made = tree(record)
    again = read(format_game(made, "sgf"))
    assert again == made and again.to_record() == made.to_record()


def test_plain_keeps_the_moves_alone() -> None:
    text = format_game(tree(), "sgf", plain=True)
    assert text == (
        "(;FF[4]GM[11]CA[UTF-8]SZ[5]RU[swap=pieces]PB[Ann \\]]PW[bot]RE[W+R]AP[x]EV[match 7]DT[2026-11-21]\n"
        ";B[a4];W[swap-pieces];B[c3])\n"
    )
    again = read(text)
    assert [node.text for node in again.walk()] == ["", "a4", "swap-pieces", "c3"]
    assert [player.engine for player in again.header.players] == ["", ""]


def test_files_of_other_programs() -> None:
    [found] = scan_text(
        "(;GM[11]SZ[5]PB[Ann]RE[B+]DT[2009-05-03,04];B[a4];W[swap-pieces](;W[c3]TE[2]C[good])(;W[d4]DO[]))",
        "some.sgf",
    )
    header = found.tree.header
    assert (header.rules, header.winner, header.source) == ((("swap", "sides"),), 0, "some.sgf")
    assert (header.date, dict(header.tags)) == ("", {"DT": "2009-05-03,04"})
    good, doubtful = found.tree.root.variations[0].variations[0].variations
    assert (good.text, good.nags, good.comments, doubtful.glyphs) == ("c3", {3}, ["good"], "?!")
    assert "DT[2009-05-03,04]" in format_game(found.tree, "sgf")
    passed = read("(;GM[11]SZ[5]DT[2009-05];B[a4];W[pass])")
    assert [node.text for node in passed.main_line()] == ["a4", "pass"] and passed.header.date == "2009-05"
    assert read(format_game(passed, "sgf")) == passed


def test_marks_of_other_programs() -> None:
    made = read("(;GM[11]SZ[5];B[a4]CR[b2][zz]AR[a1:b2]LB[c3:A]TR[d4])")
    assert made.root.variations[0].marks == [
        Mark("circle", ("b2",)),
        Mark("arrow", ("a1", "b2")),
        Mark("label", ("c3",), text="A"),
        Mark("triangle", ("d4",)),
    ]


@pytest.mark.parametrize(
    ("own", "kind"), [("{", "dropped"), ('{"rules": {"swap": "maybe"}}', "dropped"), ("[]", "dropped")]
)
def test_a_damaged_header_of_our_own_is_dropped(own: str, kind: str) -> None:
    [found] = scan_text(f"(;GM[11]SZ[5]HXR[{own.replace(']', chr(92) + ']')}];B[a4])", game="hex")
    assert [repair.kind for repair in found.tree.repairs] == [kind] and found.error is None
    assert [node.text for node in found.tree.main_line()] == ["a4"]


def test_an_edited_set_up_goes_before_our_own_header() -> None:
    made = tree(replace(RECORD, rules=(), start="5x5 black=a1 white=e5 ply=7", moves=(MoveRecord("b2"),)))
    text = format_game(made, "sgf")
    assert read(text) == made and "ply=7" in text
    [edited] = scan_text(text.replace("AB[a1]", "AB[a1][a2]"), game="hex")
    assert edited.tree.header.start == "5x5 black=a1,a2 white=e5 to-move=black"


@pytest.mark.parametrize("result", ["Draw", "0", "adjudicated"])
def test_an_unknown_result_stays_unknown(result: str) -> None:
    [found] = scan_text(f"(;GM[11]SZ[5]RE[{result}];B[a4])", game="hex")
    assert (found.tree.header.finished, found.report.claimed) == (False, None)
    assert [repair.kind for repair in found.tree.repairs] == ["unknown"]


_TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
_WORDS = _TEXT.filter(lambda text: text == " ".join(text.split()))
_NUMBER = st.floats(-1e9, 1e9)


@st.composite
def _nodes(draw: st.DrawFn, position: Any, node: Node, depth: int) -> None:
    """Grow a random tree below a node."""
    for _ in range(draw(st.integers(0, 2 if depth else 0))):
        legal = list(position.legal_moves)
        text = "pass" if not legal or draw(st.integers(0, 9)) == 0 else str(draw(st.sampled_from(legal)))
        if position.outcome() is not None or node.child(text) is not None:
            return
        child = Node(_move(draw, text), node, node.ply + 1)
        node.variations.append(child)
        _annotate(draw, child)
        HEX.push_recorded(position, HEX.recorded_move(position, text))
        draw(_nodes(position, child, depth - 1))
        position.pop()


def _move(draw: st.DrawFn, text: str) -> MoveRecord:
    some = st.none() | st.integers(0, 10**9)
    return draw(
        st.builds(
            MoveRecord,
            st.just(text),
            score=st.none() | _NUMBER,
            win_in=st.none() | st.integers(-99, 99),
            depth=some,
            nodes=some,
            time=st.none() | st.floats(0, 10**9),
            book=st.booleans(),
        )
    )


def _annotate(draw: st.DrawFn, node: Node) -> None:
    node.comments = draw(st.lists(_TEXT.filter(str.strip), max_size=2))
    node.nags = draw(st.sets(st.sampled_from([1, 2, 3, 4, 5, 6]), max_size=1))
    if node.parent is not None and draw(st.booleans()):
        node.evaluation = MoveEvaluation(draw(_NUMBER), draw(st.none() | st.integers(-9, 9)), 3)
    cell = st.sampled_from(["a1", "c3", "b10"])
    node.marks = draw(
        st.lists(
            st.builds(Mark, st.just("circle"), st.tuples(cell))
            | st.builds(Mark, st.just("arrow"), st.tuples(cell, cell), st.sampled_from(["", "red"]))
            | st.builds(Mark, st.just("label"), st.tuples(cell), text=_WORDS),
            max_size=2,
        )
    )


@st.composite
def trees(draw: st.DrawFn) -> GameTree:
    columns, rows = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    rule = draw(st.sampled_from(["off", "sides", *(["pieces"] if columns == rows else [])]))
    variant = f"{columns}x{rows}"
    start = draw(st.sampled_from([None, f"{variant} to-move=white", f"{variant} black=a1 ply=5"]))
    winner = draw(st.sampled_from([None, 0, 1]))
    finished = winner is not None or draw(st.booleans())
    endings = [ending for ending in Ending if ending is not Ending.NORMAL]
    player = st.builds(PlayerRecord, st.just("") | _TEXT, st.just("") | _TEXT)
    header = GameRecord(
        "hex",
        variant,
        (draw(player), draw(player)),
        (),
        winner,
        finished,
        draw(st.sampled_from(endings)),
        rules=() if rule == "off" else (("swap", rule),),
        start=start,
        detail=draw(st.just("") | st.just("forfeit") | _TEXT),
        date=draw(st.sampled_from(["", "2024", "2024-05", "2024-05-03", "2024-05-03T16:10:56Z"])),
        event=draw(st.just("") | _TEXT),
        number=draw(st.integers(-1, 9)),
        seed=draw(st.none() | st.integers(0, 9)),
        tags=tuple(draw(st.dictionaries(st.sampled_from(["AP", "Round", "DT", "GC"]), _TEXT)).items()),
    )
    made = GameTree(HEX, header)
    _annotate(draw, made.root)
    draw(_nodes(made.start, made.root, 6))
    outcome = made.position([made.root, *made.main_line()][-1]).outcome()
    if outcome is not None:
        header = replace(header, winner=outcome.winner, finished=True, ending=Ending.NORMAL)
        made = GameTree(HEX, header, root=made.root)
    return made


def _is_lossless(made: GameTree) -> None:
    again = read(format_game(made, "sgf"))
    assert again.header == made.header
    assert again == made


@settings(max_examples=12, deadline=None)
@given(trees())
def test_any_tree_comes_back(made: GameTree) -> None:
    _is_lossless(made)


@pytest.mark.deep
@pytest.mark.timeout(1800)
@settings(max_examples=2_000, deadline=None)
@given(trees())
def test_very_many_trees_come_back(made: GameTree) -> None:
    _is_lossless(made)
