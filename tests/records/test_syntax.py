"""The syntax of PGN and SGF, without the rules of a game."""

from __future__ import annotations

import re

import pytest

from hexapoda.record import MoveRecord, Node
from hexapoda.record.draft import Ply
from hexapoda.record.pgn import PgnGame, PgnSyntax, format_pgn, read_pgn
from hexapoda.record.sgf import SgfNode, SgfTree, annotate_ply, format_sgf, read_sgf

SYNTAX = PgnSyntax(re.compile(r"[a-z][0-9]+(?=[\s{}()$!?;]|$)"), re.compile(r"(?:1-0|\*)(?=\s|$)"))


def games(text: str) -> list[PgnGame]:
    return list(read_pgn(text, "<text>", SYNTAX))


def shape(ply: Ply) -> list[object]:
    """The continuations of a ply: text, comments, glyphs and continuations of each."""
    return [[one.text, list(one.comments), sorted(one.nags), shape(one)] for one in ply.variations]


def test_a_game_with_everything() -> None:
    [game] = games(
        '[Event "x \\"y\\""]\n; before\n% ignored (\n\n'
        "{start} 1. a1! {one} ; two\n(1. b1 {alt} $5 (1. c1) 2. c2) 2. a2 ?? 1-0 {after}\n"
    )
    assert game.tags == {"Event": 'x "y"'} and game.result == "1-0" and game.error is None and not game.faults
    assert game.root.comments == ["before", "start"]
    assert shape(game.root) == [
        ["a1", ["one", "two"], [1], [["a2", ["after"], [4], []]]],
        ["b1", ["alt"], [5], [["c2", [], [], []]]],
        ["c1", [], [], []],
    ]
    assert [ply.line for ply in game.root.main_line()] == [5, 6]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("1. a1 3. a2", 1, "the number 3: expected 2."),
        ("1. a1\n2. ?x", 2, "'?x': expected a move"),
        ("1. a1 {open", 1, "a comment is not closed: expected '}'"),
        ("1. a1 (1. b1", 3, "a variation is not closed: expected ')'"),
        ("[Event x]\n1. a1", 1, "'[Event x]' is not a tag: expected [Name \"value\"]"),
        ("1. a1 ?!?!", 1, "'?!?!': expected one of ! ? !! ?? !? ?!"),
        ("1. a1 )", 1, "nothing to close: expected a move or the result"),
    ],
)
def test_an_error_says_where_and_what(text: str, line: int, message: str) -> None:
    [first, second] = games(f'{text}\n\n[Event "next"]\n\n1. d4\n')
    assert first.error is not None and first.error.line == line
    assert str(first.error).endswith(message)
    assert second.tags == {"Event": "next"} and second.error is None
    assert [ply.text for ply in second.root.main_line()] == ["d4"]


def test_the_comments_before_one_that_is_not_closed_are_kept() -> None:
    [game] = games("1. a1\n; one\n* {two} {three")
    assert game.error is not None and game.result == "*"
    assert [ply.comments for ply in game.root.main_line()] == [["one", "two"]]


def test_many_glyphs_as_commands() -> None:
    [game] = games(f"1. a1 {{a {'[%nag 7] ' * 100_000}[%nag 255] b [%nag 256]}} *")
    [ply] = game.root.main_line()
    assert ply.nags == {7, 255} and ply.comments == ["a b [%nag 256]"]


def test_a_bad_variation_ends_before_its_fault() -> None:
    [game] = games("1. a1 (1. b1 2. ? {)} (2. x9) 3. c3) 2. a2 *")
    assert game.error is None and game.result == "*"
    assert [str(fault) for fault in game.faults] == [
        "line 1, ply 2: '? {)} (2. x9) 3. c3) 2. a2 *': expected a move"
    ]
    assert shape(game.root) == [["a1", [], [], [["a2", [], [], []]]], ["b1", [], [], []]]


def test_a_bad_block_of_tags_is_one_game() -> None:
    assert [game.error is None for game in games('[A "1"]\n[B 2]\n[C "3"]\n\n1. a1\n\n[A "4"]\n1. b1')] == [
        False,
        True,
    ]


def tree() -> Node:
    root = Node()
    root.comments = ["begin } [%eval 1] &#38;", " second\n\nwith lines "]
    first = Node(MoveRecord("a1"), root, 1)
    first.nags = {1, 5}
    other = Node(MoveRecord("b1"), root, 1)
    other.comments = ["(;c[x]\\"]
    deep = Node(MoveRecord("c1"), other, 2)
    root.variations += [first, other]
    other.variations += [deep, Node(MoveRecord("d1"), other, 2)]
    return root


def contents(node: Node | Ply) -> list[object]:
    return [node.text, list(node.comments), sorted(node.nags), [contents(child) for child in node.variations]]


def test_pgn_comes_back() -> None:
    root = tree()
    [game] = games(format_pgn({"Event": "a\\"}, root, "*"))
    assert game.tags == {"Event": "a\\"} and game.error is None
    assert contents(game.root) == contents(root)


def sgf(text: str, *, escapes: bool = True) -> list[SgfTree]:
    return list(read_sgf(text, unescaped=None if escapes else lambda *_: True))


def test_sgf_comes_back() -> None:
    root = tree()
    text = format_sgf([("GM", ["11"]), ("PB", ["a]\\"])], root, lambda node: ("B", node.text))
    [found] = sgf(text)
    assert found.fault is None and found.root.first("PB") == "a]\\"
    again = Ply()
    todo = [(found.root, again)]
    while todo:
        node, ply = todo.pop()
        annotate_ply(ply, node, lambda cell: cell)
        todo += [(child, ply.add(child.first("B") or "")) for child in node.children or ()][::-1]
    assert contents(again) == contents(root)


def test_text_before_and_between_trees_is_ignored() -> None:
    found = sgf("Hello (you)\n(;B[a1];W[b2])\nand\n(;B[c3])")
    assert [tree.root.first("B") for tree in found] == ["a1", "c3"] and [tree.line for tree in found] == [
        2,
        4,
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("(;B[a1]\n;W[b2", 2, "the text ends inside a value: expected ']'"),
        ("(;B[a1]", 1, "the text ends inside a game: expected ')'"),
        ("(;B[a1]\n! )", 2, "'! )' is not SGF: expected 'NAME[value]' or ')'"),
    ],
)
def test_a_broken_tree_keeps_what_is_before_the_fault(text: str, line: int, message: str) -> None:
    [found] = sgf(text)
    assert found.fault == (line, message) and found.root.first("B") == "a1"


def moves(root: SgfNode) -> list[str | None]:
    return [child.first("B") for child in root.children or ()]


def test_an_unclosed_tree_ends_where_the_next_begins() -> None:
    first, second = sgf("(;GM[11];B[a1]\n(;GM[11];B[b2])")
    assert first.fault is not None and moves(first.root) == ["a1"]
    assert second.fault is None and moves(second.root) == ["b2"]


def test_values_as_they_are() -> None:
    [found] = sgf("(;PB[an\\]PW[ben;]]RE[B]C[a]b];B[a1])", escapes=False)
    assert [(one.name, one.value) for one in found.root.properties] == [
        ("PB", "an\\"),
        ("PW", "ben;]"),
        ("RE", "B"),
        ("C", "a]b"),
    ]


def test_old_names_and_marks() -> None:
    [found] = sgf("(;White[b2]p0[x]CR[a1]AR[a1:b2]LB[c3:A]TE[2])")
    assert [one.name for one in found.root.properties][:2] == ["W", "P0"]
    ply = Ply()
    annotate_ply(ply, found.root, lambda cell: cell)
    assert [(mark.kind, mark.cells, mark.text) for mark in ply.marks] == [
        ("circle", ("a1",), ""),
        ("arrow", ("a1", "b2"), ""),
        ("label", ("c3",), "A"),
    ]
    assert ply.nags == {3}
