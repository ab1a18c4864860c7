"""Reviews in files: any format is read, the PGN that is written reads back, a review is gone on with."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from hexapoda.analysis import review, review_input
from hexapoda.analysis.review import ReviewSettings, review_game
from hexapoda.analysis.review_input import read_game, read_game_text
from hexapoda.analysis.review_judgment import Judgment
from hexapoda.analysis.review_move import MoveReview
from hexapoda.analysis.review_tree import ReviewedTree, read_remarks, read_review, take_review_out
from hexapoda.coach import Fact, Remark
from hexapoda.engine import Limit
from hexapoda.engines.hive.greedy import GreedyEngine
from hexapoda.errors import InvalidGameError, UsageError
from hexapoda.hex import analysis as hex_analysis
from hexapoda.hive import Position
from hexapoda.hive import analysis as hive_analysis
from hexapoda.hive.game import HIVE
from hexapoda.record import (
    Ending,
    GameRecord,
    GameTree,
    MoveEvaluation,
    MoveRecord,
    PlayerRecord,
    format_game,
    read_text,
)
from tests.cli.command_line import WON
from tests.fakes.scripted_engine import RESIGNED, SCRIPT, Say, Scripted, ScriptedEngine


@pytest.fixture(autouse=True)
def _no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the scripts say of positions is not true: the solvers would object."""
    for analysis in (hive_analysis, hex_analysis):
        monkeypatch.setattr(analysis, "new_prover", lambda: None)
    monkeypatch.setattr(hive_analysis, "OPENING", 0)  # the games of the scripts are short


DATA = Path(__file__).parents[1] / "records" / "data"
REAL = Path(__file__).parent / "data" / "boardspace.pgn"
SETTINGS = ReviewSettings("scripted", Limit(nodes=1))
ANNOTATED = """[GameType "Base"]
[White "Ann"]
[Black "Ben"]
[Result "*"]
[TimeControl "10+5"]

{What a game.}
1. wS1 {An old friend.} {[%play score=3 time=1.5]}
2. bS1 wS1-
(2. bG1 wS1- {I like this.} 3. wQ -wS1)
3. wQ -wS1 $1
4. bQ bS1\\ $2 {[%eval 12,3] hm}
5. wB1 \\wS1

*
"""


def written(tree: GameTree, settings: ReviewSettings, moves: list[MoveReview]) -> str:
    out = ReviewedTree(tree, settings)
    for move in moves:
        out.add(move)
    return format_game(tree, "pgn")


def reviewed(text: str = RESIGNED, settings: ReviewSettings = SETTINGS) -> tuple[list[MoveReview], str]:
    tree = read_game_text(text, "game")
    moves = list(review_game(tree, Scripted(), settings))
    return moves, written(tree, settings, moves)


def moves_of(tree: GameTree) -> list[str]:
    return [node.text for node in tree.main_line()]


HASH = re.compile(r" #[0-9a-f]{8}(?=[],])")
"""The hash of the moves in a mark of the review."""


def test_what_is_written() -> None:
    _, text = reviewed()
    assert len(set(HASH.findall(text))) == len(HASH.findall(text)) == 11, "every position has its own"
    lines = HASH.sub("", text).splitlines()
    assert '[ReviewEngine "scripted"]' in lines and '[ReviewLimit "nodes=1"]' in lines
    assert "{[%eval -10.0,7]} {[%review start]}" in lines
    assert "1. wS1 {[%eval 10.0,7]} {[%review best]}" in lines
    said = (
        "6. bA1 bQ- $2 {[%eval -120.0,7]} {[%review mistake, bQ bS1-] "
        "Mistake: the win probability falls from 50% to 38%. Better is bQ bS1-.} "
    )
    [mistake] = [number for number, line in enumerate(lines) if line.startswith(said)]
    assert lines[mistake].endswith(" {[%review reply] wB1 wS1, bA1 -wQ, wA1 wQ\\}")
    assert lines[mistake + 1] == ("(6. bQ bS1- {[%eval 0.0,7]} {[%review line]} 7. wB1 wS1 8. bQ bS1\\)")
    assert any(line.startswith("9. wA1 wQ\\ $4 {[%eval -300.0,7]} {[%review missed win, ") for line in lines)
    assert lines[-1] == "BlackWins"


def test_what_is_written_reads_back() -> None:
    moves, text = reviewed()
    [tree] = read_text(text)
    assert format_game(tree, "gamestring").strip() == RESIGNED.replace("BlackWins", "InProgress")
    assert tree.header.winner == 1
    assert format_game(tree, "pgn") == text
    assert moves_of(tree) == [move.move for move in moves]
    found = read_review(tree)
    assert found is not None and found[0] == SETTINGS
    engine = Scripted()
    take_review_out(tree)
    assert list(review_game(tree, engine, found[0], known=found[1])) == moves
    assert engine.asked == [], "nothing is searched again"
    assert written(tree, SETTINGS, moves) == text


@pytest.mark.parametrize("done", range(11))
def test_a_review_that_was_broken_off_is_gone_on_with(done: int) -> None:
    whole, text = reviewed()
    tree = read_game_text(RESIGNED, "game")
    part = list(itertools.islice(review_game(tree, Scripted(), SETTINGS), done))
    [tree] = read_text(written(tree, SETTINGS, part))
    found = read_review(tree)
    assert found is not None
    engine = Scripted()
    assert list(review_game(tree, engine, found[0], known=found[1])) == whole
    assert engine.asked == ([] if done == 10 else list(range(done, 11)))
    assert written(tree, found[0], whole) == text


@pytest.mark.parametrize("edited", [3, 7, 9])
def test_after_a_change_of_the_moves_the_rest_is_searched_again(edited: int) -> None:
    moves = RESIGNED.split(";")[3:]
    before = Position("Base")
    for text in moves[: edited - 1]:
        before.push_text(text)
    other = next(
        text
        for text in map(before.format_move, before.legal_moves)
        if _follow(before, [text, *moves[edited:]]) and text != moves[edited - 1]
    )
    lines = reviewed()[1].replace(f"\n{edited}. {moves[edited - 1]} ", f"\n{edited}. {other} ").splitlines()
    lines = [line for line in lines if not line.startswith("(")]  # the other move may make them illegal
    tree = read_game_text("\n".join(lines), "game")
    assert moves_of(tree)[edited - 1] == other and tree.faults == []
    found = read_review(tree)
    assert found is not None and sorted(found[1]) == list(range(edited - 1))
    engine = Scripted()
    reviews = list(review_game(tree, engine, found[0], known=found[1]))
    assert set(engine.asked) >= set(range(edited - 1, 11))
    [again] = read_text(written(tree, found[0], reviews))
    assert moves_of(again) == moves_of(tree)
    found = read_review(again)
    assert found is not None and len(found[1]) == 11


def _follow(before: Position, texts: list[str]) -> bool:
    position = before.copy()
    try:
        for text in texts:
            position.push_text(text)
    except ValueError:
        return False
    return True


def test_a_review_without_hashes_is_searched_again() -> None:
    [tree] = read_text(HASH.sub("", reviewed()[1]))
    assert read_review(tree) == (SETTINGS, {})
    take_review_out(tree)
    assert not any(node.comments for node in tree.walk())


def test_part_of_a_game_and_every_setting_survive() -> None:
    settings = ReviewSettings("scripted:seed=1", Limit(0.25, 4, 99), 4, 6, 33.5)
    moves, text = reviewed(settings=settings)
    [tree] = read_text(text)
    found = read_review(tree)
    assert found is not None and found[0] == settings
    engine = Scripted()
    assert list(review_game(tree, engine, settings, known=found[1])) == moves and engine.asked == []
    open_end = ReviewSettings("scripted", Limit(depth=2), 4)
    [tree] = read_text(reviewed(settings=open_end)[1])
    again = read_review(tree)
    assert again is not None and again[0] == open_end


def test_proofs_survive() -> None:
    script = SCRIPT | {7: Say(-9000, -6, ("bA1 -wQ",)), 10: Say(-9000, -2, ("wA1 /wQ",))}
    tree = read_game_text(RESIGNED, "game")
    moves = list(review_game(tree, ScriptedEngine(script), SETTINGS))
    [tree] = read_text(written(tree, SETTINGS, moves))
    found = read_review(tree)
    assert found is not None
    assert found[1][7].value.win_in == -6 and found[1][8].value.win_in == 5
    engine = ScriptedEngine({})
    assert list(review_game(tree, engine, SETTINGS, known=found[1])) == moves and engine.asked == []


def test_what_people_wrote_stays() -> None:
    before = read_game_text(ANNOTATED, "game")
    tree = read_game_text(ANNOTATED, "game")
    script = {
        1: Say(400, line=("bG1 wS1-", "wB1 \\wS1")),
        2: Say(0, line=("wQ -wS1",)),
        3: Say(500, line=("bQ bS1-", "wB1 \\wS1")),
    }
    moves = list(review_game(tree, ScriptedEngine(script), SETTINGS))
    [tree] = read_text(written(tree, SETTINGS, moves))
    first, second, third, fourth, _ = tree.main_line()
    assert tree.root.comments[0] == "What a game." and first.comments[0] == "An old friend."
    assert first.played is not None and first.played.time == 1.5
    assert [node.text for node in first.variations] == ["bS1 wS1-", "bG1 wS1-"]
    assert first.variations[1].comments == ["I like this."], "the better line is theirs"
    assert second.nags == {4} and third.nags == {1} and fourth.nags == {4}
    assert fourth.comments[0] == "hm" and fourth.evaluation != MoveEvaluation(12.0, None, 3)
    assert dict(tree.header.tags)["TimeControl"] == "10+5"
    take_review_out(tree)
    rest = [(node.text, node.comments) for node in tree.walk()]
    assert rest == [(node.text, node.comments) for node in before.walk()]
    assert tree.header == before.header


def test_a_second_review_takes_the_place_of_the_first() -> None:
    moves, text = reviewed()
    [tree] = read_text(text)
    assert written(tree, SETTINGS, moves) == text
    [tree] = read_text(text)
    take_review_out(tree)
    fresh = read_game_text(RESIGNED, "game")
    assert tree.header.tags == fresh.header.tags
    assert [(node.text, node.comments, node.nags, node.evaluation) for node in tree.walk()] == [
        (node.text, [], set(), None) for node in fresh.walk()
    ]


def test_a_game_that_is_no_review() -> None:
    assert read_review(read_game_text(ANNOTATED, "game")) is None
    text = reviewed()[1]
    for old, new in (("nodes=1", "nodes=0"), ("nodes=1", "time=soon")):
        [tree] = read_text(text.replace(old, new))
        with pytest.raises(InvalidGameError, match="tags of the review"):
            read_review(tree)
    [tree] = read_text(reviewed(settings=ReviewSettings("x", first=2))[1].replace('"2-"', '"two"'))
    with pytest.raises(InvalidGameError, match="'two'"):
        read_review(tree)


@pytest.mark.parametrize(
    ("file", "number", "plies"),
    [
        ("game_strings.txt", 1, 19),
        ("bga.tsv", 1, 19),
        ("modern.sgf", 2, 10),
        ("old.sgf", None, 19),
        ("mzinga.pgn", None, 19),
        ("table.tsv", 2, 10),
        ("openings.txt", 1, 8),
    ],
)
def test_every_format_is_read(file: str, number: int | None, plies: int) -> None:
    tree = read_game(DATA / file, number)
    assert len(moves_of(tree)) == plies
    [moves] = [list(review_game(tree, GreedyEngine(seed=1), SETTINGS))]
    assert [node.text for node in tree.main_line()] == [move.move for move in moves]


def test_results_on_the_board_and_claimed() -> None:
    won = read_game(DATA / "mzinga.pgn").header
    assert (won.result, won.ending) == ("1-0", Ending.NORMAL)
    claimed = read_game(DATA / "bot.sgf").header
    assert (claimed.result, claimed.ending) == ("0-1", Ending.RESIGN)
    assert read_game(DATA / "openings.txt", 1).header.result == "*"
    free = read_game(DATA / "bga.tsv", 2)
    assert free.header.rules == (("opening", "free"),) and free.header.result == "1/2-1/2"


def test_a_repetition_ends_a_game_or_is_switched_off() -> None:
    there_and_back = ["wQ \\wS1", "bQ bS1-", "wQ -wS1", "bQ bS1/"]
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", *there_and_back, *there_and_back]
    text = ";".join(moves)
    drawn = read_game_text(text, "game")
    assert (drawn.header.result, drawn.header.ending) == ("1/2-1/2", Ending.REPETITION)
    last = list(review_game(drawn, ScriptedEngine({}), SETTINGS))[-1]
    assert last.after.score == 0 and last.after.depth is None
    longer = read_game_text(text + ";wQ \\wS1", "game")
    assert longer.header.rules == (("repetition", "off"),) and longer.header.result == "*"
    assert list(review_game(longer, ScriptedEngine({}), SETTINGS))[-1].ply == 13


def test_a_game_that_goes_on_after_its_end_is_named() -> None:
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1/", *["wQ \\wS1", "bQ bS1-", "wQ -wS1", "bQ bS1/"] * 2]
    header = read_game_text("wS1", "game").header
    tree = GameTree(HIVE, replace(header, moves=tuple(map(MoveRecord, [*moves, "wQ \\wS1"]))))
    with pytest.raises(InvalidGameError, match=r"ply 13 .*: the game is over before it, by third occurrence"):
        list(review_game(tree, ScriptedEngine({}), SETTINGS))
    numbered = "\n".join(f"{ply}. {text} $1" for ply, text in enumerate([*moves, "wQ \\wS1"], 1))
    tree = read_game_text(f'[GameType "Base"]\n\n{numbered}\n\n*\n', "game")
    assert tree.header.rules == (("repetition", "off"),)
    assert next(iter(tree.main_line())).nags == {1}, "what is written about the moves is not lost"
    assert len(list(review_game(tree, ScriptedEngine({}), SETTINGS))) == 13


HEX_GAMES = {
    "game.sgf": "(;GM[11]SZ[5];B[b2]C[hm];W[c3];B[c2];W[d1];B[a5];W[d3];B[c4])",
    "game.txt": "5x5 b2 c3 c2 d1 a5 d3 c4",
}


@pytest.mark.parametrize("source", HEX_GAMES)
def test_a_review_of_hex_survives_in_sgf(source: str) -> None:
    """SGF has one comment a move: the marks of the review are found in it again."""
    tree = read_game_text(HEX_GAMES[source], source)
    script = {
        1: Say(200, line=("d1", "b3", "c2")),
        2: Say(150, line=("d1",)),
        4: Say(9000, 5, ("c4", "b4", "b5")),
    }
    moves = list(review_game(tree, ScriptedEngine(script), SETTINGS))
    assert any(move.judgment.is_error and move.reply for move in moves)
    out = ReviewedTree(tree, SETTINGS)
    for move in moves:
        out.add(move)
    text = format_game(tree, "sgf")
    [again] = read_text(text, source)
    found = read_review(again)
    assert found is not None and found[0] == SETTINGS
    engine = ScriptedEngine({})
    assert list(review_game(again, engine, SETTINGS, known=found[1])) == moves and engine.asked == []
    take_review_out(again)
    assert moves_of(again) == [move.move for move in moves]
    comments = [text for node in again.walk() for text in node.comments]
    assert comments == (["hm"] if source.endswith("sgf") else [])


def test_reasons_are_written_into_files(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = read_game_text(RESIGNED, "game")
    remark = Remark("It is [better] so.", Fact("ring", 0, 1), (), True)
    monkeypatch.setattr(review, "error_remarks", lambda *_: (remark,))
    moves = list(review_game(tree, Scripted(), SETTINGS))
    assert 6 in [move.ply for move in moves if move.reason]
    [tree] = read_text(written(tree, SETTINGS, moves))
    node = list(tree.main_line())[5]
    remarks = read_remarks(node)[1]
    assert remarks is not None and remarks.reason == "It is [better] so."
    found = read_review(tree)
    assert found is not None and list(review_game(tree, Scripted(), SETTINGS, known=found[1])) == moves
    take_review_out(tree)
    assert not any(node.comments for node in tree.walk())


def test_journals_and_trees_that_begin_elsewhere(tmp_path: Path) -> None:
    players = (PlayerRecord("ann"), PlayerRecord("bob", "greedy"))
    record = GameRecord("hive", "Base", players, (MoveRecord("wS1"),), None, False, Ending.UNKNOWN)
    journal = tmp_path / "games.jsonl"
    journal.write_text("\n".join([json.dumps(record.to_json())] * 2) + "\n", encoding="utf-8")
    assert read_game(journal, 2).to_record() == record
    hex_record = replace(record, game="hex", variant="5x5", moves=(MoveRecord("a4"),))
    journal.write_text(json.dumps(hex_record.to_json()), encoding="utf-8")
    assert read_game(journal).game.name == "hex"
    start = Position.from_game_string(RESIGNED)
    text = start.text()
    move = start.format_move(start.legal_moves[0])
    tree = GameTree(HIVE, replace(record, start=text, moves=(MoveRecord(move),)))
    [review] = review_game(read_game_text(format_game(tree, "pgn"), "game"), ScriptedEngine({}), SETTINGS)
    assert (review.ply, review.player, review.move) == (1, 0, move)


def test_which_game_is_meant_must_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"contains 3 games: choose one with --game-number, 1 to 3"):
        read_game(DATA / "openings.txt")
    with pytest.raises(UsageError, match="contains 3 games: there is no game number 4"):
        read_game(DATA / "openings.txt", 4)
    monkeypatch.setattr(review_input, "MOST_COUNTED", 2)
    with pytest.raises(UsageError, match=r"contains more than 2 games: choose one with --game-number$"):
        read_game(DATA / "openings.txt")
    assert read_game(DATA / "openings.txt", 3).game.name == "hive"
    with pytest.raises(InvalidGameError, match="contains no games"):
        read_game(DATA / "notes.md")
    with pytest.raises(UsageError, match="cannot read"):
        read_game(DATA / "nowhere.pgn")


def test_a_move_against_the_rules_is_named() -> None:
    with pytest.raises(InvalidGameError, match="line 1, ply 3 'wQ bS1/'") as caught:
        read_game_text("Base;InProgress;White[2];wS1;bS1 wS1-;wQ bS1/", "bad.txt")
    assert caught.value.ply == 3
    with pytest.raises(InvalidGameError, match="ply 38"):
        read_game_text(WON.replace("Black[19]", "White[20]") + ";bA1 -wQ", "bad.txt")


VARIATIONS = """[GameType "Base"]
[White "Ann"]

1. wS1 {An old friend.}
2. bS1 wS1-
(2. bG1 wS1- {good} 3. wQ -wS1)
(2. bB1 wS1- 3. BAD 4. bQ bB1- (4. bG1 bB1-) {lost})
(2. bA1 wS1- 3. wQ -wS1 (3. wG1 -wS1 {good}))
3. wQ -wS1

*
"""


@pytest.mark.parametrize(
    ("bad", "kept", "message"),
    [
        ("wQ wS1", ["bG1 wS1-", "bB1 wS1-", "bA1 wS1-"], "line 7, ply 3 'wQ wS1': "),
        ("wS1 bS1-", ["bG1 wS1-", "bB1 wS1-", "bA1 wS1-"], "line 7, ply 3 'wS1 bS1-': "),
        ("wZ9", ["bG1 wS1-", "bB1 wS1-", "bA1 wS1-"], "line 7, ply 3: 'wZ9"),
        ("4. wQ -wS1", ["bG1 wS1-", "bB1 wS1-", "bA1 wS1-"], "line 7, ply 3: '4. wQ"),
        ("() wQ", ["bG1 wS1-", "bB1 wS1-", "bA1 wS1-"], "line 7, ply 3: '()"),
        ("{)} wQ -wS1 ((", [], "line 6: a variation is not closed"),
    ],
)
def test_a_bad_variation_is_named_and_the_others_stay(bad: str, kept: list[str], message: str) -> None:
    text = VARIATIONS.replace("BAD", bad)
    if not kept:
        with pytest.raises(InvalidGameError, match="not closed"):
            read_game_text(text, "game.pgn")
        return
    tree = read_game_text(text, "game.pgn")
    assert moves_of(tree) == ["wS1", "bS1 wS1-", "wQ -wS1"]
    first = next(iter(tree.main_line()))
    assert first.comments == ["An old friend."]
    assert [node.text for node in first.variations] == ["bS1 wS1-", *kept]
    assert [len(list(node.walk())) for node in first.variations[1:]] == [2, 1, 3]
    comments = [comment for node in tree.walk() for comment in node.comments]
    assert comments == ["An old friend.", "good", "good"]
    [fault] = tree.faults
    assert str(fault).startswith(message) and (fault.source, fault.line, fault.ply) == ("game.pgn", 7, 3)
    assert tree.header.players[0].name == "Ann"


def test_a_tree_from_another_position_keeps_its_good_variations() -> None:
    start = '[GameType "Base"]\n[Start "Base White[3] - wS1@0,0 bS1@1,0 wQ@-1,0 bQ@2,0"]\n\n'
    tree = read_game_text(f"{start}1. wA1 -wQ\n(1. wG1 -wQ)\n(1. wG1 bQ-)\n\n*\n", "game.pgn")
    assert [node.text for node in tree.root.variations] == ["wA1 -wQ", "wG1 -wQ"]
    assert [fault.line for fault in tree.faults] == [6]


def test_other_numbers_of_pieces_leave_the_variations_in_place() -> None:
    text = VARIATIONS.replace("(2. bB1 wS1- 3. BAD 4. bQ bB1- (4. bG1 bB1-) {lost})\n", "")
    tree = read_game_text(text.replace("wS1", "wS2"), "game.pgn")
    assert moves_of(tree) == ["wS1", "bS1 wS1-", "wQ -wS1"]
    assert len(next(iter(tree.main_line())).variations) == 3 and tree.faults == []


def test_a_real_game_by_a_real_engine() -> None:
    tree = read_game(REAL)
    settings = ReviewSettings("greedy:seed=1", Limit(nodes=1), scale=25)
    moves = list(review_game(tree, GreedyEngine(seed=1), settings))
    assert len(moves) == 88 and sum(move.only for move in moves) == 13
    assert moves[-1].after.win_in == 1 and moves[-1].judgment is Judgment.BEST
    text = written(tree, settings, moves)
    [again] = read_text(text)
    [plain] = read_text(REAL.read_text(encoding="utf-8"))
    assert format_game(again, "gamestring") == format_game(plain, "gamestring")
    assert ";BlackWins;" in format_game(again, "gamestring")
    found = read_review(again)
    assert found is not None
    assert list(review_game(again, ScriptedEngine({}), settings, known=found[1])) == moves
