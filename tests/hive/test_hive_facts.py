"""The facts of hand-made positions: for each kind, a position where it is there, and one near it without."""

from __future__ import annotations

import pytest

from hexapoda.games.fact import Fact
from hexapoda.hive import Move, Piece, Position, facts
from tests.hive.facts_checked import difference, false_facts
from tests.hive.side_by_side import opening_of, position_of, state_of, states_along
from tests.oracle.hive_facts import Claim, holds
from tests.oracle.hive_rules import State

LAST = "wQ@-1,1 wA1@-1,2 wL@-2,2 wP@0,0 bQ@-2,1 bA1@0,2 bP@0,1"
BOTH = "wQ@0,0 bQ@1,0 wS1@0,1 wS2@-1,1 wG1@-1,0 wG2@0,-1 bS1@2,0 bG1@2,-1 bA1@2,-2"
LOST = "wQ@0,1 wS1@1,0 wS2@2,-1 wA1@5,-3 wA2@4,-2 wL@3,-1 bQ@-1,2 bB1@0,0 bB2@-1,2^1 bG1@-1,1 bG2@1,1"
THROW = "wQ@1,0 bQ@3,-2 bP@2,-1"
LINE = "wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0"
CLIMB = "wQ@0,0 wS1@1,0 bB1@0,-1 bQ"
EVEN = "wQ@0,0 wS1@1,-1 wG1@0,1 bQ@2,-2 bS1@3,-2 bG1@1,-2 bA1@-1,1"
STUCK = "wB1@2,-1^1 wG1@1,0 wP@0,0 bQ@2,-1"

CASES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    # What it shows: the kinds, the position, and all its facts of these kinds.
    "a queen between two pieces is pinned": (
        "queen-pinned pinned",
        f"Base White[4] - wA1@-2,0 {LINE}",
        ("w pinned bS1 1,0", "b queen-pinned wQ -1,0", "b pinned wS1 0,0"),
    ),
    "but not if they touch each other": (
        "queen-pinned pinned",
        f"Base White[4] - wA1@-1,1 {LINE}",
        ("w pinned bS1 1,0", "b pinned wS1 0,0"),
    ),
    "a covered queen is not pinned": (
        "queen-pinned queen-covered covered queen-climb",
        f"Base White[4] - wA1@-2,0 bB1@-1,0^1 {LINE}",
        ("b queen-covered wQ+bB1 -1,0",),
    ),
    "nor is one under an own piece": (
        "queen-pinned queen-covered covered own-cover",
        f"Base White[4] - wA1@-2,0 wB1@-1,0^1 {LINE}",
        ("b own-cover wQ+wB1 -1,0",),
    ),
    "a covered piece is not pinned, and the top piece never is": (
        "pinned covered",
        f"Base White[4] - bB1@0,0^1 {LINE}",
        ("w pinned bS1 1,0", "b covered wS1+bB1 0,0"),
    ),
    "the top piece covers all pieces of the other side": (
        "covered own-cover",
        f"Base White[4] - wB1@0,0^1 bB1@0,0^2 {LINE}",
        ("b covered wS1+bB1 0,0", "b covered wB1+bB1 0,0"),
    ),
    "and of its own side": (
        "covered own-cover",
        f"Base White[4] - bB1@0,0^1 wB1@0,0^2 {LINE}",
        ("w covered bB1+wB1 0,0", "b own-cover wS1+wB1 0,0"),
    ),
    "five pieces around a queen are a gate": (
        "queen-shut-in queen-pinned",
        "Base White[6] - wQ@0,0 wS1@1,0 wG1@0,1 wA1@-1,1 wB1@-1,0 bG1@0,-1 bQ@0,-2",
        ("b queen-shut-in wQ 0,0",),
    ),
    "four leave a way out": (
        "queen-shut-in queen-pinned",
        "Base White[6] - wQ@0,0 wS1@1,0 wG1@0,1 wA1@-1,1 wB1@-1,0 bG1@2,-1 bQ@3,-1",
        (),
    ),
    "three gates shut a queen in too": (
        "queen-shut-in queen-pinned",
        "Base White[6] - wQ@0,0 wS1@1,0 wG1@-1,1 wA1@0,-1 wA2@-1,2 wB1@0,2 bS1@1,1 bG1@2,-1 bA1@1,-2 bA2@2,-2"
        " bQ@0,-2",
        ("b queen-shut-in wQ 0,0",),
    ),
    "a beetle beside a queen can climb": (
        "queen-climb",
        f"Base White[6] - {CLIMB}@1,-1",
        ("b queen-climb wQ+bB1 0,0",),
    ),
    "not if it is pinned": ("queen-climb", f"Base White[6] - {CLIMB}@0,-2", ()),
    "after a pass it rests no more": (
        "queen-climb",
        f"Base White[6] bB1 {CLIMB}@1,-1",
        ("b queen-climb wQ+bB1 0,0",),
    ),
    "but it rests if it was thrown": ("queen-climb", f"Base+P Black[6] bB1 {CLIMB}@1,-1 wP@0,1", ()),
    "two high stacks keep a beetle from climbing, another one climbs down": (
        "queen-climb",
        "Base White[6] - wQ@0,0 wS1@1,-1 wB1@1,-1^1 bS1@-1,0 bB1@-1,0^1 bB2@0,-1 bQ@0,-2",
        ("b queen-climb wQ+bB1 0,0",),
    ),
    "a mosquito beside a beetle can climb": (
        "queen-climb",
        "Base+M White[6] - wQ@0,0 wB1@1,-1 bM@0,-1 bQ@2,-1",
        ("b queen-climb wQ+bM 0,0",),
    ),
    "a mosquito that touches no beetle cannot": (
        "queen-climb",
        "Base+M White[6] - wQ@0,0 wB1@1,0 bM@0,-1 bQ@1,-1",
        ("w queen-climb bQ+wB1 1,-1",),
    ),
    "the last cell can be filled after a pass": (
        "last-cell no-defense",
        f"Base+LP White[10] - {LAST}",
        ("b last-cell wQ+bA1 -1,0",),
    ),
    "and by the side to move": (
        "last-cell",
        f"Base+LP Black[10] - {LAST}",
        ("b last-cell wQ+bA1 -1,0",),
    ),
    "by a piece that rests only until then": (
        "last-cell",
        f"Base+LP White[10] bA1 {LAST}",
        ("b last-cell wQ+bA1 -1,0",),
    ),
    "not by one that rests now": ("last-cell", f"Base+LP Black[10] bA1 {LAST}", ()),
    "not by one that is pinned": ("last-cell", f"Base+LP White[10] - {LAST} bG1@0,3", ()),
    "the last cell of one queen": (
        "last-cell no-defense",
        f"Base White[10] - {BOTH}",
        ("b last-cell wQ+bA1 1,-1",),
    ),
    "the last cell of both queens is no win": (
        "last-cell no-defense",
        f"Base White[10] - {BOTH} bS2@1,1",
        (),
    ),
    "no move stops the beetle, which the ladybug cannot pin": (
        "last-cell no-defense",
        f"Base+L White[31] bB2 {LOST}",
        ("b last-cell wQ+bB2 0,2", "b no-defense wQ 0,2"),
    ),
    "a beetle can cover it": (
        "last-cell no-defense",
        f"Base+L White[31] bB2 {LOST} wB1@-1,3",
        ("b last-cell wQ+bB2 0,2",),
    ),
    "no defense is needed by the side that moves": (
        "last-cell no-defense",
        f"Base+L Black[31] - {LOST}",
        ("b last-cell wQ+bB2 0,2",),
    ),
    "a pinned pillbug throws, but is not counted as movable": (
        "throw-queen throw-out pinned movable",
        f"Base+P White[28] - {THROW}",
        (
            "w pinned bP 2,-1",
            "w movable - 1,0 =1",
            "b throw-queen wQ 1,-1 2,-2 2,0 3,-1",
            "b movable - 3,-2 =1",
            "b throw-out bQ 1,-1 2,0",
        ),
    ),
    "a queen that has just moved is not thrown": (
        "throw-queen movable",
        f"Base+P Black[28] wQ {THROW}",
        ("w movable - 1,0 =1", "b movable - 3,-2 =1"),
    ),
    "a pillbug that was just thrown does not throw": (
        "throw-queen throw-out",
        f"Base+P Black[28] bP {THROW}",
        (),
    ),
    "nor one that is covered": (
        "throw-queen throw-out covered",
        f"Base+P White[28] - {THROW} wB1@2,-1^1",
        ("w covered bP+wB1 2,-1",),
    ),
    "a pinned queen is not thrown": (
        "throw-queen queen-pinned",
        f"Base+P White[28] - wA1@0,1 {THROW}",
        ("b queen-pinned wQ 1,0",),
    ),
    "a mosquito throws while it touches a pillbug": (
        "throw-queen",
        "Base+MP White[6] - wQ@0,0 bM@1,0 wP@2,0 bQ@1,1",
        ("w throw-queen bQ 2,-1 2,1 3,-1 3,0", "b throw-queen wQ 0,1 1,-1 2,-1"),
    ),
    "not on a stack": (
        "throw-queen",
        "Base+MP White[6] - wQ@0,0 bS1@1,0 bM@1,0^1 wP@2,0 bQ@1,1",
        ("w throw-queen bQ 2,-1 2,1 3,-1 3,0",),
    ),
    "and not beside other bugs": ("throw-queen", "Base+MP White[6] - wQ@0,0 bM@1,0 wS1@2,0 bQ@1,1", ()),
    "a queen is thrown where she cannot go": (
        "throw-out",
        "Base+P White[7] bA1 wQ@-1,1 wP@0,0 bA1@1,0",
        ("w throw-out wQ 0,-1 1,-1",),
    ),
    "only an own pillbug throws her out": (
        "throw-out throw-queen",
        "Base+P White[7] bA1 wQ@-1,1 bP@0,0 bA1@1,0",
        (),
    ),
    "a side must pass": (
        "must-pass no-placement",
        f"Base+MLP Black[4] wP {STUCK}",
        ("w must-pass - 2,-1", "w no-placement - 2,-1"),
    ),
    "not while the other side is to move": (
        "must-pass no-placement",
        f"Base+MLP White[4] - {STUCK}",
        ("w no-placement - 2,-1",),
    ),
    "all cells beside the own pieces touch the other side": (
        "no-placement",
        "Base+M White[4] - wG1@1,-3 wA1@3,-5 bQ@2,-4",
        ("w no-placement - 2,-4",),
    ),
    "or not all of them": ("no-placement", "Base+M White[4] - wG1@1,-3 wA1@3,-5 bQ@2,-4 bA1@2,-3", ()),
    "pieces that can move": (
        "movable",
        f"Base White[5] - {LINE} wA1@-2,0 wA2@2,1 bA1@3,0",
        ("w movable - -2,0 2,1 =2", "b movable - 3,0 =1"),
    ),
    "a piece on the queen can come down beside her": (
        "movable",
        f"Base White[5] - {LINE} wB1@2,0^1",
        ("w movable - -1,0 2,0 =2", "b movable - 1,0 2,0 =0"),
    ),
    "a piece that was thrown cannot move yet": (
        "movable",
        f"Base+P Black[5] bA1 {LINE} bA1@3,0",
        ("w movable - -1,0 =1", "b movable - 1,0 2,0 3,0 =0"),
    ),
    "one that moved can, after a pass": (
        "movable",
        f"Base White[5] bA1 {LINE} bA1@3,0",
        ("w movable - -1,0 =1", "b movable - 3,0 =1"),
    ),
    "a pillbug throws pieces beside the queen that touch her not yet": (
        "throw-in",
        "Base+P White[9] - wQ@-1,0 wP@0,0 wG1@0,1 bQ@1,-1 bA1@2,-1",
        ("w throw-in bQ+wG1 1,0",),
    ),
    "what touches the queen is not thrown in": (
        "throw-in",
        "Base+P White[9] - wQ@0,0 wP@1,0 wA1@2,0 bQ@1,-1 bG1@2,-2",
        (),
    ),
    "nothing fills the last two cells at once": (
        "shut-out race gate",
        "Base White[9] - wQ@0,0 wS1@1,-1 wG1@0,1 wA1@-1,1 wB1@-1,0 bG1@1,-2 bQ@2,-3",
        ("w shut-out wQ 1,0 0,-1",),
    ),
    "nor the last one": (
        "shut-out last-cell",
        "Base White[9] - wQ@0,0 wS1@1,-1 wG1@0,1 wA1@-1,1 wB1@-1,0 wA2@0,-1 bG1@1,-2 bQ@2,-3",
        ("w shut-out wQ 1,0",),
    ),
    "of two queens with three free cells, the side to move leads the race": (
        "race",
        f"Base White[9] - {EVEN}",
        ("w race bQ+wQ 2,-1 2,-3 3,-3 =3",),
    ),
    "whoever that is": (
        "race",
        f"Base Black[9] - {EVEN}",
        ("b race wQ+bQ 1,0 -1,0 0,-1 =3",),
    ),
    "with fewer free cells one leads out of turn": (
        "race",
        f"Base Black[9] - {EVEN} wA1@2,-1",
        ("w race bQ+wQ 2,-3 3,-3 =3",),
    ),
    "a ring of pieces is a gate, in which a spider is shut in": (
        "gate shut-in reserve",
        "Base White[20] - wQ@0,0 wS1@0,1 wS2@0,2 wA1@1,2 wA2@2,1 wG1@2,0 wB1@1,-1 wB2@3,0 bS1@1,1 bQ@1,-2",
        ("w gate wQ 1,0", "w shut-in bS1 1,1", "w reserve - 0,0 0,1 0,2 1,-1 1,2 2,0 2,1 3,0 =3"),
    ),
    "one that is pinned is not called shut in": (
        "shut-in pinned",
        f"Base White[4] - wA1@-2,0 {LINE}",
        ("w pinned bS1 1,0", "b pinned wS1 0,0"),
    ),
    "a side that must place its queen moves nothing": (
        "movable throw-queen no-placement",
        "Base+P Black[4] - wQ@0,0 wA1@-1,0 bP@1,0 bA1@2,0",
        ("w movable - -1,0 =1",),
    ),
}


def told(fact: Fact) -> str:
    """A fact as one line: who gains, the kind, the pieces, the cells and the count."""
    cells = [f"{q},{r}" for q, r in fact.cells]
    count = [] if fact.count is None else [f"={fact.count}"]
    return " ".join(["wb"[fact.gains], fact.kind, "+".join(fact.pieces) or "-", *cells, *count])


@pytest.mark.parametrize("what", CASES)
def test_hand_made_positions(what: str) -> None:
    kinds, text, expected = CASES[what]
    position = Position.from_text(text)
    [found] = facts.along(position, [])
    assert [told(fact) for fact in found if fact.kind in kinds.split()] == list(expected)
    assert not difference(found, state_of(position))


def test_each_kind_is_shown() -> None:
    shown = {line.split()[1] for _, _, expected in CASES.values() for line in expected}
    assert shown == {kind.id for kind in facts.KINDS} - {"ring", "repetition"}


def test_all_facts_of_a_position() -> None:
    [found] = facts.along(Position.from_text(f"Base White[3] - {LINE}"), [])
    assert [told(fact) for fact in found] == [
        "w ring bQ 1,0 =1",
        "w pinned bS1 1,0",
        "w movable - -1,0 =1",
        "b ring wQ 0,0 =1",
        "b pinned wS1 0,0",
        "b movable - 2,0 =1",
    ]


SHUFFLE = [("wQ", (0, 1)), ("bQ", (0, -1)), ("wQ", (1, 1)), ("bQ", (-1, 0))]
"""Both queens go and come back."""


def test_a_position_for_the_third_time() -> None:
    """Then nothing else is said; without the moves before, it is not known."""
    position = Position.from_text("Base White[4] bQ wA1@0,0 bA1@1,0 wQ@1,1 bQ@-1,0")
    line = [Move(Piece(name), cell) for name, cell in SHUFFLE * 2]
    at = position.copy()
    for move in line:
        at.push(move)
    found = facts.along(position, line)
    assert [told(fact) for fact in found[-1]] == ["b repetition - -1,0 1,0"]
    assert not any(fact.kind == "repetition" for each in found[:-1] for fact in each)
    assert not false_facts(position, line)[1]
    assert [told(fact) for fact in facts.along(at, [])[0]] == ["b repetition - -1,0 1,0"]
    assert facts.along(at.copy(stack=False), [])[0] == found[0]


def test_a_repetition_is_a_defense() -> None:
    """White's ant and Black's beetle go to and fro: the next time, the ant makes a draw."""
    start = LOST.replace("wA1@5,-3", "wA1@4,-3")
    position = Position.from_text(f"Base+L Black[31] wA1 {start}")
    back, retreat = Move(Piece("wA1"), (5, -3)), Move(Piece("wA1"), (4, -3))
    away, home = Move(Piece("bB1"), (1, 0)), Move(Piece("bB1"), (0, 0))
    line = [away, back, home, retreat, away, back, home]
    found, states = facts.along(position, line), states_along(position, line)
    lost = [ply for ply, each in enumerate(found) if any(fact.kind == "no-defense" for fact in each)]
    assert lost == [3]
    assert not difference(found[7], states[7], states[:7])
    [unknown] = [fact for fact in facts.along(position_of(states[7]), [])[0] if fact.kind == "no-defense"]
    assert holds(states[7], unknown) and not holds(states[7], unknown, states[:7])


def test_the_first_pieces() -> None:
    """A queen alone on the board is not shut in, and nothing is said of a side that has no piece."""
    assert facts.along(Position(), []) == [()]
    lone = Position.from_text("Base Black[1] - wQ@0,0", opening="free")
    [found] = facts.along(lone, [])
    assert [told(fact) for fact in found] == ["b ring wQ 0,0 =0"]
    assert not difference(found, state_of(lone))


def test_facts_along_a_line() -> None:
    """A beetle climbs onto the queen, and down again: each fact names its ply."""
    position = Position.from_text(f"Base Black[6] - {CLIMB}@1,-1")
    line = [Move(Piece("bB1"), (0, 0)), Move(Piece("wS2"), (1, 1)), Move(Piece("bB1"), (0, -1))]
    found = facts.along(position, line)
    assert [{fact.ply for fact in each} for each in found] == [{0}, {1}, {2}, {3}]
    covered = [[fact.ply for fact in each if fact.kind == "queen-covered"] for each in found]
    assert covered == [[], [1], [2], []]
    assert position.ply == 11 and position.moves == []
    assert not false_facts(position, line)[1]


def test_a_game_that_is_over_has_no_facts() -> None:
    won = Position.from_text(f"Base+LP White[11] - {LAST.replace('bA1@0,2', 'bA1@-1,0')}")
    assert won.outcome() is not None
    assert facts.along(won, []) == [()]
    assert not holds(state_of(won), Claim("pinned", 0, ("bP",), ((0, 1),)))


def test_facts_are_found_whatever_the_opening_rule() -> None:
    for tournament in (True, False):
        state = State(board={(0, 0): ("wS1",), (1, 0): ("bS1",)}, ply=2, tournament=tournament)
        assert position_of(state).opening == opening_of(state)
        assert not difference(facts.along(position_of(state), [])[0], state)
