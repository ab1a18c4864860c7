"""Trees as PGN: no loss there and back, the plain reader sees the main line, faults have their place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexapoda.errors import InvalidGameError
from hexapoda.hive import VARIANTS
from hexapoda.hive.game import HIVE
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
    read_games,
    read_text,
    scan_text,
)
from hexapoda.record.writing import convert
from tests.cli.command_line import complaint, run
from tests.records.random_games import choose

TEXT = st.text(max_size=20) | st.sampled_from(
    ["}", "{", "a\nb", " edge ", "[%eval 0.3]", r"\wS1 bQ\ ", "&#125;", '"quoted"', "(2. wQ)", "*", "1-0", ""]
)
NUMBER = st.none() | st.integers(0, 10**6)
SCORE = st.none() | st.floats(allow_nan=False, allow_infinity=False)
EVALUATIONS = st.builds(MoveEvaluation, SCORE, st.none() | st.integers(-50, 50), NUMBER).filter(
    lambda value: value != MoveEvaluation()
)
DATES = st.sampled_from(
    ["", "2026", "2026-11", "2026-11-21", "2026-11-21T10:00:00Z", "2026-11-21 10:00", "2024-02-29"]
)
MARKS = st.builds(
    Mark,
    st.sampled_from(["arrow", "line"]),
    st.just(("0,0", "-1,2")),
    st.sampled_from(["", "red"]),
) | st.builds(
    Mark, st.sampled_from(["circle", "label"]), st.just(("3,-1",)), text=st.sampled_from(["", "A b"])
)
HEADERS = st.builds(
    GameRecord,
    game=st.just("hive"),
    variant=st.sampled_from(tuple(VARIANTS)),
    players=st.tuples(*[st.builds(PlayerRecord, TEXT, TEXT)] * 2),
    moves=st.just(()),
    winner=st.sampled_from([None, 0, 1]),
    finished=st.just(True),
    ending=st.sampled_from(sorted(set(Ending) - {Ending.NORMAL}, key=str)),  # no game ends on the board
    rules=st.sampled_from([(), (("opening", "free"), ("repetition", "off"))]),
    detail=TEXT,
    date=DATES,
    event=TEXT,
    source=TEXT.filter(lambda text: text and not set(text) & set("/\\")),
    number=st.integers(-1, 9),
    seed=st.none() | st.integers(0, 2**63),
    tags=st.dictionaries(
        TEXT | st.sampled_from(["Site", "Round", "TimeControl", "White"]), TEXT, max_size=3
    ).map(lambda tags: tuple(tags.items())),
)


def grown(header: GameRecord, seed: int, plies: int, branches: int) -> GameTree:
    """A legal tree: a random game, and random games that branch off anywhere."""
    rng = Random(seed)
    tree = GameTree(HIVE, header)
    nodes = [tree.root]
    for _ in range(branches):
        node = rng.choice(nodes)
        position = tree.position(node)
        for _ in range(rng.randint(1, plies)):
            moves = list(position.legal_moves)
            if not moves:
                break
            move = choose(rng, position, moves)  # type: ignore[arg-type]
            node = tree.add_variation(node, HIVE.format_move(position, move))  # type: ignore[arg-type]
            position.push(move)
            nodes.append(node)
    return tree


def annotate(data: st.DataObject, node: Node) -> None:
    node.comments = data.draw(st.lists(TEXT, max_size=2))
    node.nags = data.draw(st.sets(st.integers(1, 255), max_size=2))
    node.marks = data.draw(st.lists(MARKS, max_size=2))
    node.evaluation = data.draw(st.none() | EVALUATIONS)
    if node.played is not None:
        node.played = MoveRecord(
            node.text,
            data.draw(SCORE),
            data.draw(st.none() | st.integers(-9, 9)),
            data.draw(NUMBER),
            data.draw(NUMBER),
            data.draw(st.none() | st.floats(0, 1e6)),
            data.draw(st.booleans()),
        )


def there_and_back(data: st.DataObject, header: GameRecord, seed: int) -> None:
    tree = grown(header, seed, plies=8, branches=4)
    nodes = list(tree.walk())
    for number in data.draw(st.lists(st.integers(0, len(nodes) - 1), max_size=4)):
        annotate(data, nodes[number])
    text = format_game(tree, "pgn")
    text.encode("utf-8")
    [again] = read_text(text)
    assert again.header == tree.header
    assert again == tree
    assert not again.repairs
    assert format_game(again, "pgn") == text
    [plain] = read_text(format_game(tree, "pgn", plain=True))
    assert [node.text for node in plain.walk()] == ["", *(node.text for node in tree.main_line())]
    assert not any(node.comments or node.nags or node.marks or node.evaluation for node in plain.walk())


@settings(deadline=None, max_examples=25)
@given(st.data(), HEADERS, st.integers(0, 10**6))
def test_a_tree_comes_back_as_it_was(data: st.DataObject, header: GameRecord, seed: int) -> None:
    there_and_back(data, header, seed)


@pytest.mark.deep
@pytest.mark.timeout(1800)
@settings(deadline=None, max_examples=2000)
@given(st.data(), HEADERS, st.integers(0, 10**6))
def test_many_trees_come_back_as_they_were(data: st.DataObject, header: GameRecord, seed: int) -> None:
    there_and_back(data, header, seed)


def test_long_lines_and_deep_nests_need_no_recursion() -> None:
    tree = grown(GameTree(HIVE).header, 5, plies=1100, branches=1)
    node = tree.root
    while node.next is not None:  # a variation of a variation of a variation ...
        position = tree.position(node) if node.ply < 160 else None
        if position is None:
            break
        known = {child.text for child in node.variations}
        other = next(
            (
                text
                for move in position.legal_moves
                if (text := HIVE.format_move(position, move)) not in known  # type: ignore[arg-type]
            ),
            None,
        )
        node = node.next if other is None else tree.add_variation(node, other)
        if node.next is None:
            for move in tree.position(node).legal_moves:
                tree.add_variation(node, HIVE.format_move(tree.position(node), move))  # type: ignore[arg-type]
                break
    tree.header = replace(tree.header, source="<text>")
    text = format_game(tree, "pgn")
    assert text.count("(") > 100
    [again] = read_text(text)
    assert again.header.ending is Ending.NORMAL  # the board shows it
    tree.header = again.header
    assert again == tree


EXAMPLE = r"""[GameType "Base+MLP"]
[Date "2026.11.21"]
[White "ann"]
[Black "bob"]
[Result "WhiteWins"]
[Termination "resign"]

{on the game}
1. wS1
2. bS1 wS1- $6 {[%eval -0.5#-8,6] [%play score=0.25 depth=3 time=1.5]} {see \wS1 &#125;}
(2. bG1 wS1- $1 3. wQ -wS1 (3. wG1 -wS1 {quiet}) (3. wA1) 4. bQ bG1-)
(2. bB1 -wS1)
3. wQ -wS1

WhiteWins
"""


OURS = '[Termination "resign"]\n[Source "here.pgn"]\n'


def test_the_form() -> None:
    text = EXAMPLE.replace(" (3. wA1)", r" (3. wA1 \wS1)")
    [tree] = read_text(text, "here.pgn")
    assert format_game(tree, "pgn") == text.replace('[Termination "resign"]\n', OURS)
    second = list(tree.main_line())[1]
    assert second.evaluation == MoveEvaluation(-0.5, -8, 6)
    assert second.played == MoveRecord("bS1 wS1-", score=0.25, depth=3, time=1.5)
    assert second.comments == [r"see \wS1 }"] and second.glyphs == "?!"
    assert tree.root.comments == ["on the game"]
    assert (
        tree.header.date == "2026-11-21" and tree.header.winner == 0 and tree.header.ending is Ending.RESIGN
    )
    assert len(tree.root.variations[0].variations) == 3
    assert format_game(tree, "pgn", plain=True).endswith("\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n\nWhiteWins\n")


def test_what_others_write_is_read() -> None:
    text = (
        '\ufeff[GameType "Base"]\r\n\r\n1. wS1! 2. bS1 wS1-!? ({why not} 2. bG1   wS1- $3) 3. wQ -wS1 ?!\r\n'
        "{[%eval 0.25] fine [%clk 0:01]}\r\n*\r\n"
    )
    [tree] = read_text(text)
    first, second, third = tree.main_line()
    assert (first.glyphs, second.glyphs, third.glyphs) == ("!", "!?", "?!")
    assert third.evaluation == MoveEvaluation(0.25) and third.comments == ["fine [%clk 0:01]"]
    [other] = first.variations[1:]
    assert (other.text, other.comments, other.glyphs) == ("bG1 wS1-", ["why not"], "!!")
    assert tree.header.ending is Ending.UNKNOWN and not tree.header.finished


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1. wS1\n2. bS1 wS1-\n(2. bG1 wS1-\n", "line 6, ply 3: a variation is not closed"),
        ("1. wS1)\n", "nothing to close"),
        ("(1. wS1)\n", "no move before the variation"),
        ("1. wS1 {open\n", "a comment is not closed"),
        ("1. wS1\n3. bS1 wS1-\n", "line 4, ply 2: the number 3: expected 2."),
        ("1. wS1???\n", "'???': expected one of ! ? !!"),
        ("1. wS1\n[oops\n", "is not a tag"),
    ],
)
def test_faults_have_their_place(body: str, message: str) -> None:
    with pytest.raises(InvalidGameError) as caught:
        list(read_text(f'[GameType "Base"]\n\n{body}', "x.pgn"))
    assert message in str(caught.value) and caught.value.source == "x.pgn"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1. wS1 ((1. wB1)) 2. bS1 wS1-\n", "line 3, ply 1: no move before the variation"),
        ("1. wS1\n(1. bS1 2. wG1 bS1-)\n2. bS1 wS1-\n", "line 4, ply 1 'bS1': "),
        ("1. wS1\n(1. wB1 2. oops)\n2. bS1 wS1-\n", "line 4, ply 2: 'oops)': expected a move"),
        ("1. wS1 2. bS1 wS1-\n(2. bQ wS1- 3. wA1 wQ-)\n", "line 4, ply 3 'wA1 wQ-': "),
    ],
)
def test_a_bad_variation_is_dropped_from_a_good_game(body: str, message: str) -> None:
    [game] = scan_text(f'[GameType "Base"]\n\n{body}\n*\n')
    assert (game.report.verdict, game.report.plies) == ("repaired", 2)
    [fault] = game.tree.faults
    assert str(fault).startswith(message)
    assert [(repair.kind, repair.line) for repair in game.tree.repairs] == [("dropped", fault.line)]


def test_an_early_queen_in_a_variation_sets_the_rule() -> None:
    [tree] = read_text('[GameType "Base"]\n\n1. wS1 2. bS1 wS1- (2. bQ wS1- 3. wA1 -wS1)\n\n*\n')
    assert tree.header.rules == (("opening", "free"),)
    assert tree.position(list(tree.walk())[-1]).ply == 3


@pytest.mark.parametrize("tag", ['[GameType "Bass"]', '[Start "x"]'])
def test_bad_tags(tag: str) -> None:
    with pytest.raises(InvalidGameError, match="line 1"):
        list(read_text(f"{tag}\n\n1. wS1\n"))


@pytest.mark.parametrize("tag", ['[Number "x"]', '[Tags "{"]', '[Tags "[1]"]', '[Seed "1.5"]'])
def test_tags_of_ours_that_make_no_sense_are_ignored(tag: str) -> None:
    [tree] = read_text(f"{tag}\n\n1. wS1\n")
    assert (tree.header.number, tree.header.seed, tree.header.tags) == (-1, None, ())


def test_rules_that_do_not_exist_are_dropped() -> None:
    [tree] = read_text('[Rules "a=b"]\n\n1. wS1\n')
    assert tree.header.rules == ()
    assert [(repair.kind, str(repair.text)) for repair in tree.repairs] == [
        ("dropped", "no rule of hive is called 'a': expected one of opening, repetition")
    ]


@pytest.mark.parametrize("folder", ["/home/ann/games/", "C:\\\\games\\\\", "games/", ""])
def test_only_the_name_of_the_file_is_written(folder: str) -> None:
    tree = GameTree(HIVE, replace(GameTree(HIVE).header, source=f"{folder}my game.pgn"))
    text = format_game(tree, "pgn")
    assert '[Source "my game.pgn"]' in text
    [again] = read_text(text)
    assert again.header == replace(tree.header, source="my game.pgn")


def test_several_games_and_a_start() -> None:
    header = replace(GameTree(HIVE).header, source="<text>")
    start = replace(header, start="Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0")
    trees = [GameTree(HIVE, header), GameTree(HIVE, start), grown(header, 3, 5, 2)]
    trees[1].add_variation(trees[1].root, "wG1 -wQ")
    text = "\n".join(format_game(tree, "pgn") for tree in trees)
    assert list(read_text(text)) == trees
    with pytest.raises(InvalidGameError, match="cannot be written as plain PGN"):
        format_game(trees[1], "pgn", plain=True)


def test_convert_keeps_trees_and_plain_drops_them(tmp_path: Path) -> None:
    source = tmp_path / "in.pgn"
    text = EXAMPLE.replace(" (3. wA1)", r" (3. wA1   \wS1 {blanks})")
    source.write_text(text + "\n" + text.replace("wA1   \\wS1", "wA1 -wS1"))
    assert convert(source, tmp_path / "out.pgn") == ("hive", 2)
    one, two = read_games(tmp_path / "out.pgn")
    assert one.header.source == "in.pgn"
    one.header = replace(one.header, source=str(source))
    assert one == next(read_games(source)) and one != two
    run("games", "convert", str(source), str(tmp_path / "plain.pgn"), "--plain")
    plain = (tmp_path / "plain.pgn").read_text()
    assert "(" not in plain and "{" not in plain and "$" not in plain and plain.count("3. wQ -wS1") == 2
    source.write_text("\n" + text.replace("3. wQ -wS1", "3. wG2 -wS2"))
    assert "in.pgn:14: ply 3 'wG2 -wS2'" in complaint(
        "games", "convert", str(source), str(tmp_path / "bad.pgn"), code=1
    )
    assert not (tmp_path / "bad.pgn").exists()
