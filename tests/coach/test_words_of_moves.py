"""What the coach says a move of Hive does or ends: only what it really does."""

from __future__ import annotations

from types import MappingProxyType

from hexapoda.coach import Weights, describe, reasons
from hexapoda.hive import Position
from hexapoda.hive.game import HIVE

LINE = "wQ@-1,0 wS1@0,0 bS1@1,0 bQ@2,0"
PINS = Weights(MappingProxyType({"queen-pinned.own.early": 1.0, "queen-pinned.other.early": 1.0}), 0.5)


def described(text: str, move: str) -> list[str]:
    position = Position.from_text(text)
    return [remark.text for remark in describe(HIVE, position, position.parse_move(move), you=0)]


def reasons_for(text: str, better: str, played: str) -> list[tuple[str, bool]]:
    """What is said for one move against another one, and whether it is about the better one."""
    position = Position.from_text(text)
    lines = [[position.parse_move(move)] for move in (better, played)]
    found = reasons(HIVE, position, lines[0], lines[1], you=0, weights=PINS)
    return [(remark.text, remark.good) for remark in found.remarks]


def test_a_pinned_piece_that_is_covered_is_not_unpinned() -> None:
    foe = described(f"Base Black[5] - {LINE} wA1@-2,0 bB1@-1,-1", "bB1 wQ")
    assert "bB1 wQ climbs onto your queen." in foe
    own = described(f"Base White[5] - {LINE} wA1@-2,0 wB1@-1,-1", "wB1 wQ")
    assert "After wB1 wQ: your beetle (wB1) covers your queen." in own
    assert not [text for text in foe + own if "unpins your" in text or "keeps" in text]


def test_a_queen_that_is_uncovered_is_not_pinned_by_that() -> None:
    text = f"Base Black[5] - {LINE} wA1@-2,0 bB1@-1,0^1"
    assert not [remark for remark in described(text, "bB1 wS1") if "pin" in remark]


def test_a_move_that_unpins_is_a_reason_in_both_ways() -> None:
    text = f"Base White[5] - {LINE} wA1@-2,0"
    assert reasons_for(text, "wA1 wQ\\", "wG1 -wA1") == [("wA1 wQ\\ unpins your queen.", True)]
    text = f"Base White[5] - {LINE} wA1@3,0"
    assert reasons_for(text, "wG1 -wQ", "wA1 -wQ") == [("wA1 -wQ unpins the black queen.", False)]


def test_a_side_without_moves_is_not_forced_to_pass_by_the_next_move() -> None:
    """Black can move nothing, whatever White plays."""
    text = "Base+MLP White[4] - wB1@2,-1^1 wG1@1,0 wP@0,0 bQ@2,-1"
    found = described(text, "wQ -wP")
    assert "After wQ -wP: Black must pass." in found and not [one for one in found if "forces" in one]


def test_what_stood_before_is_not_done_again() -> None:
    """The better move leaves the queen pinned; it does not pin her."""
    text = f"Base White[5] - {LINE} wA1@3,0"
    assert not [remark for remark in described(text, "wG1 -wQ") if "black queen" in remark]
